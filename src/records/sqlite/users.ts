import type { Actor } from '../../domain/actor.ts';
import type { SavedView } from '../../domain/saved-view.ts';
import {
  type Credentials,
  type Invitation,
  keepAnOwner,
  type ListedUser,
  type NewInvitation,
  type SessionView,
  saysMore,
  type User,
  type UserRole,
} from '../../domain/user.ts';
import { TouchstoneError } from '../../errors.ts';
import { type OpenInvitation, type SecretRow, type UserRow, userOf } from '../rows/users.ts';
import { auditAppender } from './audit.ts';
import type { Connection } from './connection.ts';
import { browserForgetting, browserReads, browserWrites } from './known-browsers.ts';
import { recoveryCodeReplacing, secondFactorReads, secondFactorWrites } from './second-factor.ts';

const USER = `users.id, users.account_id AS accountId, users.email, users.role,
  users.totp_secret IS NOT NULL AS totp, users.created_at AS createdAt, users.last_seen_at AS lastSeenAt`;

export function userWrites(db: Connection) {
  const audit = auditAppender(db);
  const byId = db.prepare<[number], UserRow>(`SELECT ${USER} FROM users WHERE id = ? AND removed_at IS NULL`);
  const inAccount = db.prepare<[number, string], UserRow>(
    `SELECT ${USER} FROM users WHERE account_id = ? AND email = ? AND removed_at IS NULL`,
  );
  const holder = db.prepare<[string], { id: number }>(
    'SELECT id FROM users WHERE email = ? AND password IS NOT NULL AND removed_at IS NULL',
  );
  const insert = db.prepare<[number, string, UserRole, string], { id: number }>(
    'INSERT INTO users (account_id, email, role, created_at) VALUES (?, ?, ?, ?) RETURNING id',
  );
  const setRole = db.prepare('UPDATE users SET role = ? WHERE id = ?');
  // Who can decide from now on did not see to it before.
  const decideSince = db.prepare('UPDATE users SET role_since = ? WHERE id = ?');
  const changeRole = (role: UserRole, { id, role: before }: UserRow, at: string): void => {
    setRole.run(role, id);
    if (saysMore(role, before)) decideSince.run(at, id);
  };
  const endSessions = db.prepare('DELETE FROM sessions WHERE user_id = ? AND hash IS NOT ?');
  const forgetBrowsers = browserForgetting(db);
  const replaceCodes = recoveryCodeReplacing(db);
  const note = (at: string, actor: Actor, action: string, user: Pick<User, 'id' | 'accountId'>, details = {}) =>
    audit({ at, actor, action, subject: `user:${user.id}`, accountId: user.accountId, details });

  const invited = ({ accountId, email, role }: NewInvitation, at: string): number | null => {
    if (email === null) return null;
    // Only this account is looked at: whether the address signs in to another one is nobody's business here.
    const known = inAccount.get(accountId, email);
    if (!known) return insert.get(accountId, email, role, at)!.id;
    if (known.role !== role) {
      keepAnOwner(known, role, () => countOtherOwners(known));
      changeRole(role, known, at);
      endSessions.run(known.id, null);
    }
    return known.id;
  };
  const otherOwners = db.prepare<[number, number], { count: number }>(
    `SELECT count(*) AS count FROM users
     WHERE account_id = ? AND id <> ? AND role = 'owner' AND password IS NOT NULL AND removed_at IS NULL
       AND suspended_at IS NULL`,
  );
  const countOtherOwners = ({ accountId, id }: UserRow): number => otherOwners.get(accountId, id)!.count;
  /** The user of an account whose role is to become another, or none; undefined where the account has no such user. */
  const changeable = (accountId: number, id: number, role: UserRole | null): UserRow | undefined => {
    const user = byId.get(id);
    if (user?.accountId !== accountId) return undefined;
    keepAnOwner(user, role, () => countOtherOwners(user));
    return user;
  };

  const account = db.prepare<[number], { id: number }>('SELECT id FROM accounts WHERE id = ?');
  const forget = db.prepare('UPDATE links SET used_at = ? WHERE used_at IS NULL AND account_id = ? AND user_id IS ?');
  const insertLink = db.prepare(
    'INSERT INTO links (hash, account_id, user_id, role, expires_at) VALUES (?, ?, ?, ?, ?)',
  );
  const links = linkReads(db);
  const useLink = db.prepare('UPDATE links SET used_at = ? WHERE hash = ?');
  const setPassword = db.prepare('UPDATE users SET password = ?, last_seen_at = ?, suspended_at = NULL WHERE id = ?');
  const insertSession = db.prepare('INSERT INTO sessions (hash, user_id, created_at, seen_at) VALUES (?, ?, ?, ?)');
  // What they worked on waits for somebody else.
  const release = db.prepare('UPDATE alerts SET assignee = NULL WHERE assignee = ?');
  const remove = db.prepare(
    `UPDATE users SET removed_at = ?, password = NULL, totp_secret = NULL, totp_pending = NULL, views = '[]'
     WHERE id = ?`,
  );
  const setViews = db.prepare<[string, number]>('UPDATE users SET views = ? WHERE id = ? AND removed_at IS NULL');
  return {
    'users.invite': (link: NewInvitation, at: string, actor: Actor): void => {
      const { accountId, hash, role, expiresAt } = link;
      if (!account.get(accountId)) throw new TouchstoneError('not-found', `There is no account ${accountId}.`);
      const id = invited(link, at);
      // A newer link takes the place of an older one.
      forget.run(at, accountId, id);
      insertLink.run(hash, accountId, id, role, expiresAt);
      const subject = id === null ? `account:${accountId}` : `user:${id}`;
      audit({ at, actor, action: 'user.invited', subject, accountId, details: { role, expiresAt } });
    },
    'users.accept': (
      accepted: { link: Uint8Array; email: string; password: string; session: Uint8Array },
      at: string,
    ): User | 'used-up' | 'address-taken' => {
      const link = links.open(accepted.link, at);
      if (!link) return 'used-up';
      const { accountId, userId } = link;
      const taken = holder.get(link.email ?? accepted.email);
      if (taken && taken.id !== userId) {
        const subject = userId === null ? `account:${accountId}` : `user:${userId}`;
        audit({ at, actor: 'service', action: 'user.join-refused', subject, accountId, details: {} });
        return 'address-taken';
      }
      const id = link.userId ?? invited({ ...link, hash: accepted.link, email: accepted.email }, at)!;
      useLink.run(at, accepted.link);
      setPassword.run(accepted.password, at, id);
      decideSince.run(at, id);
      endSessions.run(id, null);
      forgetBrowsers(id);
      insertSession.run(accepted.session, id, at, at);
      const user = byId.get(id)!;
      note(at, `user:${id}`, 'user.joined', user, { role: user.role });
      return userOf(user);
    },
    'users.role': (accountId: number, id: number, role: UserRole, at: string, actor: Actor): boolean => {
      const user = changeable(accountId, id, role);
      if (!user) return false;
      changeRole(role, user, at);
      endSessions.run(id, null);
      note(at, actor, 'user.role-changed', user, { from: user.role, to: role });
      return true;
    },
    'users.remove': (accountId: number, id: number, at: string, actor: Actor): boolean => {
      const user = changeable(accountId, id, null);
      if (!user) return false;
      remove.run(at, id);
      endSessions.run(id, null);
      forgetBrowsers(id);
      replaceCodes(id, []);
      forget.run(at, accountId, id);
      release.run(id);
      note(at, actor, 'user.removed', user);
      return true;
    },
    'users.password': (
      id: number,
      password: string,
      session: Uint8Array,
      browser: Uint8Array | undefined,
      at: string,
    ): void => {
      setPassword.run(password, at, id);
      endSessions.run(id, session);
      forgetBrowsers(id, browser);
      note(at, `user:${id}`, 'user.password-changed', byId.get(id)!);
    },
    'users.setViews': (id: number, views: readonly SavedView[]): void => {
      setViews.run(JSON.stringify(views), id);
    },
    ...secondFactorWrites(
      db,
      (id, at, action, details) => note(at, `user:${id}`, action, byId.get(id)!, details),
      (id, session) => endSessions.run(id, session),
    ),
    ...sessionWrites(db, insertSession),
    ...browserWrites(db),
  };
}

function sessionWrites(db: Connection, insert: { run(...values: unknown[]): unknown }) {
  const end = db.prepare('DELETE FROM sessions WHERE hash = ?');
  const tidy = db.prepare('DELETE FROM sessions WHERE created_at < ?');
  const saw = db.prepare('UPDATE sessions SET seen_at = ? WHERE hash = ?');
  const seen = db.prepare('UPDATE users SET last_seen_at = ? WHERE id = ?');
  const seenBy = db.prepare(
    'UPDATE users SET last_seen_at = ? WHERE id = (SELECT user_id FROM sessions WHERE hash = ?)',
  );
  return {
    'sessions.begin': (
      userId: number,
      hash: Uint8Array,
      replaced: Uint8Array | undefined,
      oldest: string,
      at: string,
    ): void => {
      if (replaced) end.run(replaced);
      tidy.run(oldest);
      insert.run(hash, userId, at, at);
      seen.run(at, userId);
    },
    'sessions.saw': (hash: Uint8Array, at: string): void => {
      saw.run(at, hash);
      seenBy.run(at, hash);
    },
    'sessions.end': (hash: Uint8Array): void => {
      end.run(hash);
    },
  };
}

export function userReads(db: Connection) {
  const secrets = (where: string) =>
    db.prepare<[string | number], SecretRow>(
      `SELECT ${USER}, password, totp_secret AS totpSecret FROM users
       WHERE ${where} AND password IS NOT NULL AND removed_at IS NULL AND suspended_at IS NULL`,
    );
  const [byEmail, byId] = [secrets('email = ?'), secrets('id = ?')];
  const list = db.prepare<[string, number], UserRow & Pick<ListedUser, 'invitedUntil' | 'suspendedAt'>>(
    `SELECT ${USER}, users.suspended_at AS suspendedAt, iif(password IS NULL, (SELECT max(expires_at) FROM links
       WHERE user_id = users.id AND used_at IS NULL AND suspended_at IS NULL AND expires_at > ?), NULL) AS invitedUntil
     FROM users WHERE account_id = ? AND removed_at IS NULL ORDER BY id`,
  );
  const emails = db.prepare<[number], { id: number; email: string }>(
    'SELECT id, email FROM users WHERE account_id = ?',
  );
  const views = db.prepare<[number], { views: string }>('SELECT views FROM users WHERE id = ?');
  const session = db.prepare<[Uint8Array], UserRow & { sessionCreated: string; seenAt: string }>(
    `SELECT ${USER}, sessions.created_at AS sessionCreated, sessions.seen_at AS seenAt
     FROM sessions JOIN users ON users.id = user_id WHERE hash = ? AND removed_at IS NULL AND suspended_at IS NULL`,
  );
  const links = linkReads(db);
  const credentials = (row: SecretRow | undefined): Credentials | undefined => {
    if (!row) return undefined;
    const { password, totpSecret, ...user } = row;
    return { user: userOf(user), password, totpSecret };
  };
  return {
    'users.credentials': (email: string) => credentials(byEmail.get(email)),
    'users.credentialsOf': (id: number) => credentials(byId.get(id)),
    'users.list': (accountId: number, now: string): ListedUser[] => list.all(now, accountId).map(userOf),
    'users.emails': (accountId: number): Map<number, string> =>
      new Map(emails.all(accountId).map(({ id, email }) => [id, email])),
    'users.views': (id: number): readonly SavedView[] => JSON.parse(views.get(id)?.views ?? '[]'),
    'users.invitation': (hash: Uint8Array, now: string): Invitation | undefined => {
      const link = links.open(hash, now);
      if (!link) return undefined;
      const { userId: _, ...view } = link;
      return view;
    },
    ...browserReads(db),
    ...secondFactorReads(db),
    'sessions.get': (hash: Uint8Array): SessionView | undefined => {
      const row = session.get(hash);
      if (!row) return undefined;
      const { sessionCreated, seenAt, ...user } = row;
      return { user: userOf(user), createdAt: sessionCreated, seenAt };
    },
  };
}

function linkReads(db: Connection) {
  const open = db.prepare<[Uint8Array, string], OpenInvitation>(
    `SELECT links.account_id AS accountId, links.user_id AS userId, email, links.role, expires_at AS expiresAt
     FROM links LEFT JOIN users ON users.id = links.user_id
     WHERE hash = ? AND used_at IS NULL AND links.suspended_at IS NULL AND expires_at > ? AND removed_at IS NULL`,
  );
  return { open: (hash: Uint8Array, now: string) => open.get(hash, now) };
}
