import { beginWalk, verdictOf } from '../audit-chain.ts';
import { auditKey } from '../audit-keys.ts';
import type { AccountRecords, AuditRecords, BatchRecords, Records, SnapshotRecords } from '../port.ts';
import { idempotencyRecords } from './idempotency.ts';
import { type Store, topicOf } from './store.ts';
import { userRecords } from './users.ts';
import { webhookRecords } from './webhooks.ts';

/** Rows taken out in one transaction: a few milliseconds, so that no other write waits long. */
const REMOVED_ROWS = 500;

/** The master keys as they are now, the one in use first. */
type MasterSecrets = () => Promise<readonly string[]>;

/** The records in a database; `now` dates what is written. */
export function recordsOf(database: Store, now: () => Date, secrets: MasterSecrets): Records {
  return {
    accounts: accountRecords(database, now),
    alerts: topicOf(database, 'alerts'),
    batches: batchRecords(database),
    customers: topicOf(database, 'customers'),
    idempotency: idempotencyRecords(database, now),
    monitoring: topicOf(database, 'monitoring'),
    users: userRecords(database, now),
    screenings: topicOf(database, 'screenings'),
    verifications: topicOf(database, 'verifications'),
    snapshots: snapshotRecords(database, now),
    webhooks: webhookRecords(database, now),
    audit: auditRecords(database, now, secrets),
    confirmsKeys: database.confirmsKeys,
    counts: (accountId, from) => database.pages.call('counts', accountId, from),
    usage: (accountId, from, to) => database.pages.call('usage', accountId, from, to),
    nodes: database.nodes,
    leads: (work) => database.leads(work),
    alone: (work, options, run) => database.alone(work, options, run),
    notReady: () => database.notReady(),
    get queueLength() {
      return database.writer.pending;
    },
    backup: (file) => database.maintenance.call('maintenance.copy', file),
    checkIntegrity: () => database.maintenance.call('maintenance.integrity'),
    keepUpCopies: () => database.keepUpCopies(),
    afterRestore: ({ backup, resume }, actor) =>
      database.write('afterRestore', backup, resume, now().toISOString(), actor),
    suspended: () => database.reader.call('suspended', now().toISOString()),
    close: () => database.close(),
  };
}

function accountRecords(database: Store, now: () => Date): AccountRecords {
  return {
    ...topicOf(database, 'accounts'),
    resumeKeys: (id, actor) => database.write('keys.resume', id, now().toISOString(), actor),
    touch: (keyId) => database.countUse(keyId),
  };
}

function batchRecords(database: Store): BatchRecords {
  const { removeRows, ...batches } = topicOf(database, 'batches');
  return {
    ...batches,
    remove: async (id) => {
      while (!(await removeRows(id, REMOVED_ROWS)));
    },
  };
}

function snapshotRecords(database: Store, now: () => Date): SnapshotRecords {
  return {
    publish: (snapshot, actor) => database.write('snapshots.publish', snapshot, now().toISOString(), actor),
    current: (engine) => database.reader.call('snapshots.current', engine ?? null),
    get: (id) => database.reader.call('snapshots.get', id),
    newest: (limit) => database.reader.call('snapshots.newest', limit),
    states: () => database.reader.call('snapshots.states'),
    recordState: (state) => database.write('snapshots.state', state, now().toISOString()),
  };
}

function auditRecords(database: Store, now: () => Date, secrets: MasterSecrets): AuditRecords {
  const keys = async () => (await secrets()).map(auditKey);
  return {
    append: (entry) => database.write('audit.append', { ...entry, at: now().toISOString() }),
    head: () => database.reader.call('audit.head'),
    page: (accountId, query) => database.pages.call('audit.page', accountId, query),
    verify: async (head) => {
      let walk = beginWalk(head);
      for (;;) {
        const batch = await database.maintenance.call('audit.walk', walk, await keys());
        if (batch.isLast) return verdictOf(batch.walk, batch.hasKeys);
        walk = batch.walk;
      }
    },
    followKeys: async () => database.useAuditKeys(await keys()),
  };
}
