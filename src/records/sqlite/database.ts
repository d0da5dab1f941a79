import type { KeyScope } from '../../domain/key-scope.ts';
import { sentence } from '../../errors.ts';
import { Trouble } from '../../trouble.ts';
import type { AuditKey } from '../audit-keys.ts';
import { ALONE } from '../nodes-port.ts';
import { CHECKS, CLAIMS, LISTS, type OperationName, READS, WRITES } from '../operations/index.ts';
import type { CopiesKept, Records, RecordsEvents } from '../port.ts';
import type { Store } from '../store.ts';
import { inTime, KeyUses } from '../upkeep.ts';
import { type DatabaseThread, type Opener, startThread } from './database-thread.ts';
import type { Role } from './messages.ts';

const UPKEEP_MS = 1_000;
const DAY_MS = 86_400_000;
const FIRST_LOOK_MS = 60_000;
/**
 * With so many frames (4 KiB pages) in the log the writer finishes the checkpoint itself. The log then starts again.
 * A log that fills a small disk leaves no room to empty it. Its file keeps its length: what is written over takes two
 * thirds of the time of what makes a file longer.
 */
const LONG_LOG_FRAMES = 4_096;

/** A command ends with the error of the call that failed, and has nobody else to tell. */
const COMMAND: Opener = {
  events: {
    reaching: () => {},
    migrating: () => {},
    died: () => {},
    lost: () => {},
    troubled: () => {},
    recovered: () => {},
    copies: () => {},
  },
  moreComing: () => false,
};

/**
 * Threads on one database. The writer commits, and the reader answers without waiting for a commit. A service starts
 * the reader at once, a command with its first read. Two more start when they are first needed. One reads the
 * dashboard's tables, so that no API request waits for them. The other does maintenance, which takes long.
 */
export class Database implements Store {
  readonly system = 'sqlite';
  readonly writer: DatabaseThread;
  readonly #threads = new Map<Role, DatabaseThread>();
  readonly #file: string;
  readonly #now: () => Date;
  readonly #opener: Opener;
  readonly #writes: Trouble;
  readonly #checkpoints: Trouble;
  readonly #uses = new KeyUses();
  #auditKeys: readonly AuditKey[];
  #upkeep: NodeJS.Timeout | undefined;
  #checkpointing: Promise<void> | undefined;
  #answering: Promise<string | undefined> | undefined;
  /** The first look comes a moment after the start, which has enough to do. */
  #copiesKeptAt = performance.now() - DAY_MS + FIRST_LOOK_MS;
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
    const reader = service && database.#thread('reader');
    try {
      await writer.keepUp('open');
      await reader?.keepUp('open');
    } catch (error) {
      await Promise.all([reader?.close(), writer.close()]);
      throw error;
    }
    database.#upkeep = setInterval(() => database.#keepUp(), UPKEEP_MS).unref();
    return database;
  }

  call(operation: OperationName, args: readonly unknown[]): Promise<unknown> {
    if (operation in WRITES && !(operation in CLAIMS)) {
      this.#written = true;
      return this.#writes.watch(this.writer.call(operation, args));
    }
    if (operation in READS || operation in LISTS) return this.#thread('reader').call(operation, args);
    return operation in CHECKS
      ? this.#thread('maintenance').call(operation, args)
      : this.#thread('pages').call(operation, args);
  }

  get pending(): number {
    return this.writer.pending;
  }

  /** Takes other keys into use for the audit log: one at least, the one in use first. */
  async useAuditKeys(keys: readonly AuditKey[], isLost: boolean): Promise<boolean> {
    const isReplaced = (await this.call('chain.useKeys', [keys, isLost])) as boolean;
    this.#auditKeys = keys;
    return isReplaced;
  }

  readonly confirmsKeys = true;

  /** A data directory has one service. */
  readonly nodes = ALONE;

  async leads(): Promise<boolean> {
    return true;
  }

  readonly alone: Records['alone'] = (_work, _options, run) => run(async () => {});

  /** Why records can be neither stored nor read now, a sentence; undefined where they can. Answers within seconds. */
  async notReady(): Promise<string | undefined> {
    if (this.#writes.error) return sentence(this.#writes.error);
    this.#answering ??= Promise.all([
      this.writer.call('probe.writer', []),
      this.#thread('reader').call('probe.reader', []),
    ])
      .then(
        () => undefined,
        () => 'The database does not answer.',
      )
      .finally(() => {
        this.#answering = undefined;
      });
    return inTime(this.#answering);
  }

  /** Counts a use of a key, in memory until the next maintenance. */
  countUse(keyId: string): void {
    this.#uses.count(keyId, this.#now().toISOString());
  }

  noteUse(keyId: string, scope: KeyScope): void {
    this.#uses.note(keyId, scope, this.#now().toISOString());
  }

  /** After a deletion: what was deleted must leave the log as well, as soon as no reader needs it. */
  async erase(): Promise<void> {
    this.#erase = (await this.writer.keepUp('truncate')) !== 0;
    // Somebody still reads from the log: the next maintenance tries again.
    if (this.#erase) this.#written = true;
  }

  backup(file: string): Promise<void> {
    return this.#thread('maintenance').keepUp('copy', file);
  }

  checkIntegrity(): Promise<string[]> {
    return this.#thread('maintenance').keepUp('integrity');
  }

  async keepUpCopies(): Promise<CopiesKept> {
    const kept = await this.#thread('maintenance').keepUp('keepUpCopies', this.#now().toISOString());
    if (Object.values(kept).flat().length > 0) this.#opener.events.copies(kept);
    return kept;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#upkeep);
    this.#flushUses();
    await this.#checkpointing;
    const others = [...this.#threads].filter(([role]) => role !== 'writer');
    await Promise.all(others.map(([, thread]) => thread.close()));
    await this.writer.close();
  }

  /** Started when it is first needed. */
  #thread(role: Role): DatabaseThread {
    const there = this.#threads.get(role);
    if (there) return there;
    const setup = () => ({ file: this.#file, now: this.#now(), auditKeys: this.#auditKeys });
    const thread = startThread(role, setup, this.#now, this.#opener);
    this.#threads.set(role, thread);
    // It refuses calls, as those do that were open before.
    if (this.#closed) void thread.close();
    return thread;
  }

  #keepUp(): void {
    if (!this.#uses.isEmpty) this.#written = true;
    this.#flushUses();
    // While writing fails nobody may come to write any more, so we find out ourselves when there is room again.
    if (this.#writes.error && this.writer.pending === 0) this.call('probe.disk', []).catch(() => {});
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
    const frames = await this.#thread('maintenance').keepUp('checkpoint');
    if (this.#erase) await this.erase();
    else if (frames > LONG_LOG_FRAMES) await this.writer.keepUp('restart');
  }

  #flushUses(): void {
    this.#uses.flush(
      (...use) => this.call('keys.touch', use),
      (...use) => this.call('keys.note', use),
    );
  }
}

function trouble(what: 'writes' | 'checkpoints', events: RecordsEvents): Trouble {
  return new Trouble({ failed: (error) => events.troubled(what, error), over: () => events.recovered(what) });
}
