import { closeSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { EntryFacts } from '../domain/list-entry.ts';
import type { SnapshotSource } from '../domain/snapshot.ts';
import { TouchstoneError } from '../errors.ts';
import { type CallQueue, Channel, Interrupted, type PendingCall } from '../threads/channel.ts';
import { FairQueue } from '../threads/fair-queue.ts';
import { launchWorker } from '../threads/worker.ts';
import { traced } from '../tracing/traced.ts';
import type { OverlaySource } from './beside/overlay-source.ts';
import type { AskedWords, EntitiesWithWords } from './engine.ts';
import { openFacts } from './facts.ts';
import { snapshotFiles } from './index/build.ts';
import { disassemble, readIndexFile } from './index/format.ts';
import type { Query } from './query.ts';
import type { SearchAnswer } from './search-result.ts';
import { SharedMemory } from './shared-memory.ts';
import type { SearchOperations, WantedSnapshot } from './worker.ts';

const MAX_THREADS = 4;
/**
 * What a search leaves behind is short-lived. Semispaces of 16 MiB, a third of this limit, hold it until it is dead.
 * In smaller ones more of it is copied, marked and swept. V8 lets an old generation grow to four times what is in use.
 * Where its limit is under 2 GiB, it grows to twice that (`MemoryController`).
 */
const LIMITS = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 2000 };
/** Queries of a file go to a thread so many at a time: there it matters how many are answered, not how soon. */
const MAX_BATCH = 16;

/** The snapshot that new searches use. */
interface LoadedSnapshot {
  readonly id: string;
  readonly sources: readonly SnapshotSource[];
}

export interface PoolOptions {
  /** One for each processor by default, 4 at most. */
  readonly threads?: number;
  /** Searches that may wait for a thread; those of `searchLater` are not counted. Unlimited by default. */
  readonly maxWaiting?: number;
  /** Told of a thread that ended by an error. Another takes its place. */
  readonly crashed?: (error: Error) => void;
  /** Told of damage on disk that a search met, and sees to its repair. The search fails with `busy`, else `damaged`. */
  readonly damaged?: (error: TouchstoneError) => void;
}

/**
 * Searches on threads of their own, all over one copy of the index. Accounts share the threads by time: the pool knows
 * an account only as a number that says whose turn a search takes.
 */
export class ScreeningPool {
  readonly #threads: Channel<SearchOperations, Turn>;
  readonly #queue: SearchQueue;
  readonly #damaged: PoolOptions['damaged'];
  #beside: OverlaySource | undefined;
  #loaded: LoadedSnapshot | undefined;
  #read: { readonly id: string; readonly index: SharedArrayBuffer } | undefined;

  static create(options: PoolOptions = {}): ScreeningPool {
    return new ScreeningPool(options);
  }

  private constructor({ threads, maxWaiting = Number.POSITIVE_INFINITY, crashed, damaged }: PoolOptions) {
    this.#queue = new SearchQueue(maxWaiting);
    this.#damaged = damaged;
    const module = new URL('./worker.ts', import.meta.url);
    this.#threads = new Channel(launchWorker(module, { name: 'screening', resourceLimits: LIMITS }), {
      lasting: true,
      maxAtOnce: 1,
      queue: this.#queue,
      peers: threads ?? Math.min(availableParallelism(), MAX_THREADS),
      batch: { max: MAX_BATCH, joins: (operation) => operation === 'print' },
      ...(crashed && { interrupted: crashed }),
    });
  }

  /** Searches what accounts have beside the snapshots that are loaded from then on. */
  searchBeside(source: OverlaySource): void {
    this.#beside = source;
  }

  /** Id of the snapshot that new searches use. */
  get snapshot(): string | undefined {
    return this.#loaded?.id;
  }

  get sources(): readonly SnapshotSource[] {
    return this.#loaded?.sources ?? [];
  }

  /** Searches that wait for a thread. */
  get queueLength(): number {
    return this.#queue.waiting;
  }

  /** Takes an index that was read and checked already. The next `load` uses it, where it is of that snapshot. */
  expect(id: string, index: SharedArrayBuffer): void {
    this.#read = { id, index };
  }

  /**
   * Reads a snapshot and uses it for every search that starts from then on; running ones end on the one before. Throws
   * `damaged`, and keeps the one in force.
   */
  async load(directory: string, id: string): Promise<void> {
    const files = snapshotFiles(directory, id);
    const read = this.#read;
    this.#read = undefined;
    const index = read?.id === id ? read.index : await readIndexFile(files.index);
    const { header } = disassemble(index);
    // A snapshot that cannot be used is refused before it is in force.
    closeSync(openFacts(files.facts, header));
    const shared = new SharedMemory();
    this.#threads.adopt({ index, factsFile: files.facts, shared: shared.buffer } satisfies WantedSnapshot);
    this.#loaded = { id: header.id, sources: header.sources };
    this.#beside?.adopt({ id: header.id, index, factsFile: files.facts });
  }

  /** Throws `busy` where too many wait, which one account that floods the pool cannot bring upon another. */
  search(query: Query, account = 0): Promise<SearchAnswer> {
    return traced('search', {}, () => this.#search(query, { account, later: false }));
  }

  /** The same, behind every search that somebody waits for. */
  searchLater(query: Query, account = 0): Promise<SearchAnswer> {
    return this.#search(query, { account, later: true });
  }

  /** All entries of the entity that has the entry of this key (`entryKey`); undefined where none has. */
  async entity(key: string, account = 0): Promise<EntryFacts[] | undefined> {
    const own = await this.#beside?.of(account);
    return this.#ask(() => this.#threads.callInTurn({ account, later: false }, 'entity', key, own?.overlay));
  }

  #search(query: Query, turn: Turn): Promise<SearchAnswer> {
    const own = this.#beside?.of(turn.account);
    if (!own) return this.#ask(() => this.#threads.callInTurn(turn, 'search', query));
    return this.#ask(async () => {
      const found = await own;
      const answer: SearchAnswer = await this.#threads.callInTurn(turn, 'search', query, found?.overlay);
      return found ? { ...answer, own: found.searched } : answer;
    });
  }

  /** The first entities that have every word of a text in a name, behind every search that somebody waits for. */
  async withWords(asked: AskedWords, account = 0): Promise<EntitiesWithWords> {
    const own = await this.#beside?.of(account);
    return this.#ask(() => this.#threads.callInTurn({ account, later: true }, 'withWords', asked, own?.overlay));
  }

  /** The matches as the commands print them: `{"matches": […]}`, JSON. */
  async print(query: Query, account = 0): Promise<string> {
    const own = await this.#beside?.of(account);
    return this.#ask(() => this.#threads.callInTurn({ account, later: false }, 'print', query, own?.overlay));
  }

  /** Ends the searches that run or wait, then the threads. */
  close(): Promise<void> {
    return this.#threads.close();
  }

  async #ask<T>(ask: () => Promise<T>): Promise<T> {
    if (!this.#loaded) throw new TouchstoneError('busy', 'No list is loaded yet.');
    try {
      return await ask();
    } catch (error) {
      throw this.#problem(error);
    }
  }

  #problem(error: unknown): unknown {
    // It may be the query's fault, so nobody is to try it again and again.
    if (error instanceof Interrupted) return new Error('The screening thread ended unexpectedly.', { cause: error });
    if (!(error instanceof TouchstoneError) || error.code !== 'damaged' || !this.#damaged) return error;
    this.#damaged(error);
    const repaired = 'The lists on disk are damaged and are being rebuilt; nothing was screened and nothing spent.';
    return new TouchstoneError('busy', repaired, { cause: error });
  }
}

/** Whose turn a search takes, and whether it waits until nobody else does. */
interface Turn {
  readonly account: number;
  readonly later: boolean;
}

type Search = PendingCall<Turn>;

/** Searches that somebody waits for at a screen come before those of files; among each of them accounts take turns. */
class SearchQueue implements CallQueue<Turn> {
  readonly #now: FairQueue<Search>;
  readonly #later = new FairQueue<Search>();

  constructor(max: number) {
    this.#now = new FairQueue({ max });
  }

  /** Of those that somebody waits for. */
  get waiting(): number {
    return this.#now.length;
  }

  get length(): number {
    return this.#now.length + this.#later.length;
  }

  push({ account, later }: Turn, search: Search): void {
    const removed = (later ? this.#later : this.#now).push(account, search);
    removed?.reject(new TouchstoneError('busy', 'The service is overloaded; nothing was screened and nothing spent.'));
  }

  putBack({ account }: Turn, search: Search): void {
    this.#now.putBack(account, search);
  }

  peek(): Search | undefined {
    return this.#now.peek() ?? this.#later.peek();
  }

  take(): Search | undefined {
    return this.#now.take() ?? this.#later.take();
  }

  begin({ account, later }: Turn): () => void {
    return (later ? this.#later : this.#now).begin(account);
  }
}
