import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quantile } from '../soak/trend.ts';
import type { Load } from './load.ts';
import { eventually, pause, Subject, underLoad } from './subject.ts';

const DISK_MIB = 96;
const LOADED_MS = 3_000;
const LOOKS = 11;

/** A small disk of its own, in memory. Throws where this user may mount none. */
export function mounted(): { directory: string; remount(options: string): void; unmount(): void } {
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
  try {
    return await underLoad({ dataDir: disk.directory }, async ({ subject, load }) => {
      await pause(LOADED_MS);
      const filler = join(disk.directory, 'filler');
      fill(filler);
      await eventually('No screening was refused on a full disk.', async () => (load.statuses.get(503) ?? 0) > 20);
      const notReady = async () => (await load.get('/health/ready')).status === 503;
      await eventually('The service says that it is ready on a full disk.', notReady);
      await expectReads(load);
      assert.match(subject.output, /"level":"error"[^\n]*(full|space)/i, 'The log says nothing of the full disk.');
      rmSync(filler);
      return `ready ${await expectRecovery(load)} s after there was room`;
    });
  } finally {
    disk.unmount();
  }
}

async function expectReads(load: Load): Promise<void> {
  const { status } = await load.get(`/api/Screening/${load.acknowledged[0]!.id}`);
  assert.equal(status, 200, 'A record cannot be read.');
}

/** Waits until records are stored again; the seconds until it is ready. */
async function expectRecovery(load: Load): Promise<string> {
  const ready = async () => (await load.get('/health/ready')).status === 200;
  const ms = await eventually('It is not ready again.', ready);
  const before = load.acknowledged.length;
  await eventually('Nothing is stored again.', async () => load.acknowledged.length > before + 20);
  return (ms / 1000).toFixed(1);
}

export function fill(file: string): void {
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
  const subject = new Subject({ dataDir: disk.directory });
  try {
    disk.remount('ro');
    await assert.rejects(subject.start(), (error: Error) => {
      assert.match(error.message, /cannot be (made|written): .*read-only/, error.message);
      assert.doesNotMatch(error.message, /\n\s+at /, 'It prints a stack trace.');
      return true;
    });
    return 'it ends with a sentence';
  } finally {
    await subject.remove();
    disk.unmount();
  }
}

/** For a while each write fails, as on a disk that turned read-only: 503, reads go on, and it recovers. */
export async function writesFail(): Promise<string> {
  return failing('pwrite64', 'EROFS', '1500..2000');
}

/** For a while each sync fails, as on a disk with faults: what was not synced is not acknowledged. */
export async function syncsFail(): Promise<string> {
  return failing('fsync,fdatasync', 'EIO', '200..220');
}

function failing(call: string, error: string, when: string): Promise<string> {
  return underLoad({ around: strace(call, `error=${error}:when=${when}`) }, async ({ load }) => {
    await eventually('No screening was refused.', async () => (load.statuses.get(503) ?? 0) > 0);
    await expectReads(load);
    return `ready again after ${await expectRecovery(load)} s`;
  });
}

/** Every sync of the disk takes 300 ms longer: answers are slow, and all of them are right. */
export function diskSlow(): Promise<string> {
  return underLoad({ around: strace('fsync,fdatasync', 'delay_enter=300000') }, async ({ load }) => {
    await pause(2 * LOADED_MS);
    const times: number[] = [];
    for (let turn = 0; turn < LOOKS; turn += 1) times.push((await load.get('/health/live')).ms);
    // One of them may wait for a processor that is busy; half of them do not.
    const ms = quantile(times, 0.5);
    assert.ok(ms < 1_000, `The event loop waits for the disk: ${ms.toFixed(0)} ms.`);
    return `/health/live ${ms.toFixed(0)} ms`;
  });
}

/** A program that starts the service and interferes with some of its system calls. */
function strace(calls: string, what: string): string[] {
  return ['strace', '-f', '-qq', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', `inject=${calls}:${what}`];
}
