import type { Gray, Rect } from './gray.ts';

export type SideName = 'top' | 'right' | 'bottom' | 'left';

/** An edge of the document, as a line near a side of the outline. */
export interface Edge {
  /** Where it crosses the middle of the side, in pixels of the picture: y of top and bottom, x of left and right. */
  readonly at: number;
  /** Pixels that it moves by for each pixel along the side. */
  readonly slope: number;
  /** 0 to 1: the share of the side where the picture has an edge there. */
  readonly support: number;
}

/** Places along a side that are looked at. */
const PLACES = 28;
/** Of the outline's width or height: how far inside and outside of a side its edge is looked for. */
const INSIDE = 0.36;
const OUTSIDE = 0.14;
/** Slopes that are tried, up to 17 degrees either way. */
const SLOPES = Array.from({ length: 25 }, (_, index) => (index - 12) * 0.025);
/** Levels that two places three pixels apart differ by where a document ends. */
const STEP = 9;
/** An edge is an edge where this share of the side has it; one further inside belongs to a smaller document. */
const ENOUGH = 0.68;
const ENOUGH_INSIDE = 0.45;

/** The four edges of a document that lies about in the outline; a side that shows none is left out. */
export function edgesNear(gray: Gray, outline: Rect): Partial<Record<SideName, Edge>> {
  const found: Partial<Record<SideName, Edge>> = {};
  for (const side of ['top', 'right', 'bottom', 'left'] as const) {
    const edge = bestLine(bandOf(gray, outline, side));
    const inset = edge ? insetOf(outline, side, edge.at) : 0;
    if (edge && edge.support >= Math.max(ENOUGH_INSIDE, ENOUGH - Math.max(0, inset))) found[side] = edge;
  }
  return found;
}

/** How far inside of a side of the outline a line lies, as a share of the outline; negative outside of it. */
export function insetOf({ x, y, width, height }: Rect, side: SideName, at: number): number {
  if (side === 'top') return (at - y) / height;
  if (side === 'bottom') return (y + height - at) / height;
  return side === 'left' ? (at - x) / width : (x + width - at) / width;
}

/** The steps of brightness near one side: a row for each place along it, a column for each distance across. */
interface Band {
  readonly steps: Uint8Array;
  readonly places: readonly number[];
  readonly middle: number;
  readonly from: number;
  readonly depth: number;
  /** The side lies at the end of the band where it is outside of the outline. */
  readonly outsideFirst: boolean;
}

function bandOf(gray: Gray, { x, y, width, height }: Rect, side: SideName): Band {
  const lying = side === 'top' || side === 'bottom';
  const [start, length, line, across, end] = lying
    ? [x, width, side === 'top' ? y : y + height, height, gray.height]
    : [y, height, side === 'left' ? x : x + width, width, gray.width];
  const outsideFirst = side === 'top' || side === 'left';
  const [before, behind] = outsideFirst ? [OUTSIDE, INSIDE] : [INSIDE, OUTSIDE];
  const from = Math.max(2, Math.round(line - across * before));
  const to = Math.min(end - 3, Math.round(line + across * behind));
  const depth = Math.max(0, to - from + 1);
  const places = Array.from({ length: PLACES }, (_, at) =>
    Math.round(start + length * (0.1 + (0.8 * at) / (PLACES - 1))),
  );
  const steps = new Uint8Array(PLACES * depth);
  for (const [row, place] of places.entries())
    fill(gray, lying, place, from, steps.subarray(row * depth, (row + 1) * depth));
  return { steps, places, middle: start + length / 2, from, depth, outsideFirst };
}

/** The step at each distance, of three neighbours along the side together: a line runs on, noise does not. */
function fill({ width, height, data }: Gray, lying: boolean, place: number, from: number, steps: Uint8Array): void {
  const [across, along, most] = lying ? [width, 1, width - 2] : [1, width, height - 2];
  const centre = Math.min(most, Math.max(1, place)) * along;
  for (let at = 0; at < steps.length; at += 1) {
    const here = centre + (from + at) * across;
    let sum = 0;
    for (let beside = -along; beside <= along; beside += along) {
      sum += data[here + beside + across]! + data[here + beside + 2 * across]!;
      sum -= data[here + beside - across]! + data[here + beside - 2 * across]!;
    }
    steps[at] = Math.min(255, Math.abs(sum) / 6);
  }
}

/** The line that most places have a step at. Of lines as good as each other the outer one is the document's end. */
function bestLine(band: Band): Edge | undefined {
  let best: (Edge & { readonly score: number }) | undefined;
  for (const slope of SLOPES) {
    for (let offset = 0; offset < band.depth; offset += 1) {
      const { support, strength } = supportOf(band, offset, slope);
      const outer = (band.outsideFirst ? band.depth - offset : offset) / band.depth;
      const score = support + Math.min(strength, 60) / 300 + outer / 10 - Math.abs(slope) / 4;
      if (!best || score > best.score) best = { at: band.from + offset, slope, support, score };
    }
  }
  return best;
}

function supportOf({ steps, places, middle, depth }: Band, offset: number, slope: number) {
  let hits = 0;
  let sum = 0;
  for (let row = 0; row < places.length; row += 1) {
    const at = Math.round(offset + slope * (places[row]! - middle));
    if (at < 1 || at > depth - 2) continue;
    const here = row * depth + at;
    const step = Math.max(steps[here - 1]!, steps[here]!, steps[here + 1]!);
    if (step < STEP) continue;
    hits += 1;
    sum += step;
  }
  return { support: hits / places.length, strength: hits ? sum / hits : 0 };
}
