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
  /** Told after each run whether every list was refreshed. */
  readonly ended?: (ok: boolean) => void;
}

/** Services that were started together must not ask the authorities all at once. */
const JITTER = 0.1;
/** After a failed list, or a sync that crashed, it is tried again sooner than the interval may be. */
const RETRY_MS = 3_600_000;
const KILL_AFTER_MS = 5000;
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
/** What SIGTERM does not end in time, SIGKILL does. */
const SYNC: readonly [string, ...string[]] = [process.execPath, MAIN, 'lists', 'sync', '--due', '--json'];

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
 */
export class SyncSchedule {
  readonly #config: Config;
  readonly #log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly #timers: Timers;
  readonly #command: readonly [string, ...string[]];
  readonly #random: () => number;
  readonly #tell: (ok: boolean) => void;
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
    this.#begin(this.#command.filter((word) => word !== '--due'));
  }

  /** Ends a sync that runs; the lists in force stay as they are. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel?.();
    const child = this.#child;
    if (child) {
      child.kill('SIGTERM');
      const kill = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
      await this.#ended;
      clearTimeout(kill);
    }
  }

  #begin(command: readonly string[] = this.#command): void {
    this.#ended = this.#run(command).then((ok) => {
      this.#child = undefined;
      if (this.#stopped) return;
      this.#tell(ok);
      const interval = this.#config.listsSyncMs;
      if (interval === undefined) return;
      const wait = ok ? interval : Math.min(interval, RETRY_MS);
      this.#cancel = this.#timers.after(wait * (1 + JITTER * this.#random()), () => this.#begin());
    });
  }

  /** True where every list was refreshed. Never rejects: whatever happens to the process, the service goes on. */
  async #run([program, ...args]: readonly string[]): Promise<boolean> {
    const start = performance.now();
    const environment = { ...process.env, TOUCHSTONE_DATA_DIR: this.#config.dataDir };
    const child = spawn(program!, args, { stdio: ['ignore', 'pipe', 'pipe'], env: environment });
    this.#child = child;
    lowerPriority(child);
    const output: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (text: string) => output.push(text));
    createInterface({ input: child.stderr }).on('line', (line) => this.#log.warn({ sync: line }, 'lists sync says'));
    const code = await new Promise<number | string>((resolve) => {
      child.on('error', (error) => resolve(error.message));
      child.on('close', (status, signal) => resolve(signal ?? status ?? 'unknown'));
    });
    if (this.#stopped) return false;
    const result = resultIn(output.join(''));
    if (!result) this.#log.error({ exit: code }, 'lists sync ended without a result');
    for (const source of result?.sources ?? []) this.#report(source);
    const ms = Math.round(performance.now() - start);
    if (result) this.#log.info({ snapshot: result.snapshot, sources: result.sources.length, ms }, 'lists synchronised');
    return result?.sources.every(({ error }) => error === null) ?? false;
  }

  #report({ source, entries, names, skipped, error }: ImportResult['sources'][number]): void {
    if (error === null) this.#log.info({ source, entries, names, skipped }, 'list is current');
    else this.#log.warn({ source, entries, error }, 'list was not refreshed');
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
