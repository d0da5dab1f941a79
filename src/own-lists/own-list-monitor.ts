import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { dayOf } from '../domain/date-of-birth.ts';
import { EVERYBODY, isOwnSource, type ListOwner, type OwnListsState } from '../domain/own-list.ts';
import { sentence } from '../errors.ts';
import type { PageFound } from '../monitoring/worker.ts';
import type { Records } from '../records/port.ts';
import { ENGINE_VERSION } from '../screening/version.ts';
import { Channel } from '../threads/channel.ts';
import { launchWorker } from '../threads/worker.ts';
import type { OwnCompareOperations } from './compare-thread.ts';
import type { OwnListOverlays } from './overlays.ts';

const LOOK_MS = 2_000;
const RETRY_MS = 10_000;
/** A change is in force on every node by then, so that whoever is screened later is screened against it. */
const SETTLE_MS = 6_000;
const PAGE_CUSTOMERS = 500;
/** Entries of one transaction. */
const ENDED_AT_ONCE = 2_000;
const HOUR_MS = 3_600_000;
const LIMITS = { maxYoungGenerationSizeMb: 32 };

export interface OwnListMonitorOptions {
  readonly records: Pick<Records, 'alerts' | 'customers' | 'leads' | 'ownLists'>;
  readonly overlays: Pick<OwnListOverlays, 'built' | 'snapshot'>;
  readonly now: () => Date;
  readonly log: Pick<Logger, 'info' | 'error'>;
  /** Milliseconds after a change until customers are compared with it. */
  readonly settleMs?: number;
}

/**
 * Compares monitored customers with what changed on own lists. What was found for one is one transaction, and the same
 * difference again changes nothing: so a run that was interrupted begins again.
 */
export class OwnListMonitor {
  readonly #options: OwnListMonitorOptions;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;
  #swept = Number.NEGATIVE_INFINITY;
  #failed: string | undefined;

  constructor(options: OwnListMonitorOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  /** Compares what is to be compared now. Throws what keeps it from that. */
  async look(): Promise<void> {
    const { records } = this.#options;
    if (!this.#options.overlays.snapshot || !(await records.leads('monitoring'))) return;
    await this.#endEntries();
    for (const state of await records.ownLists.behind(ENGINE_VERSION)) {
      if (this.#stop.signal.aborted) return;
      if (this.#isSettled(state)) await this.#compare(state);
    }
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      let next = LOOK_MS;
      try {
        await this.look();
        this.#failed = undefined;
      } catch (error) {
        const reason = sentence(error);
        if (!signal.aborted && reason !== this.#failed) {
          this.#options.log.error({ err: error }, 'customers could not be compared with own lists');
        }
        this.#failed = reason;
        next = RETRY_MS;
      }
      await sleep(next, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  #isSettled({ changedAt }: OwnListsState): boolean {
    const { now, settleMs = SETTLE_MS } = this.#options;
    return now().getTime() - Date.parse(changedAt) >= settleMs;
  }

  /** What ended is a change as well. */
  async #endEntries(): Promise<void> {
    const now = performance.now();
    if (now - this.#swept < HOUR_MS) return;
    const today = dayOf(this.#options.now());
    while ((await this.#options.records.ownLists.endSome(today, ENDED_AT_ONCE)) > 0) {
      if (this.#stop.signal.aborted) return;
    }
    this.#swept = now;
  }

  async #compare({ owner, version, compared }: OwnListsState): Promise<void> {
    const { records, overlays, log } = this.#options;
    const built = await overlays.built(owner);
    const { snapshot } = overlays;
    // This node has not seen the change yet.
    if (!built || !snapshot || built.version < version) return;
    const started = performance.now();
    // What changed since the base stands in the part behind it.
    const overlay =
      compared >= built.base.version ? built.overlay.filter(({ id }) => id !== built.base.part.id) : built.overlay;
    const module = new URL('./compare-thread.ts', import.meta.url);
    const thread = new Channel<OwnCompareOperations>(
      launchWorker(module, { name: 'own-lists-compared', resourceLimits: LIMITS }),
      { maxAtOnce: 1 },
    );
    thread.adopt(snapshot);
    try {
      const gone = await this.#goneOf(owner);
      let customers = 0;
      for (let after = 0; !this.#stop.signal.aborted; ) {
        const page = await this.#page(owner, after);
        if (page.length === 0) break;
        after = page.at(-1)!.id;
        customers += page.length;
        if (overlay.length > 0) await this.#apply(await thread.call('compare', page, overlay, compared), gone);
      }
      for (const [customerId, keys] of gone)
        await records.alerts.applyDifference(customerId, { matches: [], gone: keys });
      if (this.#stop.signal.aborted) return;
      await records.ownLists.compared({ owner, version }, ENGINE_VERSION);
      log.info({ owner, version, customers, ms: Math.round(performance.now() - started) }, 'own lists compared');
    } finally {
      await thread.close();
    }
  }

  #page(owner: ListOwner, after: number) {
    const { customers } = this.#options.records;
    if (owner === EVERYBODY) return customers.pageForMonitoring(after, PAGE_CUSTOMERS);
    return customers.pageOfAccount(owner, after, PAGE_CUSTOMERS);
  }

  async #apply({ found, failed }: PageFound, gone: Map<number, readonly string[]>): Promise<void> {
    const { alerts } = this.#options.records;
    for (const one of failed) this.#options.log.error(one, 'a customer could not be compared with own lists');
    for (const { customerId, ...findings } of found) {
      await alerts.applyDifference(customerId, { ...findings, gone: gone.get(customerId) ?? [] });
      gone.delete(customerId);
    }
  }

  /** By customer the keys of entries with alerts that no list of theirs has any more. */
  async #goneOf(owner: ListOwner): Promise<Map<number, readonly string[]>> {
    const { ownLists } = this.#options.records;
    const today = dayOf(this.#options.now());
    const watched = await ownLists.watched(owner);
    const gone = new Map<number, string[]>();
    const everybody = watched.length > 0 ? await ownLists.keys(EVERYBODY, today) : [];
    for (const [accountId, alerts] of Map.groupBy(watched, (one) => one.accountId)) {
      const listed = new Set([...everybody, ...(await ownLists.keys(accountId, today))]);
      for (const { customerId, keys } of alerts) {
        const lost = keys.filter((key) => isOwnSource(key) && !listed.has(key));
        if (lost.length > 0) gone.set(customerId, [...(gone.get(customerId) ?? []), ...lost]);
      }
    }
    return gone;
  }
}
