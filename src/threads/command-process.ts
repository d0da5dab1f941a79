import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A timer as its users see it; tests bring one that they turn themselves. */
export interface Timers {
  /** Calls `run` once after `ms`; the answer takes it back. */
  after(ms: number, run: () => void): () => void;
}

export interface CommandProcessOptions {
  /** Takes the place of these variables of this process. */
  readonly env: Readonly<Record<string, string>>;
  /** The process and all that it started are killed after so long. */
  readonly limitMs: number;
  readonly timers: Timers;
  /** It leaves the processor to everybody else. */
  readonly isLowPriority: boolean;
  /** Gets each line of standard error. */
  readonly complaint: (line: string) => void;
}

/** How a command ended. */
export interface CommandEnd {
  readonly output: string;
  /** Exit code, name of a signal, or why it could not be started. */
  readonly exit: number | string;
  /** It was killed because it took too long. */
  readonly stuck: boolean;
}

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
/** What SIGTERM does not end in time, SIGKILL does. */
const KILL_AFTER_MS = 5000;

export const realTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** A command of this program, as `CommandProcess` takes it. */
export function ownCommand(...args: string[]): readonly [string, ...string[]] {
  return [process.execPath, MAIN, ...args];
}

/** A program that runs beside the service, in a process group of its own. It ends with this process at the latest. */
export class CommandProcess {
  /** Never rejects. */
  readonly ended: Promise<CommandEnd>;
  readonly #child: ChildProcess;

  /** Throws where the system starts no process at all. */
  constructor([program, ...args]: readonly string[], options: CommandProcessOptions) {
    const { env, limitMs, timers, isLowPriority, complaint } = options;
    const child = spawn(program!, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
      detached: true,
    });
    this.#child = child;
    if (isLowPriority) lowerPriority(child);
    let stuck = false;
    const withdrawLimit = timers.after(limitMs, () => {
      stuck = true;
      killGroup(child);
    });
    const endWithUs = () => killGroup(child);
    process.once('exit', endWithUs);
    const output: string[] = [];
    // Where no descriptor is left, the child never started and there is no pipe to it.
    child.stdout?.setEncoding('utf8').on('data', (text: string) => output.push(text));
    if (child.stderr) createInterface({ input: child.stderr }).on('line', complaint);
    this.ended = new Promise((resolve) => {
      const end = (exit: number | string) => {
        withdrawLimit();
        process.off('exit', endWithUs);
        resolve({ output: output.join(''), exit, stuck });
      };
      child.on('error', (error) => end(error.message));
      child.on('close', (status, signal) => end(signal ?? status ?? 'unknown'));
    });
  }

  /** Asks it to end, and kills it where it does not in five seconds. Resolves when it has ended. */
  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    const kill = setTimeout(() => killGroup(this.#child), KILL_AFTER_MS);
    await this.ended;
    clearTimeout(kill);
  }
}

/** Nothing can hold SIGKILL up. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Where there are no process groups, or this one ended a moment ago.
    child.kill('SIGKILL');
  }
}

function lowerPriority(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    setPriority(child.pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It may have ended already, and a container may not allow it; the command works all the same.
  }
}
