import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** What a process and all its descendants hold. Memory in MiB. */
export interface TreeFigures {
  readonly processes: number;
  /** Of the first process alone. */
  readonly mainResidentMiB: number;
  readonly residentMiB: number;
  /** Proportional: what processes share is counted once. */
  readonly proportionalMiB: number;
  readonly descriptors: number;
  readonly threads: number;
}

/** Descendants of a process, itself included. Linux only: elsewhere it is the process alone. */
export function processTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of numbersIn('/proc')) {
    // The fourth field of proc(5) is the parent; the second, in brackets, may hold spaces.
    const fields = read(`/proc/${name}/stat`)
      ?.replace(/\(.*\)/s, '')
      .split(/\s+/);
    const parent = Number(fields?.[2]);
    children.set(parent, [...(children.get(parent) ?? []), name]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

export function treeFigures(root: number): TreeFigures {
  const sum = { processes: 0, mainResidentMiB: 0, residentMiB: 0, proportionalMiB: 0, descriptors: 0, threads: 0 };
  for (const pid of processTree(root)) {
    const status = read(`/proc/${pid}/status`);
    const memory = read(`/proc/${pid}/smaps_rollup`);
    if (!status || !memory) continue;
    sum.processes += 1;
    const residentMiB = field(memory, 'Rss') / 1024;
    if (pid === root) sum.mainResidentMiB = residentMiB;
    sum.residentMiB += residentMiB;
    sum.proportionalMiB += field(memory, 'Pss') / 1024;
    sum.descriptors += numbersIn(`/proc/${pid}/fd`).length;
    sum.threads += field(status, 'Threads');
  }
  return sum;
}

/** What the open descriptors of a process and its descendants lead to, with their counts. */
export function descriptorTargets(root: number): Map<string, number> {
  const targets = new Map<string, number>();
  for (const pid of processTree(root)) {
    for (const descriptor of numbersIn(`/proc/${pid}/fd`)) {
      const target = ifThere(() => readlinkSync(`/proc/${pid}/fd/${descriptor}`))?.replace(/:\[\d+\]$/, '');
      if (target) targets.set(target, (targets.get(target) ?? 0) + 1);
    }
  }
  return targets;
}

function field(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
}

/** A process may end between two readings. */
function ifThere<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

const read = (file: string): string | undefined => ifThere(() => readFileSync(file, 'utf8'));

const numbersIn = (folder: string): number[] =>
  ifThere(() => readdirSync(folder).map(Number).filter(Number.isInteger)) ?? [];

/** Processes of these that still run; one that ended and waits for its parent does not. */
export function survivors(pids: readonly number[]): number[] {
  return pids.filter((pid) => /^\d+ \(.*\) [^ZX]/s.test(read(`/proc/${pid}/stat`) ?? ''));
}
