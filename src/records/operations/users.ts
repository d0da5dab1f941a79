import type { Actor } from '../../domain/actor.ts';
import { hasRight, saysMore, type UserRole } from '../../domain/role.ts';
import type { SavedView } from '../../domain/saved-view.ts';
import { checkPlacing, keepAnOwner, type NewInvitation, type User } from '../../domain/user.ts';
import { TouchstoneError } from '../../errors.ts';
import { say } from '../../sentences.ts';
import { alone, ofAccount } from '../operation.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { handOverEscalations } from './escalations.ts';
import { forgetBrowsers } from './known-browsers.ts';
import { dropFactors } from './second-factor.ts';
import { endSessions, insertSession } from './sessions.ts';
import { openLink, personWho, USER, userById } from './user-reads.ts';

interface AcceptedInvitation {
  readonly link: Uint8Array;
  readonly email: string;
  readonly password: string;
  readonly session: Uint8Array;
  /** What the browser calls itself. */
  readonly agent?: string | null;
}

export const userWrites = {
  /**
   * Reserves nothing: an address belongs to the person who first accepts an invitation of it. Throws `not-found` where
   * there is no such account, and `last-owner` where the invitation would take that role away.
   */
  'users.invite': ofAccount(async (tx: Transaction, link: NewInvitation, actor: Actor): Promise<void> => {
    const { accountId, hash, role, expiresAt, forPassword = false } = link;
    if ((await tx.value('SELECT id FROM accounts WHERE id = $1', accountId)) === undefined) {
      throw new TouchstoneError('not-found', `There is no account ${accountId}.`);
    }
    const id = await invited(tx, link, await personWho(tx, actor));
    // A newer link takes the place of an older one.
    await useLinks(tx, accountId, id);
    await tx.run(
      `INSERT INTO links (hash, account_id, user_id, role, expires_at)
         VALUES (:hash, :accountId, :id, :role, :expiresAt)`,
      { hash, accountId, id, role, expiresAt },
    );
    const details = { role, expiresAt };
    const action = forPassword ? 'user.password-link-made' : 'user.invited';
    tx.audit({ at: tx.at, actor, action, subject: subjectOf(accountId, id), accountId, details });
  }),
  /**
   * Uses up a link: sets the password, ends other sessions, forgets known browsers and begins a session.
   * `used-up`: it was used or has expired. `address-taken`: the address belongs to another account. `password-off`: the
   * account has no passwords. The link stays valid in both cases.
   */
  'users.accept': alone(
    async (
      tx: Transaction,
      accepted: AcceptedInvitation,
    ): Promise<User | 'used-up' | 'address-taken' | 'password-off'> => {
      // Of two who follow a link at once the second finds it used.
      await tx.run('SELECT 1 FROM links WHERE hash = $1 FOR UPDATE', accepted.link);
      const link = await openLink(tx, accepted.link);
      if (!link) return 'used-up';
      if (!link.mayByPassword) return 'password-off';
      const { accountId, userId } = link;
      await tx.lockAccounts([accountId]);
      const address = link.email ?? accepted.email;
      // Other accounts may have invited the address too, and whoever accepts first has it.
      await tx.lock('address', address.toLowerCase());
      const taken = await tx.value<number>(
        'SELECT id FROM users WHERE lower(email) = lower($1) AND joined_at IS NOT NULL AND removed_at IS NULL',
        address,
      );
      if (taken !== undefined && taken !== userId) {
        const subject = subjectOf(accountId, userId);
        tx.audit({ at: tx.at, actor: 'service', action: 'user.join-refused', subject, accountId, details: {} });
        return 'address-taken';
      }
      const id = userId ?? (await invited(tx, { ...link, email: accepted.email }, undefined))!;
      await tx.run('UPDATE links SET used_at = $1 WHERE hash = $2', tx.at, accepted.link);
      await setPassword(tx, id, accepted.password);
      await decidesSince(tx, id);
      await endSessions(tx, id);
      await forgetBrowsers(tx, id);
      const agent = accepted.agent ?? null;
      // A link stands for a password alone.
      await insertSession(tx, { hash: accepted.session, userId: id, agent, factorDue: true });
      const user = (await userById(tx, id))!;
      note(tx, `user:${id}`, 'user.joined', user, { role: user.role });
      return user;
    },
  ),
  /** False where the account has no such user. Throws `last-owner`. */
  'users.setRole': ofAccount(
    async (tx: Transaction, accountId: number, id: number, role: UserRole, actor: Actor): Promise<boolean> => {
      const user = await changeable(tx, accountId, id, role, actor);
      if (!user) return false;
      await refuseByGroup(tx, id);
      await changeRole(tx, user, role);
      if (!hasRight(role, 'work')) await handOverEscalations(tx, id);
      note(tx, actor, 'user.role-changed', user, { from: user.role, to: role });
      return true;
    },
  ),
  /** Removes a user with their sessions. False where the account has no such user. Throws `last-owner`. */
  'users.remove': ofAccount(async (tx: Transaction, accountId: number, id: number, actor: Actor): Promise<boolean> => {
    const user = await changeable(tx, accountId, id, null, actor);
    if (!user) return false;
    await tx.run(`UPDATE users SET removed_at = $1, password = NULL, views = '[]' WHERE id = $2`, tx.at, id);
    await dropFactors(tx, id);
    await endSessions(tx, id);
    await forgetBrowsers(tx, id);
    await useLinks(tx, accountId, id);
    // What they worked on waits for somebody else.
    await tx.run('UPDATE alerts SET assignee = NULL WHERE assignee = $1', id);
    await handOverEscalations(tx, id);
    note(tx, actor, 'user.removed', user);
    return true;
  }),
  /** The views that a person keeps, in place of all others. */
  'users.setViews': async (tx: Transaction, id: number, views: readonly SavedView[]): Promise<void> => {
    await tx.run('UPDATE users SET views = $1 WHERE id = $2 AND removed_at IS NULL', JSON.stringify(views), id);
  },
  /** Ends every session but this one, and forgets every known browser but this one. */
  'users.setPassword': async (
    tx: Transaction,
    id: number,
    password: string,
    session: Uint8Array,
    browser: Uint8Array | undefined,
  ): Promise<void> => {
    await setPassword(tx, id, password);
    await endSessions(tx, id, session);
    await forgetBrowsers(tx, id, browser);
    note(tx, `user:${id}`, 'user.password-changed', (await userById(tx, id))!);
  },
};

/** In the audit log: a user, or the account of an invitation for nobody in particular. */
export function subjectOf(accountId: number, userId: number | null): string {
  return userId === null ? `account:${accountId}` : `user:${userId}`;
}

/** What an owner chose would be undone by the groups within minutes. */
async function refuseByGroup(sql: Sql, id: number): Promise<void> {
  if (!(await sql.value<boolean>('SELECT by_group FROM users WHERE id = $1', id))) return;
  throw new TouchstoneError('validation', say('refusal.role-by-group'));
}

function note(tx: Transaction, actor: Actor, action: string, { id, accountId }: User, details = {}): void {
  tx.audit({ at: tx.at, actor, action, subject: `user:${id}`, accountId, details });
}

/** The user that an invitation is for, made where the account has none of the address. Throws `forbidden`. */
async function invited(
  tx: Transaction,
  { accountId, email, role, breakGlass = false, forPassword = false }: Omit<NewInvitation, 'hash' | 'expiresAt'>,
  by: User | undefined,
): Promise<number | null> {
  if (email === null) return null;
  // Only this account is looked at: whether the address signs in to another one is nobody's business here.
  const known = await tx.one<User>(
    `SELECT ${USER} FROM users WHERE account_id = $1 AND lower(email) = lower($2) AND removed_at IS NULL`,
    accountId,
    email,
  );
  checkPlacing(by, { from: known?.role ?? null, to: role, own: by !== undefined && by.id === known?.id });
  if (!known) {
    const id = await tx.value<number>(
      `INSERT INTO users (account_id, email, role, break_glass, created_at)
       VALUES (:accountId, :email, :role, :breakGlass, :at) RETURNING id`,
      { accountId, email, role, breakGlass, at: tx.at },
    );
    return id!;
  }
  if (known.role !== role) {
    await mayLose(tx, known, role);
    await changeRole(tx, known, role);
  }
  if (breakGlass) await tx.run('UPDATE users SET break_glass = $1 WHERE id = $2', true, known.id);
  // Whoever is invited belongs to the account without a group.
  if (!forPassword) await tx.run('UPDATE users SET by_group = $1 WHERE id = $2', false, known.id);
  return known.id;
}

/**
 * The user of an account whose role is to become another, or none; undefined where the account has no such user. Throws
 * `forbidden`.
 */
async function changeable(
  tx: Transaction,
  accountId: number,
  id: number,
  role: UserRole | null,
  actor: Actor,
): Promise<User | undefined> {
  const user = await userById(tx, id);
  if (user?.accountId !== accountId) return undefined;
  const by = await personWho(tx, actor);
  checkPlacing(by, { from: user.role, to: role, own: by?.id === id });
  await mayLose(tx, user, role);
  return user;
}

/** Throws `last-owner`. The account is locked, so that two owners cannot go at once. */
async function mayLose(sql: Sql, user: User, role: UserRole | null): Promise<void> {
  const others = await sql.value<number>(
    `SELECT count(*) FROM users
     WHERE account_id = $1 AND id <> $2 AND role = 'owner' AND joined_at IS NOT NULL AND removed_at IS NULL
       AND suspended_at IS NULL`,
    user.accountId,
    user.id,
  );
  keepAnOwner(user, role, () => others!);
}

/** `kept`: a session that goes on. */
export async function changeRole(
  tx: Transaction,
  { id, accountId, role: before }: Pick<User, 'id' | 'accountId' | 'role'>,
  role: UserRole,
  kept?: Uint8Array,
): Promise<void> {
  await tx.run('UPDATE users SET role = $1 WHERE id = $2', role, id);
  if (saysMore(role, before)) await decidesSince(tx, id);
  // Whoever holds a link that was made before may not be one who makes owners.
  if (role === 'owner') await useLinks(tx, accountId, id);
  await endSessions(tx, id, kept);
}

/** Uses up every link of a person, or of an account's first set-up. */
export async function useLinks(tx: Transaction, accountId: number, userId: number | null): Promise<void> {
  await tx.run(
    `UPDATE links SET used_at = $1
     WHERE used_at IS NULL AND account_id = $2 AND user_id IS NOT DISTINCT FROM $3::bigint`,
    tx.at,
    accountId,
    userId,
  );
}

/** Who can decide from now on did not see to it before. */
export async function decidesSince(tx: Transaction, id: number): Promise<void> {
  await tx.run('UPDATE users SET role_since = $1 WHERE id = $2', tx.at, id);
}

async function setPassword(tx: Transaction, id: number, password: string): Promise<void> {
  await tx.run(
    `UPDATE users SET password = $1, joined_at = coalesce(joined_at, $2), last_seen_at = $2, suspended_at = NULL
     WHERE id = $3`,
    password,
    tx.at,
    id,
  );
}
