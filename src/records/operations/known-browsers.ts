import type { NewBrowser } from '../../domain/user.ts';
import { ofAccount } from '../operation.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';

interface RememberedBrowser {
  readonly presented: Uint8Array | undefined;
  readonly fresh: Uint8Array;
  /** What it calls itself. */
  readonly agent?: string | null;
}

/** Of each person; the one that was used last the longest ago is forgotten first. */
const MAX_BROWSERS = 20;

export const browserWrites = {
  /**
   * Knows a browser from now on: by the value that it presents where somebody signed in with that one before, else by
   * the fresh one. True where the presented one stays.
   */
  'users.rememberBrowser': async (
    tx: Transaction,
    userId: number,
    { presented, fresh, agent = null }: RememberedBrowser,
  ): Promise<boolean> => {
    // Only a value that this service made: another might be easy to guess.
    const stays =
      presented !== undefined &&
      (await tx.value('SELECT 1 FROM known_browsers WHERE hash = $1 LIMIT 1', presented)) !== undefined;
    await tx.run(
      `INSERT INTO known_browsers (user_id, hash, seen_at, first_at, agent) VALUES ($1, $2, $3, $3, $4)
       ON CONFLICT (hash, user_id) DO UPDATE SET seen_at = excluded.seen_at, agent = excluded.agent`,
      userId,
      stays ? presented : fresh,
      tx.at,
      agent,
    );
    await tx.run(
      `DELETE FROM known_browsers WHERE user_id = $1 AND hash NOT IN
         (SELECT hash FROM known_browsers WHERE user_id = $1 ORDER BY seen_at DESC LIMIT ${MAX_BROWSERS})`,
      userId,
    );
    return stays;
  },
};

/** Forgets the known browsers of a person, but for one. */
export async function forgetBrowsers(sql: Sql, userId: number, kept?: Uint8Array): Promise<void> {
  await sql.run('DELETE FROM known_browsers WHERE user_id = $1 AND hash IS DISTINCT FROM $2::bytea', userId, kept);
}

export const browserReads = {
  /** Whether the person of this address signed in with this browser before. */
  'users.knowsBrowser': async (sql: Sql, email: string, hash: Uint8Array): Promise<boolean> => {
    const known = await sql.value(
      `SELECT 1 FROM known_browsers JOIN users ON users.id = user_id
       WHERE hash = $1 AND lower(email) = lower($2) AND joined_at IS NOT NULL AND removed_at IS NULL`,
      hash,
      email,
    );
    return known !== undefined;
  },
  /** Browsers that somebody of an account first signed in with since then, the newest first; all but one. */
  'users.newBrowsers': ofAccount(
    async (
      sql: Sql,
      accountId: number,
      { since, limit, except }: { readonly since: string; readonly limit: number; readonly except?: Uint8Array },
    ): Promise<NewBrowser[]> =>
      sql.all<NewBrowser>(
        `SELECT email, known_browsers.agent, first_at AS at FROM known_browsers JOIN users ON users.id = user_id
         WHERE account_id = :accountId AND removed_at IS NULL AND first_at >= :since
           AND hash IS DISTINCT FROM :except::bytea
         ORDER BY first_at DESC LIMIT :limit`,
        { accountId, since, limit, except: except ?? null },
      ),
  ),
};
