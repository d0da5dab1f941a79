import { readTable } from '../../tables.ts';
import { COUNTRY_NAMES } from '../countries/country-names.ts';
import { REGIONS, type Region } from '../countries/regions.ts';
import { compact, phraseEnd } from './phrases.ts';
import type { Row } from './rows.ts';

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
  .map(({ type, phrase }) => ({ kind: type as Kind, phrase: compact(phrase).letters }))
  .sort((a, b) => b.phrase.length - a.phrase.length);

const LABEL_OF_NUMBER = /^\W*(?:no|n[°ºro]|nr|number|numero|nummer|num|numer|nomor|type|typ|security)(?![\p{L}])/iu;
/** NOT A DRIVER LICENSE; words of instructions. */
const DENIED = /\bNOT\b|INVALID AS|REPORT LOST|PROPERTY OF/;
/** Short titles stand alone in their line. */
const ALONE = 9;
/** Names that may have a letter misread: shorter ones would become others, Ireland Island. */
const SURE_NAME = 9;
const SURE_STATE = 7;
const LONG_NAME = 14;
/** Short names of countries are parts of other words. */
const SHORT_NAME = 7;
/** Words beside a country's or state's name that are no part of another name. */
const BESIDE =
  /^(THE|STATE|OF|COMMONWEALTHOF|REPUBLIC|USA|US|DRIVER|DRIVERS|LICENSE|LICENCE|DRIVINGLICENCE|IDENTIFICATIONCARD|PASSPORT|PASSEPORT|IDENTITYCARD|CANADA|GOVERNMENTOF|PROVINCEOF|DMV|ID|CARD|PERMANENTRESIDENT|RESIDENTCARD|AUTO|COMMERCIAL|NATIONALIDCARD|PERMISDECONDUIRE|OPERATORLICENSE|KINGDOMOF|ENHANCED)*$/;

/** `isAddress` rows name places where people live. */
export function readTitles(rows: readonly Row[], isAddress: (row: Row) => boolean): Titles {
  const titled = new Set<Row>();
  const heard: { kind: Kind; weight: number; row: Row; at: number }[] = [];
  const height = Math.max(1, ...rows.map(({ bottom }) => bottom));
  const top = Math.min(...rows.map((row) => row.top), height);
  const typical = median(rows.map((row) => row.bottom - row.top));
  for (const row of rows) {
    const found = kindIn(row.text);
    if (!found) continue;
    titled.add(row);
    const size = Math.min(2.5, (row.bottom - row.top) / typical);
    const high = 1 - (row.top - top) / Math.max(1, height - top);
    heard.push({ kind: found.kind, weight: size * (0.5 + high) * found.weight, row, at: found.at });
  }
  const kind = heard.sort((a, b) => b.weight - a.weight)[0] ?? stacked(rows);
  const region = regionIn(rows, isAddress, top, height);
  const country = countryIn(rows, isAddress, titled, top, height);
  for (const one of [region, country]) if (one) titled.add(one.row);
  return {
    kind: kind && { value: kind.kind, confidence: kind.row.confidence, row: kind.row },
    region,
    country: region ? { value: region.value.country, confidence: region.confidence, row: region.row } : country,
    rows: titled,
  };
}

/** DRIVER over LICENSE, or the words apart. */
function stacked(rows: readonly Row[]): { kind: Kind; row: Row } | null {
  const licence = rows.find(({ text }) => /\bLICEN[SC]E$/i.test(text.trim()));
  const driver = rows.find(({ text }) => /\b(?:DRIVER|DRIVING|OPERATOR)(?:'?S)?$/i.test(text.trim()));
  return licence && driver ? { kind: 'Driver License', row: driver } : null;
}

function kindIn(text: string): { kind: Kind; weight: number; at: number } | null {
  const { letters, at } = compact(text);
  const after = (end: number) => (end < at.length ? text.slice(at[end - 1]! + 1) : '');
  for (const { kind, phrase } of PHRASES) {
    for (let start = 0; start + phrase.length <= letters.length + 1; start++) {
      if (phrase.length < ALONE && start > 0 && !boundary(text, at[start]!)) continue;
      const end = phraseEnd(letters, start, phrase);
      if (end === undefined || /^[\p{L}\d]/u.test(after(end))) continue;
      // "Passport No." is a label.
      if (LABEL_OF_NUMBER.test(after(end))) return null;
      const rest = letters.length - (end - start);
      if (phrase.length < ALONE && rest > phrase.length * 3) continue;
      if (DENIED.test(text.slice(0, at[start]).toUpperCase())) continue;
      return { kind, weight: phrase.length < 5 && kind !== 'Visa' ? 0.4 : phrase.length >= ALONE ? 1.3 : 1, at: start };
    }
  }
  return null;
}

function boundary(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\d]/u.test(text[at - 1]!);
}

/** A state's or province's name, alone in its row or beside other title words. */
function regionIn(
  rows: readonly Row[],
  isAddress: (row: Row) => boolean,
  top: number,
  height: number,
): Title<Region> | null {
  let best: (Title<Region> & { weight: number }) | null = null;
  for (const row of rows) {
    if (isAddress(row)) continue;
    const { letters } = compact(row.text);
    for (const region of REGIONS) {
      const name = region.names.map((one) => compact(one).letters).find((one) => alone(letters, one, SURE_STATE));
      if (!name) continue;
      const high = 1 - (row.top - top) / Math.max(1, height - top);
      const weight = (row.bottom - row.top) * (0.3 + high);
      if (high > 0.6 && (!best || weight > best.weight)) {
        best = { value: region, confidence: row.confidence, row, weight };
      }
      break;
    }
  }
  return best;
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

/** The official name of a country in a row that is no address: a long name anywhere in it, a short one alone. */
function countryIn(
  rows: readonly Row[],
  isAddress: (row: Row) => boolean,
  titled: ReadonlySet<Row>,
  top: number,
  height: number,
): Title<string> | null {
  let best: (Title<string> & { weight: number }) | null = null;
  for (const row of rows) {
    if (isAddress(row)) continue;
    const { letters } = compact(row.text);
    // IRELAND / EIRE / IRLANDE: each part is a name by itself.
    const parts = row.text.split(/[/|·•]/).map((one) => compact(one).letters);
    for (const { letters: name, country } of COUNTRY_NAMES) {
      const long = name.length >= LONG_NAME;
      // Long names begin alike, Republic of …: they are compared letter by letter.
      const found = long
        ? letters.includes(name)
        : parts.some((one) => alone(one, name)) ||
          (titled.has(row) && name.length >= SHORT_NAME && letters.includes(name));
      if (!found) continue;
      const high = 1.2 - (row.top - top) / Math.max(1, height - top);
      const weight = (row.bottom - row.top) * high * (long ? 3 : name.length >= SHORT_NAME ? 2 : 1);
      if (!best || weight > best.weight) best = { value: country, confidence: row.confidence, row, weight };
      break;
    }
  }
  return best;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 1;
}
