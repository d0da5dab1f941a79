import type { Timing } from './recorder.ts';
import type { Sample } from './sampler.ts';
import { growthOf, lowest, type Trend, trendOf } from './trend.ts';

/** A figure is flat while it grows by at most this share of its first third, or by this much, whichever is more. */
interface Tolerance {
  readonly share: number;
  readonly atLeast: number;
  /** What a third of the run is taken for; its median where this is undefined. */
  readonly typical?: typeof lowest;
}

/** This share of a run is warm-up: models, caches and pools fill. A run that judges memory has a minimum too. */
const WARM_UP_SHARE = 0.2;
const MIN_WARM_UP_S = 720;
/**
 * Memory, the log of the database and latencies say nothing over a few minutes. Neither do open descriptors, which come
 * and go with rude clients; a short run counts those that stay open after the load.
 */
const MIN_HOURS_OF_TRENDS = 0.5;
/** Figures over so few points say nothing either. */
const MIN_SAMPLES = 12;
const MIN_TIMINGS = 30;
/** Answers of 503 ("come again later") that are no failure, as a share of their kind. */
const MAX_BUSY_SHARE = 0.01;

const COUNTED: Readonly<Record<string, Tolerance>> = {
  // Processes that compile lists bring ten threads each for as long as they run, longer on a busy machine.
  threads: { share: 0.05, atLeast: 4, typical: lowest },
};
const MEASURED: Readonly<Record<string, Tolerance>> = {
  descriptors: { share: 0.1, atLeast: 20 },
  residentMiB: { share: 0.1, atLeast: 40 },
  proportionalMiB: { share: 0.1, atLeast: 40 },
  heapMiB: { share: 0.15, atLeast: 25 },
  externalMiB: { share: 0.15, atLeast: 25 },
  walMiB: { share: 0.25, atLeast: 8 },
  loopP99Ms: { share: 0.5, atLeast: 20 },
};
const LATENCY: Tolerance = { share: 0.5, atLeast: 25 };

export interface Finding {
  readonly figure: string;
  readonly trend: Trend;
  readonly allowed: number;
  readonly flat: boolean;
}

/** Judges what was seen after the warm-up. */
export function findings(
  samples: readonly Sample[],
  timings: ReadonlyMap<string, readonly Timing[]>,
  hours: number,
): Finding[] {
  const long = hours >= MIN_HOURS_OF_TRENDS;
  const warm = Math.max((samples.at(-1)?.seconds ?? 0) * WARM_UP_SHARE, long ? MIN_WARM_UP_S : 0);
  const judged = samples.filter(({ seconds }) => seconds >= warm);
  const found: Finding[] = [];
  for (const [figure, tolerance] of Object.entries({ ...COUNTED, ...(long && MEASURED) })) {
    const points = judged.map((sample) => ({ at: sample.seconds, value: sample[figure as keyof Sample] }));
    if (points.length >= MIN_SAMPLES) found.push(findingOf(figure, trendOf(points, tolerance.typical), tolerance));
  }
  for (const [kind, all] of long ? timings : []) {
    const points = all.filter(({ at }) => at >= warm).map(({ at, ms }) => ({ at, value: ms }));
    if (points.length >= MIN_TIMINGS) found.push(findingOf(`latency of ${kind}, ms`, trendOf(points), LATENCY));
  }
  return found;
}

/**
 * Kinds of requests that were postponed more often than a moderate load explains. A short run, on whatever machine,
 * does not judge that: its load may be heavy there.
 */
export function tooBusy(
  busy: ReadonlyMap<string, number>,
  timings: ReadonlyMap<string, readonly Timing[]>,
  hours: number,
): string[] {
  return [...(hours >= MIN_HOURS_OF_TRENDS ? busy : [])]
    .filter(([kind, count]) => count > Math.max(1, MAX_BUSY_SHARE * (timings.get(kind)?.length ?? 0)))
    .map(([kind, count]) => `${count} of ${timings.get(kind)?.length} requests of the kind "${kind}" got 503.`);
}

export function describeFinding({ figure, trend, allowed, flat }: Finding): string {
  const [first, last, rise, most] = [trend.first, trend.last, trend.rise, allowed].map((value) => value.toFixed(1));
  return `${flat ? 'flat' : 'NOT FLAT'}: ${figure}: ${first} in the first third, ${last} in the last, slope ${rise} over the run, allowed ${most}`;
}

function findingOf(figure: string, trend: Trend, { share, atLeast }: Tolerance): Finding {
  const allowed = Math.max(atLeast, share * trend.first);
  return { figure, trend, allowed, flat: growthOf(trend) <= allowed };
}
