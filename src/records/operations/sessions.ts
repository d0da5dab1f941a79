import { alone } from '../operation.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';

export const sessionWrites = {
  /** Begins a session in place of an older one; sessions that are too old are thrown away. */
  'users.beginSession': alone(
    async (
      tx: Transaction,
      userId: number,
      hash: Uint8Array,
      replaced: Uint8Array | undefined,
      oldest: string,
    ): Promise<void> => {
      if (replaced) await sessionWrites['users.endSession'](tx, replaced);
      await tx.run(
        `DELETE FROM sessions WHERE hash IN (
           SELECT hash FROM sessions WHERE created_at < $1 FOR UPDATE SKIP LOCKED)`,
        new Date(oldest).toISOString(),
      );
      await insertSession(tx, hash, userId);
      await tx.run('UPDATE users SET last_seen_at = $1 WHERE id = $2', tx.at, userId);
    },
  ),
  /** Notes that the session and its user were here now. */
  'users.sawSession': async (tx: Transaction, hash: Uint8Array): Promise<void> => {
    const seen = 'UPDATE sessions SET seen_at = $1 WHERE hash = $2 RETURNING user_id';
    const userId = await tx.value<number>(seen, tx.at, hash);
    await tx.run('UPDATE users SET last_seen_at = $1 WHERE id = $2', tx.at, userId);
  },
  /** Nothing happens where there is none. */
  'users.endSession': async (tx: Transaction, hash: Uint8Array): Promise<void> => {
    await tx.run('DELETE FROM sessions WHERE hash = $1', hash);
  },
};

export async function insertSession(sql: Sql, hash: Uint8Array, userId: number): Promise<void> {
  const insert = 'INSERT INTO sessions (hash, user_id, created_at, seen_at) VALUES ($1, $2, $3, $3)';
  await sql.run(insert, hash, userId, sql.at);
}

/** Of a person, all but one. */
export async function endSessions(sql: Sql, userId: number, kept?: Uint8Array): Promise<void> {
  await sql.run('DELETE FROM sessions WHERE user_id = $1 AND hash IS DISTINCT FROM $2::bytea', userId, kept);
}
