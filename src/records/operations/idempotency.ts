import {
  claimOf,
  expiredBefore,
  type IdempotencyPlace,
  type KeptAnswer,
  type KeyClaim,
} from '../../domain/idempotency.ts';
import { alone } from '../operation.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';

/** Rows that one transaction sweeps. */
export const SWEPT_ROWS = 1_000;

export const idempotencyWrites = {
  /** Takes the key where it is new or expired. Of several that ask at once one gets `new`. */
  'idempotency.claim': claim,
  /** Keeps the answer of the request that has taken the key. Nothing where the key is gone. */
  'idempotency.answer': async (
    tx: Transaction,
    { accountId, key }: IdempotencyPlace,
    answer: KeptAnswer,
  ): Promise<void> => {
    const keep = 'UPDATE idempotency_keys SET answer = $3 WHERE account_id = $1 AND key = $2 AND answer IS NULL';
    await tx.run(keep, accountId, key, JSON.stringify(answer));
  },
  /** Gives a key back that has no answer: the request did nothing. */
  'idempotency.release': async (tx: Transaction, { accountId, key }: IdempotencyPlace): Promise<void> => {
    await tx.run('DELETE FROM idempotency_keys WHERE account_id = $1 AND key = $2 AND answer IS NULL', accountId, key);
  },
  /** Removes expired keys, `SWEPT_ROWS` at most; how many there were. */
  'idempotency.sweep': alone(
    (tx: Transaction): Promise<number> =>
      tx.run(
        `DELETE FROM idempotency_keys WHERE (account_id, key) IN (
           SELECT account_id, key FROM idempotency_keys WHERE created_at <= $1
           ORDER BY created_at LIMIT ${SWEPT_ROWS} FOR UPDATE SKIP LOCKED)`,
        expiredBefore(new Date(tx.at)),
      ),
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

async function claim(tx: Transaction, place: IdempotencyPlace, fingerprint: string): Promise<KeyClaim> {
  // An expired key is taken over as if it were new. Of two nodes the second waits here for the first.
  const taken = await tx.run(
    `INSERT INTO idempotency_keys AS known (account_id, key, fingerprint, created_at)
     VALUES (:accountId, :key, :fingerprint, :at)
     ON CONFLICT (account_id, key) DO UPDATE SET fingerprint = :fingerprint, created_at = :at, answer = NULL
     WHERE known.created_at <= :expired`,
    { ...place, fingerprint, at: tx.at, expired: expiredBefore(new Date(tx.at)) },
  );
  if (taken === 1) return { kind: 'new' };
  const row = await tx.one<{ fingerprint: string; answer: string | null }>(
    'SELECT fingerprint, answer FROM idempotency_keys WHERE account_id = $1 AND key = $2',
    place.accountId,
    place.key,
  );
  // Its holder gave it back in between.
  if (!row) return claim(tx, place, fingerprint);
  const answer = row.answer === null ? undefined : (JSON.parse(row.answer) as KeptAnswer);
  return claimOf({ fingerprint: row.fingerprint, answer }, fingerprint);
}
