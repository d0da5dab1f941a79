import type { RecoveryCode } from '../../domain/user.ts';
import type { Connection } from './connection.ts';

/** Appends to the audit log what a person did with their own sign-in. */
type Note = (id: number, at: string, action: string, details?: Readonly<Record<string, number>>) => void;

export function secondFactorWrites(db: Connection, note: Note, endOthers: (id: number, session: Uint8Array) => void) {
  const begin = db.prepare('UPDATE users SET totp_pending = ? WHERE id = ?');
  const set = db.prepare('UPDATE users SET totp_secret = ?, totp_pending = NULL, totp_step = 0 WHERE id = ?');
  const step = db.prepare('UPDATE users SET totp_step = ? WHERE id = ? AND totp_step < ?');
  const replaceCodes = recoveryCodeReplacing(db);
  const useCode = db.prepare(
    'UPDATE recovery_codes SET used_at = ? WHERE user_id = ? AND hash = ? AND used_at IS NULL',
  );
  const left = db.prepare<[number], { count: number }>(
    'SELECT count(*) AS count FROM recovery_codes WHERE user_id = ? AND used_at IS NULL',
  );
  return {
    'users.totp.begin': (id: number, secret: string): void => {
      begin.run(secret, id);
    },
    'users.totp': (
      id: number,
      totp: { secret: string; recoveryCodes: readonly string[] } | null,
      session: Uint8Array,
      at: string,
    ): void => {
      set.run(totp?.secret ?? null, id);
      replaceCodes(id, totp?.recoveryCodes ?? []);
      endOthers(id, session);
      note(id, at, totp ? 'user.totp-on' : 'user.totp-off');
    },
    'users.totp.step': (id: number, number: number): boolean => step.run(number, id, number).changes > 0,
    'users.recovery.set': (id: number, hashes: readonly string[], at: string): void => {
      replaceCodes(id, hashes);
      note(id, at, 'user.recovery-codes-made');
    },
    'users.recovery.use': (id: number, hash: string, at: string): boolean => {
      if (useCode.run(at, id, hash).changes === 0) return false;
      note(id, at, 'user.recovery-code-used', { left: left.get(id)!.count });
      return true;
    },
  };
}

/** Puts recovery codes in place of all others of a person. */
export function recoveryCodeReplacing(db: Connection): (userId: number, hashes: readonly string[]) => void {
  const clear = db.prepare('DELETE FROM recovery_codes WHERE user_id = ?');
  const insert = db.prepare('INSERT INTO recovery_codes (user_id, hash) VALUES (?, ?)');
  return (userId, hashes) => {
    clear.run(userId);
    for (const hash of hashes) insert.run(userId, hash);
  };
}

export function secondFactorReads(db: Connection) {
  const pending = db.prepare<[number], { secret: string | null }>(
    'SELECT totp_pending AS secret FROM users WHERE id = ? AND removed_at IS NULL',
  );
  const codes = db.prepare<[number], RecoveryCode>(
    'SELECT hash, used_at AS usedAt FROM recovery_codes WHERE user_id = ?',
  );
  return {
    'users.pendingTotp': (id: number): string | undefined => pending.get(id)?.secret ?? undefined,
    'users.recovery': (id: number): RecoveryCode[] => codes.all(id),
  };
}
