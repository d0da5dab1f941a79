import type { RecoveryCode, StoredTotp } from '../../domain/user.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { endSessions } from './sessions.ts';
import { userById } from './user-reads.ts';

export const secondFactorWrites = {
  /** Remembers a secret until a code confirms it. */
  'users.beginTotp': async (tx: Transaction, id: number, secret: string): Promise<void> => {
    await tx.run('UPDATE users SET totp_pending = $1 WHERE id = $2', secret, id);
  },
  /** Switches the second factor to this secret and these recovery codes; null: off. Ends every session but this one. */
  'users.setTotp': async (
    tx: Transaction,
    id: number,
    totp: { readonly secret: string; readonly recoveryCodes: readonly string[] } | null,
    session: Uint8Array,
  ): Promise<void> => {
    await tx.run(
      'UPDATE users SET totp_secret = $1, totp_pending = NULL, totp_step = 0 WHERE id = $2',
      totp?.secret ?? null,
      id,
    );
    await replaceCodes(tx, id, totp?.recoveryCodes ?? []);
    await endSessions(tx, id, session);
    await note(tx, id, totp ? 'user.totp-on' : 'user.totp-off');
  },
  /** Replaces stored secrets that are still those of `before`; false where they changed. */
  'users.resealTotp': async (
    tx: Transaction,
    before: StoredTotp,
    after: Pick<StoredTotp, 'secret' | 'pending'>,
  ): Promise<boolean> => {
    const { id, secret: oldSecret, pending: oldPending } = before;
    const changed = await tx.run(
      `UPDATE users SET totp_secret = :secret, totp_pending = :pending
       WHERE id = :id AND totp_secret IS NOT DISTINCT FROM :oldSecret::text
         AND totp_pending IS NOT DISTINCT FROM :oldPending::text`,
      { id, oldSecret, oldPending, ...after },
    );
    return changed > 0;
  },
  /** False where a code of this time step was used before (RFC 6238 §5.2). */
  'users.useTotpStep': async (tx: Transaction, id: number, step: number): Promise<boolean> =>
    (await tx.run('UPDATE users SET totp_step = $1 WHERE id = $2 AND totp_step < $1', step, id)) > 0,
  /** In place of all others; PHC strings. */
  'users.setRecoveryCodes': async (tx: Transaction, id: number, hashes: readonly string[]): Promise<void> => {
    await replaceCodes(tx, id, hashes);
    await note(tx, id, 'user.recovery-codes-made');
  },
  /** False where it was used before, or others have taken its place. */
  'users.useRecoveryCode': async (tx: Transaction, id: number, hash: string): Promise<boolean> => {
    const use = 'UPDATE recovery_codes SET used_at = $1 WHERE user_id = $2 AND hash = $3 AND used_at IS NULL';
    if ((await tx.run(use, tx.at, id, hash)) === 0) return false;
    const unused = 'SELECT count(*) FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL';
    const left = (await tx.value<number>(unused, id))!;
    await note(tx, id, 'user.recovery-code-used', { left });
    return true;
  },
};

/** Appends to the audit log what a person did with their own sign-in. */
async function note(
  tx: Transaction,
  id: number,
  action: string,
  details: Readonly<Record<string, number>> = {},
): Promise<void> {
  const { accountId } = (await userById(tx, id))!;
  tx.audit({ at: tx.at, actor: `user:${id}`, action, subject: `user:${id}`, accountId, details });
}

/** Puts recovery codes in place of all others of a person. */
export async function replaceCodes(sql: Sql, userId: number, hashes: readonly string[]): Promise<void> {
  await sql.run('DELETE FROM recovery_codes WHERE user_id = $1', userId);
  const insert = 'INSERT INTO recovery_codes (user_id, hash) SELECT $1, hash FROM unnest($2::text[]) AS hash';
  await sql.run(insert, userId, hashes);
}

export const secondFactorReads = {
  /** Every stored secret, so that it can be sealed. */
  'users.totpSecrets': (sql: Sql): Promise<StoredTotp[]> =>
    sql.all<StoredTotp>(
      `SELECT id, totp_secret AS secret, totp_pending AS pending FROM users
       WHERE totp_secret IS NOT NULL OR totp_pending IS NOT NULL`,
    ),
  /** As it was stored; undefined where none was begun. */
  'users.pendingTotp': async (sql: Sql, id: number): Promise<string | undefined> => {
    const pending = 'SELECT totp_pending FROM users WHERE id = $1 AND removed_at IS NULL';
    return (await sql.value<string | null>(pending, id)) ?? undefined;
  },
  /** Those that are in force, used ones too. */
  'users.recoveryCodes': (sql: Sql, id: number): Promise<RecoveryCode[]> =>
    sql.all<RecoveryCode>('SELECT hash, used_at FROM recovery_codes WHERE user_id = $1', id),
};
