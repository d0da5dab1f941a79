import type { PageQuery } from '../queries.ts';
import { searchWords } from '../search-text.ts';
import type { Connection } from './connection.ts';

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
  if (from) where.add('created_at >= ?', from);
  if (to) where.add('created_at < ?', to);
  addWords(where, text);
  return where;
}

/** Every word of a text has to stand in what a row is searched by. */
export function addWords(where: Conditions, text: string | undefined): void {
  for (const word of text ? searchWords(text) : []) where.add('instr(folded, ?) > 0', word);
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

/** Statements by their SQL: filters are combined as they come, and each combination is prepared once. */
export function statements(db: Connection) {
  const prepared = new Map<string, ReturnType<Connection['prepare']>>();
  return <Row>(sql: string, values: readonly unknown[]): Row[] => {
    let statement = prepared.get(sql);
    if (!statement) {
      statement = db.prepare(sql);
      prepared.set(sql, statement);
    }
    return statement.all(values) as Row[];
  };
}
