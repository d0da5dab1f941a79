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
import { auditAppender } from './audit.ts';
import type { Connection } from './connection.ts';

const ACCOUNT = `id, name, email, quota, plan, operator, four_eyes AS fourEyes, screen_verified AS screenVerified,
  created_at AS createdAt`;
const KEY = `keys.id, keys.account_id AS accountId, keys.name, keys.allow, keys.created_at AS createdAt,
  keys.expires_at AS expiresAt, keys.revoked_at AS revokedAt, keys.suspended_at AS suspendedAt, keys.last_used_at AS lastUsedAt, keys.requests`;

export function accountWrites(db: Connection) {
  const audit = auditAppender(db);
  const insertAccount = db.prepare<[string, string | null, number, string, number, string], AccountRow>(
    `INSERT INTO accounts (name, email, quota, plan, operator, created_at) VALUES (?, ?, ?, ?, ?, ?) RETURNING ${ACCOUNT}`,
  );
  const oneAccount = db.prepare<[number], AccountRow>(`SELECT ${ACCOUNT} FROM accounts WHERE id = ?`);
  const changeAccount = db.prepare(
    'UPDATE accounts SET name = ?, quota = ?, plan = ?, operator = ?, four_eyes = ?, screen_verified = ? WHERE id = ?',
  );
  const accountExists = db.prepare<[number], { id: number }>('SELECT id FROM accounts WHERE id = ?');
  const insertKey = db.prepare(
    `INSERT INTO keys (id, account_id, name, hash, allow, created_at, expires_at, created_by)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const keyById = db.prepare<[string], KeyRow>(`SELECT ${KEY} FROM keys WHERE id = ?`);
  const revoke = db.prepare('UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL');
  const touch = db.prepare(
    'UPDATE keys SET requests = requests + ?, last_used_at = max(?, coalesce(last_used_at, ?)) WHERE id = ?',
  );
  return {
    'accounts.create': (account: NewAccount, actor: Actor): Account => {
      const { name, email, quota, plan, operator, createdAt } = account;
      const created = accountOf(insertAccount.get(name, email, quota, plan, operator ? 1 : 0, createdAt)!);
      audit({
        at: createdAt,
        actor,
        action: 'account.created',
        subject: `account:${created.id}`,
        accountId: created.id,
        details: { quota, plan, operator },
      });
      return created;
    },
    'accounts.set': (id: number, changes: AccountChanges, at: string, actor: Actor): Account | undefined => {
      const row = oneAccount.get(id);
      if (!row) return undefined;
      const account = { ...accountOf(row), ...changes };
      const { operator, fourEyes, screenVerified } = account;
      const flags = [operator, fourEyes, screenVerified].map(Number);
      changeAccount.run(account.name, account.quota, account.plan, ...flags, id);
      // What an account is called may be somebody's name.
      const { name, ...rest } = changes;
      const details = { ...rest, ...(name !== undefined && { renamed: true }) };
      audit({ at, actor, action: 'account.changed', subject: `account:${id}`, accountId: id, details });
      return account;
    },
    'keys.create': (key: NewKey, actor: Actor): ApiKey => {
      const { id, accountId, name, hash, allow, createdAt, expiresAt } = key;
      if (!accountExists.get(accountId)) throw new TouchstoneError('not-found', `There is no account ${accountId}.`);
      insertKey.run(id, accountId, name, hash, JSON.stringify(allow), createdAt, expiresAt, userOf(actor));
      const details = { addresses: allow.length, expiresAt };
      audit({ at: createdAt, actor, action: 'key.created', subject: `key:${id}`, accountId, details });
      return apiKey(keyById.get(id) as KeyRow);
    },
    'keys.revoke': (id: string, at: string, actor: Actor): ApiKey | undefined => {
      const { changes } = revoke.run(at, id);
      const row = keyById.get(id);
      if (row && changes > 0) {
        audit({ at, actor, action: 'key.revoked', subject: `key:${id}`, accountId: row.accountId, details: {} });
      }
      return row && apiKey(row);
    },
    'keys.touch': (id: string, requests: number, lastUsedAt: string): void => {
      touch.run(requests, lastUsedAt, lastUsedAt, id);
    },
  };
}

export function accountReads(db: Connection) {
  const one = db.prepare<[number], AccountRow>(`SELECT ${ACCOUNT} FROM accounts WHERE id = ?`);
  const all = db.prepare<[], AccountRow>(`SELECT ${ACCOUNT} FROM accounts ORDER BY id`);
  const used = db.prepare<[number, string], { used: number }>(
    'SELECT used FROM quota_use WHERE account_id = ? AND period = ?',
  );
  const keys = db.prepare<[number], KeyRow>(`SELECT ${KEY} FROM keys WHERE account_id = ? ORDER BY created_at, id`);
  const access = db.prepare<[string, string], KeyRow & { hash: Uint8Array; quota: number; used: number }>(
    `SELECT ${KEY}, keys.hash, accounts.quota, coalesce(quota_use.used, 0) AS used
     FROM keys JOIN accounts ON accounts.id = keys.account_id
     LEFT JOIN quota_use ON quota_use.account_id = accounts.id AND quota_use.period = ?
     WHERE keys.id = ?`,
  );
  return {
    'accounts.get': (id: number): Account | undefined => {
      const row = one.get(id);
      return row && accountOf(row);
    },
    'accounts.list': (): Account[] => all.all().map(accountOf),
    'accounts.used': (id: number, period: string): number => used.get(id, period)?.used ?? 0,
    'keys.list': (accountId: number): ApiKey[] => keys.all(accountId).map(apiKey),
    'keys.access': (keyId: string, period: string): KeyAccess | undefined => {
      const row = access.get(period, keyId);
      if (!row) return undefined;
      const { hash, quota, used, ...key } = row;
      return { key: apiKey(key), hash: new Uint8Array(hash), quota, used };
    },
  };
}
