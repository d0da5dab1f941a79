import { isUsedUp } from '../../domain/quota.ts';
import type { Connection } from './connection.ts';

/** Spends one unit of an account in a period; undefined where none is left. Runs inside the record's transaction. */
export function quotaSpender(db: Connection): (accountId: number, period: string) => number | undefined {
  const spend = db.prepare<[number, string], { used: number; quota: number }>(
    `INSERT INTO quota_use (account_id, period, used) VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET used = used + 1
     RETURNING used, (SELECT quota FROM accounts WHERE id = account_id) AS quota`,
  );
  const giveBack = db.prepare('UPDATE quota_use SET used = used - 1 WHERE account_id = ? AND period = ?');
  return (accountId, period) => {
    const { used, quota } = spend.get(accountId, period)!;
    if (!isUsedUp({ used: used - 1, quota })) return quota - used;
    giveBack.run(accountId, period);
    return undefined;
  };
}
