import { fitCalibration, scoreBy, usable } from '../../training/liveness/fit.ts';
import { areaUnderCurve, type Judged, share, sourcesOf, valuesOf } from './figures.ts';
import type { Damage } from './frames.ts';
import type { ModelName, Seen } from './values.ts';

const HEAD = 'live: < 70   ≥ 80   ≥ 90   attacks: < 70   ≥ 80   ≥ 90      AUC';

/**
 * A table of the scores of each source under calibrations that were fitted on the others. The last rows have every
 * frame so judged, undamaged and damaged.
 */
export function leftOut(all: ReadonlyMap<Damage, readonly Seen[]>, models: readonly ModelName[]): string[] {
  const plain = usable(all.get('none')!);
  const lines = [`${models.join(' and ').padEnd(24)} ${HEAD}`];
  const pooled = new Map<Damage, Judged[]>();
  for (const source of sourcesOf(plain)) {
    const others = plain.filter((one) => one.source !== source);
    const calibrations = Object.fromEntries(models.map((model) => [model, fitCalibration(others, model)]));
    for (const [damage, seen] of all) {
      const own = usable(seen).filter((one) => one.source === source);
      const judged = own.map((one) => ({ source, live: one.live, value: scoreBy(calibrations, one) }));
      pooled.set(damage, [...(pooled.get(damage) ?? []), ...judged]);
      if (damage === 'none') lines.push(row(`${source} left out`, judged));
    }
  }
  for (const [damage, judged] of pooled)
    lines.push(row(`each left out, ${damage === 'none' ? 'whole' : damage}`, judged));
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
  return `${name.padEnd(24)} ${cells.map((part, at) => percent(part).padStart(widths[at]!)).join(' ')}   ${Number.isNaN(area) ? '    –' : area.toFixed(3)}`;
}

/** An en dash where there is nothing to share out. */
export function percent(part: number): string {
  return Number.isNaN(part) ? '–' : `${(100 * part).toFixed(1)} %`;
}
