import { createCanvas } from '@napi-rs/canvas';
import { beforeAll, describe, expect, it } from 'vitest';
import { font } from '../../../specimens/fonts.ts';
import { decodePhoto } from '../../imaging/decode.ts';
import type { Pixels } from '../../imaging/pixels.ts';
import { type TextLine, TextReader } from '../text/text-reader.ts';
import { readSexLetters } from './sex-letters.ts';

let reader: TextReader;
beforeAll(async () => {
  reader = await TextReader.open();
});

type Words = readonly [text: string, x: number, y: number];

async function drawn(...words: readonly Words[]): Promise<Pixels> {
  const canvas = createCanvas(600, 240);
  const context = canvas.getContext('2d');
  context.fillStyle = '#f4f2ea';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#1b1b22';
  context.font = font('grotesque', 28);
  for (const [text, x, y] of words) context.fillText(text, x, y);
  return (await decodePhoto(canvas.toBuffer('image/jpeg', 92))).pixels;
}

/** A line as it would be found: the label's box is a little larger than its letters. */
function line(text: string, x: number, baseline: number, width: number): TextLine {
  const [top, bottom, left, right] = [baseline - 32, baseline + 10, x - 8, x + width + 8];
  const quad = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ] as const;
  return { text, confidence: 0.98, characters: [...text].map(() => 0.98), box: { quad, score: 0.9 } };
}

const texts = (lines: readonly TextLine[]) => lines.map(({ text }) => text);

describe('a letter that the detector of lines overlooked', () => {
  it('is read beside the label of a sex, where it stands', async () => {
    const picture = await drawn(['15 SEX', 60, 100], ['F', 176, 100]);
    const found = await readSexLetters(reader, picture, [line('15 SEX', 60, 100, 95)]);
    expect(texts(found)).toEqual(['F']);
    const [corner] = found[0]!.box.quad;
    expect(corner.x).toBeGreaterThan(150);
    expect(corner.x).toBeLessThan(176);
  });

  it('is read below it', async () => {
    const picture = await drawn(['15.Sex:', 60, 100], ['M', 70, 142]);
    const found = await readSexLetters(reader, picture, [line('15.Sex:', 60, 100, 95)]);
    expect(texts(found)).toEqual(['M']);
    expect(found[0]!.box.quad[0].y).toBeGreaterThan(95);
  });

  it('is not made of another label, of a word or of nothing', async () => {
    const picture = await drawn(['15 SEX', 60, 100], ['HGT', 176, 100], ['MARK', 60, 142], ['15 SEX', 340, 100]);
    const lines = [line('15 SEX', 60, 100, 95), line('15 SEX', 340, 100, 95)];
    expect(await readSexLetters(reader, picture, lines)).toEqual([]);
  });

  it('is not looked for beside other labels', async () => {
    const picture = await drawn(['9 CLASS', 60, 100], ['M', 196, 100]);
    expect(await readSexLetters(reader, picture, [line('9 CLASS', 60, 100, 112)])).toEqual([]);
  });
});
