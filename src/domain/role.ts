/** Roles of people, in the order in which they are shown. */
export const USER_ROLES = ['owner', 'administrator', 'analyst', 'auditor', 'viewer'] as const;

export type UserRole = (typeof USER_ROLES)[number];

interface RightRow {
  /** What it lets somebody do, for the documents: a row of the table that `npm run roles:docs` writes. */
  readonly meaning: string;
  readonly roles: readonly UserRole[];
}

const READERS = ['owner', 'analyst', 'auditor', 'viewer'] as const;
const KEEPERS = ['owner', 'administrator'] as const;

/**
 * What people may do, and in which roles. Each route for people names one of these, the pages ask for the same, and the
 * table of the documents is made of it.
 */
export const RIGHTS = {
  self: { meaning: 'see to their own sign-in: password, second factor, sessions, saved views', roles: USER_ROLES },
  reading: { meaning: 'read records, alerts, customers, lists, figures and reports', roles: READERS },
  work: { meaning: 'screen, upload files of names, change customers, decide alerts', roles: ['owner', 'analyst'] },
  pictures: { meaning: 'look at pictures of verifications, where the account allows it', roles: ['owner', 'analyst'] },
  deletion: { meaning: 'delete customers', roles: ['owner'] },
  lists: { meaning: "sync and import lists, in an operator's account", roles: ['owner'] },
  audit: { meaning: 'read, check and export the audit log', roles: ['owner', 'auditor'] },
  'keys:read': { meaning: 'read which API keys there are', roles: USER_ROLES },
  keys: { meaning: 'make and withdraw API keys', roles: KEEPERS },
  'settings:read': { meaning: 'read people, webhooks and settings', roles: [...KEEPERS, 'auditor'] },
  people: { meaning: 'invite and remove people, and give them roles', roles: KEEPERS },
  webhooks: { meaning: 'make, change and try webhooks', roles: KEEPERS },
  settings: { meaning: 'change settings of the account', roles: KEEPERS },
} as const satisfies Readonly<Record<string, RightRow>>;

export type Right = keyof typeof RIGHTS;

/** Whether a role has a right. A role that a newer version made has none here. */
export function hasRight(role: UserRole, right: Right): boolean {
  return rolesWith(right).includes(role);
}

/** The roles that have a right. */
export function rolesWith(right: Right): readonly UserRole[] {
  return RIGHTS[right].roles;
}

/** Whether a role lets somebody do anything that another does not. */
export function saysMore(role: UserRole, than: UserRole): boolean {
  return (Object.keys(RIGHTS) as Right[]).some((right) => hasRight(role, right) && !hasRight(than, right));
}

/** A change of a person's place in an account. Null: they are not there before, or after. */
export interface RoleChange {
  readonly from: UserRole | null;
  readonly to: UserRole | null;
  /** They would do it to themselves. */
  readonly own: boolean;
}

/**
 * Whether somebody in a role, who may manage people, may make a change. Only an owner makes owners and touches them.
 * Nobody but an owner gives themselves another role: an administrator would see what they keep.
 */
export function mayPlace(by: UserRole, { from, to, own }: RoleChange): boolean {
  if (by === 'owner') return true;
  return from !== 'owner' && to !== 'owner' && !(own && from !== to);
}
