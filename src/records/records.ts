import { beginWalk, verdictOf } from './audit-chain.ts';
import { auditKey } from './audit-keys.ts';
import { SWEPT_ROWS } from './operations/idempotency.ts';
import type { AuditRecords, BatchRecords, IdempotencyRecords, Records } from './port.ts';
import { type Store, topicOf, untopicalOf } from './store.ts';

/** Rows taken out in one transaction: a few milliseconds, so that no other write waits long. */
const REMOVED_ROWS = 500;

/** The master keys as they are now, the one in use first. */
type MasterSecrets = () => Promise<readonly string[]>;

/** The records in a database: its operations, and what takes several of them. */
export function recordsOf(store: Store, secrets: MasterSecrets): Records {
  return {
    ...untopicalOf(store),
    accounts: {
      ...topicOf(store, 'accounts'),
      touch: (keyId) => store.countUse(keyId),
      note: (keyId, scope) => store.noteUse(keyId, scope),
    },
    alerts: topicOf(store, 'alerts'),
    batches: batchRecords(store),
    captures: topicOf(store, 'captures'),
    customers: topicOf(store, 'customers'),
    idempotency: idempotencyRecords(store),
    monitoring: topicOf(store, 'monitoring'),
    ownLists: topicOf(store, 'ownLists'),
    media: topicOf(store, 'media'),
    users: topicOf(store, 'users'),
    screenings: topicOf(store, 'screenings'),
    verifications: topicOf(store, 'verifications'),
    snapshots: topicOf(store, 'snapshots'),
    webhooks: topicOf(store, 'webhooks'),
    retention: topicOf(store, 'retention'),
    audit: auditRecords(store, secrets),
    confirmsKeys: store.confirmsKeys,
    nodes: store.nodes,
    leads: (work) => store.leads(work),
    alone: (work, options, run) => store.alone(work, options, run),
    notReady: () => store.notReady(),
    get queueLength() {
      return store.pending;
    },
    backup: (file) => store.backup(file),
    checkIntegrity: () => store.checkIntegrity(),
    keepUpCopies: () => store.keepUpCopies(),
    close: () => store.close(),
  };
}

function batchRecords(store: Store): BatchRecords {
  const { removeRows, ...batches } = topicOf(store, 'batches');
  return {
    ...batches,
    remove: async (id) => {
      while (!(await removeRows(id, REMOVED_ROWS)));
    },
  };
}

function idempotencyRecords(store: Store): IdempotencyRecords {
  const { sweep, ...idempotency } = topicOf(store, 'idempotency');
  return {
    ...idempotency,
    sweep: async () => {
      let swept = 0;
      for (;;) {
        const gone = await sweep();
        swept += gone;
        if (gone < SWEPT_ROWS) return swept;
      }
    },
  };
}

function auditRecords(store: Store, secrets: MasterSecrets): AuditRecords {
  const keys = async () => (await secrets()).map(auditKey);
  const chain = topicOf(store, 'chain');
  return {
    ...topicOf(store, 'audit'),
    verify: async (head) => {
      let walk = beginWalk(head);
      for (;;) {
        const batch = await chain.walk(walk, await keys());
        if (batch.isLast) return verdictOf(batch.walk);
        walk = batch.walk;
      }
    },
    continues: async () => chain.continues(await keys()),
    followKeys: async (isLost = false) => {
      const found = await keys();
      return found.length > 0 && store.useAuditKeys(found, isLost);
    },
  };
}
