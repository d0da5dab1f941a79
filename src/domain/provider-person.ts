import { USER_ROLES, type UserRole } from './role.ts';

/** Somebody as the provider of sign-in describes them. Nothing in it was believed before it was checked. */
export interface ProviderPerson {
  /** As the provider names itself. */
  readonly issuer: string;
  /** What the provider calls them; with the issuer it is theirs alone, whatever their address is. */
  readonly subject: string;
  /** Null where the provider gives none, or one that has not the form of an address. */
  readonly email: string | null;
  /** What the provider says of the address; null: nothing. */
  readonly emailVerified: boolean | null;
  /** `too-many`: the provider sent a link in their place. */
  readonly groups: readonly string[] | 'too-many';
}

/** People of a group of the provider have a role in an account. */
export interface GroupRole {
  readonly group: string;
  readonly role: UserRole;
}

/** How the people of an account sign in. */
export interface AccountSignIn {
  readonly accountId: number;
  /** Empty: nobody comes by a group. */
  readonly groups: readonly GroupRole[];
  /** False: those alone who were invited to break glass have a password. */
  readonly password: boolean;
}

/** Why somebody who signed in at the provider does not get in. */
export type PersonRefusal =
  | 'address-missing'
  | 'address-unverified'
  | 'address-elsewhere'
  | 'not-invited'
  | 'no-group'
  | 'groups-many'
  | 'several-accounts'
  | 'suspended'
  | 'removed';

/** Groups of an account, at most. */
export const MAX_GROUPS = 100;
/** UTF-16 units of the name of a group. */
export const MAX_GROUP_LENGTH = 256;

/** The role that somebody's groups give them in an account: of several the one that `USER_ROLES` has first. */
export function roleByGroups(groups: readonly string[], mapped: readonly GroupRole[]): UserRole | undefined {
  const theirs = new Set(mapped.filter(({ group }) => groups.includes(group)).map(({ role }) => role));
  return USER_ROLES.find((role) => theirs.has(role));
}

/**
 * Whether groups may change a role. An owner who was invited stays one where no group makes owners: the account would
 * be left without.
 */
export function followsGroups(role: UserRole, mapped: readonly GroupRole[]): boolean {
  return role !== 'owner' || mapped.some((one) => one.role === 'owner');
}
