import { sentence } from '../../errors.ts';
import { Trouble } from '../../trouble.ts';
import type { AuditKey } from '../audit-keys.ts';
import { ALONE } from '../nodes-port.ts';
import { LISTS, type OperationName, PAGES, READS, SWEEPS, WRITES } from '../operations/index.ts';
import type { CopiesKept, Records, RecordsEvents } from '../port.ts';
import { type DatabaseThread, type Opener, startThread } from './database-thread.ts';
import type { Role } from './operations.ts';

const UPKEEP_MS = 1_000;
const DAY_MS = 86_400_000;
/**
 * With so many frames (4 KiB pages) in the log the writer finishes the checkpoint itself. The log then starts again.
 * A log that fills a small disk leaves no room to empty it.
 */
const LONG_LOG_FRAMES = 4_096;
/** Whoever asks whether the database is ready learns by then that it does not answer. */
const READY_PATIENCE_MS = 3_000;

/** A command ends with the error of the call that failed, and has nobody else to tell. */
const COMMAND: Opener = {
  events: { died: () => {}, lost: () => {}, troubled: () => {}, recovered: () => {}, copies: () => {} },
  moreComing: () => false,
};

const SMALL = { ...READS, ...LISTS };
const LARGE = { ...PAGES, ...SWEEPS };

interface Uses {
  count: number;
  last: string;
}

/**
 * Threads on one database. The writer commits, and the reader answers without waiting for a commit. A service starts
 * the reader at once, a command with its first read. Two more start when they are first needed. One reads the
 * dashboard's tables, so that no API request waits for them. The other does maintenance, which takes long.
 */
export class Database {
  readonly writer: DatabaseThread<'writer'>;
  readonly #file: string;
  readonly #now: () => Date;
  readonly #opener: Opener;
  readonly #writes: Trouble;
  readonly #checkpoints: Trouble;
  readonly #uses = new Map<string, Uses>();
  #auditKeys: readonly AuditKey[];
  #upkeep: NodeJS.Timeout | undefined;
  #reader: DatabaseThread<'reader'> | undefined;
  #maintenance: DatabaseThread<'maintenance'> | undefined;
  #pages: DatabaseThread<'pages'> | undefined;
  #checkpointing: Promise<void> | undefined;
  #answering: Promise<string | undefined> | undefined;
  #copiesKeptAt = Number.NEGATIVE_INFINITY;
  #written = false;
  #erase = false;
  #closed = false;

  private constructor(file: string, now: () => Date, auditKeys: readonly AuditKey[], opener: Opener) {
    this.#file = file;
    this.#now = now;
    this.#auditKeys = auditKeys;
    this.#opener = opener;
    this.#writes = trouble('writes', opener.events);
    this.#checkpoints = trouble('checkpoints', opener.events);
    this.writer = this.#thread('writer');
  }

  /**
   * `auditKeys`: the one in use first; without one nothing can be appended to an audit log that is keyed.
   * `service`: undefined where a command opens them.
   */
  static async open(
    file: string,
    now: () => Date,
    auditKeys: readonly AuditKey[],
    service?: Opener,
  ): Promise<Database> {
    const database = new Database(file, now, auditKeys, service ?? COMMAND);
    const { writer } = database;
    // It loads while the writer migrates.
    const reader = service && database.reader;
    try {
      await writer.call('open');
      // The reader prepares its statements, which needs the tables.
      await reader?.call('open');
    } catch (error) {
      await Promise.all([reader?.close(), writer.close()]);
      throw error;
    }
    database.#upkeep = setInterval(() => database.#keepUp(), UPKEEP_MS).unref();
    return database;
  }

  /** Calls the writer; the promise resolves after the commit. */
  write: DatabaseThread<'writer'>['call'] = (operation, ...args) => {
    this.#written = true;
    return this.#writes.watch(this.writer.call(operation, ...args));
  };

  call(operation: OperationName, args: readonly unknown[]): Promise<unknown> {
    if (operation in WRITES) return this.write(operation as 'ping', ...(args as []));
    const role = operation in SMALL ? 'reader' : operation in LARGE ? 'pages' : 'maintenance';
    const call = this[role].call as (operation: string, ...args: readonly unknown[]) => Promise<unknown>;
    return call(operation, ...args);
  }

  /** Takes other keys into use for the audit log; without any, the present ones stay. */
  async useAuditKeys(keys: readonly AuditKey[]): Promise<void> {
    if (keys.length === 0) return;
    this.#auditKeys = keys;
    await this.write('audit.useKeys', keys, this.#now().toISOString());
  }

  readonly confirmsKeys = true;

  /** A data directory has one service. */
  readonly nodes = ALONE;

  async leads(): Promise<boolean> {
    return true;
  }

  readonly alone: Records['alone'] = (_work, _options, run) => run(async () => {});

  get reader(): DatabaseThread<'reader'> {
    this.#reader ??= this.#thread('reader');
    return this.#reader;
  }

  get pages(): DatabaseThread<'pages'> {
    this.#pages ??= this.#thread('pages');
    return this.#pages;
  }

  get maintenance(): DatabaseThread<'maintenance'> {
    this.#maintenance ??= this.#thread('maintenance');
    return this.#maintenance;
  }

  /** Why records can be neither stored nor read now, a sentence; undefined where they can. Answers within seconds. */
  async notReady(): Promise<string | undefined> {
    if (this.#writes.error) return sentence(this.#writes.error);
    this.#answering ??= Promise.all([this.writer.call('ping'), this.reader.call('ping')])
      .then(
        () => undefined,
        () => 'The database does not answer.',
      )
      .finally(() => {
        this.#answering = undefined;
      });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve('The database does not answer in time.'), READY_PATIENCE_MS).unref();
    });
    return Promise.race([this.#answering, late]).finally(() => clearTimeout(timer));
  }

  /** Counts a use of a key, in memory until the next maintenance. */
  countUse(keyId: string): void {
    const uses = this.#uses.get(keyId);
    const last = this.#now().toISOString();
    this.#uses.set(keyId, { count: (uses?.count ?? 0) + 1, last });
  }

  /** After a deletion: what was deleted must leave the log as well, as soon as no reader needs it. */
  async erase(): Promise<void> {
    this.#erase = (await this.writer.call('truncate')) !== 0;
    // Somebody still reads from the log: the next maintenance tries again.
    if (this.#erase) this.#written = true;
  }

  async keepUpCopies(): Promise<CopiesKept> {
    const kept = await this.maintenance.call('copies.keepUp', this.#now().toISOString());
    if (Object.values(kept).flat().length > 0) this.#opener.events.copies(kept);
    return kept;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#upkeep);
    this.#flushUses();
    await this.#checkpointing;
    await Promise.all([this.#reader?.close(), this.#pages?.close(), this.#maintenance?.close()]);
    await this.writer.close();
  }

  #thread<R extends Role>(role: R): DatabaseThread<R> {
    const setup = () => ({ file: this.#file, now: this.#now(), auditKeys: this.#auditKeys });
    const thread = startThread(role, setup, this.#now, this.#opener);
    // It refuses calls, as those do that were open before.
    if (this.#closed) void thread.close();
    return thread;
  }

  #keepUp(): void {
    if (this.#uses.size > 0) this.#written = true;
    this.#flushUses();
    // While writing fails nobody may come to write any more, so we find out ourselves when there is room again.
    if (this.#writes.error && this.writer.pending === 0) this.write('probe.write').catch(() => {});
    if (performance.now() - this.#copiesKeptAt > DAY_MS) {
      this.#copiesKeptAt = performance.now();
      // What fails is done the next day, or with the next deletion.
      this.keepUpCopies().catch(() => {});
    }
    if (!this.#written || this.#checkpointing) return;
    this.#written = false;
    this.#checkpointing = this.#checkpoint()
      .then(
        () => this.#checkpoints.succeeded(),
        (error) => this.#checkpoints.failed(error),
      )
      .finally(() => {
        this.#checkpointing = undefined;
      });
  }

  async #checkpoint(): Promise<void> {
    const frames = await this.maintenance.call('maintenance.checkpoint');
    if (this.#erase || frames > LONG_LOG_FRAMES) await this.erase();
  }

  #flushUses(): void {
    for (const [id, { count, last }] of this.#uses) {
      // Losing a count is allowed; failing a request for it is not.
      this.call('keys.touch', [id, count, last]).catch(() => {});
    }
    this.#uses.clear();
  }
}

function trouble(what: 'writes' | 'checkpoints', events: RecordsEvents): Trouble {
  return new Trouble({ failed: (error) => events.troubled(what, error), over: () => events.recovered(what) });
}
