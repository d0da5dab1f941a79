import { createHash } from 'node:crypto';
import type { QueryConfig, QueryResult } from 'pg';
import { Recent } from '../../recent.ts';

/** What a statement takes for a name or a place. */
type Value = string | number | boolean | null | undefined | Uint8Array | Date | readonly unknown[];
/** Values by the names that the text has them under, such as `:accountId`. */
type Named = Readonly<Record<string, unknown>>;
type Values = readonly Value[] | readonly [Named];

/**
 * Sends one statement to the database. Texts that come again and again are prepared there once on each connection.
 * These have a bound, since filters make more texts than a server could keep plans of.
 */
export type Send = (statement: QueryConfig & { rowMode?: 'array' }) => Promise<QueryResult>;

/**
 * Statements with their values: in order for `$1`, `$2`, or one object for `:names`. A column `created_at` comes back
 * as `createdAt`, and no value (null) as null.
 */
export class Sql {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  async all<Row>(text: string, ...values: Values): Promise<Row[]> {
    const { rows, fields } = await this.#query(text, values);
    return rows.map((row) => named(row, fields)) as Row[];
  }

  /** Rows with their columns under the names that the database has for them. */
  async records(text: string): Promise<Record<string, unknown>[]> {
    const { rows, fields } = await this.#query(text, []);
    return rows.map((row) => Object.fromEntries(fields.map(({ name }, place) => [name, row[place]])));
  }

  /** The first row. */
  async one<Row>(text: string, ...values: Values): Promise<Row | undefined> {
    return (await this.all<Row>(text, ...values))[0];
  }

  /** The first column of every row. */
  async column<V>(text: string, ...values: Values): Promise<V[]> {
    const { rows } = await this.#query(text, values);
    return rows.map((row) => (row as unknown as unknown[])[0]) as V[];
  }

  /** The first column of the first row. */
  async value<V>(text: string, ...values: Values): Promise<V | undefined> {
    return (await this.column<V>(text, ...values))[0];
  }

  /** How many rows it changed. */
  async run(text: string, ...values: Values): Promise<number> {
    return (await this.#query(text, values)).rowCount ?? 0;
  }

  /** Several statements without values, in one go. */
  async script(text: string): Promise<void> {
    await this.#send({ text });
  }

  #query(text: string, values: Values): Promise<QueryResult<unknown[]>> {
    const statement = parsed(text);
    const { sql, names } = statement;
    const named = names.length > 0 ? (values[0] as Named) : undefined;
    const sent = named ? names.map((one) => given(named, one, text)) : [...(values as readonly unknown[])];
    const name = preparedName(statement);
    const asked = { ...(name && { name }), text: sql, values: sent.map(encoded), rowMode: 'array' as const };
    return this.#send(asked) as unknown as Promise<QueryResult<unknown[]>>;
  }
}

interface Parsed {
  readonly sql: string;
  /** Of the prepared statement; undefined until the text has come a few times. */
  name: string | undefined;
  uses: number;
  /** Of the values, in the order of their numbers. */
  readonly names: readonly string[];
}

/** The program has some 500 texts of its own. Those that are left out are read again, in a few microseconds. */
const PARSED = new Recent<string, Parsed>(2_000);
/** A text is prepared with its third use: one that was made up to fill the memory of the server seldom comes again. */
const USES_BEFORE = 2;
/** So many are prepared at most; all others are planned each time. */
const MAX_PREPARED = 1_500;
const PREPARED = new Set<string>();
/** A name behind one colon. A cast has two, and behind a letter or digit it is part of a format. */
const NAME = /(?<![:\w]):([a-z]\w*)/g;

function parsed(text: string): Parsed {
  return PARSED.get(text, () => {
    const names: string[] = [];
    const sql = text.replace(NAME, (_, name: string) => {
      if (!names.includes(name)) names.push(name);
      return `$${names.indexOf(name) + 1}`;
    });
    return { sql, name: undefined, uses: 0, names };
  });
}

function preparedName(statement: Parsed): string | undefined {
  if (statement.name) return statement.name;
  statement.uses += 1;
  if (statement.uses <= USES_BEFORE) return undefined;
  const name = createHash('sha256').update(statement.sql).digest('base64url').slice(0, 20);
  if (PREPARED.size >= MAX_PREPARED && !PREPARED.has(name)) return undefined;
  PREPARED.add(name);
  statement.name = name;
  return name;
}

function given(values: Named, name: string, text: string): unknown {
  if (!(name in values)) throw new Error(`no value for :${name} in ${text}`);
  return values[name];
}

/** The driver takes bytes as Buffer alone. */
function encoded(value: unknown): unknown {
  if (value === undefined) return null;
  return value instanceof Uint8Array && !Buffer.isBuffer(value) ? Buffer.from(value) : value;
}

const MEMBERS = new Map<string, string>();

function named(row: unknown[], fields: QueryResult['fields']): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (let index = 0; index < fields.length; index += 1) made[member(fields[index]!.name)] = row[index];
  return made;
}

function member(column: string): string {
  let name = MEMBERS.get(column);
  if (name === undefined) {
    name = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    MEMBERS.set(column, name);
  }
  return name;
}
