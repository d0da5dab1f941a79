import type { Logger } from 'pino';
import type { Records } from '../records/port.ts';
import { sandboxListState } from '../watchlists/change-sandbox.ts';
import { isOverdue, type ListsStatus, notRefreshed, type SourceStatus, stateOf } from '../watchlists/list-status.ts';
import type { Lists } from '../watchlists/lists.ts';
import { sourceById } from '../watchlists/registry.ts';
import type { ListsView } from './dashboard/wire.ts';
import type { ObservedList } from './gauges.ts';

const POLL_MS = 2_000;
/** Lists grow old by the day; a new snapshot is seen at the next poll. */
const RENEW_MS = 60_000;
const UNKNOWN: ListsStatus = { snapshot: null, joins: null, sources: [] };

/** What requests and metrics tell about the lists, kept in memory so that no answer waits for a disk. */
export class ListsInForce {
  /** For a screening's message: which lists are missing, old, or stand-ins. */
  sentences: readonly string[] = [];
  #status: ListsStatus = UNKNOWN;
  #createdAt: string | undefined;
  #loaded: string | undefined;
  #readAt = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #lists: Lists;
  readonly #records: Records;
  readonly #pool: { readonly snapshot: string | undefined };
  readonly #now: () => Date;
  readonly #log: Logger;

  constructor(
    lists: Lists,
    records: Records,
    pool: { readonly snapshot: string | undefined },
    now: () => Date,
    log: Logger,
  ) {
    this.#lists = lists;
    this.#records = records;
    this.#pool = pool;
    this.#now = now;
    this.#log = log;
  }

  async start(): Promise<void> {
    await this.#read();
    this.#poll();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Ids of the sources that only the starter list stands in for. */
  starterSources(): string[] {
    return this.#status.sources.filter(({ starter }) => starter).map(({ source }) => source);
  }

  /** Seconds since the snapshot in force was made. */
  snapshotAge(): number | undefined {
    return this.#createdAt === undefined ? undefined : this.#age(Date.parse(this.#createdAt));
  }

  observed(): ObservedList[] {
    const now = this.#now();
    const seconds = (time: string | null) =>
      Number.isNaN(Date.parse(time ?? '')) ? undefined : Date.parse(time!) / 1000;
    // Nobody misses a list that the settings leave out.
    const wanted = this.#status.sources.filter(({ enabled, starter }) => enabled || !starter);
    return wanted.map((status) => ({
      source: status.source,
      category: status.category,
      state: status.starter ? 'starter' : stateOf(status, now),
      overdue: isOverdue(status, now, this.#lists.config.listsSyncMs !== undefined),
      entries: status.entries,
      published: status.starter ? undefined : seconds(status.published),
      checked: seconds(status.checked),
      failed: seconds(status.lastErrorAt),
      failing: status.failing,
    }));
  }

  /** What the dashboard shows of every list. Reads the database, so an import by another process shows at once. */
  async view(syncing: boolean): Promise<ListsView> {
    const [status, now] = [await this.#lists.status(), this.#now()];
    const failed = status.sources.filter(({ lastError }) => lastError !== null);
    return {
      snapshot: status.snapshot,
      syncing,
      sandbox: await this.#sandbox(),
      warnings: [...new Set([...this.#lists.about(status), ...failed.map(notRefreshed)])],
      sources: status.sources.map((source) => ({
        ...listed(source),
        state: stateOf(source, now),
        licence: sourceById(source.source).restriction ?? null,
        authority: sourceById(source.source).authority,
        file: sourceById(source.source).address,
        format: sourceById(source.source).format,
      })),
    };
  }

  async #sandbox(): Promise<ListsView['sandbox']> {
    if (this.#lists.config.environment !== 'sandbox') return null;
    const { entry, next } = await sandboxListState(this.#lists);
    return { name: entry.names[0]!.full, born: entry.birthDates?.[0]?.date ?? '', next };
  }

  #poll(): void {
    this.#timer = setTimeout(async () => {
      const due = this.#now().getTime() - this.#readAt >= RENEW_MS;
      if (due || this.#pool.snapshot !== this.#loaded) await this.#read();
      if (this.#timer) this.#poll();
    }, POLL_MS).unref();
  }

  async #read(): Promise<void> {
    const { snapshot } = this.#pool;
    const now = this.#now();
    try {
      this.#status = await this.#lists.status();
      this.#createdAt = snapshot && (await this.#records.snapshots.get(snapshot))?.createdAt;
      this.sentences = this.#lists.about(this.#status);
      this.#loaded = snapshot;
      this.#readAt = now.getTime();
    } catch (error) {
      this.#log.error({ err: error }, 'the state of the lists could not be read');
    }
  }

  #age(then: number): number {
    return (this.#now().getTime() - then) / 1000;
  }
}

function listed({ enabled: _, lastErrorAt: __, failingSince: ___, ...source }: SourceStatus) {
  return source;
}
