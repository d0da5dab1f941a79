import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { TouchstoneError } from '../errors.ts';
import { csvRows } from '../watchlists/csv.ts';
import { localFile } from '../watchlists/files.ts';

/** So many rows are under way at once: enough to keep every thread busy, few enough to bound memory. */
const UNDER_WAY = 256;
const PROGRESS_EVERY_MS = 200;
const BAR_WIDTH = 30;

export interface BulkResult {
  readonly rows: number;
  /** Rows whose line in the output says what is wrong with them. */
  readonly failed: number;
}

type Row = Readonly<Record<string, string>>;

/**
 * Works through a CSV file with a header row and writes one JSON line a row, in the rows' order. A row that cannot be
 * worked on gets the line `{"id", "error"}`. Throws `usage` where the file or a column is not there.
 */
export async function bulk(
  input: string,
  output: string,
  columns: readonly string[],
  work: (row: Row) => Promise<object>,
): Promise<BulkResult> {
  const total = process.stderr.isTTY ? await countRows(input) : 0;
  const progress = new Progress(total);
  const lines = createWriteStream(output);
  await once(lines, 'open').catch((cause) => {
    throw new TouchstoneError('usage', `${output} cannot be written.`, { cause });
  });
  const underWay: Promise<{ line: string; failed: boolean }>[] = [];
  const result = { rows: 0, failed: 0 };
  const finishOldest = async () => {
    const { line, failed } = await underWay.shift()!;
    result.rows++;
    if (failed) result.failed++;
    progress.show(result.rows);
    if (!lines.write(line)) await once(lines, 'drain');
  };
  for await (const row of rowsOf(input, columns)) {
    underWay.push(lineFor(row, work));
    if (underWay.length >= UNDER_WAY) await finishOldest();
  }
  while (underWay.length > 0) await finishOldest();
  lines.end();
  await once(lines, 'close');
  progress.end(result.rows);
  return result;
}

async function lineFor(row: Row, work: (row: Row) => Promise<object>): Promise<{ line: string; failed: boolean }> {
  try {
    return { line: `${JSON.stringify({ id: row.id, ...(await work(row)) })}\n`, failed: false };
  } catch (error) {
    // What is wrong with one row must not lose the others; what is wrong with the program ends the run.
    if (!(error instanceof TouchstoneError) || error.code !== 'validation') throw error;
    return { line: `${JSON.stringify({ id: row.id, error: error.message })}\n`, failed: true };
  }
}

async function* rowsOf(path: string, columns: readonly string[]): AsyncIterable<Row> {
  let header: readonly string[] | undefined;
  for await (const { cells } of csvRows(localFile(path))) {
    if (header) {
      const row: Record<string, string> = {};
      header.forEach((column, place) => {
        row[column] = cells[place] ?? '';
      });
      yield row;
      continue;
    }
    header = cells;
    const missing = columns.filter((column) => !cells.includes(column));
    if (missing.length > 0) {
      throw new TouchstoneError(
        'usage',
        `${path} must have the columns ${columns.join(', ')}; it has no ${missing[0]}.`,
      );
    }
  }
  if (!header) throw new TouchstoneError('usage', `${path} is empty; it must have the columns ${columns.join(', ')}.`);
}

async function countRows(path: string): Promise<number> {
  let rows = -1;
  for await (const _ of csvRows(localFile(path))) rows++;
  return rows;
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
