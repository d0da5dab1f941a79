/** One labelled frame and a value of it, higher for life. */
export interface Judged {
  readonly source: string;
  readonly live: boolean;
  readonly value: number;
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
function quantile(values: readonly number[], part: number): number {
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

export function sourcesOf(judged: readonly { readonly source: string }[]): string[] {
  return [...new Set(judged.map(({ source }) => source))].sort();
}
