import { setImmediate } from 'node:timers/promises';
import { type Column, columnPlaces } from '../csv/columns.ts';
import { csvPages } from '../csv/read.ts';
import type { PendingRow } from '../domain/batch.ts';
import { TouchstoneError } from '../errors.ts';
import { type SentenceCode, say, type Values } from '../sentences.ts';

const MAX_ROWS = 200_000;
/** Parsed at a time, so that requests get their turn in between; a row of few cells takes longest for its length. */
const SLICE_BYTES = 2 * 1024;
/** Handed over at a time: few enough that storing them holds no other write up for long. */
const PAGE_ROWS = 500;

/**
 * Rows of an uploaded CSV file, whose header must name the column `name`. Hands them to `take` page by page as they are
 * read. Throws `validation` with the sentence for whoever sent it.
 */
export async function readRows(bytes: Uint8Array, take: (rows: readonly PendingRow[]) => Promise<void>): Promise<void> {
  let page: PendingRow[] = [];
  let total = 0;
  let places: Places | undefined;
  for await (const rows of csvPages(slices(bytes), { strict: true })) {
    for (const { line, cells } of rows) {
      if (!places) {
        places = placesOf(cells);
        continue;
      }
      if (total === MAX_ROWS) throw invalid('file.too-many-rows', { most: MAX_ROWS });
      page.push({ row: total, line, ...fieldsOf(cells, places) });
      total += 1;
    }
    if (page.length < PAGE_ROWS) continue;
    await take(page);
    page = [];
  }
  if (total === 0) throw invalid('file.no-rows');
  if (page.length > 0) await take(page);
}

type Places = ReadonlyMap<Column, number>;

/** Where the columns stand by the header. Throws where it names no column `name`. */
function placesOf(header: readonly string[]): Places {
  const places = columnPlaces(header);
  if (!places.has('name')) throw invalid('file.no-name-column');
  return places;
}

function fieldsOf(cells: readonly string[], places: Places): Omit<PendingRow, 'row' | 'line'> {
  const cell = (column: Column) => cells[places.get(column) ?? -1] ?? '';
  return { reference: cell('id'), name: cell('name'), type: cell('entityType'), dateOfBirth: cell('dateOfBirth') };
}

async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
    yield bytes.subarray(start, start + SLICE_BYTES);
    await setImmediate();
  }
}

function invalid(code: SentenceCode, values?: Values): TouchstoneError {
  return new TouchstoneError('validation', say(code, values));
}
