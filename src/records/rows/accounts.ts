import type { Account, ApiKey } from '../../domain/account.ts';
import type { Flag } from './flag.ts';

export type NewAccount = Omit<Account, 'id' | 'fourEyes' | 'screenVerified'>;

export type AccountChanges = Partial<
  Pick<Account, 'name' | 'quota' | 'plan' | 'operator' | 'fourEyes' | 'screenVerified'>
>;

export type NewKey = Pick<ApiKey, 'id' | 'accountId' | 'name' | 'allow' | 'createdAt' | 'expiresAt'> & {
  hash: Uint8Array;
};

export type AccountRow = Omit<Account, 'operator' | 'fourEyes' | 'screenVerified'> & {
  operator: Flag;
  fourEyes: Flag;
  screenVerified: Flag;
};

export type KeyRow = Omit<ApiKey, 'allow'> & { allow: string };

export function accountOf(row: AccountRow): Account {
  return {
    ...row,
    operator: Boolean(row.operator),
    fourEyes: Boolean(row.fourEyes),
    screenVerified: Boolean(row.screenVerified),
  };
}

export function apiKey(row: KeyRow): ApiKey {
  return { ...row, allow: JSON.parse(row.allow) as string[] };
}
