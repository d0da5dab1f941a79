import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';

export const sessionWrites = {
  'sessions.begin': async (
    tx: Transaction,
    userId: number,
    hash: Uint8Array,
    replaced: Uint8Array | undefined,
    oldest: string,
    at: string,
  ): Promise<void> => {
    if (replaced) await sessionWrites['sessions.end'](tx, replaced);
    await tx.run(
      `DELETE FROM sessions WHERE hash IN (
         SELECT hash FROM sessions WHERE created_at < $1 FOR UPDATE SKIP LOCKED)`,
      new Date(oldest).toISOString(),
    );
    await insertSession(tx, hash, userId, at);
    await tx.run('UPDATE users SET last_seen_at = $1 WHERE id = $2', at, userId);
  },
  'sessions.saw': async (tx: Transaction, hash: Uint8Array, at: string): Promise<void> => {
    const userId = await tx.value<number>(
      'UPDATE sessions SET seen_at = $1 WHERE hash = $2 RETURNING user_id',
      at,
      hash,
    );
    await tx.run('UPDATE users SET last_seen_at = $1 WHERE id = $2', at, userId);
  },
  'sessions.end': async (tx: Transaction, hash: Uint8Array): Promise<void> => {
    await tx.run('DELETE FROM sessions WHERE hash = $1', hash);
  },
};

export async function insertSession(sql: Sql, hash: Uint8Array, userId: number, at: string): Promise<void> {
  await sql.run('INSERT INTO sessions (hash, user_id, created_at, seen_at) VALUES ($1, $2, $3, $3)', hash, userId, at);
}

/** Of a person, all but one. */
export async function endSessions(sql: Sql, userId: number, kept?: Uint8Array): Promise<void> {
  await sql.run('DELETE FROM sessions WHERE user_id = $1 AND hash IS DISTINCT FROM $2::bytea', userId, kept);
}
