import type { CalibrationPoint } from '../../src/inference/manifest-schema.ts';

/** One frame as the reader saw it. `value` is what the models say before calibration. */
export interface Judged {
  readonly source: string;
  readonly live: boolean;
  readonly value: number;
  /** Whether the gate asks for another picture. */
  readonly refused: boolean;
}

/** The chance that a live frame scores above an attack; ties count half. NaN where either is missing. */
export function areaUnderCurve(judged: readonly Judged[]): number {
  const sorted = [...judged].sort((a, b) => a.value - b.value);
  let [ranks, lives] = [0, 0];
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    while (to < sorted.length && sorted[to]!.value === sorted[from]!.value) to++;
    const here = sorted.slice(from, to).filter(({ live }) => live).length;
    ranks += (here * (from + 1 + to)) / 2;
    lives += here;
  }
  return (ranks - (lives * (lives + 1)) / 2) / lives / (sorted.length - lives);
}

/** The value that a part of `values` does not exceed; the smallest such. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(part * sorted.length) - 1))]!;
}

/** Part of live frames at or below the value that lets `passing` of the attacks through. */
export function liveRejected(judged: readonly Judged[], passing: number): number {
  const bar = quantile(valuesOf(judged, false), 1 - passing);
  return share(valuesOf(judged, true), (value) => value <= bar);
}

export function valuesOf(judged: readonly Judged[], live: boolean): number[] {
  return judged.filter((one) => one.live === live).map(({ value }) => value);
}

export function share(values: readonly number[], which: (value: number) => boolean): number {
  return values.filter(which).length / values.length;
}

export function sourcesOf(judged: readonly Judged[]): string[] {
  return [...new Set(judged.map(({ source }) => source))].sort();
}

/** Values that stand for the scores 70 and 80. */
export interface Band {
  readonly fail: number;
  readonly sure: number;
}

const LIVE_REJECTED = 0.03;
const ATTACKS_ACCEPTED = 0.1;
const NARROWEST = 0.1;

/**
 * The band of scores that leads to manual review. Every source counts alike however many frames it has, because the
 * frames of one are near-copies. Below `fail` lie at most 3 % of live faces. From `sure` on lie at most 10 % of
 * attacks.
 */
export function bandOf(judged: readonly Judged[]): Band {
  const fail = balancedQuantile(judged, true, LIVE_REJECTED);
  const sure = balancedQuantile(judged, false, 1 - ATTACKS_ACCEPTED);
  if (sure - fail >= NARROWEST) return { fail, sure };
  const middle = (fail + sure) / 2;
  return { fail: middle - NARROWEST / 2, sure: middle + NARROWEST / 2 };
}

/** The points of a calibration: scores fall to 0 and rise to 100 over the spread of values outside the band. */
export function calibrationOf(judged: readonly Judged[]): CalibrationPoint[] {
  const { fail, sure } = bandOf(judged);
  const lowest = Math.min(fail - NARROWEST, balancedQuantile(judged, false, 0.02));
  const highest = Math.max(sure + NARROWEST, balancedQuantile(judged, true, 0.98));
  return (
    [
      [lowest, 0],
      [fail, 70],
      [sure, 80],
      [highest, 100],
    ] as const
  ).map(([value, score]) => [Math.round(value * 1000) / 1000, score]);
}

function balancedQuantile(judged: readonly Judged[], live: boolean, part: number): number {
  const own = judged.filter((one) => one.live === live);
  const counts = new Map<string, number>();
  for (const { source } of own) counts.set(source, (counts.get(source) ?? 0) + 1);
  const sorted = [...own].sort((a, b) => a.value - b.value);
  let weight = 0;
  for (const { source, value } of sorted) {
    weight += 1 / counts.get(source)! / counts.size;
    if (weight >= part - 1e-9) return value;
  }
  return sorted.at(-1)!.value;
}
