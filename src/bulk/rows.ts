import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import type { PendingRow, SentRow } from '../domain/batch.ts';
import { TouchstoneError } from '../errors.ts';
import { type SentenceCode, say, type Values } from '../sentences.ts';

/** Places of the columns, -1 for one that the file has not got. */
type Columns = Readonly<Record<keyof Omit<SentRow, 'line'>, number>>;

const MAX_ROWS = 200_000;
/** Parsed at a time, so that requests get their turn in between; a row of few cells takes longest for its length. */
const SLICE_BYTES = 2 * 1024;
const MAX_ROW = 64 * 1024;
/** Handed over at a time: few enough that storing them holds no other write up for long. */
const PAGE_ROWS = 500;

/** Names of columns, as letters alone in lower case. */
const COLUMNS: Readonly<Record<keyof Columns, readonly string[]>> = {
  reference: ['id', 'reference', 'ref'],
  name: ['name', 'fullname'],
  type: ['type', 'entitytype'],
  dateOfBirth: ['dob', 'dateofbirth', 'birthdate'],
};

/**
 * Rows of a CSV file in UTF-8 with a header row, separated by comma, semicolon or tab; blank lines are left out. Hands
 * them to `take` page by page as they are read. Throws `validation` with the sentence for whoever sent it.
 */
export async function readRows(bytes: Uint8Array, take: (rows: readonly PendingRow[]) => Promise<void>): Promise<void> {
  let page: PendingRow[] = [];
  let total = 0;
  let columns: Columns | undefined;
  const keep = (record: readonly string[], line: number): void => {
    if (!columns) {
      columns = columnsOf(record);
      return;
    }
    if (total === MAX_ROWS) throw invalid('file.too-many-rows', { most: MAX_ROWS });
    const cell = (column: number) => record[column] ?? '';
    const { reference, name, type, dateOfBirth } = columns;
    page.push({
      ...{ row: total, line },
      ...{ reference: cell(reference), name: cell(name), type: cell(type), dateOfBirth: cell(dateOfBirth) },
    });
    total += 1;
  };
  const handOver = async (): Promise<void> => {
    const rows = page;
    page = [];
    await take(rows);
  };
  await eachRecord(bytes, keep, async () => {
    if (page.length >= PAGE_ROWS) await handOver();
  });
  if (total === 0) throw invalid('file.no-rows');
  if (page.length > 0) await handOver();
}

/**
 * Hands each row over as it is parsed: a stream of records would hold the loop for as long as it had some. `pause` is
 * awaited after each slice of the file.
 */
async function eachRecord(
  bytes: Uint8Array,
  take: (record: readonly string[], line: number) => void,
  pause: () => Promise<void>,
): Promise<void> {
  const parser = parse({
    delimiter: delimiterOf(bytes),
    bom: true,
    trim: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: MAX_ROW,
    on_record: (record: string[], { lines }) => {
      take(record, lines);
      return null;
    },
  });
  const done = finished(parser.resume());
  // Heard below; a file that fails while it is fed must not go unheard before that.
  done.catch(() => {});
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    for (let start = 0; start < bytes.length && !parser.destroyed; start += SLICE_BYTES) {
      const end = Math.min(bytes.length, start + SLICE_BYTES);
      parser.write(decoded(text, bytes.subarray(start, end), end < bytes.length));
      await setImmediate();
      await pause();
    }
    parser.end();
    await done;
  } catch (error) {
    parser.destroy();
    if (error instanceof CsvError) throw invalid('file.not-csv', { problem: error.message });
    throw error;
  }
}

function decoded(text: InstanceType<typeof TextDecoder>, bytes: Uint8Array, stream: boolean): string {
  try {
    return text.decode(bytes, { stream });
  } catch {
    throw invalid('file.not-utf8');
  }
}

/** What stands most often in the header: spreadsheets of many countries write semicolons. */
function delimiterOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(10);
  const header = new TextDecoder().decode(bytes.subarray(0, end < 0 ? SLICE_BYTES : Math.min(end, SLICE_BYTES)));
  const count = (delimiter: string) => header.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

function columnsOf(header: readonly string[]): Columns {
  const words = header.map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ''));
  const place = (names: readonly string[]) => words.findIndex((word) => names.includes(word));
  const { reference, name, type, dateOfBirth } = COLUMNS;
  if (place(name) < 0) throw invalid('file.no-name-column');
  return { reference: place(reference), name: place(name), type: place(type), dateOfBirth: place(dateOfBirth) };
}

function invalid(code: SentenceCode, values?: Values): TouchstoneError {
  return new TouchstoneError('validation', say(code, values));
}
