import { alone } from '../operation.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';

/** Whom a logout of the provider is about. */
interface ProviderLogout {
  /** SHA-256 of what tells the token from others. */
  readonly token: Uint8Array;
  /** ISO 8601: later it is refused by its age. */
  readonly until: string;
  readonly issuer: string;
  readonly subject: string | null;
  /** The provider's id of the session. */
  readonly session: string | null;
}

export const providerSessionWrites = {
  /**
   * Takes it on to ask the provider about a session: what it gave, sealed. Undefined where somebody else does, or did
   * since `checkedAt`. `stale`: whoever began before that is given up.
   */
  'users.claimCheck': async (
    tx: Transaction,
    session: Uint8Array,
    { checkedAt, stale }: { readonly checkedAt: string; readonly stale: string },
  ): Promise<Uint8Array | undefined> => {
    const sealed = await tx.value<Uint8Array>(
      `UPDATE sessions SET claimed_at = $1 WHERE hash = $2 AND tokens IS NOT NULL AND checked_at = $3
         AND (claimed_at IS NULL OR claimed_at < $4) RETURNING tokens`,
      tx.at,
      session,
      checkedAt,
      stale,
    );
    return sealed && new Uint8Array(sealed);
  },
  /** The provider was asked about a session. `tokens`: what it gave, sealed; undefined: the same as before. */
  'users.endCheck': async (tx: Transaction, session: Uint8Array, tokens?: Uint8Array): Promise<void> => {
    await tx.run(
      `UPDATE sessions SET checked_at = $1, claimed_at = NULL, tokens = coalesce($2::bytea, tokens)
       WHERE hash = $3 AND tokens IS NOT NULL`,
      tx.at,
      tokens,
      session,
    );
  },
  /** The provider did not answer: somebody may ask again. */
  'users.giveUpCheck': async (tx: Transaction, session: Uint8Array): Promise<void> => {
    await tx.run('UPDATE sessions SET claimed_at = NULL WHERE hash = $1', session);
  },
  /** The provider does not answer for a session any more. */
  'users.withdrawSession': async (tx: Transaction, session: Uint8Array, id: number, reason: string): Promise<void> => {
    if ((await tx.run('DELETE FROM sessions WHERE hash = $1', session)) === 0) return;
    const accountId = (await tx.value<number>('SELECT account_id FROM users WHERE id = $1', id)) ?? null;
    const entry = {
      at: tx.at,
      actor: 'service',
      action: 'user.access-lost',
      subject: `user:${id}`,
      accountId,
    } as const;
    tx.audit({ ...entry, details: { by: 'provider', reason } });
  },
  /** The person gave the provider a proof in this session, just now. */
  'users.confirmSession': async (tx: Transaction, session: Uint8Array): Promise<void> => {
    await tx.run('UPDATE sessions SET confirmed_at = $1 WHERE hash = $2', tx.at, session);
  },
  /**
   * Ends what a logout of the provider is about: one session, or all that it began for a person. False where the token
   * was taken before.
   */
  'users.providerLogout': alone(async (tx: Transaction, logout: ProviderLogout): Promise<boolean> => {
    await tx.run('DELETE FROM logout_tokens WHERE expires_at < $1', tx.at);
    const taken = await tx.run(
      'INSERT INTO logout_tokens (hash, expires_at) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING',
      logout.token,
      logout.until,
    );
    if (taken === 0) return false;
    const { issuer, subject, session } = logout;
    const users = await tx.all<{ id: number; accountId: number }>(
      `SELECT id, account_id FROM users WHERE issuer = :issuer AND removed_at IS NULL
         AND (subject = :subject OR (:subject::text IS NULL AND id IN (
           SELECT user_id FROM sessions WHERE provider_session = :session AND tokens IS NOT NULL)))
       ORDER BY id`,
      { issuer, subject, session },
    );
    for (const { id, accountId } of users) {
      const ended = await tx.run(
        `DELETE FROM sessions WHERE user_id = $1 AND tokens IS NOT NULL
           AND ($2::text IS NULL OR provider_session IS NULL OR provider_session = $2)`,
        id,
        session,
      );
      const entry = { at: tx.at, actor: 'service', action: 'user.provider-logout', subject: `user:${id}` } as const;
      tx.audit({ ...entry, accountId, details: { ended } });
    }
    return true;
  }),
};

export const providerSessionReads = {
  /** What the provider gave with a session, sealed; undefined where it did not begin it. */
  'users.sessionTokens': async (sql: Sql, session: Uint8Array): Promise<Uint8Array | undefined> => {
    const sealed = await sql.value<Uint8Array | null>('SELECT tokens FROM sessions WHERE hash = $1', session);
    return sealed ? new Uint8Array(sealed) : undefined;
  },
};

/** Ends every session of a person that the provider began. */
export function endProviderSessions(sql: Sql, userId: number): Promise<number> {
  return sql.run('DELETE FROM sessions WHERE user_id = $1 AND tokens IS NOT NULL', userId);
}
