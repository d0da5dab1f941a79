import { type ListedSession, sessionId } from '../../domain/user.ts';
import { alone } from '../operation.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';

/** What the provider of sign-in gave with a session. */
interface ProviderSession {
  /** Sealed under the master key. */
  readonly tokens: Uint8Array;
  /** The provider does not say that it asked for a second factor. */
  readonly factorDue: boolean;
  /** The provider's own id of the session, where it says one. */
  readonly session: string | null;
}

export const sessionWrites = {
  /**
   * Begins a session in place of an older one; sessions that are too old are thrown away. `provider`: what began it,
   * where that was no password of ours.
   */
  'users.beginSession': alone(
    async (
      tx: Transaction,
      userId: number,
      hash: Uint8Array,
      replaced: Uint8Array | undefined,
      oldest: string,
      agent: string | null = null,
      provider?: ProviderSession,
    ): Promise<void> => {
      if (replaced) await sessionWrites['users.endSession'](tx, replaced);
      await tx.run(
        `DELETE FROM sessions WHERE hash IN (
           SELECT hash FROM sessions WHERE created_at < $1 FOR UPDATE SKIP LOCKED)`,
        new Date(oldest).toISOString(),
      );
      await insertSession(tx, { hash, userId, agent, factorDue: provider?.factorDue ?? false });
      if (provider) {
        await tx.run(
          'UPDATE sessions SET tokens = $1, provider_session = $2, checked_at = $3 WHERE hash = $4',
          provider.tokens,
          provider.session,
          tx.at,
          hash,
        );
      }
      await tx.run('UPDATE users SET last_seen_at = $1 WHERE id = $2', tx.at, userId);
    },
  ),
  /** Notes that the session and its user were here now. */
  'users.sawSession': async (tx: Transaction, hash: Uint8Array): Promise<void> => {
    const seen = 'UPDATE sessions SET seen_at = $1 WHERE hash = $2 RETURNING user_id';
    const userId = await tx.value<number>(seen, tx.at, hash);
    await tx.run('UPDATE users SET last_seen_at = $1 WHERE id = $2', tx.at, userId);
  },
  /** The person showed a second factor in a session that somebody else began for them. */
  'users.showFactor': async (
    tx: Transaction,
    userId: number,
    hash: Uint8Array,
    by: 'passkey' | 'code',
  ): Promise<void> => {
    await factorShown(tx, hash);
    const accountId = (await tx.value<number>('SELECT account_id FROM users WHERE id = $1', userId)) ?? null;
    const subject = `user:${userId}` as const;
    const action = 'user.second-factor-shown';
    tx.audit({ at: tx.at, actor: subject, action, subject, accountId, details: { by } });
  },
  /** Nothing happens where there is none. */
  'users.endSession': async (tx: Transaction, hash: Uint8Array): Promise<void> => {
    await tx.run('DELETE FROM sessions WHERE hash = $1', hash);
  },
  /** Ends a session of a person by its id. False where they have none of it. */
  'users.endSessionOf': async (tx: Transaction, userId: number, id: string): Promise<boolean> => {
    const hashes = await tx.column<Uint8Array>('SELECT hash FROM sessions WHERE user_id = $1', userId);
    const hash = hashes.find((one) => sessionId(one) === id);
    if (!hash) return false;
    await sessionWrites['users.endSession'](tx, hash);
    await noteEnd(tx, userId, 1);
    return true;
  },
  /** Ends every session of a person but one; how many there were. */
  'users.endOtherSessions': async (tx: Transaction, userId: number, kept: Uint8Array): Promise<number> => {
    const ended = await endSessions(tx, userId, kept);
    if (ended > 0) await noteEnd(tx, userId, ended);
    return ended;
  },
};

export const sessionReads = {
  /** Where a person is signed in: the sessions that were used last, at most so many, too old ones as well. */
  'users.sessions': async (sql: Sql, userId: number, limit: number): Promise<ListedSession[]> => {
    const rows = await sql.all<Omit<ListedSession, 'id'> & { hash: Uint8Array }>(
      'SELECT hash, agent, created_at, seen_at FROM sessions WHERE user_id = $1 ORDER BY seen_at DESC, hash LIMIT $2',
      userId,
      limit,
    );
    return rows.map(({ hash, ...session }) => ({ ...session, id: sessionId(hash) }));
  },
};

async function noteEnd(tx: Transaction, userId: number, ended: number): Promise<void> {
  const accountId = (await tx.value<number>('SELECT account_id FROM users WHERE id = $1', userId)) ?? null;
  const subject = `user:${userId}`;
  tx.audit({ at: tx.at, actor: subject, action: 'user.sessions-ended', subject, accountId, details: { ended } });
}

interface NewSession {
  readonly hash: Uint8Array;
  readonly userId: number;
  readonly agent: string | null;
  /** Whoever has a second factor has not shown it yet. */
  readonly factorDue: boolean;
}

export async function insertSession(sql: Sql, session: NewSession): Promise<void> {
  await sql.run(
    `INSERT INTO sessions (hash, user_id, created_at, seen_at, agent, factor_due)
     VALUES (:hash, :userId, :at, :at, :agent, :factorDue)`,
    { ...session, at: sql.at },
  );
}

/** Nothing is due any more in a session whose person showed a second factor, or made one. */
export async function factorShown(sql: Sql, hash: Uint8Array): Promise<void> {
  await sql.run('UPDATE sessions SET factor_due = $1 WHERE hash = $2', false, hash);
}

/** Of a person, all but one; how many there were. */
export async function endSessions(sql: Sql, userId: number, kept?: Uint8Array): Promise<number> {
  return sql.run('DELETE FROM sessions WHERE user_id = $1 AND hash IS DISTINCT FROM $2::bytea', userId, kept);
}
