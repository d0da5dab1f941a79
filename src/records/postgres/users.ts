import type { Actor } from '../../domain/actor.ts';
import type { SavedView } from '../../domain/saved-view.ts';
import { keepAnOwner, type NewInvitation, saysMore, type User, type UserRole } from '../../domain/user.ts';
import { TouchstoneError } from '../../errors.ts';
import { LOCKS } from '../locks.ts';
import { type UserRow, userOf } from '../rows/users.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { forgetBrowsers } from './known-browsers.ts';
import { replaceCodes } from './second-factor.ts';
import { endSessions, insertSession } from './sessions.ts';
import { openLink, USER, userById } from './user-reads.ts';

export const userWrites = {
  'users.invite': async (tx: Transaction, link: NewInvitation, at: string, actor: Actor): Promise<void> => {
    const { accountId, hash, role, expiresAt } = link;
    if ((await tx.value('SELECT id FROM accounts WHERE id = $1', accountId)) === undefined) {
      throw new TouchstoneError('not-found', `There is no account ${accountId}.`);
    }
    const id = await invited(tx, link, at);
    // A newer link takes the place of an older one.
    await useLinks(tx, accountId, id, at);
    await tx.run(
      'INSERT INTO links (hash, account_id, user_id, role, expires_at) VALUES ($1, $2, $3, $4, $5)',
      hash,
      accountId,
      id,
      role,
      expiresAt,
    );
    const subject = id === null ? `account:${accountId}` : `user:${id}`;
    tx.audit({ at, actor, action: 'user.invited', subject, accountId, details: { role, expiresAt } });
  },
  'users.accept': async (
    tx: Transaction,
    accepted: { link: Uint8Array; email: string; password: string; session: Uint8Array },
    at: string,
  ): Promise<User | 'used-up' | 'address-taken'> => {
    // Of two who follow a link at once the second finds it used.
    await tx.run('SELECT 1 FROM links WHERE hash = $1 FOR UPDATE', accepted.link);
    const link = await openLink(tx, accepted.link, at);
    if (!link) return 'used-up';
    const { accountId, userId } = link;
    await tx.lockAccounts([accountId]);
    const address = link.email ?? accepted.email;
    // Other accounts may have invited the address too, and whoever accepts first has it.
    await tx.run('SELECT pg_advisory_xact_lock($1, hashtext(lower($2)))', LOCKS.address, address);
    const taken = await tx.value<number>(
      'SELECT id FROM users WHERE lower(email) = lower($1) AND password IS NOT NULL AND removed_at IS NULL',
      address,
    );
    if (taken !== undefined && taken !== userId) {
      const subject = userId === null ? `account:${accountId}` : `user:${userId}`;
      tx.audit({ at, actor: 'service', action: 'user.join-refused', subject, accountId, details: {} });
      return 'address-taken';
    }
    const id = userId ?? (await invited(tx, { ...link, hash: accepted.link, email: accepted.email }, at))!;
    await tx.run('UPDATE links SET used_at = $1 WHERE hash = $2', at, accepted.link);
    await setPassword(tx, id, accepted.password, at);
    await decidesSince(tx, id, at);
    await endSessions(tx, id);
    await forgetBrowsers(tx, id);
    await insertSession(tx, accepted.session, id, at);
    const user = (await userById(tx, id))!;
    note(tx, at, `user:${id}`, 'user.joined', user, { role: user.role });
    return userOf(user);
  },
  'users.role': async (
    tx: Transaction,
    accountId: number,
    id: number,
    role: UserRole,
    at: string,
    actor: Actor,
  ): Promise<boolean> => {
    const user = await changeable(tx, accountId, id, role);
    if (!user) return false;
    await changeRole(tx, user, role, at);
    note(tx, at, actor, 'user.role-changed', user, { from: user.role, to: role });
    return true;
  },
  'users.remove': async (
    tx: Transaction,
    accountId: number,
    id: number,
    at: string,
    actor: Actor,
  ): Promise<boolean> => {
    const user = await changeable(tx, accountId, id, null);
    if (!user) return false;
    await tx.run(
      `UPDATE users SET removed_at = $1, password = NULL, totp_secret = NULL, totp_pending = NULL, views = '[]'
       WHERE id = $2`,
      at,
      id,
    );
    await endSessions(tx, id);
    await forgetBrowsers(tx, id);
    await replaceCodes(tx, id, []);
    await useLinks(tx, accountId, id, at);
    // What they worked on waits for somebody else.
    await tx.run('UPDATE alerts SET assignee = NULL WHERE assignee = $1', id);
    note(tx, at, actor, 'user.removed', user);
    return true;
  },
  'users.setViews': async (tx: Transaction, id: number, views: readonly SavedView[]): Promise<void> => {
    await tx.run('UPDATE users SET views = $1 WHERE id = $2 AND removed_at IS NULL', JSON.stringify(views), id);
  },
  'users.password': async (
    tx: Transaction,
    id: number,
    password: string,
    session: Uint8Array,
    browser: Uint8Array | undefined,
    at: string,
  ): Promise<void> => {
    await setPassword(tx, id, password, at);
    await endSessions(tx, id, session);
    await forgetBrowsers(tx, id, browser);
    note(tx, at, `user:${id}`, 'user.password-changed', (await userById(tx, id))!);
  },
};

function note(
  tx: Transaction,
  at: string,
  actor: Actor,
  action: string,
  user: Pick<User, 'id' | 'accountId'>,
  details = {},
): void {
  tx.audit({ at, actor, action, subject: `user:${user.id}`, accountId: user.accountId, details });
}

/** The user that an invitation is for, made where the account has none of the address. */
async function invited(tx: Transaction, { accountId, email, role }: NewInvitation, at: string): Promise<number | null> {
  if (email === null) return null;
  // Only this account is looked at: whether the address signs in to another one is nobody's business here.
  const known = await tx.one<UserRow>(
    `SELECT ${USER} FROM users WHERE account_id = $1 AND lower(email) = lower($2) AND removed_at IS NULL`,
    accountId,
    email,
  );
  if (!known) {
    const id = await tx.value<number>(
      'INSERT INTO users (account_id, email, role, created_at) VALUES ($1, $2, $3, $4) RETURNING id',
      accountId,
      email,
      role,
      at,
    );
    return id!;
  }
  if (known.role !== role) {
    await mayLose(tx, known, role);
    await changeRole(tx, known, role, at);
  }
  return known.id;
}

/** The user of an account whose role is to become another, or none; undefined where the account has no such user. */
async function changeable(
  tx: Transaction,
  accountId: number,
  id: number,
  role: UserRole | null,
): Promise<UserRow | undefined> {
  const user = await userById(tx, id);
  if (user?.accountId !== accountId) return undefined;
  await mayLose(tx, user, role);
  return user;
}

/** Throws `last-owner`. The account is locked, so that two owners cannot go at once. */
async function mayLose(sql: Sql, user: UserRow, role: UserRole | null): Promise<void> {
  const others = await sql.value<number>(
    `SELECT count(*) FROM users
     WHERE account_id = $1 AND id <> $2 AND role = 'owner' AND password IS NOT NULL AND removed_at IS NULL
       AND suspended_at IS NULL`,
    user.accountId,
    user.id,
  );
  keepAnOwner(user, role, () => others!);
}

async function changeRole(tx: Transaction, { id, role: before }: UserRow, role: UserRole, at: string): Promise<void> {
  await tx.run('UPDATE users SET role = $1 WHERE id = $2', role, id);
  if (saysMore(role, before)) await decidesSince(tx, id, at);
  await endSessions(tx, id);
}

async function useLinks(tx: Transaction, accountId: number, userId: number | null, at: string): Promise<void> {
  await tx.run(
    `UPDATE links SET used_at = $1
     WHERE used_at IS NULL AND account_id = $2 AND user_id IS NOT DISTINCT FROM $3::bigint`,
    at,
    accountId,
    userId,
  );
}

/** Who can decide from now on did not see to it before. */
async function decidesSince(tx: Transaction, id: number, at: string): Promise<void> {
  await tx.run('UPDATE users SET role_since = $1 WHERE id = $2', at, id);
}

async function setPassword(tx: Transaction, id: number, password: string, at: string): Promise<void> {
  await tx.run(
    'UPDATE users SET password = $1, last_seen_at = $2, suspended_at = NULL WHERE id = $3',
    password,
    at,
    id,
  );
}
