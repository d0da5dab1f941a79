import type { DatabaseCondition, ReplicaCondition } from '../database-condition.ts';
import { clients, told } from './clients.ts';
import { PostgresSql } from './driver.ts';
import { newestVersion } from './migrate.ts';
import { ALIVE_NAMES } from './nodes.ts';

/** Beside the pools of a node: the connection that hears the others, and that of a migration. */
const SINGLE = 2;
/** A commit is only as durable as these. */
const DURABLE = ['fsync', 'full_page_writes', 'synchronous_commit'];

interface Answer {
  readonly version: string;
  readonly number: number;
  readonly at: number;
  readonly encrypted: boolean;
  readonly standby: boolean;
  readonly maxConnections: number;
  readonly hasSchema: boolean;
}

const QUESTION = `
  SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
    extract(epoch FROM clock_timestamp()) * 1000 AS at, pg_is_in_recovery() AS standby,
    coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS encrypted,
    current_setting('max_connections')::int AS max_connections,
    to_regclass('schema_version') IS NOT NULL AS has_schema`;

/** The place of images and lists, which no two databases have in common. */
const PLACE = `(SELECT value FROM facts WHERE name = 'folder')`;
const PRIMARY = `SELECT pg_current_wal_flush_lsn()::text AS position, ${PLACE} AS place`;
const REPLICA = `
  SELECT coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS encrypted,
    pg_is_in_recovery() AS standby, ${PLACE} IS NOT DISTINCT FROM :place AS is_same,
    greatest(0, pg_wal_lsn_diff(:position::pg_lsn, pg_last_wal_replay_lsn())) AS behind_bytes`;

/** Looks at a replica that has the records. Throws as `condition` does. */
export async function replicaCondition(url: string, readUrl: string): Promise<ReplicaCondition> {
  const now = await asked(url, (sql) => sql.one<{ position: string; place: string | null }>(PRIMARY));
  return asked(readUrl, async (sql) => {
    const { behindBytes, ...seen } = (await sql.one<ReplicaCondition>(REPLICA, { ...now }))!;
    return { ...seen, behindBytes: seen.standby ? Number(behindBytes) : undefined };
  });
}

async function asked<T>(url: string, ask: (sql: PostgresSql) => Promise<T>): Promise<T> {
  const client = clients(url, 'touchstone doctor').single();
  client.on('error', () => {});
  try {
    await client.connect();
    return await ask(new PostgresSql((statement) => client.query(statement)));
  } catch (error) {
    throw told(error);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Looks at a database without changing it. Throws `busy` where it is away, and errors of the server as they are. */
export function condition(url: string): Promise<DatabaseCondition> {
  const { perNode } = clients(url, 'touchstone doctor');
  return asked(url, async (sql) => {
    // The first answer of a connection is slower than those that follow.
    await sql.value('SELECT 1');
    const began = Date.now();
    const { at, number, hasSchema, ...answer } = (await sql.one<Answer>(QUESTION))!;
    const clockAheadMs = Number(at) - (began + Date.now()) / 2;
    const off = `SELECT name FROM pg_settings WHERE name = ANY($1) AND setting = 'off' ORDER BY name`;
    const unsafe = await sql.column<string>(off, DURABLE);
    const found = hasSchema ? ((await sql.value<number>('SELECT max(version) FROM schema_version')) ?? 0) : 0;
    const nodes = found > 0 ? await sql.column<string>(ALIVE_NAMES) : [];
    const server = { ...answer, major: Math.trunc(number / 10_000), clockAheadMs, unsafe, nodes };
    return { found, known: newestVersion(), server: { ...server, connectionsPerNode: perNode + SINGLE } };
  });
}

const HOUR = `account_id, date_trunc('hour', created_at, 'UTC') AS hour`;
/** How many hours have another number of records than `record_hours` says, sums of all hours included. */
const MISCOUNTED = `
  SELECT count(*) FROM (
    SELECT account_id, coalesce(hour, '-infinity') AS hour, kind, count(*) AS amount FROM (
      SELECT ${HOUR}, CASE WHEN match_count > 0 THEN 'matched' ELSE 'clear' END AS kind FROM screenings
      UNION ALL SELECT ${HOUR}, status FROM verifications
      UNION ALL SELECT ${HOUR}, 'opened' FROM alerts) AS records
    GROUP BY GROUPING SETS ((account_id, kind, hour), (account_id, kind))) AS made
  FULL JOIN record_hours USING (account_id, hour, kind)
  WHERE coalesce(made.amount, 0) <> coalesce(record_hours.amount, 0)`;

/** Rules of the database that are not in force: it enforces the others with each write. */
export async function integrity(sql: PostgresSql): Promise<string[]> {
  const rules = await sql.column<string>(
    `SELECT format('the rule %s of %s was never checked', conname, conrelid::regclass) FROM pg_constraint
     WHERE NOT convalidated AND connamespace = current_schema()::regnamespace
     UNION ALL
     SELECT format('the index %s is not valid', indexrelid::regclass) FROM pg_index
     JOIN pg_class ON pg_class.oid = indexrelid
     WHERE NOT (indisvalid AND indisready) AND relnamespace = current_schema()::regnamespace`,
  );
  const counted = await sql.value<number>(MISCOUNTED);
  return counted === 0 ? rules : [...rules, `${counted} hours of record_hours count other records than there are`];
}
