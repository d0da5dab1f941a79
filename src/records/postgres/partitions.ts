import { LOCKS } from '../transaction.ts';
import type { PostgresSql } from './driver.ts';

/** Records with ids of their own, and every table whose partitions go by these ids, with the column. */
const FAMILIES = {
  screenings: { screenings: 'id', screening_evidence: 'screening_id', alert_sightings: 'screening_id' },
  verifications: { verifications: 'id' },
} as const;
type Family = keyof typeof FAMILIES;

/** A partition has room for so many ids at least. Its name ends with the first of them. */
const LEAST_IDS = 1_000_000;
/** Ids that others take while a month begins. */
const MEANWHILE = 100_000;
/** Whoever asks for a table waits behind this. With less patience than PostgreSQL has, only this gives up. */
const PATIENCE = "SET LOCAL lock_timeout = '500ms'";

interface Position {
  /** The last id that was given. */
  readonly last: number;
  /** Where the present month began. */
  readonly monthFirst: number;
  /** Whether that month is over, by the clock of the database in UTC. */
  readonly isOver: boolean;
  /** With which ids partitions begin, ascending; the last one has no end. */
  readonly firsts: readonly number[];
}

/**
 * Makes partitions ahead, and lets each month begin with one of its own. What is stored meanwhile finds a place in any
 * case, since the last partition has no end. Drops those of earlier months that have no record left.
 * Throws where other work is in the way; another try goes on from there.
 */
export async function keepPartitions(sql: PostgresSql): Promise<void> {
  for (const family of Object.keys(FAMILIES) as Family[]) {
    await inTransaction(sql, async () => {
      for (let ahead = await position(sql, family); isShort(ahead); ahead = await position(sql, family)) {
        await lengthen(sql, family, ahead);
      }
      const now = await position(sql, family);
      if (now.isOver) await beginMonth(sql, family, now);
    });
    for (const past of await emptyPast(sql, family)) await inTransaction(sql, () => dropEmpty(sql, family, past));
  }
}

/** Whether `keepPartitions` has something to do. */
export async function needsPartitions(sql: PostgresSql): Promise<boolean> {
  for (const family of Object.keys(FAMILIES) as Family[]) {
    const now = await position(sql, family);
    if (now.isOver || isShort(now) || (await emptyPast(sql, family)).length > 0) return true;
  }
  return false;
}

/** Drops a partition that has no record, so that its room is free at once. */
async function dropEmpty(sql: PostgresSql, family: Family, past: Past): Promise<void> {
  const tables = Object.keys(FAMILIES[family]).map((table) => `${table}_from_${past.first}`);
  await sql.script(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`);
  if (await isEmpty(sql, family, past)) await sql.script(`DROP TABLE IF EXISTS ${tables.join(', ')}`);
}

/** A partition of an earlier month: its first id, which its name ends with, and that of the one behind it. */
interface Past {
  readonly first: number;
  readonly next: number;
}

async function isEmpty(sql: PostgresSql, family: Family, { first, next }: Past): Promise<boolean> {
  const oldest = await sql.value<number>(`SELECT min(id) FROM ${family} WHERE id >= $1 AND id < $2`, first, next);
  return oldest === null || oldest === undefined;
}

/** Without a record, and before the last month: whoever was given an id of these has stored it long ago. */
async function emptyPast(sql: PostgresSql, family: Family): Promise<Past[]> {
  const end = await sql.value<number>(
    'SELECT first_id FROM record_months WHERE records = $1 ORDER BY month DESC LIMIT 1 OFFSET 1',
    family,
  );
  const names = await sql.column<string>(
    'SELECT relname FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = $1::regclass',
    family,
  );
  const starts = names
    .flatMap((name) => /_from_(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
  const empty: Past[] = [];
  for (const [place, first] of starts.entries()) {
    const next = starts[place + 1];
    if (next === undefined || end === undefined || next > end) break;
    if (await isEmpty(sql, family, { first, next })) empty.push({ first, next });
  }
  return empty;
}

/** A month that takes many ids gets larger partitions. */
function room({ last, monthFirst }: Position): number {
  return Math.ceil(Math.max(LEAST_IDS, 2 * (last - monthFirst)) / LEAST_IDS) * LEAST_IDS;
}

/** Two whole ones are ahead, so that one is left where a month begins with the next. */
function isShort(now: Position): boolean {
  return now.firsts.at(-1)! - now.last < 2 * room(now);
}

/** The last partition gets an end, and an empty one without an end comes behind it. */
async function lengthen(sql: PostgresSql, family: Family, now: Position): Promise<void> {
  const first = now.firsts.at(-1)!;
  const end = Math.max(first, Math.ceil(now.last / LEAST_IDS) * LEAST_IDS) + room(now);
  for (const table of Object.keys(FAMILIES[family])) {
    await sql.script(
      `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE;
       ALTER TABLE ${table} DETACH PARTITION ${table}_rest;
       ALTER TABLE ${table}_rest RENAME TO ${table}_from_${first};
       ALTER TABLE ${table} ATTACH PARTITION ${table}_from_${first} FOR VALUES FROM (${first}) TO (${end});
       CREATE TABLE ${table}_rest PARTITION OF ${table} FOR VALUES FROM (${end}) TO (MAXVALUE)`,
    );
  }
}

/** Ids go on with the next partition. */
async function beginMonth(sql: PostgresSql, family: Family, { last, firsts }: Position): Promise<void> {
  const first = firsts.find((one) => one > last + MEANWHILE)!;
  await sql.script(`ALTER SEQUENCE ${family}_id_seq RESTART WITH ${first}`);
  await sql.run(
    `INSERT INTO record_months (records, month, first_id)
     VALUES ($1, date_trunc('month', now() AT TIME ZONE 'UTC'), $2)`,
    family,
    first,
  );
}

async function position(sql: PostgresSql, family: Family): Promise<Position> {
  const now = await sql.one<Omit<Position, 'firsts'>>(
    `SELECT last_value AS last, first_id AS month_first,
       month < date_trunc('month', now() AT TIME ZONE 'UTC') AS is_over
     FROM ${family}_id_seq, record_months WHERE records = $1 ORDER BY month DESC LIMIT 1`,
    family,
  );
  const firsts = await sql.column<string>(
    `SELECT substring(pg_get_expr(relpartbound, oid) FROM 'FROM \\(''(\\d+)') AS first
     FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = $1::regclass`,
    family,
  );
  return {
    ...now!,
    firsts: firsts
      .filter((one) => one !== null)
      .map(Number)
      .sort((a, b) => a - b),
  };
}

/** One process at a time; the others have nothing left to do then. */
async function inTransaction(sql: PostgresSql, work: () => Promise<void>): Promise<void> {
  await sql.script(`BEGIN; ${PATIENCE}`);
  try {
    await sql.run('SELECT pg_advisory_xact_lock($1)', LOCKS.partitions);
    await work();
    await sql.script('COMMIT');
  } catch (error) {
    await sql.script('ROLLBACK');
    throw error;
  }
}
