import { setImmediate } from 'node:timers/promises';
import { type NamedRow, namedRows } from '../csv/named-rows.ts';
import type { PendingRow } from '../domain/batch.ts';
import { isStorable } from '../domain/storable.ts';
import { TouchstoneError } from '../errors.ts';
import { type SentenceCode, say, type Values } from '../sentences.ts';

const MAX_ROWS = 1_000_000;
/** Parsed at a time, so that requests get their turn in between; a row of few cells takes longest for its length. */
const SLICE_BYTES = 2 * 1024;
/** Handed over at a time: few enough that storing them holds no other write up for long. */
const PAGE_ROWS = 500;

/** Stores rows; the next ones wait for it. */
export type TakeRows = (rows: readonly PendingRow[]) => Promise<void>;

/**
 * Rows of a CSV file of at most a million rows, whose header must name the column `name`. Hands them to `take` page by
 * page as they are read. Throws `validation` with the sentence for whoever sent it.
 */
export async function readRows(file: AsyncIterable<Uint8Array>, take: TakeRows): Promise<void> {
  let page: PendingRow[] = [];
  let total = 0;
  const check = (columns: ReadonlySet<string>) => {
    if (!columns.has('name')) throw invalid('file.no-name-column');
  };
  for await (const rows of namedRows(slices(file), { strict: true, check })) {
    for (const row of rows) {
      if (total === MAX_ROWS) throw invalid('file.too-many-rows', { most: MAX_ROWS });
      page.push(pendingRow(total, row));
      total += 1;
    }
    if (page.length < PAGE_ROWS) continue;
    await take(page);
    page = [];
  }
  if (total === 0) throw invalid('file.no-rows');
  if (page.length > 0) await take(page);
}

function pendingRow(row: number, { line, cells, problem }: NamedRow): PendingRow {
  const { id: reference = '', name = '', entityType: type = '', dateOfBirth = '' } = cells;
  const pending = { row, line, reference, name, type, dateOfBirth };
  return problem === undefined ? pending : { ...pending, problem };
}

/** Refuses the rows that give no type, where nothing else says it. */
export function typesNeeded(take: TakeRows): TakeRows {
  const problem = say('query.type-missing');
  return (rows) => take(rows.map((row) => (row.type === '' ? { problem, ...row } : row)));
}

/** Members of an item that was sent as JSON, whose types may be wrong. */
export type SentItem = Readonly<Partial<Record<(typeof TEXT_MEMBERS)[number] | 'minScore', unknown>>>;

const TEXT_MEMBERS = ['reference', 'name', 'entityType', 'dateOfBirth'] as const;

/** Rows of a list of items, handed over page by page. What is wrong with an item is kept in its row. */
export async function readItems(items: readonly SentItem[], take: TakeRows): Promise<void> {
  for (let start = 0; start < items.length; start += PAGE_ROWS) {
    await take(items.slice(start, start + PAGE_ROWS).map((item, place) => rowOf(item, start + place)));
  }
}

function rowOf(item: SentItem, row: number): PendingRow {
  const text = (member: (typeof TEXT_MEMBERS)[number]) => {
    const value = item[member];
    return typeof value === 'string' ? value.trim() : '';
  };
  const sent = { name: text('name'), type: text('entityType'), dateOfBirth: text('dateOfBirth') };
  const { minScore } = item;
  const problem = problemOf(item);
  return {
    ...{ row, line: row + 1, reference: text('reference'), ...sent },
    ...(typeof minScore === 'number' && { minScore }),
    ...(problem && { problem }),
  };
}

/** The first member that cannot be used; a null says the same as leaving it out. */
function problemOf(item: SentItem): string | undefined {
  for (const member of TEXT_MEMBERS) {
    const value = item[member] ?? '';
    if (typeof value !== 'string') return say('row.no-text', { member });
    if (!isStorable(value)) return say('row.no-text', { member });
  }
  const minScore = item.minScore ?? 0;
  const isScore = typeof minScore === 'number' && minScore >= 0 && minScore <= 100;
  return isScore ? undefined : say('body.min-score-invalid');
}

async function* slices(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const bytes of file) {
    for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
      yield bytes.subarray(start, start + SLICE_BYTES);
      await setImmediate();
    }
  }
}

function invalid(code: SentenceCode, values?: Values): TouchstoneError {
  return new TouchstoneError('validation', say(code, values));
}
