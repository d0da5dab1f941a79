import { expect, test } from 'vitest';
import { marked } from './mark.ts';
import type { Pixels } from './pixels.ts';

const gray = (width: number, height: number): Pixels => ({
  width,
  height,
  data: new Uint8Array(width * height * 3).fill(128),
});

/** Parts of a picture, in a grid, that a mark left as they were. */
function bare({ width, height, data }: Pixels, across: number, down: number): number {
  let bare = 0;
  for (let part = 0; part < across * down; part++) {
    const [left, top] = [
      Math.floor(((part % across) * width) / across),
      Math.floor((Math.floor(part / across) * height) / down),
    ];
    const [wide, high] = [Math.floor(width / across), Math.floor(height / down)];
    const row = (y: number) => data.subarray((y * width + left) * 3, (y * width + left + wide) * 3);
    const isBare = Array.from({ length: high }, (_, y) => row(top + y)).every((line) => line.every((v) => v === 128));
    if (isBare) bare += 1;
  }
  return bare;
}

test('a mark lies over every part of a picture, upright and lying, and leaves what is given as it was', () => {
  for (const [width, height] of [
    [1000, 640],
    [640, 1000],
    [120, 90],
  ] as const) {
    const before = gray(width, height);
    const after = marked(before, 'analyst-7@harbour.example 2026-11-28 12:30');
    expect(bare(after, 3, 3)).toBe(0);
    expect(before.data.every((value) => value === 128)).toBe(true);
    expect(after.data).toHaveLength(before.data.length);
  }
});

test('who looks and when can be told from it: other words are another mark', () => {
  const of = (text: string) => Buffer.from(marked(gray(300, 200), text).data).toString('base64');
  expect(of('a@b.example 12:30')).not.toBe(of('c@b.example 12:30'));
  expect(of('a@b.example 12:30')).not.toBe(of('a@b.example 12:31'));
  // A sign without a form of its own shows as a box, and takes its place.
  expect(of('ж@b.example')).not.toBe(of('@b.example'));
});

test('a picture of nothing and an empty text are no trouble', () => {
  expect(marked(gray(1, 1), 'x').data).toHaveLength(3);
  expect(marked(gray(50, 50), '').data.every((value) => value === 128)).toBe(true);
});
