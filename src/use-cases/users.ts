import { hashToken, newToken } from '../accounts/secrets.ts';
import type { Actor } from '../domain/actor.ts';
import type { UserRole } from '../domain/role.ts';
import { TouchstoneError } from '../errors.ts';
import type { UserRecords } from '../records/port.ts';
import { say } from '../sentences.ts';
import type { Ports } from './ports.ts';

const HOUR_MS = 3_600_000;
/** How long an invitation can be accepted. */
const INVITATION_MS = 7 * 24 * HOUR_MS;
/** The link of the first start: it stands in a terminal, perhaps in a log of the system, and makes an owner. */
const SET_UP_MS = 24 * HOUR_MS;

export interface UserToInvite {
  readonly accountId: number;
  /** A valid address. Null: the first set-up, where whoever follows the link gives theirs. */
  readonly email: string | null;
  readonly role: UserRole;
  /** They keep a password where the account lets nobody else have one. */
  readonly breakGlass?: boolean;
}

/** A one-time link's secret, which is known only now: the records keep a hash. */
export interface IssuedInvitation {
  /** `invitationUrl` makes the link of it. */
  readonly token: string;
  /** ISO 8601 in UTC: 7 days from now, or 24 hours for the first set-up. */
  readonly expires: string;
}

/**
 * Makes a one-time link with which a person sets a password. A user of the account gets the new role at once.
 * - Throws `not-found` where there is no such account.
 * - Throws `last-owner` where its last owner would lose that role.
 * - Throws `validation` where the operator invites an address that signs in to another account.
 */
export async function inviteUser(
  { records: { users }, announce, now }: Pick<Ports, 'records' | 'announce' | 'now'>,
  { accountId, email, role, breakGlass = false }: UserToInvite,
  actor: Actor,
): Promise<IssuedInvitation> {
  // An owner is not told this, because it is another account's business; the operator serves them all.
  if (actor === 'operator' && email !== null) await refuseUserOfOther(users, accountId, email);
  const token = newToken();
  const lasts = email === null ? SET_UP_MS : INVITATION_MS;
  const expires = new Date(now().getTime() + lasts).toISOString();
  await users.invite({ accountId, email, role, breakGlass, hash: hashToken(token), expiresAt: expires }, actor);
  announce({ kind: 'user-invited', accountId, role });
  return { token, expires };
}

/**
 * Makes a one-time link with which a user of the account sets another password. Their role stays. Throws `not-found`.
 */
export async function linkForPassword(
  { records: { users }, now }: Pick<Ports, 'records' | 'now'>,
  { accountId, id }: UserPlace,
  actor: Actor,
): Promise<IssuedInvitation & { readonly email: string }> {
  const user = (await users.list(accountId)).find((one) => one.id === id);
  if (!user) throw noSuchUser();
  const { email, role } = user;
  const token = newToken();
  const expires = new Date(now().getTime() + INVITATION_MS).toISOString();
  const link = { accountId, email, role, hash: hashToken(token), expiresAt: expires };
  await users.invite({ ...link, forPassword: true }, actor);
  return { email, token, expires };
}

/** Throws `validation` for the address of somebody who has joined the account: an invitation is for others. */
export async function refuseMember(
  { records: { users } }: Pick<Ports, 'records'>,
  accountId: number,
  email: string,
): Promise<void> {
  const known = await users.credentials(email);
  if (known?.user.accountId !== accountId) return;
  throw new TouchstoneError('validation', say('refusal.member-already', { email }));
}

async function refuseUserOfOther(users: UserRecords, accountId: number, email: string): Promise<void> {
  const known = await users.credentials(email);
  if (!known || known.user.accountId === accountId) return;
  const elsewhere = `${email} already signs in to account ${known.user.accountId}, and an address has one sign-in.`;
  throw new TouchstoneError('validation', `${elsewhere} Have it removed there first, or use another address.`);
}

/** A user of an account. */
interface UserPlace {
  readonly accountId: number;
  readonly id: number;
}

/** Gives a user another role. Throws `not-found`, and `last-owner` where the account would have no owner. */
export async function changeRole(
  { records: { users } }: Pick<Ports, 'records'>,
  { accountId, id }: UserPlace,
  role: UserRole,
  actor: Actor,
): Promise<void> {
  if (!(await users.setRole(accountId, id, role, actor))) throw noSuchUser();
}

/** Removes a user with their sessions. Throws `not-found`, and `last-owner` where the account would have no owner. */
export async function removeUser(
  { records: { users } }: Pick<Ports, 'records'>,
  { accountId, id }: UserPlace,
  actor: Actor,
): Promise<void> {
  if (!(await users.remove(accountId, id, actor))) throw noSuchUser();
}

/**
 * Takes the passkeys, one-time codes and recovery codes of a user away, who lost what they had them on. Their sessions
 * end. Throws `not-found`, and `forbidden` where one asks for oneself: the profile asks for a proof.
 */
export async function resetSecondFactor(
  { records: { users } }: Pick<Ports, 'records'>,
  { accountId, id }: UserPlace,
  actor: Actor,
): Promise<void> {
  if (actor === `user:${id}`) throw new TouchstoneError('forbidden', say('refusal.own-second-factor'));
  if (!(await users.resetSecondFactor(accountId, id, actor))) throw noSuchUser();
}

function noSuchUser(): TouchstoneError {
  return new TouchstoneError('not-found', say('refusal.no-such-user'));
}
