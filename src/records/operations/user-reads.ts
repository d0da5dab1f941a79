import { type Actor, userOf } from '../../domain/actor.ts';
import type { SavedView } from '../../domain/saved-view.ts';
import type { Credentials, Invitation, ListedUser, SessionView, User } from '../../domain/user.ts';
import { ofAccount } from '../operation.ts';
import type { Sql } from '../sql.ts';

export const USER = `users.id, users.account_id, users.email, users.role,
  (users.totp_secret IS NOT NULL)::boolean AS totp, users.created_at, users.last_seen_at,
  (SELECT count(*) FROM passkeys WHERE user_id = users.id) AS passkeys`;

/**
 * Whether somebody may have a password or a passkey here; all others come by the provider, which then decides alone.
 * `yes`: the parameter that is true.
 */
export const mayByPassword = (yes: string) =>
  `(break_glass = ${yes} OR (password_sign_in = ${yes} AND by_group <> ${yes}))::boolean`;

type OpenInvitation = Invitation & { readonly userId: number | null };

export const userReads = {
  /** Undefined for who has not joined yet, is suspended or was removed. */
  'users.credentials': (sql: Sql, email: string): Promise<Credentials | undefined> =>
    credentialsWhere(sql, 'lower(users.email) = lower($1)', email),
  /** The same by the id. */
  'users.credentialsOf': (sql: Sql, id: number): Promise<Credentials | undefined> =>
    credentialsWhere(sql, 'users.id = $1', id),
  /** Oldest first, without those that were removed. */
  'users.list': ofAccount(
    (sql: Sql, accountId: number): Promise<ListedUser[]> =>
      sql.all<ListedUser>(
        `SELECT ${USER}, users.suspended_at, users.by_group, users.break_glass,
           (users.subject IS NOT NULL)::boolean AS by_provider,
           CASE WHEN joined_at IS NULL THEN (SELECT max(expires_at) FROM links
             WHERE user_id = users.id AND used_at IS NULL AND suspended_at IS NULL AND expires_at > $2)
           END AS invited_until
         FROM users WHERE account_id = $1 AND removed_at IS NULL ORDER BY id`,
        accountId,
        sql.at,
      ),
  ),
  /** Addresses of users, also of those that were removed. */
  'users.emails': ofAccount(async (sql: Sql, accountId: number): Promise<Map<number, string>> => {
    const emails = 'SELECT id, email FROM users WHERE account_id = $1';
    const rows = await sql.all<{ id: number; email: string }>(emails, accountId);
    return new Map(rows.map(({ id, email }) => [id, email]));
  }),
  /** The views that a person keeps, in their order. */
  'users.views': async (sql: Sql, id: number): Promise<readonly SavedView[]> =>
    JSON.parse((await sql.value<string>('SELECT views FROM users WHERE id = $1', id)) ?? '[]'),
  /** Undefined where there is none, or it was used or has expired. */
  'users.invitation': async (sql: Sql, hash: Uint8Array): Promise<Invitation | undefined> => {
    const link = await openLink(sql, hash);
    if (!link) return undefined;
    const { userId: _, ...view } = link;
    return view;
  },
  /**
   * Undefined where it has ended, or its user is suspended or removed, or has to come by the provider and did not. Its
   * age is for the caller to judge.
   */
  'users.session': async (sql: Sql, hash: Uint8Array): Promise<SessionView | undefined> => {
    const row = await sql.one<User & Omit<SessionView, 'user' | 'createdAt'> & { sessionCreated: string }>(
      `SELECT ${USER}, sessions.created_at AS session_created, sessions.seen_at, sessions.checked_at,
         sessions.confirmed_at, users.by_group,
         (second_factor_required AND totp_secret IS NULL AND NOT EXISTS
           (SELECT 1 FROM passkeys WHERE user_id = users.id AND copied_at IS NULL))::boolean AS must_enrol,
         (factor_due = $2 AND (totp_secret IS NOT NULL OR EXISTS
           (SELECT 1 FROM passkeys WHERE user_id = users.id)))::boolean AS must_prove
       FROM sessions JOIN users ON users.id = user_id JOIN accounts ON accounts.id = users.account_id
       WHERE hash = $1 AND removed_at IS NULL AND suspended_at IS NULL
         AND (tokens IS NOT NULL OR ${mayByPassword('$2')})`,
      hash,
      true,
    );
    if (!row) return undefined;
    const { sessionCreated, seenAt, checkedAt, confirmedAt, byGroup, mustEnrol, mustProve, ...user } = row;
    return { user, createdAt: sessionCreated, seenAt, checkedAt, confirmedAt, byGroup, mustEnrol, mustProve };
  },
};

/** One who was not removed. */
export function userById(sql: Sql, id: number): Promise<User | undefined> {
  return sql.one<User>(`SELECT ${USER} FROM users WHERE id = $1 AND removed_at IS NULL`, id);
}

/** Who acts, with the role that they have now; undefined where it is no person. */
export async function personWho(sql: Sql, actor: Actor): Promise<User | undefined> {
  const id = userOf(actor);
  return id === null ? undefined : userById(sql, id);
}

/** A link that can be followed now. */
export function openLink(sql: Sql, hash: Uint8Array): Promise<OpenInvitation | undefined> {
  return sql.one<OpenInvitation>(
    `SELECT links.account_id, links.user_id, users.email, links.role, expires_at,
       (users.id IS NULL OR ${mayByPassword('$3')})::boolean AS may_by_password
     FROM links LEFT JOIN users ON users.id = links.user_id JOIN accounts ON accounts.id = links.account_id
     WHERE hash = $1 AND used_at IS NULL AND links.suspended_at IS NULL AND expires_at > $2 AND removed_at IS NULL`,
    hash,
    sql.at,
    true,
  );
}

async function credentialsWhere(sql: Sql, which: string, value: string | number): Promise<Credentials | undefined> {
  const row = await sql.one<User & Omit<Credentials, 'user'>>(
    `SELECT ${USER}, password, totp_secret, ${mayByPassword('$2')} AS may_by_password
     FROM users JOIN accounts ON accounts.id = users.account_id
     WHERE ${which} AND joined_at IS NOT NULL AND removed_at IS NULL AND suspended_at IS NULL`,
    value,
    true,
  );
  if (!row) return undefined;
  const { password, totpSecret, mayByPassword: mayBy, ...user } = row;
  return { user, password, totpSecret, mayByPassword: mayBy };
}
