import type { Account } from '../domain/account.ts';
import type { Actor } from '../domain/actor.ts';
import type { AccountSignIn } from '../domain/provider-person.ts';
import { DEFAULT_PLAN, DEFAULT_QUOTA } from '../domain/quota.ts';
import { TouchstoneError } from '../errors.ts';
import { createKey } from './keys.ts';
import type { Ports } from './ports.ts';
import { inviteUser } from './users.ts';

/** What a newcomer starts with. The records keep hashes of both secrets, so they are known only now. */
export interface FirstAccount {
  readonly accountId: number;
  readonly keyId: string;
  /** The value of the API key. */
  readonly key: string;
  /** The token of the one-time link that makes the first owner. */
  readonly setUpToken: string;
}

/**
 * Makes the operator's account, a key and the link of the first set-up, so that a newcomer can start. Undefined where
 * there is an account already.
 */
export async function createFirstAccount(
  ports: Pick<Ports, 'records' | 'announce' | 'environment' | 'now'>,
): Promise<FirstAccount | undefined> {
  const { accounts } = ports.records;
  if ((await accounts.list()).length > 0) return undefined;
  const wanted = { name: 'First account', quota: DEFAULT_QUOTA, plan: DEFAULT_PLAN, operator: true };
  const { id: accountId } = await createAccount(ports, wanted, 'service');
  const { key, value } = await createKey(ports, { accountId, name: 'First key', allow: [] }, 'service');
  const { token } = await inviteUser(ports, { accountId, email: null, role: 'owner' }, 'service');
  return { accountId, keyId: key.id, key: value, setUpToken: token };
}

/** Makes an account. Its decisions need reasons until somebody says otherwise. */
export function createAccount(
  { records: { accounts } }: Pick<Ports, 'records'>,
  account: Omit<Parameters<typeof accounts.create>[0], 'requireReason'>,
  actor: Actor,
): Promise<Account> {
  return accounts.create({ ...account, requireReason: true }, actor);
}

/** Changes what holds for a whole account. Without a change nothing is noted. Throws `not-found`. */
export async function changeAccount(
  { records: { accounts } }: Pick<Ports, 'records'>,
  id: number,
  changes: Parameters<typeof accounts.set>[1],
  actor: Actor,
): Promise<Account> {
  const isChange = Object.keys(changes).length > 0;
  const account = isChange ? await accounts.set(id, changes, actor) : await accounts.get(id);
  if (!account) throw new TouchstoneError('not-found', `There is no account ${id}.`);
  return account;
}

/**
 * Changes how the people of an account sign in, and answers how they do. Without a change nothing is noted. Throws
 * `not-found`, and `validation` for a group that leads to another account.
 */
export async function changeSignIn(
  { records: { accounts } }: Pick<Ports, 'records'>,
  id: number,
  changes: Partial<Pick<AccountSignIn, 'groups' | 'password'>>,
  actor: Actor,
): Promise<AccountSignIn> {
  const isChange = Object.keys(changes).length > 0;
  const signIn = isChange ? await accounts.setSignIn(id, changes, actor) : await accounts.signIn(id);
  if (!signIn) throw new TouchstoneError('not-found', `There is no account ${id}.`);
  return signIn;
}
