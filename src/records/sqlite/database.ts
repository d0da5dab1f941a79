import { Channel } from './channel.ts';

const UPKEEP_MS = 1_000;
/** Frames (4 KiB pages) in the log after which the writer itself finishes the checkpoint, so that the log starts anew. */
const LONG_LOG_FRAMES = 16_384;

interface Uses {
  count: number;
  last: string;
}

/**
 * Threads on one database: the writer commits, the reader answers without waiting for a commit. Two more start when
 * first needed: one looks through tables for the dashboard, so that no request to the API waits for that, and
 * maintenance does what takes long.
 */
export class Database {
  readonly writer: Channel<'writer'>;
  readonly reader: Channel<'reader'>;
  readonly #file: string;
  readonly #now: () => Date;
  readonly #upkeep: NodeJS.Timeout;
  readonly #uses = new Map<string, Uses>();
  #maintenance: Channel<'maintenance'> | undefined;
  #pages: Channel<'pages'> | undefined;
  #checkpointing: Promise<void> | undefined;
  #written = false;
  #erase = false;

  private constructor(file: string, now: () => Date, writer: Channel<'writer'>, reader: Channel<'reader'>) {
    this.#file = file;
    this.#now = now;
    this.writer = writer;
    this.reader = reader;
    this.#upkeep = setInterval(() => this.#keepUp(), UPKEEP_MS).unref();
  }

  static async open(file: string, now: () => Date): Promise<Database> {
    const writer = new Channel('writer', file, now());
    const reader = new Channel('reader', file, now());
    try {
      await writer.open();
      // The reader prepares its statements, which needs the tables.
      await reader.open();
    } catch (error) {
      await Promise.all([reader.close(), writer.close()]);
      throw error;
    }
    return new Database(file, now, writer, reader);
  }

  /** Calls the writer; the promise resolves after the commit. */
  write: Channel<'writer'>['call'] = (operation, ...args) => {
    this.#written = true;
    return this.writer.call(operation, ...args);
  };

  get pages(): Channel<'pages'> {
    this.#pages ??= new Channel('pages', this.#file, this.#now());
    return this.#pages;
  }

  get maintenance(): Channel<'maintenance'> {
    this.#maintenance ??= new Channel('maintenance', this.#file, this.#now());
    return this.#maintenance;
  }

  /** Counts a use of a key, in memory until the next upkeep. */
  countUse(keyId: string): void {
    const uses = this.#uses.get(keyId);
    const last = this.#now().toISOString();
    this.#uses.set(keyId, { count: (uses?.count ?? 0) + 1, last });
  }

  /** After a deletion: what was deleted must leave the log as well, as soon as no reader needs it. */
  async erase(): Promise<void> {
    this.#erase = (await this.writer.truncate()) !== 0;
    // Somebody still reads from the log: the next upkeep tries again.
    if (this.#erase) this.#written = true;
  }

  async close(): Promise<void> {
    clearInterval(this.#upkeep);
    this.#flushUses();
    await this.#checkpointing;
    await Promise.all([this.reader.close(), this.#pages?.close(), this.#maintenance?.close()]);
    await this.writer.close();
  }

  #keepUp(): void {
    if (this.#uses.size > 0) this.#written = true;
    this.#flushUses();
    if (!this.#written || this.#checkpointing) return;
    this.#written = false;
    // A checkpoint that failed is tried again after the next write.
    this.#checkpointing = this.#checkpoint()
      .catch(() => {})
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
      this.writer.call('keys.touch', id, count, last).catch(() => {});
    }
    this.#uses.clear();
  }
}
