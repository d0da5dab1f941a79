import type { Connection } from './connection.ts';

/** Spends one unit of an account in a period; undefined where none is left. Runs inside the record's transaction. */
export function quotaSpender(db: Connection): (accountId: number, period: string) => number | undefined {
  const spend = db.prepare<[number, string], { remaining: number }>(
    `INSERT INTO quota_use (account_id, period, used) VALUES (?, ?, 1)
     ON CONFLICT DO UPDATE SET used = used + 1 WHERE used < (SELECT quota FROM accounts WHERE id = account_id)
     RETURNING (SELECT quota FROM accounts WHERE id = account_id) - used AS remaining`,
  );
  return (accountId, period) => spend.get(accountId, period)?.remaining;
}
