import { Recent } from '../../recent.ts';
import { isGivenName } from '../fields/known-names.ts';
import type { Role } from '../fields/labels.ts';
import { compact, fold } from '../fields/phrases.ts';
import { datesIn, type PrintedDate } from '../fields/printed-dates.ts';
import type { PrintedText } from '../fields/printed-text.ts';
import type { Piece } from '../fields/rows.ts';
import { isMeasure, nameIn, nationalityIn, numberIn, sexIn } from '../fields/values.ts';

/** A word of a document as the labeller sees it. */
export interface Token {
  readonly text: string;
  /** What stands between labels, or a label: the word is a part of it. */
  readonly piece: Piece;
  /** Place of the first letter in the text of the piece. */
  readonly from: number;
  /** Edges in pixels. */
  readonly left: number;
  readonly right: number;
  /** Of the words of its row, from 0. */
  readonly place: number;
  /** Words of its row. */
  readonly count: number;
  readonly date: PrintedDate | null;
}

/** Words of a document at most; the rest is left out. */
const MOST = 320;
/** Numbers of a word that are the buckets of its letters, filled up with 0. */
export const GRAMS = 24;
const BUCKETS = 8192;
const ROLES: readonly Role[] = [
  'surname',
  'given',
  'name',
  'former',
  'birth',
  'expiry',
  'issue',
  'number',
  'personal',
  'sex',
  'nationality',
  'address',
  'other',
];
/** Letters of a word for the sex or of what stands beside it. */
const SHORT = 14;

/** What the network takes: rows of numbers, one row a word. */
export interface Features {
  readonly count: number;
  readonly grams: Float32Array;
  readonly numbers: Float32Array;
  /** Left edge, middle of the height and right edge in heights of a row; row, piece, and place in the row. */
  readonly places: Float32Array;
}

/** The words of every piece, in the order of the rows. */
export function tokensOf(pieces: readonly Piece[]): Token[] {
  const tokens: Token[] = [];
  const rows = Map.groupBy(pieces, ({ row }) => row);
  for (const some of rows.values()) {
    const words = some.flatMap(wordsOf);
    for (const [place, word] of words.entries()) tokens.push({ ...word, place, count: words.length });
  }
  return tokens.slice(0, MOST);
}

function wordsOf(piece: Piece): Omit<Token, 'place' | 'count'>[] {
  const step = (piece.right - piece.left) / Math.max(1, piece.text.length);
  const dates = piece.role === null || piece.role === 'other' ? datesIn(piece.text, true) : [];
  return [...piece.text.matchAll(/[^\s/:|]+[/:|]*|[/:|]+/g)].map(({ 0: text, index: from }) => {
    const to = from + text.length;
    const date = dates.find((one) => one.from < to && from < one.to) ?? null;
    return { text, piece, from, date, left: piece.left + from * step, right: piece.left + to * step };
  });
}

/** What the network sees of the words. The order of the numbers is part of the model. */
export function featuresOf(tokens: readonly Token[], { layout }: PrintedText): Features {
  const count = tokens.length;
  const middles = tokens.map(({ piece }) => (piece.top + piece.bottom) / 2);
  const heights = tokens.map(({ piece }) => piece.bottom - piece.top).sort((a, b) => a - b);
  const unit = Math.max(1, heights[count >> 1] ?? 1);
  const [left, right] = [Math.min(...tokens.map((one) => one.left)), Math.max(...tokens.map((one) => one.right))];
  const [top, bottom] = [Math.min(...middles), Math.max(...middles)];
  const [wide, high] = [Math.max(1, right - left), Math.max(1, bottom - top)];
  const years = tokens.flatMap(({ date }) => (date ? [yearOf(date)] : [])).sort((a, b) => a - b);
  const postal = new Set(layout.postal?.rows.map(({ quad }) => quad));
  const titled = new Set([...layout.titles.rows].map(({ quad }) => quad));
  const sights = new Map<Piece, PieceSight>();
  for (const { piece } of tokens) {
    if (!sights.has(piece)) sights.set(piece, { id: sights.size, numbers: ofPiece(piece) });
  }
  const rows = tokens.map((token, at) => {
    const { piece, text } = token;
    const sight = sights.get(piece)!;
    const middle = middles[at]!;
    return {
      place: [token.left / unit, middle / unit, token.right / unit, piece.row, sight.id, token.place],
      numbers: [
        (token.left - left) / wide,
        (middle - top) / high,
        (middle - top) / wide,
        (token.right - token.left) / wide,
        (piece.bottom - piece.top) / unit / 2,
        piece.confidence,
        Math.min(token.place, 6) / 6,
        Math.min(token.count - 1 - token.place, 6) / 6,
        Number(token.place === 0),
        Number(token.from === 0),
        share(text, /\d/g),
        share(text, /\p{Lu}/gu),
        share(text, /\p{L}/gu),
        Math.min(text.length, 20) / 20,
        Number(token.date !== null),
        ...ofDate(token.date, years),
        Number(isGivenName(compact(text).letters)),
        Number(postal.has(piece.quad)),
        Number(titled.has(piece.quad)),
        Number(layout.numbering === 'eu'),
        Number(layout.numbering === 'aamva'),
        ...sight.numbers,
      ],
    };
  });
  return {
    count,
    grams: Float32Array.from(tokens.flatMap(({ text }) => gramsOf(text))),
    numbers: Float32Array.from(rows.flatMap(({ numbers }) => numbers)),
    places: Float32Array.from(rows.flatMap(({ place }) => place)),
  };
}

interface PieceSight {
  readonly id: number;
  readonly numbers: readonly number[];
}

/** Which label it is, whether a code, and what its text can be. */
function ofPiece({ role, coded, text }: Piece): number[] {
  const isValue = role === null;
  const isShort = isValue && text.length <= SHORT;
  return [
    ...ROLES.map((one) => Number(one === role)),
    Number(coded),
    Number(isValue && nameIn(text) !== null),
    Number(isValue && numberIn(text) !== null),
    Number(isShort && sexIn(text) !== null),
    Number(isValue && nationalityIn(text) !== null),
    Number(isValue && isMeasure(text)),
  ];
}

/** The year, and its rank among those of the document. */
function ofDate(date: PrintedDate | null, years: readonly number[]): number[] {
  if (!date) return [0, 0, 0, 0];
  const year = Math.min(2100, yearOf(date));
  const before = years.filter((one) => one < year).length / years.length;
  const after = years.filter((one) => one > year).length / years.length;
  return [(year - 1980) / 40, before, after, Number(year > 2026)];
}

/** The year of a date; two digits up to 45 are of this century. */
export function yearOf({ year, shortYear }: PrintedDate): number {
  return shortYear ? year + (year > 45 ? 1900 : 2000) : year;
}

function share(text: string, letter: RegExp): number {
  return (text.match(letter)?.length ?? 0) / text.length;
}

const MAX_KNOWN = 20_000;
const known = new Recent<string, readonly number[]>(MAX_KNOWN);
const gramsOf = (word: string): readonly number[] => known.get(word, freshGramsOf);

/** Buckets of a word, its shape, and its pieces of two to four letters. */
function freshGramsOf(word: string): number[] {
  const text = `<${fold(word).toLowerCase()}>`;
  const some = [text, `#${shapeOf(word)}`];
  for (const size of [3, 4, 2]) for (let at = 0; at + size <= text.length; at++) some.push(text.slice(at, at + size));
  const buckets = [...new Set(some)].slice(0, GRAMS).map(bucketOf);
  return [...buckets, ...Array.from({ length: GRAMS - buckets.length }, () => 0)];
}

function shapeOf(word: string): string {
  return word
    .replace(/\d/g, '9')
    .replace(/\p{Lu}/gu, 'A')
    .replace(/(?!A)\p{L}/gu, 'a')
    .replace(/(.)\1{2,}/g, '$1$1$1');
}

/** FNV-1a of 32 bits over the units of UTF-16; bucket 0 is none. */
function bucketOf(text: string): number {
  let value = 2166136261;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 16777619);
  return 1 + ((value >>> 0) % (BUCKETS - 1));
}
