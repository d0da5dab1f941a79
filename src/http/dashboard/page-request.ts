import { type TProperties, Type } from 'typebox';
import type { PageQuery } from '../../records/queries.ts';
import { CURSOR_QUERY, cursorPage, MAX_PAGE, readCursor } from '../extensions/cursor.ts';
import { given, readInstant } from '../list-filters.ts';
import type { Page } from './wire.ts';

const MAX_PARAMETER_LENGTH = 1_000;
const MAX_TEXT_LENGTH = 200;

/** A parameter of any text. */
export const TEXT = Type.Optional(Type.String({ maxLength: MAX_PARAMETER_LENGTH }));

/** One of these words. */
export function choice<Word extends string>(...words: readonly Word[]) {
  return Type.Optional(Type.Unsafe<Word>({ type: 'string', enum: words }));
}

/** Options of a route with a query. */
export function queried<Query extends TProperties>(query: Query) {
  return { schema: { querystring: Type.Object(query) } };
}

/** Options of a route that gives a page of a table in one of these orders, with its filters of its own. */
export function tableRoute<Sort extends string, Filters extends TProperties>(sorts: readonly Sort[], filters: Filters) {
  const query = { ...CURSOR_QUERY, sort: choice(...sorts), from: TEXT, to: TEXT, text: TEXT };
  return { config: { maxRows: MAX_PAGE }, ...queried({ ...query, ...filters }) };
}

interface TableQuery<Sort extends string> {
  readonly limit?: number;
  readonly cursor?: string;
  readonly sort?: Sort;
  readonly from?: string;
  readonly to?: string;
  readonly text?: string;
}

/** What the query of a table's page has in common; `standard` is its order where none is given. Throws 400. */
export function readTable<Sort extends string>(
  query: TableQuery<Sort>,
  standard: Sort,
): PageQuery & { readonly sort: Sort } {
  const { sort = standard } = query;
  const { limit, after } = readCursor(query, sort, [0.5, 0]);
  const [value, id] = (after ?? []) as [number, number];
  return {
    limit,
    sort,
    ...given({
      after: after && { value, id },
      from: readInstant('from', query.from),
      to: readInstant('to', query.to),
      text: query.text?.trim().slice(0, MAX_TEXT_LENGTH) || undefined,
    }),
  };
}

/** A page of rows that were read with `limit + 1`. */
export function pageOf<Row extends { readonly id: number }>(
  rows: readonly Row[],
  { limit, sort }: { readonly limit: number; readonly sort: string },
  sortValue: (row: Row) => number,
): Page<Row> {
  return cursorPage(rows, { limit, list: sort }, (row) => [sortValue(row), row.id]);
}
