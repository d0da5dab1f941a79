import type { Pixels } from './pixels.ts';

/** Letters of 5 by 7 points, a row in each number, its lowest bit at the right. Drawn for this file. */
// biome-ignore format: a table
const LETTERS: Readonly<Record<string, readonly number[]>> = {
  A: [14, 17, 17, 31, 17, 17, 17], B: [30, 17, 17, 30, 17, 17, 30], C: [14, 17, 16, 16, 16, 17, 14],
  D: [30, 17, 17, 17, 17, 17, 30], E: [31, 16, 16, 30, 16, 16, 31], F: [31, 16, 16, 30, 16, 16, 16],
  G: [14, 17, 16, 23, 17, 17, 14], H: [17, 17, 17, 31, 17, 17, 17], I: [14, 4, 4, 4, 4, 4, 14],
  J: [7, 2, 2, 2, 2, 18, 12], K: [17, 18, 20, 24, 20, 18, 17], L: [16, 16, 16, 16, 16, 16, 31],
  M: [17, 27, 21, 21, 17, 17, 17], N: [17, 25, 25, 21, 19, 19, 17], O: [14, 17, 17, 17, 17, 17, 14],
  P: [30, 17, 17, 30, 16, 16, 16], Q: [14, 17, 17, 17, 21, 18, 13], R: [30, 17, 17, 30, 20, 18, 17],
  S: [15, 16, 16, 14, 1, 1, 30], T: [31, 4, 4, 4, 4, 4, 4], U: [17, 17, 17, 17, 17, 17, 14],
  V: [17, 17, 17, 17, 17, 10, 4], W: [17, 17, 17, 21, 21, 21, 10], X: [17, 17, 10, 4, 10, 17, 17],
  Y: [17, 17, 10, 4, 4, 4, 4], Z: [31, 1, 2, 4, 8, 16, 31],
  0: [14, 17, 19, 21, 25, 17, 14], 1: [4, 12, 4, 4, 4, 4, 14], 2: [14, 17, 1, 2, 4, 8, 31],
  3: [31, 2, 4, 2, 1, 17, 14], 4: [2, 6, 10, 18, 31, 2, 2], 5: [31, 16, 30, 1, 1, 17, 14],
  6: [6, 8, 16, 30, 17, 17, 14], 7: [31, 1, 2, 4, 8, 8, 8], 8: [14, 17, 17, 14, 17, 17, 14], 9: [14, 17, 17, 15, 1, 2, 12],
  ' ': [0, 0, 0, 0, 0, 0, 0], '@': [14, 17, 23, 21, 23, 16, 14], '.': [0, 0, 0, 0, 0, 12, 12],
  '-': [0, 0, 0, 31, 0, 0, 0], _: [0, 0, 0, 0, 0, 0, 31], '+': [0, 4, 4, 31, 4, 4, 0], ':': [0, 12, 12, 0, 12, 12, 0],
  "'": [4, 4, 8, 0, 0, 0, 0], '/': [1, 1, 2, 4, 8, 16, 16], '#': [10, 10, 31, 10, 31, 10, 10],
};
/** What stands for any other letter. */
const OTHER = [31, 17, 17, 17, 17, 17, 31] as const;
const [WIDE, HIGH, ADVANCE] = [5, 7, 6];
/** Pixels of the longer side for each pixel of a point. */
const POINT = 420;
/** Lines over the height of a picture, and by how much of the line each begins further left than the one above. */
const LINES = 6;
const SHIFT = 0.37;
/** How much of the picture the light of a letter and its shadow cover. */
const COVERING = { light: 0.42, shadow: 0.34 };

/**
 * The picture with a line of text over it again and again, so that no part of it goes round without. Letters are in
 * capitals; signs beyond those of addresses and times become boxes.
 */
export function marked({ width, height, data }: Pixels, text: string): Pixels {
  const into: Pixels = { width, height, data: new Uint8Array(data) };
  const point = Math.max(1, Math.round(Math.max(width, height) / POINT));
  const line = `${text}   `;
  const long = [...line].length * ADVANCE * point;
  for (let row = 0; row < LINES; row++) {
    const y = Math.round(((row + 0.5) * height) / LINES - (HIGH * point) / 2);
    for (let x = -Math.round(((row * SHIFT) % 1) * long); x < width; x += long) write(into, line, x, y, point);
  }
  return into;
}

function write(into: Pixels, line: string, left: number, top: number, point: number): void {
  for (const [at, letter] of [...line.toUpperCase()].entries()) {
    const rows = LETTERS[letter] ?? OTHER;
    const x = left + at * ADVANCE * point;
    if (x > into.width || x < -WIDE * point) continue;
    eachPoint(rows, (column, row) => {
      cover(into, { x: x + column * point + 1, y: top + row * point + 1, side: point }, 0, COVERING.shadow);
      cover(into, { x: x + column * point, y: top + row * point, side: point }, 255, COVERING.light);
    });
  }
}

function eachPoint(rows: readonly number[], draw: (column: number, row: number) => void): void {
  for (const [row, bits] of rows.entries()) {
    for (let column = 0; column < WIDE; column++) if ((bits >> (WIDE - 1 - column)) & 1) draw(column, row);
  }
}

/** Blends a square of one gray into a picture, as far as it lies in it. */
function cover(
  { width, height, data }: Pixels,
  { x, y, side }: { readonly x: number; readonly y: number; readonly side: number },
  gray: number,
  share: number,
): void {
  for (let row = Math.max(0, y); row < Math.min(height, y + side); row++) {
    const from = (row * width + Math.max(0, x)) * 3;
    const to = (row * width + Math.min(width, x + side)) * 3;
    for (let at = from; at < to; at++) data[at] = data[at]! * (1 - share) + gray * share;
  }
}
