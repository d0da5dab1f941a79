import type { ApiKey } from './account.ts';
import type { Invitation, User } from './user.ts';

/** Whose access a restore suspends. */
export interface Suspended {
  readonly keys: readonly SuspendedKey[];
  readonly people: readonly SuspendedPerson[];
  readonly invitations: readonly SuspendedInvitation[];
}

/** A key that is not revoked. */
export type SuspendedKey = Pick<ApiKey, 'id' | 'accountId' | 'name'>;

/** A user who has a password. */
export type SuspendedPerson = Pick<User, 'id' | 'accountId' | 'email' | 'role'>;

/** A one-time link that can still be used. Without an address: the first set-up. */
export type SuspendedInvitation = Pick<Invitation, 'accountId' | 'email' | 'role'> & { readonly expires: string };
