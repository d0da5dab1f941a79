import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceProcess } from '../rig/service-process.ts';
import { Load } from './load.ts';

const POLL_MS = 100;

interface SubjectOptions {
  /** A temporary one by default, which `remove` deletes. */
  readonly dataDir?: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** A program and its words that start the service in turn, such as `strace`. */
  readonly around?: readonly string[];
}

/** A service in a data directory of its own, and what it has printed since its last start. */
export class Subject {
  readonly dataDir: string;
  readonly service: ServiceProcess;
  output = '';
  readonly #temporary: string | undefined;

  constructor({ dataDir, settings, around }: SubjectOptions = {}) {
    this.#temporary = dataDir === undefined ? mkdtempSync(join(tmpdir(), 'touchstone-fault-')) : undefined;
    this.dataDir = dataDir ?? join(this.#temporary!, 'data');
    this.service = new ServiceProcess(this.dataDir, {
      settings,
      around,
      log: (text) => {
        this.output += text;
      },
    });
  }

  /** Resolves once it serves, with a load that has a key. */
  async start(): Promise<Load> {
    this.output = '';
    const url = await this.service.start().serving;
    assert.ok(url, `A signal ended the service: ${this.output}`);
    return new Load(url, this.service.certificate, await this.#key());
  }

  /** Kills it where it still runs, and deletes its temporary data. */
  async remove(): Promise<void> {
    await this.service.kill();
    if (this.#temporary) rmSync(this.#temporary, { recursive: true, force: true });
  }

  async #key(): Promise<string> {
    const words = ['--name', 'Faults', '--quota', '1000000'];
    const { id } = await this.service.command<{ id: number }>('accounts', 'create', ...words);
    const key = ['--account', String(id), '--name', 'faults'];
    return (await this.service.command<{ key: string }>('keys', 'create', ...key)).key;
  }
}

export interface Running {
  readonly subject: Subject;
  readonly load: Load;
}

interface Circumstances extends SubjectOptions {
  readonly clients?: number;
}

/**
 * Does something to a service under load, then checks what holds after every fault. `work` may answer what else was
 * seen.
 */
export async function underLoad(
  { clients = 4, ...options }: Circumstances,
  work: (running: Running) => Promise<string | undefined>,
): Promise<string> {
  const subject = new Subject(options);
  try {
    const load = await subject.start();
    load.start(clients);
    const seen = await work({ subject, load });
    await load.stop();
    expectClean(load);
    const whole = await expectWhole(subject, load);
    return seen ? `${whole}; ${seen}` : whole;
  } finally {
    await subject.remove();
  }
}

/** Checks what has to hold after every fault: nothing acknowledged is lost, and the audit chain is whole. */
export async function expectWhole(subject: Subject, load: Load): Promise<string> {
  assert.ok(load.acknowledged.length > 0, 'No record was acknowledged at all.');
  assert.deepEqual(await load.lost(), [], 'Acknowledged records are lost.');
  const { ok } = await subject.service.command<{ ok: boolean }>('audit', 'verify');
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
export async function eventually(sentence: string, holds: () => Promise<boolean>, limitMs = 120_000): Promise<number> {
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
