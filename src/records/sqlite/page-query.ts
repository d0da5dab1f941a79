import { Recent } from '../../recent.ts';
import type { PageQuery } from '../queries.ts';
import { inFewSizes, searchWords } from '../search-text.ts';
import type { Connection } from './connection.ts';

/**
 * Filters can be combined to more texts than memory could hold statements of. These are the newest of each connection;
 * what is left out is prepared again, in a tenth of a millisecond.
 */
const MAX_STATEMENTS = 128;
/** Before and after all times in ISO 8601. */
const [FIRST_TIME, LAST_TIME] = ['', '~'];

/** Conditions of a WHERE with their values, in order. */
export class Conditions {
  readonly #sql: string[] = [];
  readonly values: (string | number)[] = [];

  add(sql: string, ...values: (string | number)[]): this {
    this.#sql.push(sql);
    this.values.push(...values);
    return this;
  }

  get sql(): string {
    return this.#sql.join(' AND ');
  }
}

/** What the tables of records have in common: the account, when, and words of what they are searched by. */
export function recordConditions(
  accountId: number,
  { from, to, text }: Pick<PageQuery, 'from' | 'to' | 'text'>,
): Conditions {
  const where = new Conditions().add('account_id = ?', accountId);
  addTimes(where, from, to);
  addWords(where, text);
  return where;
}

/** When it was made: at or after `from` and before `to`, either of which may be missing. */
export function addTimes(where: Conditions, from: string | undefined, to: string | undefined): void {
  if (from || to) where.add('created_at >= ? AND created_at < ?', from || FIRST_TIME, to || LAST_TIME);
}

/** Every word of a text has to stand in what a row is searched by. */
export function addWords(where: Conditions, text: string | undefined): void {
  for (const word of text ? inFewSizes(searchWords(text)) : []) where.add('instr(folded, ?) > 0', word);
}

/** Adds the place behind `after` and answers the ORDER BY; `value` names the column that a sort by value takes. */
export function keyset(
  where: Conditions,
  sort: string,
  { after }: PageQuery,
  { id, value }: { id: string; value: string },
): string {
  if (sort === 'oldest') {
    if (after) where.add(`${id} > ?`, after.id);
    return `${id} ASC`;
  }
  if (sort === 'newest') {
    if (after) where.add(`${id} < ?`, after.id);
    return `${id} DESC`;
  }
  if (after) where.add(`(${value}, ${id}) < (?, ?)`, after.value, after.id);
  return `${value} DESC, ${id} DESC`;
}

const PREPARED = new WeakMap<Connection, Recent<string, ReturnType<Connection['prepare']>>>();

/** Statements by their SQL: filters are combined as they come, and what comes again is prepared once. */
export function statements(db: Connection) {
  const prepared = PREPARED.get(db) ?? new Recent<string, ReturnType<Connection['prepare']>>(MAX_STATEMENTS);
  PREPARED.set(db, prepared);
  return <Row>(sql: string, values: readonly unknown[]): Row[] =>
    prepared.get(sql, (text) => db.prepare(text)).all(values) as Row[];
}
