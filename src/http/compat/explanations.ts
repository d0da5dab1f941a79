import type { Explanation } from '../../domain/match.ts';

/** What yente says of one part of a score. */
export interface FeatureResult {
  readonly detail: string | null;
  readonly score: number;
  readonly query: string | null;
  readonly candidate: string | null;
}

/**
 * An explanation as yente has it: `name` is the similarity of the names alone. What raised or lowered the score after
 * that is named by its reason. All scores add up to the score.
 */
export function featureResults(explanation: Explanation): Record<string, FeatureResult> {
  const { matchedName, pairs, nameScore, adjustments } = explanation;
  const results: Record<string, FeatureResult> = {
    name: {
      score: share(nameScore),
      detail: pairs.map(({ query, entry, evidence }) => `${query} = ${entry} (${evidence})`).join(', ') || null,
      query: pairs.map(({ query }) => query).join(' ') || null,
      candidate: matchedName,
    },
  };
  for (const { reason, points } of adjustments) {
    // What follows a colon is of this query.
    const key = reason
      .replace(/:.*/, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_|_$/g, '');
    const score = share(points) + (results[key]?.score ?? 0);
    results[key] = { score, detail: reason, query: null, candidate: null };
  }
  return results;
}

/** A score of 0 to 100 as these interfaces have it: 0 to 1, at most four decimals. */
export function share(score: number): number {
  return Math.round(score * 100) / 10_000;
}

/** The score of 0 to 100 that a share of 0 to 1 asks for, at most two decimals. */
export function scoreOf(share: number): number {
  return Math.round(share * 10_000) / 100;
}
