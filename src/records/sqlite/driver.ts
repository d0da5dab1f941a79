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
  'operator four_eyes require_reason screen_verified monitored face_match remembered remember asked by_group break_glass password_sign_in second_factor_required synced movement upload review_pictures'.split(
    ' ',
  ),
);

interface PreparedText {
  readonly statement: Statement<unknown[], unknown[]>;
  readonly isIdOf: boolean;
  /** Its values have names, no numbers. */
  readonly isNamed: boolean;
  readonly bind: (given: Row) => unknown[];
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
    const prepared = this.#prepare(text);
    const { statement, bind } = prepared;
    let changed = 0;
    for (const one of timesOf(prepared, values)) {
      changed += statement.reader ? statement.all(bind(one)).length : statement.run(bind(one)).changes;
    }
    return changed;
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
    isNamed: parsed.names.length > 0,
    bind: (given) => {
      const bound = new Array<unknown>(takes.length);
      for (let place = 0; place < takes.length; place += 1) {
        const value = given[takes[place]!];
        if (value === undefined && !(takes[place]! in given))
          throw new Error(`no value for :${takes[place]} in ${text}`);
        bound[place] = encoded(value);
      }
      return bound;
    },
    members: isIdOf ? ['id'] : columns.map(({ name }) => memberOf(name)),
    flags: columns.flatMap((column, place) => (isFlag(column) ? [place] : [])),
  };
}

/** What each time that a statement is done takes: values by their names, or by their places. */
function timesOf({ isNamed }: PreparedText, values: Values): readonly Row[] {
  const [first] = values;
  if (first instanceof RowList) return first.rows;
  return [(isNamed ? first : values) as Row];
}

function rowsOf(prepared: PreparedText, values: Values): unknown[][] {
  const { statement, isIdOf, bind, flags } = prepared;
  const times = timesOf(prepared, values);
  if (!isIdOf && times.length === 1) return truths(statement.all(bind(times[0]!)), flags);
  const rows: unknown[][] = [];
  for (const one of times) {
    if (isIdOf) {
      const { changes, lastInsertRowid } = statement.run(bind(one));
      if (changes > 0) rows.push([lastInsertRowid]);
    } else {
      rows.push(...statement.all(bind(one)));
    }
  }
  return truths(rows, flags);
}

function truths(rows: unknown[][], flags: readonly number[]): unknown[][] {
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
