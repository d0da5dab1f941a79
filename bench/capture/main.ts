// Measures the judge of movement: `npm run bench:capture [-- --ffmpeg PATH --cache FOLDER --count 300 --people 20]`.
// Living people do the steps and attacks try to, each source under limits that were estimated without it. Then so many
// people at once send frames of a drawn face to the process with the models, for `--seconds 15`. Without the benchmark
// data only that is done.
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { probabilityOf } from '../../src/capture/movement/judge.ts';
import { LIMITS, type MovementLimits } from '../../src/capture/movement/limits.ts';
import { estimatedLimits, passedOf } from '../../training/capture/estimate.ts';
import { type Measured, measured } from '../../training/capture/measured.ts';
import { KINDS, type Trial, trialsOf } from '../../training/capture/trials.ts';
import { benchData } from '../shared-lists.ts';
import { frameLoad } from './frame-load.ts';
import { sureStills } from './stills.ts';

const { values } = parseArgs({
  options: {
    ffmpeg: { type: 'string', default: 'ffmpeg' },
    cache: { type: 'string', default: join(tmpdir(), 'touchstone-movement') },
    count: { type: 'string', default: '300' },
    people: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '15' },
  },
});

const folder = join(benchData(), 'images/faces');
if (existsSync(join(folder, 'clips'))) table(await measured(folder, values.ffmpeg, values.cache), Number(values.count));
else console.log(`no clips under ${folder}: only the cost of frames is measured`);
if (Number(values.people) > 0) {
  for (const line of await frameLoad(Number(values.people), Number(values.seconds))) console.log(line);
}

/** How many of each kind pass, of how many sources, and why the others do not. */
function table(all: Measured, count: number): void {
  const known = new Map<string, MovementLimits>();
  const limits = (source: string): MovementLimits => {
    if (!known.has(source)) known.set(source, Object.assign({}, LIMITS, estimatedLimits(all, source)));
    return known.get(source)!;
  };
  console.log(`${'each source left out'.padEnd(28)}attempts sources   passed`);
  const parts = new Map<string, number>();
  for (const kind of KINDS) {
    const trials = trialsOf(kind, all, count, limits);
    parts.set(kind, passedOf(trials));
    const sources = new Set(trials.map(({ source }) => source)).size;
    const passed = trials.filter(({ played }) => played.passed).length;
    const share = `${passed} (${(100 * passedOf(trials)).toFixed(1)} %)`;
    console.log(
      `${kind.padEnd(28)}${String(trials.length).padStart(8)}${String(sources).padStart(8)}${share.padStart(16)}  ${ends(trials)}`,
    );
  }
  together(parts);
}

/** What a movement that passed and a still come to, for living people and for attacks. */
function together(parts: ReadonlyMap<string, number>): void {
  const { living, attacks, counts } = sureStills(probabilityOf(true, LIMITS));
  const percent = (part: number) => `${(100 * part).toFixed(1)} %`;
  console.log(
    `stills from 80, each source left out: living ${percent(living.alone)} of ${counts.living}, with movement ` +
      `${percent(living.moved)}; attacks ${percent(attacks.alone)} of ${counts.attacks}, with movement ${percent(attacks.moved)}`,
  );
  const kinds = KINDS.filter((kind) => kind !== 'living' && kind !== 'replay of the right order');
  const passing = kinds.map((kind) => parts.get(kind)! * attacks.moved);
  const mean = passing.reduce((sum, part) => sum + part, 0) / kinds.length;
  console.log(
    `attacks that pass both, the mean of all kinds: ${percent(mean)}; mesh head: ${percent(parts.get('mesh head')! * attacks.moved)}`,
  );
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
