import type { Logger } from 'pino';
import { type Config, ownSettings } from '../../config.ts';
import { CommandProcess, ownCommand, realTimers, type Timers } from '../../threads/command-process.ts';
import type { ImportResult } from './incoming-list.ts';

/** How a sync went: `failed` where not every list was refreshed, `stuck` where it was ended at its limit. */
export interface SyncRun {
  readonly result: 'ok' | 'failed' | 'stuck';
  readonly startedAt: Date;
  /** False where it was to refresh only the lists that were due. */
  readonly everyList: boolean;
}

export interface ScheduleOptions {
  readonly timers?: Timers;
  /** The program and arguments of one sync; the command line's own by default. */
  readonly command?: readonly [string, ...string[]];
  /** 0 to 1; where in the jitter a run falls. */
  readonly random?: () => number;
  /** Told after each run, before the next is planned. It must not throw. */
  readonly ended?: (run: SyncRun) => void | Promise<void>;
  readonly now?: () => Date;
}

/** Services that were started together must not ask the authorities all at once. */
const JITTER = 0.1;
/** After a failed list, or a sync that crashed, it is tried again sooner than the interval may be. */
const RETRY_MS = 3_600_000;
const DUE = '--due';
const SYNC = ownCommand('lists', 'sync', DUE, '--json');

/**
 * Runs `lists sync` in its own process at low priority: after the start for lists that are due, then at the interval of
 * TOUCHSTONE_LISTS_SYNC. With `off` it does nothing. The service itself never downloads, parses or compiles.
 * A run that takes longer than TOUCHSTONE_LISTS_SYNC_LIMIT is killed, so that no server or file can delay the next.
 */
export class SyncSchedule {
  readonly #config: Config;
  readonly #log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly #timers: Timers;
  readonly #command: readonly [string, ...string[]];
  readonly #random: () => number;
  readonly #tell: (run: SyncRun) => void | Promise<void>;
  readonly #now: () => Date;
  #cancel: (() => void) | undefined;
  #process: CommandProcess | undefined;
  #ended: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(config: Config, log: Pick<Logger, 'info' | 'warn' | 'error'>, options: ScheduleOptions = {}) {
    this.#config = config;
    this.#log = log;
    this.#timers = options.timers ?? realTimers;
    this.#command = options.command ?? SYNC;
    this.#random = options.random ?? Math.random;
    this.#tell = options.ended ?? (() => {});
    this.#now = options.now ?? (() => new Date());
  }

  /** The first run starts at once, in the background. */
  start(): void {
    if (this.#config.listsSyncMs === undefined) {
      this.#log.info('lists are not synchronised: TOUCHSTONE_LISTS_SYNC is off');
      return;
    }
    this.#begin();
  }

  /** True while lists are being fetched. */
  get running(): boolean {
    return this.#process !== undefined;
  }

  /** Fetches every list now, due or not, even where nothing is scheduled. Does nothing while a run is under way. */
  runNow(): void {
    if (this.#process || this.#stopped) return;
    this.#cancel?.();
    this.#begin(this.#command.filter((word) => word !== DUE));
  }

  /** Ends a sync that runs; the lists in force stay as they are. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel?.();
    await this.#process?.stop();
    await this.#ended;
  }

  #begin(command: readonly string[] = this.#command): void {
    const startedAt = this.#now();
    const run = this.#run(command).catch((error: unknown): SyncRun['result'] => {
      this.#log.error({ err: error }, 'lists sync could not be run');
      return 'failed';
    });
    this.#ended = run.then(async (result) => {
      this.#process = undefined;
      if (this.#stopped) return;
      try {
        await this.#tell({ result, startedAt, everyList: !command.includes(DUE) });
      } catch (error) {
        this.#log.error({ err: error }, 'the end of lists sync could not be recorded');
      }
      const interval = this.#config.listsSyncMs;
      if (interval === undefined || this.#process || this.#stopped) return;
      const wait = result === 'ok' ? interval : Math.min(interval, RETRY_MS);
      this.#cancel = this.#timers.after(wait * (1 + JITTER * this.#random()), () => this.#begin());
    });
  }

  async #run(command: readonly string[]): Promise<SyncRun['result']> {
    const start = performance.now();
    this.#process = new CommandProcess(command, {
      env: ownSettings(this.#config),
      limitMs: this.#config.listsSyncLimitMs,
      timers: this.#timers,
      isLowPriority: true,
      complaint: (line) => this.#log.warn({ sync: line }, 'lists sync says'),
    });
    const { output, exit, stuck } = await this.#process.ended;
    if (this.#stopped) return 'failed';
    const ms = Math.round(performance.now() - start);
    if (stuck) {
      this.#log.error({ ms }, 'lists sync was ended: it did not finish within TOUCHSTONE_LISTS_SYNC_LIMIT');
      return 'stuck';
    }
    const result = resultIn(output);
    if (!result) this.#log.error({ exit }, 'lists sync ended without a result');
    for (const source of result?.sources ?? []) this.#report(source);
    if (result) this.#log.info({ snapshot: result.snapshot, sources: result.sources.length, ms }, 'lists synchronised');
    return result?.sources.every(({ error }) => error === null) ? 'ok' : 'failed';
  }

  #report({ source, entries, names, skipped, error }: ImportResult['sources'][number]): void {
    if (error === null) this.#log.info({ source, entries, names, skipped }, 'list is current');
    else this.#log.warn({ source, entries, error }, 'list was not refreshed');
  }
}

function resultIn(output: string): ImportResult | undefined {
  try {
    const result = JSON.parse(output) as ImportResult;
    return Array.isArray(result.sources) ? result : undefined;
  } catch {
    return undefined;
  }
}
