import { LISTS, PAGES as NEW_PAGES, READS as NEW_READS, WRITES as NEW_WRITES, SWEEPS } from '../operations/index.ts';
import type { Sql } from '../sql.ts';
import type { Operations, Role } from '../sqlite/operations.ts';
import type { Transaction } from '../transaction.ts';
import { auditChecks, auditPages, auditReads, auditWrites } from './audit.ts';
import { deliveryReads, deliveryWrites } from './deliveries.ts';
import { idempotencyWrites } from './idempotency.ts';
import { browserReads, browserWrites } from './known-browsers.ts';
import { maintenance } from './maintenance.ts';
import { countReads } from './record-counts.ts';
import { restoreWrites, suspensionReads } from './restore.ts';
import { secondFactorReads, secondFactorWrites } from './second-factor.ts';
import { sessionWrites } from './sessions.ts';
import { snapshotReads, snapshotWrites } from './snapshots.ts';
import { usageReads } from './usage.ts';
import { userReads } from './user-reads.ts';
import { userWrites } from './users.ts';
import { webhookReads, webhookWrites } from './webhooks.ts';

/** The operations of SQLite's threads as this database does them: the same names, arguments and answers. */
type Does<Names, By> = {
  readonly [Name in keyof Names]: Names[Name] extends (...args: infer Args) => infer Answer
    ? (by: By, ...args: Args) => Promise<Awaited<Answer>>
    : never;
};
type Named<R extends Role> = Operations<R>;

const ping = async (sql: Sql): Promise<void> => void (await sql.value('SELECT 1'));

/** What changes something, and what somebody takes for themselves by looking at it. */
export const WRITES = {
  ...NEW_WRITES,
  ...auditWrites,
  ...browserWrites,
  ...deliveryWrites,
  ...idempotencyWrites,
  ...restoreWrites,
  ...secondFactorWrites,
  ...sessionWrites,
  ...snapshotWrites,
  ...userWrites,
  ...webhookWrites,
  ping,
  'probe.write': ping,
} satisfies Does<Named<'writer'>, Transaction>;

/** What may read much: pages and exports, analytics, results of batches, and the check of the audit log. */
const LARGE_READS = {
  ...LISTS,
  ...NEW_PAGES,
  ...auditChecks,
  ...auditPages,
  ...countReads,
  ...usageReads,
};

export const READS = {
  ...LARGE_READS,
  ...NEW_READS,
  ...SWEEPS,
  ...auditReads,
  ...browserReads,
  ...deliveryReads,
  ...maintenance,
  ...secondFactorReads,
  ...snapshotReads,
  ...suspensionReads,
  ...userReads,
  ...webhookReads,
  ping,
} satisfies Does<Named<'reader'> & Named<'pages'> & Named<'maintenance'>, Sql>;

export type WriteName = keyof typeof WRITES;
export type ReadName = keyof typeof READS;

export function isRead(operation: ReadName | WriteName): operation is ReadName {
  return operation in READS;
}

/** Whether a replica may do it. */
export function isLarge(operation: ReadName): boolean {
  return operation in LARGE_READS;
}
