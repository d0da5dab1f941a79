import { keyId } from '../accounts/api-keys.ts';
import type { ApiKey } from '../domain/account.ts';
import type { Actor } from '../domain/actor.ts';
import { TouchstoneError } from '../errors.ts';
import type { Records } from '../records/port.ts';
import { say } from '../sentences.ts';
import type { Announce } from './events.ts';

export interface RevokeKeyPorts {
  readonly records: Pick<Records, 'accounts'>;
  readonly announce: Announce;
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
  { records: { accounts }, announce }: RevokeKeyPorts,
  { key, accountId }: KeyToRevoke,
  actor: Actor,
): Promise<ApiKey> {
  const id = keyId(key) ?? key;
  const permitted = accountId === undefined || (await accounts.listKeys(accountId)).some((known) => known.id === id);
  const revoked = permitted ? await accounts.revokeKey(id, actor) : undefined;
  if (!revoked) throw new TouchstoneError('not-found', say('refusal.no-such-key'));
  announce({ kind: 'key-revoked', accountId: revoked.accountId, id });
  return revoked;
}
