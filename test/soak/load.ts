import { setTimeout as sleep } from 'node:timers/promises';
import type { Recorder } from './recorder.ts';

/** Runs of one task that may be under way at once; a service that hangs must not fill the memory of the rig. */
const MAX_UNDER_WAY = 200;

/** Something that clients do again and again. */
export interface Task {
  readonly name: string;
  readonly everySeconds: number;
  readonly run: (turn: number) => Promise<void>;
}

/**
 * Runs every task at its own fixed rate until told to stop. It does not wait for earlier answers, so a slow service
 * does not slow its clients down. Resolves once every task has ended.
 */
export async function drive(tasks: readonly Task[], recorder: Recorder, until: AbortSignal): Promise<void> {
  await Promise.all(tasks.map((task) => repeat(task, recorder, until)));
}

async function repeat({ name, everySeconds, run }: Task, recorder: Recorder, until: AbortSignal): Promise<void> {
  const underWay = new Set<Promise<void>>();
  const began = performance.now();
  for (let turn = 0; !until.aborted; turn += 1) {
    // Tasks of the same rate do not all begin in the same moment, and the first turn of each comes early.
    const due = began + (turn + Math.random()) * everySeconds * 1000;
    await sleep(Math.max(0, due - performance.now()), undefined, { signal: until }).catch(() => {});
    if (until.aborted) break;
    if (underWay.size >= MAX_UNDER_WAY) {
      recorder.failed(name, new Error(`${MAX_UNDER_WAY} earlier ones have no answer yet`));
      continue;
    }
    const one: Promise<void> = run(turn)
      .catch((error) => recorder.failed(name, error))
      .finally(() => underWay.delete(one));
    underWay.add(one);
  }
  await Promise.all(underWay);
}
