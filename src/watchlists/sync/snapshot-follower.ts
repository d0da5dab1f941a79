import type { Logger } from 'pino';
import { hasSameLists, type PublishedSnapshot } from '../../domain/snapshot.ts';
import { sentence, TouchstoneError } from '../../errors.ts';
import type { Records } from '../../records/port.ts';
import { ENGINE_VERSION } from '../../screening/version.ts';

/** What a follower needs of the screening pool. */
export interface SnapshotLoader {
  readonly snapshot: string | undefined;
  load(directory: string, id: string): Promise<void>;
}

/** How often the records are asked for a newer snapshot; any process may publish one. */
const POLL_MS = 1000;

/**
 * Keeps the pool on the newest published snapshot. Where another version of the program published it, it stays on the
 * newest of this version, and tells when that one lacks lists.
 */
export class SnapshotFollower {
  readonly #records: Records;
  readonly #pool: SnapshotLoader;
  readonly #directory: string;
  readonly #log: Pick<Logger, 'info' | 'error'>;
  readonly #rebuild: (cause: Error) => void;
  readonly #fetch: (snapshot: PublishedSnapshot) => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  /** The snapshot whose loading failed last, so that one failure is logged once. */
  #failed: string | undefined;

  /**
   * `rebuild` is told at every look that finds the newest snapshot damaged, or other lists in one of another version.
   * `fetch` brings the files of a snapshot that another node compiled.
   */
  constructor(
    records: Records,
    pool: SnapshotLoader,
    snapshotsDirectory: string,
    log: Pick<Logger, 'info' | 'error'>,
    rebuild: (cause: Error) => void = () => {},
    fetch: (snapshot: PublishedSnapshot) => Promise<void> = async () => {},
  ) {
    this.#records = records;
    this.#pool = pool;
    this.#directory = snapshotsDirectory;
    this.#log = log;
    this.#rebuild = rebuild;
    this.#fetch = fetch;
  }

  /** Loads the snapshot in force, then looks for a newer one every second. Throws where the first cannot be loaded. */
  async start(): Promise<void> {
    await this.#loadCurrent();
    this.#lookLater();
  }

  /** Looks at once, unless it is looking. */
  async wake(): Promise<void> {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    await this.#look();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #lookLater(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => this.#look(), POLL_MS);
    this.#timer.unref();
  }

  /** A failure keeps the loaded snapshot; the next look tries again. */
  async #look(): Promise<void> {
    this.#timer = undefined;
    try {
      await this.#loadCurrent();
      this.#failed = undefined;
    } catch (error) {
      const reason = sentence(error);
      if (reason !== this.#failed) this.#log.error({ err: error }, 'the newest snapshot cannot be loaded');
      this.#failed = reason;
      if (error instanceof TouchstoneError && error.code === 'damaged') this.#rebuild(error);
    }
    this.#lookLater();
  }

  async #loadCurrent(): Promise<void> {
    const current = await this.#newest();
    if (!current || this.#stopped || current.id === this.#pool.snapshot) return;
    const start = performance.now();
    await this.#fetch(current);
    await this.#pool.load(this.#directory, current.id);
    const entries = current.sources.reduce((sum, source) => sum + source.entries, 0);
    this.#log.info({ snapshot: current.id, entries, ms: Math.round(performance.now() - start) }, 'snapshot loaded');
  }

  /** The newest that this version compiled, unless there is none. */
  async #newest(): Promise<PublishedSnapshot | undefined> {
    const { snapshots } = this.#records;
    const newest = await snapshots.current();
    if (!newest || newest.engine === ENGINE_VERSION) return newest;
    const own = await snapshots.current(ENGINE_VERSION);
    if (own && !hasSameLists(own, newest)) {
      this.#rebuild(new Error(`Engine ${newest.engine} published other lists, this is ${ENGINE_VERSION}.`));
    }
    return own ?? newest;
  }
}
