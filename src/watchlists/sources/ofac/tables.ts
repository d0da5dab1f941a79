import { TouchstoneError } from '../../../errors.ts';
import { csvRows } from '../../formats/csv.ts';
import { beginning, textChunks } from '../../formats/list-file.ts';
import type { ListFile, ParseReport } from '../../source.ts';

/** The four files of one flat release. */
export type TableName = 'primary' | 'alternate' | 'address' | 'comments';

export interface Table {
  readonly file: ListFile;
  readonly name: TableName;
  /** Undefined: fixed columns. */
  readonly delimiter: string | undefined;
}

/** Column widths of the fixed-field release, as in OFAC's data specification (`dat_spec.txt`, `cons_dat_spec.txt`). */
const WIDTHS: Readonly<Record<TableName, readonly number[]>> = {
  primary: [10, 350, 12, 200, 200, 8, 25, 14, 8, 40, 150, Number.POSITIVE_INFINITY],
  alternate: [10, 10, 8, 350, 200],
  address: [10, 10, 750, 116, 250, 200],
  comments: [10, Number.POSITIVE_INFINITY],
};
const NAMES = Object.keys(WIDTHS) as TableName[];
const FIXED_LENGTHS: readonly (readonly [number, TableName])[] = [
  [1900, 'primary'],
  [1200, 'address'],
  [500, 'alternate'],
];
const END_OF_FILE = '\u001a';

/** Which of the flat files this is, told from its first line; undefined where it is none of them. */
export async function tableOf(file: ListFile): Promise<Table | undefined> {
  const line = (await beginning(file, 8192)).replace(/^\ufeff/, '').split(/\r?\n/, 1)[0] ?? '';
  const delimiter = /^\s*\d+\s*([,|@])/.exec(line)?.[1];
  if (delimiter) {
    const columns = countColumns(line, delimiter);
    const name = NAMES.find((table) => WIDTHS[table].length === columns);
    return name && { file, name, delimiter };
  }
  if (!/^ *\d+$/.test(line.slice(0, 10))) return undefined;
  const linked = /^[ \d]{9}\d[ \d]{9}\d/.test(line);
  const name = FIXED_LENGTHS.find(([length, table]) => line.length >= length && (table === 'primary' || linked))?.[1];
  return { file, name: name ?? 'comments', delimiter: undefined };
}

/** The rows of a table, null values (`-0-`) as undefined. A bad row is skipped; one at the end is a cut-off file. */
export async function* tableRows(table: Table, report: ParseReport): AsyncIterable<(string | undefined)[]> {
  const columns = WIDTHS[table.name].length;
  let bad: number | undefined;
  for await (const { line, cells } of table.delimiter ? delimitedRows(table.file, table.delimiter) : fixedRows(table)) {
    if (bad !== undefined)
      report.skip(`${table.file.name} line ${bad}`, 'it has not the columns of its table', `row of ${columns} columns`);
    bad = undefined;
    if (cells.length === columns && /^\d+$/.test(cells[0] ?? '')) yield cells.map(present);
    else bad = line;
  }
  if (bad !== undefined) {
    throw new TouchstoneError('list-unusable', `${table.file.name} is cut off: its last line is not whole.`);
  }
}

async function* delimitedRows(file: ListFile, delimiter: string) {
  for await (const { line, cells } of csvRows(file, { delimiter })) {
    if (cells.length > 1 || cells[0] !== END_OF_FILE) yield { line, cells };
  }
}

async function* fixedRows({ file, name }: Table) {
  const shortest = WIDTHS[name].slice(0, -1).reduce((sum, width) => sum + width, 0);
  let line = 0;
  for await (const text of lines(file)) {
    line += 1;
    if (text.trim() === '' || text.trim() === END_OF_FILE) continue;
    yield { line, cells: text.length < shortest ? [] : slices(text, WIDTHS[name]) };
  }
}

async function* lines(file: ListFile): AsyncIterable<string> {
  let rest = '';
  for await (const chunk of textChunks(file)) {
    const parts = (rest + chunk).split(/\r?\n/);
    rest = parts.pop() ?? '';
    yield* parts;
  }
  yield rest;
}

function slices(line: string, widths: readonly number[]): string[] {
  let at = 0;
  return widths.map((width) => {
    const cell = line.slice(at, at + width).trim();
    at += width;
    return cell;
  });
}

function present(cell: string): string | undefined {
  const text = cell.replaceAll(END_OF_FILE, '').trim();
  return text === '' || text === '-0-' ? undefined : text;
}

function countColumns(line: string, delimiter: string): number {
  let columns = 1;
  let quoted = false;
  for (const character of line) {
    if (character === '"') quoted = !quoted;
    else if (character === delimiter && !quoted) columns += 1;
  }
  return columns;
}
