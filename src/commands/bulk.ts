import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Column, entityTypeIn, haveName, type ServiceColumn } from '../csv/columns.ts';
import { type NamedRow, namedRows } from '../csv/named-rows.ts';
import { TouchstoneError } from '../errors.ts';
import { unwritable } from '../file-failure.ts';
import { printableJson } from '../printable.ts';
import { asCsv } from '../spreadsheets/as-csv.ts';
import { localFile } from '../watchlists/formats/list-file.ts';
import { readableFile } from '../watchlists/store/intake.ts';

/** So many rows are under way at once: enough to keep every thread busy, few enough to bound memory. */
const UNDER_WAY = 256;
const PROGRESS_EVERY_MS = 200;
const BAR_WIDTH = 30;
/** What decoding puts in the place of bytes that are no text. */
const UNDECODED = '\ufffd';

export interface BulkResult {
  /** All rows of the file below its header. */
  readonly rows: number;
  /** Those whose line in the output says what is wrong with them. */
  readonly failed: number;
}

/** What the file had, and how many of its rows were read and refused. `failed` is what `refused` was called first. */
export function counted({ rows, failed }: BulkResult) {
  return { rows, read: rows - failed, refused: failed, failed };
}

/** `3 rows screened.`, or what became of the others. */
export function countedInWords({ rows, failed }: BulkResult, what: string): string {
  return failed === 0 ? `${rows} ${what}.` : `${rows - failed} of ${rows} ${what}, ${failed} refused.`;
}

/** A row of the file by its columns; one that the file has not got is empty. */
export type Row = Readonly<Record<Exclude<Column, 'givenNames' | 'surname' | ServiceColumn>, string>>;

interface SentRow {
  readonly row: Row;
  readonly problem: string | undefined;
}

/**
 * Works through a CSV file or a workbook (its `sheet`) with a header row. It writes one JSON line a row, in the rows'
 * order.
 * A line has the row's `id` and the members of the JSON object that `work` gives. Without a column `id`, the id is the
 * row's line number. A row that fails gets the line `{"id", "error"}`.
 * Throws `usage` where the file or a column is missing, and where input and output are one file. The output then stays
 * as it was.
 */
export async function bulk(
  input: string,
  output: string,
  columns: readonly Column[],
  work: (row: Row) => Promise<string>,
  sheet?: string,
): Promise<BulkResult> {
  await readableFile(input);
  await refuseSameFile(input, output);
  const rows = await openRows(input, columns, sheet);
  const progress = new Progress(process.stderr.isTTY ? await countRows(input, sheet) : 0);
  const lines = await openOutput(output);
  const underWay: Promise<{ line: string; failed: boolean }>[] = [];
  const result = { rows: 0, failed: 0 };
  const finishOldest = async () => {
    const { line, failed } = await underWay.shift()!;
    result.rows++;
    if (failed) result.failed++;
    progress.show(result.rows);
    await lines.write(line);
  };
  for await (const sent of rows) {
    const line = lineFor(sent, work);
    // The oldest that failed ends the run; the others need no hearing of their own.
    line.catch(() => {});
    underWay.push(line);
    if (underWay.length >= UNDER_WAY) await finishOldest();
  }
  while (underWay.length > 0) await finishOldest();
  await lines.end();
  progress.end(result.rows);
  return result;
}

/** Throws `usage` where input and output are one file. */
export async function refuseSameFile(input: string, output: string): Promise<void> {
  const [from, to] = await Promise.all([stat(input), stat(output).catch(() => undefined)]);
  if (to && from.ino === to.ino && from.dev === to.dev) {
    throw new TouchstoneError('usage', `${output} is the input itself; name another file for the output.`);
  }
}

async function lineFor(
  { row, problem }: SentRow,
  work: (row: Row) => Promise<string>,
): Promise<{ line: string; failed: boolean }> {
  try {
    if (problem !== undefined) throw new TouchstoneError('validation', problem);
    if (Object.values(row).some((cell) => cell.includes(UNDECODED))) {
      throw new TouchstoneError('validation', 'The row is not UTF-8 text.');
    }
    return { line: `{"id":${JSON.stringify(row.id)},${(await work(row)).slice(1)}\n`, failed: false };
  } catch (error) {
    // What is wrong with one row must not lose the others; what is wrong with the program ends the run.
    if (!(error instanceof TouchstoneError) || error.code !== 'validation') throw error;
    return { line: `${JSON.stringify({ id: row.id, error: error.message })}\n`, failed: true };
  }
}

/** The rows, once the header was found to name every column that is needed. */
async function openRows(
  path: string,
  columns: readonly Column[],
  sheet: string | undefined,
): Promise<AsyncIterable<SentRow>> {
  const pages = pagesOf(path, columns, sheet);
  const first = await pages.next();
  if (first.done)
    throw new TouchstoneError('usage', `${path} is empty; it must have the columns ${columns.join(', ')}.`);
  return sentRows(first.value, pages);
}

async function* sentRows(
  first: readonly NamedRow[],
  others: AsyncIterable<readonly NamedRow[]>,
): AsyncIterable<SentRow> {
  yield* first.map(sentRow);
  for await (const page of others) yield* page.map(sentRow);
}

function sentRow({ line, cells, problem }: NamedRow): SentRow {
  const { id = String(line), name = '', entityType = '', dateOfBirth = '' } = cells;
  const { identifiers = '', otherNames = '', a = '', b = '' } = cells;
  const row = { id, name, entityType: entityTypeIn(entityType), dateOfBirth, identifiers, otherNames, a, b };
  return { row, problem };
}

function pagesOf(
  path: string,
  columns: readonly Column[],
  sheet: string | undefined,
): AsyncGenerator<readonly NamedRow[]> {
  const check = (found: ReadonlySet<Column>) => {
    const missing = columns.find((column) => !found.has(column) && !(column === 'name' && haveName(found)));
    if (!missing) return;
    const must = `${path} must have the columns ${columns.join(', ')}`;
    throw new TouchstoneError('usage', `${must}; it has no ${missing}.`);
  };
  return namedRows(asCsv(localFile(path).bytes(), sheet), { strict: false, check, kind: 'command' });
}

async function countRows(path: string, sheet: string | undefined): Promise<number> {
  let rows = 0;
  for await (const page of pagesOf(path, [], sheet)) rows += page.length;
  return rows;
}

/** Lines into a file; what goes wrong with it is told by the next call, as one sentence. */
async function openOutput(path: string): Promise<{ write(line: string): Promise<void>; end(): Promise<void> }> {
  const stream = createWriteStream(path);
  let failure: TouchstoneError | undefined;
  stream.on('error', (cause) => {
    failure ??= unwritable(path, cause);
  });
  const until = async (event: 'open' | 'drain' | 'close') => {
    if (!failure) await once(stream, event).catch(() => {});
    if (failure) throw failure;
  };
  await until('open');
  return {
    async write(line) {
      if (failure) throw failure;
      if (!stream.write(printableJson(line))) await until('drain');
    },
    async end() {
      stream.end();
      await until('close');
    },
  };
}

/** A bar on the terminal; nothing where standard error is none. */
class Progress {
  readonly #total: number;
  readonly #start = performance.now();
  #shown = 0;

  constructor(total: number) {
    this.#total = total;
  }

  show(rows: number): void {
    const now = performance.now();
    if (!process.stderr.isTTY || now - this.#shown < PROGRESS_EVERY_MS) return;
    this.#shown = now;
    const share = this.#total > 0 ? rows / this.#total : 0;
    const bar = '█'.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '░');
    const rate = Math.round((1000 * rows) / (now - this.#start));
    process.stderr.write(`\r${bar} ${rows} of ${this.#total} rows, ${rate} a second `);
  }

  end(rows: number): void {
    this.#shown = 0;
    this.show(rows);
    if (process.stderr.isTTY) process.stderr.write('\n');
  }
}
