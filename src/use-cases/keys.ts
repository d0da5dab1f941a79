import { keyId, newApiKey, newKeyValue } from '../accounts/api-keys.ts';
import type { ApiKey } from '../domain/account.ts';
import type { Actor } from '../domain/actor.ts';
import type { KeyScopes } from '../domain/key-scope.ts';
import { TouchstoneError } from '../errors.ts';
import { say } from '../sentences.ts';
import type { Ports } from './ports.ts';

export interface KeyToCreate {
  readonly accountId: number;
  /** What the key is for: one line of 1 to 200 characters. */
  readonly name: string;
  /** Canonical addresses and ranges that it may be used from; none: any address. */
  readonly allow: readonly string[];
  /** What it may do; all without it. */
  readonly scopes?: KeyScopes;
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
  { records: { accounts }, announce, environment }: Pick<Ports, 'records' | 'announce' | 'environment'>,
  { accountId, name, allow, scopes = null, expiresAt }: KeyToCreate,
  actor: Actor,
): Promise<CreatedKey> {
  const { id, value, hash } = newApiKey(environment !== 'production');
  const wanted = { id, hash, accountId, name, allow: [...new Set(allow)], scopes, ...(expiresAt && { expiresAt }) };
  const key = await accounts.createKey(wanted, actor);
  announce({ kind: 'key-created', accountId, id });
  return { key, value };
}

export interface KeyToRotate extends KeyToRevoke {
  /** How long the value of before works on, in milliseconds. */
  readonly overlapMs: number;
}

/**
 * Gives a key another value. The one before works until then; one before that, if it still did, ends at once. Its id,
 * its scopes and all else stay. Throws `not-found`, and `validation` for a key that was revoked or has expired.
 */
export async function rotateKey(
  ports: Pick<Ports, 'records' | 'announce' | 'environment' | 'now'>,
  { overlapMs, ...which }: KeyToRotate,
  actor: Actor,
): Promise<CreatedKey> {
  const { records, announce, environment, now } = ports;
  const id = await permittedKey(records, which);
  if (id === undefined) throw noSuchKey();
  const { value, hash } = newKeyValue(id, environment !== 'production');
  const previousUntil = new Date(now().getTime() + overlapMs).toISOString();
  const key = await records.accounts.rotateKey(id, { hash, previousUntil }, actor);
  if (!key) throw noSuchKey();
  announce({ kind: 'key-rotated', accountId: key.accountId, id: key.id });
  return { key, value };
}

export interface KeyToRevoke {
  /** Its id, or the whole value where that has leaked. */
  readonly key: string;
  /** Only a key of this account; of any account without it. */
  readonly accountId?: number;
}

/**
 * Ends a key at once: the next request with it is refused. Revoking it again keeps the first time. Throws
 * `not-found` where there is no such key.
 */
export async function revokeKey(
  { records, announce }: Pick<Ports, 'records' | 'announce'>,
  which: KeyToRevoke,
  actor: Actor,
): Promise<ApiKey> {
  const id = await permittedKey(records, which);
  const revoked = id && (await records.accounts.revokeKey(id, actor));
  if (!revoked) throw noSuchKey();
  announce({ kind: 'key-revoked', accountId: revoked.accountId, id: revoked.id });
  return revoked;
}

/** The id of a key that may be meant; undefined for one of another account. */
async function permittedKey(
  { accounts }: Ports['records'],
  { key, accountId }: KeyToRevoke,
): Promise<string | undefined> {
  const id = keyId(key) ?? key;
  const permitted = accountId === undefined || (await accounts.listKeys(accountId)).some((known) => known.id === id);
  return permitted ? id : undefined;
}

function noSuchKey(): TouchstoneError {
  return new TouchstoneError('not-found', say('refusal.no-such-key'));
}
