import { alertReads } from './alert-reads.ts';
import { alertWrites } from './alerts.ts';
import { auditChecks, auditPages, auditReads, auditWrites } from './audit.ts';
import { batchReads } from './batch-reads.ts';
import { batchWrites } from './batches.ts';
import type { Connection } from './connection.ts';
import { copyUpkeep } from './copies.ts';
import { customerPages, customerReads, customerWrites } from './customers.ts';
import { deliveryReads, deliveryWrites } from './deliveries.ts';
import { filteredLists } from './filtered-lists.ts';
import { idempotencyWrites } from './idempotency.ts';
import { maintenance } from './maintenance.ts';
import { monitoringReads, monitoringWrites } from './monitoring.ts';
import { pageReads } from './pages.ts';
import { ping, writeProbe } from './probes.ts';
import { countReads } from './record-counts.ts';
import { restoreWrites, suspensionReads } from './restore.ts';
import { screeningReads, screeningWrites } from './screenings.ts';
import { snapshotReads, snapshotWrites } from './snapshots.ts';
import { usageReads } from './usage.ts';
import { userReads, userWrites } from './users.ts';
import { verificationReads, verificationWrites } from './verifications.ts';
import { webhookReads, webhookWrites } from './webhooks.ts';

/** What each thread can do, by name. All SQL of the records is in the files these come from. */
export const OPERATIONS = {
  writer: (db: Connection) => ({
    ...alertWrites(db),
    ...auditWrites(db),
    ...batchWrites(db),
    ...customerWrites(db),
    ...idempotencyWrites(db),
    ...deliveryWrites(db),
    ...monitoringWrites(db),
    ...restoreWrites(db),
    ...screeningWrites(db),
    ...snapshotWrites(db),
    ...userWrites(db),
    ...writeProbe(db),
    ...verificationWrites(db),
    ...webhookWrites(db),
  }),
  reader: (db: Connection) => ({
    ...auditReads(db),
    ...customerReads(db),
    ...deliveryReads(db),
    ...monitoringReads(db),
    ...ping(db),
    ...screeningReads(db),
    ...snapshotReads(db),
    ...suspensionReads(db),
    ...userReads(db),
    ...verificationReads(db),
    ...webhookReads(db),
  }),
  pages: (db: Connection) => ({
    ...alertReads(db),
    ...auditPages(db),
    ...batchReads(db),
    ...countReads(db),
    ...customerPages(db),
    ...filteredLists(db),
    ...monitoringReads(db),
    ...pageReads(db),
    ...usageReads(db),
  }),
  maintenance: (db: Connection) => ({ ...auditChecks(db), ...copyUpkeep(db), ...maintenance(db) }),
};

export type Role = keyof typeof OPERATIONS;
export type Operations<R extends Role> = ReturnType<(typeof OPERATIONS)[R]>;
