import { compact } from './phrases.ts';
import { part, type Row } from './rows.ts';
import { ALL_OVER, isPieceOf } from './state-names.ts';

const CAPITALS = /^\p{Lu}+$/u;
const SMALL = /^\p{Ll}+$/u;
const MIXED = /^\p{Lu}?\p{Ll}+$/u;

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
  // Pieces may be cut in the name's spaces: New M.
  const isAllPieces = (row: Row) =>
    (/\p{Ll}/u.test(row.text) && isPiece(row.text)) || tokensOf(row).every(({ text }) => isPiece(text));
  const isAllOver = rows.filter((row) => tokensOf(row).every(({ text }) => isPiece(text))).length >= ALL_OVER;
  return rows.flatMap((row) => {
    if (isTitle(row)) return [row];
    const tokens = tokensOf(row);
    // One whole name alone may be a person's, and so may a piece in capitals: Georgia, or Ian in Indiana.
    const isOwn = !isAllOver && tokens.length === 1 && (isWhole(tokens[0]!.text) || CAPITALS.test(tokens[0]!.text));
    if (isAllPieces(row) && !isOwn) return [];
    // Beside capitals a piece with one capital is none of the holder's: Sian in Louisiana.
    const isBeside = isAllOver && tokens.some(({ text }) => CAPITALS.test(text));
    // Pieces may have spaces: S ian a.
    const isRest = (from: number, to: number) => {
      const run = tokens.slice(from, to).map(({ text }) => text);
      return (
        run.length > 0 &&
        run.some((text) => /\p{Ll}/u.test(text)) &&
        (isBeside ? MIXED : SMALL).test(run.join('')) &&
        isPiece(run.join(''))
      );
    };
    const places = tokens.map((_, at) => at);
    const first = (places.findLast((at) => isRest(0, at + 1)) ?? -1) + 1;
    const last = (places.find((at) => at > first && isRest(at, tokens.length)) ?? tokens.length) - 1;
    if (first <= 0 && last === tokens.length - 1) return [row];
    if (first >= tokens.length) return [];
    return [part(row, { from: tokens[first]!.at, to: tokens[last]!.at + tokens[last]!.text.length })];
  });
}
