import type { Account, ApiKey, KeyAccess } from '../../domain/account.ts';
import { type Actor, userOf } from '../../domain/actor.ts';
import type { KeyScope, KeyScopes, KeyUses } from '../../domain/key-scope.ts';
import { TouchstoneError } from '../../errors.ts';
import { say } from '../../sentences.ts';
import { alone, ofAccount } from '../operation.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';

/** `quota`: records a calendar month. */
interface NewAccount extends Pick<Account, 'name' | 'quota' | 'plan'> {
  readonly email?: string;
  readonly operator?: boolean;
  readonly requireReason?: boolean;
}

type AccountChanges = Partial<Omit<Account, 'id' | 'email' | 'createdAt'>>;

interface NewKey extends Pick<ApiKey, 'id' | 'accountId' | 'name' | 'allow'> {
  /** All without it. */
  readonly scopes?: KeyScopes;
  /** SHA-256 of the whole value. */
  readonly hash: Uint8Array;
  readonly expiresAt?: string;
}

interface NewKeyValue {
  /** SHA-256 of the whole value. */
  readonly hash: Uint8Array;
  /** ISO 8601; now or before: the value of before ends at once. */
  readonly previousUntil: string;
}

type KeyRow = Omit<ApiKey, 'allow' | 'scopes'> & { readonly allow: string; readonly scopes: string | null };

const ACCOUNT = `id, name, email, quota, plan, operator, four_eyes, require_reason, due_days, screen_verified,
  keep_screenings, keep_verifications, keep_batches, keep_deliveries, second_factor_required, review_pictures,
  created_at`;
const KEY = `keys.id, keys.account_id, keys.name, keys.allow, keys.scopes, keys.created_at, keys.expires_at, keys.revoked_at,
  keys.suspended_at, keys.last_used_at, keys.requests, keys.rotated_at, keys.previous_until,
  coalesce(keys.uses_since, keys.created_at) AS uses_since`;
const KEY_BY_ID = `SELECT ${KEY} FROM keys WHERE id = $1`;

export const accountWrites = {
  'accounts.create': async (tx: Transaction, account: NewAccount, actor: Actor): Promise<Account> => {
    const { quota, plan, email = null, operator = false, requireReason = false } = account;
    const created = await tx.one<Account>(
      `INSERT INTO accounts (name, email, quota, plan, operator, require_reason, created_at)
       VALUES (:name, :email, :quota, :plan, :operator, :requireReason, :at) RETURNING ${ACCOUNT}`,
      { ...account, email, operator, requireReason, at: tx.at },
    );
    const { id } = created!;
    const details = { quota, plan, operator, requireReason };
    tx.audit({ at: tx.at, actor, action: 'account.created', subject: `account:${id}`, accountId: id, details });
    return created!;
  },
  /** Undefined where there is no such account. */
  'accounts.set': alone(
    ofAccount(
      async (tx: Transaction, id: number, changes: AccountChanges, actor: Actor): Promise<Account | undefined> => {
        const before = await accountReads['accounts.get'](tx, id);
        if (!before) return undefined;
        const account = { ...before, ...changes };
        await tx.run(
          `UPDATE accounts SET name = :name, quota = :quota, plan = :plan, operator = :operator, four_eyes = :fourEyes,
             require_reason = :requireReason, due_days = :dueDays, screen_verified = :screenVerified, keep_screenings = :keepScreenings,
             keep_verifications = :keepVerifications, keep_batches = :keepBatches, keep_deliveries = :keepDeliveries,
             second_factor_required = :secondFactorRequired, review_pictures = :reviewPictures
           WHERE id = :id`,
          account,
        );
        // What an account is called may be somebody's name.
        const { name, ...rest } = changes;
        const details = { ...rest, ...(name !== undefined && { renamed: true }) };
        tx.audit({ at: tx.at, actor, action: 'account.changed', subject: `account:${id}`, accountId: id, details });
        return account;
      },
    ),
  ),
  /** Throws `not-found` where there is no such account. */
  'accounts.createKey': ofAccount(async (tx: Transaction, key: NewKey, actor: Actor): Promise<ApiKey> => {
    const { id, accountId, allow, scopes = null, expiresAt = null } = key;
    if (!(await accountReads['accounts.get'](tx, accountId))) {
      throw new TouchstoneError('not-found', `There is no account ${accountId}.`);
    }
    const row = await tx.one<KeyRow>(
      `INSERT INTO keys (id, account_id, name, hash, allow, scopes, created_at, expires_at, created_by)
         VALUES (:id, :accountId, :name, :hash, :allow, :scopes, :at, :expiresAt, :createdBy) RETURNING ${KEY}`,
      {
        ...key,
        allow: JSON.stringify(allow),
        scopes: scopes && JSON.stringify(scopes),
        at: tx.at,
        expiresAt,
        createdBy: userOf(actor),
      },
    );
    const details = { addresses: allow.length, expiresAt, scopes: scopes?.join(' ') ?? 'all' };
    tx.audit({ at: tx.at, actor, action: 'key.created', subject: `key:${id}`, accountId, details });
    return apiKey(row!);
  }),
  /** Undefined where there is no such key; revoking twice keeps the first time. */
  'accounts.revokeKey': alone(async (tx: Transaction, id: string, actor: Actor): Promise<ApiKey | undefined> => {
    const changed = await tx.run('UPDATE keys SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL', tx.at, id);
    const row = await tx.one<KeyRow>(KEY_BY_ID, id);
    if (row && changed > 0) {
      const { accountId } = row;
      tx.audit({ at: tx.at, actor, action: 'key.revoked', subject: `key:${id}`, accountId, details: {} });
    }
    return row && apiKey(row);
  }),
  /**
   * Gives a key another value. The one before works until then, and one before that no more. Undefined where there is
   * no such key. Throws `validation` for one that was revoked or has expired.
   */
  'accounts.rotateKey': alone(
    async (
      tx: Transaction,
      id: string,
      { hash, previousUntil }: NewKeyValue,
      actor: Actor,
    ): Promise<ApiKey | undefined> => {
      const before = await tx.one<KeyRow>(`${KEY_BY_ID} FOR UPDATE`, id);
      if (!before) return undefined;
      const { accountId, revokedAt, expiresAt } = before;
      const hasEnded = revokedAt !== null || (expiresAt !== null && expiresAt <= tx.at);
      if (hasEnded) throw new TouchstoneError('validation', say('refusal.rotate-ended', { id }));
      const until = previousUntil > tx.at ? previousUntil : null;
      await tx.run(
        `UPDATE keys SET previous_hash = CASE WHEN :until::timestamptz IS NULL THEN NULL ELSE hash END,
           previous_until = :until, hash = :hash, rotated_at = :at WHERE id = :id`,
        { id, hash, until, at: tx.at },
      );
      const by = { id, at: tx.at, user: userOf(actor) };
      await tx.run('INSERT INTO key_rotations (key_id, at, user_id) VALUES (:id, :at, :user)', by);
      const details = { previousUntil: until };
      tx.audit({ at: tx.at, actor, action: 'key.rotated', subject: `key:${id}`, accountId, details });
      return apiKey((await tx.one<KeyRow>(KEY_BY_ID, id))!);
    },
  ),
  /** Notes a day, such as `2026-11-21`, on which a key did what needs a scope. */
  'keys.note': async (tx: Transaction, id: string, scope: KeyScope, day: string): Promise<void> => {
    await tx.run(
      `INSERT INTO key_uses (key_id, scope, day) VALUES ($1, $2, $3)
       ON CONFLICT (key_id, scope) DO UPDATE SET day = excluded.day WHERE key_uses.day < excluded.day`,
      id,
      scope,
      day,
    );
  },
  /** Adds requests that were counted in memory. */
  'keys.touch': async (tx: Transaction, id: string, requests: number, lastUsedAt: string): Promise<void> => {
    await tx.run(
      `UPDATE keys SET requests = requests + $2,
         last_used_at = greatest($3::timestamptz, coalesce(last_used_at, $3::timestamptz))
       WHERE id = $1`,
      id,
      requests,
      lastUsedAt,
    );
  },
};

export const accountReads = {
  /** Undefined where there is no such account. */
  'accounts.get': (sql: Sql, id: number): Promise<Account | undefined> =>
    sql.one<Account>(`SELECT ${ACCOUNT} FROM accounts WHERE id = $1`, id),
  /** Oldest first. */
  'accounts.list': (sql: Sql): Promise<Account[]> => sql.all<Account>(`SELECT ${ACCOUNT} FROM accounts ORDER BY id`),
  /** Units used in a period, such as `2026-11`. */
  'accounts.used': async (sql: Sql, id: number, period: string): Promise<number> =>
    (await sql.value<number>('SELECT used FROM quota_use WHERE account_id = $1 AND period = $2', id, period)) ?? 0,
  /** Oldest first, revoked ones too. */
  'accounts.listKeys': ofAccount(async (sql: Sql, accountId: number): Promise<ApiKey[]> => {
    const keys = `SELECT ${KEY} FROM keys WHERE account_id = $1 ORDER BY created_at, id`;
    return (await sql.all<KeyRow>(keys, accountId)).map(apiKey);
  }),
  /** What the keys of an account did, by their ids. */
  'accounts.keyUses': ofAccount(async (sql: Sql, accountId: number): Promise<Map<string, KeyUses>> => {
    const rows = await sql.all<{ keyId: string; scope: KeyScope; day: string }>(
      'SELECT key_id, scope, day FROM key_uses WHERE key_id IN (SELECT id FROM keys WHERE account_id = $1)',
      accountId,
    );
    const uses = new Map<string, Record<string, string>>();
    for (const { keyId, scope, day } of rows) {
      const ofKey = uses.get(keyId) ?? {};
      ofKey[scope] = day;
      uses.set(keyId, ofKey);
    }
    return uses;
  }),
  /** Reads the database each time, so that a key made or revoked by another process counts at once. */
  'accounts.access': async (sql: Sql, keyId: string, period: string): Promise<KeyAccess | undefined> => {
    const row = await sql.one<KeyRow & Omit<KeyAccess, 'key'>>(
      `SELECT ${KEY}, keys.hash, keys.previous_hash, accounts.quota, coalesce(quota_use.used, 0) AS used
       FROM keys JOIN accounts ON accounts.id = keys.account_id
       LEFT JOIN quota_use ON quota_use.account_id = accounts.id AND quota_use.period = $2
       WHERE keys.id = $1`,
      keyId,
      period,
    );
    if (!row) return undefined;
    const { hash, previousHash, quota, used, ...key } = row;
    return {
      key: apiKey(key),
      hash: new Uint8Array(hash),
      previousHash: previousHash && new Uint8Array(previousHash),
      quota,
      used,
    };
  },
};

function apiKey(row: KeyRow): ApiKey {
  const scopes = row.scopes === null ? null : (JSON.parse(row.scopes) as KeyScopes);
  return { ...row, allow: JSON.parse(row.allow) as string[], scopes };
}
