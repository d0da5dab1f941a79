import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HOSTILE_LISTS, type HostileList, writeHostile } from '../hostile/list-files.ts';
import { childrenOf, processorTime } from '../support/children.ts';
import { PEOPLE, unList } from '../support/un-list.ts';

/** What an import may take above one of a tiny list, in MiB. */
const MOST_MIB = 600;
/** How many times its processor time: the dearest took 5 to 12 times. What grows as the square takes thousands. */
const MOST_TIMES = 30;
const LOOK_MS = 50;
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

interface Import {
  readonly exit: number | null;
  readonly said: string;
  /** The most that it and the process which parses took, in MiB. */
  readonly mib: number;
  /** Of processor time, of both. */
  readonly seconds: number;
}

/** What nearly fills the parser's memory may reach that limit before the bound that its test names. */
const MEMORY = /takes more than \d+ MiB of memory/;
/** A short run takes so many-th of the lists. */
const SHORT = 4;

/** Imports hostile lists as an operator would, and answers what went wrong. Of a short run `seed` chooses them. */
export async function hostileLists({ isShort, seed }: { isShort: boolean; seed: number }): Promise<string[]> {
  const faults: string[] = [];
  const rest = await imported('un-sc', async () => unList(PEOPLE));
  const chosen = HOSTILE_LISTS.filter((_, place) => !isShort || place % SHORT === seed % SHORT);
  for (const one of chosen) {
    const { exit, said, mib, seconds } = await imported(one.source, (folder) => written(one, folder));
    const above = mib - rest.mib;
    const times = seconds / rest.seconds;
    const took = `${above.toFixed(0)} MiB above rest, ${seconds.toFixed(1)} s, ${times.toFixed(1)} times that of rest`;
    console.log(`${one.name}: ${took}; ${said}`);
    if (exit !== 1) faults.push(`${one.name}: the import ended with ${exit}, ${said}`);
    if (one.says && !one.says.test(said) && !MEMORY.test(said)) faults.push(`${one.name}: it says ${said}`);
    if (above > MOST_MIB) faults.push(`${one.name}: it took ${above.toFixed(0)} MiB above rest.`);
    if (times > MOST_TIMES) faults.push(`${one.name}: it took ${times.toFixed(1)} times the processor time of rest.`);
  }
  return faults;
}

async function written(one: HostileList, folder: string): Promise<string> {
  const path = join(folder, 'list.gz');
  await writeHostile(one, one.sizes[1], path);
  return path;
}

async function imported(source: string, file: (folder: string) => Promise<string>): Promise<Import> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-hostile-'));
  try {
    const args = [MAIN, 'lists', 'import', '--force', source, await file(folder)];
    const env = { ...process.env, TOUCHSTONE_DATA_DIR: join(folder, 'data') };
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => output.push(text));
    const taken = new Map<number, { readonly mib: number; readonly seconds: number }>();
    const timer = setInterval(() => {
      for (const pid of [child.pid!, ...childrenOf(child.pid!, 'parser-process')]) {
        const now = takenBy(pid);
        if (now) taken.set(pid, now);
      }
    }, LOOK_MS);
    const exit = await new Promise<number | null>((resolve) => child.on('close', resolve));
    clearInterval(timer);
    const all = [...taken.values()];
    const sum = (of: 'mib' | 'seconds') => all.reduce((total, one) => total + one[of], 0);
    return { exit, said: output.join('').trim(), mib: sum('mib'), seconds: sum('seconds') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The peak of its memory, and its processor time so far; undefined once it has ended. */
function takenBy(pid: number): { readonly mib: number; readonly seconds: number } | undefined {
  try {
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    const hundredths = processorTime(pid);
    if (peak === undefined || hundredths === undefined) return undefined;
    return { mib: Number(peak) / 1024, seconds: hundredths / 100 };
  } catch {
    return undefined;
  }
}
