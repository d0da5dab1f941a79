import { spawnSync } from 'node:child_process';

/** Linux's `prlimit` (util-linux) needs no root to keep a process from writing, and to let it write again. */
export const canLimitDisk = spawnSync('prlimit', ['--version']).status === 0;

/** From now on the process can write to no file beyond this many bytes, as if the disk were full. */
export function fillDisk(pid: number, bytes = 1): void {
  limit(pid, `${bytes}:`);
}

export function makeRoom(pid: number): void {
  limit(pid, 'unlimited:');
}

function limit(pid: number, size: string): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${size}`], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`prlimit: ${stderr}`);
}
