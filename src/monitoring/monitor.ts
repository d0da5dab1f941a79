import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { MonitoredCustomer } from '../domain/customer.ts';
import { type RunUnderWay, reasonOf } from '../domain/monitoring.ts';
import type { PublishedSnapshot } from '../domain/snapshot.ts';
import { sentence, TouchstoneError } from '../errors.ts';
import type { Records } from '../records/port.ts';
import { ENGINE_VERSION } from '../screening/version.ts';
import { Comparer } from './comparer.ts';
import type { PageFound } from './worker.ts';

/** How often it looks whether another snapshot is in force. */
const LOOK_MS = 2_000;
/** After a failure. */
const RETRY_MS = 30_000;
/** Customers of a page: few enough that storing what was found holds no other write up for long. */
const PAGE_CUSTOMERS = 500;
const LATE_CUSTOMERS = 200;
/** No screening is under way for longer than this. */
const LATE_MS = 600_000;

export interface MonitorOptions {
  readonly records: Pick<Records, 'customers' | 'monitoring' | 'snapshots' | 'leads'>;
  /** Of the snapshots. */
  readonly directory: string;
  /** Brings the files of a snapshot that another node compiled; throws `damaged` where they are gone. */
  readonly fetch?: (snapshot: PublishedSnapshot) => Promise<void>;
  readonly now: () => Date;
  readonly log: Pick<Logger, 'info' | 'error'>;
  /** Milliseconds between two looks. */
  readonly lookMs?: number;
}

interface Page {
  readonly customers: readonly MonitoredCustomer[];
  readonly from: number;
  readonly found: Promise<PageFound>;
}

/**
 * Compares every monitored customer with what changed whenever another snapshot is in force. A run goes on where it was
 * interrupted: what was found for a page of customers and the place behind it are one transaction.
 */
export class Monitor {
  readonly #options: MonitorOptions;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #stopped = false;
  readonly #stop = new AbortController();
  /** The failure that was told last, so that one failure is logged once. */
  #failed: string | undefined;
  #lookedForLate = false;

  constructor(options: MonitorOptions) {
    this.#options = options;
  }

  start(): void {
    this.#lookIn(0);
  }

  /** Ends after the pages that are under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stop.abort();
    clearTimeout(this.#timer);
    await this.#looking;
  }

  #lookIn(ms: number): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#lookAgain();
    }, ms).unref();
  }

  async #lookAgain(): Promise<void> {
    let next = this.#options.lookMs ?? LOOK_MS;
    try {
      await this.look();
      this.#failed = undefined;
    } catch (error) {
      const reason = sentence(error);
      if (!this.#stopped && reason !== this.#failed) {
        this.#options.log.error({ err: error }, 'customers could not be compared with the lists');
      }
      this.#failed = reason;
      next = RETRY_MS;
    }
    this.#lookIn(next);
  }

  /** Begins or goes on with what is to be compared; resolves when everybody is. Throws what keeps it from that. */
  async look(): Promise<void> {
    const { records } = this.#options;
    const { monitoring, snapshots } = records;
    for (;;) {
      if (!(await records.leads('monitoring'))) return;
      const [current, last] = await Promise.all([snapshots.current(), monitoring.latest()]);
      if (!current || this.#stopped) return;
      // Two versions of the program run side by side: the one that compiled it compares, once it leads.
      if (current.engine !== ENGINE_VERSION) return;
      const run = last?.endedAt === null ? last : await this.#begin(last, current);
      if (!run) return;
      await this.#run(run, current);
    }
  }

  /** Undefined where the last run was about the snapshot in force, and where another process was faster. */
  async #begin(last: RunUnderWay | undefined, current: PublishedSnapshot): Promise<RunUnderWay | undefined> {
    const { monitoring, snapshots } = this.#options.records;
    const before = last && (await snapshots.get(last.to));
    const reason = reasonOf(last && { to: last.to, engine: before?.engine ?? '' }, current);
    const from = reason === 'lists' ? (last?.to ?? null) : null;
    // Where everybody is compared with everything, nobody is late.
    const isWanted = last && (reason ? from !== null : this.#mayBeLate(last));
    const seen = isWanted ? await this.#compareLate(last, current) : undefined;
    if (!reason || this.#stopped) return undefined;
    return monitoring.begin({ reason, from, to: current.id, seen });
  }

  async #run(run: RunUnderWay, current: PublishedSnapshot): Promise<void> {
    const { monitoring, customers } = this.#options.records;
    const started = performance.now();
    const [first] = await customers.pageForMonitoring(run.after, 1);
    if (first) {
      const comparer = await this.#open(run, current);
      if (!comparer) return;
      try {
        await monitoring.noteLists(run.id, comparer.lists);
        await this.#compareAll(run, comparer);
      } finally {
        await comparer.close();
      }
    }
    if (this.#stopped) return;
    await monitoring.end(run.id);
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    this.#options.log.info({ run: run.id, reason: run.reason, to: run.to, seconds }, 'customers compared');
  }

  /** Undefined where the run begins again, since files that it needs are gone. */
  async #open({ id, from, to }: RunUnderWay, current: PublishedSnapshot): Promise<Comparer | undefined> {
    const { directory, records } = this.#options;
    const watched = await records.monitoring.watchedEntries();
    try {
      for (const one of [from, to]) await this.#fetch(one);
      return await Comparer.open(directory, { from, to, watched });
    } catch (error) {
      if (!(error instanceof TouchstoneError) || error.code !== 'damaged') throw error;
      // Without the earlier snapshot nobody can say what changed: everybody is compared with everything.
      if (from === null && to === current.id) throw error;
      await records.monitoring.restart(id, current.id);
      return undefined;
    }
  }

  async #fetch(id: string | null): Promise<void> {
    const snapshot = id === null ? undefined : await this.#options.records.snapshots.get(id);
    if (snapshot) await this.#options.fetch?.(snapshot);
  }

  /** Pages are compared side by side, and stored in their order. */
  async #compareAll({ id, after, reason }: RunUnderWay, comparer: Comparer): Promise<void> {
    const { customers } = this.#options.records;
    const underWay: Page[] = [];
    let read = after;
    let place = after;
    let allRead = false;
    while (!this.#stopped) {
      while (!allRead && underWay.length < comparer.pagesAtOnce) {
        const page = await customers.pageForMonitoring(read, PAGE_CUSTOMERS);
        allRead = page.length < PAGE_CUSTOMERS;
        if (page.length === 0) break;
        const found = comparer.compare(page);
        // Heard when it is its turn.
        found.catch(() => {});
        underWay.push({ customers: page, from: read, found });
        read = page.at(-1)!.id;
      }
      const page = underWay.shift();
      if (!page) return;
      const began = performance.now();
      place = await this.#store(id, place, page, comparer.gone);
      // Another engine is no news of the lists: it rests as long as it worked.
      if (reason === 'engine') await this.#rest(performance.now() - began);
    }
  }

  #rest(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.#stop.signal }).catch(() => {});
  }

  async #store(id: number, from: number, page: Page, gone: readonly string[]): Promise<number> {
    const { found, failed } = await page.found;
    this.#tell(failed);
    const to = page.customers.at(-1)!.id;
    const compared = [...Map.groupBy(page.customers, ({ accountId }) => accountId)].map(
      ([account, customers]) => [account, customers.length] as const,
    );
    const stored = await this.#options.records.monitoring.apply(id, { from, to, compared, found, gone });
    if (!stored) throw new Error('Another process works on the same run.');
    return to;
  }

  /** A screening may have been stored just before the service was killed, so the first look after a start looks too. */
  #mayBeLate({ endedAt }: RunUnderWay): boolean {
    const isFirst = !this.#lookedForLate;
    this.#lookedForLate = true;
    return isFirst || this.#options.now().getTime() - Date.parse(endedAt!) <= LATE_MS;
  }

  /**
   * A customer whose screening was under way when a run began was screened against the lists of before. Resolves to the
   * last screening that was looked at.
   */
  async #compareLate(last: RunUnderWay, current: PublishedSnapshot): Promise<number> {
    const { monitoring } = this.#options.records;
    for (;;) {
      const { customers, screening, isLast } = await monitoring.late(LATE_CUSTOMERS);
      if (customers.length > 0) {
        const watched = await monitoring.watchedEntries();
        const comparer = await Comparer.open(this.#options.directory, { from: null, to: current.id, watched });
        try {
          const { found, failed } = await comparer.compare(customers);
          this.#tell(failed);
          const late = customers.map(({ id }) => id);
          await monitoring.applyLate(last.id, { customers: late, found, gone: comparer.gone, screening });
        } finally {
          await comparer.close();
        }
      }
      if (isLast || this.#stopped) return screening;
    }
  }

  #tell(failed: PageFound['failed']): void {
    for (const one of failed) this.#options.log.error(one, 'a customer could not be compared with the lists');
  }
}
