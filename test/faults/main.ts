/**
 * Does to a real service what machines do: `npm run test:faults -- --only disk-full`. With `--part 1/2` it does every
 * second one, from the first. Each fault ends with a line of what was seen, or of what failed. A fault that this
 * machine cannot cause is skipped with a sentence.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { captureDatabaseHeld, captureDiskFull, captureReaderKilled } from './capture.ts';
import { clock } from './clock.ts';
import { diskFull, diskSlow, mayMount, readOnlyStart, syncsFail, writesFail } from './disk.ts';
import { certificateSwapped, permissions, twoServices } from './files.ts';
import { diskForNothing, memoryOfQuestions } from './growth.ts';
import { descriptors, stopped, tenthOfAProcessor } from './starve.ts';

interface Fault {
  readonly name: string;
  run(): Promise<string>;
  /** Why this machine cannot make it. */
  missing?(): string | undefined;
}

const traced = () => (spawnSync('strace', ['-V']).status === 0 ? undefined : 'strace is not installed');

const notLinux = () => (process.platform === 'linux' ? undefined : 'processes are told apart on Linux alone');

const FAULTS: readonly Fault[] = [
  { name: 'disk-full', run: diskFull, missing: mayMount },
  { name: 'disk-slow', run: diskSlow, missing: traced },
  { name: 'disk-read-only', run: readOnlyStart, missing: mayMount },
  { name: 'writes-fail', run: writesFail, missing: traced },
  { name: 'syncs-fail', run: syncsFail, missing: traced },
  { name: 'capture-disk-full', run: captureDiskFull, missing: mayMount },
  { name: 'capture-reader-killed', run: captureReaderKilled, missing: notLinux },
  { name: 'capture-database-held', run: captureDatabaseHeld },
  { name: 'clock', run: clock },
  { name: 'certificate-swapped', run: certificateSwapped },
  { name: 'permissions', run: permissions },
  { name: 'two-services', run: twoServices },
  { name: 'stopped-and-continued', run: stopped },
  { name: 'descriptors', run: descriptors },
  { name: 'tenth-of-a-processor', run: tenthOfAProcessor },
  { name: 'memory-of-questions', run: memoryOfQuestions },
  { name: 'disk-for-nothing', run: diskForNothing },
];

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, part: { type: 'string', default: '1/1' } },
});
const [part, parts] = values.part.split('/').map(Number);
const chosen = FAULTS.filter(({ name }, place) => name.includes(values.only) && place % parts! === part! - 1);
if (chosen.length === 0) throw new Error(`No fault has "${values.only}" in its name and is of part ${values.part}.`);
let [held, broken] = [0, 0];
for (const { name, run, missing } of chosen) {
  const why = missing?.();
  const began = performance.now();
  if (why) {
    console.log(`${name}: skipped, ${why}`);
    continue;
  }
  try {
    const seen = await run();
    held += 1;
    console.log(`${name}: holds (${((performance.now() - began) / 1000).toFixed(0)} s). ${seen}`);
  } catch (error) {
    broken += 1;
    console.error(`${name}: BROKEN. ${error instanceof Error ? error.message : error}`);
  }
}
console.log(`${held} faults held, ${broken} broken`);
// Connections that clients keep open would hold the process.
process.exit(broken > 0 ? 1 : 0);
