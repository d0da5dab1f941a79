import { isUsedUp, louderLevel, type QuotaLevel, quotaLevel } from '../../domain/quota.ts';
import type { Connection } from './connection.ts';
import { outboxWriter } from './outbox.ts';

interface Use {
  readonly used: number;
  readonly quota: number;
  /** As it was told last. */
  readonly level: QuotaLevel;
}

/**
 * Spends one unit of an account in a period; undefined where none is left. Runs inside the record's transaction, and
 * tells hooks once when little is left and once when nothing is. `at` dates that.
 */
export function quotaSpender(db: Connection): (accountId: number, period: string, at: string) => number | undefined {
  const spend = db.prepare('UPDATE quota_use SET used = used + 1 WHERE account_id = ? AND period = ?');
  const begin = db.prepare('INSERT INTO quota_use (account_id, period, used) VALUES (?, ?, 1)');
  const spent = db.prepare<[number, string], Use>(
    `SELECT used, level, (SELECT quota FROM accounts WHERE id = account_id) AS quota FROM quota_use
     WHERE account_id = ? AND period = ?`,
  );
  const giveBack = db.prepare('UPDATE quota_use SET used = used - 1 WHERE account_id = ? AND period = ?');
  const setLevel = db.prepare('UPDATE quota_use SET level = ? WHERE account_id = ? AND period = ?');
  const write = outboxWriter(db);
  const tell = (accountId: number, period: string, at: string, { used, quota, level }: Use): void => {
    const reached = quotaLevel({ used, quota });
    if (reached === level) return;
    setLevel.run(reached, accountId, period);
    if (!louderLevel(reached, level)) return;
    write(accountId, 'quota.low', at, () => ({
      data: { period, quota, used, remaining: Math.max(0, quota - used), links: { usage: '/api/Usage' } },
    }));
  };
  return (accountId, period, at) => {
    if (spend.run(accountId, period).changes === 0) begin.run(accountId, period);
    const use = spent.get(accountId, period)!;
    const { used, quota } = use;
    if (!isUsedUp({ used: used - 1, quota })) {
      tell(accountId, period, at, use);
      return quota - used;
    }
    giveBack.run(accountId, period);
    // A quota that was lowered may be spent without a last unit.
    tell(accountId, period, at, { ...use, used: used - 1 });
    return undefined;
  };
}
