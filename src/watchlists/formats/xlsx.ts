import type { CsvRow } from '../../csv/read.ts';
import { TouchstoneError } from '../../errors.ts';
import { say } from '../../sentences.ts';
import type { ListFile } from '../source.ts';
import { beyond } from './bounds.ts';
import { otherKind } from './list-file.ts';
import { SharedTexts } from './shared-texts.ts';
import { all, first, textOf, type XmlElement, xmlRecords } from './xml.ts';
import { MAX_PART_BYTES, zipParts } from './zip.ts';

/** A workbook, and what the cells of its sheets refer to. */
export interface Workbook {
  readonly file: ListFile;
  /** In the order of their tabs; at least one. */
  readonly sheets: readonly WorkbookSheet[];
  /** Texts that cells name by their position. */
  readonly strings: SharedTexts;
  readonly styles: CellStyles;
  /** True where day 0 is 1 January 1904, as in old files from a Mac. */
  readonly from1904: boolean;
  readonly bounds: WorkbookBounds;
}

interface WorkbookSheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly part: ListFile;
}

/** Cell styles by position. */
interface CellStyles {
  /** Those that show a number as a date. */
  readonly dates: ReadonlySet<number>;
  /** Of those that fill a number up with zeros, as `00000` does, the number of digits. */
  readonly digits: ReadonlyMap<number, number>;
}

/** A list has some twenty columns. A cell in column 16,384 must not make every row that long. */
export const MAX_COLUMNS = 1000;
/** Rows of a sheet (ECMA-376 part 1, 18.3.1.73; OpenDocument writers keep to it). */
export const MAX_SHEET_ROWS = 2 ** 20;
/** Elements and texts of a table of names: three for each cell. */
export const MAX_TABLE_ITEMS = 60_000_000;
/** Of the texts of a table of names, in bytes; what CSV of it may have, too. */
export const MAX_TABLE_TEXT = 256 * 2 ** 20;
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
  const workbook = await openWorkbook(file, await zipParts(file));
  const visible = workbook.sheets.find(({ isHidden }) => !isHidden);
  if (!visible) throw noWorkbook(file);
  yield* sheetRows(workbook, visible.part);
}

/** The same of any sheet of a workbook. Blank rows are left out. */
export async function* sheetRows(workbook: Workbook, sheet: ListFile): AsyncIterable<CsvRow> {
  const { file } = workbook;
  const { mostText } = workbook.bounds;
  let line = 0;
  let size = 0;
  const shape = { roots: ['worksheet'], records: ['row'], keepSpace: true, maxItems: MAX_TABLE_ITEMS } as const;
  for await (const row of xmlRecords(sheet, shape)) {
    line = rowNumber(row.attributes.r, line);
    const cells = cellsOf(row, workbook);
    // Cells share their texts: a small workbook can have the same long one in every cell.
    for (const cell of cells) size += cell.length;
    if (size > mostText) throw beyond(file, { line }, 'cells', mostText);
    if (cells.length > 0) yield { line, cells };
  }
}

/** A row says its number, or follows the one before. A number that no sheet has is none. */
function rowNumber(stated: string | undefined, before: number): number {
  const number = Number(stated);
  return Number.isInteger(number) && number > before && number <= MAX_SHEET_ROWS ? number : before + 1;
}

/** Without the empty cells at the end. */
function cellsOf(row: XmlElement, workbook: Workbook): string[] {
  const cells: string[] = [];
  let column = -1;
  for (const cell of all(row, 'c')) {
    column = columnOf(cell.attributes.r) ?? column + 1;
    const text = cellText(cell, workbook);
    if (column >= (text === '' ? workbook.bounds.emptyColumns : MAX_COLUMNS)) throw tooWide(workbook.file);
    if (text === '') continue;
    while (cells.length < column) cells.push('');
    cells[column] = text;
  }
  return cells;
}

export function tooWide({ name }: ListFile): TouchstoneError {
  return new TouchstoneError('list-unusable', `${name} has more than ${MAX_COLUMNS} columns.`);
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
      return strings.at(Number(value)) ?? '';
    case 'inlineStr':
      return richText(first(cell, 'is'));
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case 'd':
      return dayIn(value);
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
  return plainNumber(value).padStart(value === '' ? 0 : (digits.get(style) ?? 0), '0');
}

/** A whole number in digits where it is written as a power of ten. */
export function plainNumber(value: string): string {
  const isLong = /e\+?\d/i.test(value) && Number.isSafeInteger(Number(value));
  return isLong ? String(Number(value)) : value;
}

/** The day of a date in ISO 8601, whatever its time. */
export function dayIn(value: string): string {
  return /^(\d{4}-\d{2}-\d{2})(?:T|$)/.exec(value)?.[1] ?? value;
}

/** The day that a number stands for; the number itself where it stands for none. */
function dayOf(value: string, from1904: boolean): string {
  const serial = Math.floor(Number(value)) + (from1904 ? DAYS_TO_1904 : 0);
  if (value === '' || !(serial >= 1 && serial <= MAX_SERIAL)) return value;
  const days = serial < LEAP_MISTAKE ? serial + 1 : serial;
  return new Date(Date.UTC(1899, 11, 30) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How much a workbook may hold. */
interface WorkbookBounds {
  /** Texts that cells share. */
  readonly mostTexts: number;
  /** Bytes that these may have, and the texts of all cells of a sheet. */
  readonly mostText: number;
  /** Columns in which an empty cell may stand: people format whole rows. */
  readonly emptyColumns: number;
}

const OF_LISTS: WorkbookBounds = { mostTexts: 1_000_000, mostText: MAX_PART_BYTES, emptyColumns: MAX_COLUMNS };
/** Of a table of names, which may have a million rows, and three texts in each. A sheet has 16,384 columns. */
export const OF_TABLES: WorkbookBounds = { mostTexts: 4_000_000, mostText: MAX_TABLE_TEXT, emptyColumns: 2 ** 14 };

/** Opens the workbook that an archive is, or throws `list-unusable`. */
export async function openWorkbook(
  file: ListFile,
  parts: ReadonlyMap<string, ListFile>,
  bounds: WorkbookBounds = OF_LISTS,
): Promise<Workbook> {
  const part = (name: string | undefined): ListFile => {
    const found = parts.get(name ?? '');
    if (found) return found;
    throw noWorkbook(file);
  };
  const links = await linksOf(part('xl/_rels/workbook.xml.rels'));
  const byType = (type: string) => links.find((link) => link.type === type)?.part;
  const tabs: XmlElement[] = [];
  let from1904 = false;
  const shape = { roots: ['workbook'], records: ['workbookPr', 'sheet'] };
  for await (const element of xmlRecords(part('xl/workbook.xml'), shape)) {
    if (element.name === 'sheet') tabs.push(element);
    else from1904 = ['1', 'true'].includes(element.attributes.date1904 ?? '');
  }
  const sheets = tabs.flatMap(({ attributes: { name = '', id, state } }) => {
    const link = links.find((one) => one.id === id);
    const isHidden = (state || 'visible') !== 'visible';
    // Charts and dialogs of old macros have tabs as well, and no rows.
    if ((link && link.type !== 'worksheet') || (isHidden && !parts.has(link?.part ?? ''))) return [];
    return [{ name, isHidden, part: part(link?.part) }];
  });
  if (sheets.length === 0) throw noWorkbook(file);
  const [strings, styles] = [byType('sharedStrings'), byType('styles')];
  return {
    file,
    sheets,
    strings: await sharedTexts(strings === undefined ? undefined : part(strings), bounds),
    styles: styles === undefined ? { dates: new Set(), digits: new Map() } : await stylesOf(part(styles)),
    from1904,
    bounds,
  };
}

function noWorkbook(file: ListFile): TouchstoneError {
  return otherKind(file, say('list-file.kind-no-workbook'));
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

async function sharedTexts(file: ListFile | undefined, bounds: WorkbookBounds): Promise<SharedTexts> {
  const { mostTexts, mostText } = bounds;
  const texts = new SharedTexts();
  if (!file) return texts;
  const shape = { roots: ['sst'], records: ['si'], keepSpace: true, maxItems: MAX_TABLE_ITEMS } as const;
  for await (const item of xmlRecords(file, shape)) {
    if (texts.count >= mostTexts) throw beyond(file, 'whole', 'items', mostTexts);
    texts.add(richText(item));
    if (texts.bytes > mostText) throw beyond(file, 'whole', 'cells', mostText);
  }
  return texts;
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
