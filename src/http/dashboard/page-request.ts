import { type TObject, Type } from 'typebox';
import type { PageQuery } from '../../records/queries.ts';
import { say } from '../../sentences.ts';
import { invalid } from '../wire/failure.ts';
import type { Page } from './wire.ts';

const STANDARD_LIMIT = 50;
const MAX_ROWS = 200;
const MAX_PARAMETER_LENGTH = 1_000;
const MAX_TEXT_LENGTH = 200;
const INSTANT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** Schema of a query: each of these parameters once, as text that the readers below go on to check. */
export function querySchema(...names: readonly string[]): TObject {
  const text = Type.Optional(Type.String({ maxLength: MAX_PARAMETER_LENGTH }));
  return Type.Object(Object.fromEntries(names.map((name) => [name, text])));
}

/** Options of a route that gives a page of a table, with its filters of its own. */
export function pageRoute(...filters: readonly string[]) {
  const querystring = querySchema('limit', 'sort', 'from', 'to', 'text', 'after', ...filters);
  return { config: { maxRows: MAX_ROWS }, schema: { querystring } };
}

/** What the query of a table's page has in common. Throws 400 where a value is none. */
export function readPage<Sort extends string>(
  query: unknown,
  sorts: readonly [Sort, ...Sort[]],
): Omit<PageQuery, 'limit'> & { readonly limit: number; readonly sort: Sort } {
  const sort = oneOf(query, 'sort', sorts) ?? sorts[0];
  const from = instant(query, 'from');
  const to = instant(query, 'to');
  const text = given(query, 'text')?.trim().slice(0, MAX_TEXT_LENGTH);
  const after = given(query, 'after');
  return {
    limit: wholeLimit(given(query, 'limit')),
    sort,
    ...(from && { from }),
    ...(to && { to }),
    ...(text && { text }),
    ...(after && { after: readCursor(after, sort) }),
  };
}

/** One of these values, undefined where the parameter is missing or empty. */
export function oneOf<Value extends string>(query: unknown, name: string, values: readonly Value[]): Value | undefined {
  const text = given(query, name);
  if (!text) return undefined;
  const value = values.find((one) => one === text);
  if (!value) throw invalid([`${name} must be one of: ${values.join(', ')}.`]);
  return value;
}

/** A page of rows with the place where the next one begins: reads are asked for one row more than the page has. */
export function pageOf<Row extends { readonly id: number }>(
  rows: readonly Row[],
  { limit, sort }: { readonly limit: number; readonly sort: string },
  sortValue: (row: Row) => number,
): Page<Row> {
  if (rows.length <= limit) return { rows, next: null };
  const last = rows[limit - 1]!;
  const next = Buffer.from(JSON.stringify([sort, sortValue(last), last.id])).toString('base64url');
  return { rows: rows.slice(0, limit), next };
}

function given(query: unknown, name: string): string | undefined {
  return (query as Readonly<Record<string, string | undefined>>)[name];
}

function wholeLimit(text: string | undefined): number {
  if (!text) return STANDARD_LIMIT;
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MAX_ROWS) throw invalid([`limit must be a whole number from 1 to ${MAX_ROWS}.`]);
  return limit;
}

function instant(query: unknown, name: string): string | undefined {
  const text = given(query, name);
  if (!text) return undefined;
  const time = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw invalid([`${name} must be an ISO 8601 date or date-time with its offset.`]);
  return new Date(time).toISOString();
}

function readCursor(text: string, sort: string): { value: number; id: number } {
  try {
    const [ordered, value, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    if (ordered === sort && Number.isFinite(value) && Number.isSafeInteger(id)) {
      return { value: value as number, id: id as number };
    }
  } catch {
    // Refused below.
  }
  throw invalid([say('refusal.page-order')]);
}
