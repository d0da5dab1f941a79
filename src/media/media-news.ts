import type { MediaQuestion } from '../domain/adverse-media.ts';
import { TouchstoneError } from '../errors.ts';
import type { Records } from '../records/port.ts';
import type { SnapshotInUse } from '../screening/beside/overlay-source.ts';
import { Channel } from '../threads/channel.ts';
import { launchWorker } from '../threads/worker.ts';
import type { MediaFound } from './index/media-query.ts';
import type { NewsFolder } from './news-folder.ts';
import type { MediaInUse, MediaOperations, NewestRow } from './search-thread.ts';
import type { MediaStatus } from './status.ts';

export interface MediaNewsOptions {
  readonly folder: NewsFolder;
  /** The lists that searches use, which tell how rare words are; undefined until they are loaded. */
  readonly snapshot: () => SnapshotInUse | undefined;
  readonly barring: Pick<Records['media'], 'barred' | 'newestBarred'>;
  readonly now: () => Date;
}

const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 };
/** Searches that may wait: at 20 ms each the last one is answered within seconds. */
const MAX_WAITING = 200;
const STATUS_MS = 5_000;

/** The news as requests search it, on a thread of its own, which is there once somebody searches. */
export class MediaNews {
  readonly #options: MediaNewsOptions;
  readonly #thread: Channel<MediaOperations>;
  #adopted: string | undefined;
  #barred: { readonly newest: number; readonly names: readonly string[] } = { newest: 0, names: [] };
  #status: { readonly at: number; readonly of: Promise<MediaStatus> } | undefined;

  constructor(options: MediaNewsOptions) {
    this.#options = options;
    const module = new URL('./search-thread.ts', import.meta.url);
    this.#thread = new Channel(launchWorker(module, { name: 'media', resourceLimits: LIMITS }), { maxAtOnce: 1 });
  }

  get source(): NewsFolder['source'] {
    return this.#options.folder.source;
  }

  /**
   * Barred names are found by nobody. Accounts take turns. Throws `busy` where too many wait or no lists are loaded
   * yet, and `validation` for a name that leaves nothing to compare.
   */
  async search(question: MediaQuestion, account: number): Promise<MediaFound> {
    await this.#adopt();
    if (this.#thread.pending >= MAX_WAITING) {
      throw new TouchstoneError('busy', 'The service is overloaded; nothing was searched and nothing spent.');
    }
    const { from, to, dateOfBirth, ...asked } = question;
    const query = { ...asked, from: from ?? undefined, to: to ?? undefined, born: dateOfBirth ?? undefined };
    return this.#thread.callInTurn(account, 'search', query);
  }

  /** What can be searched, as it was within the last seconds. */
  async status(): Promise<MediaStatus> {
    await this.#adopt();
    const now = performance.now();
    if (!this.#status || now - this.#status.at > STATUS_MS) {
      const of = this.#thread.call('status', this.#options.now());
      this.#status = { at: now, of };
      of.catch(() => {
        this.#status = undefined;
      });
    }
    return this.#status.of;
  }

  /** How far the index goes; undefined before the first sync. Throws `busy`. */
  async newest(): Promise<NewestRow | undefined> {
    await this.#adopt();
    return this.#thread.call('newest');
  }

  /** The last row before the events of a day, `YYYY-MM-DD`. */
  async rowBefore(day: string): Promise<number> {
    await this.#adopt();
    return this.#thread.call('rowBefore', day);
  }

  /** What searches use now. Throws `busy` before lists are loaded. */
  async inUse(): Promise<MediaInUse> {
    const { folder, snapshot: current, barring } = this.#options;
    const snapshot = current();
    if (!snapshot) throw new TouchstoneError('busy', 'No list is loaded yet.');
    const newest = await barring.newestBarred();
    if (newest !== this.#barred.newest) this.#barred = { newest, names: await barring.barred() };
    const { root, sources } = folder;
    return { snapshot, folder: { root, sources }, barred: this.#barred.names };
  }

  /** Ends the thread once it has answered. */
  stop(): Promise<void> {
    return this.#thread.close();
  }

  async #adopt(): Promise<void> {
    const inUse = await this.inUse();
    const state = `${inUse.snapshot.id} ${this.#barred.newest}`;
    if (state === this.#adopted) return;
    this.#thread.adopt(inUse);
    this.#adopted = state;
  }
}
