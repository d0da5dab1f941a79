import type { Environment } from '../domain/environment.ts';
import { DEFAULT_PLAN, DEFAULT_QUOTA } from '../domain/quota.ts';
import type { Records } from '../records/port.ts';
import { createKey } from './create-key.ts';
import type { Announce } from './events.ts';
import { inviteUser } from './invite-user.ts';

export interface CreateFirstAccountPorts {
  readonly records: Pick<Records, 'accounts' | 'users'>;
  readonly announce: Announce;
  readonly environment: Environment;
  readonly now: () => Date;
}

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
export async function createFirstAccount(ports: CreateFirstAccountPorts): Promise<FirstAccount | undefined> {
  const { accounts } = ports.records;
  if ((await accounts.list()).length > 0) return undefined;
  const wanted = { name: 'First account', quota: DEFAULT_QUOTA, plan: DEFAULT_PLAN, operator: true };
  const { id: accountId } = await accounts.create(wanted, 'service');
  const { key, value } = await createKey(ports, { accountId, name: 'First key', allow: [] }, 'service');
  const { token } = await inviteUser(ports, { accountId, email: null, role: 'owner' }, 'service');
  return { accountId, keyId: key.id, key: value, setUpToken: token };
}
