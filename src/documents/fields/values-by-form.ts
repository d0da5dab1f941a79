import { numberOfState } from './document-numbers.ts';
import { field, type VisualField } from './field.ts';
import type { Claim } from './label-values.ts';
import { datesIn } from './printed-dates.ts';
import { type Piece, part, type Row } from './rows.ts';
import { isMeasure } from './values.ts';

/** Shorter numbers are anything. */
const MIN_NUMBER = 7;
/** Values read less surely than this are no evidence by themselves. */
const LEGIBLE = 0.85;
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

/** What no label has taken. */
function free(pieces: readonly Piece[], claims: readonly Claim[]): Piece[] {
  return pieces.filter(
    (piece) =>
      piece.role === null && !claims.some(({ value }) => value.quad === piece.quad && value.left === piece.left),
  );
}
