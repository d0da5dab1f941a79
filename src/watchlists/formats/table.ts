import { TouchstoneError } from '../../errors.ts';
import { say } from '../../sentences.ts';
import { tidy } from '../entries/values.ts';
import type { ListFile } from '../source.ts';
import { type CsvRow, csvRows } from './csv.ts';
import { isZip, otherKind } from './list-file.ts';
import { xlsxRows } from './xlsx.ts';

/** One row under a header line. */
export interface TableRow {
  readonly line: number;
  /** The cell under the column with this name, white space folded; undefined where it is blank or there is none. */
  cell(column: string): string | undefined;
}

export interface TableShape {
  readonly delimiter?: string;
  /** Columns that make a line the header; each item is a column, or several names it has had. */
  readonly required: readonly (string | readonly string[])[];
  /** Called for the lines before the header: dates, titles. */
  readonly preamble?: (cells: readonly string[]) => void;
  /** How many lines may come before the header. Default 0. */
  readonly preambleLines?: number;
}

/**
 * Streams the rows of a CSV file (UTF-8 or Windows-1252) or of an Excel workbook (XLSX) by column names. Case and
 * spaces do not matter; of columns with the same name the first counts. No such header, or a last row that breaks off,
 * is `list-unusable`.
 */
export async function* tableRows(file: ListFile, shape: TableShape): AsyncIterable<TableRow> {
  let columns: Map<string, number> | undefined;
  let width = 0;
  let before = 0;
  let shortRows = 0;
  let lastIsShort = false;
  for await (const { line, cells } of rowsOf(file, shape)) {
    if (columns) {
      lastIsShort = cells.length < width;
      if (lastIsShort) shortRows++;
      yield rowOf(columns, line, cells);
      continue;
    }
    const found = columnsOf(cells);
    if (missing(found, shape) === undefined) {
      columns = found;
      width = cells.length;
    } else if (before++ < (shape.preambleLines ?? 0)) {
      shape.preamble?.(cells);
    } else {
      throw notThisTable(file, missing(found, shape)!);
    }
  }
  if (!columns) throw notThisTable(file, firstName(shape.required[0]!));
  // Writers that leave out empty cells at the end do so in many rows; a single short row at the end is a cut.
  if (lastIsShort && shortRows === 1)
    throw new TouchstoneError('list-unusable', `${file.name} breaks off in its last row.`);
}

/** Adds the empty cells that a workbook leaves out at the end of a row. A workbook cannot break off inside a row. */
async function* rowsOf(file: ListFile, shape: TableShape): AsyncIterable<CsvRow> {
  if (!(await isZip(file))) return yield* csvRows(file, { ...shape, encoding: await encodingOf(file) });
  let width = 0;
  for await (const { line, cells } of xlsxRows(file)) {
    width ||= cells.length;
    yield { line, cells: [...cells, ...Array<string>(Math.max(0, width - cells.length)).fill('')] };
  }
}

const key = (column: string): string => column.replace(/\s+/g, '').toLowerCase();

const firstName = (column: string | readonly string[]): string => (typeof column === 'string' ? column : column[0]!);

function columnsOf(cells: readonly string[]): Map<string, number> {
  const columns = new Map<string, number>();
  for (const [index, cell] of cells.entries()) if (!columns.has(key(cell))) columns.set(key(cell), index);
  return columns;
}

function missing(columns: ReadonlyMap<string, number>, shape: TableShape): string | undefined {
  const gap = shape.required.find((names) => ![names].flat().some((name) => columns.has(key(name))));
  return gap && firstName(gap);
}

function rowOf(columns: ReadonlyMap<string, number>, line: number, cells: readonly string[]): TableRow {
  return {
    line,
    cell: (column) => {
      const index = columns.get(key(column));
      return index === undefined ? undefined : tidy(cells[index]);
    },
  };
}

function notThisTable(file: ListFile, column: string): TouchstoneError {
  return otherKind(file, say('list-file.kind-no-column', { column }));
}

/** Both the EU's and the British files came in Windows-1252 for years and come in UTF-8 today; only the bytes tell. */
async function encodingOf(file: ListFile): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of file.bytes()) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252';
    throw error;
  }
}
