import type { Logger } from 'pino';
import { type Config, ownSettings } from '../../config.ts';
import { CommandProcess, ownCommand, realTimers } from '../../threads/command-process.ts';

const COMMAND = ownCommand('lists', 'repair', '--json');
/** A disk that damages every new snapshot too must not keep a processor busy. */
const PAUSE_MS = 60_000;

/**
 * Rebuilds a snapshot under a running service, with `lists repair` in a process of its own. It is damaged, or another
 * version of the program compiled it. The follower takes the new snapshot up.
 */
export class SnapshotRepair {
  readonly #config: Config;
  readonly #log: Pick<Logger, 'info' | 'warn' | 'error'>;
  #process: CommandProcess | undefined;
  #notBefore = 0;
  #stopped = false;

  constructor(config: Config, log: Pick<Logger, 'info' | 'warn' | 'error'>) {
    this.#config = config;
    this.#log = log;
  }

  /** Does nothing while a repair runs and for one minute after it. */
  begin(cause: Error): void {
    if (this.#stopped || this.#process || performance.now() < this.#notBefore) return;
    this.#log.error({ err: cause }, 'the snapshot cannot be used; it is rebuilt from the stored lists');
    this.#run().catch((err: unknown) => this.#log.error({ err }, 'lists repair could not be run'));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#process?.stop();
  }

  async #run(): Promise<void> {
    const start = performance.now();
    try {
      this.#process = new CommandProcess(COMMAND, {
        env: ownSettings(this.#config),
        limitMs: this.#config.listsSyncLimitMs,
        timers: realTimers,
        // Screenings are refused until it has ended.
        isLowPriority: false,
        complaint: (line) => this.#log.warn({ repair: line }, 'lists repair says'),
      });
      const { exit } = await this.#process.ended;
      const ms = Math.round(performance.now() - start);
      if (exit === 0) this.#log.info({ ms }, 'the snapshot was checked and rebuilt where it was damaged');
      else if (!this.#stopped) this.#log.error({ exit, ms }, 'the snapshot could not be rebuilt');
    } finally {
      this.#process = undefined;
      this.#notBefore = performance.now() + PAUSE_MS;
    }
  }
}
