import { entityTypeIn, haveName, namedAsColumns, valuesIn } from '../csv/columns.ts';
import { type NamedRow, namedRows } from '../csv/named-rows.ts';
import { identifiersInCell, identifiersInItem } from '../csv/row-identifiers.ts';
import { MAX_IDENTIFIERS } from '../domain/identifier.ts';
import { MAX_OWN_ENTRIES, type NewOwnEntry, OWN_ENTRY_ID } from '../domain/own-list.ts';
import { TouchstoneError } from '../errors.ts';
import { say } from '../sentences.ts';
import { asCsv } from '../spreadsheets/as-csv.ts';
import { type GivenOwnEntry, readOwnEntry } from './entry-content.ts';
import { entryOfFtm } from './ftm-entry.ts';
import { linesOf } from './lines.ts';

/** Rows that are handed over at a time. */
const PAGE_ROWS = 500;

/** What a file may be: a table (CSV or a workbook), or a JSON object on every line. */
export type OwnListForm = 'table' | 'lines';

/** A row of a file: the entry that it is, or why it is none. `row`: its number from 1 on, without header or blanks. */
export type OwnListRow =
  | { readonly row: number; readonly entry: NewOwnEntry }
  | { readonly row: number; readonly id: string; readonly reason: string };

/** A row before its members are looked at. */
interface GivenRow {
  readonly id: string;
  readonly given: GivenOwnEntry;
  readonly problem?: string | undefined;
}

/**
 * Every row of a file in pages. An id that comes again is refused, so that no row takes the place of another unseen.
 * `sheet`: the name of the sheet of a workbook; a file that is none has no sheets.
 * Throws `validation` for a file of another kind, or with more rows than an owner may have entries.
 */
export async function* ownListRows(
  file: AsyncIterable<Uint8Array>,
  form: OwnListForm,
  now: Date,
  sheet?: string,
): AsyncGenerator<readonly OwnListRow[]> {
  if (form === 'lines' && sheet !== undefined) throw invalid(say('workbook.none'));
  const seen = new Set<string>();
  let page: OwnListRow[] = [];
  let row = 0;
  for await (const rows of form === 'table' ? tableRows(file, sheet) : jsonRows(file)) {
    for (const one of rows) {
      row += 1;
      if (row > MAX_OWN_ENTRIES) throw invalid(say('file.too-many-rows', { most: MAX_OWN_ENTRIES }));
      page.push(readRow(row, one, seen, now));
    }
    if (page.length < PAGE_ROWS) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

function readRow(row: number, { id, given, problem }: GivenRow, seen: Set<string>, now: Date): OwnListRow {
  const refused = (reason: string): OwnListRow => ({ row, id, reason });
  if (problem !== undefined) return refused(problem);
  if (!OWN_ENTRY_ID.test(id)) return refused(say('row.no-entry-id'));
  if (seen.has(id)) return refused(say('row.id-again', { id }));
  seen.add(id);
  const content = readOwnEntry(given, now);
  if ('name' in content) return { row, entry: { id, content } };
  return refused(content.map(({ message }) => message).join(' '));
}

async function* tableRows(
  file: AsyncIterable<Uint8Array>,
  sheet: string | undefined,
): AsyncGenerator<readonly GivenRow[]> {
  const check = (columns: ReadonlySet<string>) => {
    if (!haveName(columns) || !columns.has('id')) throw invalid(say('file.no-id-column'));
  };
  for await (const rows of namedRows(asCsv(file, sheet), { strict: true, check, kind: 'own-list' }))
    yield rows.map(givenOfTable);
}

function givenOfTable({ cells, problem }: NamedRow): GivenRow {
  const identifiers = identifiersInCell(cells.identifiers ?? '');
  const given = {
    name: cells.name ?? '',
    entityType: entityTypeIn(cells.entityType ?? ''),
    otherNames: valuesIn(cells.otherNames),
    dateOfBirth: cells.dateOfBirth,
    countries: valuesIn(cells.countries),
    identifiers,
    reason: cells.reason,
    until: cells.until,
  };
  const wrong = identifiers ? undefined : say('row.identifiers', { most: MAX_IDENTIFIERS });
  return { id: cells.id ?? '', given, problem: problem ?? wrong };
}

async function* jsonRows(file: AsyncIterable<Uint8Array>): AsyncGenerator<readonly GivenRow[]> {
  for await (const lines of linesOf(file)) yield lines.map(givenOfLine);
}

function givenOfLine(line: string): GivenRow {
  const nothing = { id: '', given: { name: '', entityType: '' } };
  let object: unknown;
  try {
    object = JSON.parse(line);
  } catch {
    return { ...nothing, problem: say('row.no-object') };
  }
  if (typeof object !== 'object' || object === null || Array.isArray(object)) {
    return { ...nothing, problem: say('row.no-object') };
  }
  const members = object as Readonly<Record<string, unknown>>;
  return 'schema' in members ? entryOfFtm(members) : givenOfObject(namedAsColumns(members));
}

function givenOfObject(members: Readonly<Record<string, unknown>>): GivenRow {
  const wrong: string[] = [];
  const text = (member: string): string => {
    const value = members[member] ?? '';
    if (typeof value !== 'string') wrong.push(say('row.no-text', { member }));
    return typeof value === 'string' ? value.trim() : '';
  };
  const texts = (member: string): string[] => {
    const given = members[member] ?? [];
    const value = typeof given === 'string' ? valuesIn(given) : given;
    const isRight = Array.isArray(value) && value.every((one) => typeof one === 'string');
    if (!isRight) wrong.push(say('row.no-texts', { member }));
    return isRight ? (value as string[]) : [];
  };
  const identifiers = identifiersInItem(members.identifiers);
  if (!identifiers) wrong.push(say('row.identifiers', { most: MAX_IDENTIFIERS }));
  const given = {
    name: text('name'),
    entityType: text('entityType'),
    otherNames: texts('otherNames'),
    dateOfBirth: text('dateOfBirth'),
    countries: texts('countries'),
    identifiers,
    reason: text('reason'),
    until: text('until'),
  };
  return { id: text('id'), given, problem: wrong[0] };
}

function invalid(message: string): TouchstoneError {
  return new TouchstoneError('validation', message);
}
