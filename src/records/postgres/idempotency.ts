import {
  claimOf,
  expiredBefore,
  type IdempotencyPlace,
  type KeptAnswer,
  type KeyClaim,
} from '../../domain/idempotency.ts';
import { SWEPT_ROWS } from '../rows/idempotency.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';

export const idempotencyWrites = {
  'idempotency.claim': claim,
  'idempotency.answer': async (
    tx: Transaction,
    { accountId, key }: IdempotencyPlace,
    answer: KeptAnswer,
  ): Promise<void> => {
    await tx.run(
      'UPDATE idempotency_keys SET answer = $3 WHERE account_id = $1 AND key = $2 AND answer IS NULL',
      accountId,
      key,
      JSON.stringify(answer),
    );
  },
  'idempotency.release': async (tx: Transaction, { accountId, key }: IdempotencyPlace): Promise<void> => {
    await tx.run('DELETE FROM idempotency_keys WHERE account_id = $1 AND key = $2 AND answer IS NULL', accountId, key);
  },
  'idempotency.sweep': (tx: Transaction, now: Date): Promise<number> =>
    tx.run(
      `DELETE FROM idempotency_keys WHERE (account_id, key) IN (
         SELECT account_id, key FROM idempotency_keys WHERE created_at <= $1
         ORDER BY created_at LIMIT ${SWEPT_ROWS} FOR UPDATE SKIP LOCKED)`,
      expiredBefore(now),
    ),
};

/**
 * Takes the kept answers of an account away that may name who is deleted on request. The keys stay taken, so that
 * nothing is done twice. Runs inside the transaction of the deletion.
 */
export async function forgetAnswers(sql: Sql, accountId: number): Promise<void> {
  await sql.run(
    `UPDATE idempotency_keys SET answer = NULL
     WHERE account_id = $1 AND NOT coalesce((answer::json ->> 'namesNobody')::boolean, false)`,
    accountId,
  );
}

async function claim(tx: Transaction, place: IdempotencyPlace, fingerprint: string, now: Date): Promise<KeyClaim> {
  // An expired key is taken over as if it were new. Of two nodes the second waits here for the first.
  const taken = await tx.run(
    `INSERT INTO idempotency_keys AS known (account_id, key, fingerprint, created_at)
     VALUES (:accountId, :key, :fingerprint, :now)
     ON CONFLICT (account_id, key) DO UPDATE SET fingerprint = :fingerprint, created_at = :now, answer = NULL
     WHERE known.created_at <= :expired`,
    { ...place, fingerprint, now: now.toISOString(), expired: expiredBefore(now) },
  );
  if (taken === 1) return { kind: 'new' };
  const row = await tx.one<{ fingerprint: string; answer: string | null }>(
    'SELECT fingerprint, answer FROM idempotency_keys WHERE account_id = $1 AND key = $2',
    place.accountId,
    place.key,
  );
  // Its holder gave it back in between.
  if (!row) return claim(tx, place, fingerprint, now);
  const answer = row.answer === null ? undefined : (JSON.parse(row.answer) as KeptAnswer);
  return claimOf({ fingerprint: row.fingerprint, answer }, fingerprint);
}
