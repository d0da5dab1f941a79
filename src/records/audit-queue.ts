import { type ChainLink, type ChainRow, type NewAuditEntry, nextRow } from './audit-chain.ts';
import type { AuditKey } from './audit-keys.ts';
import { RowList, type Sql } from './sql.ts';

/** The end of the chain. */
export const LAST = 'SELECT sequence, hash, key FROM audit ORDER BY sequence DESC LIMIT 1';

/** Entries of one transaction: they get their places in the chain right before the commit. */
export class AuditQueue {
  readonly #sql: Sql;
  readonly #keys: { readonly auditKeys: readonly AuditKey[] };
  readonly #entries: { readonly entry: NewAuditEntry; readonly leap: number }[] = [];

  constructor(sql: Sql, keys: { readonly auditKeys: readonly AuditKey[] }) {
    this.#sql = sql;
    this.#keys = keys;
  }

  /** `leap`: how many numbers a restore leaves out. */
  add(entry: NewAuditEntry, leap = 0): void {
    this.#entries.push({ entry, leap });
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** Behind a lock, so that the chain is in one order over all nodes. */
  async write(): Promise<void> {
    let last = await this.#sql.one<ChainLink>(LAST);
    const rows = this.#entries.map(({ entry, leap }): ChainRow => {
      const row = nextRow(last, entry, this.#keys.auditKeys[0], leap);
      last = row;
      return row;
    });
    await this.#sql.run(
      `INSERT INTO audit (sequence, at, actor, action, subject, account_id, details, hash, key)
       SELECT :sequence, :at, :actor, :action, :subject, :accountId, :details, :hash, :key
       FROM given (sequence bigint, at text, actor text, action text, subject text, accountId bigint, details text,
         hash text, key text) ORDER BY ordinality`,
      new RowList(rows),
    );
  }
}
