import { accountsOf, isAlone as isAloneNow } from '../operations/index.ts';
import type { WriteName } from './operations.ts';

type Args = readonly unknown[];

const first = (args: Args) => [args[0] as number];
const ofFirst = (args: Args) => [(args[0] as { accountId: number }).accountId];
const ofSecond = (args: Args) => [(args[1] as { accountId: number }).accountId];

/**
 * Whose accounts a write locks before anything else. With that the writes of an account are in one order over all
 * nodes, as they are in SQLite.
 */
const LOCKED: Partial<Record<WriteName, (args: Args) => readonly number[]>> = {
  'alerts.answerProposal': ofFirst,
  'alerts.assign': ofFirst,
  'alerts.claim': ofFirst,
  'alerts.comment': ofFirst,
  'alerts.step': ofFirst,
  'batches.cancel': first,
  'batches.open': ofFirst,
  'batches.putCustomer': ofSecond,
  'batches.screen': ofSecond,
  'customers.delete': first,
  'customers.put': ofFirst,
  'customers.refuse': first,
  'monitoring.apply': ([, page]) => (page as { compared: [number, number][] }).compared.map(([account]) => account),
  'screenings.create': ofFirst,
  'users.invite': ofFirst,
  'users.remove': first,
  'users.role': first,
  'verifications.create': ofFirst,
  'webhooks.create': ofFirst,
  'webhooks.remove': first,
  'webhooks.retry': first,
  'webhooks.rotate': first,
  'webhooks.test': first,
};

/** These find out by themselves what they lock, or hold others up, so that each is a transaction of its own. */
const ALONE: ReadonlySet<WriteName> = new Set<WriteName>([
  'afterRestore',
  'alerts.applyDifference',
  'audit.useKeys',
  'batches.due',
  'deliveries.tidy',
  'idempotency.sweep',
  'keys.resume',
  'monitoring.apply',
  'monitoring.applyLate',
  'monitoring.begin',
  'screenings.delete',
  'sessions.begin',
  'snapshots.publish',
  'users.accept',
  'users.resume',
  'verifications.delete',
]);

export function lockedAccounts(operation: WriteName, args: Args): readonly number[] {
  return LOCKED[operation]?.(args) ?? accountsOf(operation, args);
}

export function isAlone(operation: WriteName): boolean {
  return ALONE.has(operation) || isAloneNow(operation);
}
