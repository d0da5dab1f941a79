import { ALPHABET, allowed } from './formats.ts';
import { FIRST_FRAME, FRAMES_A_CHARACTER } from './line-crop.ts';
import { BLANK, CLASSES, type Scores } from './line-network.ts';

/** Where the characters of a row stand, and what each may be. */
export interface Alignment {
  /** Mean over characters of the logarithm of the best allowed one's probability. */
  readonly score: number;
  /** 0 where the row ends on both sides, up to 1 where the print goes on. */
  readonly open: number;
  /** The frame of each character's middle. */
  readonly frames: readonly number[];
  /** For each character of the row the logarithms of the alphabet's probabilities. */
  readonly letters: readonly Float32Array[];
}

/** Steps between characters, in frames, that are tried around the expected six. */
const STEPS = [4, 5, 6, 7, 8];
const PITCHES = [5, 5.3, 5.6, 5.8, 6, 6.2, 6.4, 6.7, 7];
/** Price of a step that is not the pitch, in logarithms for each frame squared. */
const STIFFNESS = 0.35;
/** The first character may stand so many frames from where it is expected. */
const SLACK = 11;
const WORST = -7;

/**
 * Places exactly as many characters as the mask has signs, at a nearly even pitch. Each is allowed where it stands, and
 * blanks lie between and beside them. The method is dynamic programming over the frames.
 */
export function align(scores: Scores, mask: string): Alignment {
  const smooth = smoothed(scores);
  const best = emissions(smooth, scores.frames, mask);
  const gaps = gapsOf(smooth, scores.frames);
  let found: { total: number; frames: number[] } | null = null;
  for (const pitch of PITCHES) {
    const path = placed(best, gaps, scores.frames, mask.length, pitch);
    if (path && (!found || path.total > found.total)) found = path;
  }
  const frames = found?.frames ?? [];
  let sum = 0;
  frames.forEach((frame, index) => {
    sum += best[index]![frame]!;
  });
  const letters = frames.map((frame) => smooth.slice(frame * CLASSES, frame * CLASSES + BLANK));
  if (frames.length === 0) return { score: WORST, open: 1, frames, letters };
  return { score: sum / frames.length, open: outside(smooth, scores.frames, frames), frames, letters };
}

/**
 * How far print goes on at the expected pitch without a gap, from the place `within` on. The result is the first and
 * the last place that hold a character, counted from 0, of `count`.
 */
export function extent(scores: Scores, count: number, within: number): [number, number] {
  const smooth = smoothed(scores);
  const occupied = (place: number) =>
    place >= 0 && place < count && likeliest(smooth, scores.frames, FIRST_FRAME + place * FRAMES_A_CHARACTER) > 0.5;
  let [first, last] = [within, within];
  while (occupied(first - 1)) first--;
  while (occupied(last + 1)) last++;
  return [first, last];
}

/** Means over three frames, in which a character's middle shows; never so low that one frame decides all. */
function smoothed({ frames, data }: Scores): Float32Array {
  const floor = WORST * 2;
  const smooth = new Float32Array(data.length);
  for (let at = 0; at < data.length; at++) {
    const here = data[at]!;
    const before = at < CLASSES ? here : data[at - CLASSES]!;
    const after = at + CLASSES < frames * CLASSES ? data[at + CLASSES]! : here;
    const sum = Math.max(floor, before) + 2 * Math.max(floor, here) + Math.max(floor, after);
    smooth[at] = sum / 4;
  }
  return smooth;
}

/** For each character of the mask the best allowed score at every frame. */
function emissions(smooth: Float32Array, frames: number, mask: string): Float32Array[] {
  const known = new Map<string, Float32Array>();
  return [...mask].map((sign) => {
    const before = known.get(sign);
    if (before) return before;
    const classes = [...allowed(sign)].map((character) => ALPHABET.indexOf(character));
    const best = new Float32Array(frames).fill(WORST);
    for (let frame = 0; frame < frames; frame++) {
      for (const at of classes) best[frame] = Math.max(best[frame]!, smooth[frame * CLASSES + at]!);
    }
    known.set(sign, best);
    return best;
  });
}

function placed(
  best: readonly Float32Array[],
  gaps: Float32Array,
  frames: number,
  count: number,
  pitch: number,
): { total: number; frames: number[] } | null {
  const beside = (frame: number, way: number) =>
    gap(gaps, frame + way * 3) + gap(gaps, frame + way * FRAMES_A_CHARACTER);
  let [before, now] = [new Float32Array(frames).fill(-Infinity), new Float32Array(frames)];
  const [from, to] = windowAt(0, pitch, frames);
  for (let frame = from; frame < to; frame++) before[frame] = best[0]![frame]! + beside(frame, -1);
  // One array for all: small ones for every character would take longer to make than to fill.
  const steps = new Int8Array(frames * (count - 1));
  const prices = STEPS.map((step) => STIFFNESS * (step - pitch) ** 2);
  for (let index = 1; index < count; index++) {
    const own = steps.subarray((index - 1) * frames, index * frames);
    advance(
      { before, now: now.fill(-Infinity), steps: own },
      best[index]!,
      gaps,
      windowAt(index, pitch, frames),
      prices,
    );
    [before, now] = [now, before];
  }
  return traced(before, steps, count, (frame) => beside(frame, 1));
}

/** Totals by frame of the character before and of this one, and the step by which each of these was reached. */
interface Totals {
  readonly before: Float32Array;
  readonly now: Float32Array;
  readonly steps: Int8Array;
}

/** Fills the next character's totals within its window. */
function advance(
  { before, now, steps }: Totals,
  best: Float32Array,
  gaps: Float32Array,
  [from, to]: readonly [number, number],
  prices: readonly number[],
): void {
  for (let frame = from; frame < to; frame++) {
    let most = -Infinity;
    for (let at = 0; at < STEPS.length; at++) {
      const step = STEPS[at]!;
      if (step > frame) break;
      const value = before[frame - step]! + gaps[frame - (step >> 1)]! - prices[at]!;
      if (value > most) {
        most = value;
        steps[frame] = step;
      }
    }
    now[frame] = most + best[frame]!;
  }
}

/** The frames in which a character of an evenly spaced row can stand, at a pitch. */
function windowAt(index: number, pitch: number, frames: number): [number, number] {
  const middle = FIRST_FRAME + index * pitch;
  return [Math.max(0, Math.ceil(middle - SLACK)), Math.min(frames, Math.floor(middle + SLACK) + 1)];
}

/** What a frame without a character is worth there; nothing beyond the crop. */
function gapsOf(smooth: Float32Array, frames: number): Float32Array {
  const gaps = new Float32Array(frames);
  for (let frame = 0; frame < frames; frame++) gaps[frame] = Math.max(WORST, smooth[frame * CLASSES + BLANK]!) * 0.4;
  return gaps;
}

function gap(gaps: Float32Array, frame: number): number {
  return gaps[frame] ?? 0;
}

/** How likely print goes on one character before the row and one after it, their mean: 0 where the row ends cleanly. */
function outside(smooth: Float32Array, frames: number, path: readonly number[]): number {
  const pitch = (path.at(-1)! - path[0]!) / Math.max(1, path.length - 1);
  return (likeliest(smooth, frames, path[0]! - pitch) + likeliest(smooth, frames, path.at(-1)! + pitch)) / 2;
}

/** The probability of the likeliest character around a frame. */
function likeliest(smooth: Float32Array, frames: number, middle: number): number {
  let most = -Infinity;
  for (let frame = Math.round(middle) - 1; frame <= Math.round(middle) + 1; frame++) {
    if (frame < 0 || frame >= frames) continue;
    for (let at = 0; at < BLANK; at++) most = Math.max(most, smooth[frame * CLASSES + at]!);
  }
  return Math.exp(most);
}

function traced(last: Float32Array, steps: Int8Array, count: number, after: (frame: number) => number) {
  let [total, end] = [-Infinity, -1];
  last.forEach((value, frame) => {
    const whole = value + after(frame);
    if (whole > total) [total, end] = [whole, frame];
  });
  if (end < 0) return null;
  const path = [end];
  for (let index = count - 2; index >= 0; index--) {
    end -= steps[index * last.length + end]!;
    path.push(end);
  }
  return { total, frames: path.reverse() };
}
