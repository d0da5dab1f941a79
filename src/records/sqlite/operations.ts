import { auditChecks, auditPages, auditReads, auditWrites } from './audit.ts';
import type { Connection } from './connection.ts';
import { copyUpkeep } from './copies.ts';
import { deliveryReads, deliveryWrites } from './deliveries.ts';
import { idempotencyWrites } from './idempotency.ts';
import { maintenance } from './maintenance.ts';
import { ping, writeProbe } from './probes.ts';
import { countReads } from './record-counts.ts';
import { restoreWrites, suspensionReads } from './restore.ts';
import { snapshotReads, snapshotWrites } from './snapshots.ts';
import { usageReads } from './usage.ts';
import { userReads, userWrites } from './users.ts';
import { webhookReads, webhookWrites } from './webhooks.ts';

/** What each thread can do, by name. All SQL of the records is in the files these come from. */
export const OPERATIONS = {
  writer: (db: Connection) => ({
    ...auditWrites(db),
    ...idempotencyWrites(db),
    ...deliveryWrites(db),
    ...restoreWrites(db),
    ...snapshotWrites(db),
    ...userWrites(db),
    ...writeProbe(db),
    ...webhookWrites(db),
  }),
  reader: (db: Connection) => ({
    ...auditReads(db),
    ...deliveryReads(db),
    ...ping(db),
    ...snapshotReads(db),
    ...suspensionReads(db),
    ...userReads(db),
    ...webhookReads(db),
  }),
  pages: (db: Connection) => ({
    ...auditPages(db),
    ...countReads(db),
    ...usageReads(db),
  }),
  maintenance: (db: Connection) => ({ ...auditChecks(db), ...copyUpkeep(db), ...maintenance(db) }),
};

export type Role = keyof typeof OPERATIONS;
export type Operations<R extends Role> = ReturnType<(typeof OPERATIONS)[R]>;
