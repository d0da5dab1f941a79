import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../../src/screening/engine.ts';
import { engineOver } from '../quality/index.ts';
import { judgedPairs, negativeLists } from '../quality/sets.ts';
import { type Hit, type PairFigures, pairFigures, type SetFigures, setFigures } from './figures.ts';
import { type Driver, WORK } from './install.ts';
import type { SampledSet } from './job.ts';

/** One column of the table. */
export interface Measured {
  readonly system: string;
  readonly sets: readonly SetFigures[];
  readonly pairs: PairFigures;
}

/** What a driver writes; scores from 0 to 1. */
interface DriverResult {
  /** The peer and its version. */
  readonly system: string;
  readonly sets: readonly { readonly seconds: number; readonly hits: readonly (readonly [number, number][])[] }[];
  readonly pairs: { readonly seconds: number; readonly scores: readonly number[] };
}

const WARM_UP = 100;
const RANKED_FROM = 45;
const ALERTS_FROM = 70;
const LIMIT = 50;

export async function measureTouchstone(version: string, sets: readonly SampledSet[]): Promise<Measured> {
  const pairs = pairsOf(await engineOver(negativeLists()));
  const figures: SetFigures[] = [];
  for (const { set, queries } of sets) {
    const engine = await engineOver(set.lists);
    const search = (minScore: number) =>
      queries.map(({ name, entityType }) => engine.search({ name, entityType, minScore, limit: LIMIT }));
    // Alerts are those of a search that asks for alerts; what is lower only tells ranks.
    const lower = search(RANKED_FROM).map(({ matches }) => matches.filter(({ score }) => score < ALERTS_FROM));
    const hits = search(ALERTS_FROM).map(({ matches }, query) =>
      [...matches, ...lower[query]!].map(
        ({ entries, score }): Hit => ({ keys: entries.map(({ source, id }) => `${source}:${id}`), score }),
      ),
    );
    figures.push(
      setFigures(
        queries,
        hits,
        pairs.best.threshold,
        processorSeconds(() => search(ALERTS_FROM)),
      ),
    );
  }
  return { system: `Touchstone ${version}`, sets: figures, pairs };
}

function pairsOf(engine: Engine): PairFigures {
  const pairs = judgedPairs();
  const scored = (some: typeof pairs) => some.map(({ a, b, entityType }) => engine.compare(a, b, entityType).score);
  scored(pairs.slice(0, WARM_UP));
  let scores: number[] = [];
  const seconds = processorSeconds(() => {
    scores = scored(pairs);
  });
  return pairFigures(pairs, scores, seconds);
}

/** Runs a driver over the job's file; a sentence where it cannot be run. */
export function measurePeer(
  name: string,
  driver: Driver,
  args: readonly string[],
  job: string,
  sets: readonly SampledSet[],
): Measured | string {
  if ('missing' in driver) return driver.missing;
  const file = join(WORK, `result-${name}.json`);
  const [program, ...rest] = [...driver.command, ...args, job, file];
  const { status, signal } = spawnSync(program!, rest, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) return `${name} was installed and did not run to its end (${signal ?? `exit status ${status}`}).`;
  const result = JSON.parse(readFileSync(file, 'utf8')) as DriverResult;
  const scores = result.pairs.scores.map((score) => 100 * score);
  const pairs = pairFigures(judgedPairs(), scores, result.pairs.seconds);
  const figures = sets.map(({ queries, entities }, i) => {
    const { hits, seconds } = result.sets[i]!;
    const found = hits.map((ofQuery) =>
      ofQuery.map(([number, score]): Hit => ({ keys: [entities[number]!.key], score: 100 * score })),
    );
    return setFigures(queries, found, pairs.best.threshold, seconds);
  });
  return { system: result.system, sets: figures, pairs };
}

/** Processor time of the whole process, garbage collection included, so that a busy machine distorts little. */
function processorSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
