import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const LAUNCHER = fileURLToPath(new URL('../../bin/touchstone.js', import.meta.url));
const START_LIMIT_MS = 60_000;

/** The service as an operator runs it, in a process group of its own, and the commands beside it. */
export class ServiceProcess {
  readonly #environment: NodeJS.ProcessEnv;
  readonly #dataDir: string;
  #child: ChildProcess | undefined;
  #exited: Promise<unknown> = Promise.resolve();

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#environment = {
      ...process.env,
      TOUCHSTONE_DATA_DIR: dataDir,
      TOUCHSTONE_PORT: '0',
      TOUCHSTONE_METRICS: 'off',
      TOUCHSTONE_LISTS_SYNC: 'off',
      TOUCHSTONE_FIRST_ACCOUNT: 'off',
    };
  }

  /** The certificate that a client trusts. */
  get certificate(): string {
    return readFileSync(join(this.#dataDir, 'tls', 'cert.pem'), 'utf8');
  }

  /** Starts it; `serving` resolves to its address, or to undefined where it was killed before. */
  start(): { serving: Promise<string | undefined> } {
    const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
    const child = spawn(process.execPath, [LAUNCHER, 'serve'], { env: this.#environment, detached: true, stdio });
    this.#child = child;
    this.#exited = once(child, 'exit');
    return { serving: addressOf(child) };
  }

  /** kill -9 of the whole group: no handler runs, nothing is flushed. */
  async kill(): Promise<void> {
    if (this.#child?.pid && this.#child.exitCode === null && this.#child.signalCode === null) {
      process.kill(-this.#child.pid, 'SIGKILL');
    }
    await this.#exited;
  }

  /** Runs a command beside the service and gives back what it printed with --json. */
  async command(...args: string[]): Promise<Record<string, unknown>> {
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, [LAUNCHER, ...args, '--json'], { env: this.#environment });
    return JSON.parse(stdout) as Record<string, unknown>;
  }
}

function addressOf(child: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let output = '';
    const late = setTimeout(() => reject(new Error(`The service did not start:\n${output}`)), START_LIMIT_MS);
    const read = (chunk: Buffer): void => {
      output += chunk;
      const [, url] = /Touchstone serves at (https:\S+)\n/.exec(output) ?? [];
      if (!url) return;
      clearTimeout(late);
      output = '';
      resolve(url);
    };
    child.stdout!.on('data', read);
    child.stderr!.on('data', read);
    child.on('exit', (code) => {
      clearTimeout(late);
      if (code === null) resolve(undefined);
      else reject(new Error(`The service ended with ${code}:\n${output}`));
    });
  });
}
