import type { FilteredPage, FilteredScreenings, FilteredVerifications } from '../queries.ts';
import type { Sql } from '../sql.ts';
import { listOf } from './listed.ts';
import { Conditions, firstOf, inOrder, recordConditions } from './page-query.ts';
import { areHours, RESULTS, STATUSES, totalOf } from './record-hours.ts';

const SCREENINGS: Readonly<Record<FilteredScreenings['sort'], string>> = {
  createdAt: 'created_at',
  highestScore: 'highest_score',
  name: 'name_key',
};
const VERIFICATIONS: Readonly<Record<FilteredVerifications['sort'], string>> = {
  createdAt: 'created_at',
  matchConfidence: 'match_confidence',
  name: 'name_key',
};

/** The contract's lists with filters. */
export const filteredLists = {
  'filtered.screenings': async (sql: Sql, accountId: number, query: FilteredScreenings): Promise<FilteredPage> => {
    const where = recordConditions(new Conditions(), accountId, query);
    if (query.hasMatch !== undefined) where.add(query.hasMatch ? 'match_count > 0' : 'match_count = 0');
    if (query.entityType) where.add('entity_type = $', query.entityType);
    const kinds = query.hasMatch === undefined ? RESULTS : [query.hasMatch ? 'matched' : 'clear'];
    const isCounted = !query.entityType && areHours(query.from, query.to);
    const list = pageOf('screenings', where, SCREENINGS[query.sort], query);
    return read(sql, where, isCounted ? totalOf(where, accountId, kinds, query) : list.counted, list.page);
  },
  'filtered.verifications': async (
    sql: Sql,
    accountId: number,
    query: FilteredVerifications,
  ): Promise<FilteredPage> => {
    const where = recordConditions(new Conditions(), accountId, query);
    if (query.status) where.add('status = $', query.status);
    if (query.documentType) where.add('document_type = $', query.documentType);
    const kinds = query.status ? [query.status] : STATUSES;
    const isCounted = !query.documentType && areHours(query.from, query.to);
    const list = pageOf('verifications', where, VERIFICATIONS[query.sort], query);
    return read(sql, where, isCounted ? totalOf(where, accountId, kinds, query) : list.counted, list.page);
  },
};

/** SELECTs of a page and of how many rows all pages have. */
function pageOf(
  table: 'screenings' | 'verifications',
  where: Conditions,
  column: string,
  { descending, limit, offset }: { descending: boolean; limit: number; offset: number },
): { readonly page: string; readonly counted: string } {
  const order = inOrder(descending ? 'DESC' : 'ASC', column, 'id');
  const [found, counted] = [
    firstOf(table, where, order, offset + limit),
    `SELECT count(*) FROM ${table} WHERE ${where.sql}`,
  ];
  const part = `LIMIT ${where.value(limit)} OFFSET ${where.value(offset)}`;
  return { page: listOf(table, found, order, part), counted };
}

/** One statement, so that page and total are of the same moment. */
async function read(sql: Sql, { values }: Conditions, total: string, page: string): Promise<FilteredPage> {
  const found = await sql.one<{ total: number; list: string }>(
    `SELECT (${total}) AS total, (${page}) AS list`,
    ...values,
  );
  return { total: found!.total, page: new TextEncoder().encode(found!.list) };
}
