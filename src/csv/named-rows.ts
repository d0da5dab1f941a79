import { TouchstoneError } from '../errors.ts';
import { type SentenceCode, say, type Values } from '../sentences.ts';
import {
  type Column,
  columnPlaces,
  type DateOrder,
  type FileKind,
  type FurtherPlaces,
  furtherPlaces,
  isoDateIn,
} from './columns.ts';
import { type CsvRow, csvPages } from './read.ts';

/** A row of a file of names by its columns. */
export interface NamedRow {
  /** Line of the file where it begins; the header is usually line 1. */
  readonly line: number;
  /** Undefined for a column that the file has not got. */
  readonly cells: Readonly<Partial<Record<Column, string | undefined>>>;
  /** Why it must not be used, a sentence. */
  readonly problem?: string;
}

export type Places = ReadonlyMap<Column, number>;

interface Header {
  readonly places: Places;
  /** Of columns that mean the same as one before them. */
  readonly further: FurtherPlaces;
  /** Columns that have a name, and what stands before them. */
  readonly width: number;
  readonly dates: DateOrder | undefined;
}

interface FileOfNames {
  /** Bytes that are no text are refused; otherwise they become U+FFFD. */
  readonly strict: boolean;
  /** Throws where the header lacks a column. */
  readonly check: (columns: ReadonlySet<Column>) => void;
  /** Where each column is, from 0, whatever its header says. */
  readonly places?: Places | undefined;
  /** Of dates whose parts may be either. */
  readonly dates?: DateOrder | undefined;
  /** Which columns it may have. */
  readonly kind: FileKind;
}

/** What a spreadsheet shows where a formula fails (ECMA-376 part 1, 18.17.3; later ones of Excel; LibreOffice). */
const ERROR_CELL = /^(#(N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA)|Err:5\d\d)$/;
/** A line break in a cell of a workbook (LINE SEPARATOR): in CSV each line of the file is one of the sheet. */
export const LINE_BREAK_IN_CELL = '\u2028';
const LINE_BREAK = /[\n\u2028]/;
/** What a spreadsheet may leave out at the end of a row, where it is empty. */
const MAY_BE_MISSING: ReadonlySet<Column> = new Set([
  'dateOfBirth',
  'identifiers',
  'otherNames',
  'minScore',
  'categories',
  'monitored',
  'countries',
  'reason',
  'until',
]);

/**
 * Reads a file of names: CSV with a header, in UTF-8 or UTF-16. Yields its rows in pages, the first one once the header
 * is read. Each row of the file is one of them, also where it cannot be used.
 * Throws `validation` for a file that is not CSV.
 */
export async function* namedRows(
  chunks: AsyncIterable<Uint8Array>,
  file: FileOfNames,
): AsyncGenerator<readonly NamedRow[]> {
  let header: Header | undefined;
  for await (const page of csvPages(chunks, file)) {
    const rows: NamedRow[] = [];
    for (const row of page) {
      if (header) addRow(rows, row, header);
      else header = headerOf(row, file);
    }
    yield rows;
  }
}

function headerOf(row: CsvRow, { check, places: given, dates, kind }: FileOfNames): Header {
  if (tookRowsIn(row, row.cells.length)) {
    throw invalid('file.not-csv', { problem: say('csv.quote-open', { line: row.line }) });
  }
  const places = given ?? columnPlaces(row.cells, kind);
  check(new Set(places.keys()));
  // Who matched the columns said which one counts.
  const further: FurtherPlaces = given ? new Map() : furtherPlaces(row.cells, places);
  return { places, further, width: row.cells.findLastIndex((cell) => cell !== '') + 1, dates };
}

/** One row, or as many as its lines where a quotation mark that is not closed took them in. */
function addRow(rows: NamedRow[], row: CsvRow, header: Header): void {
  const { width } = header;
  const { line, cells } = row;
  if (row.lines && tookRowsIn(row, width)) {
    const problem = say('row.quote-open', { line });
    for (const [index, found] of row.lines.entries()) {
      if (found.some((cell) => cell.trim() !== '')) {
        rows.push({ line: line + index, cells: cellsOf(found, header), problem });
      }
    }
    return;
  }
  const problem = problemOf(row, header);
  const named = cellsOf(cells, header);
  rows.push(problem === undefined ? { line, cells: named } : { line, cells: named, problem });
}

/** Whether several lines of a row are as wide as a row, as where a quotation mark is not closed. */
const tookRowsIn = ({ lines = [] }: CsvRow, width: number): boolean =>
  lines.filter(({ length }) => length >= width).length > 1;

function problemOf({ cells, lines }: CsvRow, { places, further, width }: Header): string | undefined {
  const others = [...further].flatMap(([column, found]) => found.map((place) => [column, place] as const));
  for (const [column, place] of [...places, ...others]) {
    const cell = cells[place] ?? '';
    if (ERROR_CELL.test(cell)) return say('row.error-cell', { column, cell });
    if (LINE_BREAK.test(cell)) return say('row.line-break', { column });
  }
  if (cells.length === width && !lines) return undefined;
  const counts = { cells: cells.length, columns: width };
  if (cells.slice(width).some((cell) => cell !== '')) return say('row.more-cells', counts);
  for (const [column, place] of places) {
    if (place >= cells.length && !MAY_BE_MISSING.has(column)) return say('row.fewer-cells', counts);
  }
  return undefined;
}

/** Columns with several values in a cell: several of these are one. Of others the first that says something counts. */
const MANY: ReadonlySet<Column> = new Set(['otherNames', 'identifiers', 'countries']);

function cellsOf(cells: readonly string[], { places, further, dates }: Header): NamedRow['cells'] {
  const all = (column: Column): string[] => {
    const place = places.get(column);
    if (place === undefined) return [];
    const found = [place, ...(further.get(column) ?? [])].map((at) => cells[at]?.trim() ?? '');
    return found.length === 1 ? found : [...new Set(found.filter(Boolean))];
  };
  const cell = (column: Column) => {
    if (!places.has(column)) return undefined;
    const found = all(column);
    return (MANY.has(column) ? found.join('|') : found[0]) ?? '';
  };
  // Of two names in one row both are searched.
  const moreNames = further.has('name') ? all('name').slice(1) : [];
  const [givenNames, surname, dateOfBirth] = [cell('givenNames'), cell('surname'), cell('dateOfBirth')];
  const whole = [givenNames, surname].filter(Boolean).join(' ');
  return {
    id: cell('id'),
    // A person of one name has the other column empty, and an organisation its name in either.
    name: cell('name') || (surname === undefined ? cell('name') : whole),
    givenNames,
    surname,
    entityType: cell('entityType'),
    dateOfBirth: dateOfBirth === undefined ? undefined : isoDateIn(dateOfBirth, dates),
    identifiers: cell('identifiers'),
    otherNames: moreNames.length === 0 ? cell('otherNames') : [...moreNames, ...all('otherNames')].join('|'),
    minScore: cell('minScore'),
    categories: cell('categories'),
    monitored: cell('monitored'),
    countries: cell('countries'),
    reason: cell('reason'),
    until: cell('until'),
    a: cell('a'),
    b: cell('b'),
  };
}

function invalid(code: SentenceCode, values?: Values): TouchstoneError {
  return new TouchstoneError('validation', say(code, values));
}
