// Measures the movement: `npm run bench:capture [-- --ffmpeg PATH --cache FOLDER --count 300 --people 1,20,100]`.
// Living people do the steps and attacks try to, each source under limits that were estimated without it; `--count 0`
// leaves this out. Then so many drawn people at once follow links to the service, each row after the other;
// `--people 0` leaves this out. `--data DIR`, left by `bench:api -- --data DIR`, measures screenings beside them.
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { probabilityOf } from '../../src/capture/movement/judge.ts';
import { LIMITS, type MovementLimits } from '../../src/capture/movement/limits.ts';
import { MAX_ATTEMPTS } from '../../src/domain/capture-session.ts';
import { estimatedLimits, passedOf } from '../../training/capture/estimate.ts';
import { type Measured, measured } from '../../training/capture/measured.ts';
import { KINDS, type Trial, type TrialKind, trialsOf } from '../../training/capture/trials.ts';
import { benchData } from '../shared-lists.ts';
import { peopleAtOnce } from './people.ts';
import { sureStills } from './stills.ts';

const RIGHT_ORDER = 'replay of the right order';
/** A stored film has the order that is drawn once in so many attempts. */
const BY_LOT = 1 / 12;

const { values } = parseArgs({
  options: {
    ffmpeg: { type: 'string', default: 'ffmpeg' },
    cache: { type: 'string', default: join(tmpdir(), 'touchstone-movement') },
    count: { type: 'string', default: '300' },
    people: { type: 'string', default: '1,20,100' },
    data: { type: 'string' },
  },
});

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
  const inSession = (kind: TrialKind) =>
    1 - (1 - parts.get(kind)! * (kind === RIGHT_ORDER ? BY_LOT : 1)) ** MAX_ATTEMPTS;
  const kinds = KINDS.filter((kind) => kind !== 'living');
  const passing = kinds.map((kind) => inSession(kind) * attacks.moved);
  const mean = passing.reduce((sum, part) => sum + part, 0) / kinds.length;
  console.log(
    `whole sessions of ${MAX_ATTEMPTS} attempts, both together: living ${percent(inSession('living') * living.moved)}; ` +
      `attacks, the mean of all kinds ${percent(mean)}; mesh head ${percent(inSession('mesh head') * attacks.moved)}`,
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
