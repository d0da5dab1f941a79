import { type Edge, edgesNear, insetOf, type SideName } from './edges.ts';
import { difference, type Gray, histogram, quantile, type Rect, within } from './gray.ts';
import { sharpness } from './sharpness.ts';

/** What keeps a picture of a document from being good; the words for it are `hint.<problem>`. */
export type DocumentProblem = 'dark' | 'none' | 'small' | 'large' | 'tilt' | 'glare' | 'blur';

/** One look at what the camera sees. */
export interface DocumentLook {
  /** A small copy, some 256 pixels wide. */
  readonly small: Gray;
  /** Where the outline lies in it. */
  readonly outline: Rect;
  /** The inside of the outline at a finer scale, for its sharpness. */
  readonly detail: Gray;
  /** The small copy of the look before. */
  readonly before: Gray | undefined;
}

export interface DocumentVerdict {
  readonly problem: DocumentProblem | undefined;
  /** Sides of the outline that an edge was found at. */
  readonly sides: readonly SideName[];
}

/** Of 255: a brighter half than this can be read. */
const DARK_MEDIAN = 42;
/** Of the outline. */
const SMALLEST = 0.74;
const LARGEST = 1.13;
/** Cards are a sixteenth wider than the outline, pages of passports as much higher. What differs more is cut off. */
const OTHER_SHAPE = 1.28;
/** Tangent of 8 degrees: beyond it a document's picture is smaller than need be. */
const TILTED = 0.14;
const BURNT = 251;
/** Side of a tile in pixels, and what share of it is burnt where light is reflected. */
const TILE = 6;
const BURNT_SHARE = 0.9;
const GLARE_TILES = 3;
/** See `sharpness`. */
const SHARP = 0.47;
/** Mean levels between two looks: a hand at rest stays below. */
const MOVING = 9;
const FEWEST_SIDES = 3;

/** What to tell the person, the most helpful thing first. */
export function judgeDocument(look: DocumentLook): DocumentVerdict {
  const { small, outline, detail, before } = look;
  if (quantile(histogram(small, outline), 0.5) < DARK_MEDIAN) return { problem: 'dark', sides: [] };
  const edges = edgesNear(small, outline);
  const sides = Object.keys(edges) as SideName[];
  const verdict = (problem?: DocumentProblem) => ({ problem, sides });
  if (sides.length < FEWEST_SIDES) return verdict('none');
  const { wide, high } = sizeOf(edges, outline);
  if (Math.max(wide / high, high / wide) > OTHER_SHAPE) return verdict('none');
  if (Math.min(wide, high) < SMALLEST) return verdict('small');
  if (Math.max(wide, high) > LARGEST) return verdict('large');
  if (Math.abs(slopeOf(edges)) > TILTED) return verdict('tilt');
  if (hasGlare(small, outline)) return verdict('glare');
  if (before && difference(small, before) > MOVING) return verdict('blur');
  const sharp = sharpness(detail, { x: 0, y: 0, width: detail.width, height: detail.height });
  return verdict(sharp === undefined || sharp < SHARP ? 'blur' : undefined);
}

/** Width and height between the edges, as shares of the outline's. A side that was not found mirrors the other one. */
function sizeOf(
  edges: Partial<Record<SideName, Edge>>,
  outline: Rect,
): { readonly wide: number; readonly high: number } {
  const between = (one: SideName, other: SideName) => {
    const insets = [one, other].flatMap((side) => (edges[side] ? [insetOf(outline, side, edges[side].at)] : []));
    return 1 - (insets.length === 1 ? 2 * insets[0]! : insets[0]! + insets[1]!);
  };
  return { wide: between('left', 'right'), high: between('top', 'bottom') };
}

/** The mean turn of the document, positive clockwise. Upright edges lean the other way. */
function slopeOf({ top, right, bottom, left }: Partial<Record<SideName, Edge>>): number {
  const slopes = [top?.slope, bottom?.slope, negated(left?.slope), negated(right?.slope)];
  const known = slopes.filter((slope) => slope !== undefined);
  return known.reduce((sum, slope) => sum + slope, 0) / known.length;
}

const negated = (slope: number | undefined) => (slope === undefined ? undefined : -slope);

/** Whether neighbouring tiles are burnt out: blank paper is bright as well, but not to the last level. */
function hasGlare(small: Gray, outline: Rect): boolean {
  const { x, y, width, height } = within(small, outline);
  let burnt = 0;
  for (let row = y; row + TILE <= y + height; row += TILE) {
    for (let column = x; column + TILE <= x + width; column += TILE) {
      if (burntShare(small, column, row) >= BURNT_SHARE) burnt += 1;
    }
  }
  return burnt >= GLARE_TILES;
}

function burntShare({ width, data }: Gray, x: number, y: number): number {
  let count = 0;
  for (let row = y; row < y + TILE; row += 1) {
    for (let at = row * width + x; at < row * width + x + TILE; at += 1) if (data[at]! >= BURNT) count += 1;
  }
  return count / (TILE * TILE);
}
