import { compact } from './phrases.ts';
import { part, type Row } from './rows.ts';

/** Shorter pieces of a name stand in any word. */
const MIN_LETTERS = 3;
/** Longer pieces may have a letter in five misread. */
const LONG = 5;
/** A name that fills so many rows is printed all over the card. */
const ALL_OVER = 4;

/**
 * Rows without the name of the state that many licences repeat all over the card, pale and cut off anywhere. Rows that
 * hold nothing else go. At the ends of other rows pieces of it go. `isTitle` says which rows stay as they are.
 */
export function withoutOverprint(
  rows: readonly Row[],
  names: readonly string[],
  isTitle: (row: Row) => boolean,
): Row[] {
  const letters = names.map((name) => compact(name).letters);
  const isPiece = (token: string) => letters.some((name) => isPieceOf(compact(token).letters, name));
  const isWhole = (token: string) => letters.includes(compact(token).letters);
  const tokensOf = (row: Row) => [...row.text.matchAll(/\S+/g)].map((match) => ({ text: match[0], at: match.index }));
  const isAllOver = rows.filter((row) => tokensOf(row).every(({ text }) => isPiece(text))).length >= ALL_OVER;
  return rows.flatMap((row) => {
    if (isTitle(row)) return [row];
    const tokens = tokensOf(row);
    // One whole name alone may be a person's: Georgia, Virginia.
    const isOwn = !isAllOver && tokens.length === 1 && isWhole(tokens[0]!.text);
    if (tokens.every(({ text }) => isPiece(text)) && !isOwn) return [];
    const isRest = ({ text }: { text: string }) => /^\p{Ll}+$/u.test(text) && isPiece(text);
    const first = tokens.findIndex((token) => !isRest(token));
    const last = tokens.findLastIndex((token) => !isRest(token));
    if (first <= 0 && last === tokens.length - 1) return [row];
    if (first < 0) return [];
    return [part(row, { from: tokens[first]!.at, to: tokens[last]!.at + tokens[last]!.text.length })];
  });
}

/** Whether letters are a piece of a name that is printed again and again without an end. */
function isPieceOf(letters: string, name: string): boolean {
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
