import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent } from 'undici';
import { MAIN } from './program.ts';
import type { Bench } from './service.ts';

/** `touchstone serve` as a process of its own. */
export class ServingProcess {
  readonly child: ChildProcess;
  output = '';
  complaints = '';
  readonly #bench: Bench;
  readonly #closed: Promise<unknown>;

  constructor(bench: Bench, settings: Record<string, string> = {}, ipc = false) {
    this.#bench = bench;
    this.child = spawn(process.execPath, [MAIN, 'serve'], {
      env: { ...process.env, ...bench.settings, ...settings },
      stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
    });
    const { stdout, stderr } = this.child;
    // After a disconnect there is no `close` of the process.
    this.#closed = Promise.all([once(this.child, 'exit'), once(stdout!, 'close'), once(stderr!, 'close')]);
    stdout!.setEncoding('utf8').on('data', (text: string) => {
      this.output += text;
    });
    stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.complaints += text;
    });
  }

  /** Resolves with the address and a client once the service says that it serves. */
  async serving(): Promise<{ url: string; ca: string; agent: Agent }> {
    while (!/"msg":"serving"/.test(this.output) || !/Touchstone serves at/.test(this.complaints)) {
      await Promise.race([
        once(this.child.stdout!, 'data'),
        once(this.child.stderr!, 'data'),
        this.#closed.then(() => {
          throw new Error(`it ended: ${this.complaints}`);
        }),
      ]);
    }
    const url = /Touchstone serves at (\S+)/.exec(this.complaints)![1]!;
    const ca = await readFile(join(this.#bench.dataDir, 'tls', 'cert.pem'), 'utf8');
    return { url, ca, agent: new Agent({ connect: { ca } }) };
  }

  /** The exit code, once it has ended and all that it said has arrived. */
  async ended(): Promise<number | null> {
    await this.#closed;
    return this.child.exitCode;
  }

  /** For a test that failed half-way. */
  kill(): void {
    this.child.kill('SIGKILL');
  }
}
