import { createHash } from 'node:crypto';
import type { Connection } from '../sqlite/connection.ts';
import type { PostgresSql } from './driver.ts';

/** Tables of the records, each behind those that it refers to. */
export const TABLES = [
  'accounts',
  'keys',
  'key_rotations',
  'key_uses',
  'quota_use',
  'customers',
  'verifications',
  'capture_sessions',
  'list_notes',
  'screenings',
  'screening_evidence',
  'snapshots',
  'source_states',
  'separated_entries',
  'audit',
  'audit_keys',
  'audit_stream',
  'audit_clients',
  'users',
  'sessions',
  'links',
  'known_browsers',
  'recovery_codes',
  'logout_tokens',
  'passkeys',
  'used_challenges',
  'alerts',
  'alert_events',
  'alert_memory',
  'alert_sightings',
  'alert_evidence',
  'alert_proposals',
  'alert_escalations',
  'customer_proposals',
  'customer_notes',
  'batches',
  'batch_rows',
  'idempotency_keys',
  'webhooks',
  'webhook_events',
  'webhook_details',
  'webhook_deliveries',
  'monitoring_runs',
  'monitoring_counts',
  'own_lists',
  'own_list_entries',
  'own_list_states',
  'media_searches',
  'media_barred_names',
  'media_compared',
];

/** Rows of a page: few enough to lie in memory with their evidence. */
const PAGE_ROWS = 500;
const MODULUS = 2n ** 256n;

interface Column {
  readonly name: string;
  /** As PostgreSQL calls it. */
  readonly type: string;
}

/** A table that both databases have. */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Columns of the primary key, in its order. */
  readonly key: readonly string[];
}

/** A row with its columns by name. */
type Row = Record<string, unknown>;

/** How many rows a table has, and the sum of their hashes, which no order changes. */
export interface Content {
  readonly rows: number;
  readonly hash: string;
}

export async function describe(sql: PostgresSql, source: Connection, name: string): Promise<Table> {
  const known = source.pragma(`table_info(${name})`) as { name: string; pk: number }[];
  const key = known.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  const columns = await sql.all<{ columnName: string; dataType: string }>(
    'SELECT column_name, data_type FROM information_schema.columns WHERE table_name = $1 AND table_schema = current_schema()',
    name,
  );
  return {
    name,
    key: key.map((column) => column.name),
    columns: columns
      .filter(({ columnName }) => known.some((column) => column.name === columnName))
      .map(({ columnName, dataType }) => ({ name: columnName, type: dataType })),
  };
}

/** Pages of a SQLite table in the order of its key, behind the row `after`. */
export function* sourcePages(source: Connection, table: Table, after?: Row): Generator<Row[]> {
  const columns = table.columns.map(({ name }) => `"${name}"`).join(', ');
  const order = table.key.join(', ');
  const behind = `WHERE (${order}) > (${table.key.map(() => '?').join(', ')})`;
  let last = after;
  for (;;) {
    const where = last ? behind : '';
    const values = last ? table.key.map((name) => last![name]) : [];
    const statement = source.prepare(
      `SELECT ${columns} FROM ${table.name} ${where} ORDER BY ${order} LIMIT ${PAGE_ROWS}`,
    );
    const rows = statement.all(...values) as Row[];
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE_ROWS) return;
    last = rows.at(-1)!;
  }
}

/** Puts rows into PostgreSQL in their order. */
export async function insertRows(sql: PostgresSql, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  const names = columns.map((column) => `"${column.name}"`).join(', ');
  await sql.run(
    `INSERT INTO ${name} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${name}, $1::json)`,
    `[${rows.map((row) => jsonOf(row, columns)).join(',')}]`,
  );
}

export function contentOfSource(source: Connection, table: Table): Content {
  const counted = counter(table);
  for (const rows of sourcePages(source, table)) for (const row of rows) counted.add(row);
  return counted.content();
}

export async function contentOfTarget(sql: PostgresSql, table: Table): Promise<Content> {
  const counted = counter(table);
  const columns = table.columns.map(({ name }) => `"${name}"`).join(', ');
  await sql.run(`DECLARE moved NO SCROLL CURSOR FOR SELECT ${columns} FROM ${table.name}`);
  for (;;) {
    const rows = await sql.records(`FETCH ${PAGE_ROWS} FROM moved`);
    for (const row of rows) counted.add(row);
    if (rows.length === 0) break;
  }
  await sql.run('CLOSE moved');
  return counted.content();
}

function counter({ columns }: Table) {
  let [rows, sum] = [0, 0n];
  return {
    add: (row: Row): void => {
      rows += 1;
      const digest = createHash('sha256').update(jsonOf(row, columns)).digest('hex');
      sum = (sum + BigInt(`0x${digest}`)) % MODULUS;
    },
    content: (): Content => ({ rows, hash: sum.toString(16).padStart(64, '0') }),
  };
}

/** A row as JSON that PostgreSQL reads, the same for both databases. JSON columns keep their text. */
function jsonOf(row: Row, columns: readonly Column[]): string {
  return `{${columns.map(({ name, type }) => `"${name}":${jsonValue(row[name], type)}`).join(',')}}`;
}

function jsonValue(value: unknown, type: string): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString('hex')}"`;
  if (type === 'boolean') return String(Boolean(value));
  if (type === 'json') return value as string;
  if (type.startsWith('timestamp')) return JSON.stringify(new Date(value as string).toISOString());
  if (typeof value === 'number') return String(value);
  // PostgreSQL knows neither NUL nor half a character.
  return JSON.stringify(String(value).replaceAll('\0', '').toWellFormed());
}
