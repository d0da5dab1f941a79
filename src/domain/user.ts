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
