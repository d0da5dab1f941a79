import { REGIONS } from '../countries/regions.ts';
import { compact } from './phrases.ts';

/** Shorter pieces of a name stand in any word. */
const MIN_LETTERS = 3;
/** Longer pieces may have a letter in five misread. */
const LONG = 5;
/** A name that fills so many rows is printed all over the card. */
export const ALL_OVER = 4;

const STATES: readonly string[] = REGIONS.flatMap(({ names }) => names.map((name) => compact(name).letters));

/**
 * Which texts are pieces of the name of a state that is printed all over the card; none where no name is. Such print
 * lies at any angle.
 */
export function piecesAllOver(texts: readonly string[]): (text: string) => boolean {
  const all = texts.map((text) => compact(text).letters);
  const isRepeated = (name: string) =>
    all.some((letters) => letters.includes(name)) &&
    all.filter((letters) => isPieceOf(letters, name)).length >= ALL_OVER;
  const repeated = STATES.filter(isRepeated);
  return (text) => repeated.some((name) => isPieceOf(compact(text).letters, name));
}

/** Whether letters are a piece of a name that is printed again and again without an end. */
export function isPieceOf(letters: string, name: string): boolean {
  if (letters.length < MIN_LETTERS) return false;
  const ring = name.repeat(2 + Math.ceil(letters.length / name.length));
  if (ring.includes(letters)) return true;
  const allowed = letters.length < LONG ? 0 : Math.floor(letters.length / LONG);
  return (
    allowed > 0 &&
    Array.from({ length: name.length }, (_, at) => at).some((at) => misread(letters, ring, at) <= allowed)
  );
}

function misread(letters: string, ring: string, from: number): number {
  let count = 0;
  for (let at = 0; at < letters.length; at++) if (letters[at] !== ring[from + at]) count++;
  return count;
}
