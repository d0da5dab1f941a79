/**
 * Rows that a statement takes in the place of values, whose `:names` are those of their members. PostgreSQL does it
 * once and joins all rows where the text has `FROM given (name type, …)`, in their order by `ordinality`. SQLite does
 * it once for each row, which takes less than taking a list apart does.
 */
export class RowList {
  readonly rows: readonly Row[];

  constructor(rows: readonly object[]) {
    this.rows = rows as readonly Row[];
  }
}

/** What a statement takes for a name or a place. */
type Value = string | number | boolean | null | undefined | Uint8Array | Date | readonly unknown[];
/** Values by the names that the text has them under, such as `:accountId`. */
type NamedValues = Readonly<Record<string, unknown>>;
export type Values = readonly Value[] | readonly [NamedValues] | readonly [RowList];

export type Row = Record<string, unknown>;

/**
 * A database that understands the statements of `operations/`. They are written for PostgreSQL; the driver of SQLite
 * rewrites each text once (`sqlite/dialect.ts`).
 */
export interface SqlDriver {
  readonly dialect: 'postgresql' | 'sqlite';
  /** As `Sql` has them. */
  readonly all: (text: string, values: Values) => Promise<Row[]>;
  readonly column: (text: string, values: Values) => Promise<unknown[]>;
  readonly run: (text: string, values: Values) => Promise<number>;
  readonly packed: (text: string) => Promise<Uint8Array>;
  readonly unpacked: (stored: Uint8Array) => Promise<string>;
}

/**
 * Statements with their values: in order for `$1`, `$2`, or one object for `:names`. A column `created_at` comes back
 * as `createdAt`, no value (null) as null, an instant as ISO 8601 in UTC, JSON as its text.
 *
 * Operations await nothing else. On SQLite an answer comes in the same turn of the thread, so that nothing can get in
 * between the statements of a transaction.
 */
export class Sql {
  readonly #driver: SqlDriver;
  readonly #at: string;

  constructor(driver: SqlDriver, at: string) {
    this.#driver = driver;
    this.#at = at;
  }

  /** When the operation was called, ISO 8601. */
  get at(): string {
    return this.#at;
  }

  get dialect(): SqlDriver['dialect'] {
    return this.#driver.dialect;
  }

  /** Every row. */
  all<R>(text: string, ...values: Values): Promise<R[]> {
    return this.#driver.all(text, values) as Promise<R[]>;
  }

  /** The first row. */
  async one<R>(text: string, ...values: Values): Promise<R | undefined> {
    return (await this.#driver.all(text, values))[0] as R | undefined;
  }

  /** The first column of every row. */
  column<V>(text: string, ...values: Values): Promise<V[]> {
    return this.#driver.column(text, values) as Promise<V[]>;
  }

  /** The first column of the first row. */
  async value<V>(text: string, ...values: Values): Promise<V | undefined> {
    return (await this.#driver.column(text, values))[0] as V | undefined;
  }

  /** How many rows it changed. */
  run(text: string, ...values: Values): Promise<number> {
    return this.#driver.run(text, values);
  }

  /** The text or value for the database at hand, where one does not do for both. */
  either<T>({ postgresql, sqlite }: { readonly postgresql: T; readonly sqlite: T }): T {
    return this.dialect === 'sqlite' ? sqlite : postgresql;
  }

  /** A text as the database keeps evidence: compressed (RFC 1951). */
  packed(text: string): Promise<Uint8Array> {
    return this.#driver.packed(text);
  }

  /** The text that `packed` was given. */
  unpacked(stored: Uint8Array): Promise<string> {
    return this.#driver.unpacked(stored);
  }
}

/** An instant so many milliseconds after another, both ISO 8601. */
export function shifted(at: string, ms: number): string {
  return new Date(Date.parse(at) + ms).toISOString();
}
