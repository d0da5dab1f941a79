import { accountsOf, isAlone as isAloneNow } from '../operations/index.ts';
import type { WriteName } from './operations.ts';

type Args = readonly unknown[];

const first = (args: Args) => [args[0] as number];
const ofFirst = (args: Args) => [(args[0] as { accountId: number }).accountId];

/**
 * Whose accounts a write locks before anything else. With that the writes of an account are in one order over all
 * nodes, as they are in SQLite.
 */
const LOCKED: Partial<Record<WriteName, (args: Args) => readonly number[]>> = {
  'users.invite': ofFirst,
  'users.remove': first,
  'users.role': first,
  'webhooks.create': ofFirst,
  'webhooks.remove': first,
  'webhooks.retry': first,
  'webhooks.rotate': first,
  'webhooks.test': first,
};

/** These find out by themselves what they lock, or hold others up, so that each is a transaction of its own. */
const ALONE: ReadonlySet<WriteName> = new Set<WriteName>([
  'afterRestore',
  'audit.useKeys',
  'deliveries.tidy',
  'idempotency.sweep',
  'keys.resume',
  'sessions.begin',
  'snapshots.publish',
  'users.accept',
  'users.resume',
]);

export function lockedAccounts(operation: WriteName, args: Args): readonly number[] {
  return LOCKED[operation]?.(args) ?? accountsOf(operation, args);
}

export function isAlone(operation: WriteName): boolean {
  return ALONE.has(operation) || isAloneNow(operation);
}
