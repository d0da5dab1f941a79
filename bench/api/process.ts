import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../bin/touchstone.js', import.meta.url));
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const WATCH_MS = 50;

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
      [MAIN, ...args, '--json'],
      { env, maxBuffer: 1e9 },
      (error, stdout, stderr) => {
        clearInterval(watch);
        if (error) return reject(new Error(stderr.trim() || error.message));
        resolve({ result: JSON.parse(stdout) as T, cost: { seconds: (performance.now() - started) / 1000, peakMiB } });
      },
    );
    const watch = setInterval(() => {
      peakMiB = Math.max(peakMiB, memory(child).peakMiB);
    }, WATCH_MS);
  });
}

export type Settings = Readonly<Record<string, string>>;

/** Starts the service as the command does; its words and log go nowhere. It is one process. */
export function serve(settings: Settings): ChildProcess {
  return spawn(process.execPath, [PROGRAM, 'serve'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Resident memory of a process now and at its highest, in MiB; zero where it is gone or this is not Linux. */
export function memory(child: ChildProcess): { residentMiB: number; peakMiB: number } {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024;
    return { residentMiB: field('VmRSS'), peakMiB: field('VmHWM') };
  } catch {
    return { residentMiB: 0, peakMiB: 0 };
  }
}

/** Seconds of processor time that a process took; less shaken by other work on the machine than the clock is. */
export function cpuSeconds(child: ChildProcess): number {
  try {
    // Fields 14 and 15 of proc(5), in hundredths of a second; the second one may hold spaces.
    const [, , ...fields] = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
      .replace(/\(.*\)/, '')
      .split(/\s+/);
    return (Number(fields[10]) + Number(fields[11])) / 100;
  } catch {
    return Number.NaN;
  }
}
