import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, expectClean, expectWhole, pause, Subject } from './subject.ts';

const DISK_MIB = 96;
const LOADED_MS = 3_000;

/** A small disk of its own, in memory. Throws where this user may mount none. */
function mounted(): { directory: string; remount(options: string): void; unmount(): void } {
  const directory = mkdtempSync(join(tmpdir(), 'touchstone-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m,mode=0700`, 'tmpfs', directory], { stdio: 'ignore' });
  return {
    directory,
    remount: (options) => execFileSync('mount', ['-o', `remount,${options}`, directory]),
    unmount: () => {
      execFileSync('umount', ['-l', directory]);
      rmSync(directory, { recursive: true });
    },
  };
}

export function mayMount(): string | undefined {
  try {
    mounted().unmount();
    return undefined;
  } catch {
    return 'this user may not mount a disk';
  }
}

/** The disk fills up under load: 503 and not ready, reads go on, and all is well again once there is room. */
export async function diskFull(): Promise<string> {
  const disk = mounted();
  const subject = new Subject(disk.directory);
  try {
    const { load } = await subject.start();
    load.start();
    await pause(LOADED_MS);
    const filler = join(disk.directory, 'filler');
    fill(filler);
    await eventually('No screening was refused on a full disk.', async () => (load.statuses.get(503) ?? 0) > 20);
    const notReady = async () => (await load.get('/health/ready')).status === 503;
    await eventually('The service says that it is ready on a full disk.', notReady);
    const { status } = await load.get(`/api/Screening/${load.acknowledged[0]!.id}`);
    assert.equal(status, 200, 'A record cannot be read on a full disk.');
    assert.match(subject.output, /"level":"error"[^\n]*(full|space)/i, 'The log says nothing of the full disk.');
    rmSync(filler);
    const seconds =
      (await eventually('It is not ready again.', async () => (await load.get('/health/ready')).status === 200)) / 1000;
    const before = load.acknowledged.length;
    await eventually('Nothing is stored again.', async () => load.acknowledged.length > before + 20);
    await load.stop();
    expectClean(load);
    return `${await expectWhole(subject, load)}; ready ${seconds.toFixed(1)} s after there was room`;
  } finally {
    await subject.stop('SIGKILL');
    disk.unmount();
  }
}

function fill(file: string): void {
  for (let size = 1 << 20; size >= 4096; size /= 2) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // No more room for a piece of this size.
    }
  }
}

/** A read-only disk at start: the service ends with a sentence, and changes nothing. */
export async function readOnlyStart(): Promise<string> {
  const disk = mounted();
  const subject = new Subject(disk.directory);
  try {
    disk.remount('ro');
    await assert.rejects(subject.start(), (error: Error) => {
      assert.match(error.message, /cannot be written/, error.message);
      assert.doesNotMatch(error.message, /\n\s+at /, 'It prints a stack trace.');
      return true;
    });
    return 'it ends with a sentence';
  } finally {
    await subject.stop('SIGKILL');
    disk.unmount();
  }
}

/** For a while each write fails, as on a disk that turned read-only: 503, reads go on, and it recovers. */
export async function writesFail(): Promise<string> {
  return failing('pwrite64', 'EROFS', '400..900');
}

/** For a while each sync fails, as on a disk with faults: what was not synced is not acknowledged. */
export async function syncsFail(): Promise<string> {
  return failing('fsync,fdatasync', 'EIO', '40..60');
}

async function failing(call: string, error: string, when: string): Promise<string> {
  const subject = new Subject();
  try {
    const inject = `inject=${call}:error=${error}:when=${when}`;
    const { load } = await subject.start([
      'strace',
      '-f',
      '-qq',
      '-o',
      '/dev/null',
      '-e',
      `trace=${call}`,
      '-e',
      inject,
    ]);
    load.start();
    await eventually('No screening was refused.', async () => (load.statuses.get(503) ?? 0) > 0, 60_000);
    const { status } = await load.get(`/api/Screening/${load.acknowledged[0]!.id}`);
    assert.equal(status, 200, 'A record cannot be read.');
    const before = load.acknowledged.length;
    await eventually('Nothing is stored again.', async () => load.acknowledged.length > before + 20, 60_000);
    await eventually('It is not ready again.', async () => (await load.get('/health/ready')).status === 200);
    await load.stop();
    expectClean(load);
    return await expectWhole(subject, load);
  } finally {
    await subject.stop('SIGKILL');
    subject.remove();
  }
}

/** Every sync of the disk takes 300 ms: answers are slow, and all of them are right. */
export async function diskSlow(): Promise<string> {
  const subject = new Subject();
  try {
    const inject = 'inject=fsync,fdatasync:delay_enter=300000';
    const { load } = await subject.start([
      'strace',
      '-f',
      '-qq',
      '-o',
      '/dev/null',
      '-e',
      'trace=fsync,fdatasync',
      '-e',
      inject,
    ]);
    load.start();
    await pause(2 * LOADED_MS);
    const { ms } = await load.get('/health/live');
    assert.ok(ms < 1_000, `The event loop waits for the disk: ${ms.toFixed(0)} ms.`);
    await load.stop();
    expectClean(load);
    return `${await expectWhole(subject, load)}; /health/live ${ms.toFixed(0)} ms`;
  } finally {
    await subject.stop('SIGKILL');
    subject.remove();
  }
}
