import type { Logger } from 'pino';
import { dayOf } from '../domain/date-of-birth.ts';
import { sentence } from '../errors.ts';
import type { Records } from '../records/port.ts';
import { Channel } from '../threads/channel.ts';
import { launchWorker } from '../threads/worker.ts';
import type { MediaCompareOperations } from './compare-thread.ts';
import type { MediaNews } from './media-news.ts';

const PAGE_CUSTOMERS = 500;
/** Files may come so late. */
const OVERLAP_MS = 3 * 86_400_000;
const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 };

export interface MediaMonitorOptions {
  readonly records: Pick<Records, 'customers' | 'leads' | 'media'>;
  readonly news: Pick<MediaNews, 'newest' | 'inUse' | 'rowBefore'>;
  /** Most alerts of the news that a customer gets on a day. */
  readonly alertsADay: number;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

/**
 * Compares customers who are watched for the news with events that came since. What was found for one is one
 * transaction, and the same events again open nothing: so a run that was interrupted begins again.
 */
export class MediaMonitor {
  readonly #options: MediaMonitorOptions;
  #failed: string | undefined;

  constructor(options: MediaMonitorOptions) {
    this.#options = options;
  }

  /** One turn. Throws nothing: what was not compared is at the next one. */
  async turn(signal: AbortSignal): Promise<void> {
    try {
      await this.look(signal);
      this.#failed = undefined;
    } catch (error) {
      const reason = sentence(error);
      if (!signal.aborted && reason !== this.#failed) {
        this.#options.log.error({ err: error }, 'customers could not be compared with the news');
      }
      this.#failed = reason;
    }
  }

  /** Compares what is to be compared now. Throws what keeps it from that. */
  async look(signal: AbortSignal): Promise<void> {
    const { records, news } = this.#options;
    if (!(await records.leads('media-monitoring'))) return;
    const newest = await news.newest();
    if (!newest) return;
    const { index, row } = newest;
    const known = await records.media.compared(index);
    const since = known ?? (await this.#beginning(row));
    if (since === row) {
      if (known === undefined) await records.media.keepCompared(index, row);
      return;
    }
    await this.#compare(index, since, row, signal);
  }

  /**
   * Where an index begins that customers were never compared with: behind all of it, where nobody ever was compared.
   * Else some days before the last comparison, since another node did that, or the index was made again.
   */
  async #beginning(row: number): Promise<number> {
    const last = await this.#options.records.media.lastCompared();
    if (last === undefined) return row;
    return this.#options.news.rowBefore(dayOf(new Date(Date.parse(last) - OVERLAP_MS)));
  }

  async #compare(index: string, since: number, row: number, signal: AbortSignal): Promise<void> {
    const { records, news, log, alertsADay } = this.#options;
    const started = performance.now();
    const module = new URL('./compare-thread.ts', import.meta.url);
    const thread = new Channel<MediaCompareOperations>(
      launchWorker(module, { name: 'media-compared', resourceLimits: LIMITS }),
      { maxAtOnce: 1 },
    );
    thread.adopt(await news.inUse());
    let [customers, opened] = [0, 0];
    try {
      for (let after = 0; !signal.aborted; ) {
        const page = await records.customers.pageForMedia(after, PAGE_CUSTOMERS);
        if (page.length === 0) break;
        after = page.at(-1)!.id;
        customers += page.length;
        const { found, failed } = await thread.call('compare', page, since);
        for (const one of failed) log.error(one, 'a customer could not be compared with the news');
        for (const one of found) opened += (await records.media.alert(one, alertsADay)) ?? 0;
      }
      if (signal.aborted) return;
      await records.media.keepCompared(index, row);
      log.info({ customers, opened, ms: Math.round(performance.now() - started) }, 'customers compared with the news');
    } finally {
      await thread.close();
    }
  }
}
