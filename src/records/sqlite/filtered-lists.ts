import type { FilteredPage, FilteredScreenings, FilteredVerifications } from '../queries.ts';
import { jsonList } from '../rows/json-list.ts';
import { listedScreening, type StoredScreening } from '../rows/screenings.ts';
import { listedVerification, type StoredVerification } from '../rows/verifications.ts';
import type { Connection } from './connection.ts';
import { addTimes, Conditions, statements } from './page-query.ts';
import { SCREENING_VIEW } from './screenings.ts';
import { VERIFICATION_VIEW } from './verifications.ts';

interface Order {
  readonly column: string;
  /** Holds the column, the id and every filter. */
  readonly index: string;
}

const SCREENINGS: Readonly<Record<FilteredScreenings['sort'], Order>> = {
  createdAt: { column: 'created_at', index: 'screenings_by_day' },
  highestScore: { column: 'highest_score', index: 'screenings_by_score' },
  name: { column: 'name_key', index: 'screenings_by_name' },
};
const VERIFICATIONS: Readonly<Record<FilteredVerifications['sort'], Order>> = {
  createdAt: { column: 'created_at', index: 'verifications_by_day' },
  matchConfidence: { column: 'match_confidence', index: 'verifications_by_confidence' },
  name: { column: 'name_key', index: 'verifications_by_name' },
};

/** The contract's lists with filters: ids and their number come from an index alone, then a page of rows is read. */
export function filteredLists(db: Connection) {
  const page = pageReader(db);
  return {
    'filtered.screenings': (accountId: number, query: FilteredScreenings): FilteredPage => {
      const where = common(accountId, query);
      if (query.hasMatch !== undefined) where.add(query.hasMatch ? 'match_count > 0' : 'match_count = 0');
      if (query.entityType) where.add('entity_type = ?', query.entityType);
      const view = `${SCREENING_VIEW}, matches`;
      const read = page<StoredScreening>('screenings', view, where, SCREENINGS[query.sort], query);
      return { total: read.total, page: jsonList(read.rows, listedScreening) };
    },
    'filtered.verifications': (accountId: number, query: FilteredVerifications): FilteredPage => {
      const where = common(accountId, query);
      if (query.status) where.add('status = ?', query.status);
      if (query.documentType) where.add('document_type = ?', query.documentType);
      const order = VERIFICATIONS[query.sort];
      const read = page<StoredVerification>('verifications', VERIFICATION_VIEW, where, order, query);
      return { total: read.total, page: jsonList(read.rows, listedVerification) };
    },
  };
}

function common(accountId: number, { from, to }: { readonly from?: string; readonly to?: string }): Conditions {
  const where = new Conditions().add('account_id = ?', accountId);
  addTimes(where, from, to);
  return where;
}

function pageReader(db: Connection) {
  const all = statements(db);
  // One transaction, so that page and total are of the same moment.
  const together = db.transaction((read: () => unknown) => read());
  return <Row>(
    table: string,
    view: string,
    where: Conditions,
    { column, index }: Order,
    { descending, limit, offset }: { descending: boolean; limit: number; offset: number },
  ): { total: number; rows: Row[] } => {
    const direction = descending ? 'DESC' : 'ASC';
    const order = `${column} ${direction}, id ${direction}`;
    const found = `FROM ${table} INDEXED BY ${index} WHERE ${where.sql}`;
    const ids = `SELECT id ${found} ORDER BY ${order} LIMIT ? OFFSET ?`;
    return together(() => {
      const [{ total }] = all<{ total: number }>(`SELECT count(*) AS total ${found}`, where.values) as [
        { total: number },
      ];
      const sql = `SELECT ${view} FROM ${table} WHERE id IN (${ids}) ORDER BY ${order}`;
      return { total, rows: all<Row>(sql, [...where.values, limit, offset]) };
    }) as { total: number; rows: Row[] };
  };
}
