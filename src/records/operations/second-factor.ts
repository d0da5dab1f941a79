import type { Actor } from '../../domain/actor.ts';
import { checkPlacing, type RecoveryCode, type StoredTotp } from '../../domain/user.ts';
import { TouchstoneError } from '../../errors.ts';
import { say } from '../../sentences.ts';
import { ofAccount } from '../operation.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { forgetBrowsers } from './known-browsers.ts';
import { endSessions, factorShown } from './sessions.ts';
import { personWho, userById } from './user-reads.ts';

export const secondFactorWrites = {
  /** Remembers a secret until a code confirms it. */
  'users.beginTotp': async (tx: Transaction, id: number, secret: string): Promise<void> => {
    await tx.run('UPDATE users SET totp_pending = $1 WHERE id = $2', secret, id);
  },
  /**
   * Switches one-time codes to this secret, with these recovery codes; null: off. Recovery codes stay while there are
   * passkeys. Ends every session but this one. Throws `last-factor` where the account requires what they would not
   * have.
   */
  'users.setTotp': async (
    tx: Transaction,
    id: number,
    totp: { readonly secret: string; readonly recoveryCodes: readonly string[] } | null,
    session: Uint8Array,
  ): Promise<void> => {
    if (!totp) await keepAFactor(tx, id, { totp: true });
    await tx.run(
      'UPDATE users SET totp_secret = $1, totp_pending = NULL, totp_step = 0 WHERE id = $2',
      totp?.secret ?? null,
      id,
    );
    if (totp || (await userById(tx, id))!.passkeys === 0) await replaceCodes(tx, id, totp?.recoveryCodes ?? []);
    if (totp) await factorShown(tx, session);
    await endSessions(tx, id, session);
    await noteOwn(tx, id, totp ? 'user.totp-on' : 'user.totp-off');
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
    await noteOwn(tx, id, 'user.recovery-codes-made');
  },
  /** False where it was used before, or others have taken its place. */
  'users.useRecoveryCode': async (tx: Transaction, id: number, hash: string): Promise<boolean> => {
    const use = 'UPDATE recovery_codes SET used_at = $1 WHERE user_id = $2 AND hash = $3 AND used_at IS NULL';
    if ((await tx.run(use, tx.at, id, hash)) === 0) return false;
    const unused = 'SELECT count(*) FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL';
    const left = (await tx.value<number>(unused, id))!;
    await noteOwn(tx, id, 'user.recovery-code-used', { left });
    return true;
  },
  /**
   * Takes every second factor of somebody away, with their sessions. False where the account has no such person. Throws
   * `forbidden`.
   */
  'users.resetSecondFactor': ofAccount(
    async (tx: Transaction, accountId: number, id: number, actor: Actor): Promise<boolean> => {
      const user = await userById(tx, id);
      if (user?.accountId !== accountId) return false;
      checkPlacing(await personWho(tx, actor), { from: user.role, to: user.role, own: false });
      await dropFactors(tx, id);
      await endSessions(tx, id);
      await forgetBrowsers(tx, id);
      const details = { passkeys: user.passkeys, totp: user.totp };
      const action = 'user.second-factor-reset';
      tx.audit({ at: tx.at, actor, action, subject: `user:${id}`, accountId, details });
      return true;
    },
  ),
};

/** Takes passkeys, one-time codes and recovery codes of a person away. */
export async function dropFactors(tx: Transaction, id: number): Promise<void> {
  await tx.run('DELETE FROM passkeys WHERE user_id = $1', id);
  await tx.run('UPDATE users SET totp_secret = NULL, totp_pending = NULL, passkey_handle = NULL WHERE id = $1', id);
  await replaceCodes(tx, id, []);
}

/** Throws `last-factor` where a person's account requires a second factor and without this one they have none. */
export async function keepAFactor(
  sql: Sql,
  id: number,
  { passkey = 0, totp = false }: { readonly passkey?: number; readonly totp?: boolean },
): Promise<void> {
  const bare = await sql.value(
    `SELECT 1 FROM users JOIN accounts ON accounts.id = account_id
     WHERE users.id = $1 AND second_factor_required AND (totp_secret IS NULL OR $3::boolean)
       AND NOT EXISTS (SELECT 1 FROM passkeys WHERE user_id = $1 AND id <> $2 AND copied_at IS NULL)`,
    id,
    passkey,
    totp,
  );
  if (bare !== undefined) throw new TouchstoneError('last-factor', say('refusal.last-factor'));
}

/** Appends to the audit log what a person did with their own sign-in. */
export async function noteOwn(
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
