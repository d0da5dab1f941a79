import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DrawnMover } from '../../bench/capture/drawn-mover.ts';
import { photograph } from '../../specimens/photograph.ts';
import { drawSpecimen } from '../../specimens/specimen.ts';
import { childrenOf } from '../support/children.ts';
import { freePort } from '../support/free-port.ts';
import { fill, mounted } from './disk.ts';
import { Follower } from './follower.ts';
import { eventually, pause, type Running, underLoad } from './subject.ts';

const HELD_MS = 9_000;
/** How long the rig waits for a lock that the service has. */
const LOCKED_MS = 120_000;
const LATER_AT_LEAST = 5;

/** The disk fills up while somebody sends frames: they wait, and go on in the same attempt. */
export async function captureDiskFull(): Promise<string> {
  const disk = mounted();
  try {
    return await followed({ dataDir: disk.directory }, async (follower) => {
      const filler = join(disk.directory, 'filler');
      fill(filler);
      const moved = follower.move();
      await eventually('No frame was refused on a full disk.', async () => follower.later >= LATER_AT_LEAST);
      rmSync(filler);
      await moved;
    });
  } finally {
    disk.unmount();
  }
}

/** The process with the models is killed while it reads a frame, and again while it makes the verification. */
export function captureReaderKilled(): Promise<string> {
  return followed({}, async (follower, { subject }) => {
    let frames = 0;
    const moved = follower.move(() => ++frames > 6);
    await pause(400);
    killReader(subject.service.pid);
    await moved;
    await follower.move();
    const finished = follower.ask('/finish');
    await pause(150);
    killReader(subject.service.pid);
    await finished;
  });
}

/** Another process holds the database while the session is completed, longer than the service waits for it. */
export function captureDatabaseHeld(): Promise<string> {
  return followed({}, async (follower, { subject }) => {
    await follower.move();
    // The load writes meanwhile: the lock is waited for.
    const database = new DatabaseSync(join(subject.dataDir, 'touchstone.sqlite'), { timeout: LOCKED_MS });
    database.exec('BEGIN IMMEDIATE');
    const finished = follower.ask('/finish');
    await pause(HELD_MS);
    database.exec('ROLLBACK');
    database.close();
    await finished;
  });
}

/** Does `work` while somebody follows a link beside the load, and has them finish. One verification comes of it. */
async function followed(
  options: { dataDir?: string },
  work: (follower: Follower, running: Running) => Promise<void>,
): Promise<string> {
  const mover = await DrawnMover.draw();
  const document = photograph(await drawSpecimen('faults', { kind: 'passport' }), 'faults').jpeg;
  const settings = { TOUCHSTONE_CAPTURE_PORT: String(await freePort()), TOUCHSTONE_LIVENESS_THRESHOLDS: '0:0' };
  return underLoad({ ...options, settings, clients: 1 }, async (running) => {
    const follower = await Follower.agreed(running.load, mover);
    await follower.ask('/document?side=front&final=true', document);
    await follower.begin();
    await work(follower, running);
    const { status } = await follower.ask('/finish');
    assert.equal(status, 'completed');
    await follower.expectOne();
    return `one verification in the first attempt, told to come later ${follower.later} times`;
  });
}

function killReader(pid: number): void {
  const [reader] = childrenOf(pid, 'verification/process.ts');
  assert.ok(reader, 'No process has the models.');
  process.kill(reader, 'SIGKILL');
}
