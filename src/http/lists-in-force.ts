import type { Logger } from 'pino';
import type { Records, SourceState } from '../records/port.ts';
import type { SnapshotSource } from '../screening/types.ts';
import { type Lists, staleSentences } from '../watchlists/lists.ts';
import type { ObservedList } from './metrics.ts';

const REFRESH_MS = 2_000;
/** Lists grow old by the hour; a new snapshot is seen at once. */
const STALE_CHECK_MS = 60_000;

/** What requests and metrics tell about the lists, kept in memory so that no answer waits for a disk. */
export class ListsInForce {
  sentences: readonly string[] = [];
  #states: readonly SourceState[] = [];
  #snapshot: string | undefined;
  #createdAt: string | undefined;
  #checkedAt = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #lists: Lists;
  readonly #records: Records;
  readonly #pool: { readonly snapshot: string | undefined; readonly sources: readonly SnapshotSource[] };
  readonly #now: () => Date;
  readonly #log: Logger;

  constructor(
    lists: Lists,
    records: Records,
    pool: { readonly snapshot: string | undefined; readonly sources: readonly SnapshotSource[] },
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
    await this.#refresh();
    this.#schedule();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  starterSources(): string[] {
    return this.#pool.sources.filter(({ starter }) => starter).map(({ source }) => source);
  }

  snapshotAge(): number | undefined {
    return this.#createdAt === undefined ? undefined : this.#secondsSince(this.#createdAt);
  }

  observed(): ObservedList[] {
    const states = new Map(this.#states.map((state) => [state.source, state]));
    const ids = new Set([...this.#pool.sources.map(({ source }) => source), ...states.keys()]);
    return [...ids].map((source) => {
      const list = this.#pool.sources.find((inForce) => inForce.source === source);
      const state = states.get(source);
      return {
        source,
        starter: list?.starter ?? false,
        entries: list?.entries ?? 0,
        age: list && !list.starter ? this.#secondsSince(state?.checkedAt ?? list.fetched) : undefined,
        lastErrorAt: state?.lastError ? state.lastErrorAt : null,
      };
    });
  }

  #schedule(): void {
    this.#timer = setTimeout(async () => {
      const due = this.#now().getTime() - this.#checkedAt >= STALE_CHECK_MS;
      if (due || this.#pool.snapshot !== this.#snapshot) await this.#refresh();
      this.#schedule();
    }, REFRESH_MS).unref();
  }

  async #refresh(): Promise<void> {
    const { snapshot } = this.#pool;
    try {
      this.sentences = staleSentences(await this.#lists.status(), this.#now());
      this.#states = await this.#records.snapshots.states();
      this.#createdAt = snapshot && (await this.#records.snapshots.get(snapshot))?.createdAt;
      this.#snapshot = snapshot;
      this.#checkedAt = this.#now().getTime();
    } catch (error) {
      this.#log.error({ err: error }, 'the state of the lists could not be read');
    }
  }

  #secondsSince(instant: string): number {
    return (this.#now().getTime() - Date.parse(instant)) / 1000;
  }
}
