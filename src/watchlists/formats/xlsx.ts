import type { CsvRow } from '../../csv/read.ts';
import { TouchstoneError } from '../../errors.ts';
import { say } from '../../sentences.ts';
import type { ListFile } from '../source.ts';
import { beyond } from './bounds.ts';
import { otherKind } from './list-file.ts';
import { all, first, textOf, type XmlElement, xmlRecords } from './xml.ts';
import { MAX_PART_BYTES, zipParts } from './zip.ts';

/** The visible sheets of a workbook, and what their cells refer to. */
export interface Workbook {
  readonly file: ListFile;
  readonly sheets: readonly [ListFile, ...ListFile[]];
  /** Texts that cells name by their position. */
  readonly strings: readonly string[];
  readonly styles: CellStyles;
  /** True where day 0 is 1 January 1904, as in old files from a Mac. */
  readonly from1904: boolean;
}

/** Cell styles by position. */
interface CellStyles {
  /** Those that show a number as a date. */
  readonly dates: ReadonlySet<number>;
  /** Of those that fill a number up with zeros, as `00000` does, the number of digits. */
  readonly digits: ReadonlyMap<number, number>;
}

/** A list has some twenty columns. A cell in column 16,384 must not make every row that long. */
const MAX_COLUMNS = 1000;
/** Texts that cells share: a list has some ten thousand. */
const MAX_STRINGS = 1_000_000;
const DAY_MS = 86_400_000;
/** Days from the workbook's day 0 of 1904 back to that of 1900. */
const DAYS_TO_1904 = 1462;
/** 31 December 9999. */
const MAX_SERIAL = 2_958_465;
/** Day numbers from here on count 29 February 1900, a day that never was (ECMA-376 part 1, 18.17.4.1). */
const LEAP_MISTAKE = 60;

/**
 * Streams the rows of the first visible sheet of an Excel workbook (XLSX) as a CSV file would have them. A number with
 * a date format becomes `YYYY-MM-DD`. Throws `list-unusable` for what is no workbook, damaged or too large.
 */
export async function* xlsxRows(file: ListFile): AsyncIterable<CsvRow> {
  const workbook = await openWorkbook(file);
  yield* sheetRows(workbook, workbook.sheets[0]);
}

/** The same of any sheet of a workbook. */
export async function* sheetRows(workbook: Workbook, sheet: ListFile): AsyncIterable<CsvRow> {
  const { file } = workbook;
  let line = 0;
  let size = 0;
  for await (const row of xmlRecords(sheet, { roots: ['worksheet'], records: ['row'], keepSpace: true })) {
    line = Number(row.attributes.r ?? line + 1);
    const cells = cellsOf(row, workbook);
    // Cells share their texts: a small workbook can have the same long one in every cell.
    for (const cell of cells) size += cell.length;
    if (size > MAX_PART_BYTES) throw beyond(file, { line }, 'cells', MAX_PART_BYTES);
    if (cells.length > 0) yield { line, cells };
  }
}

function cellsOf(row: XmlElement, workbook: Workbook): string[] {
  const cells: string[] = [];
  for (const cell of all(row, 'c')) {
    const column = columnOf(cell.attributes.r) ?? cells.length;
    if (column >= MAX_COLUMNS) {
      throw new TouchstoneError('list-unusable', `${workbook.file.name} has more than ${MAX_COLUMNS} columns.`);
    }
    while (cells.length < column) cells.push('');
    cells[column] = cellText(cell, workbook);
  }
  return cells;
}

/** `A1` → 0, `AB7` → 27. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d/.exec(reference ?? '')?.[1];
  if (!letters) return undefined;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellText(cell: XmlElement, { strings, styles, from1904 }: Workbook): string {
  const value = textOf(cell, 'v')?.trim() ?? '';
  switch (cell.attributes.t) {
    case 's':
      return strings[Number(value)] ?? '';
    case 'inlineStr':
      return richText(first(cell, 'is'));
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case undefined:
    case 'n':
      return numberText(value, Number(cell.attributes.s ?? 0), styles, from1904);
    default:
      return value;
  }
}

/** A number as the sheet shows it: as a day, with zeros before it, and a long one in digits. */
function numberText(value: string, style: number, { dates, digits }: CellStyles, from1904: boolean): string {
  if (dates.has(style)) return dayOf(value, from1904);
  const isLong = /e\+?\d/i.test(value) && Number.isSafeInteger(Number(value));
  return (isLong ? String(Number(value)) : value).padStart(value === '' ? 0 : (digits.get(style) ?? 0), '0');
}

/** The day that a number stands for; the number itself where it stands for none. */
function dayOf(value: string, from1904: boolean): string {
  const serial = Math.floor(Number(value)) + (from1904 ? DAYS_TO_1904 : 0);
  if (value === '' || !(serial >= 1 && serial <= MAX_SERIAL)) return value;
  const days = serial < LEAP_MISTAKE ? serial + 1 : serial;
  return new Date(Date.UTC(1899, 11, 30) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Opens a workbook, or throws `list-unusable`. */
export async function openWorkbook(file: ListFile): Promise<Workbook> {
  const parts = await zipParts(file);
  const part = (name: string | undefined): ListFile => {
    const found = parts.get(name ?? '');
    if (found) return found;
    throw otherKind(file, say('list-file.kind-no-workbook'));
  };
  const links = await linksOf(part('xl/_rels/workbook.xml.rels'));
  const byType = (type: string) => links.find((link) => link.type === type)?.part;
  let from1904 = false;
  const visible: string[] = [];
  const shape = { roots: ['workbook'], records: ['workbookPr', 'sheet'] };
  for await (const { name, attributes } of xmlRecords(part('xl/workbook.xml'), shape)) {
    if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
    else if (!attributes.state || attributes.state === 'visible') visible.push(attributes.id ?? '');
  }
  const [strings, styles] = [byType('sharedStrings'), byType('styles')];
  const [sheet, ...others] = visible.map((one) => part(links.find(({ id }) => id === one)?.part));
  return {
    file,
    sheets: [sheet ?? part(undefined), ...others],
    strings: strings === undefined ? [] : await sharedStrings(part(strings)),
    styles: styles === undefined ? { dates: new Set(), digits: new Map() } : await stylesOf(part(styles)),
    from1904,
  };
}

interface PartLink {
  readonly id: string | undefined;
  /** The last word of the relationship's type: `worksheet`, `sharedStrings`, `styles`. */
  readonly type: string | undefined;
  readonly part: string;
}

async function linksOf(file: ListFile): Promise<PartLink[]> {
  const links: PartLink[] = [];
  for await (const { attributes } of xmlRecords(file, { roots: ['Relationships'], records: ['Relationship'] })) {
    const target = attributes.target ?? '';
    const part = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    links.push({ id: attributes.id, type: attributes.type?.split('/').at(-1), part });
  }
  return links;
}

async function sharedStrings(file: ListFile): Promise<string[]> {
  const strings: string[] = [];
  for await (const item of xmlRecords(file, { roots: ['sst'], records: ['si'], keepSpace: true })) {
    if (strings.length >= MAX_STRINGS) throw beyond(file, 'whole', 'items', MAX_STRINGS);
    strings.push(richText(item));
  }
  return strings;
}

/** The text of one item, put together where parts of it are formatted; `_x000D_` stands for a character by its code. */
function richText(item: XmlElement | undefined): string {
  const texts = [item, ...all(item, 'r')].map((part) => textOf(part, 't') ?? '');
  return texts.join('').replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number(`0x${code}`)));
}

/** Formats with a fixed meaning that show dates: ECMA-376 part 1, 18.8.30. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

async function stylesOf(file: ListFile): Promise<CellStyles> {
  const patterns = new Map<number, string>();
  const formats: number[] = [];
  for await (const group of xmlRecords(file, { roots: ['styleSheet'], records: ['numFmts', 'cellXfs'] })) {
    for (const { attributes } of all(group, 'numFmt')) {
      // Quoted text, colours in brackets and escaped characters are no part of the pattern.
      const pattern = (attributes.formatcode ?? '').replace(/"[^"]*"|\[[^\]]*\]|\\./g, '');
      patterns.set(Number(attributes.numfmtid), pattern);
    }
    for (const { attributes } of all(group, 'xf')) formats.push(Number(attributes.numfmtid ?? 0));
  }
  const dates = new Set<number>();
  const digits = new Map<number, number>();
  for (const [style, format] of formats.entries()) {
    const pattern = patterns.get(format) ?? '';
    if (isBuiltInDate(format) || /[dy]/i.test(pattern)) dates.add(style);
    if (/^0+$/.test(pattern)) digits.set(style, pattern.length);
  }
  return { dates, digits };
}
