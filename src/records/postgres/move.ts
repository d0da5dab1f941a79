import { TouchstoneError } from '../../errors.ts';
import type { Connection } from '../sqlite/connection.ts';
import { clients, told } from './clients.ts';
import { PostgresSql } from './driver.ts';
import { migrate } from './migrate.ts';
import {
  contentOfSource,
  contentOfTarget,
  describe,
  insertRows,
  sourcePages,
  TABLES,
  type Table,
} from './move-tables.ts';
import { keepPartitions } from './partitions.ts';

export interface MovedTable {
  readonly table: string;
  readonly rows: number;
  /** Sum of the SHA-256 hashes of the rows, the same on both sides. */
  readonly hash: string;
}

/**
 * Copies every record from SQLite into an empty PostgreSQL, page by page, and compares both sides. One that was
 * interrupted goes on where it was. `from` names the source, so that no other one goes on with it. Throws `usage` where
 * the database holds something else, and `damaged` where the two sides differ. `told` hears of each table.
 */
export async function moveRecords(
  source: Connection,
  url: string,
  from: string,
  tell: (table: string, rows: number) => void,
): Promise<MovedTable[]> {
  const client = clients(url, 'touchstone migrate').single();
  try {
    await client.connect();
    const sql = new PostgresSql((statement) => client.query(statement));
    await migrate(sql);
    await begin(sql, from);
    await continueIds(sql, source);
    await keepPartitions(sql);
    const tables: Table[] = [];
    for (const name of TABLES) tables.push(await describe(sql, source, name));
    for (const table of tables) tell(table.name, await copy(sql, source, table));
    const moved = await compare(sql, source, tables);
    await sql.run(`DELETE FROM facts WHERE name LIKE 'moved %'`);
    return moved;
  } catch (error) {
    throw told(error);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Marks the database as this source's. */
async function begin(sql: PostgresSql, from: string): Promise<void> {
  const isEmpty = (await sql.value('SELECT 1 FROM accounts LIMIT 1')) === undefined;
  if (isEmpty) {
    const mark = `INSERT INTO facts (name, value) VALUES ('moved from', $1) ON CONFLICT (name) DO UPDATE SET value = $1`;
    await sql.run(mark, from);
    return;
  }
  const owner = await sql.value<string>(`SELECT value FROM facts WHERE name = 'moved from'`);
  if (owner === from) return;
  throw new TouchstoneError('usage', 'The database holds records already: records are moved into an empty one.');
}

/** Copies what is not there yet; each page and its place are one transaction. Answers how many rows it copied. */
async function copy(sql: PostgresSql, source: Connection, table: Table): Promise<number> {
  const place = `moved ${table.name}`;
  const known = await sql.value<string>('SELECT value FROM facts WHERE name = $1', place);
  let copied = 0;
  for (const rows of sourcePages(source, table, known === undefined ? undefined : placeOf(known))) {
    await sql.script('BEGIN');
    // A log that was broken stays as it is: its check says so there too.
    if (table.name === 'audit') await sql.script('ALTER TABLE audit DISABLE TRIGGER audit_has_no_gaps');
    await insertRows(sql, table, rows);
    if (table.name === 'audit') await sql.script('ALTER TABLE audit ENABLE TRIGGER audit_has_no_gaps');
    await sql.run(
      'INSERT INTO facts (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = $2',
      place,
      textOf(Object.fromEntries(table.key.map((name) => [name, rows.at(-1)![name]]))),
    );
    await sql.script('COMMIT');
    copied += rows.length;
  }
  return copied;
}

/** Ids that were given are not given again, those of deleted rows included. */
async function continueIds(sql: PostgresSql, source: Connection): Promise<void> {
  const given = source.prepare('SELECT name, seq FROM sqlite_sequence').all() as { name: string; seq: number }[];
  for (const { name, seq } of given.filter(({ seq }) => seq > 0)) {
    await sql.run(
      `SELECT setval(pg_get_serial_sequence($1, column_name), $2) FROM information_schema.columns
       WHERE table_name = $1 AND table_schema = current_schema() AND is_identity = 'YES'`,
      name,
      seq,
    );
  }
}

async function compare(sql: PostgresSql, source: Connection, tables: readonly Table[]): Promise<MovedTable[]> {
  const moved: MovedTable[] = [];
  await sql.script('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  for (const table of tables) {
    const [here, there] = [contentOfSource(source, table), await contentOfTarget(sql, table)];
    if (here.rows !== there.rows || here.hash !== there.hash) {
      const sentence = `The table ${table.name} is not the same on both sides (${here.rows} and ${there.rows} rows).`;
      throw new TouchstoneError('damaged', `${sentence} Make the database anew and begin again.`);
    }
    moved.push({ table: table.name, ...there });
  }
  await sql.script('COMMIT');
  return moved;
}

function textOf(place: Record<string, unknown>): string {
  const plain = (value: unknown) => (value instanceof Uint8Array ? { hex: Buffer.from(value).toString('hex') } : value);
  return JSON.stringify(Object.fromEntries(Object.entries(place).map(([name, value]) => [name, plain(value)])));
}

function placeOf(text: string): Record<string, unknown> {
  const bytes = (value: unknown) =>
    value !== null && typeof value === 'object' ? Buffer.from((value as { hex: string }).hex, 'hex') : value;
  const place = JSON.parse(text) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(place).map(([name, value]) => [name, bytes(value)]));
}
