import type { Statement } from 'better-sqlite3';
import { Recent } from '../../recent.ts';
import { packed, unpacked } from '../packed.ts';
import { type Row, RowList, type SqlDriver, type Values } from '../sql.ts';
import { memberOf, parsedText, rowOf } from '../statement.ts';
import type { Connection } from './connection.ts';
import { sqliteText } from './dialect.ts';

/**
 * Filters can be combined to more texts than memory could hold statements of. These are the newest of each connection;
 * what is left out is prepared again, in a tenth of a millisecond.
 */
const MAX_STATEMENTS = 512;
/** Columns that PostgreSQL has as boolean. Here they are 0 and 1. */
const FLAGS: ReadonlySet<string> = new Set(
  'operator four_eyes screen_verified monitored face_match remembered remember asked'.split(' '),
);

interface PreparedText {
  readonly statement: Statement<unknown[], unknown[]>;
  readonly isIdOf: boolean;
  readonly bind: (values: Values) => unknown[];
  readonly members: readonly string[];
  /** Places of the columns that are a truth. */
  readonly flags: readonly number[];
}

/** Answers in the same turn: whoever awaits it lets nothing else of the thread get in between. */
export class SqliteDriver implements SqlDriver {
  readonly dialect = 'sqlite';
  readonly #db: Connection;
  readonly #prepared = new Recent<string, PreparedText>(MAX_STATEMENTS);

  constructor(db: Connection) {
    this.#db = db;
  }

  async all(text: string, values: Values): Promise<Row[]> {
    const prepared = this.#prepare(text);
    return rowsOf(prepared, values).map((row) => rowOf(row, prepared.members));
  }

  async column(text: string, values: Values): Promise<unknown[]> {
    return rowsOf(this.#prepare(text), values).map((row) => row[0]);
  }

  async run(text: string, values: Values): Promise<number> {
    const { statement, bind } = this.#prepare(text);
    const change = (one: Values) =>
      statement.reader ? statement.all(bind(one)).length : statement.run(bind(one)).changes;
    return timesOf(values).reduce((sum, one) => sum + change(one), 0);
  }

  async packed(text: string): Promise<Uint8Array> {
    return packed(text);
  }

  async unpacked(stored: Uint8Array): Promise<string> {
    return unpacked(stored);
  }

  #prepare(text: string): PreparedText {
    return this.#prepared.get(text, () => prepare(this.#db, text));
  }
}

function prepare(db: Connection, text: string): PreparedText {
  const parsed = parsedText(text);
  const { sql, order, flags, isIdOf } = sqliteText(parsed.sql);
  const statement = db.prepare<unknown[], unknown[]>(sql);
  const takes = order.map((place) => parsed.names[place] ?? `${place}`);
  const columns = statement.reader ? statement.raw().columns() : [];
  const isFlag = ({ name, column }: (typeof columns)[number]) => flags.has(name) || FLAGS.has(column ?? name);
  return {
    statement,
    isIdOf,
    bind: (values) => {
      const given = parsed.names.length > 0 ? (values[0] as Row) : (values as unknown as Row);
      return takes.map((name) => {
        const value = given[name];
        if (value === undefined && !(name in given)) throw new Error(`no value for :${name} in ${text}`);
        return encoded(value);
      });
    },
    members: isIdOf ? ['id'] : columns.map(({ name }) => memberOf(name)),
    flags: columns.flatMap((column, place) => (isFlag(column) ? [place] : [])),
  };
}

/** The values of each time that a statement is done. */
function timesOf(values: Values): readonly Values[] {
  const [first] = values;
  return first instanceof RowList ? first.rows.map((row) => [row] as const) : [values];
}

function rowsOf({ statement, isIdOf, bind, flags }: PreparedText, values: Values): unknown[][] {
  const rows = timesOf(values).flatMap((one): unknown[][] => {
    if (!isIdOf) return statement.all(bind(one));
    const { changes, lastInsertRowid } = statement.run(bind(one));
    return changes > 0 ? [[lastInsertRowid]] : [];
  });
  if (flags.length === 0) return rows;
  for (const row of rows) {
    for (const place of flags) if (row[place] !== null) row[place] = row[place] !== 0;
  }
  return rows;
}

/** SQLite has no truth, no instant and no list of its own. */
function encoded(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? JSON.stringify(value) : value;
}
