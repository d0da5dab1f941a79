import { createHash } from 'node:crypto';
import type { QueryConfig, QueryResult } from 'pg';
import { Recent } from '../../recent.ts';
import { packedSoon, unpackedSoon } from '../packed.ts';
import { type Row, RowList, Sql, type SqlDriver, type Values } from '../sql.ts';
import { memberOf, NAME, type ParsedText, parsedText, rowOf, valuesOf } from '../statement.ts';

/**
 * Sends one statement to the database. Texts that come again and again are prepared there once on each connection.
 * These have a bound, since filters make more texts than a server could keep plans of.
 */
export type Send = (statement: QueryConfig & { rowMode?: 'array' }) => Promise<QueryResult>;

export class PostgresDriver implements SqlDriver {
  readonly dialect = 'postgresql';
  readonly packed = packedSoon;
  readonly unpacked = unpackedSoon;
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  async all(text: string, values: Values): Promise<Row[]> {
    const { rows, fields } = await this.#query(text, values);
    const members = fields.map(({ name }) => memberOf(name));
    return rows.map((row) => rowOf(row, members));
  }

  async column(text: string, values: Values): Promise<unknown[]> {
    const { rows } = await this.#query(text, values);
    return rows.map((row) => row[0]);
  }

  async run(text: string, values: Values): Promise<number> {
    return (await this.#query(text, values)).rowCount ?? 0;
  }

  async records(text: string): Promise<Row[]> {
    const { rows, fields } = await this.#query(text, []);
    const columns = fields.map(({ name }) => name);
    return rows.map((row) => rowOf(row, columns));
  }

  async script(text: string): Promise<void> {
    await this.#send({ text });
  }

  #query(text: string, values: Values): Promise<QueryResult<unknown[]>> {
    const [first] = values;
    const list = first instanceof RowList ? first.rows : undefined;
    const parsed = parsedText(list ? JOINED.get(text, joined) : text);
    const name = preparedName(parsed);
    const asked = {
      ...(name && { name }),
      text: parsed.sql,
      values: list ? [JSON.stringify(list)] : valuesOf(parsed, values, text).map(encoded),
      rowMode: 'array' as const,
    };
    return this.#send(asked) as unknown as Promise<QueryResult<unknown[]>>;
  }
}

/** What only PostgreSQL does: its own keeping, and the move of records into it. */
export class PostgresSql extends Sql {
  readonly #postgres: PostgresDriver;

  constructor(send: Send, at = new Date().toISOString()) {
    const driver = new PostgresDriver(send);
    super(driver, at);
    this.#postgres = driver;
  }

  /** The same for an operation that was called at that instant, ISO 8601. */
  dated(at: string): Sql {
    return new Sql(this.#postgres, at);
  }

  /** Rows with their columns under the names that the database has for them. */
  records(text: string): Promise<Row[]> {
    return this.#postgres.records(text);
  }

  /** Several statements without values, in one go. */
  script(text: string): Promise<void> {
    return this.#postgres.script(text);
  }
}

/** Texts that take rows, as they join all of them. */
const JOINED = new Recent<string, string>(100);

function joined(text: string): string {
  return text.replace(NAME, 'given."$1"').replace(/\bgiven \(([^)]+)\)/, (_, columns: string) => {
    const quoted = columns.replace(/(^|,)\s*(\w+)/g, '$1 "$2"');
    return `ROWS FROM (json_to_recordset($1::json) AS (${quoted})) WITH ORDINALITY AS given`;
  });
}

/** A text is prepared with its third use: one that was made up to fill the memory of the server seldom comes again. */
const USES_BEFORE = 2;
/** So many are prepared at most; all others are planned each time. */
const MAX_PREPARED = 1_500;
const PREPARED = new Set<string>();
/** Of the texts that came a few times. */
const NAMES = new WeakMap<ParsedText, string>();
const USES = new WeakMap<ParsedText, number>();

function preparedName(parsed: ParsedText): string | undefined {
  const known = NAMES.get(parsed);
  if (known) return known;
  const uses = (USES.get(parsed) ?? 0) + 1;
  USES.set(parsed, uses);
  if (uses <= USES_BEFORE) return undefined;
  const name = createHash('sha256').update(parsed.sql).digest('base64url').slice(0, 20);
  if (PREPARED.size >= MAX_PREPARED && !PREPARED.has(name)) return undefined;
  PREPARED.add(name);
  NAMES.set(parsed, name);
  return name;
}

/** The driver takes bytes as Buffer alone. */
function encoded(value: unknown): unknown {
  if (value === undefined) return null;
  return value instanceof Uint8Array && !Buffer.isBuffer(value) ? Buffer.from(value) : value;
}
