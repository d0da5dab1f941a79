import type { AuditKey } from '../audit-keys.ts';
import { AuditQueue } from './audit-queue.ts';
import { Outbox } from './outbox.ts';
import { QuotaLedger } from './quota.ts';
import { type Send, Sql } from './sql.ts';

/** Whose process it is, and the keys of its audit log. */
export interface Writer {
  /** Id of this process among `nodes`. */
  readonly node: string;
  /** The one in use first; none where the master key is not at hand. */
  auditKeys: readonly AuditKey[];
}

/**
 * One transaction, with what its writes gather: units, audit entries and the hooks to be told. Units and
 * entries are written down in one go before the commit.
 */
export class Transaction extends Sql {
  readonly writer: Writer;
  readonly outbox: Outbox;
  readonly quota: QuotaLedger;
  readonly #audit: AuditQueue;

  constructor(send: Send, writer: Writer) {
    super(send);
    this.writer = writer;
    this.outbox = new Outbox(this);
    this.quota = new QuotaLedger(this, this.outbox);
    this.#audit = new AuditQueue(this, writer);
  }

  /** Adds an entry to the audit log, behind those of every node. `leap`: how many numbers a restore leaves out. */
  audit: AuditQueue['add'] = (entry, leap) => this.#audit.add(entry, leap);

  /**
   * Nobody else changes anything of these accounts until the end, whichever node they are on. Called before anything
   * else is locked, so that two transactions never wait for each other.
   */
  async lockAccounts(ids: readonly number[]): Promise<void> {
    const sorted = [...new Set(ids)].sort((a, b) => a - b);
    if (sorted.length === 0) return;
    await this.run('SELECT id FROM accounts WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', sorted);
  }

  /** Last, since entries of all nodes wait for each other from here on. */
  writeAudit(): Promise<void> {
    return this.#audit.write();
  }
}
