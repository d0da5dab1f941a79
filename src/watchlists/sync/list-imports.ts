import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Config, ownSettings } from '../../config.ts';
import { say } from '../../sentences.ts';
import { CommandProcess, ownCommand, realTimers } from '../../threads/command-process.ts';
import type { ImportResult } from './incoming-list.ts';

/** Files of a list that somebody sent, and who it was. */
export interface SentList {
  readonly source: string;
  readonly files: readonly string[];
  readonly userId: number;
  /** `YYYY-MM-DD`. */
  readonly published?: string;
  readonly force: boolean;
}

export type ImportOutcome =
  | { readonly kind: 'imported'; readonly snapshot: string; readonly entries: number; readonly skipped: number }
  /** A sentence for whoever sent the files. */
  | { readonly kind: 'refused'; readonly problem: string };

const FOLDER = 'uploads';
const COMMAND = ownCommand('lists', 'import');
/** As the command begins each sentence. */
const SPEAKER = /^touchstone: /;

/**
 * Lists that people send to the running service. `lists import` takes them in a process of its own, so the service
 * never parses or compiles. The files wait in a folder of the data directory.
 */
export class ListImports {
  readonly #config: Config;
  readonly #log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly #folder: string;
  #process: CommandProcess | undefined;
  #taken = false;
  #stopped = false;

  private constructor(config: Config, log: Pick<Logger, 'info' | 'warn' | 'error'>) {
    this.#config = config;
    this.#log = log;
    this.#folder = join(config.dataDir, FOLDER);
  }

  /** Removes what a service that was killed left behind. */
  static async open(config: Config, log: Pick<Logger, 'info' | 'warn' | 'error'>): Promise<ListImports> {
    const imports = new ListImports(config, log);
    await rm(imports.#folder, { recursive: true, force: true });
    return imports;
  }

  /**
   * Runs `work` with a new folder for files, and removes the folder. Undefined where another one is at work: what is
   * sent at the same time would fill the disk twice.
   */
  async withFolder<T>(work: (folder: string) => Promise<T>): Promise<T | undefined> {
    if (this.#taken || this.#stopped) return undefined;
    this.#taken = true;
    let folder: string | undefined;
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      folder = await mkdtemp(join(this.#folder, 'list-'));
      return await work(folder);
    } finally {
      if (folder) await rm(folder, { recursive: true, force: true });
      this.#taken = false;
    }
  }

  /** Never rejects. */
  async run({ source, files, userId, published, force }: SentList): Promise<ImportOutcome> {
    const start = performance.now();
    const said: string[] = [];
    const options = [
      '--user',
      String(userId),
      ...(published ? ['--published', published] : []),
      ...(force ? ['--force'] : []),
    ];
    try {
      this.#process = new CommandProcess([...COMMAND, ...options, '--json', '--', source, ...files], {
        env: ownSettings(this.#config),
        limitMs: this.#config.listsSyncLimitMs,
        timers: realTimers,
        isLowPriority: true,
        complaint: (line) => said.push(line.replace(SPEAKER, '')),
      });
      const { output, exit, stuck } = await this.#process.ended;
      for (const line of said) this.#log.warn({ import: line }, 'lists import says');
      const ms = Math.round(performance.now() - start);
      if (exit !== 0) {
        this.#log.warn({ source, exit, ms }, 'a list that was sent was not imported');
        return { kind: 'refused', problem: stuck ? say('list-import.stuck') : this.#problem(said, exit) };
      }
      const { snapshot, sources } = JSON.parse(output) as ImportResult;
      const { entries, skipped } = sources[0]!;
      this.#log.info({ source, snapshot, entries, skipped, ms }, 'a list that was sent is in force');
      return { kind: 'imported', snapshot, entries, skipped };
    } catch (err) {
      this.#log.error({ err }, 'lists import could not be run');
      return { kind: 'refused', problem: say('list-import.failed') };
    } finally {
      this.#process = undefined;
    }
  }

  /** Ends an import that runs; the list in force stays. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#process?.stop();
  }

  /** The command's own sentence where it refused; one that was killed said nothing of it. */
  #problem(said: readonly string[], exit: number | string): string {
    return (typeof exit === 'number' && said.at(-1)) || say('list-import.failed');
  }
}
