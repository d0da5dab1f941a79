import { readdirSync, readFileSync } from 'node:fs';

/** Process ids of the children of a process that run a program, by a part of its path. Linux alone has them here. */
export function childrenOf(parent: number, program: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        // Field 4 of proc(5) is the parent; the second field may hold spaces and brackets.
        const [, ppid] = readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ');
        return Number(ppid) === parent && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program);
      } catch {
        return false;
      }
    });
}

/** Hundredths of a second that a process has worked; undefined where it has ended, whoever has asked after it yet. */
export function processorTime(pid: number): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[0] === 'Z' ? undefined : Number(fields[11]) + Number(fields[12]);
  } catch {
    return undefined;
  }
}
