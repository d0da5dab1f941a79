import type { PageQuery } from '../queries.ts';
import { inFewSizes, searchWords } from '../search-text.ts';
import type { Sql } from '../sql.ts';

/** Of texts with such numbers there are few. */
const FEW_ROWS = 64;
/** Before and after all times. */
const [FIRST_TIME, LAST_TIME] = ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'];

type Value = string | number | readonly string[];

/** Conditions of a WHERE with their values. In the text of a condition `$` stands for each value in order. */
export class Conditions {
  readonly #sql: string[] = [];
  readonly values: Value[] = [];

  add(sql: string, ...values: Value[]): this {
    const given = [...values];
    this.#sql.push(sql.replaceAll('$', () => this.value(given.shift()!)));
    return this;
  }

  /** Adds a value and answers its place, such as `$3`. */
  value(value: Value): string {
    return `$${this.values.push(value)}`;
  }

  get sql(): string {
    return this.#sql.join(' AND ');
  }
}

interface Span {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The rows of an account in a table of records. What a row has to be is added next, and `addSearch` last. */
export function recordConditions(
  sql: Sql,
  accountId: number,
  { from, to, sort }: Span & { readonly sort: string },
): Conditions {
  const where = new Conditions();
  const isById = sort === 'newest' || sort === 'oldest';
  // A time is looked for behind the account in an index, which a range of accounts would rule out.
  if (isById && !from && !to) return ofOneAccount(sql, where, accountId);
  return where.add('account_id = $', accountId);
}

/** When it was created, and words. SQLite tests a row in this order: last comes what costs most. */
export function addSearch(sql: Sql, where: Conditions, query: Span & Pick<PageQuery, 'text'>): void {
  addTimes(sql, where, query);
  addWords(where, query.text);
}

/**
 * The rows of an account for an order by the id (`inOrder`). PostgreSQL gets a range, because its planner leaves a
 * column out of an order that equals a value. Then it may walk along the ids of all accounts, and a small one has few
 * there.
 */
export function ofOneAccount(sql: Sql, where: Conditions, accountId: number): Conditions {
  if (sql.dialect === 'sqlite') return where.add('account_id = $', accountId);
  return where.add('account_id BETWEEN $ AND $', accountId, accountId);
}

/** When it was created. SQLite has room for few statements: whoever asks for one end asks for both there. */
export function addTimes(sql: Sql, where: Conditions, { from, to }: Span): void {
  const isWhole = sql.dialect === 'sqlite' && (from || to);
  const [first, last] = isWhole ? [from ?? FIRST_TIME, to ?? LAST_TIME] : [from, to];
  if (first) where.add('created_at >= $', first);
  if (last) where.add('created_at < $', last);
}

/** Every word of a text has to stand in what a row is searched by. */
export function addWords(where: Conditions, text: string | undefined): void {
  for (const word of text ? inFewSizes(searchWords(text)) : []) where.add('strpos(folded, $) > 0', word);
}

/** An ORDER BY that the index of these columns behind the account has, and on PostgreSQL no other. */
export function inOrder(sql: Sql, direction: 'ASC' | 'DESC', ...columns: readonly string[]): string {
  const all = sql.dialect === 'sqlite' ? columns : ['account_id', ...columns];
  return all.map((column) => `${column} ${direction}`).join(', ');
}

/** Adds the place behind `after` and answers the ORDER BY; `value` names the column that a sort by value takes. */
export function keyset(sql: Sql, where: Conditions, sort: string, { after }: PageQuery, value: string): string {
  if (sort === 'oldest') {
    if (after) where.add('id > $', after.id);
    return inOrder(sql, 'ASC', 'id');
  }
  if (sort === 'newest') {
    if (after) where.add('id < $', after.id);
    return inOrder(sql, 'DESC', 'id');
  }
  if (after) where.add(`(${value}, id) < ($, $)`, after.value, after.id);
  return inOrder(sql, 'DESC', value, 'id');
}

/** The first rows of a table that fulfil conditions. */
export interface Page {
  readonly table: 'alerts' | 'customers' | 'screenings' | 'verifications';
  readonly where: Conditions;
  readonly order: string;
  readonly limit: number;
  readonly offset?: number;
  /** The index that has all of it, where SQLite would choose another one. */
  readonly index?: string | false | undefined;
}

/**
 * A SELECT of the rows of one page. SQLite finds their ids in an index alone, then reads the rows. Call this last: the
 * numbers of the page are the last values of its conditions.
 */
export function selectPage(sql: Sql, columns: string, page: Page): string {
  const { table, where, order, limit, offset } = page;
  const part = () => `LIMIT ${where.value(limit)}${offset === undefined ? '' : ` OFFSET ${where.value(offset)}`}`;
  if (sql.dialect === 'sqlite') {
    const ids = `SELECT id ${allOf(sql, page)} ORDER BY ${order} ${part()}`;
    return `SELECT ${columns} FROM ${table} WHERE id IN (${ids}) ORDER BY ${order}`;
  }
  const isRecord = table === 'screenings' || table === 'verifications';
  return `SELECT ${columns} ${isRecord ? firstOf(page) : allOf(sql, page)} ORDER BY ${order} ${part()}`;
}

/** FROM and WHERE of the rows on all pages. */
export function allOf(sql: Sql, { table, where, index }: Pick<Page, 'table' | 'where' | 'index'>): string {
  const hint = index && sql.dialect === 'sqlite' ? `INDEXED BY ${index} ` : '';
  return `FROM ${table} ${hint}WHERE ${where.sql}`;
}

/**
 * The first rows of a table in an order, and a few more than are asked for. The planner of PostgreSQL knows a number
 * that stands in the text. So one plan does for all values, where making one costs more than reading a page.
 */
export function firstOf({ table, where, order, limit, offset = 0 }: Page): string {
  const some = 2 ** Math.ceil(Math.log2(Math.max(offset + limit, FEW_ROWS)));
  return `FROM (SELECT * FROM ${table} WHERE ${where.sql} ORDER BY ${order} LIMIT ${some}) AS ${table}`;
}
