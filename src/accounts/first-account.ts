import { DEFAULT_PLAN, DEFAULT_QUOTA } from '../domain/quota.ts';
import type { Records } from '../records/port.ts';
import { newApiKey } from './api-keys.ts';

export interface FirstAccount {
  readonly accountId: number;
  readonly keyId: string;
  /** The value, known only now. */
  readonly key: string;
}

/** Makes an account and a key where there is no account yet, so that a newcomer can start; undefined otherwise. */
export async function createFirstAccount(records: Records): Promise<FirstAccount | undefined> {
  if ((await records.accounts.list()).length > 0) return undefined;
  const first = { name: 'First account', quota: DEFAULT_QUOTA, plan: DEFAULT_PLAN, operator: true };
  const account = await records.accounts.create(first, 'service');
  const { id, value, hash } = newApiKey();
  await records.accounts.createKey({ id, hash, accountId: account.id, name: 'First key', allow: [] }, 'service');
  return { accountId: account.id, keyId: id, key: value };
}
