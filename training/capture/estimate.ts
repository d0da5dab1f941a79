import type { MovementLimits } from '../../src/capture/movement/limits.ts';
import { meanPoints, reliefOf } from '../../src/capture/movement/relief.ts';
import { ANCHORS } from '../../src/faces/confidence.ts';
import { DRAWN_KINDS, type Measured, type MeasuredStill } from './measured.ts';
import type { Trial } from './trials.ts';

/** Degrees that a turn must have before its relief counts, as the judge demands them. */
const TURN = 20;
/** Of turns of bent prints, so many stay below the limit. The living are too few to have a say. */
const PASSING = 0.95;

/**
 * Limits on measures of everything but one source. That of the relief lies above what bent prints reach, those of the
 * identity are anchors of stills. The living have no say: they are too few. `passed` and `untried` follow from trials.
 */
export function estimatedLimits(
  all: Measured,
  without?: string,
): Pick<MovementLimits, 'depths' | 'relief' | 'identity'> {
  const stills = all.stills.filter(({ name }) => name !== without);
  return {
    depths: usualDepths(stills),
    relief: rounded(quantile(stills.flatMap(bentReliefs), PASSING)),
    identity: identityLimits(),
  };
}

/** The largest relief of a turn to one side, which is what the judge looks at. */
function largest(reliefs: readonly number[]): number[] {
  return reliefs.length > 0 ? [Math.max(...reliefs)] : [];
}

function bentReliefs({ views }: MeasuredStill): number[] {
  return DRAWN_KINDS.filter((kind) => kind.startsWith('bent')).flatMap((kind) => {
    const seen = views[kind]?.filter(({ measures }) => measures.face) ?? [];
    const front = seen.find(({ pose }) => pose.yaw === 0)?.measures.face;
    if (!front) return [];
    const mean = meanPoints([front.points]);
    return [1, -1].flatMap((side) => {
      const turned = seen.filter(({ measures }) => side * (measures.face!.yaw - front.yaw) >= TURN);
      return largest(turned.map(({ measures }) => side * reliefOf(mean, measures.face!.points)));
    });
  });
}

/** Similarities that strangers reach once in 100, 1,000 and 10,000 comparisons of stills. */
function identityLimits(): MovementLimits['identity'] {
  const [moving, together, ahead] = ANCHORS.map(([similarity]) => similarity) as [number, number, number];
  return { ahead, moving, together };
}

function usualDepths(stills: readonly MeasuredStill[]): number[] {
  const all = stills.flatMap(({ depths }) => (depths ? [depths] : []));
  return all[0]!.map((_, at) => rounded(all.reduce((sum, depths) => sum + depths[at]!, 0) / all.length));
}

/**
 * What passing tells, by the rule of succession over what makes attempts unlike each other. A kind that passes more
 * often than not is one that movement does not see.
 */
export function estimatedParts(
  trials: ReadonlyMap<string, readonly Trial[]>,
): Pick<MovementLimits, 'passed' | 'untried'> {
  const living = succession(trials.get('living')!);
  const attacks = [...trials].filter(([kind]) => kind !== 'living');
  const unseen = attacks.filter(([, some]) => passedOf(some) > 0.5);
  const seen = attacks.filter(([, some]) => passedOf(some) <= 0.5);
  return {
    passed: { living: rounded(living), attacks: rounded(mean(seen.map(([, some]) => succession(some)))) },
    untried: Math.round(((unseen.length + 1) / (attacks.length + 2)) * 1e4) / 1e4,
  };
}

function succession(trials: readonly Trial[]): number {
  const sources = new Set(trials.map(({ unlike }) => unlike)).size;
  return (passedOf(trials) * sources + 1) / (sources + 2);
}

export function passedOf(trials: readonly Trial[]): number {
  return mean(trials.map(({ played }) => Number(played.passed)));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.round(part * (sorted.length - 1))]!;
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
