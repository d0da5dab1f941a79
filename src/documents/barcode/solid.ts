import type { Point, Quad } from '../../imaging/pixels.ts';

/** A grid of equal square blocks, row by row, with the mean squared gradient of each. */
export interface Energies {
  readonly columns: number;
  readonly rows: number;
  readonly values: Float32Array;
}

/** A block of bars has at least this part of the energy of the strongest blocks, blurred or not. */
const LEAST_ENERGY = 0.2;
const STRONGEST = 0.99;
/** Of a block and its eight neighbours; rows of text are too thin to have so many. */
const LEAST_NEIGHBOURS = 7;
const LEAST_BLOCKS = 8;
const MOST_SOLIDS = 3;
/** From the middle of the outermost full block: blocks at the edge are not full, and beyond them lies the quiet zone. */
const MARGIN = 3;

/**
 * Rectangles around what is full of strong edges over its whole area, largest first, in blocks: a stacked barcode is one
 * in whatever direction a moving hand has smeared its bars.
 */
export function solids({ columns, rows, values }: Energies): Quad[] {
  const sorted = Float32Array.from(values).sort();
  const least = LEAST_ENERGY * (sorted[Math.floor(sorted.length * STRONGEST)] ?? 0);
  const full = new Uint8Array(values.length);
  for (let row = 1; row < rows - 1; row++) {
    for (let column = 1; column < columns - 1; column++) {
      let strong = 0;
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) if (values[(row + dy) * columns + column + dx]! > least) strong++;
      }
      if (strong >= LEAST_NEIGHBOURS) full[row * columns + column] = 1;
    }
  }
  return components(full, columns)
    .filter((blocks) => blocks.length >= LEAST_BLOCKS)
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_SOLIDS)
    .map((blocks) => smallestRectangle(blocks.map((at) => ({ x: at % columns, y: Math.floor(at / columns) }))));
}

function components(full: Uint8Array, columns: number): number[][] {
  const left = Uint8Array.from(full);
  const found: number[][] = [];
  for (let start = 0; start < left.length; start++) {
    if (!left[start]) continue;
    left[start] = 0;
    const blocks = [start];
    for (let next = 0; next < blocks.length; next++) {
      // The outermost blocks are never full, so that no neighbour lies beyond the grid.
      for (const step of [-columns - 1, -columns, 1 - columns, -1, 1, columns - 1, columns, columns + 1]) {
        const other = blocks[next]! + step;
        if (!left[other]) continue;
        left[other] = 0;
        blocks.push(other);
      }
    }
    found.push(blocks);
  }
  return found;
}

/** The rectangle of least area around blocks at any angle, its longer side first. */
function smallestRectangle(blocks: readonly Point[]): Quad {
  let best = { area: Infinity, quad: undefined as Quad | undefined };
  for (let degrees = 0; degrees < 90; degrees++) {
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    const us = blocks.map(({ x, y }) => (x + 0.5) * cos + (y + 0.5) * sin);
    const vs = blocks.map(({ x, y }) => (y + 0.5) * cos - (x + 0.5) * sin);
    const [left, right] = [Math.min(...us) - MARGIN, Math.max(...us) + MARGIN];
    const [top, bottom] = [Math.min(...vs) - MARGIN, Math.max(...vs) + MARGIN];
    const area = (right - left) * (bottom - top);
    if (area >= best.area) continue;
    const corner = (u: number, v: number) => ({ x: u * cos - v * sin, y: u * sin + v * cos });
    const quad: Quad = [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)];
    const wide = right - left >= bottom - top;
    best = { area, quad: wide ? quad : [quad[1], quad[2], quad[3], quad[0]] };
  }
  return best.quad!;
}
