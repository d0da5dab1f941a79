import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { ImportResult } from './lists.ts';

/** A timer as the schedule uses it; tests bring one that they turn themselves. */
export interface Timers {
  /** Calls `run` once after `ms`; the answer takes it back. */
  after(ms: number, run: () => void): () => void;
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

/** How a sync went: `failed` where not every list was refreshed, `stuck` where it was ended at its limit. */
export interface SyncRun {
  readonly result: 'ok' | 'failed' | 'stuck';
  readonly startedAt: Date;
  /** False where it was to refresh only the lists that were due. */
  readonly everyList: boolean;
}

/** Services that were started together must not ask the authorities all at once. */
const JITTER = 0.1;
/** After a failed list, or a sync that crashed, it is tried again sooner than the interval may be. */
const RETRY_MS = 3_600_000;
/** What SIGTERM does not end in time, SIGKILL does. */
const KILL_AFTER_MS = 5000;
const DUE = '--due';
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const SYNC: readonly [string, ...string[]] = [process.execPath, MAIN, 'lists', 'sync', DUE, '--json'];

const realTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/**
 * Runs `lists sync` in a process of its own, at low priority: right after the start for the lists that are due, then at
 * the interval of TOUCHSTONE_LISTS_SYNC. The service itself never downloads, parses or compiles. With `off` it does nothing.
 * A run that takes longer than TOUCHSTONE_LISTS_SYNC_LIMIT is killed, so that no server and no file can hold up the next.
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
  #child: ChildProcess | undefined;
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
    return this.#child !== undefined;
  }

  /** Fetches every list now, whether or not it is due, also where nothing is scheduled; nothing where that is being done. */
  runNow(): void {
    if (this.#child || this.#stopped) return;
    this.#cancel?.();
    this.#begin(this.#command.filter((word) => word !== DUE));
  }

  /** Ends a sync that runs; the lists in force stay as they are. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel?.();
    const child = this.#child;
    if (child) {
      child.kill('SIGTERM');
      const kill = setTimeout(() => killGroup(child), KILL_AFTER_MS);
      await this.#ended;
      clearTimeout(kill);
    }
  }

  #begin(command: readonly string[] = this.#command): void {
    const startedAt = this.#now();
    const run = this.#run(command).catch((error: unknown): SyncRun['result'] => {
      this.#log.error({ err: error }, 'lists sync could not be run');
      return 'failed';
    });
    this.#ended = run.then(async (result) => {
      this.#child = undefined;
      if (this.#stopped) return;
      try {
        await this.#tell({ result, startedAt, everyList: !command.includes(DUE) });
      } catch (error) {
        this.#log.error({ err: error }, 'the end of lists sync could not be recorded');
      }
      const interval = this.#config.listsSyncMs;
      if (interval === undefined || this.#child || this.#stopped) return;
      const wait = result === 'ok' ? interval : Math.min(interval, RETRY_MS);
      this.#cancel = this.#timers.after(wait * (1 + JITTER * this.#random()), () => this.#begin());
    });
  }

  async #run([program, ...args]: readonly string[]): Promise<SyncRun['result']> {
    const start = performance.now();
    const environment = { ...process.env, TOUCHSTONE_DATA_DIR: this.#config.dataDir };
    // A group of its own, so that whatever it may have started ends with it.
    const child = spawn(program!, args, { stdio: ['ignore', 'pipe', 'pipe'], env: environment, detached: true });
    const ended = new Promise<number | string>((resolve) => {
      child.on('error', (error) => resolve(error.message));
      child.on('close', (status, signal) => resolve(signal ?? status ?? 'unknown'));
    });
    this.#child = child;
    lowerPriority(child);
    let stuck = false;
    const withdrawLimit = this.#timers.after(this.#config.listsSyncLimitMs, () => {
      stuck = true;
      killGroup(child);
    });
    const output: string[] = [];
    // Where no descriptor is left, the child never started and there is no pipe to it.
    child.stdout?.setEncoding('utf8').on('data', (text: string) => output.push(text));
    if (child.stderr) {
      createInterface({ input: child.stderr }).on('line', (line) => this.#log.warn({ sync: line }, 'lists sync says'));
    }
    const code = await ended;
    withdrawLimit();
    if (this.#stopped) return 'failed';
    const ms = Math.round(performance.now() - start);
    if (stuck) {
      this.#log.error({ ms }, 'lists sync was ended: it did not finish within TOUCHSTONE_LISTS_SYNC_LIMIT');
      return 'stuck';
    }
    const result = resultIn(output.join(''));
    if (!result) this.#log.error({ exit: code }, 'lists sync ended without a result');
    for (const source of result?.sources ?? []) this.#report(source);
    if (result) this.#log.info({ snapshot: result.snapshot, sources: result.sources.length, ms }, 'lists synchronised');
    return result?.sources.every(({ error }) => error === null) ? 'ok' : 'failed';
  }

  #report({ source, entries, names, skipped, error }: ImportResult['sources'][number]): void {
    if (error === null) this.#log.info({ source, entries, names, skipped }, 'list is current');
    else this.#log.warn({ source, entries, error }, 'list was not refreshed');
  }
}

/** Nothing can hold SIGKILL up. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Where there are no process groups, or this one ended a moment ago.
    child.kill('SIGKILL');
  }
}

function lowerPriority(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    setPriority(child.pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It may have ended already, and a container may not allow it; the sync works all the same.
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
