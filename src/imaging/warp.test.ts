import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Pixels, Quad } from './pixels.ts';
import { rectangle } from './quad.ts';
import { projection, warp } from './warp.ts';

/** Two ramps: red grows to the right and green downwards, by `step` a pixel. */
function ramps(width: number, height: number, step: number): Pixels {
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    data.set([(at % width) * step, Math.floor(at / width) * step, 0], at * 3);
  }
  return { width, height, data };
}

const slanted: Quad = [
  { x: 12, y: 9 },
  { x: 88, y: 14 },
  { x: 80, y: 70 },
  { x: 20, y: 62 },
];

describe('warping', () => {
  test('an upright rectangle at its own size is its crop', () => {
    const picture = ramps(100, 80, 2);
    const part = warp(picture, rectangle(10, 20, 30, 40), 30, 40);
    expect([...part.data.subarray(0, 3)]).toEqual([20, 40, 0]);
    expect([...part.data.subarray((39 * 30 + 29) * 3, (39 * 30 + 29) * 3 + 3)]).toEqual([78, 118, 0]);
  });

  test('every place shows what the projection says stands there, also where the picture shrinks', () => {
    const picture = ramps(100, 80, 2);
    for (const [width, height] of [
      [90, 70],
      [31, 23],
    ] as const) {
      const flat = warp(picture, slanted, width, height);
      const back = projection(rectangle(0, 0, width, height), slanted);
      for (const [x, y] of [
        [0, 0],
        [width - 1, 3],
        [width >> 1, height >> 1],
        [5, height - 1],
      ] as const) {
        const { x: sourceX, y: sourceY } = back({ x: x + 0.5, y: y + 0.5 });
        const at = (y * width + x) * 3;
        expect(Math.abs(flat.data[at]! - (sourceX - 0.5) * 2)).toBeLessThan(3);
        expect(Math.abs(flat.data[at + 1]! - (sourceY - 0.5) * 2)).toBeLessThan(3);
      }
    }
  });

  test('beyond the picture stands its edge, or black on request', () => {
    const picture = ramps(10, 10, 20);
    const beyond = rectangle(-10, 0, 20, 10);
    expect(warp({ ...picture, data: picture.data.fill(90) }, beyond, 20, 10).data.every((v) => v === 90)).toBe(true);
    const black = warp(picture, beyond, 20, 10, 'black');
    expect(black.data.subarray(0, 27).every((v) => v === 0)).toBe(true);
    expect(black.data[33]).toBe(90);
  });

  test('fine stripes become gray when they shrink, not other stripes', () => {
    const stripes = ramps(240, 240, 0);
    for (let at = 0; at < stripes.data.length; at++) stripes.data[at] = Math.floor(at / 3) % 2 === 0 ? 0 : 255;
    const small = warp(stripes, rectangle(0, 0, 240, 240), 100, 100);
    const inner = small.data.subarray(300, small.data.length - 300);
    expect(Math.min(...inner)).toBeGreaterThan(70);
    expect(Math.max(...inner)).toBeLessThan(185);
  });
});

test('a projection takes corners to corners, and its inverse takes every point back', () => {
  const inside = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }));
  const there = projection(rectangle(0, 0, 300, 200), slanted);
  const back = projection(slanted, rectangle(0, 0, 300, 200));
  expect(there({ x: 300, y: 200 }).x).toBeCloseTo(80, 9);
  expect(there({ x: 0, y: 200 }).y).toBeCloseTo(62, 9);
  fc.assert(
    fc.property(inside, ([x, y]) => {
      const again = back(there({ x: x * 300, y: y * 200 }));
      expect(again.x).toBeCloseTo(x * 300, 6);
      expect(again.y).toBeCloseTo(y * 200, 6);
    }),
  );
});
