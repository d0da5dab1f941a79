import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { processTree } from '../rig/process-tree.ts';
import { Load } from './load.ts';

const LAUNCHER = fileURLToPath(new URL('../../bin/touchstone.js', import.meta.url));
const MAX_START_MS = 120_000;
const POLL_MS = 100;

/** A service in a data directory of its own, started as an operator does, perhaps inside another program. */
export class Subject {
  readonly dataDir: string;
  output = '';
  child: ChildProcess | undefined;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #temporary: string | undefined;

  constructor(dataDir?: string, settings: Readonly<Record<string, string>> = {}) {
    this.#temporary = dataDir === undefined ? mkdtempSync(join(tmpdir(), 'touchstone-fault-')) : undefined;
    this.dataDir = dataDir ?? join(this.#temporary!, 'data');
    this.#environment = {
      ...process.env,
      TOUCHSTONE_DATA_DIR: this.dataDir,
      TOUCHSTONE_PORT: '0',
      TOUCHSTONE_METRICS: 'off',
      TOUCHSTONE_LISTS_SYNC: 'off',
      TOUCHSTONE_FIRST_ACCOUNT: 'off',
      ...settings,
    };
  }

  /** Starts it; `around` is a program and its words that start the service in turn, such as `strace`. */
  async start(around: readonly string[] = []): Promise<{ load: Load; pid: number }> {
    const words = [...around, process.execPath, LAUNCHER, 'serve'];
    this.output = '';
    const child = spawn(words[0]!, words.slice(1), { env: this.#environment, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.on('data', (text) => {
        this.output += text;
      });
    }
    const until = Date.now() + MAX_START_MS;
    while (!/"msg":"serving"/.test(this.output)) {
      assert.ok(child.exitCode === null && child.signalCode === null, `The service ended: ${this.output}`);
      assert.ok(Date.now() < until, `The service did not start in time: ${this.output}`);
      await pause(POLL_MS);
    }
    const url = /Touchstone serves at (\S+)/.exec(this.output)![1]!;
    const ca = readFileSync(this.#environment.TOUCHSTONE_TLS_CERT ?? join(this.dataDir, 'tls', 'cert.pem'), 'utf8');
    return { load: new Load(url, ca, await this.#key()), pid: child.pid! };
  }

  /** Runs a command beside the service; what it printed with `--json`. */
  async json<T>(...words: string[]): Promise<T> {
    const { stdout } = await promisify(execFile)(process.execPath, [LAUNCHER, ...words, '--json'], {
      env: this.#environment,
    });
    return JSON.parse(stdout) as T;
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    for (const pid of processTree(child.pid!)) if (isService(pid)) process.kill(pid, signal);
    await once(child, 'exit');
  }

  remove(): void {
    if (this.#temporary) rmSync(this.#temporary, { recursive: true, force: true });
  }

  async #key(): Promise<string> {
    const words = ['--name', 'Faults', '--quota', '1000000'];
    const { id } = await this.json<{ id: number }>('accounts', 'create', ...words);
    return (await this.json<{ key: string }>('keys', 'create', '--account', String(id), '--name', 'faults')).key;
  }
}

interface Running {
  readonly subject: Subject;
  readonly load: Load;
  readonly pid: number;
}

interface Circumstances {
  readonly dataDir?: string;
  readonly around?: readonly string[];
  readonly clients?: number;
}

/**
 * Does something to a service under load, then checks what holds after every fault. `work` may answer what else was
 * seen.
 */
export async function underLoad(
  { dataDir, around = [], clients = 4 }: Circumstances,
  work: (running: Running) => Promise<string | undefined>,
): Promise<string> {
  const subject = new Subject(dataDir);
  try {
    const { load, pid } = await subject.start(around);
    load.start(clients);
    const seen = await work({ subject, load, pid });
    await load.stop();
    expectClean(load);
    const whole = await expectWhole(subject, load);
    return seen ? `${whole}; ${seen}` : whole;
  } finally {
    await subject.stop('SIGKILL');
    subject.remove();
  }
}

/** Checks what has to hold after every fault: nothing acknowledged is lost, and the audit chain is whole. */
export async function expectWhole(subject: Subject, load: Load): Promise<string> {
  assert.ok(load.acknowledged.length > 0, 'No record was acknowledged at all.');
  assert.deepEqual(await load.lost(), [], 'Acknowledged records are lost.');
  const { ok } = await subject.json<{ ok: boolean }>('audit', 'verify');
  assert.ok(ok, 'The audit chain is broken.');
  const statuses = [...load.statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
  return `${load.acknowledged.length} records acknowledged, none lost; answers ${statuses.join(', ')}`;
}

/** Answers that no client may get, whatever the fault. */
function expectClean(load: Load): void {
  const wrong = [...load.statuses.keys()].filter((status) => status !== 200 && status !== 503 && status !== 0);
  assert.deepEqual(wrong, [], 'Clients got answers other than 200 and 503.');
}

/** Waits until something holds; fails with the sentence where it does not. */
export async function eventually(sentence: string, holds: () => Promise<boolean>, limitMs = 30_000): Promise<number> {
  const began = Date.now();
  for (;;) {
    if (await holds().catch(() => false)) return Date.now() - began;
    assert.ok(Date.now() - began < limitMs, sentence);
    await pause(POLL_MS);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function isService(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('node');
  } catch {
    return false;
  }
}
