import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endOnSignals, endWithProcess } from './ending.ts';

/** The folder of the program that this file belongs to. */
export const PROGRAM = fileURLToPath(new URL('../..', import.meta.url));
const MAX_START_MS = 300_000;
const MAX_COMMAND_OUTPUT_BYTES = 100_000_000;

export interface ServiceProcessOptions {
  /** The folder of the program; this one by default. */
  readonly program?: string;
  /** Settings of the service and of the commands beside it. */
  readonly settings?: NodeJS.ProcessEnv | undefined;
  /** Variables of the service alone. */
  readonly serviceOnly?: NodeJS.ProcessEnv;
  /** A program and its words that start the service in turn, such as `strace`. */
  readonly around?: readonly string[] | undefined;
  /** Gets everything that the service prints and logs; `complaint` is what comes on standard error. */
  readonly log?: (text: string, complaint: boolean) => void;
}

/** The service as an operator runs it, in a process group of its own, and the commands beside it. */
export class ServiceProcess {
  readonly dataDir: string;
  readonly #options: ServiceProcessOptions;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #launcher: string;
  #child: ChildProcess | undefined;
  #exited: Promise<unknown> = Promise.resolve();

  constructor(dataDir: string, options: ServiceProcessOptions = {}) {
    this.dataDir = dataDir;
    this.#options = options;
    this.#launcher = join(options.program ?? PROGRAM, 'bin', 'touchstone.js');
    this.#environment = {
      ...process.env,
      TOUCHSTONE_DATA_DIR: dataDir,
      TOUCHSTONE_PORT: '0',
      TOUCHSTONE_METRICS: 'off',
      TOUCHSTONE_LISTS_SYNC: 'off',
      TOUCHSTONE_FIRST_ACCOUNT: 'off',
      ...options.settings,
    };
  }

  get pid(): number {
    return this.#child!.pid!;
  }

  /** Whether the process is there. */
  get running(): boolean {
    return this.#child?.pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** The certificate that a client trusts. */
  get certificate(): string {
    return readFileSync(this.#environment.TOUCHSTONE_TLS_CERT ?? join(this.dataDir, 'tls', 'cert.pem'), 'utf8');
  }

  /** Starts it; `serving` resolves to its address, or to undefined where it was killed before. */
  start(): { serving: Promise<string | undefined> } {
    const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
    const env = { ...this.#environment, ...this.#options.serviceOnly };
    const [program, ...words] = [...(this.#options.around ?? []), process.execPath, this.#launcher, 'serve'];
    const child = spawn(program!, words, { env, detached: true, stdio });
    this.#child = child;
    this.#exited = once(child, 'exit');
    this.#endWithRig(child);
    return { serving: addressOf(child, this.#options.log) };
  }

  /** Resolves once the process has ended, however it came. */
  async exited(): Promise<void> {
    await this.#exited;
  }

  /** The exit code once it has ended by itself; null where a signal ended it. */
  get exitCode(): number | null {
    return this.#child?.exitCode ?? null;
  }

  /** kill -9 of the whole group: no handler runs, nothing is flushed. */
  async kill(): Promise<void> {
    if (this.running) process.kill(-this.pid, 'SIGKILL');
    await this.#exited;
  }

  /** A rig that a signal ends takes its service along, which has a process group of its own. */
  #endWithRig(child: ChildProcess): void {
    endOnSignals();
    const stay = endWithProcess(() => process.kill(-child.pid!, 'SIGKILL'));
    child.once('exit', stay);
  }

  /** kill -9 of the main process alone, as the kernel does when memory runs out. */
  async killAlone(): Promise<void> {
    if (this.running) process.kill(this.pid, 'SIGKILL');
    await this.#exited;
  }

  /** Asks it to stop, as a supervisor does. Resolves to its exit code, null where a signal ended it. */
  async stop(): Promise<number | null> {
    if (this.running) process.kill(this.pid, 'SIGTERM');
    await this.#exited;
    return this.exitCode;
  }

  /** Runs a command beside the service and gives back what it printed with --json. */
  async command<T = Record<string, unknown>>(...args: string[]): Promise<T> {
    return (await this.commandUntil<T>(undefined, ...args)) as T;
  }

  /** The same, killed with -9 as soon as `kill` says so; undefined where that came first. */
  async commandUntil<T>(kill: AbortSignal | undefined, ...args: string[]): Promise<T | undefined> {
    const options = { env: this.#environment, maxBuffer: MAX_COMMAND_OUTPUT_BYTES, killSignal: 'SIGKILL' as const };
    try {
      const more = kill ? { signal: kill } : {};
      const run = promisify(execFile)(process.execPath, [this.#launcher, ...args, '--json'], { ...options, ...more });
      return JSON.parse((await run).stdout) as T;
    } catch (error) {
      if (kill?.aborted) return undefined;
      throw error;
    }
  }
}

function addressOf(child: ChildProcess, log: ServiceProcessOptions['log'] = () => {}): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let output = '';
    let settled = false;
    const late = setTimeout(() => reject(new Error(`The service did not start:\n${output}`)), MAX_START_MS);
    const settle = (): void => {
      clearTimeout(late);
      settled = true;
      output = '';
    };
    const read = (text: string, complaint: boolean): void => {
      log(text, complaint);
      if (settled) return;
      output += text;
      const [, url] = /Touchstone serves at (https:\S+)\n/.exec(output) ?? [];
      if (!url) return;
      settle();
      resolve(url);
    };
    child.stdout!.setEncoding('utf8').on('data', (text: string) => read(text, false));
    child.stderr!.setEncoding('utf8').on('data', (text: string) => read(text, true));
    // What it complained of may arrive after its end.
    child.on('close', (code) => {
      const said = output;
      settle();
      if (code === null) resolve(undefined);
      else reject(new Error(`The service ended with ${code}:\n${said}`));
    });
  });
}
