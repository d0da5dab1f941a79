import type { CsvRow } from '../../csv/read.ts';
import { TouchstoneError } from '../../errors.ts';
import { say } from '../../sentences.ts';
import { tidy } from '../entries/values.ts';
import type { ListFile } from '../source.ts';
import { csvRows } from './csv.ts';
import { changedLayout } from './layout.ts';
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
 * Streams the rows of a CSV file or of an Excel workbook (XLSX) by column names. Case and other signs than letters and
 * digits do not matter; of columns with the same name the first counts. No such header, or a last row that breaks off,
 * is `list-unusable`.
 */
export async function* tableRows(file: ListFile, shape: TableShape): AsyncIterable<TableRow> {
  const search = new HeaderSearch(file, shape);
  let columns: Columns | undefined;
  let width = 0;
  let shortRows = 0;
  let lastIsShort = false;
  for await (const { line, cells } of rowsOf(file, shape)) {
    if (columns) {
      lastIsShort = cells.length < width;
      if (lastIsShort) shortRows++;
      yield rowOf(columns, line, cells);
      continue;
    }
    columns = search.look(cells);
    width = cells.length;
  }
  if (!columns) throw search.refusal();
  // Writers that leave out empty cells at the end do so in many rows; a single short row at the end is a cut.
  if (lastIsShort && shortRows === 1)
    throw new TouchstoneError('list-unusable', `${file.name} breaks off in its last row.`);
}

type Columns = ReadonlyMap<string, number>;

/** Looks for the header among the first lines. */
class HeaderSearch {
  readonly #file: ListFile;
  readonly #shape: TableShape;
  #before = 0;
  /** What the line lacks that is most like the header, and how many of the other columns it has. */
  #nearest: { readonly column: string; readonly others: number };

  constructor(file: ListFile, shape: TableShape) {
    this.#file = file;
    this.#shape = shape;
    this.#nearest = { column: firstName(shape.required[0]!), others: 0 };
  }

  /** The columns, where the line is the header. Throws once too many lines are not. */
  look(cells: readonly string[]): Columns | undefined {
    const { required, preamble, preambleLines = 0 } = this.#shape;
    const columns = columnsOf(cells);
    const lacking = required.filter((names) => !has(columns, names));
    const [column] = lacking;
    if (column === undefined) return columns;
    const others = required.length - lacking.length;
    if (others > this.#nearest.others) this.#nearest = { column: firstName(column), others };
    if (this.#before++ >= preambleLines) throw this.refusal();
    preamble?.(cells);
    return undefined;
  }

  /** A table that has some of the columns is the list in another layout. */
  refusal(): TouchstoneError {
    const { column, others } = this.#nearest;
    if (others > 0) return changedLayout(this.#file.name, say('list-file.column', { column }));
    return otherKind(this.#file, say('list-file.kind-no-column', { column }));
  }
}

/** Adds the empty cells that a workbook leaves out at the end of a row. A workbook cannot break off inside a row. */
async function* rowsOf(file: ListFile, shape: TableShape): AsyncIterable<CsvRow> {
  if (!(await isZip(file))) return yield* csvRows(file, shape);
  let width = 0;
  for await (const { line, cells } of xlsxRows(file)) {
    width ||= cells.length;
    yield { line, cells: [...cells, ...Array<string>(Math.max(0, width - cells.length)).fill('')] };
  }
}

const key = (column: string): string => column.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();

const firstName = (column: string | readonly string[]): string => (typeof column === 'string' ? column : column[0]!);

function columnsOf(cells: readonly string[]): Columns {
  const columns = new Map<string, number>();
  for (const [index, cell] of cells.entries()) if (!columns.has(key(cell))) columns.set(key(cell), index);
  return columns;
}

const has = (columns: Columns, names: string | readonly string[]): boolean =>
  [names].flat().some((name) => columns.has(key(name)));

function rowOf(columns: Columns, line: number, cells: readonly string[]): TableRow {
  return {
    line,
    cell: (column) => {
      const index = columns.get(key(column));
      return index === undefined ? undefined : tidy(cells[index]);
    },
  };
}
