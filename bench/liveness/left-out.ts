import { fitCalibration, fitted, scoreBy, untriedSurroundings, usable } from '../../training/liveness/fit.ts';
import { areaUnderCurve, type Judged, share, sourcesOf, valuesOf } from './figures.ts';
import type { Damage, FrameSet } from './frames.ts';
import type { ModelName, Seen } from './values.ts';

const HEAD = 'live: < 70   ≥ 80   ≥ 90   attacks: < 70   ≥ 80   ≥ 90      AUC';

/**
 * A table of the scores of each source of a set under calibrations that were fitted without it. The last rows have
 * every picture so judged, undamaged and damaged.
 */
export function leftOut(
  all: ReadonlyMap<Damage, readonly Seen[]>,
  set: FrameSet,
  models: readonly ModelName[],
): string[] {
  const plain = fitted(all.get('none')!);
  const untried = untriedSurroundings(plain);
  const lines = [`${set}: ${models.join(', ')}`.padEnd(44) + HEAD];
  const pooled = new Map<Damage, Judged[]>();
  const judgedIn = (damage: Damage) => usable(all.get(damage)!).filter((one) => one.set === set);
  for (const source of sourcesOf(judgedIn('none'))) {
    const others = plain.filter((one) => one.source !== source);
    const calibrations = Object.fromEntries(models.map((model) => [model, fitCalibration(others, model)]));
    for (const damage of all.keys()) {
      const own = judgedIn(damage).filter((one) => one.source === source);
      const judged = own.map((one) => ({ source, live: one.live, value: scoreBy(calibrations, one, untried) }));
      pooled.set(damage, [...(pooled.get(damage) ?? []), ...judged]);
      if (damage === 'none') lines.push(row(`${source} left out`, judged));
    }
  }
  for (const [damage, judged] of pooled) {
    if (judged.length > 0) lines.push(row(`each left out, ${damage === 'none' ? 'whole' : damage}`, judged));
  }
  return lines;
}

function row(name: string, judged: readonly Judged[]): string {
  const [live, attacks] = [valuesOf(judged, true), valuesOf(judged, false)];
  const cells = [live, attacks].flatMap((some) => [
    share(some, (score) => score < 70),
    share(some, (score) => score >= 80),
    share(some, (score) => score >= 90),
  ]);
  const widths = [11, 6, 6, 15, 6, 6];
  const area = areaUnderCurve(judged);
  return `${name.padEnd(44)} ${cells.map((part, at) => percent(part).padStart(widths[at]!)).join(' ')}   ${Number.isNaN(area) ? '    –' : area.toFixed(3)}`;
}

/** An en dash where there is nothing to share out. */
export function percent(part: number): string {
  return Number.isNaN(part) ? '–' : `${(100 * part).toFixed(1)} %`;
}
