import type { MonitoredCustomer } from '../../domain/customer.ts';
import type { MonitoringRun, RunUnderWay } from '../../domain/monitoring.ts';
import type { BegunRun, LateCustomers } from '../monitoring-port.ts';
import { monitoredOf, type StoredMonitored } from '../rows/customers.ts';
import { type Added, countsOf, type LateRow, NONE, NOTHING, type PageRow } from '../rows/monitoring.ts';
import type { Connection } from './connection.ts';
import { customerWrites, SCREENED } from './customers.ts';

const RUN = `SELECT id, reason, from_snapshot AS "from", to_snapshot AS "to", after, started_at AS startedAt,
    ended_at AS endedAt, coalesce(sum(customers), 0) AS customers, coalesce(sum(compared), 0) AS compared,
    coalesce(sum(opened), 0) AS opened, coalesce(sum(reopened), 0) AS reopened, coalesce(sum(delisted), 0) AS delisted
  FROM monitoring_runs LEFT JOIN monitoring_counts ON run = id`;
const LATEST = `${RUN} WHERE id = (SELECT max(id) FROM monitoring_runs) GROUP BY id`;

export function monitoringWrites(db: Connection) {
  return { ...beginnings(db), ...pages(db) };
}

function beginnings(db: Connection) {
  const latest = db.prepare<[], RunUnderWay>(LATEST);
  const insert = db.prepare(
    `INSERT INTO monitoring_runs (reason, from_snapshot, to_snapshot, seen, started_at)
     VALUES (:reason, :from, :to, coalesce(:seen, (SELECT max(id) FROM screenings), 0), :at)`,
  );
  const underWay = db.prepare('SELECT 1 FROM monitoring_runs WHERE ended_at IS NULL');
  const count = db.prepare(
    `INSERT INTO monitoring_counts (run, account_id, customers)
     SELECT ?, account_id, count(*) FROM customers INDEXED BY customers_monitored WHERE monitored = 1 GROUP BY account_id`,
  );
  const restart = db.prepare(
    'UPDATE monitoring_runs SET from_snapshot = NULL, to_snapshot = ?, after = 0 WHERE id = ?',
  );
  const forget = db.prepare('UPDATE monitoring_counts SET compared = 0 WHERE run = ?');
  const end = db.prepare('UPDATE monitoring_runs SET ended_at = ? WHERE id = ? AND ended_at IS NULL');
  return {
    'monitoring.begin': (run: BegunRun, at: string): RunUnderWay | undefined => {
      if (underWay.get()) return undefined;
      const { seen = null, ...rest } = run;
      count.run(insert.run({ ...rest, seen, at }).lastInsertRowid);
      return latest.get();
    },
    'monitoring.restart': (id: number, to: string): void => {
      restart.run(to, id);
      forget.run(id);
    },
    'monitoring.end': (id: number, at: string): void => {
      end.run(at, id);
    },
  };
}

function pages(db: Connection) {
  const differ = customerWrites(db)['alerts.applyDifference'];
  const add = countAdder(db);
  const accountOf = db.prepare<[number], number>('SELECT account_id FROM customers WHERE id = ?').pluck();
  const move = db.prepare(
    'UPDATE monitoring_runs SET after = :to WHERE id = :id AND after = :from AND ended_at IS NULL',
  );
  const watched = db
    .prepare<[number, number], number>(
      `SELECT DISTINCT customer_id FROM alerts
       WHERE customer_id > ? AND customer_id <= ? AND state <> 'delisted' ORDER BY customer_id`,
    )
    .pluck();
  const look = db.prepare('UPDATE monitoring_runs SET seen = max(seen, ?) WHERE id = ?');
  /** Notes what changed for some customers, found or not. */
  const apply = (
    run: number,
    customers: Iterable<number>,
    { found, gone }: Pick<PageRow, 'found' | 'gone'>,
    at: string,
  ): void => {
    const known = new Map(found.map((row) => [row.customerId, row]));
    for (const customer of new Set([...known.keys(), ...customers])) {
      const changed = differ(customer, at, known.get(customer) ?? NOTHING, gone);
      if (changed) add(run, accountOf.get(customer)!, countsOf(changed));
    }
  };
  return {
    'monitoring.apply': (id: number, { from, to, compared, found, gone }: PageRow, at: string): boolean => {
      if (move.run({ id, from, to }).changes === 0) return false;
      for (const [account, count] of compared) add(id, account, { ...NONE, compared: count });
      // Only who has an alert can have one that is delisted.
      apply(id, gone.length > 0 ? watched.all(from, to) : [], { found, gone }, at);
      return true;
    },
    'monitoring.applyLate': (id: number, { customers, screening, ...about }: LateRow, at: string): void => {
      apply(id, customers, about, at);
      look.run(screening, id);
    },
  };
}

function countAdder(db: Connection): (run: number, accountId: number, counts: Added) => void {
  const add = db.prepare(
    `INSERT INTO monitoring_counts (run, account_id, compared, opened, reopened, delisted)
     VALUES (:run, :accountId, :compared, :opened, :reopened, :delisted)
     ON CONFLICT (run, account_id) DO UPDATE SET compared = compared + excluded.compared,
       opened = opened + excluded.opened, reopened = reopened + excluded.reopened,
       delisted = delisted + excluded.delisted`,
  );
  return (run, accountId, counts) => void add.run({ run, accountId, ...counts });
}

export function monitoringReads(db: Connection) {
  const latest = db.prepare<[], RunUnderWay>(LATEST);
  const runs = db.prepare<Record<string, number>, RunUnderWay>(
    `${RUN} AND account_id = :accountId WHERE id < :before GROUP BY id ORDER BY id DESC LIMIT :limit`,
  );
  const watched = db
    .prepare<[], string>(
      `SELECT DISTINCT entry.value FROM alerts, json_each(alerts.entries) AS entry
       WHERE customer_id IS NOT NULL AND state <> 'delisted'`,
    )
    .pluck();
  // A screening that rests on another snapshot was under way when the run began: the run may have passed its customer.
  const late = db.prepare<[number], { screening: number; customer: number }>(
    `SELECT screenings.id AS screening, customer_id AS customer FROM screenings, monitoring_runs AS run
     WHERE run.id = (SELECT max(id) FROM monitoring_runs) AND screenings.id > run.seen AND customer_id IS NOT NULL
       AND snapshot <> run.to_snapshot ORDER BY screenings.id LIMIT ?`,
  );
  const newest = db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM screenings').pluck();
  const one = db.prepare<[number], StoredMonitored>(`SELECT ${SCREENED} FROM customers WHERE id = ? AND monitored = 1`);
  return {
    'monitoring.latest': () => latest.get(),
    'monitoring.runs': (accountId: number, limit: number, before = Number.MAX_SAFE_INTEGER): MonitoringRun[] =>
      runs.all({ accountId, limit, before }).map(({ after: _, ...run }) => run),
    'monitoring.watchedEntries': (): string[] => watched.all(),
    'monitoring.late': (limit: number): LateCustomers => {
      const last = newest.get()!;
      const found = late.all(limit);
      const customers = [...new Set(found.map(({ customer }) => customer))].flatMap((id): MonitoredCustomer[] => {
        const customer = one.get(id);
        return customer ? [monitoredOf(customer)] : [];
      });
      const isLast = found.length < limit;
      return { customers, screening: isLast ? last : found.at(-1)!.screening, isLast };
    },
  };
}
