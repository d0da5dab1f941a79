import type { Account, ApiKey, KeyAccess } from '../../domain/account.ts';
import { type Actor, userOf } from '../../domain/actor.ts';
import { TouchstoneError } from '../../errors.ts';
import {
  type AccountChanges,
  type AccountRow,
  accountOf,
  apiKey,
  type KeyRow,
  type NewAccount,
  type NewKey,
} from '../rows/accounts.ts';
import type { Sql } from './sql.ts';
import type { Transaction } from './transaction.ts';

const ACCOUNT = 'id, name, email, quota, plan, operator, four_eyes, screen_verified, created_at';
const KEY = `keys.id, keys.account_id, keys.name, keys.allow, keys.created_at, keys.expires_at, keys.revoked_at,
  keys.suspended_at, keys.last_used_at, keys.requests`;

export const accountWrites = {
  'accounts.create': async (tx: Transaction, account: NewAccount, actor: Actor): Promise<Account> => {
    const { quota, plan, operator, createdAt } = account;
    const row = await tx.one<AccountRow>(
      `INSERT INTO accounts (name, email, quota, plan, operator, created_at)
       VALUES (:name, :email, :quota, :plan, :operator, :createdAt) RETURNING ${ACCOUNT}`,
      account,
    );
    const created = accountOf(row!);
    tx.audit({
      at: createdAt,
      actor,
      action: 'account.created',
      subject: `account:${created.id}`,
      accountId: created.id,
      details: { quota, plan, operator },
    });
    return created;
  },
  'accounts.set': async (
    tx: Transaction,
    id: number,
    changes: AccountChanges,
    at: string,
    actor: Actor,
  ): Promise<Account | undefined> => {
    const before = await accountReads['accounts.get'](tx, id);
    if (!before) return undefined;
    const account = { ...before, ...changes };
    await tx.run(
      `UPDATE accounts SET name = :name, quota = :quota, plan = :plan, operator = :operator, four_eyes = :fourEyes,
         screen_verified = :screenVerified
       WHERE id = :id`,
      account,
    );
    // What an account is called may be somebody's name.
    const { name, ...rest } = changes;
    const details = { ...rest, ...(name !== undefined && { renamed: true }) };
    tx.audit({ at, actor, action: 'account.changed', subject: `account:${id}`, accountId: id, details });
    return account;
  },
  'keys.create': async (tx: Transaction, key: NewKey, actor: Actor): Promise<ApiKey> => {
    const { id, accountId, allow, createdAt, expiresAt } = key;
    if (!(await accountReads['accounts.get'](tx, accountId))) {
      throw new TouchstoneError('not-found', `There is no account ${accountId}.`);
    }
    const row = await tx.one<KeyRow>(
      `INSERT INTO keys (id, account_id, name, hash, allow, created_at, expires_at, created_by)
       VALUES (:id, :accountId, :name, :hash, :allow, :createdAt, :expiresAt, :createdBy) RETURNING ${KEY}`,
      { ...key, allow: JSON.stringify(allow), createdBy: userOf(actor) },
    );
    const details = { addresses: allow.length, expiresAt };
    tx.audit({ at: createdAt, actor, action: 'key.created', subject: `key:${id}`, accountId, details });
    return apiKey(row!);
  },
  'keys.revoke': async (tx: Transaction, id: string, at: string, actor: Actor): Promise<ApiKey | undefined> => {
    const changed = await tx.run('UPDATE keys SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL', at, id);
    const row = await tx.one<KeyRow>(`SELECT ${KEY} FROM keys WHERE id = $1`, id);
    if (row && changed > 0) {
      tx.audit({ at, actor, action: 'key.revoked', subject: `key:${id}`, accountId: row.accountId, details: {} });
    }
    return row && apiKey(row);
  },
  'keys.touch': async (tx: Transaction, id: string, requests: number, lastUsedAt: string): Promise<void> => {
    await tx.run(
      `UPDATE keys SET requests = requests + $2, last_used_at = greatest($3::timestamptz, last_used_at) WHERE id = $1`,
      id,
      requests,
      lastUsedAt,
    );
  },
};

export const accountReads = {
  'accounts.get': async (sql: Sql, id: number): Promise<Account | undefined> => {
    const row = await sql.one<AccountRow>(`SELECT ${ACCOUNT} FROM accounts WHERE id = $1`, id);
    return row && accountOf(row);
  },
  'accounts.list': async (sql: Sql): Promise<Account[]> =>
    (await sql.all<AccountRow>(`SELECT ${ACCOUNT} FROM accounts ORDER BY id`)).map(accountOf),
  'accounts.used': async (sql: Sql, id: number, period: string): Promise<number> =>
    (await sql.value<number>('SELECT used FROM quota_use WHERE account_id = $1 AND period = $2', id, period)) ?? 0,
  'keys.list': async (sql: Sql, accountId: number): Promise<ApiKey[]> => {
    const keys = `SELECT ${KEY} FROM keys WHERE account_id = $1 ORDER BY created_at, id`;
    return (await sql.all<KeyRow>(keys, accountId)).map(apiKey);
  },
  'keys.access': async (sql: Sql, keyId: string, period: string): Promise<KeyAccess | undefined> => {
    const row = await sql.one<KeyRow & { hash: Uint8Array; quota: number; used: number }>(
      `SELECT ${KEY}, keys.hash, accounts.quota, coalesce(quota_use.used, 0) AS used
       FROM keys JOIN accounts ON accounts.id = keys.account_id
       LEFT JOIN quota_use ON quota_use.account_id = accounts.id AND quota_use.period = $2
       WHERE keys.id = $1`,
      keyId,
      period,
    );
    if (!row) return undefined;
    const { hash, quota, used, ...key } = row;
    return { key: apiKey(key), hash: new Uint8Array(hash), quota, used };
  },
};
