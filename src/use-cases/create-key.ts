import { newApiKey } from '../accounts/api-keys.ts';
import type { ApiKey } from '../domain/account.ts';
import type { Actor } from '../domain/actor.ts';
import type { Environment } from '../domain/environment.ts';
import type { Records } from '../records/port.ts';
import type { Announce } from './events.ts';

export interface CreateKeyPorts {
  readonly records: Pick<Records, 'accounts'>;
  readonly announce: Announce;
  readonly environment: Environment;
}

export interface KeyToCreate {
  readonly accountId: number;
  /** What the key is for: one line of 1 to 200 characters. */
  readonly name: string;
  /** Canonical addresses and ranges that it may be used from; none: any address. */
  readonly allow: readonly string[];
  /** ISO 8601 in UTC; never without it. */
  readonly expiresAt?: string | undefined;
}

/** A key and its value, which is known only now: the records keep a hash. */
export interface CreatedKey {
  readonly key: ApiKey;
  readonly value: string;
}

/** Makes an API key, which works at once. Throws `not-found` where there is no such account. */
export async function createKey(
  { records: { accounts }, announce, environment }: CreateKeyPorts,
  { accountId, name, allow, expiresAt }: KeyToCreate,
  actor: Actor,
): Promise<CreatedKey> {
  const { id, value, hash } = newApiKey(environment !== 'production');
  const wanted = { id, hash, accountId, name, allow: [...new Set(allow)], ...(expiresAt && { expiresAt }) };
  const key = await accounts.createKey(wanted, actor);
  announce({ kind: 'key-created', accountId, id });
  return { key, value };
}
