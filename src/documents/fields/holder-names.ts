import { UNDOUBTED } from '../fusion/document-source.ts';
import { rowAbove } from './addresses.ts';
import { field, type VisualField } from './field.ts';
import { isGivenName } from './known-names.ts';
import type { Claim } from './label-values.ts';
import type { Piece, Row } from './rows.ts';
import { hasOpenStroke } from './strokes.ts';
import { nameIn } from './values.ts';

/** A name in its parts where the document tells them apart, otherwise whole, in the order of print. */
export interface Names {
  readonly surname: VisualField | null;
  readonly givenNames: VisualField | null;
  readonly fullName: VisualField | null;
}

const NONE: Names = { surname: null, givenNames: null, fullName: null };

interface NamePart {
  readonly text: string;
  readonly row: Row;
  readonly from: 'label' | 'layout';
  /** The code of a numbered field told it. */
  readonly coded?: boolean;
  /** A code told it, or a label that was hardly read. */
  readonly weak?: boolean;
}

/** Names stand at most this far above the address, in heights of a row. */
const ABOVE_ADDRESS = 3.2;
/** Between rows that are further apart, in heights of a row, there is room for one more. */
const ROOM_FOR_ROW = 1.7;
/** Above an address, rows that were read less surely are pieces of the background, unless they begin where it does. */
const LEGIBLE = 0.82;
const LEGIBLE_ALIGNED = 0.78;
const ALIGNED = 0.35;
/** Fewer letters without a second part of a name are the rest of something else. */
const LETTERS = /(?:\p{L}.*){3}/u;
/** Two letters of which one has a mark are the rest of something else too: short names of North America are plain. */
const REST = /^(?=.*[^A-Z])\p{Lu}{2}$/u;
/** Letters as a name has them, which may be two in capitals: WU. */
const NAME = /(?:\p{L}.*){3}|^[A-Z]{2}$/u;
const MAX_ROWS = 3;
const LABEL_REST = /^[LFN]\s(?=\p{L}{2})/iu;
/** A letter that was taken for a digit, such as an initial I for 1. */
const LAST_DIGIT = /\p{L}\d$/u;
const SUFFIX = /^(?:JR|SR|I{2,3}|IV|V|[2-5](?:ND|RD|TH))\.?$/i;

/**
 * The names of the holder, by their labels. On North American documents the place above the `address` tells them too.
 * `isNoName` says which rows hold a title or an address. `surnames`: how many rows of them stand over the given names
 * where one label announces all.
 */
export function readNames(
  claims: readonly Claim[],
  pieces: readonly Piece[],
  address: Row | null,
  isNoName: (row: Row) => boolean,
  surnames = 1,
): Names {
  const free = pieces.filter(
    (piece) =>
      piece.role === null &&
      piece.confidence >= LEGIBLE_ALIGNED &&
      !claims.some(({ value }) => value.quad === piece.quad),
  );
  const placed = address ? above(address, pieces, isNoName) : [];
  const { surname, given, whole } = inOneRow(inPlace(withoutLabels(labelledParts(claims, surnames)), placed), placed);
  if (surname && given) {
    return named(continued(surname, given, free, isNoName), continued(given, surname, free, isNoName), null);
  }
  if (surname) return named(surname, under(surname, placed, free, isNoName), whole);
  if (given) return namedFromGiven(given, whole, pieces, placed, free, isNoName);
  if (!whole && placed.length >= 2) return named(placed[0]!, joined(placed.slice(1)), null);
  const only = whole ?? (address && placed[0] && !isHalf(placed[0], address) ? placed[0] : null);
  return only ? namedInOne(only, free, isNoName, surnames) : NONE;
}

/**
 * The surname stands over the given names. Where nothing does but a name follows, the code between both rows was taken
 * for that of the upper one.
 */
function namedFromGiven(
  given: NamePart,
  whole: NamePart | null,
  pieces: readonly Piece[],
  placed: readonly NamePart[],
  free: readonly Piece[],
  isNoName: (row: Row) => boolean,
): Names {
  if (isHalfRead(given, whole, pieces)) return NONE;
  const surname = over(given, placed, free, isNoName);
  const next = surname || whole || !given.coded ? null : under(given, placed, free, isNoName);
  if (!next && !surname && !whole && isGivenAlone(given)) return NONE;
  return next ? named(given, next, null) : named(surname, given, whole);
}

/** Whether a row right over given names, which no other row completes, may be their surname, but was hardly read. */
function isHalfRead({ row }: NamePart, whole: NamePart | null, pieces: readonly Piece[]): boolean {
  const isUnread = ({ role, confidence, text }: Piece) =>
    role === null && confidence < LEGIBLE_ALIGNED && NAME.test(text);
  const up = (piece: Piece) => (row.top + row.bottom - piece.top - piece.bottom) / 2 / (row.bottom - row.top);
  const isOver = (piece: Piece) => isAligned(piece, row) && up(piece) > 0.4 && up(piece) < ROOM_FOR_ROW;
  return whole === null && pieces.some((piece) => isUnread(piece) && isOver(piece));
}

/** Whether the code 2 stands before one given name and initials. Before a surname it is what was left of 1,2. */
function isGivenAlone({ text, coded }: NamePart): boolean {
  const [first = '', ...rest] = text.split(/[^\p{L}]+/u);
  return Boolean(coded) && isGivenName(first) && rest.every((word) => word.length <= 1);
}

/**
 * Whether the only row over an address is half of a name. There is room for another row between them, and no comma or
 * listed given name says that it is all.
 */
function isHalf({ text, row }: NamePart, address: Row): boolean {
  const apart = (address.top + address.bottom - row.top - row.bottom) / 2 / (address.bottom - address.top);
  if (text.includes(',')) return false;
  // One word beside initials is the given name: nothing found the row above it.
  return text.split(' ').filter((word) => word.length > 1).length < 2 || (apart > ROOM_FOR_ROW && !isWholeName(text));
}

/** Whether one end of a name is a listed given name, and the other none. Initials and ST. say nothing. */
function isWholeName(text: string): boolean {
  const words = text.split(' ').filter((word) => word.length > 1 && !/^ST\.?$/i.test(word));
  return words.length > 1 && [words[0]!, words.at(-1)!].filter(isGivenName).length === 1;
}

interface Parts {
  readonly surname: NamePart | null;
  readonly given: NamePart | null;
  readonly whole: NamePart | null;
}

/**
 * The names that have a label. A general label beside the label of one part announces the other part. Where surnames
 * stand in rows of their own, what may announce given names alone announces all: NOMBRE.
 */
function labelledParts(claims: readonly Claim[], surnames: number): Parts {
  const [surname, given, whole] = [labelled(claims, 'surname'), labelled(claims, 'given'), labelled(claims, 'name')];
  if (surnames > 1 && given && !surname && !whole) return { surname, given: null, whole: given };
  if (!whole || whole.text.includes(',') || Boolean(surname) === Boolean(given)) return { surname, given, whole };
  return { surname: surname ?? whole, given: given ?? whole, whole: null };
}

/**
 * Without a part that stands elsewhere than two rows in the place of names do. Only a code told it, or a label that was
 * hardly read. Codes lose digits: 16 of the height becomes 1. Both parts together stand anywhere.
 */
function inPlace(parts: Parts, placed: readonly NamePart[]): Parts {
  const { surname, given, whole } = parts;
  const isStray = (part: NamePart | null) =>
    part !== null && Boolean(part.weak) && !placed.some(({ row }) => row.quad === part.row.quad);
  const strays = [surname, given].filter(isStray).length;
  if (placed.length < 2 || strays !== 1) return parts;
  return { surname: isStray(surname) ? null : surname, given: isStray(given) ? null : given, whole };
}

/**
 * The whole name where a code told one part alone, and no other row has the other part. Of the code 1,2 half is lost,
 * and then mostly the comma of the name. Its row begins or ends with a given name that is listed.
 */
function inOneRow(parts: Parts, placed: readonly NamePart[]): Parts {
  const { surname, given, whole } = parts;
  const only = surname && given ? null : (surname ?? given);
  if (whole || !only?.coded || placed.length !== 1 || placed[0]!.row.quad !== only.row.quad) return parts;
  return isWholeName(only.text) ? { surname: null, given: null, whole: only } : parts;
}

/** Between the code and the surname a letter of LN is what was left of that label. Then FN left one too. */
function withoutLabels(parts: Parts): Parts {
  const { surname, given } = parts;
  if (!surname?.coded || !LABEL_REST.test(surname.row.text)) return parts;
  const bare = (name: NamePart): NamePart => ({ ...name, text: name.text.replace(LABEL_REST, '') });
  return { ...parts, surname: bare(surname), given: given && bare(given) };
}

function labelled(claims: readonly Claim[], role: Claim['role']): NamePart | null {
  const claim = claims.find((one) => one.role === role);
  const text = claim ? nameIn(claim.value.text) : null;
  if (!claim || !text) return null;
  const { coded, confidence } = claim.label;
  return { text, row: claim.value, from: 'label', coded, weak: coded || confidence < LEGIBLE_ALIGNED };
}

/**
 * A name whose parts no label tells apart. Where it fills two rows, the primary identifier stands first (ICAO Doc 9303
 * part 3 §3). Of more rows, as many as there are `surnames` are the primary identifier.
 */
function namedInOne(name: NamePart, free: readonly Piece[], isNoName: (row: Row) => boolean, surnames: number): Names {
  const rows = surnames > 1 ? stacked(name, free, isNoName) : [];
  if (rows.length > surnames) return named(joined(rows.slice(0, surnames)), joined(rows.slice(surnames)), null);
  const both = name.text.includes(',') ? name : continued(name, name, free, isNoName);
  if (both === name) return named(null, null, name);
  return named(name, { ...name, text: both.text.slice(name.text.length + 1) }, null);
}

function named(surname: NamePart | null, given: NamePart | null, whole: NamePart | null): Names {
  const both = surname && given ? null : (whole ?? surname ?? given);
  const [last, rest] = both && (!whole || both === whole) ? parted(both.text) : [];
  if (both && last && rest) return { surname: put(last, both), givenNames: put(rest, both), fullName: null };
  return {
    surname: surname && put(surname.text, surname),
    givenNames: given && put(given.text, given),
    fullName: whole && !surname && !given && LETTERS.test(whole.text) ? put(whole.text, whole) : null,
  };
}

/** SAMPLE, JOHN Q. */
function parted(text: string): string[] {
  // A single stroke was the code 1,2.
  const [last, rest, more] = text.replace(/^[LIlT|]\s(?=\p{L}{2})/u, '').split(/\s*,\s*/);
  if (!last || !rest || SUFFIX.test(rest)) return more ? [`${last} ${rest}`, more] : [];
  return [last, [rest, more].filter(Boolean).join(' ')];
}

function put(text: string, { row, from }: NamePart): VisualField {
  const value = text
    .replace(/\s*,\s*/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return {
    ...field(value, row, from),
    isDoubtful: row.doubts.length > 0 || LAST_DIGIT.test(row.text) || hasOpenStroke(row.text),
  };
}

/** Names right above an address, from top to bottom. There are at most three rows, and none is a label. */
function above(anchor: Row, pieces: readonly Piece[], isNoName: (row: Row) => boolean): NamePart[] {
  const found: NamePart[] = [];
  const standing = pieces.filter((piece) => mayStand(piece, anchor));
  let row = anchor;
  while (found.length < MAX_ROWS) {
    const reach = found.length === 0 ? ABOVE_ADDRESS : undefined;
    if (found.length < 2 && hidesName(rowAbove(row, pieces, reach), anchor)) return [];
    const next = rowAbove(row, standing, reach);
    const text = next && nameIn(next.text);
    if (!next || !text || isNoName(next) || next.role !== null) break;
    // A line far larger or smaller belongs to something else.
    const ratio = (next.bottom - next.top) / (row.bottom - row.top);
    if (ratio > 1.9 || ratio < 0.55) break;
    found.unshift({ text, row: next, from: 'layout' });
    row = next;
  }
  return found.length === MAX_ROWS ? twoOf(found) : found;
}

/** Of three rows the two that are a name: without the rest of something, or the upper one. A suffix is the third. */
function twoOf(rows: readonly NamePart[]): NamePart[] {
  const rest = rows.findIndex(({ text }) => REST.test(text));
  if (rest >= 0) return rows.toSpliced(rest, 1);
  return SUFFIX.test(rows[2]!.text) ? [...rows] : rows.slice(1);
}

/** Whether a piece may be a name over the anchor, or what ends the names there. */
function mayStand(piece: Piece, anchor: Row): boolean {
  if (piece.role !== null && piece.coded) return false;
  return isLegible(piece, anchor) && !isRest(piece, anchor);
}

/** Whether two letters are the rest of something. A name begins where the address does and was read surely: ÑG. */
function isRest(piece: Piece, anchor: Row): boolean {
  return REST.test(piece.text) && !(isAligned(piece, anchor) && piece.confidence >= UNDOUBTED);
}

/** Whether a row in line with the address is a name that was hardly read: what stands above it is half of the name. */
function hidesName(row: Piece | null, anchor: Row): boolean {
  return row !== null && row.role === null && !isLegible(row, anchor) && isAligned(row, anchor) && NAME.test(row.text);
}

/** Whether two rows begin alike, or their boxes do, in which codes of fields stand before both. */
function isAligned(row: Row, anchor: Row): boolean {
  const apart = Math.min(Math.abs(row.left - anchor.left), Math.abs(row.quad[0].x - anchor.quad[0].x));
  return apart < ALIGNED * (anchor.bottom - anchor.top);
}

function isLegible(piece: Piece, anchor: Row): boolean {
  return piece.confidence >= (isAligned(piece, anchor) ? LEGIBLE_ALIGNED : LEGIBLE);
}

function joined(rows: readonly NamePart[]): NamePart {
  const [first] = rows as [NamePart];
  const doubts = rows.flatMap(({ row }) => row.doubts);
  return { ...first, text: rows.map(({ text }) => text).join(' '), row: { ...first.row, doubts } };
}

/** The given names under a surname: their code or label was not read. */
function under(
  surname: NamePart,
  placed: readonly NamePart[],
  free: readonly Piece[],
  isNoName: (row: Row) => boolean,
): NamePart | null {
  if (surname.text.includes(',')) return null;
  const at = placed.findIndex(({ row }) => row.quad === surname.row.quad);
  if (at >= 0 && at + 1 < placed.length) return joined(placed.slice(at + 1));
  const below = free.find((piece) => follows(surname.row, piece));
  const text = below && !isNoName(below) ? nameIn(below.text) : null;
  if (below && text) return { text, row: below, from: 'layout' };
  return placed.length === 1 && placed[0]!.row.quad !== surname.row.quad ? placed[0]! : null;
}

/** The surname over given names. */
function over(
  given: NamePart,
  placed: readonly NamePart[],
  free: readonly Piece[],
  isNoName: (row: Row) => boolean,
): NamePart | null {
  const others = placed.filter(({ row }) => row.quad !== given.row.quad && row.top < given.row.top);
  if (others.length > 0) return others.at(-1)!;
  const above = free.find((piece) => follows(piece, given.row));
  const text = above && !isNoName(above) ? nameIn(above.text) : null;
  return above && text ? { text, row: above, from: 'layout' } : null;
}

/** Whether a row goes on right under another, in the same size. */
function follows(row: Row, next: Row): boolean {
  const height = row.bottom - row.top;
  const down = (next.top + next.bottom - row.top - row.bottom) / 2;
  const ratio = (next.bottom - next.top) / height;
  return (
    down > height * 0.4 && down < height * 1.45 && ratio > 0.7 && ratio < 1.4 && Math.abs(next.left - row.left) < height
  );
}

/** A name and the rows right under it, one after another. */
function stacked(name: NamePart, free: readonly Piece[], isNoName: (row: Row) => boolean): NamePart[] {
  const next = free.find((piece) => follows(name.row, piece));
  const text = next && !isNoName(next) ? nameIn(next.text) : null;
  return next && text ? [name, ...stacked({ ...name, text, row: next }, free, isNoName)] : [name];
}

/** A name that fills two lines. */
function continued(name: NamePart, other: NamePart, free: readonly Piece[], isNoName: (row: Row) => boolean): NamePart {
  const next = free.find((piece) => follows(name.row, piece) && piece.quad !== other.row.quad);
  const text = next && !isNoName(next) ? nameIn(next.text) : null;
  return next && text ? joined([name, { ...name, text, row: next }]) : name;
}
