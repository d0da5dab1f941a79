import { TouchstoneError } from '../errors.ts';
import { say } from '../sentences.ts';
import { mayPlace, type RoleChange, type UserRole } from './role.ts';

/** A person who uses the dashboard. Times are ISO 8601 in UTC. */
export interface User {
  readonly id: number;
  readonly accountId: number;
  readonly email: string;
  readonly role: UserRole;
  /** True where a one-time code is asked for at sign-in. */
  readonly totp: boolean;
  /** How many passkeys they have, those that are refused too. With any a password alone lets nobody in. */
  readonly passkeys: number;
  readonly createdAt: string;
  readonly lastSeenAt: string | null;
}

/** Whether somebody has a second factor, perhaps only passkeys that are refused. */
export function hasSecondFactor({ totp, passkeys }: Pick<User, 'totp' | 'passkeys'>): boolean {
  return totp || passkeys > 0;
}

/** A user as the account's owner sees them. */
export interface ListedUser extends User {
  /** Until when an invitation that was not yet accepted can be. */
  readonly invitedUntil: string | null;
  /** Since a restore, until they are resumed or accept a new invitation. */
  readonly suspendedAt: string | null;
  /** The provider of sign-in knows them. */
  readonly byProvider: boolean;
  /** Their groups at the provider decide on access and role. */
  readonly byGroup: boolean;
  /** They keep a password where the account lets nobody else have one. */
  readonly breakGlass: boolean;
}

/** What a sign-in is checked against; whoever has not accepted an invitation yet has none. */
export interface Credentials {
  readonly user: User;
  /** PHC string; null for who signs in without one. */
  readonly password: string | null;
  /** As `accounts/totp-secrets.ts` sealed it; base32 where an older program stored it. */
  readonly totpSecret: string | null;
  /** False: the account has no passwords, or the person comes by a group; and they have none to break glass. */
  readonly mayByPassword: boolean;
}

/** What the records keep of a person's one-time codes: the secret in force, and one that was only begun. */
export interface StoredTotp {
  /** Id of the person. */
  readonly id: number;
  readonly secret: string | null;
  readonly pending: string | null;
}

/** What a one-time link grants to whoever follows it first. */
export interface Invitation {
  readonly accountId: number;
  /** Null: the first set-up, which asks for an address. */
  readonly email: string | null;
  readonly role: UserRole;
  readonly expiresAt: string;
  /** False: whoever follows it signs in by the provider. */
  readonly mayByPassword: boolean;
}

/** An invitation as a database keeps it. */
export interface NewInvitation extends Omit<Invitation, 'mayByPassword'> {
  /** SHA-256 of the link's token. */
  readonly hash: Uint8Array;
  /** For somebody who has joined already and needs another password: the role stays. */
  readonly forPassword?: boolean;
  /** They keep a password where the account lets nobody else have one. */
  readonly breakGlass?: boolean;
}

/** Stands in for a code of the authenticator once. */
export interface RecoveryCode {
  /** PHC string; all of a person have one salt. */
  readonly hash: string;
  readonly usedAt: string | null;
}

/**
 * Refuses a change that would leave an account without an owner who can sign in. `role`: the user's new one, or null
 * where they are removed. `countOtherOwners`: owners of the account besides this one who have joined and are not
 * suspended. Throws `last-owner`.
 */
export function keepAnOwner(user: Pick<User, 'role'>, role: UserRole | null, countOtherOwners: () => number): void {
  if (user.role !== 'owner' || role === 'owner' || countOtherOwners() > 0) return;
  throw new TouchstoneError('last-owner', say('refusal.last-owner'));
}

/**
 * Refuses what somebody may not do to a person of their account. `by`: the one who asks, or undefined where no person
 * does. Throws `forbidden`.
 */
export function checkPlacing(by: Pick<User, 'role'> | undefined, change: RoleChange): void {
  if (!by || mayPlace(by.role, change)) return;
  throw new TouchstoneError('forbidden', say(change.own ? 'refusal.own-role' : 'refusal.owners-only'));
}

/** Where somebody is signed in. */
export interface ListedSession {
  readonly id: string;
  /** What the browser calls itself, such as `Firefox 128, Windows`; null where it says nothing. */
  readonly agent: string | null;
  readonly createdAt: string;
  /** Its last use, a minute late at most. */
  readonly seenAt: string;
}

/** What a session is called: a part of the hash of its value, from which nobody finds that value. */
export function sessionId(hash: Uint8Array): string {
  return Buffer.from(hash.subarray(0, 8)).toString('hex');
}

/** A browser that somebody signed in with for the first time. */
export interface NewBrowser {
  readonly email: string;
  readonly agent: string | null;
  readonly at: string;
}

/** Whose session it is, when it began and when it was last used. */
export interface SessionView {
  readonly user: User;
  /** Their account requires a second factor, and they have none that works: they make one before anything else. */
  readonly mustEnrol: boolean;
  /** They have a second factor, and nobody showed it for this session: they do before anything else. */
  readonly mustProve: boolean;
  readonly createdAt: string;
  readonly seenAt: string;
  /** When the provider that began it was last asked about the person; null: no provider did. */
  readonly checkedAt: string | null;
  /** When the person last gave the provider a proof for a change of their sign-in. */
  readonly confirmedAt: string | null;
  /** The person belongs to the account by a group of the provider. */
  readonly byGroup: boolean;
}

const MAX_EMAIL_LENGTH = 254;

const FORM = /^[^\s@\p{Cc}]+@[^\s@.\p{Cc}]+(\.[^\s@.\p{Cc}]+)+$/u;
/** Characters that nobody sees: with one of them an address looks like that of somebody else. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
/** Letters that are ASCII once they are small: İ and the sign of kelvin. PostgreSQL finds ASCII addresses by them. */
const ASCII_WHEN_SMALL = /[\u0130\u212a]/;

/** Whether a trimmed text has the form of an address; whether somebody reads it nobody can tell from here. */
export function isEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && FORM.test(text) && !UNSEEN.test(text) && !findsAnother(text);
}

/** Whether a search for this address, whatever its case, could find somebody with another one. */
export function findsAnother(email: string): boolean {
  return ASCII_WHEN_SMALL.test(email);
}

/** Between two lengths of NIST SP 800-63B-4 §3.1.1.2: 8 characters beside a second factor, 15 for a password alone. */
export const MIN_PASSWORD = 12;
