import type { Pixels, Point, Quad } from '../../imaging/pixels.ts';
import { inDeviations } from '../../imaging/resample.ts';
import { warp } from '../../imaging/warp.ts';

/** A printed row: where its first character begins, half way up, and the way from each character to the next. */
export interface Row {
  readonly start: Point;
  readonly step: Point;
}

/** The crop that the line network was trained on: pixels of height, pixels a character, characters beside the row. */
const HEIGHT = 32;
const PITCH = 12;
const MARGIN = 1.5;
/** Columns of the crop to a frame of the network. */
const STRIDE = 2;

export const FRAMES_A_CHARACTER = PITCH / STRIDE;
/** The frame in which the middle of the first character is expected. */
export const FIRST_FRAME = (MARGIN + 0.5) * FRAMES_A_CHARACTER - 0.5;

/** A crop for the network: mean 0, deviation 1, rows from the top. */
export interface Crop {
  readonly data: Float32Array;
  readonly width: number;
  readonly height: number;
}

/**
 * Cuts out a row of `count` characters. `shift` moves it down and `stretch` makes it taller, both in parts of the
 * pitch.
 */
export function cut(pixels: Pixels, row: Row, count: number, shift = 0, stretch = 1): Crop {
  const width = Math.round((count + 2 * MARGIN) * PITCH);
  const half = HEIGHT / PITCH / 2 / stretch;
  const corner = (along: number, down: number) => at(row, along, down + shift);
  const right = width / PITCH - MARGIN;
  const quad: Quad = [corner(-MARGIN, -half), corner(right, -half), corner(right, half), corner(-MARGIN, half)];
  return { data: inDeviations(luma(warp(pixels, quad, width, HEIGHT))), width, height: HEIGHT };
}

/** The point `along` characters from the row's start and `down` pitches below its middle. */
export function at({ start, step }: Row, along: number, down: number): Point {
  return { x: start.x + step.x * along - step.y * down, y: start.y + step.y * along + step.x * down };
}

/** The row whose characters have their middles at these frames of a crop of `row`, by least squares. */
export function fitted(row: Row, frames: readonly number[]): Row {
  const count = frames.length;
  const middle = (count - 1) / 2;
  const mean = frames.reduce((sum, frame) => sum + frame, 0) / count;
  let slope = 0;
  let square = 0;
  frames.forEach((frame, index) => {
    slope += (index - middle) * (frame - mean);
    square += (index - middle) ** 2;
  });
  const pitch = slope / square / FRAMES_A_CHARACTER;
  const centre = (mean + 0.5) / FRAMES_A_CHARACTER - MARGIN - pitch * middle;
  return { start: at(row, centre - pitch / 2, 0), step: { x: row.step.x * pitch, y: row.step.y * pitch } };
}

/** Around the lines from the first to the last row, in reading order of the text. */
export function around(first: Row, last: Row, count: number): Quad {
  return [at(first, -0.5, -0.9), at(first, count + 0.5, -0.9), at(last, count + 0.5, 0.9), at(last, -0.5, 0.9)];
}

/** Luma by the weights of ITU-R BT.601, not rounded. */
function luma({ width, height, data }: Pixels): Float32Array {
  const gray = new Float32Array(width * height);
  for (let pixel = 0, from = 0; pixel < gray.length; pixel++, from += 3) {
    gray[pixel] = 0.299 * data[from]! + 0.587 * data[from + 1]! + 0.114 * data[from + 2]!;
  }
  return gray;
}
