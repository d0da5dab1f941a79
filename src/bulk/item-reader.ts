import { setImmediate } from 'node:timers/promises';
import type { PendingRow } from '../domain/batch.ts';
import { Channel } from '../threads/channel.ts';
import { Turns } from '../threads/turns.ts';
import { launchWorker } from '../threads/worker.ts';
import { type ItemsProblem, readItems } from './items.ts';
import type { ItemsOperations } from './items-thread.ts';
import type { TakeRows } from './rows.ts';

/** Bodies up to so many bytes are read where they arrive: about a millisecond, less than it takes to hand them over. */
const SMALL_BYTES = 64 * 1024;
/** Bodies that wait for the thread, 4 MiB each, of all accounts together. */
const MAX_WAITING = 32;
/** Objects of 4 MiB of JSON take up to thirty times as much. */
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };
/** The longest body takes a tenth of a second. */
const LIMIT_MS = 10_000;
/** A thread that has nothing to read for so long ends, and its memory goes with it. */
const IDLE_MS = 5_000;

/** Rows of a body that was found to be right, and the SHA-256 of the body in hex. */
export class SentItems {
  readonly digest: string;
  readonly #pages: readonly (readonly PendingRow[] | string)[];

  constructor(pages: readonly (readonly PendingRow[] | string)[], digest: string) {
    this.#pages = pages;
    this.digest = digest;
  }

  /** Hands the rows over, page by page. */
  async handOver(take: TakeRows): Promise<void> {
    for (const page of this.#pages) {
      await take(typeof page === 'string' ? (JSON.parse(page) as PendingRow[]) : page);
      await setImmediate();
    }
  }
}

/** Reads bodies with many items: large ones on a thread, for which accounts take turns. */
export class ItemReader {
  readonly #turns = new Turns({ atOnce: 1, maxWaiting: MAX_WAITING });
  #thread: Channel<ItemsOperations> | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** The rows, or what is wrong with the body. Throws `busy` where too many bodies wait. */
  async read(bytes: Uint8Array, accountId: number): Promise<SentItems | readonly ItemsProblem[]> {
    const read =
      bytes.length <= SMALL_BYTES ? readItems(bytes) : await this.#turns.run(accountId, () => this.#readApart(bytes));
    if ('problems' in read) return read.problems;
    return new SentItems(read.pages, read.digest);
  }

  /** Ends the thread once it has read what it was given. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.close();
  }

  async #readApart(bytes: Uint8Array) {
    clearTimeout(this.#idle);
    this.#thread ??= new Channel<ItemsOperations>(
      launchWorker(new URL('./items-thread.ts', import.meta.url), { name: 'items', resourceLimits: LIMITS }),
      { limitMs: LIMIT_MS },
    );
    try {
      return await this.#thread.call('read', bytes);
    } finally {
      this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    }
  }
}
