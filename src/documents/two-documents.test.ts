import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photograph } from '../../specimens/photograph.ts';
import { drawSpecimen } from '../../specimens/specimen.ts';
import { decodePhoto } from '../imaging/decode.ts';
import { DocumentReader } from './document-reader.ts';
import type { TextBox } from './text/text-reader.ts';
import { partingOf } from './two-documents.ts';

const PAGE = { width: 1000, height: 600, data: new Uint8Array(0) };

function boxes(...left: readonly number[]): TextBox[] {
  return left.flatMap((x) =>
    Array.from({ length: 6 }, (_, row): TextBox => {
      const y = 40 + row * 80;
      const quad = [
        { x, y },
        { x: x + 300, y },
        { x: x + 300, y: y + 30 },
        { x, y: y + 30 },
      ] as const;
      return { quad, score: 1 };
    }),
  );
}

describe('what parts two sides', () => {
  it('is the strip between them that holds no text', () => {
    expect(partingOf(boxes(50, 600), PAGE)).toEqual({ axis: 'x', at: 475 });
  });

  it('is no strip that text runs across, and none beside which stands next to nothing', () => {
    expect(partingOf(boxes(50, 300, 600), PAGE)?.axis).not.toBe('x');
    expect(partingOf([...boxes(50), ...boxes(600).slice(0, 2)], PAGE)?.axis).not.toBe('x');
    expect(partingOf(boxes(50).slice(0, 4), PAGE)).toBeNull();
  });
});

describe('two cards in one picture', () => {
  let reader: DocumentReader;
  beforeAll(async () => {
    reader = await DocumentReader.open();
  });
  afterAll(() => {
    reader = undefined as never;
  });

  const cards = ['card-above', 'card-left'];

  it('are refused with a sentence where they are two documents', async () => {
    const [one, other] = await Promise.all(cards.map((layout, at) => drawSpecimen(70 + at, { layout, issuer: 'SWE' })));
    const sides = [one!.sides[0]!, other!.sides[0]!];
    const { jpeg } = photograph({ ...one!, sides }, 1, [], { sides: 'both', scan: true, beside: true });
    const { refusal } = await reader.read(await decodePhoto(jpeg));
    expect(refusal).toEqual({ code: 'picture.two-documents' });
  });

  it('are read as one where they are its front and back', async () => {
    const specimen = await drawSpecimen(70, { layout: 'card-above', issuer: 'SWE' });
    const { jpeg, truth } = photograph(specimen, 1, [], { sides: 'both', scan: true, beside: true });
    const { refusal, extractedData, mrz } = await reader.read(await decodePhoto(jpeg));
    expect(refusal).toBeNull();
    expect(mrz?.lines).toEqual(truth.mrz?.lines);
    expect(extractedData).toMatchObject({ documentNumber: truth.number, dateOfBirth: truth.birthDate });
  });
});
