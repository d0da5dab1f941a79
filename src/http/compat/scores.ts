/** A score of 0 to 100 as these interfaces have it: 0 to 1, at most four decimals. */
export function share(score: number): number {
  return Math.round(score * 100) / 10_000;
}

/** The score of 0 to 100 that a share of 0 to 1 asks for, at most two decimals. */
export function scoreOf(share: number): number {
  return Math.round(share * 10_000) / 100;
}
