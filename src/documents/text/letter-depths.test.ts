import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { type Font, font } from '../../../specimens/fonts.ts';
import { depthsUnder } from './letter-depths.ts';
import { inkIn } from './word-gaps.ts';

/** How far each letter O and Q of a line hangs under it, the letters drawn one by one. */
function depths(text: string, face: Font): (number | null)[] {
  const [width, height] = [text.length * 30 + 20, 48];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#f4f2ea';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#1b1b22';
  context.font = font(face, 32);
  const read = [...text].map((letter, at) => {
    context.fillText(letter, 10 + at * 30, 36);
    const x = 10 + at * 30 + context.measureText(letter).width / 2;
    return { letter, score: 0.9, x, gap: 0, space: 0 };
  });
  const { data: rgba } = context.getImageData(0, 0, width, height);
  const data = Uint8Array.from({ length: width * height * 3 }, (_, at) => rgba[Math.floor(at / 3) * 4 + (at % 3)]!);
  return depthsUnder(inkIn({ width, height, data }), read, ({ letter }) => /[OQ]/.test(letter));
}

describe('letters under the line', () => {
  it.each(['grotesque', 'narrow', 'roman', 'humanist-bold'] as const)('are Q and not O in %s', (face) => {
    const [q, , , , o] = depths('QUINOA', face);
    expect(q).toBeGreaterThan(0.3);
    expect(o).toBeLessThan(0.1);
  });

  it('are unknown where no letter tells the line', () => {
    expect(depths('OQ', 'grotesque')).toEqual([null, null]);
  });
});
