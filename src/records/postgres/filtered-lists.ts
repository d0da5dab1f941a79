import type { FilteredPage, FilteredScreenings, FilteredVerifications } from '../queries.ts';
import { listOf } from './listed.ts';
import { Conditions, inOrder, recordConditions } from './page-query.ts';
import type { Sql } from './sql.ts';

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
    return page(sql, 'screenings', where, SCREENINGS[query.sort], query);
  },
  'filtered.verifications': async (
    sql: Sql,
    accountId: number,
    query: FilteredVerifications,
  ): Promise<FilteredPage> => {
    const where = recordConditions(new Conditions(), accountId, query);
    if (query.status) where.add('status = $', query.status);
    if (query.documentType) where.add('document_type = $', query.documentType);
    return page(sql, 'verifications', where, VERIFICATIONS[query.sort], query);
  },
};

/** One statement, so that page and total are of the same moment. */
async function page(
  sql: Sql,
  table: 'screenings' | 'verifications',
  where: Conditions,
  column: string,
  { descending, limit, offset }: { descending: boolean; limit: number; offset: number },
): Promise<FilteredPage> {
  const direction = descending ? 'DESC' : 'ASC';
  const found = `FROM ${table} WHERE ${where.sql}`;
  const part = `LIMIT ${where.value(limit)} OFFSET ${where.value(offset)}`;
  const list = listOf(table, found, inOrder(direction, column, 'id'), part);
  const read = await sql.one<{ total: number; list: string }>(
    `SELECT (SELECT count(*) ${found}) AS total, (${list}) AS list`,
    ...where.values,
  );
  return { total: read!.total, page: new TextEncoder().encode(read!.list) };
}
