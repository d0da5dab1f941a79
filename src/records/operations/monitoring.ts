import { MEDIA_SOURCE } from '../../domain/adverse-media.ts';
import type { MonitoredCustomer } from '../../domain/customer.ts';
import { type EvidencedMatch, matchList } from '../../domain/match.ts';
import type { ListChange, MatchOrigin, MonitoringRun, RunUnderWay } from '../../domain/monitoring.ts';
import { isOwnSource } from '../../domain/own-list.ts';
import { alone, ofAccount, ofAccounts } from '../operation.ts';
import { RowList, type Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { LOCKS } from '../transaction.ts';
import { differ, lockAccountsOf, monitoredOf } from './customers.ts';
import { type AlertsChanged, type Findings, findingsOf } from './sightings.ts';

export interface BegunRun extends Pick<MonitoringRun, 'reason' | 'from' | 'to'> {
  /** Screenings up to this one rest on the lists of before, or were compared with them; by default all. */
  readonly seen?: number | undefined;
}

/** What was found for a customer: all the matches with entities that are new or changed, best first. */
export interface CustomerFound {
  readonly customerId: number;
  readonly matches: readonly EvidencedMatch[];
  /** Of each match what is new about its entity, sentences; undefined where nobody can say. */
  readonly news?: readonly (readonly string[])[];
}

interface Compared {
  /** Customers without a match are left out. */
  readonly found: readonly CustomerFound[];
  /** Keys of the entries that left their lists. */
  readonly gone: readonly string[];
}

interface ComparedPage extends Compared {
  /** The customers were those with an id above `from` and up to `to`. */
  readonly from: number;
  readonly to: number;
  /** How many there were, by account. */
  readonly compared: readonly (readonly [accountId: number, count: number])[];
}

interface ComparedLate extends Compared {
  /** Everybody who was compared. */
  readonly customers: readonly number[];
  readonly screening: number;
}

interface LateCustomers {
  readonly customers: readonly MonitoredCustomer[];
  /** The last screening that was looked at. */
  readonly screening: number;
  /** Nobody is left behind it. */
  readonly isLast: boolean;
}

const RUN = `SELECT id, reason, from_snapshot AS "from", to_snapshot AS "to", after, started_at, ended_at, lists,
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
const MONITORED = {
  postgresql: 'customers WHERE monitored',
  sqlite: 'customers INDEXED BY customers_monitored WHERE monitored = 1',
};

/** Runs of monitoring. Their counts are of one account where one asks, else of all together. */
export const monitoringWrites = {
  /** Undefined where one is under way already. */
  'monitoring.begin': alone(async (tx: Transaction, run: BegunRun): Promise<RunUnderWay | undefined> => {
    await tx.lock('customerScreenings');
    const { reason, from, to, seen = null } = run;
    const id = await tx.value<number>(
      `INSERT INTO monitoring_runs (reason, from_snapshot, to_snapshot, seen, started_at)
       VALUES (:reason, :from, :to, coalesce(:seen::bigint, (${NEWEST})), :at) ON CONFLICT DO NOTHING RETURNING id`,
      { reason, from, to, seen, at: tx.at },
    );
    if (id === undefined) return undefined;
    await tx.run(
      `INSERT INTO monitoring_counts (run, account_id, customers)
       SELECT $1, account_id, count(*) FROM ${tx.either(MONITORED)} GROUP BY account_id`,
      id,
    );
    return latestRun(tx);
  }),
  /** Goes on with another snapshot from the beginning, where the files of the one before are gone. */
  'monitoring.restart': async (tx: Transaction, runId: number, to: string): Promise<void> => {
    const restart =
      'UPDATE monitoring_runs SET from_snapshot = NULL, to_snapshot = $1, after = 0, lists = NULL WHERE id = $2';
    await tx.run(restart, to, runId);
    await tx.run('UPDATE monitoring_counts SET compared = 0 WHERE run = $1', runId);
  },
  /** What changed on the lists that a run is about. */
  'monitoring.noteLists': async (tx: Transaction, runId: number, lists: readonly ListChange[]): Promise<void> => {
    await tx.run('UPDATE monitoring_runs SET lists = $1 WHERE id = $2', JSON.stringify(lists), runId);
  },
  /** Everybody is compared. Ending it twice keeps the first time. */
  'monitoring.end': async (tx: Transaction, runId: number): Promise<void> => {
    await tx.run('UPDATE monitoring_runs SET ended_at = $1 WHERE id = $2 AND ended_at IS NULL', tx.at, runId);
  },
  /**
   * What was found for a page of customers, and the place behind them, in one transaction. False where the run is not
   * at `page.from` any more, so that nothing is done twice.
   */
  'monitoring.apply': alone(
    ofAccounts(
      (_, { compared }) => compared.map(([accountId]) => accountId),
      async (tx: Transaction, runId: number, page: ComparedPage): Promise<boolean> => {
        const { from, to, compared, gone } = page;
        const moved = await tx.run(
          'UPDATE monitoring_runs SET after = :to WHERE id = :runId AND after = :from AND ended_at IS NULL',
          { runId, from, to },
        );
        if (moved === 0) return false;
        await addCounts(
          tx,
          runId,
          compared.map(([accountId, count]) => ({ accountId, compared: count })),
        );
        // Only who has an alert can have one that is delisted.
        await apply(tx, runId, gone.length > 0 ? await watchedBetween(tx, from, to) : [], page);
        return true;
      },
    ),
  ),
  /** What was found for them, in one transaction. */
  'monitoring.applyLate': alone(async (tx: Transaction, runId: number, late: ComparedLate): Promise<void> => {
    const { customers, screening, found } = late;
    await lockAccountsOf(tx, [...customers, ...found.map(({ customerId }) => customerId)]);
    await apply(tx, runId, customers, late);
    await tx.run('UPDATE monitoring_runs SET seen = $1 WHERE id = $2 AND seen < $1', screening, runId);
  }),
  /**
   * What monitoring found for a customer, in one transaction; the same difference again changes nothing. A match
   * without an alert opens one. A dismissed alert whose facts changed and a delisted one open again. One whose entries
   * are all gone is closed as delisted. Undefined where the customer is gone.
   */
  'alerts.applyDifference': alone(
    async (
      tx: Transaction,
      customerId: number,
      { matches, news, gone }: Omit<CustomerFound, 'customerId'> & Pick<Compared, 'gone'>,
    ): Promise<AlertsChanged | undefined> => {
      await lockAccountsOf(tx, [customerId]);
      const findings = { ...findingsOf(matchList(matches)), ...(news && { news }) };
      const changed = (await differ(tx, new Map([[customerId, findings]]), gone)).get(customerId);
      return changed && { opened: changed.opened, reopened: changed.reopened, delisted: changed.delisted };
    },
  ),
};

/** Notes what changed for some customers, found or not. */
async function apply(
  tx: Transaction,
  run: number,
  customers: readonly number[],
  { found, gone }: Compared,
): Promise<void> {
  const known = new Map(found.map((one) => [one.customerId, one]));
  const origin = await tx.one<Omit<MatchOrigin, 'minScore'>>(
    `SELECT monitoring_runs.id AS run, reason, to_snapshot AS snapshot, coalesce(engine, '') AS engine
     FROM monitoring_runs LEFT JOIN snapshots ON snapshots.id = to_snapshot WHERE monitoring_runs.id = $1`,
    run,
  );
  const all = [...new Set([...known.keys(), ...customers])];
  const findings = all.map((id): [number, Findings] => {
    const { matches = [], news } = known.get(id) ?? {};
    return [id, { ...findingsOf(matchList(matches)), ...(news && { news }) }];
  });
  const changed = await differ(tx, new Map(findings), gone, origin);
  await addCounts(
    tx,
    run,
    [...changed.values()].map(({ accountId, opened, reopened, delisted }) => ({
      accountId,
      opened: opened.length,
      reopened: reopened.length,
      delisted: delisted.length,
    })),
  );
}

function watchedBetween(sql: Sql, from: number, to: number): Promise<number[]> {
  return sql.column<number>(
    `SELECT DISTINCT customer_id FROM alerts
     WHERE customer_id > :from AND customer_id <= :to AND state <> 'delisted' ORDER BY customer_id`,
    { from, to },
  );
}

type AddedCounts = Readonly<Record<'compared' | 'opened' | 'reopened' | 'delisted', number>>;

/** Adds counts to those of accounts. */
async function addCounts(
  tx: Transaction,
  run: number,
  counts: readonly (Partial<AddedCounts> & { readonly accountId: number })[],
): Promise<void> {
  if (counts.length === 0) return;
  const rows = [...Map.groupBy(counts, ({ accountId }) => accountId)].map(([accountId, all]) => {
    const sum = (of: keyof AddedCounts) => all.reduce((total, one) => total + (one[of] ?? 0), 0);
    const [compared, opened, reopened, delisted] = [sum('compared'), sum('opened'), sum('reopened'), sum('delisted')];
    return { run, accountId, compared, opened, reopened, delisted };
  });
  await tx.run(
    `INSERT INTO monitoring_counts AS known (run, account_id, compared, opened, reopened, delisted)
     SELECT :run, :accountId, :compared, :opened, :reopened, :delisted
     FROM given (run bigint, accountId bigint, compared integer, opened integer, reopened integer, delisted integer)
     ON CONFLICT (run, account_id) DO UPDATE SET compared = known.compared + excluded.compared,
       opened = known.opened + excluded.opened, reopened = known.reopened + excluded.reopened,
       delisted = known.delisted + excluded.delisted`,
    new RowList(rows),
  );
}

export const monitoringReads = {
  /** The newest run, under way or not; undefined before the first. */
  'monitoring.latest': (sql: Sql) => latestRun(sql),
};

/** As it is stored: what changed on the lists is JSON. */
type StoredRun = Omit<RunUnderWay, 'lists'> & { readonly lists: string | null };

function readRun({ lists, ...run }: StoredRun): RunUnderWay {
  return { ...run, lists: lists === null ? null : (JSON.parse(lists) as ListChange[]) };
}

async function latestRun(sql: Sql): Promise<RunUnderWay | undefined> {
  const run = await sql.one<StoredRun>(LATEST);
  return run && readRun(run);
}

export const monitoringSweeps = {
  /** Newest first, at most so many, of those with an id below `before`. The counts are the account's own. */
  'monitoring.runs': ofAccount(async (sql: Sql, accountId: number, limit: number, before?: number) => {
    const runs = await sql.all<StoredRun>(
      `${RUN} AND account_id = :accountId WHERE id < :before GROUP BY id ORDER BY id DESC LIMIT :limit`,
      { accountId, limit, before: before ?? Number.MAX_SAFE_INTEGER },
    );
    return runs.map(readRun).map(({ after: _, ...run }): MonitoringRun => run);
  }),
  /** Keys (`entryKey`) of the entries of official lists of which customers have alerts that are not delisted. */
  'monitoring.watchedEntries': async (sql: Sql) => {
    const lists = await sql.column<string>(
      `SELECT DISTINCT entries::text FROM alerts WHERE customer_id IS NOT NULL AND state <> 'delisted'`,
    );
    return [...new Set(lists.flatMap((entries) => JSON.parse(entries) as string[]))].filter(
      (key) => !isOwnSource(key) && !key.startsWith(`${MEDIA_SOURCE}:`),
    );
  },
  /** Customers whose newest screening began before the last run and was stored after its beginning, at most `limit`. */
  'monitoring.late': async (sql: Sql, limit: number): Promise<LateCustomers> => {
    const last = await newestStored(sql);
    // A screening that rests on another snapshot was under way when the run began, which may have passed its customer.
    const found = await sql.all<{ screening: number; customer: number }>(
      `SELECT screenings.id AS screening, customer_id AS customer FROM screenings, monitoring_runs AS run
       WHERE run.id = (SELECT max(id) FROM monitoring_runs) AND screenings.id > run.seen AND screenings.id <= :last
         AND customer_id IS NOT NULL AND snapshot <> run.to_snapshot ORDER BY screenings.id LIMIT :limit`,
      { last, limit },
    );
    const ids = [...new Set(found.map(({ customer }) => customer))];
    const monitored = await monitoredOf(sql, ids);
    const isLast = found.length < limit;
    return {
      customers: ids.map((id) => monitored.get(id)).filter((customer) => customer !== undefined),
      screening: isLast ? last : found.at(-1)!.screening,
      isLast,
    };
  },
};

/** The newest screening below which every one of a customer is stored. */
async function newestStored(sql: Sql): Promise<number> {
  const newest = (await sql.value<number>(NEWEST))!;
  // Whoever stored while the newest one was read is through once the lock was to be had.
  if (sql.dialect === 'postgresql') await sql.run('SELECT pg_advisory_xact_lock($1)', LOCKS.customerScreenings);
  return newest;
}
