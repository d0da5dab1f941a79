import type { Quad } from '../../imaging/pixels.ts';
import { corners, leastRectangle, regionsOf } from '../../imaging/regions.ts';

/** A grid of equal square blocks, row by row, with the mean squared gradient of each. */
export interface Energies {
  readonly columns: number;
  readonly rows: number;
  readonly values: Float32Array;
}

/** A block of bars has at least this part of the energy of the strongest blocks, blurred or not. */
const MIN_ENERGY = 0.2;
const STRONGEST = 0.99;
/** Of a block and its eight neighbours; rows of text are too thin to have so many. */
const MIN_NEIGHBOURS = 7;
const MAX_SOLIDS = 3;
/** On each side: blocks at the edge are not full, and beyond them lies the quiet zone. */
const MARGIN = 2.5;

/**
 * Rectangles around areas that are full of strong edges, largest first, in blocks. A stacked barcode is such an area,
 * in whatever direction a moving hand has smeared its bars.
 */
export function solids({ columns, rows, values }: Energies): Quad[] {
  const sorted = Float32Array.from(values).sort();
  const least = MIN_ENERGY * (sorted[Math.floor(sorted.length * STRONGEST)] ?? 0);
  const full = new Float32Array(values.length);
  for (let row = 1; row < rows - 1; row++) {
    for (let column = 1; column < columns - 1; column++) {
      const at = row * columns + column;
      if (strongAround(values, at, columns, least) >= MIN_NEIGHBOURS) full[at] = 1;
    }
  }
  return regionsOf(full, columns, rows, 0.5)
    .sort((a, b) => b.pixels - a.pixels)
    .slice(0, MAX_SOLIDS)
    .map(({ hull }) => {
      const { length, thickness, ...placed } = leastRectangle(hull);
      return corners({ ...placed, length: length + 2 * MARGIN, thickness: thickness + 2 * MARGIN });
    });
}

/** How many of a block and its eight neighbours have more energy than `least`. */
function strongAround(values: Float32Array, middle: number, columns: number, least: number): number {
  let strong = 0;
  for (const row of [middle - columns, middle, middle + columns]) {
    for (let at = row - 1; at <= row + 1; at++) if (values[at]! > least) strong++;
  }
  return strong;
}
