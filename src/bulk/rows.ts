import { setImmediate } from 'node:timers/promises';
import { type DateOrder, haveName } from '../csv/columns.ts';
import { type NamedRow, namedRows, type Places } from '../csv/named-rows.ts';
import { identifiersInCell } from '../csv/row-identifiers.ts';
import { MAX_TEXT_LENGTH, settingsInCells } from '../csv/row-settings.ts';
import type { BatchKind, PendingRow } from '../domain/batch.ts';
import { MAX_IDENTIFIERS } from '../domain/identifier.ts';
import { TouchstoneError } from '../errors.ts';
import { madeReference } from '../records/search-text.ts';
import { type SentenceCode, say, type Values } from '../sentences.ts';
import { asCsv } from '../spreadsheets/as-csv.ts';

const MAX_ROWS = 1_000_000;
/** Parsed at a time, so that requests get their turn in between; a row of few cells takes longest for its length. */
const SLICE_BYTES = 2 * 1024;
/** Handed over at a time: few enough that storing them holds no other write up for long. */
export const PAGE_ROWS = 500;
/** What a refused row keeps of such a text. */
const SHOWN_LENGTH = 200;
const TEXTS = ['reference', 'name', 'type', 'dateOfBirth'] as const;
const MEMBER_NAMES = { reference: 'reference', name: 'name', type: 'entityType', dateOfBirth: 'dateOfBirth' };

/** Stores rows; the next ones wait for it. */
export type TakeRows = (rows: readonly PendingRow[]) => Promise<void>;

/** What somebody said of a file beside its header. */
export interface FileForm {
  readonly kind: BatchKind;
  /** The sheet of a workbook. */
  readonly sheet?: string | undefined;
  readonly places?: Places | undefined;
  readonly dates?: DateOrder | undefined;
}

/**
 * Rows of a CSV file or a workbook of at most a million rows, whose header must name the column `name`. Hands
 * them to `take` page by page as they are read. Throws `validation` with the sentence for whoever sent it.
 */
export async function readRows(
  file: AsyncIterable<Uint8Array>,
  take: TakeRows,
  { sheet, ...form }: FileForm,
): Promise<void> {
  let page: PendingRow[] = [];
  let total = 0;
  const check = (columns: ReadonlySet<string>) => {
    if (!haveName(columns)) throw invalid('file.no-name-column');
  };
  for await (const rows of namedRows(slices(asCsv(file, sheet)), { strict: true, check, ...form })) {
    for (const row of rows) {
      if (total === MAX_ROWS) throw invalid('file.too-many-rows', { most: MAX_ROWS });
      page.push(boundedRow(pendingRow(total, row)));
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
  const sent = { row, line, reference, name, type, dateOfBirth };
  const identifiers = cells.identifiers === undefined ? undefined : identifiersInCell(cells.identifiers);
  const pending = identifiers === undefined ? sent : { ...sent, identifiers };
  const isWrong = cells.identifiers !== undefined && identifiers === undefined;
  const settings = settingsInCells(cells);
  const wrongSetting = typeof settings === 'string' ? settings : undefined;
  const said = problem ?? (isWrong ? say('row.identifiers', { most: MAX_IDENTIFIERS }) : wrongSetting);
  if (said !== undefined) return { ...pending, problem: said };
  return typeof settings === 'string' ? pending : { ...pending, ...settings };
}

/** Refuses the rows that give no type, where nothing else says it. */
export function typesNeeded(take: TakeRows): TakeRows {
  const problem = say('query.type-missing');
  return (rows) => take(rows.map((row) => (row.type === '' ? { problem, ...row } : row)));
}

/** Gives those without a reference one that is made of name and birth date. */
export function referencesMade(take: TakeRows): TakeRows {
  return (rows) =>
    take(
      rows.map((row) => (row.reference === '' ? { ...row, reference: madeReference(row.name, row.dateOfBirth) } : row)),
    );
}

/** The row with texts that can be stored by the million: one that is far too long is cut, and refuses its row. */
export function boundedRow(row: PendingRow): PendingRow {
  const long = TEXTS.find((member) => row[member].length > MAX_TEXT_LENGTH);
  if (!long) return row;
  const cut = Object.fromEntries(TEXTS.map((member) => [member, row[member].slice(0, SHOWN_LENGTH).toWellFormed()]));
  const problem = row.problem ?? say('row.text-too-long', { member: MEMBER_NAMES[long], most: MAX_TEXT_LENGTH });
  return { ...row, ...cut, problem };
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
