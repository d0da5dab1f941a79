import type { RecoveryCode } from '../../domain/user.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { endSessions } from './sessions.ts';
import { userById } from './user-reads.ts';

export const secondFactorWrites = {
  'users.totp.begin': async (tx: Transaction, id: number, secret: string): Promise<void> => {
    await tx.run('UPDATE users SET totp_pending = $1 WHERE id = $2', secret, id);
  },
  'users.totp': async (
    tx: Transaction,
    id: number,
    totp: { secret: string; recoveryCodes: readonly string[] } | null,
    session: Uint8Array,
    at: string,
  ): Promise<void> => {
    await tx.run(
      'UPDATE users SET totp_secret = $1, totp_pending = NULL, totp_step = 0 WHERE id = $2',
      totp?.secret ?? null,
      id,
    );
    await replaceCodes(tx, id, totp?.recoveryCodes ?? []);
    await endSessions(tx, id, session);
    await note(tx, id, at, totp ? 'user.totp-on' : 'user.totp-off');
  },
  'users.totp.step': async (tx: Transaction, id: number, number: number): Promise<boolean> =>
    (await tx.run('UPDATE users SET totp_step = $1 WHERE id = $2 AND totp_step < $1', number, id)) > 0,
  'users.recovery.set': async (tx: Transaction, id: number, hashes: readonly string[], at: string): Promise<void> => {
    await replaceCodes(tx, id, hashes);
    await note(tx, id, at, 'user.recovery-codes-made');
  },
  'users.recovery.use': async (tx: Transaction, id: number, hash: string, at: string): Promise<boolean> => {
    const used = await tx.run(
      'UPDATE recovery_codes SET used_at = $1 WHERE user_id = $2 AND hash = $3 AND used_at IS NULL',
      at,
      id,
      hash,
    );
    if (used === 0) return false;
    const left = await tx.value<number>(
      'SELECT count(*) FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL',
      id,
    );
    await note(tx, id, at, 'user.recovery-code-used', { left: left! });
    return true;
  },
};

/** Appends to the audit log what a person did with their own sign-in. */
async function note(
  tx: Transaction,
  id: number,
  at: string,
  action: string,
  details: Readonly<Record<string, number>> = {},
): Promise<void> {
  const { accountId } = (await userById(tx, id))!;
  tx.audit({ at, actor: `user:${id}`, action, subject: `user:${id}`, accountId, details });
}

/** Puts recovery codes in place of all others of a person. */
export async function replaceCodes(sql: Sql, userId: number, hashes: readonly string[]): Promise<void> {
  await sql.run('DELETE FROM recovery_codes WHERE user_id = $1', userId);
  await sql.run('INSERT INTO recovery_codes (user_id, hash) SELECT $1, unnest($2::text[])', userId, hashes);
}

export const secondFactorReads = {
  'users.pendingTotp': async (sql: Sql, id: number): Promise<string | undefined> => {
    const pending = 'SELECT totp_pending FROM users WHERE id = $1 AND removed_at IS NULL';
    return (await sql.value<string | null>(pending, id)) ?? undefined;
  },
  'users.recovery': (sql: Sql, id: number): Promise<RecoveryCode[]> =>
    sql.all<RecoveryCode>('SELECT hash, used_at FROM recovery_codes WHERE user_id = $1', id),
};
