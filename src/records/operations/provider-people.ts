import {
  type AccountSignIn,
  followsGroups,
  type GroupRole,
  type PersonRefusal,
  type ProviderPerson,
  roleByGroups,
} from '../../domain/provider-person.ts';
import { hasRight, type UserRole } from '../../domain/role.ts';
import type { User } from '../../domain/user.ts';
import { TouchstoneError } from '../../errors.ts';
import { alone } from '../operation.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { handOverEscalations } from './escalations.ts';
import { endProviderSessions, providerSessionWrites } from './provider-sessions.ts';
import { signInOf, signInsWithGroups } from './sign-in-rules.ts';
import { userById } from './user-reads.ts';
import { changeRole, decidesSince, useLinks } from './users.ts';

/** What came of somebody who signed in at the provider. `joined`: they were not there before. */
export type Arrived =
  | { readonly kind: 'ok'; readonly user: User; readonly joined: boolean }
  | { readonly kind: 'refused'; readonly reason: PersonRefusal };

interface Row {
  readonly id: number;
  readonly accountId: number;
  readonly email: string;
  readonly role: UserRole;
  readonly byGroup: boolean;
  readonly issuer: string | null;
  readonly subject: string | null;
  readonly suspendedAt: string | null;
  readonly joinedAt: string | null;
}

/** Where somebody belongs: to a row that is there, or by a group to an account that has none of them yet. */
type Place =
  | { readonly kind: 'row'; readonly accountId: number; readonly row: Row }
  | { readonly kind: 'new'; readonly accountId: number; readonly role: UserRole; readonly email: string }
  | {
      readonly kind: 'refused';
      readonly accountId: number | null;
      readonly id: number | null;
      readonly reason: PersonRefusal;
    };

const ROW = `SELECT id, account_id, email, role, by_group, issuer, subject, suspended_at, joined_at FROM users
  WHERE removed_at IS NULL AND`;

export const providerPeopleWrites = {
  /**
   * Finds out who signed in at the provider, and lets them join where an invitation or a group says so. Begins no
   * session. A refusal stands in the audit log.
   */
  'users.arrive': alone(async (tx: Transaction, person: ProviderPerson): Promise<Arrived> => {
    await tx.lock('identity', `${person.issuer} ${person.subject}`);
    const before = await placeOf(tx, person);
    if (before.accountId !== null) await tx.lockAccounts([before.accountId]);
    if (person.email !== null) await tx.lock('address', person.email.toLowerCase());
    const place = await placeOf(tx, person);
    if (place.accountId !== before.accountId) {
      throw new TouchstoneError('busy', 'Somebody changed this access just now. Try again.');
    }
    if (place.kind === 'refused') return refused(tx, place, 'user.sign-in-failed');
    if (place.kind === 'new') return { kind: 'ok', user: await made(tx, place, person), joined: true };
    return settled(tx, place.row, person);
  }),
  /**
   * Lets what the provider says now of somebody who works count. Where they have no access any more, every session that
   * the provider began for them ends. `session`: the one that asks, which a new role does not end. `tokens`: what the
   * provider gave now, sealed.
   */
  'users.follow': alone(
    async (
      tx: Transaction,
      id: number,
      person: ProviderPerson,
      session: Uint8Array,
      tokens: Uint8Array,
    ): Promise<Arrived> => {
      await providerSessionWrites['users.endCheck'](tx, session, tokens);
      const found = await tx.one<Row>(`${ROW} id = $1`, id);
      if (!found) return { kind: 'refused', reason: 'removed' };
      await tx.lockAccounts([found.accountId]);
      if (person.email !== null) await tx.lock('address', person.email.toLowerCase());
      const row = (await tx.one<Row>(`${ROW} id = $1`, id)) ?? found;
      const reason = refusalOf(row, person, (await signInOf(tx, row.accountId)).groups);
      if (reason === undefined) return settled(tx, row, person, session);
      await endProviderSessions(tx, id);
      return refused(tx, { accountId: row.accountId, id, reason }, 'user.access-lost');
    },
  ),
};

async function placeOf(sql: Sql, person: ProviderPerson): Promise<Place> {
  const known = await sql.one<Row>(`${ROW} issuer = $1 AND subject = $2`, person.issuer, person.subject);
  if (known) return { kind: 'row', accountId: known.accountId, row: known };
  const holder = await holderOf(sql, person.email);
  if (holder) return placeOfHolder(holder, person);
  const places = await signInsWithGroups(sql);
  const byGroup = person.groups === 'too-many' ? [] : placesByGroup(places, person.groups);
  const invited = await invitedRows(sql, person.email);
  if (byGroup.length > 1) return strangers('several-accounts');
  if (byGroup.length === 1) return placeByGroup(sql, person, byGroup[0]!, invited);
  return placeByInvitation(person, invited, places);
}

/** Somebody has the address. They are the same where it is verified, and no other subject of the provider has it. */
function placeOfHolder(row: Row, { issuer, emailVerified }: ProviderPerson): Place {
  const { accountId, id } = row;
  if (emailVerified === false) return { kind: 'refused', accountId, id, reason: 'address-unverified' };
  // The address of somebody who left may be given to another person: then the subject is another one.
  const isOther = row.subject !== null && row.issuer === issuer;
  if (emailVerified === null || isOther) return { kind: 'refused', accountId, id, reason: 'address-elsewhere' };
  return { kind: 'row', accountId, row };
}

interface ByGroup {
  readonly accountId: number;
  readonly role: UserRole;
}

function placesByGroup(places: readonly AccountSignIn[], groups: readonly string[]): ByGroup[] {
  return places.flatMap(({ accountId, groups: mapped }) => {
    const role = roleByGroups(groups, mapped);
    return role === undefined ? [] : [{ accountId, role }];
  });
}

async function placeByGroup(
  sql: Sql,
  { issuer, subject, email, emailVerified }: ProviderPerson,
  { accountId, role }: ByGroup,
  invited: readonly Row[],
): Promise<Place> {
  const refuse = (reason: PersonRefusal): Place => ({ kind: 'refused', accountId, id: null, reason });
  if (email === null) return refuse('address-missing');
  if (emailVerified === false) return refuse('address-unverified');
  const invitation = invited.find((row) => row.accountId === accountId);
  if (!invitation && (await wasRemoved(sql, accountId, issuer, subject))) return refuse('removed');
  const row =
    invitation ?? (await sql.one<Row>(`${ROW} account_id = $1 AND lower(email) = lower($2)`, accountId, email));
  return row ? { kind: 'row', accountId, row } : { kind: 'new', accountId, role, email };
}

function placeByInvitation(
  { email, emailVerified, groups }: ProviderPerson,
  invited: readonly Row[],
  places: readonly AccountSignIn[],
): Place {
  if (invited.length === 0) {
    if (groups === 'too-many' && places.length > 0) return strangers('groups-many');
    return strangers(email === null ? 'address-missing' : 'not-invited');
  }
  const [row] = invited as [Row, ...Row[]];
  const { accountId, id } = row;
  if (emailVerified !== true) return { kind: 'refused', accountId, id, reason: 'address-unverified' };
  // Every account may invite an address. Whose the person is they say by the link that they follow.
  return invited.length > 1 ? strangers('several-accounts') : { kind: 'row', accountId, row };
}

function strangers(reason: PersonRefusal): Place {
  return { kind: 'refused', accountId: null, id: null, reason };
}

async function holderOf(sql: Sql, email: string | null): Promise<Row | undefined> {
  return email === null ? undefined : sql.one<Row>(`${ROW} joined_at IS NOT NULL AND lower(email) = lower($1)`, email);
}

/** Those of an address who can follow a link and have not joined. */
async function invitedRows(sql: Sql, email: string | null): Promise<Row[]> {
  if (email === null) return [];
  return sql.all<Row>(
    `${ROW} joined_at IS NULL AND lower(email) = lower($1) AND id IN (
       SELECT user_id FROM links WHERE used_at IS NULL AND suspended_at IS NULL AND expires_at > $2)
     ORDER BY id`,
    email,
    sql.at,
  );
}

/** Whoever was removed by hand comes back by an invitation alone. */
async function wasRemoved(sql: Sql, accountId: number, issuer: string, subject: string): Promise<boolean> {
  const removed = `SELECT 1 FROM users WHERE account_id = $1 AND issuer = $2 AND subject = $3
    AND removed_at IS NOT NULL LIMIT 1`;
  return (await sql.value(removed, accountId, issuer, subject)) !== undefined;
}

/** Why somebody who is known gets no access now. */
function refusalOf(
  { suspendedAt, byGroup }: Row,
  { groups }: ProviderPerson,
  mapped: readonly GroupRole[],
): PersonRefusal | undefined {
  if (suspendedAt !== null) return 'suspended';
  if (!byGroup) return undefined;
  if (groups === 'too-many') return 'groups-many';
  return roleByGroups(groups, mapped) === undefined ? 'no-group' : undefined;
}

/** Somebody who has a row: role, address and identity become what the provider says. */
async function settled(tx: Transaction, row: Row, person: ProviderPerson, session?: Uint8Array): Promise<Arrived> {
  const { id, accountId } = row;
  const { groups: mapped } = await signInOf(tx, accountId);
  const reason = refusalOf(row, person, mapped);
  if (reason !== undefined) {
    // What the provider says at a sign-in counts for the sessions of before as well.
    if ((await endProviderSessions(tx, id)) > 0) refused(tx, { accountId, id, reason }, 'user.access-lost');
    return refused(tx, { accountId, id, reason }, 'user.sign-in-failed');
  }
  const byGroups = person.groups === 'too-many' ? undefined : roleByGroups(person.groups, mapped);
  const role = byGroups !== undefined && followsGroups(row.role, mapped) ? byGroups : row.role;
  if (role !== row.role) await followRole(tx, row, role, session);
  await readdressed(tx, row, person);
  await tx.run(
    `UPDATE users SET issuer = :issuer, subject = :subject, by_group = :byGroup,
       joined_at = coalesce(joined_at, :at), last_seen_at = :at WHERE id = :id`,
    { id, issuer: person.issuer, subject: person.subject, byGroup: row.byGroup || byGroups !== undefined, at: tx.at },
  );
  const joined = row.joinedAt === null;
  if (joined) {
    await useLinks(tx, accountId, id);
    await decidesSince(tx, id);
    note(tx, 'user.joined', id, accountId, { role, by: byGroups === undefined ? 'invitation' : 'group' });
  } else if (row.subject !== person.subject || row.issuer !== person.issuer) {
    note(tx, 'user.provider-linked', id, accountId);
  }
  return { kind: 'ok', user: (await userById(tx, id))!, joined };
}

async function made(
  tx: Transaction,
  { accountId, role, email }: Extract<Place, { kind: 'new' }>,
  { issuer, subject }: ProviderPerson,
): Promise<User> {
  const id = await tx.value<number>(
    `INSERT INTO users (account_id, email, role, issuer, subject, by_group, created_at, joined_at, last_seen_at)
     VALUES (:accountId, :email, :role, :issuer, :subject, :byGroup, :at, :at, :at) RETURNING id`,
    { accountId, email, role, issuer, subject, byGroup: true, at: tx.at },
  );
  await decidesSince(tx, id!);
  note(tx, 'user.joined', id!, accountId, { role, by: 'group' });
  return (await userById(tx, id!))!;
}

async function followRole(tx: Transaction, { id, accountId, role: from }: Row, to: UserRole, session?: Uint8Array) {
  await changeRole(tx, { id, accountId, role: from }, to, session);
  if (!hasRight(to, 'work')) await handOverEscalations(tx, id);
  const details = { from, to, by: 'group' };
  tx.audit({ at: tx.at, actor: 'service', action: 'user.role-changed', subject: `user:${id}`, accountId, details });
}

/** Another address of the same person, where it is verified and nobody else has it. */
async function readdressed(tx: Transaction, row: Row, { email, emailVerified }: ProviderPerson): Promise<void> {
  if (email === null || emailVerified !== true || email.toLowerCase() === row.email.toLowerCase()) return;
  const taken = await tx.value(
    `SELECT 1 FROM users WHERE lower(email) = lower($1) AND id <> $2 AND removed_at IS NULL
       AND (joined_at IS NOT NULL OR account_id = $3) LIMIT 1`,
    email,
    row.id,
    row.accountId,
  );
  if (taken !== undefined) return;
  await tx.run('UPDATE users SET email = $1 WHERE id = $2', email, row.id);
  note(tx, 'user.address-changed', row.id, row.accountId);
}

function refused(
  tx: Transaction,
  { accountId, id, reason }: { accountId: number | null; id: number | null; reason: PersonRefusal },
  action: string,
): Arrived {
  const subject = id === null ? 'user:unknown' : `user:${id}`;
  tx.audit({ at: tx.at, actor: 'service', action, subject, accountId, details: { by: 'provider', reason } });
  return { kind: 'refused', reason };
}

function note(tx: Transaction, action: string, id: number, accountId: number, details = {}): void {
  tx.audit({ at: tx.at, actor: `user:${id}`, action, subject: `user:${id}`, accountId, details });
}
