import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../specimens/random.ts';
import { processTree, survivors } from '../rig/process-tree.ts';
import type { ServiceProcess } from '../rig/service-process.ts';
import type { Threads } from '../support/threads.ts';
import type { Life } from './life.ts';
import { type Cast, verify } from './load.ts';
import type { Ending, Injury } from './plan.ts';

const MAX_ORPHAN_MS = 60_000;
/** Models are loaded again after their process died, on a machine that does other work. */
const MAX_RECOVERY_MS = 300_000;
const POLL_MS = 50;
const MAX_STOP_MS = 120_000;

/** What was killed, for the report. */
export type Tally = Map<string, number>;

/** How the lives of the smaller rigs end, each as often as it stands here. */
export const ENDINGS: readonly Ending[] = ['group', 'group', 'main', 'main', 'stop'];

/** In words. */
export function inWords(tally: Tally): string {
  return [...tally].map(([what, times]) => `${what} ${times}`).join(', ');
}

export function count(tally: Tally, what: string): void {
  tally.set(what, (tally.get(what) ?? 0) + 1);
}

/** Ends a thread or a child under load. Everything must work again soon, or the service must have ended by itself. */
export async function injure(
  injury: Injury,
  { life, cast, random, threads, tally }: { life: Life; cast: Cast; random: Random; threads: Threads; tally: Tally },
): Promise<void> {
  life.injured = true;
  if (injury === 'child') {
    const [, ...children] = processTree(life.service.pid);
    if (children.length === 0) return;
    process.kill(random.pick(children), 'SIGKILL');
    count(tally, 'children');
  } else {
    const thread = random.pick(await threads.list());
    if (await threads.kill(thread).catch(() => false)) count(tally, `threads (${thread.name})`);
  }
  await recovered(life, cast, random);
}

/** Every part answers again: the writer, the readers, the searches, the tables of the dashboard and the models. */
async function recovered(life: Life, cast: Cast, random: Random): Promise<void> {
  const end = performance.now() + MAX_RECOVERY_MS;
  const [key] = cast.keys;
  const { headers } = cast.owner;
  const body = { name: 'Nobody Whatsoever Quillfeather', entityType: 'Individual' };
  const asked: (() => Promise<unknown>)[] = [
    () => life.ask('POST', '/api/Screening/screen', { key, body }),
    () => life.ask('GET', '/api/Screening/list', { key }),
    () => life.ask('GET', '/dashboard/api/screenings', { headers }),
    () => life.ask('GET', '/health/ready'),
    async () => !life.verifies || (await verify(life, cast, random)),
  ];
  for (const ask of asked) {
    while (!life.over && !(await ask())) {
      assert.ok(performance.now() < end, `${MAX_RECOVERY_MS / 1000} s after an injury the service has not recovered`);
      await sleep(POLL_MS);
    }
  }
}

/** Ends the service. Nothing of it may be there afterwards. */
export async function end(service: ServiceProcess, ending: Ending, tally: Tally): Promise<void> {
  if (!service.running) {
    // It ended by itself after an injury, so that a supervisor starts it again.
    count(tally, 'ended by itself');
    return;
  }
  const tree = processTree(service.pid);
  if (ending === 'stop') {
    const code = await Promise.race([service.stop(), sleep(MAX_STOP_MS, 'late' as const, { ref: false })]);
    assert.equal(code, 0, `asked to stop, the service ended with ${code}`);
  } else if (ending === 'main') await service.killAlone();
  else await service.kill();
  count(tally, { group: 'the whole group', main: 'the main process', stop: 'stops' }[ending]);
  await noOrphans(tree);
}

/** Processes take a moment to end after the one that started them. */
export async function noOrphans(tree: readonly number[]): Promise<void> {
  const end = performance.now() + MAX_ORPHAN_MS;
  for (;;) {
    const left = survivors(tree);
    if (left.length === 0) return;
    assert.ok(performance.now() < end, `${left.length} processes of a service that was killed still run: ${left}`);
    await sleep(POLL_MS);
  }
}
