import type { MonitoredCustomer } from '../../domain/customer.ts';
import type { MonitoringRun, RunUnderWay } from '../../domain/monitoring.ts';
import { LOCKS } from '../locks.ts';
import type { BegunRun, LateCustomers } from '../monitoring-port.ts';
import { monitoredOf, type StoredMonitored } from '../rows/customers.ts';
import { type Added, countsOf, type LateRow, NONE, NOTHING, type PageRow } from '../rows/monitoring.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { differ, lockAccountsOf, SCREENED } from './customers.ts';

const RUN = `SELECT id, reason, from_snapshot AS "from", to_snapshot AS "to", after, started_at, ended_at,
    coalesce(sum(customers), 0)::integer AS customers, coalesce(sum(compared), 0)::integer AS compared,
    coalesce(sum(opened), 0)::integer AS opened, coalesce(sum(reopened), 0)::integer AS reopened,
    coalesce(sum(delisted), 0)::integer AS delisted
  FROM monitoring_runs LEFT JOIN monitoring_counts ON run = id`;
const LATEST = `${RUN} WHERE id = (SELECT max(id) FROM monitoring_runs) GROUP BY id`;
/**
 * Every screening of a customer up to the newest one is stored once the lock is had that whoever stores one shares. An
 * id is given before its transaction is over, so the newest one alone would say too much.
 */
const NEWEST = 'SELECT coalesce(max(id), 0) FROM screenings';

export const monitoringWrites = {
  'monitoring.begin': async (tx: Transaction, run: BegunRun, at: string): Promise<RunUnderWay | undefined> => {
    await tx.run('SELECT pg_advisory_xact_lock($1)', LOCKS.customerScreenings);
    const id = await tx.value<number>(
      `INSERT INTO monitoring_runs (reason, from_snapshot, to_snapshot, seen, started_at)
       VALUES (:reason, :from, :to, coalesce(:seen::bigint, (${NEWEST})), :at) ON CONFLICT DO NOTHING RETURNING id`,
      { seen: null, ...run, at },
    );
    if (id === undefined) return undefined;
    await tx.run(
      `INSERT INTO monitoring_counts (run, account_id, customers)
       SELECT $1, account_id, count(*) FROM customers WHERE monitored GROUP BY account_id`,
      id,
    );
    return tx.one<RunUnderWay>(LATEST);
  },
  'monitoring.restart': async (tx: Transaction, id: number, to: string): Promise<void> => {
    await tx.run('UPDATE monitoring_runs SET from_snapshot = NULL, to_snapshot = $1, after = 0 WHERE id = $2', to, id);
    await tx.run('UPDATE monitoring_counts SET compared = 0 WHERE run = $1', id);
  },
  'monitoring.end': async (tx: Transaction, id: number, at: string): Promise<void> => {
    await tx.run('UPDATE monitoring_runs SET ended_at = $1 WHERE id = $2 AND ended_at IS NULL', at, id);
  },
  'monitoring.apply': async (tx: Transaction, id: number, page: PageRow, at: string): Promise<boolean> => {
    const { from, to, compared, found, gone } = page;
    const moved = await tx.run(
      'UPDATE monitoring_runs SET after = :to WHERE id = :id AND after = :from AND ended_at IS NULL',
      { id, from, to },
    );
    if (moved === 0) return false;
    await addCounts(
      tx,
      id,
      compared.map(([accountId, count]) => ({ accountId, ...NONE, compared: count })),
    );
    // Only who has an alert can have one that is delisted.
    await apply(tx, id, gone.length > 0 ? await watchedBetween(tx, from, to) : [], { found, gone }, at);
    return true;
  },
  'monitoring.applyLate': async (
    tx: Transaction,
    id: number,
    { customers, screening, ...about }: LateRow,
    at: string,
  ): Promise<void> => {
    await lockAccountsOf(tx, [...customers, ...about.found.map(({ customerId }) => customerId)]);
    await apply(tx, id, customers, about, at);
    await tx.run('UPDATE monitoring_runs SET seen = greatest(seen, $1) WHERE id = $2', screening, id);
  },
};

/** Notes what changed for some customers, found or not. */
async function apply(
  tx: Transaction,
  run: number,
  customers: readonly number[],
  { found, gone }: Pick<PageRow, 'found' | 'gone'>,
  at: string,
): Promise<void> {
  const known = new Map(found.map((row) => [row.customerId, row]));
  const all = new Map([...new Set([...known.keys(), ...customers])].map((one) => [one, known.get(one) ?? NOTHING]));
  const changed = await differ(tx, all, at, gone);
  await addCounts(
    tx,
    run,
    [...changed.values()].map(({ accountId, ...one }) => ({ accountId, ...countsOf(one) })),
  );
}

function watchedBetween(sql: Sql, from: number, to: number): Promise<number[]> {
  return sql.column<number>(
    `SELECT DISTINCT customer_id FROM alerts
     WHERE customer_id > $1 AND customer_id <= $2 AND state <> 'delisted' ORDER BY customer_id`,
    from,
    to,
  );
}

async function addCounts(
  tx: Transaction,
  run: number,
  counts: readonly (Added & { readonly accountId: number })[],
): Promise<void> {
  if (counts.length === 0) return;
  await tx.run(
    `INSERT INTO monitoring_counts AS known (run, account_id, compared, opened, reopened, delisted)
     SELECT $1, "accountId", sum(compared), sum(opened), sum(reopened), sum(delisted)
     FROM json_to_recordset($2::json) AS added ("accountId" bigint, compared integer, opened integer,
       reopened integer, delisted integer) GROUP BY "accountId"
     ON CONFLICT (run, account_id) DO UPDATE SET compared = known.compared + excluded.compared,
       opened = known.opened + excluded.opened, reopened = known.reopened + excluded.reopened,
       delisted = known.delisted + excluded.delisted`,
    run,
    JSON.stringify(counts),
  );
}

export const monitoringReads = {
  'monitoring.latest': (sql: Sql): Promise<RunUnderWay | undefined> => sql.one<RunUnderWay>(LATEST),
  'monitoring.runs': async (
    sql: Sql,
    accountId: number,
    limit: number,
    before = Number.MAX_SAFE_INTEGER,
  ): Promise<MonitoringRun[]> => {
    const runs = await sql.all<RunUnderWay>(
      `${RUN} AND account_id = :accountId WHERE id < :before GROUP BY id ORDER BY id DESC LIMIT :limit`,
      { accountId, limit, before },
    );
    return runs.map(({ after: _, ...run }) => run);
  },
  'monitoring.watchedEntries': (sql: Sql): Promise<string[]> =>
    sql.column<string>(
      `SELECT DISTINCT entry FROM alerts, json_array_elements_text(alerts.entries) AS entry
       WHERE customer_id IS NOT NULL AND state <> 'delisted'`,
    ),
  'monitoring.late': async (sql: Sql, limit: number): Promise<LateCustomers> => {
    const last = await newestStored(sql);
    // A screening that rests on another snapshot was under way when the run began, which may have passed its customer.
    const found = await sql.all<{ screening: number; customer: number }>(
      `SELECT screenings.id AS screening, customer_id AS customer FROM screenings, monitoring_runs AS run
       WHERE run.id = (SELECT max(id) FROM monitoring_runs) AND screenings.id > run.seen AND screenings.id <= $1
         AND customer_id IS NOT NULL AND snapshot <> run.to_snapshot ORDER BY screenings.id LIMIT $2`,
      last,
      limit,
    );
    const rows = await sql.all<StoredMonitored>(
      `SELECT ${SCREENED} FROM customers WHERE id = ANY($1::bigint[]) AND monitored`,
      found.map(({ customer }) => customer),
    );
    const known = new Map(rows.map((row) => [row.id, monitoredOf(row)]));
    const customers = [...new Set(found.map(({ customer }) => customer))].flatMap((id): MonitoredCustomer[] => {
      const customer = known.get(id);
      return customer ? [customer] : [];
    });
    const isLast = found.length < limit;
    return { customers, screening: isLast ? last : found.at(-1)!.screening, isLast };
  },
};

/** The newest screening below which every one of a customer is stored. */
async function newestStored(sql: Sql): Promise<number> {
  const newest = (await sql.value<number>(NEWEST))!;
  // Whoever stored while the newest one was read is through once the lock was to be had.
  await sql.run('SELECT pg_advisory_xact_lock($1)', LOCKS.customerScreenings);
  return newest;
}
