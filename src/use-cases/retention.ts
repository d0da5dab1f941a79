import type { Logger } from 'pino';
import type { Account } from '../domain/account.ts';
import { type ExpiryKind, FIRST_PLACE, MIN_KEPT_DAYS, type RecordKind } from '../domain/retention.ts';
import type { Records } from '../records/port.ts';
import { type AuditRetention, cutAuditLog } from './audit-retention.ts';

const DAY_MS = 86_400_000;
/** Records of one transaction: it holds no other write up for long. */
const PAGE = 200;

/** What a sweep did, or would do, with the records of one kind of an account. */
export interface Expiry {
  readonly accountId: number;
  readonly kind: ExpiryKind;
  /** Days that records are kept. */
  readonly days: number;
  /** Deleted, or due. */
  readonly due: number;
  /** Past their days, and kept since something rests on them. */
  readonly kept: number;
}

type Ports = Pick<Records, 'accounts' | 'retention' | 'audit' | 'batches'>;

/**
 * Deletes the records of each account that are past the days it keeps them, in short transactions. With `dryRun` it
 * deletes nothing and says what it would do. Accounts that keep all are left out. The audit log has how many went, also
 * where a sweep ends early. Ends between two transactions once `signal` is aborted.
 */
export async function expireRecords(
  records: Ports,
  { now, dryRun = false, signal }: { readonly now: Date; readonly dryRun?: boolean; readonly signal?: AbortSignal },
): Promise<Expiry[]> {
  const expiries: Expiry[] = [];
  for (const account of await records.accounts.list()) {
    for (const [kind, days] of kept(account)) {
      if (signal?.aborted) return expiries;
      const before = daysBefore(now, days);
      const sweep = { accountId: account.id, kind, before, dryRun, signal };
      const sums = { due: 0, kept: 0 };
      try {
        for await (const page of PAGES[kind](records, sweep)) {
          sums.due += page.due;
          sums.kept += page.kept;
        }
      } finally {
        if (!dryRun && sums.due > 0) await audit(records, account.id, { kind, days, deleted: sums.due });
      }
      expiries.push({ accountId: account.id, kind, days, ...sums });
    }
  }
  if (!dryRun) await records.retention.dropListNotes(daysBefore(now, MIN_KEPT_DAYS));
  return expiries;
}

interface Upkeep {
  readonly now: () => Date;
  readonly signal: AbortSignal;
  /** Undefined where the audit log is kept whole. */
  readonly audit: AuditRetention | undefined;
}

/**
 * A sweep of one process of those that share the records, told in the log. Throws nothing: what was not reached is due
 * at the next one.
 */
export async function keepUpRecords(
  records: Ports & Pick<Records, 'leads'>,
  { now, signal, audit }: Upkeep,
  log: Pick<Logger, 'info' | 'error'>,
): Promise<void> {
  try {
    if (!(await records.leads('record-retention'))) return;
    const expiries = await expireRecords(records, { now: now(), signal });
    for (const expiry of expiries) if (expiry.due > 0) log.info(expiry, 'records past their retention deleted');
    if (audit === undefined) return;
    const cut = await cutAuditLog(records, audit, { now: now(), signal });
    if (cut.due > 0) log.info(cut, 'the audit log was cut at its beginning, as its retention says');
  } catch (error) {
    log.error({ err: error }, 'records past their retention could not be deleted; it is tried again in a day');
  }
}

function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString();
}

function kept({ keepScreenings, keepVerifications, keepBatches, keepDeliveries }: Account): [ExpiryKind, number][] {
  const all: [ExpiryKind, number | null][] = [
    ['screening', keepScreenings],
    ['verification', keepVerifications],
    ['batch', keepBatches],
    ['delivery', keepDeliveries],
  ];
  return all.filter((one): one is [ExpiryKind, number] => one[1] !== null);
}

interface Sweep {
  readonly accountId: number;
  readonly kind: ExpiryKind;
  readonly before: string;
  readonly dryRun: boolean;
  readonly signal: AbortSignal | undefined;
}

/** What became of some of those that are past their days. */
type Pages = AsyncIterable<{ readonly due: number; readonly kept: number }>;

const PAGES: Readonly<Record<ExpiryKind, (records: Ports, sweep: Sweep) => Pages>> = {
  screening: (records, sweep) => recordPages(records, sweep, 'screening'),
  verification: (records, sweep) => recordPages(records, sweep, 'verification'),
  batch: batchPages,
  delivery: deliveryPages,
};

async function* recordPages({ retention }: Ports, sweep: Sweep, kind: RecordKind): Pages {
  const { accountId, before, dryRun, signal } = sweep;
  const look = dryRun ? retention.due : retention.expire;
  let from = FIRST_PLACE;
  while (!signal?.aborted) {
    const page = await look(accountId, { kind, before, from, limit: PAGE });
    yield page;
    if (!page.next) return;
    from = page.next;
  }
}

/** Records of its rows stay. */
async function* batchPages({ retention, batches }: Ports, { accountId, before, dryRun, signal }: Sweep): Pages {
  for (const id of await retention.pastBatches(accountId, before)) {
    if (signal?.aborted) return;
    if (!dryRun) await batches.remove(id);
    yield { due: 1, kept: 0 };
  }
}

async function* deliveryPages({ retention }: Ports, { accountId, before, dryRun, signal }: Sweep): Pages {
  if (dryRun) {
    const past = await retention.pastDeliveries(accountId, before);
    yield { due: past?.count ?? 0, kept: 0 };
    return;
  }
  while (!signal?.aborted) {
    const due = await retention.expireDeliveries(accountId, { before, limit: PAGE });
    yield { due, kept: 0 };
    if (due < PAGE) return;
  }
}

function audit({ audit: log }: Pick<Ports, 'audit'>, accountId: number, details: Record<string, string | number>) {
  const entry = { actor: 'service' as const, action: 'records.expired', subject: `account:${accountId}`, accountId };
  return log.append({ ...entry, details });
}
