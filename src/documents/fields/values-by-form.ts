import { editDistance } from '../../edit-distance.ts';
import { numberOfState } from './document-numbers.ts';
import { field, type VisualField } from './field.ts';
import type { Claim } from './label-values.ts';
import { fold } from './phrases.ts';
import { datesIn } from './printed-dates.ts';
import { type Piece, part, type Row } from './rows.ts';
import { isMeasure } from './values.ts';

/*
 * What a value of a North American licence tells by its form alone. Its labels are a third lower than its values, so on
 * small pictures the labels are lost first.
 */

/** Shorter numbers are anything. */
const MIN_NUMBER = 7;
/** Values read less surely than this are no evidence by themselves. */
const LEGIBLE = 0.85;
/** A colour of eyes or hair by its code in ANSI D-20, or the label of what describes the holder. */
const FIGURE = /\b(?:BLK|BLU|BRN|BRO|GRN|GRY|HAZ|BLN)\b|\b(?:HGT|WGT|EYES|HAIR)\b/i;
/** A letter alone, or behind a short word that was hardly read. */
const LETTER = /^(?:\d*\p{L}{1,2}\s)?(?:[^\p{L}]*(?<word>\p{L}{1,6})?[^\p{L}]+)?(?<sex>[MFX])$/u;
/** The code and label run into the letter: `155xM`. */
const GLUED = /^1?[5S]?\W{0,2}[5S]E?[XK]\W{0,2}(?<sex>[MF])$/i;
/** What may be left of SEX or GENDER beside words that differ by a letter or two. */
const SEX_LABEL = /^(?:[SGXEN]|IS|\p{L}?S\p{L}?E|\p{L}?[ES]\p{L}?X|GE?N?D?E?R?|.?E?N?D?ER)$/u;
/** Longer words may have two letters misread. */
const SHORT_WORD = 3;
/** In heights of a row. */
const NEAR = 1.8;
/** What is parted as dates are. No state parts its numbers so. */
const DATE_LIKE = /\d\/\d/;

/** The only number of the state's format that stands on the licence, where no label told it. */
export function numberByForm(
  pieces: readonly Piece[],
  claims: readonly Claim[],
  region: string,
  isAddress: (row: Row) => boolean,
): VisualField | null {
  const found = new Map<string, VisualField>();
  // A code before the label of the number is that of another field.
  const others = claims.filter(({ role, label }) => role !== 'other' || !label.coded);
  const rows = free(pieces, others).filter((piece) => !isAddress(piece) && !isMeasure(piece.text));
  for (const row of rows.flatMap(besideDates)) {
    // A small letter alone is what was left of a label.
    const number = numberOfState(row.text.replace(/(?<!\p{L})\p{Ll}\s/gu, '').toUpperCase(), region);
    const bare = number?.replace(/[^A-Z0-9]/g, '') ?? '';
    if (!number || bare.length < MIN_NUMBER || !/\d{3}/.test(bare) || found.has(bare) || !isLegible(row, number))
      continue;
    found.set(bare, field(number, row, 'layout'));
  }
  const [only] = [...found.values()];
  return only && found.size === 1 ? only : null;
}

/** What stands before, between and behind the dates of a row; nothing where one of them was hardly read. */
function besideDates(row: Row): Row[] {
  const dates = datesIn(row.text);
  const from = [0, ...dates.map(({ to }) => to)];
  const to = [...dates.map((date) => date.from), row.text.length];
  return from.map((start, at) => part(row, { from: start, to: to[at]! })).filter(({ text }) => !DATE_LIKE.test(text));
}

/** Whether a number was read surely, whatever the label before it. */
function isLegible(row: Row, number: string): boolean {
  const from = Math.max(0, row.text.toUpperCase().indexOf(number));
  return part(row, { from, to: from + number.length }).confidence >= LEGIBLE;
}

/** The only letter for a sex among the rows that describe the holder, where no label told it. */
export function sexByForm(pieces: readonly Piece[], claims: readonly Claim[]): VisualField | null {
  const figures = pieces.filter(({ text }) => FIGURE.test(text) || isMeasure(text));
  // Of the code 15 the 1 is lost first, and 5 is that of another field.
  const isRest = ({ label, value }: Claim) => label.coded && (/^[SEXG]/i.test(value.text) || letterIn(value) !== null);
  const others = claims.filter((claim) => claim.role !== 'sex' && !isRest(claim));
  const found = free(pieces, others).flatMap((piece) => {
    const sex = letterIn(piece);
    if (!sex || (piece.characters.at(-1) ?? 0) < LEGIBLE) return [];
    return figures.some((figure) => isNear(piece, figure)) ? [field(sex, piece, 'layout')] : [];
  });
  return new Set(found.map(({ value }) => value)).size === 1 ? found[0]! : null;
}

/** The letter that a row has for the sex, alone or behind what may be left of its label. */
function letterIn({ text }: Row): string | null {
  const row = text.trim().replace(/5(?=ex?\P{L})/iu, 'S');
  const { word = '', sex = null } = LETTER.exec(row)?.groups ?? GLUED.exec(row)?.groups ?? {};
  // A lone X marks anything.
  return (word ? isSexLabel(fold(word)) : sex !== 'X') ? sex : null;
}

/** Whether a word is SEX or GENDER. Classes, endorsements and background have single letters behind them too. */
function isSexLabel(word: string): boolean {
  if (SEX_LABEL.test(word)) return true;
  return word.length > SHORT_WORD ? editDistance(word, 'GENDER') <= 2 : editDistance(word, 'SEX') <= 1;
}

/** What no label has taken. */
function free(pieces: readonly Piece[], claims: readonly Claim[]): Piece[] {
  return pieces.filter(
    (piece) =>
      piece.role === null && !claims.some(({ value }) => value.quad === piece.quad && value.left === piece.left),
  );
}

/** In the same row, or in the next one above or below in the same column. */
function isNear(one: Row, other: Row): boolean {
  const height = Math.max(one.bottom - one.top, other.bottom - other.top);
  const down = Math.abs(one.top + one.bottom - other.top - other.bottom) / 2;
  return down < height * 0.5 || (down < height * NEAR && Math.abs(one.left - other.left) < height * 3);
}
