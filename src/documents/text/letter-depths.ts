import type { PrintedCharacter } from './diacritics.ts';
import type { Ink } from './word-gaps.ts';

/** Letters and digits whose feet stand flat on the line. */
const FLAT = /[ABDEFHIKLMNPRTUVWXYZ1247hikmnrx]/;
/** A stroke is where there is this part of the ink that letters have. */
const STROKE = 0.5;
/** Half of the widest letter, in parts of the crop's height. */
const HALF = 0.38;
/** Letters beside one whose feet tell where the line is. */
const NEIGHBOURS = 5;
/** Under the line: what blurs there still belongs to the feet, and what hangs lower than a tail belongs to none. */
const BLUR = 2;
const TAIL = 0.25;

/** A letter's columns, and its first and last row with a stroke. */
interface Place {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * How far characters hang under the line on which those beside them stand. It is the share of ink in the darkest column
 * there, about 0 to 1, for those of which `isAsked` is true. It is null for others, and where nothing tells the line.
 */
export function depthsUnder(
  print: Ink,
  read: readonly PrintedCharacter[],
  isAsked: (one: PrintedCharacter) => boolean,
): (number | null)[] {
  if (!read.some(isAsked)) return read.map(() => null);
  const flat = read.filter(({ letter }) => FLAT.test(letter)).map(({ x }) => ({ x, ...placeOf(print, x) }));
  return read.map((one) => {
    if (!isAsked(one)) return null;
    const near = flat.toSorted((a, b) => Math.abs(a.x - one.x) - Math.abs(b.x - one.x)).slice(0, NEIGHBOURS);
    if (near.length < 2) return null;
    const [line, top] = [median(near.map(({ bottom }) => bottom)), median(near.map((place) => place.top))];
    return darkestUnder(print, placeOf(print, one.x), line + BLUR, Math.max(1, Math.round((line - top) * TAIL)));
  });
}

/** Where the letter stands that has its middle in a column. */
function placeOf({ width, height, ink, columns, usual, limit }: Ink, x: number): Place {
  const reach = Math.round(height * HALF);
  let [left, right] = [Math.round(x), Math.round(x)];
  while (left > 0 && x - left < reach && columns[left - 1]! >= limit) left--;
  while (right < width - 1 && right - x < reach && columns[right + 1]! >= limit) right++;
  const hasStroke = (y: number) => {
    for (let at = left; at <= right; at++) if (ink[y * width + at]! >= usual * STROKE) return true;
    return false;
  };
  let [top, bottom] = [0, height - 1];
  while (top < bottom && !hasStroke(top)) top++;
  while (bottom > top && !hasStroke(bottom)) bottom--;
  return { left, right, top, bottom };
}

/** The mean ink of the darkest of a letter's columns over some rows, in parts of what strokes have. */
function darkestUnder({ width, height, ink, usual }: Ink, { left, right }: Place, from: number, rows: number): number {
  let most = 0;
  for (let x = left; x <= right; x++) {
    let sum = 0;
    for (let y = from; y < Math.min(height, from + rows); y++) sum += ink[y * width + x]!;
    most = Math.max(most, sum);
  }
  return most / (rows * Math.max(1, usual));
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}
