import { expect, test } from 'vitest';
import type { Pixels, Quad } from '../../imaging/pixels.ts';
import { resizePart, toGray } from '../../imaging/resample.ts';
import { warp } from '../../imaging/warp.ts';
import { FramePicture, outOf } from './frame-picture.ts';

/** Soft blobs, as a camera that is a little out of focus sees them. */
function soft(width: number, height: number): Pixels {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      data[at] = 128 + 100 * Math.sin(x / 17) * Math.cos(y / 23);
      data[at + 1] = 128 + 90 * Math.cos((x + y) / 29);
      data[at + 2] = 255 * (x / width);
    }
  }
  return { width, height, data };
}

const PLAIN = { mean: [0, 0, 0], deviation: [1, 1, 1] } as const;

/** The mean difference of two pictures, in values of 0 to 255. */
function difference(input: ArrayLike<number>, { data }: Pixels): number {
  const area = data.length / 3;
  let sum = 0;
  for (let at = 0; at < data.length; at++) sum += Math.abs(input[(at % 3) * area + Math.floor(at / 3)]! - data[at]!);
  return sum / data.length;
}

test.each([
  [480, 640],
  [640, 480],
  [1280, 960],
  [301, 401],
])('a whole frame of %i × %i is seen as the exact area average sees it', (width, height) => {
  const pixels = soft(width, height);
  const scale = Math.max(width / 320, height / 240);
  const [wide, high] = [Math.round(320 * scale), Math.round(240 * scale)];
  const [x, y] = [Math.round((width - wide) / 2), Math.round((height - high) / 2)];
  const box = { x: x + wide / 2, y: y + high / 2, width: wide, height: high, turn: 0 };
  const { data, dims } = new FramePicture(pixels).colours(box, { width: 320, height: 240, ...PLAIN });
  expect(dims).toEqual([1, 3, 240, 320]);
  expect(difference(data, resizePart(pixels, { x, y, width: wide, height: high }, 320, 240))).toBeLessThan(1.5);
});

test.each([
  [90, 0],
  [200, 0.3],
  [420, -0.4],
])('a turned box of %i pixels is seen as the warp of pictures sees it, black outside', (side, turn) => {
  const pixels = soft(480, 640);
  const box = { x: 180, y: 260, width: side, height: side * 1.3, turn };
  const corner = outOf(box);
  const quad = [0, 1, 2, 3].map((at) => corner({ x: at === 1 || at === 2 ? 1 : 0, y: at > 1 ? 1 : 0 }));
  const cut = warp(pixels, quad as unknown as Quad, 64, 64, 'black');
  const { data } = new FramePicture(pixels).colours(box, { width: 64, height: 64, ...PLAIN });
  expect(difference(data, cut)).toBeLessThan(2);
  const gray = new FramePicture(pixels).gray(box, 64).data;
  const off = toGray(cut).data.reduce((sum, value, at) => sum + Math.abs(value - 256 * gray[at]!), 0) / gray.length;
  expect(off).toBeLessThan(2);
});

test('values are given as the network was trained with them', () => {
  const pixels = { width: 8, height: 8, data: new Uint8Array(192).fill(100) };
  const box = { x: 4, y: 4, width: 8, height: 8, turn: 0 };
  const shape = { width: 4, height: 4, mean: [100, 90, 80], deviation: [1, 2, 4] } as const;
  const { data } = new FramePicture(pixels).colours(box, shape);
  expect([data[0], data[16], data[32]]).toEqual([0, 5, 5]);
});
