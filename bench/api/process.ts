import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { processTree, treeFigures } from '../../test/rig/process-tree.ts';

const PROGRAM = fileURLToPath(new URL('../../bin/touchstone.js', import.meta.url));
const WATCH_MS = 50;
/** Reading what processes share walks through all their pages, which slows them down. */
const SAMPLE_MS = 2_000;

/** What a command took: wall-clock seconds and the most memory it held resident, in MiB. */
export interface Cost {
  readonly seconds: number;
  readonly peakMiB: number;
}

/** Runs `touchstone … --json` as a process of its own. Throws its sentence where it fails. */
export function touchstone<T>(settings: Settings, ...args: string[]): Promise<{ result: T; cost: Cost }> {
  const started = performance.now();
  let peakMiB = 0;
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...settings };
    const child = execFile(
      process.execPath,
      [PROGRAM, ...args, '--json'],
      { env, maxBuffer: 1e9 },
      (error, stdout, stderr) => {
        clearInterval(watch);
        if (error) return reject(new Error(stderr.trim() || error.message));
        resolve({ result: JSON.parse(stdout) as T, cost: { seconds: (performance.now() - started) / 1000, peakMiB } });
      },
    );
    const watch = setInterval(() => {
      peakMiB = Math.max(peakMiB, peakOf(child));
    }, WATCH_MS);
  });
}

export type Settings = Readonly<Record<string, string>>;

const peaks = new WeakMap<ChildProcess, number>();

/** Starts the service as the command does; its words and log go nowhere. */
export function serve(settings: Settings): ChildProcess {
  const service = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const watch = setInterval(() => memory(service), SAMPLE_MS).unref();
  service.once('exit', () => clearInterval(watch));
  return service;
}

/**
 * Resident memory in MiB of a service and its child processes, now and at its peak. Shared memory counts once. Zero
 * where they are gone, or where this is not Linux.
 */
export function memory(service: ChildProcess): { residentMiB: number; peakMiB: number } {
  const residentMiB = treeFigures(service.pid!).proportionalMiB;
  const peakMiB = Math.max(residentMiB, peaks.get(service) ?? 0);
  peaks.set(service, peakMiB);
  return { residentMiB, peakMiB };
}

/** The most memory that one process held resident, in MiB. */
function peakOf(child: ChildProcess): number {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Seconds of processor time of a service and its child processes. Other work disturbs it less than the clock. */
export function cpuSeconds(service: ChildProcess): number {
  return processTree(service.pid!).reduce((sum, pid) => sum + cpuOf(pid), 0);
}

/** Seconds of processor time by the name of a thread, of the service's first process. */
export function cpuSecondsByThread(service: ChildProcess): Map<string, number> {
  const seconds = new Map<string, number>();
  for (const thread of readdirSync(`/proc/${service.pid}/task`)) {
    const own = `${service.pid}/task/${thread}`;
    const name = readFileSync(`/proc/${own}/comm`, 'utf8').trim();
    seconds.set(name, (seconds.get(name) ?? 0) + cpuOf(own));
  }
  return seconds;
}

function cpuOf(task: number | string): number {
  try {
    // Fields 14 and 15 of proc(5), in hundredths of a second; the second one may hold spaces.
    const [, , ...fields] = readFileSync(`/proc/${task}/stat`, 'utf8')
      .replace(/\(.*\)/, '')
      .split(/\s+/);
    return (Number(fields[10]) + Number(fields[11])) / 100;
  } catch {
    return 0;
  }
}
