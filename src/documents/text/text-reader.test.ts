import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { font } from '../../../specimens/fonts.ts';
import { decodePhoto } from '../../imaging/decode.ts';
import type { Pixels } from '../../imaging/pixels.ts';
import { ReadingBudget } from '../reading-budget.ts';
import { type TextBox, TextReader, worthReading } from './text-reader.ts';

let reader: TextReader;
beforeAll(async () => {
  reader = await TextReader.open();
});
afterAll(() => {
  reader = undefined as never;
});

/** Lines of black print on light paper. */
async function printed(lines: readonly string[], face: Parameters<typeof font>[0]): Promise<Pixels> {
  const canvas = createCanvas(900, 80 + lines.length * 70);
  const context = canvas.getContext('2d');
  context.fillStyle = '#f4f2ea';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#1b1b22';
  context.font = font(face, 30);
  for (const [at, line] of lines.entries()) context.fillText(line, 60, 80 + at * 70);
  return (await decodePhoto(canvas.toBuffer('image/jpeg', 92))).pixels;
}

async function readAll(pixels: Pixels): Promise<string[]> {
  const boxes = (await reader.detect(pixels)).sort((a, b) => a.quad[0].y - b.quad[0].y);
  return (await reader.recognise(pixels, boxes)).map(({ text }) => text);
}

describe('print in the languages of Europe', () => {
  it('is read with its marks', async () => {
    const names = [
      'Øyvind Kjærgård',
      'Günther Größmann',
      'Bożena Łukasiewicz',
      'Růžena Dvořáková',
      'Gödöllő utca',
      'FRANÇOIS ÉTIENNE',
    ];
    expect(await readAll(await printed(names, 'grotesque'))).toEqual(names);
  });

  it('is read without any where there are none', async () => {
    const names = ['Quentin Willoughby', 'Jillian Titus Fitzgerald', 'INIGO JULIA LILLI', 'Date of birth 02.08.1980'];
    expect(await readAll(await printed(names, 'roman'))).toEqual(names);
  });

  it('puts no marks into numbers', async () => {
    for (const text of await readAll(await printed(['XK0047106', '02.08.1980', 'A60 O06 881'], 'grotesque'))) {
      expect(text).toMatch(/^[A-Z0-9. ]+$/);
    }
  });
});

describe('small print', () => {
  const small = (text: string) => {
    const canvas = createCanvas(320, 260);
    const context = canvas.getContext('2d');
    context.fillStyle = '#dfe8e2';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = '#141418';
    context.font = font('grotesque-bold', 12);
    context.fillText(text, 6, 15);
    const width = context.measureText(text).width + 12;
    const quad = [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: 20 },
      { x: 0, y: 20 },
    ] as const;
    return { png: canvas.toBuffer('image/png'), box: { quad, score: 1 } };
  };

  it.each(['JOHN A', 'STANLEY SAMPLE', 'TINA A', 'ALI O QUIGLEY', 'SUSAN R IVERSON', 'WASHINGTON'])(
    'keeps the spaces of %s',
    async (name) => {
      const { png, box } = small(name);
      const [line] = await reader.recognise((await decodePhoto(png)).pixels, [box]);
      expect(line!.text).toBe(name);
    },
  );
});

describe('a single letter', () => {
  it.each(['2', '3', '5', '8', '9', 'F', 'M'])(
    '%s is read as it stands, though it is taller than wide',
    async (sign) => {
      const canvas = createCanvas(220, 140);
      const context = canvas.getContext('2d');
      context.fillStyle = '#dfe8e2';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.fillStyle = '#141418';
      context.font = font('grotesque', 18);
      context.fillText(sign, 60, 60);
      const { pixels } = await decodePhoto(canvas.toBuffer('image/png'));
      // As the finder of lines gives it: the longer side is the first, and goes downwards.
      const [left, right, top, bottom] = [56, 60 + context.measureText(sign).width + 4, 41, 66];
      const quad = [
        { x: right, y: top },
        { x: right, y: bottom },
        { x: left, y: bottom },
        { x: left, y: top },
      ] as const;
      const [line] = await reader.recognise(pixels, [{ quad, score: 1 }]);
      expect(line!.text).toBe(sign);
    },
  );
});

describe('a picture full of text', () => {
  const line = (y: number, width: number, height = 20): TextBox => ({
    quad: [
      { x: 0, y },
      { x: width, y },
      { x: width, y: y + height },
      { x: 0, y: y + height },
    ],
    score: 1,
  });

  it('is read in part, its largest lines first, so that reading it ends soon', () => {
    const full = Array.from({ length: 250 }, (_, at) => line(at * 25, 2000 + at));
    const kept = worthReading(full, new ReadingBudget());
    expect(kept).toHaveLength(15);
    expect(kept).toEqual(full.slice(-15));
  });

  it('is none where it is a document: all of 200 lines are read, in its order', () => {
    const document = Array.from({ length: 200 }, (_, at) => line(at * 25, at % 7 === 0 ? 300 : 100));
    expect(worthReading(document, new ReadingBudget())).toEqual(document);
  });
});
