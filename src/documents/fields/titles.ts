import { readTable } from '../../tables.ts';
import { COUNTRY_NAMES } from '../countries/country-names.ts';
import { REGIONS, type Region } from '../countries/regions.ts';
import { type CompactText, compact, mayBegin, phraseEnd } from './phrases.ts';
import type { Row } from './rows.ts';
import { withCapitalI } from './strokes.ts';

type Kind = 'Driver License' | 'Passport' | 'National ID' | 'Residence Permit' | 'Visa';

/** What the title words of a document say; null where they say nothing. */
export interface Titles {
  readonly kind: Title<Kind> | null;
  /** ISO 3166-1 alpha-3. */
  readonly country: Title<string> | null;
  readonly region: Title<Region> | null;
  /** Rows that hold title words: no names of persons. */
  readonly rows: ReadonlySet<Row>;
}

interface Title<T> {
  readonly value: T;
  /** 0 to 1. */
  readonly confidence: number;
  readonly row: Row;
}

/** Titles of `tables/documents/titles.tsv`, the longest phrase first. */
const PHRASES = readTable('documents/titles.tsv', ['type', 'phrase'])
  .map(([type, phrase]) => ({ kind: type as Kind, phrase: compact(phrase).letters }))
  .sort((a, b) => b.phrase.length - a.phrase.length);

const LABEL_OF_NUMBER = /^\W*(?:no|n[°ºro]|nr|number|numero|nummer|num|numer|nomor|type|typ|security)(?![\p{L}])/iu;
/** The end of a title lies under an emblem. */
const CUT_TITLE = /^(?:DRIVERS?|OPERATOR)LICEN?$/;
/** NOT A DRIVER LICENSE; words of instructions. */
const DENIED = /\bNOT\b|INVALID AS|REPORT LOST|PROPERTY OF/;
/** Short titles stand alone in their line. */
const ALONE = 9;
/** Letters that may be lost at the end of a title. */
const MAX_LOST = 2;
/** Names that may have a letter misread: shorter ones would become others, Ireland Island. */
const SURE_NAME = 9;
const SURE_STATE = 7;
const LONG_NAME = 14;
/** Short names of countries are parts of other words. */
const SHORT_NAME = 7;
/** Letters alone of the names of each state. */
const NAMES_OF = new Map(REGIONS.map(({ names }) => [names, names.map((name) => compact(name).letters)]));
const BY_LETTERS = Map.groupBy(COUNTRY_NAMES, ({ letters }) => letters);
/** Words beside a country's or state's name that are no part of another name. */
const BESIDE =
  /^(THE|STATE|OF|COMMONWEALTHOF|REPUBLIC|USA|US|DRIVER|DRIVERS|LICENSE|LICENCE|DRIVINGLICENCE|IDENTIFICATIONCARD|PASSPORT|PASSEPORT|IDENTITYCARD|CANADA|GOVERNMENTOF|PROVINCEOF|DMV|ID|CARD|PERMANENTRESIDENT|RESIDENTCARD|AUTO|COMMERCIAL|NATIONALIDCARD|PERMISDECONDUIRE|OPERATORLICENSE|KINGDOMOF|ENHANCED)*$/;

/**
 * What the titles of a document say of its kind, country and state. `isAddress` says which rows belong to an address:
 * they name places where people live.
 */
export function readTitles(rows: readonly Row[], isAddress: (row: Row) => boolean): Titles {
  const height = Math.max(1, ...rows.map(({ bottom }) => bottom));
  const page = { top: Math.min(...rows.map((row) => row.top), height), height };
  const kinds = kindsIn(rows, page);
  const titled = new Set(kinds.map(({ row }) => row));
  const kind = heaviest(kinds) ?? stacked(rows);
  const others = rows.filter((row) => !isAddress(row));
  const region = heaviest(others.flatMap((row) => regionIn(row, page)));
  const country = heaviest(others.flatMap((row) => countryIn(row, titled.has(row), page)));
  // On the licence of a state, another country's name is a person's: Georgia, Jordan.
  const place = region ?? country;
  if (place) titled.add(place.row);
  return {
    kind: kind && titleOf(kind),
    region: region && titleOf(region),
    country: region ? { ...titleOf(region), value: region.value.country } : country && titleOf(country),
    rows: titled,
  };
}

interface TitleMatch<T> {
  readonly value: T;
  readonly row: Row;
}

interface WeighedMatch<T> extends TitleMatch<T> {
  readonly weight: number;
}

/** Where the rows lie in the picture, in pixels. */
interface Extent {
  readonly top: number;
  readonly height: number;
}

function titleOf<T>({ value, row }: TitleMatch<T>): Title<T> {
  return { value, confidence: row.confidence, row };
}

/** The heaviest, of equals the one that comes first. */
function heaviest<T>(found: readonly WeighedMatch<T>[]): WeighedMatch<T> | null {
  return found.reduce<WeighedMatch<T> | null>((best, one) => (!best || one.weight > best.weight ? one : best), null);
}

/** 1 at the top of the picture, 0 at the bottom. */
function altitude(row: Row, { top, height }: Extent): number {
  return 1 - (row.top - top) / Math.max(1, height - top);
}

/** Large titles at the top tell the most. */
function kindsIn(rows: readonly Row[], page: Extent): WeighedMatch<Kind>[] {
  const typical = median(rows.map((row) => row.bottom - row.top));
  return rows.flatMap((row) => {
    const found = kindIn(row.text);
    if (!found) return [];
    const size = Math.min(2.5, (row.bottom - row.top) / typical);
    return [{ value: found.kind, weight: size * (0.5 + altitude(row, page)) * found.weight, row }];
  });
}

/** DRIVER over LICENSE, or the words apart. */
function stacked(rows: readonly Row[]): TitleMatch<Kind> | null {
  const licence = rows.find(({ text }) => /\bLICEN[SC]E$/i.test(text.trim()));
  const driver = rows.find(({ text }) => /\b(?:DRIVER|DRIVING|OPERATOR)(?:'?S)?$/i.test(text.trim()));
  return licence && driver ? { value: 'Driver License', row: driver } : null;
}

/** The kind of document that a row names, null where it names none or is a label: "Passport No.". */
function kindIn(text: string): { kind: Kind; weight: number } | null {
  const small = compact(text);
  if (CUT_TITLE.test(small.letters)) return { kind: 'Driver License', weight: 1 };
  for (const { kind, phrase } of PHRASES) {
    for (const { before, after, otherLetters } of occurrences(text, small, phrase)) {
      if (LABEL_OF_NUMBER.test(after)) return null;
      const isSentence = phrase.length < ALONE && otherLetters > phrase.length * 3;
      if (!isSentence && !DENIED.test(before.toUpperCase())) return { kind, weight: weightOf(kind, phrase) };
    }
  }
  return null;
}

interface Occurrence {
  readonly before: string;
  readonly after: string;
  /** How many letters of the text are not in the phrase. */
  readonly otherLetters: number;
}

/** Where a phrase stands in a text as words of its own. */
function occurrences(text: string, { letters, at }: CompactText, phrase: string): Occurrence[] {
  const found: Occurrence[] = [];
  for (let start = 0; start + phrase.length <= letters.length + MAX_LOST; start++) {
    if (!mayBegin(letters, start, phrase)) continue;
    if (phrase.length < ALONE && start > 0 && !boundary(text, at[start]!)) continue;
    const end = phraseEnd(letters, start, phrase);
    if (end === undefined) continue;
    const after = end < at.length ? text.slice(at[end - 1]! + 1) : '';
    const otherLetters = letters.length - (end - start);
    // Background runs into a title: LICENSEOrgia.
    if (
      !/^[\p{L}\d]/u.test(after) ||
      // The last letter of a long title was misread.
      (phrase.length > ALONE && /^\p{L}(?![\p{L}\d])/u.test(after)) ||
      (phrase.length > ALONE && /[A-Z]$/.test(text.slice(0, at[end - 1]! + 1)) && /^\p{Lu}?\p{Ll}/u.test(after))
    )
      found.push({ before: text.slice(0, at[start]), after, otherLetters });
  }
  return found;
}

/** Long titles tell more; the shortest ones may be parts of other words. */
function weightOf(kind: Kind, phrase: string): number {
  if (phrase.length >= ALONE) return 1.3;
  return phrase.length < 5 && kind !== 'Visa' ? 0.4 : 1;
}

function boundary(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\d]/u.test(text[at - 1]!);
}

/** A state's or province's name, alone in its row or beside other title words. */
function regionIn(row: Row, page: Extent): WeighedMatch<Region>[] {
  const { letters } = compact(withCapitalI(row.text));
  const value = REGIONS.find(({ names }) => NAMES_OF.get(names)!.some((name) => alone(letters, name, SURE_STATE)));
  const high = altitude(row, page);
  return value && high > 0.6 ? [{ value, row, weight: (row.bottom - row.top) * (0.3 + high) }] : [];
}

/** Whether a row says a name and besides at most words that go with names of states. */
function alone(letters: string, name: string, sure = SURE_NAME): boolean {
  for (let start = 0; start + name.length <= letters.length + 1; start++) {
    const end = name.length < sure ? exactEnd(letters, start, name) : phraseEnd(letters, start, name);
    if (
      end !== undefined &&
      BESIDE.test(letters.slice(0, start)) &&
      BESIDE.test(letters.slice(end).replace(/\d+$/, ''))
    )
      return true;
  }
  return false;
}

function exactEnd(letters: string, start: number, name: string): number | undefined {
  return letters.startsWith(name, start) ? start + name.length : undefined;
}

/** The official name of a country in a row: a long name anywhere in it, a short one alone. */
function countryIn(row: Row, isTitle: boolean, { top, height }: Extent): WeighedMatch<string>[] {
  const { letters } = compact(row.text);
  // IRELAND / EIRE / IRLANDE: each part is a name by itself.
  const parts = row.text.split(/[/|·•]/).map((one) => compact(one).letters);
  const found =
    inLanguages(row.text) ??
    COUNTRY_NAMES.find(({ letters: name }) => {
      // Long names begin alike, Republic of …: they are compared letter by letter.
      if (name.length >= LONG_NAME) return letters.includes(name);
      return parts.some((one) => alone(one, name)) || (isTitle && name.length >= SHORT_NAME && letters.includes(name));
    });
  if (!found) return [];
  const high = 1.2 - (row.top - top) / Math.max(1, height - top);
  const weight = (row.bottom - row.top) * high * countryWeight(found.letters);
  return [{ value: found.country, row, weight }];
}

/** The country whose names in several languages are all that a row says: BELGIË BELGIQUE BELGIEN. */
function inLanguages(text: string): { letters: string; country: string } | undefined {
  const words = text.split(/[^\p{L}]+/u).map((word) => compact(word).letters);
  if (words.length < 2) return undefined;
  const [first, ...others] = words.map((word) => BY_LETTERS.get(word) ?? []);
  const country = first!.find((one) => others.every((names) => names.some((name) => name.country === one.country)));
  return country && { letters: words.join(''), country: country.country };
}

/** Short names are more often parts of other words. */
function countryWeight(name: string): number {
  if (name.length >= LONG_NAME) return 3;
  return name.length >= SHORT_NAME ? 2 : 1;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 1;
}
