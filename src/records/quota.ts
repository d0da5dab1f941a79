import { isUsedUp, louderLevel, type QuotaLevel, quotaLevel } from '../domain/quota.ts';
import type { Outbox } from './outbox.ts';
import { RowList, type Sql } from './sql.ts';

interface Use {
  readonly accountId: number;
  readonly period: string;
  readonly quota: number;
  used: number;
  /** As it was told last. */
  level: QuotaLevel;
  changed: boolean;
}

/**
 * The units that one transaction spends. The accounts are locked, so they are counted here and written at the end: one
 * statement for a whole group of records.
 */
export class QuotaLedger {
  readonly #sql: Sql;
  readonly #outbox: Outbox;
  readonly #uses = new Map<string, Promise<Use>>();
  readonly #read: Use[] = [];

  constructor(sql: Sql, outbox: Outbox) {
    this.#sql = sql;
    this.#outbox = outbox;
  }

  /**
   * Spends one unit of an account in a period; undefined where none is left. Tells hooks once when little is left and
   * once when nothing is. `at` dates that.
   */
  async spend(accountId: number, period: string, at: string): Promise<number | undefined> {
    const use = await this.#use(accountId, period);
    const isLeft = !isUsedUp(use);
    if (isLeft) {
      use.used += 1;
      use.changed = true;
    }
    await this.#tell(use, at);
    return isLeft ? use.quota - use.used : undefined;
  }

  /** Gives one unit back that was spent in a period. What hooks were told of it stands. */
  async giveBack(accountId: number, period: string): Promise<void> {
    const use = await this.#use(accountId, period);
    if (use.used === 0) return;
    use.used -= 1;
    use.changed = true;
  }

  /** How many units an account has left in a period, 0 or more. */
  async left(accountId: number, period: string): Promise<number> {
    const { quota, used } = await this.#use(accountId, period);
    return Math.max(0, quota - used);
  }

  /** Asks for what `spend` has to know, so that several answers come together. */
  prepare(accountId: number, period: string): void {
    void this.#use(accountId, period);
  }

  /** Writes down what was spent. */
  async write(): Promise<void> {
    const changed = this.#read.filter((use) => use.changed);
    if (changed.length === 0) return;
    await this.#sql.run(
      `INSERT INTO quota_use (account_id, period, used, level)
       SELECT :accountId, :period, :used, :level
       FROM given (accountId bigint, period text, used integer, level text)
       ON CONFLICT (account_id, period) DO UPDATE SET used = excluded.used, level = excluded.level`,
      new RowList(changed),
    );
  }

  #use(accountId: number, period: string): Promise<Use> {
    const key = `${accountId} ${period}`;
    let use = this.#uses.get(key);
    if (!use) {
      use = this.#ask(accountId, period);
      use.catch(() => {});
      this.#uses.set(key, use);
    }
    return use;
  }

  async #ask(accountId: number, period: string): Promise<Use> {
    const use = await this.#sql.one<Pick<Use, 'quota' | 'used' | 'level'>>(
      `SELECT quota, coalesce(used, 0) AS used, coalesce(level, 'enough') AS level
       FROM accounts LEFT JOIN quota_use ON account_id = id AND period = $2 WHERE id = $1`,
      accountId,
      period,
    );
    if (!use) throw new Error(`there is no account ${accountId}`);
    const made = { accountId, period, ...use, changed: false };
    this.#read.push(made);
    return made;
  }

  async #tell(use: Use, at: string): Promise<void> {
    const { accountId, period, used, quota, level } = use;
    const reached = quotaLevel({ used, quota });
    if (reached === level) return;
    use.level = reached;
    use.changed = true;
    if (!louderLevel(reached, level)) return;
    await this.#outbox.write(accountId, 'quota.low', at, () => ({
      data: { period, quota, used, remaining: Math.max(0, quota - used), links: { usage: '/api/Usage' } },
    }));
  }
}
