import type { ApiKey } from './account.ts';
import type { Link, User } from './user.ts';

/** Whose access a restore suspends. */
export interface Suspended {
  readonly keys: readonly SuspendedKey[];
  readonly people: readonly SuspendedPerson[];
  readonly invitations: readonly SuspendedInvitation[];
}

export type SuspendedKey = Pick<ApiKey, 'id' | 'accountId' | 'name'>;

export type SuspendedPerson = Pick<User, 'id' | 'accountId' | 'email' | 'role'>;

/** A one-time link that can still be used. Without an address: the first set-up. */
export type SuspendedInvitation = Pick<Link, 'accountId' | 'email' | 'role'> & { readonly expires: string };
