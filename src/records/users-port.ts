import type { Actor, Suspended } from './port.ts';

/** `owner`: everything. `analyst`: screens and reviews. `viewer`: reads. */
export type UserRole = 'owner' | 'analyst' | 'viewer';

export interface User {
  readonly id: number;
  readonly accountId: number;
  readonly email: string;
  readonly role: UserRole;
  /** True where a one-time code is asked for at sign-in. */
  readonly totp: boolean;
  readonly createdAt: string;
  readonly lastSeenAt: string | null;
}

/** A user as the account's owner sees them. */
export interface ListedUser extends User {
  /** Until when an invitation that was not yet accepted can be. */
  readonly invitedUntil: string | null;
  /** Since a restore, until they are resumed or accept a new invitation. */
  readonly suspendedAt: string | null;
}

/** What a sign-in is checked against; whoever has not accepted an invitation yet has none. */
export interface Credentials {
  readonly user: User;
  /** PHC string. */
  readonly password: string;
  /** Base32. */
  readonly totpSecret: string | null;
}

export interface Link {
  readonly accountId: number;
  /** Null: the first set-up, which asks for an address. */
  readonly email: string | null;
  readonly role: UserRole;
  readonly expiresAt: string;
}

export interface NewLink {
  /** SHA-256 of the link's random value. */
  readonly hash: Uint8Array;
  readonly accountId: number;
  /** Null for the first set-up. */
  readonly email: string | null;
  readonly role: UserRole;
  readonly expiresAt: string;
}

/** Stands in for a code of the authenticator once. */
export interface RecoveryCode {
  /** PHC string; all of a person have one salt. */
  readonly hash: string;
  readonly usedAt: string | null;
}

/** `last-owner`: an account keeps at least one owner who can sign in. */
export type UserChange = 'done' | 'missing' | 'last-owner';

export interface SessionView {
  readonly user: User;
  readonly createdAt: string;
  readonly seenAt: string;
}

export interface UserRecords {
  /** Reserves nothing: an address belongs to the person who first accepts an invitation of it. */
  invite(link: NewLink, actor: Actor): Promise<void>;
  /** Undefined where there is none, or it was used or has expired. */
  link(hash: Uint8Array): Promise<Link | undefined>;
  /**
   * Uses a link up: sets the password, ends other sessions, forgets known browsers, begins a session. `used-up`: it was used or has expired.
   * `address-taken`: the address signs in elsewhere; the link stays as it is.
   */
  accept(accepted: {
    link: Uint8Array;
    email: string;
    password: string;
    session: Uint8Array;
  }): Promise<User | 'used-up' | 'address-taken'>;
  credentials(email: string): Promise<Credentials | undefined>;
  credentialsOf(userId: number): Promise<Credentials | undefined>;
  list(accountId: number): Promise<ListedUser[]>;
  /** Addresses of users, also of those that were removed. */
  emails(accountId: number): Promise<Map<number, string>>;
  setRole(accountId: number, userId: number, role: UserRole, actor: Actor): Promise<UserChange>;
  /** Ends the suspension of a person, or of everybody, and of their invitations; answers those that it ended. */
  resume(email: string | null, actor: Actor): Promise<Pick<Suspended, 'people' | 'invitations'>>;
  remove(accountId: number, userId: number, actor: Actor): Promise<UserChange>;
  /** Ends every session but this one, and forgets every known browser but this one. */
  setPassword(userId: number, password: string, session: Uint8Array, browser: Uint8Array | undefined): Promise<void>;
  /** Remembers a secret until a code confirms it. */
  beginTotp(userId: number, secret: string): Promise<void>;
  pendingTotp(userId: number): Promise<string | undefined>;
  /** Takes a secret into use, with recovery codes in place of all others; null: off. Ends every session but this one. */
  setTotp(
    userId: number,
    totp: { readonly secret: string; readonly recoveryCodes: readonly string[] } | null,
    session: Uint8Array,
  ): Promise<void>;
  /** In place of all others; PHC strings. */
  setRecoveryCodes(userId: number, hashes: readonly string[]): Promise<void>;
  recoveryCodes(userId: number): Promise<readonly RecoveryCode[]>;
  /** False where it was used before, or others have taken its place. */
  useRecoveryCode(userId: number, hash: string): Promise<boolean>;
  /** False where a code of this time step was used before (RFC 6238 §5.2). */
  useTotpStep(userId: number, step: number): Promise<boolean>;
  /** Begins a session in place of an older one; sessions that are too old are thrown away. */
  beginSession(userId: number, session: Uint8Array, replaced: Uint8Array | undefined, oldest: string): Promise<void>;
  /** Whether the person of this address signed in with this browser before. */
  knowsBrowser(email: string, browser: Uint8Array): Promise<boolean>;
  /**
   * Knows a browser from now on: by the value that it presents where somebody signed in with that one before, else by
   * the fresh one. True where the presented one stays.
   */
  rememberBrowser(userId: number, browser: { presented: Uint8Array | undefined; fresh: Uint8Array }): Promise<boolean>;
  session(hash: Uint8Array): Promise<SessionView | undefined>;
  sawSession(hash: Uint8Array): Promise<void>;
  endSession(hash: Uint8Array): Promise<void>;
}

export interface AuditQuery {
  readonly limit: number;
  /** Entries before this sequence. */
  readonly before?: number;
  readonly from?: string;
  readonly to?: string;
  readonly action?: string;
  readonly actor?: Actor;
}

/** How many records an account made in some stretch of time, by result. */
export interface Made {
  readonly clear: number;
  readonly matched: number;
  readonly verified: number;
  readonly notVerified: number;
  readonly review: number;
}
