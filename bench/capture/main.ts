// Measures the movement: `npm run bench:capture [-- --ffmpeg PATH --cache FOLDER --count 300 --people 1,20,100]`.
// Living people do the steps and attacks try to, each source under limits that were estimated without it; `--count 0`
// leaves this out. Then so many drawn people at once follow links to the service, each row after the other;
// `--people 0` leaves this out. `--data DIR`, left by `bench:api -- --data DIR`, measures screenings beside them.
// `--parts N` prints what each network and step of one person takes instead, the least of N turns.
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { probabilityOf } from '../../src/capture/movement/judge.ts';
import { LIMITS, type MovementLimits } from '../../src/capture/movement/limits.ts';
import { estimatedLimits, passedOf } from '../../training/capture/estimate.ts';
import { type Measured, measured } from '../../training/capture/measured.ts';
import { KINDS, type Trial, trialsOf } from '../../training/capture/trials.ts';
import { share } from '../liveness/figures.ts';
import { benchData } from '../shared-lists.ts';
import { printParts } from './parts.ts';
import { peopleAtOnce } from './people.ts';
import { endsOfSessions } from './sessions.ts';
import { judgedStills } from './stills.ts';

/** In whole sessions the lot says which of the two a stored film is. */
const [RIGHT_ORDER, OTHER_ORDER, STORED] = ['replay of the right order', 'replay in another order', 'stored film'];
/** From this score on a verification needs no person. */
const SURE = 80;

const { values } = parseArgs({
  options: {
    ffmpeg: { type: 'string', default: 'ffmpeg' },
    cache: { type: 'string', default: join(tmpdir(), 'touchstone-movement') },
    count: { type: 'string', default: '300' },
    people: { type: 'string', default: '1,20,100' },
    data: { type: 'string' },
    parts: { type: 'string' },
  },
});

if (values.parts !== undefined) {
  await printParts(Number(values.parts));
  process.exit(0);
}
const folder = join(benchData(), 'images/faces');
const [count, crowds] = [Number(values.count), values.people.split(',').map(Number)];
if (count > 0 && existsSync(join(folder, 'clips'))) table(await measured(folder, values.ffmpeg, values.cache), count);
else console.log('only people at once are measured');
if (crowds[0]! > 0) await peopleAtOnce(crowds, values.data);

/** How many of each kind pass, of how many sources, and why the others do not. */
function table(all: Measured, count: number): void {
  const known = new Map<string, MovementLimits>();
  const limits = (source: string): MovementLimits => {
    if (!known.has(source)) known.set(source, Object.assign({}, LIMITS, estimatedLimits(all, source)));
    return known.get(source)!;
  };
  console.log(`${'each source left out'.padEnd(28)}attempts sources   passed`);
  for (const kind of KINDS.filter((one) => one !== STORED)) {
    const trials = trialsOf(kind, all, count, limits);
    const sources = new Set(trials.map(({ source }) => source)).size;
    const passed = trials.filter(({ played }) => played.passed).length;
    const cell = `${passed} (${percent(passedOf(trials))})`;
    console.log(
      `${kind.padEnd(28)}${String(trials.length).padStart(8)}${String(sources).padStart(8)}${cell.padStart(16)}  ${ends(trials)}`,
    );
  }
  together(all, count, limits);
}

/** What stills come to by themselves and beside a movement that passed, and how whole sessions end. */
function together(all: Measured, count: number, limits: (source: string) => MovementLimits): void {
  const stills = judgedStills();
  const moved = probabilityOf(true, LIMITS);
  const sure = (live: boolean, said?: number) => {
    const scores = stills.filter((one) => one.live === live).map((one) => one.score(said));
    return `${percent(share(scores, (score) => score >= SURE))} of ${scores.length}`;
  };
  console.log(
    `stills from 80, each source left out: living ${sure(true)}, with movement ${sure(true, moved)}; ` +
      `attacks ${sure(false)}, with movement ${sure(false, moved)}`,
  );
  console.log(`${'whole sessions'.padEnd(28)}sessions Verified   review  refused  no movement`);
  const verified: number[] = [];
  for (const kind of KINDS.filter((one) => one !== RIGHT_ORDER && one !== OTHER_ORDER)) {
    const ends = endsOfSessions(kind, all, count, limits, stills);
    const sum = Object.values(ends).reduce((total, one) => total + one, 0);
    if (kind !== 'living') verified.push(ends.Verified / sum);
    const parts = [ends.Verified, ends['Manual Review Required'], ends['Not Verified'], ends['no movement']];
    const cells = parts.map((part) => percent(part / sum).padStart(9));
    console.log(`${kind.padEnd(28)}${String(sum).padStart(8)}${cells.join('')}`);
  }
  const mean = verified.reduce((sum, part) => sum + part, 0) / verified.length;
  console.log(`attacks of all kinds together: ${percent(mean)} Verified`);
}

function percent(part: number): string {
  return `${(100 * part).toFixed(1)} %`;
}

/** How those ended that did not pass. */
function ends(trials: readonly Trial[]): string {
  const counts = new Map<string, number>();
  for (const { played } of trials) {
    if (played.passed) continue;
    const why = played.attempt.failure ?? 'identity';
    counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  return [...counts].map(([why, count]) => `${why} ${count}`).join(', ');
}
