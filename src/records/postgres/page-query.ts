import type { PageQuery } from '../queries.ts';
import { inFewSizes, searchWords } from '../search-text.ts';

/** Of texts with such numbers there are few. */
const FEW_ROWS = 64;

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

/** What the tables of records have in common: the account, when, and words of what they are searched by. */
export function recordConditions(
  where: Conditions,
  accountId: number,
  { from, to, text, sort }: Pick<PageQuery, 'from' | 'to' | 'text'> & { readonly sort: string },
): Conditions {
  const isById = sort === 'newest' || sort === 'oldest';
  // A time is looked for behind the account in an index, which a range of accounts would rule out.
  if (isById && !from && !to) ofAccount(where, accountId);
  else where.add('account_id = $', accountId);
  if (from) where.add('created_at >= $', from);
  if (to) where.add('created_at < $', to);
  addWords(where, text);
  return where;
}

/**
 * The rows of an account for an order by the id (`inOrder`). It is a range, because the planner leaves a column out of
 * an order that equals a value. Then it may walk along the ids of all accounts, and a small one has few there.
 */
export function ofAccount(where: Conditions, accountId: number): Conditions {
  return where.add('account_id BETWEEN $ AND $', accountId, accountId);
}

/** An ORDER BY that the index of these columns behind the account has, and no other. */
export function inOrder(direction: 'ASC' | 'DESC', ...columns: readonly string[]): string {
  return ['account_id', ...columns].map((column) => `${column} ${direction}`).join(', ');
}

/**
 * The first rows of a table in an order, and a few more than are asked for. The planner knows a number that stands in
 * the text. So one plan does for all values, where making one costs more than reading a page.
 */
export function firstOf(table: string, where: Conditions, order: string, asked: number): string {
  const some = 2 ** Math.ceil(Math.log2(Math.max(asked, FEW_ROWS)));
  return `FROM (SELECT * FROM ${table} WHERE ${where.sql} ORDER BY ${order} LIMIT ${some}) AS ${table}`;
}

/** Every word of a text has to stand in what a row is searched by. */
export function addWords(where: Conditions, text: string | undefined): void {
  for (const word of text ? inFewSizes(searchWords(text)) : []) where.add('strpos(folded, $) > 0', word);
}

/** Adds the place behind `after` and answers the ORDER BY; `value` names the column that a sort by value takes. */
export function keyset(where: Conditions, sort: string, { after }: PageQuery, value: string): string {
  if (sort === 'oldest') {
    if (after) where.add('id > $', after.id);
    return inOrder('ASC', 'id');
  }
  if (sort === 'newest') {
    if (after) where.add('id < $', after.id);
    return inOrder('DESC', 'id');
  }
  if (after) where.add(`(${value}, id) < ($, $)`, after.value, after.id);
  return inOrder('DESC', value, 'id');
}
