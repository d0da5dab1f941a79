import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Pixels } from './pixels.ts';
import { crop, resize, resizeGray, resizePart, rotate90, toGray } from './resample.ts';

/** A picture whose pixel at (x, y) is (x, y, 7). */
function grid(width: number, height: number): Pixels {
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at++) data.set([at % width, Math.floor(at / width), 7], at * 3);
  return { width, height, data };
}

function at({ width, data }: Pixels, x: number, y: number): number[] {
  return [...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)];
}

const picture = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }))
  .chain(([width, height]) =>
    fc
      .uint8Array({ minLength: width * height * 3, maxLength: width * height * 3 })
      .map((data) => ({ width, height, data })),
  );

describe('resizing', () => {
  test('halving averages the four pixels that become one', () => {
    const data = Uint8Array.from([0, 0, 0, 100, 10, 0, 100, 20, 0, 200, 30, 255]);
    expect(resize({ width: 2, height: 2, data }, 1, 1).data).toEqual(Uint8Array.from([100, 15, 64]));
  });

  test('a ramp stays a ramp when it grows', () => {
    const data = Uint8Array.from([0, 0, 0, 100, 100, 100]);
    expect([...resize({ width: 2, height: 1, data }, 4, 1).data.filter((_, index) => index % 3 === 0)]).toEqual([
      0, 25, 75, 100,
    ]);
  });

  test('whatever the sizes, one colour stays that colour', () => {
    const side = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(side, side, side, side, fc.integer({ min: 0, max: 255 }), (width, height, newWidth, newHeight, v) => {
        const one = { width, height, data: new Uint8Array(width * height * 3).fill(v) };
        const scaled = resize(one, newWidth, newHeight);
        expect(scaled.data.length).toBe(newWidth * newHeight * 3);
        expect(new Set(scaled.data)).toEqual(new Set([v]));
      }),
    );
  });

  test('each colour is scaled as gray would be, to the last bit', () => {
    const side = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(picture, side, side, (one, width, height) => {
        const scaled = resize(one, width, height);
        for (const channel of [0, 1, 2]) {
          const only = (data: Uint8Array) => data.filter((_, at) => at % 3 === channel);
          const gray = resizeGray({ ...one, data: only(one.data) }, width, height);
          expect(only(scaled.data)).toEqual(gray.data);
        }
      }),
    );
  });

  test('a part is scaled as what is cut out first, wherever it lies', () => {
    const place = fc.integer({ min: -9, max: 9 });
    const side = fc.integer({ min: 1, max: 30 });
    fc.assert(
      fc.property(picture, place, place, side, side, side, (one, x, y, width, height, to) => {
        const cut = resize(crop(one, x, y, width, height), to, to);
        const apart = resizePart(one, { x, y, width, height }, to, to).data.map((value, index) =>
          Math.abs(value - cut.data[index]!),
        );
        expect(Math.max(...apart)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('a gray picture is scaled as the channels of a coloured one are', () => {
    fc.assert(
      fc.property(
        picture,
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 30 }),
        (pixels, width, height) => {
          const gray = { ...pixels, data: pixels.data.filter((_, index) => index % 3 === 1) };
          const green = resize(pixels, width, height).data.filter((_, index) => index % 3 === 1);
          expect(resizeGray(gray, width, height).data).toEqual(green);
        },
      ),
    );
  });
});

describe('cropping', () => {
  test('a part has the pixels of its place, and black beyond the picture', () => {
    const part = crop(grid(5, 4), 3, -1, 4, 3);
    expect(at(part, 0, 1)).toEqual([3, 0, 7]);
    expect(at(part, 1, 2)).toEqual([4, 1, 7]);
    expect(at(part, 0, 0)).toEqual([0, 0, 0]);
    expect(at(part, 2, 1)).toEqual([0, 0, 0]);
  });

  test('on request the outermost pixels go on beyond the picture', () => {
    const part = crop(grid(5, 4), -2, 2, 9, 4, 'edge');
    expect(at(part, 0, 0)).toEqual([0, 2, 7]);
    expect(at(part, 2, 3)).toEqual([0, 3, 7]);
    expect(at(part, 8, 3)).toEqual([4, 3, 7]);
    expect(at(part, 4, 1)).toEqual([2, 3, 7]);
  });

  test('a part wholly outside is black', () => {
    expect(new Set(crop(grid(3, 3), 40, -20, 4, 4).data)).toEqual(new Set([0]));
    expect(new Set(crop(grid(3, 3), -40, 1, 4, 2).data)).toEqual(new Set([0]));
  });
});

describe('turning', () => {
  test('a quarter turn is clockwise', () => {
    const turned = rotate90(grid(3, 2), 1);
    expect([turned.width, turned.height]).toEqual([2, 3]);
    expect(at(turned, 1, 0)).toEqual([0, 0, 7]);
    expect(at(turned, 0, 0)).toEqual([0, 1, 7]);
    expect(at(turned, 1, 2)).toEqual([2, 0, 7]);
  });

  test('turns add up, and four of them change nothing', () => {
    fc.assert(
      fc.property(picture, fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }), (pixels, a, b) => {
        expect(rotate90(rotate90(pixels, a), b)).toEqual(rotate90(pixels, a + b));
        expect(rotate90(rotate90(rotate90(rotate90(pixels, 1), 1), 1), 1)).toEqual(pixels);
      }),
    );
  });
});

test('gray is the luma of ITU-R BT.601, white stays white', () => {
  const data = Uint8Array.from([255, 255, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]);
  expect([...toGray({ width: 5, height: 1, data }).data]).toEqual([255, 0, 76, 150, 29]);
});
