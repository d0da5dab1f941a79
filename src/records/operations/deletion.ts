import type { Actor } from '../../domain/actor.ts';
import { alone, erasing } from '../operation.ts';
import type { Transaction } from '../transaction.ts';
import { forgetAnswers } from './idempotency.ts';

/** Deletes one record of a kind on request, and says so in the audit log. Answers false where there is none. */
export function deletionOf(kind: 'screening' | 'verification') {
  return erasing(
    alone(async (tx: Transaction, id: number, actor: Actor): Promise<boolean> => {
      const accountId = await tx.value<number>(`SELECT account_id FROM ${kind}s WHERE id = $1`, id);
      if (accountId === undefined) return false;
      await tx.lockAccounts([accountId]);
      if ((await tx.run(`DELETE FROM ${kind}s WHERE id = $1`, id)) === 0) return false;
      await forgetAnswers(tx, accountId);
      tx.audit({ at: tx.at, actor, action: `${kind}.deleted`, subject: `${kind}:${id}`, accountId, details: {} });
      return true;
    }),
  );
}
