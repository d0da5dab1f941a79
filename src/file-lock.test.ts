import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withFileLock } from './file-lock.ts';

const BUSY = 'Another import is running.';

let directory: string;
let file: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'touchstone-lock-'));
  file = join(directory, 'lists', 'importer.lock');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/**
 * Another process that has the lock by the time this resolves. Its timer keeps the promise alive: one that nobody can
 * resolve is collected as garbage, and the lock with it.
 */
async function holder() {
  const program = join(directory, 'hold.mjs');
  const lock = new URL('file-lock.ts', import.meta.url).href;
  await writeFile(
    program,
    `import { withFileLock } from ${JSON.stringify(lock)};
await withFileLock(${JSON.stringify(file)}, 'held', () => { console.log('held'); return new Promise((resolve) => setInterval(() => resolve, 1000)); });`,
  );
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

describe('a lock on a file', () => {
  it('lets one work after the other in one process', async () => {
    const order: string[] = [];
    const work = (name: string) =>
      withFileLock(file, BUSY, async () => {
        order.push(`${name} begins`);
        await new Promise((resolve) => setImmediate(resolve));
        order.push(`${name} ends`);
      });
    await Promise.all([work('a'), work('b')]);
    expect(order.map((line) => line.split(' ')[1])).toEqual(['begins', 'ends', 'begins', 'ends']);
  });

  it('says that another process imports, and is free as soon as that one is dead', async () => {
    const child = await holder();
    await expect(withFileLock(file, BUSY, async () => {}, 200)).rejects.toMatchObject({
      code: 'busy',
      message: BUSY,
    });
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await withFileLock(file, BUSY, async () => 'free', 200)).toBe('free');
  });

  it('is given back where the work fails', async () => {
    await expect(withFileLock(file, BUSY, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await withFileLock(file, BUSY, async () => 1)).toBe(1);
  });
});
