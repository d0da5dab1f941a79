import type { NewAuditEntry } from './audit-chain.ts';
import type { AuditKey } from './audit-keys.ts';
import { AuditQueue } from './audit-queue.ts';
import type { NoteTopic } from './nodes-port.ts';
import { Outbox } from './outbox.ts';
import { QuotaLedger } from './quota.ts';
import { Sql, type SqlDriver } from './sql.ts';

/** Numbers of advisory locks. They are the program's own: other programs have other databases. */
export const LOCKS = {
  migrations: 7_105_001,
  audit: 7_105_002,
  /** Shared by who stores a customer's screening, alone for who looks which of them are stored. */
  customerScreenings: 7_105_003,
  /** With the hash of an address: who accepts an invitation of it. */
  address: 7_105_004,
  /** With the hash of the work's name: who does what only one process may do at a time. */
  alone: 7_105_005,
  partitions: 7_105_006,
  /** With the hash of issuer and subject: who signs in by the provider for the first time. */
  identity: 7_105_007,
} as const;

type LockName = keyof typeof LOCKS;

/** Whose process it is, and the keys of its audit log. */
export interface Writer {
  /** Id of this process among `nodes`; empty where it is alone. */
  readonly node: string;
  /** The one in use first; none where the master key is not at hand. */
  auditKeys: readonly AuditKey[];
  /** Everybody who reads the records finds notes on lists by their name, so that they are kept once. */
  namesListNotes: boolean;
}

/**
 * One transaction, with what its writes gather: units, audit entries and the hooks to be told. Units and
 * entries are written down in one go before the commit.
 *
 * Locks are for nodes that share a database. On SQLite a transaction has the database to itself, so they do nothing.
 */
export class Transaction extends Sql {
  readonly writer: Writer;
  readonly outbox: Outbox;
  readonly quota: QuotaLedger;
  readonly #audit: AuditQueue;
  #at = '';
  #client: string | undefined;

  constructor(driver: SqlDriver, writer: Writer) {
    super(driver, '');
    this.writer = writer;
    this.outbox = new Outbox(this);
    this.quota = new QuotaLedger(this, this.outbox);
    this.#audit = new AuditQueue(this, writer);
  }

  /** Of the operation under way. */
  override get at(): string {
    return this.#at;
  }

  /** Begins the next operation of the transaction. `client`: who asked for it, as `WriteCall` has it. */
  begin(at: string, client?: string): this {
    this.#at = at;
    this.#client = client;
    return this;
  }

  /** Adds an entry to the audit log, behind those of every node. `leap`: how many numbers a restore leaves out. */
  audit = (entry: NewAuditEntry, leap?: number): void => this.#audit.add(entry, this.#client, leap);

  /**
   * Nobody else changes anything of these accounts until the end, whichever node they are on. Called before anything
   * else is locked, so that two transactions never wait for each other.
   */
  async lockAccounts(ids: readonly number[]): Promise<void> {
    const sorted = [...new Set(ids)].sort((a, b) => a - b);
    if (this.dialect === 'sqlite' || sorted.length === 0) return;
    await this.run('SELECT id FROM accounts WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', sorted);
  }

  /** Until the end. `of`: for one of many, such as an address. */
  async lock(name: LockName, of?: string): Promise<void> {
    if (this.dialect === 'sqlite') return;
    if (of === undefined) await this.run('SELECT pg_advisory_xact_lock($1)', LOCKS[name]);
    else await this.run('SELECT pg_advisory_xact_lock($1, hashtext($2))', LOCKS[name], of);
  }

  /** Beside others who share it. */
  async lockShared(name: LockName): Promise<void> {
    if (this.dialect === 'postgresql') await this.run('SELECT pg_advisory_xact_lock_shared($1)', LOCKS[name]);
  }

  /** One writer of the table after the other. */
  async lockTable(table: 'audit_keys' | 'snapshots'): Promise<void> {
    if (this.dialect === 'postgresql') await this.run(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
  }

  /** Tells the other nodes, once it is committed. */
  async tell(topic: NoteTopic, note: string): Promise<void> {
    if (this.dialect === 'postgresql') await this.run(...noteOf(this.writer.node, topic, note));
  }

  /** Last, since entries of all nodes wait for each other from here on. */
  async writeAudit(): Promise<void> {
    if (this.#audit.isEmpty) return;
    await this.lock('audit');
    await this.#audit.write();
  }
}

/** The channel on which nodes tell each other notes. */
export const NOTES = 'touchstone_notes';

/** A note on its way. */
export interface NodeNote {
  readonly node: string;
  readonly topic: NoteTopic;
  readonly note: string;
}

/** The statement that tells a note, with its values. In a transaction it is told once that is committed. */
export function noteOf(node: string, topic: NoteTopic, note: string): [text: string, ...values: string[]] {
  return ['SELECT pg_notify($1, $2)', NOTES, JSON.stringify({ node, topic, note } satisfies NodeNote)];
}
