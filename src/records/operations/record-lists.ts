import type { Screening } from '../../domain/screening.ts';
import { ofAccount } from '../operation.ts';
import type { FilteredPage, FilteredScreenings, FilteredVerifications } from '../queries.ts';
import type { Sql } from '../sql.ts';
import {
  addSearch,
  allOf,
  Conditions,
  firstOf,
  inOrder,
  ofOneAccount,
  type Page,
  recordConditions,
  selectPage,
} from './page-query.ts';
import { areHours, RESULTS, STATUSES, totalOf } from './record-hours.ts';
import { type StoredVerification, VERIFICATION_VIEW, verificationOf } from './verifications.ts';

/** A column that a list is sorted by, and the index that has it, the id and every filter. */
type Order = readonly [column: string, index: string];

const SCREENINGS: Readonly<Record<FilteredScreenings['sort'], Order>> = {
  createdAt: ['created_at', 'screenings_by_day'],
  highestScore: ['highest_score', 'screenings_by_score'],
  name: ['name_key', 'screenings_by_name'],
};
const VERIFICATIONS: Readonly<Record<FilteredVerifications['sort'], Order>> = {
  createdAt: ['created_at', 'verifications_by_day'],
  matchConfidence: ['match_confidence', 'verifications_by_confidence'],
  name: ['name_key', 'verifications_by_name'],
};

/**
 * The contract's lists: JSON arrays as the API answers them, in bytes. A thread of SQLite or the server of PostgreSQL
 * writes them, since objects for a thousand records would hold up whoever unpacks and serialises them.
 */
export const recordLists = {
  /** Newest first, at most `limit` records with at most ten matches each. */
  'screenings.list': ofAccount((sql: Sql, accountId: number, limit: number) =>
    newest(sql, 'screenings', accountId, limit),
  ),
  /** Newest first, at most `limit`, with what a list says of each. */
  'verifications.list': ofAccount((sql: Sql, accountId: number, limit: number) =>
    newest(sql, 'verifications', accountId, limit),
  ),
};

/** A page of the lists with filters. */
export const filteredLists = {
  'screenings.filtered': ofAccount(async (sql: Sql, accountId: number, query: FilteredScreenings) => {
    const { hasMatch, entityType, reference, sort } = query;
    const where = recordConditions(sql, accountId, query);
    if (hasMatch !== undefined) where.add(hasMatch ? 'match_count > 0' : 'match_count = 0');
    if (entityType) where.add('entity_type = $', entityType);
    if (reference) where.add('caller_reference = $', reference);
    addSearch(sql, where, query);
    const kinds = hasMatch === undefined ? RESULTS : [hasMatch ? 'matched' : 'clear'];
    const page = filteredPage(sql, 'screenings', where, SCREENINGS[sort], query);
    return listWithTotal(sql, page, () => !entityType && !reference && hoursTotal(where, accountId, kinds, query));
  }),
  'verifications.filtered': ofAccount(async (sql: Sql, accountId: number, query: FilteredVerifications) => {
    const { status, documentType, reference, sort } = query;
    const where = recordConditions(sql, accountId, query);
    if (status) where.add('status = $', status);
    if (documentType) where.add('document_type = $', documentType);
    if (reference) where.add('caller_reference = $', reference);
    addSearch(sql, where, query);
    const kinds = status ? [status] : STATUSES;
    const page = filteredPage(sql, 'verifications', where, VERIFICATIONS[sort], query);
    return listWithTotal(sql, page, () => !documentType && !reference && hoursTotal(where, accountId, kinds, query));
  }),
};

type ListPage = Page & { readonly table: 'screenings' | 'verifications' };

async function newest(sql: Sql, table: ListPage['table'], accountId: number, limit: number): Promise<Uint8Array> {
  const where = ofOneAccount(sql, new Conditions(), accountId);
  const page = { table, where, order: inOrder(sql, 'DESC', 'id'), limit };
  if (sql.dialect === 'sqlite') return writtenList(sql, page);
  return new TextEncoder().encode(await sql.value<string>(selectList(page), ...where.values));
}

function filteredPage(
  sql: Sql,
  table: ListPage['table'],
  where: Conditions,
  [column, index]: Order,
  { descending, limit, offset, reference }: FilteredScreenings | FilteredVerifications,
): ListPage {
  const order = inOrder(sql, descending ? 'DESC' : 'ASC', column, 'id');
  // Few records have the same one, so they are sorted afterwards.
  return { table, where, order, limit, offset, index: reference ? `${table}_by_reference` : index };
}

/**
 * A page and how many records all pages have, at the same moment. `counted`: a SELECT of that number where PostgreSQL
 * knows it without counting.
 */
async function listWithTotal(sql: Sql, page: ListPage, counted: () => string | false): Promise<FilteredPage> {
  const { where } = page;
  const count = `SELECT count(*) ${allOf(sql, page)}`;
  if (sql.dialect === 'sqlite') {
    const total = await sql.value<number>(count, ...where.values);
    return { total: total!, page: await writtenList(sql, page) };
  }
  const total = counted() || count;
  const text = `SELECT (${total}) AS total, (${selectList(page)}) AS list`;
  const found = await sql.one<{ total: number; list: string }>(text, ...where.values);
  return { total: found!.total, page: new TextEncoder().encode(found!.list) };
}

function hoursTotal(
  where: Conditions,
  accountId: number,
  kinds: readonly string[],
  span: { readonly from?: string; readonly to?: string },
): string | false {
  return areHours(span.from, span.to) && totalOf(where, accountId, kinds, span);
}

const INSTANT = `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** `ListedScreening` and `ListedVerification` of the API, as JSON that PostgreSQL writes. `WRITERS` write the same. */
const LISTED = {
  screenings: `concat('{"id":', id, ',"name":', to_json(name), ',"entityType":', to_json(entity_type), ',"hasMatch":',
    CASE WHEN match_count > 0 THEN 'true' ELSE 'false' END, ',"matchCount":', match_count, ',"highestScore":',
    highest_score, ',"createdAt":"', ${INSTANT}, '","matches":', matches, ',"dateOfBirth":' || to_json(date_of_birth),
    ',"reference":' || to_json(caller_reference), '}')`,
  verifications: `concat('{"id":', id, ',"faceMatch":', CASE WHEN face_match THEN 'true' ELSE 'false' END,
    ',"matchConfidence":', match_confidence, ',"livenessScore":', coalesce(liveness_score::text, 'null'), ',"status":',
    to_json(status), ',"createdAt":"', ${INSTANT}, '","extractedData":{"documentType":', ${extracted('documentType')},
    ',"fullName":', ${extracted('fullName')}, ',"dateOfBirth":', ${extracted('dateOfBirth')}, ',"country":',
    ${extracted('country')}, '}', ',"reference":' || to_json(caller_reference), '}')`,
};

/** A field of a document as it was stored. */
function extracted(field: string): string {
  return `coalesce((extracted_data -> '${field}')::text, 'null')`;
}

/** A SELECT of the rows of a page as one JSON array: the event loop only passes its bytes on. */
function selectList(page: ListPage): string {
  const { table, where, order, limit, offset = 0 } = page;
  const part = `LIMIT ${where.value(limit)} OFFSET ${where.value(offset)}`;
  return `SELECT concat('[', string_agg(listed, ',' ORDER BY place), ']') AS list FROM (
    SELECT ${LISTED[table]} AS listed, row_number() OVER (ORDER BY ${order}) AS place
    ${firstOf(page)} ORDER BY ${order} ${part}) AS page`;
}

const VIEWS = {
  screenings:
    'id, name, entity_type, date_of_birth, match_count, highest_score, created_at, matches, caller_reference AS reference',
  verifications: VERIFICATION_VIEW,
};
const WRITERS = { screenings: listedScreening, verifications: listedVerification };

/** The same, which the thread of SQLite writes. */
async function writtenList(sql: Sql, page: ListPage): Promise<Uint8Array> {
  const { table, where } = page;
  const rows = await sql.all<never>(selectPage(sql, VIEWS[table], page), ...where.values);
  return new TextEncoder().encode(`[${rows.map(WRITERS[table]).join(',')}]`);
}

/** The matches are in the form of the API already, as JSON. */
function listedScreening(row: Omit<Screening, 'matches' | 'minScore'> & { readonly matches: string }): string {
  const { id, name, entityType, dateOfBirth, matchCount, highestScore, createdAt, matches, reference } = row;
  const hasMatch = matchCount > 0;
  const members = JSON.stringify({ id, name, entityType, hasMatch, matchCount, highestScore, createdAt });
  const born = dateOfBirth === null ? '' : `,"dateOfBirth":${JSON.stringify(dateOfBirth)}`;
  const called = reference === null ? '' : `,"reference":${JSON.stringify(reference)}`;
  return `${members.slice(0, -1)},"matches":${matches}${born}${called}}`;
}

function listedVerification(row: StoredVerification): string {
  const { id, faceMatch, matchConfidence, livenessScore, status, createdAt, extractedData, reference } =
    verificationOf(row);
  const { documentType, fullName, dateOfBirth, country } = extractedData;
  const summary = { documentType, fullName, dateOfBirth, country };
  const members = { id, faceMatch, matchConfidence, livenessScore, status, createdAt, extractedData: summary };
  return JSON.stringify(reference === null ? members : { ...members, reference });
}
