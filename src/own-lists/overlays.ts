import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { EVERYBODY, type ListOwner } from '../domain/own-list.ts';
import type { Records } from '../records/port.ts';
import type { AccountOverlay, OverlaySource, SnapshotInUse } from '../screening/beside/overlay-source.ts';
import { Channel } from '../threads/channel.ts';
import { launchWorker } from '../threads/worker.ts';
import type { BuilderOperations } from './builder.ts';
import type { OwnName } from './incomparable.ts';
import { type Builder, type BuiltOverlay, buildOverlay } from './overlay-build.ts';

/** How often the records are asked for changes: another process may make them. */
const POLL_MS = 1_000;
/** A search waits so long for the newest change before it takes what there is. */
const WAIT_MS = 1_500;
/** From then on it waits until the change is in force. */
const MAX_STALE_MS = 3_000;
/** Bytes of what is kept; what was not used longest is let go first. */
const MAX_BYTES = 256 * 2 ** 20;
/** What nobody searched for so long is let go. */
const IDLE_MS = 900_000;
/** More entries are compiled by a thread of their own: it takes hundreds of megabytes, which end with it. */
const LARGE_ENTRIES = 5_000;
const LIMITS = { maxOldGenerationSizeMb: 1_000, maxYoungGenerationSizeMb: 96 };
/** A thread that read names of a file ends where the file is not in the records after this time. */
const MAX_READING_MS = 60_000;

/** A thread that reads the names of a file while its rows come in, and compiles the owner's lists then. */
interface Reading {
  readonly owner: ListOwner;
  readonly builder: Channel<BuilderOperations>;
  readonly timer: NodeJS.Timeout;
  /** All rows are in the records. */
  isWhole: boolean;
}

interface Held {
  built: BuiltOverlay | undefined;
  building: Promise<void> | undefined;
  /** Since when a change waits to be in force, by `performance.now()`. */
  staleSince: number | undefined;
  usedAt: number;
}

export interface OverlaysOptions {
  readonly records: Pick<Records, 'ownLists' | 'nodes'>;
  readonly now: () => Date;
  readonly log: Pick<Logger, 'error'>;
  /** Bytes of what is kept; some 256 MiB by default. */
  readonly maxBytes?: number;
}

/**
 * Own lists of accounts as searches need them. They are compiled when their account searches for the first time, again
 * when they change, and let go when nobody uses them.
 */
export class OwnListOverlays implements OverlaySource {
  readonly #options: OverlaysOptions;
  readonly #builder: Channel<BuilderOperations>;
  /** The thread that compiles many entries, and what ends with it: there is one at a time. */
  #large: Channel<BuilderOperations> | undefined;
  #largeEnded: Promise<void> = Promise.resolve();
  #reading: Reading | undefined;
  /** The newest version of each owner who has lists, or had. */
  #versions: ReadonlyMap<ListOwner, number> = new Map();
  /** Those that were used last stand last. */
  readonly #held = new Map<ListOwner, Held>();
  #pulse = '';
  #snapshot: SnapshotInUse | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #failed = false;

  constructor(options: OverlaysOptions) {
    this.#options = options;
    this.#builder = launched();
  }

  /** Knows who has own lists, and follows their changes from then on. Throws where the records cannot be read. */
  async start(): Promise<void> {
    await this.#look();
    this.#options.records.nodes.hear('own-lists', () => void this.wake());
    this.#later();
  }

  /** Looks for changes at once. */
  async wake(): Promise<void> {
    await this.#look().catch((error: unknown) => this.#tell(error));
  }

  /**
   * Reads names of entries that come into an owner's lists. Where there are many of them, that is half the work of
   * compiling them. Until `imported` nothing is compiled for the owner, unless somebody searches.
   */
  foresee(owner: ListOwner, names: readonly OwnName[]): void {
    if (this.#stopped || (this.#reading && this.#reading.owner !== owner)) return;
    this.#reading ??= this.#readingOf(owner);
    this.#reading.builder.call('read', names).catch(() => {});
  }

  /** A file is whole. Where its names were read, it is compiled though nobody searches. */
  async imported(owner: ListOwner): Promise<void> {
    const reading = this.#reading?.owner === owner ? this.#reading : undefined;
    if (reading) reading.isWhole = true;
    await this.wake();
    if (reading && this.#snapshot && this.#versions.has(owner)) {
      this.#refreshed(owner, this.#hold(owner)).catch((error: unknown) => this.#tell(error));
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    const reading = this.#readingTaken();
    await Promise.all([this.#builder.close(), this.#large?.close(), reading?.close()]);
  }

  adopt(snapshot: SnapshotInUse): void {
    this.#builder.adopt(snapshot.index);
    this.#snapshot = snapshot;
  }

  of(account: number): Promise<AccountOverlay | undefined> | undefined {
    const [own, everybody] = [this.#versions.has(account), account !== EVERYBODY && this.#versions.has(EVERYBODY)];
    return own || everybody ? this.#both(own ? account : undefined, everybody ? EVERYBODY : undefined) : undefined;
  }

  /** What an owner's lists are compiled to now; undefined for one who never had any. */
  async built(owner: ListOwner): Promise<BuiltOverlay | undefined> {
    return this.#versions.has(owner) ? this.#current(owner) : undefined;
  }

  /** The snapshot that searches use; undefined until one is loaded. */
  get snapshot(): SnapshotInUse | undefined {
    return this.#snapshot;
  }

  /** Which of some names leave nothing to compare, in their order. */
  incomparable(names: readonly OwnName[]): Promise<boolean[]> {
    return this.#builder.call('incomparable', names);
  }

  /** Bytes that are kept. */
  get bytes(): number {
    return [...this.#held.values()].reduce((sum, { built }) => sum + (built?.bytes ?? 0), 0);
  }

  async #both(account: ListOwner | undefined, everybody: ListOwner | undefined): Promise<AccountOverlay> {
    const [own, shared] = await Promise.all(
      [account, everybody].map((owner) => (owner === undefined ? undefined : this.#current(owner))),
    );
    return {
      overlay: [...(own?.overlay ?? []), ...(shared?.overlay ?? [])],
      searched: { own: own?.version ?? 0, everybody: shared?.version ?? 0 },
    };
  }

  async #current(owner: ListOwner): Promise<BuiltOverlay> {
    const held = this.#hold(owner);
    const { built } = held;
    if (!built) {
      await this.#refreshed(owner, held);
      return held.built!;
    }
    if (built.version === this.#versions.get(owner)) {
      // With the rarities of another snapshot it still finds everybody.
      if (built.snapshot !== this.#snapshot?.id) {
        this.#refreshed(owner, held).catch((error: unknown) => this.#tell(error));
      }
      return built;
    }
    await this.#changed(owner, held);
    return held.built!;
  }

  /** Waits for the newest change, but not for long. */
  async #changed(owner: ListOwner, held: Held): Promise<void> {
    const end = performance.now() + WAIT_MS;
    while (held.built!.version !== this.#versions.get(owner) && performance.now() < end) {
      const refreshed = this.#refreshed(owner, held).then(
        () => true,
        (error: unknown) => this.#tell(error),
      );
      const waited = sleep(end - performance.now(), undefined, { ref: false });
      if (!(await Promise.race([refreshed, waited]))) break;
    }
    if (performance.now() - (held.staleSince ?? Number.POSITIVE_INFINITY) > MAX_STALE_MS) {
      await this.#refreshed(owner, held);
    }
  }

  /** What is known of an owner, as the newest that is used. */
  #hold(owner: ListOwner): Held {
    const usedAt = performance.now();
    const held = this.#held.get(owner) ?? { built: undefined, building: undefined, staleSince: undefined, usedAt };
    held.usedAt = usedAt;
    this.#held.delete(owner);
    this.#held.set(owner, held);
    return held;
  }

  /** Resolves once what is known now is in force. */
  #refreshed(owner: ListOwner, held: Held): Promise<void> {
    held.building ??= this.#build(owner, held).finally(() => {
      held.building = undefined;
    });
    return held.building;
  }

  async #build(owner: ListOwner, held: Held): Promise<void> {
    const { records, now } = this.#options;
    const snapshot = this.#snapshot?.id;
    if (snapshot === undefined) throw new Error('No lists are loaded yet.');
    const version = this.#versions.get(owner) ?? 0;
    const withBuilder = <T>(entries: number, work: (builder: Builder) => Promise<T>) =>
      this.#withBuilder(owner, entries, work);
    const ports = { records, now, builder: this.#builder, withBuilder };
    held.built = await buildOverlay(ports, { owner, version, snapshot }, held.built);
    held.staleSince = version === this.#versions.get(owner) ? undefined : performance.now();
    this.#letGo();
  }

  async #withBuilder<T>(owner: ListOwner, entries: number, work: (builder: Builder) => Promise<T>): Promise<T> {
    if (entries <= LARGE_ENTRIES) return work(this.#builder);
    const mine = this.#largeEnded.then(() => this.#withLarge(owner, work));
    this.#largeEnded = mine.then(
      () => {},
      () => {},
    );
    return mine;
  }

  async #withLarge<T>(owner: ListOwner, work: (builder: Builder) => Promise<T>): Promise<T> {
    if (this.#stopped) throw new Error('Own lists are compiled no more.');
    const builder = (this.#reading?.owner === owner ? this.#readingTaken() : undefined) ?? launched();
    this.#large = builder;
    builder.adopt(this.#snapshot?.index);
    try {
      return await work(builder);
    } finally {
      await builder.close();
    }
  }

  #readingOf(owner: ListOwner): Reading {
    const timer = setTimeout(() => void this.#readingTaken()?.close(), MAX_READING_MS).unref();
    return { owner, builder: launched(), timer, isWhole: false };
  }

  /** The thread that read names, which is whose who takes it. */
  #readingTaken(): Channel<BuilderOperations> | undefined {
    const reading = this.#reading;
    this.#reading = undefined;
    clearTimeout(reading?.timer);
    return reading?.builder;
  }

  #later(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(async () => {
      await this.wake();
      this.#letGo();
      this.#later();
    }, POLL_MS).unref();
  }

  async #look(): Promise<void> {
    const { ownLists } = this.#options.records;
    const { owners, versions } = await ownLists.pulse();
    const pulse = `${owners} ${versions}`;
    if (pulse !== this.#pulse) {
      const all = await ownLists.versions();
      this.#versions = new Map(all.map(({ owner, version }) => [owner, version]));
      this.#pulse = pulse;
    }
    for (const [owner, held] of this.#held) {
      if (!held.built || held.built.version === this.#versions.get(owner)) continue;
      // The rest of a file comes in.
      if (this.#reading?.owner === owner && !this.#reading.isWhole) continue;
      held.staleSince ??= performance.now();
      this.#refreshed(owner, held).catch((error: unknown) => this.#tell(error));
    }
    this.#failed = false;
  }

  #letGo(): void {
    const { maxBytes = MAX_BYTES } = this.#options;
    let { bytes } = this;
    for (const [owner, { built, building, usedAt }] of this.#held) {
      const isIdle = performance.now() - usedAt > IDLE_MS;
      if (building || !built || (bytes <= maxBytes && !isIdle)) continue;
      this.#held.delete(owner);
      bytes -= built.bytes;
    }
  }

  #tell(error: unknown): void {
    if (!this.#failed && !this.#stopped) this.#options.log.error({ err: error }, 'own lists could not be followed');
    this.#failed = true;
  }
}

function launched(): Channel<BuilderOperations> {
  const module = new URL('./builder.ts', import.meta.url);
  return new Channel(launchWorker(module, { name: 'own-lists', resourceLimits: LIMITS }), { maxAtOnce: 1 });
}
