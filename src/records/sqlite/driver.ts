import type { Statement } from 'better-sqlite3';
import { Recent } from '../../recent.ts';
import { packed, unpacked } from '../packed.ts';
import type { Row, SqlDriver, Values } from '../sql.ts';
import { memberOf, parsedText, rowOf, valuesOf } from '../statement.ts';
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
    const { members, ...prepared } = this.#prepare(text);
    return rowsOf(prepared, values).map((row) => rowOf(row, members));
  }

  async column(text: string, values: Values): Promise<unknown[]> {
    return rowsOf(this.#prepare(text), values).map((row) => row[0]);
  }

  async run(text: string, values: Values): Promise<number> {
    const { statement, bind } = this.#prepare(text);
    return statement.reader ? statement.all(bind(values)).length : statement.run(bind(values)).changes;
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
  const { sql, order, flags } = sqliteText(parsed.sql);
  const statement = db.prepare<unknown[], unknown[]>(sql);
  const columns = statement.reader ? statement.raw().columns() : [];
  const isFlag = ({ name, column }: (typeof columns)[number]) => flags.has(name) || FLAGS.has(column ?? name);
  return {
    statement,
    bind: (values) => {
      const given = valuesOf(parsed, values, text);
      return order.map((place) => encoded(given[place]));
    },
    members: columns.map(({ name }) => memberOf(name)),
    flags: columns.flatMap((column, place) => (isFlag(column) ? [place] : [])),
  };
}

function rowsOf({ statement, bind, flags }: Omit<PreparedText, 'members'>, values: Values): unknown[][] {
  const rows = statement.all(bind(values));
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
