import {
  claimOf,
  expiredBefore,
  type IdempotencyPlace,
  type KeptAnswer,
  type KeyClaim,
} from '../../domain/idempotency.ts';
import { SWEPT_ROWS } from '../rows/idempotency.ts';
import type { Connection } from './connection.ts';

interface KeyRow {
  readonly fingerprint: string;
  readonly answer: string | null;
}

export function idempotencyWrites(db: Connection) {
  const expire = db.prepare('DELETE FROM idempotency_keys WHERE account_id = ? AND key = ? AND created_at <= ?');
  const insert = db.prepare(
    'INSERT INTO idempotency_keys (account_id, key, fingerprint, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const one = db.prepare<[number, string], KeyRow>(
    'SELECT fingerprint, answer FROM idempotency_keys WHERE account_id = ? AND key = ?',
  );
  const keep = db.prepare('UPDATE idempotency_keys SET answer = ? WHERE account_id = ? AND key = ? AND answer IS NULL');
  const release = db.prepare('DELETE FROM idempotency_keys WHERE account_id = ? AND key = ? AND answer IS NULL');
  const sweep = db.prepare(
    `DELETE FROM idempotency_keys WHERE (account_id, key) IN (
       SELECT account_id, key FROM idempotency_keys WHERE created_at <= ? LIMIT ${SWEPT_ROWS})`,
  );
  return {
    'idempotency.claim': ({ accountId, key }: IdempotencyPlace, fingerprint: string, now: Date): KeyClaim => {
      expire.run(accountId, key, expiredBefore(now));
      if (insert.run(accountId, key, fingerprint, now.toISOString()).changes === 1) return { kind: 'new' };
      const row = one.get(accountId, key)!;
      const answer = row.answer === null ? undefined : (JSON.parse(row.answer) as KeptAnswer);
      return claimOf({ fingerprint: row.fingerprint, answer }, fingerprint);
    },
    'idempotency.answer': ({ accountId, key }: IdempotencyPlace, answer: KeptAnswer): void => {
      keep.run(JSON.stringify(answer), accountId, key);
    },
    'idempotency.release': ({ accountId, key }: IdempotencyPlace): void => {
      release.run(accountId, key);
    },
    'idempotency.sweep': (now: Date): number => sweep.run(expiredBefore(now)).changes,
  };
}
