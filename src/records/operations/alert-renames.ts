import { anotherSubject } from '../../alerts/decision-basis.ts';
import { type Actor, keyOf, userOf } from '../../domain/actor.ts';
import type { SubjectFacts } from '../../domain/customer.ts';
import type { Transaction } from '../transaction.ts';
import { insertSteps, type NewStep, tellOpened } from './alert-notes.ts';
import { reopen } from './alert-store.ts';

/** A change of a customer. */
interface Renaming {
  readonly customerId: number;
  readonly accountId: number;
  readonly by: Actor;
  /** The content that it leaves. */
  readonly now: SubjectFacts;
}

/** Notes in the histories of a customer's alerts what changed of the customer (sentences), and who changed it. */
export async function noteRenaming(
  tx: Transaction,
  { customerId, by }: Renaming,
  changes: readonly string[],
): Promise<void> {
  if (changes.length === 0) return;
  const alerts = await tx.column<number>('SELECT id FROM alerts WHERE customer_id = $1 ORDER BY id', customerId);
  const step = {
    at: tx.at,
    kind: 'renamed',
    userId: userOf(by),
    keyId: keyOf(by),
    comment: changes.join('\n'),
  } as const;
  await insertSteps(
    tx,
    alerts.map((alertId): NewStep => ({ ...step, alertId })),
  );
}

/**
 * Opens what was decided of a customer who is somebody else by now. What the screening that goes with the change found
 * again and opened is left as it is. Audited.
 */
export async function reopenDecided(tx: Transaction, renaming: Renaming): Promise<void> {
  const { customerId, accountId, by, now } = renaming;
  const decided = await tx.all<{ readonly id: number; readonly seenAs: string | null }>(
    `SELECT id, seen_as FROM alerts WHERE customer_id = $1 AND state IN ('confirmed', 'dismissed') ORDER BY id`,
    customerId,
  );
  const { at } = tx;
  const reopened = decided.flatMap(({ id, seenAs }) => {
    const changed = seenAs === null ? [] : anotherSubject(JSON.parse(seenAs) as SubjectFacts, now);
    return changed.length > 0 ? [{ id, changed, who: now, at }] : [];
  });
  if (reopened.length === 0) return;
  await reopen(tx, reopened);
  await insertSteps(
    tx,
    reopened.map(({ id, changed }): NewStep => ({ alertId: id, at, kind: 'changed', comment: changed.join('\n') })),
  );
  const ids = reopened.map(({ id }) => id);
  await tx.run('UPDATE alerts SET updated_at = $1 WHERE id = ANY($2::bigint[])', at, ids);
  for (const id of ids) {
    const details = { because: 'customer-renamed' };
    tx.audit({ at, actor: by, action: 'alert.reopened', subject: `alert:${id}`, accountId, details });
  }
  await tellOpened(tx, accountId, ids, at);
}
