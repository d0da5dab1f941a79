import type { Explanation } from '../../domain/match.ts';
import { share } from './scores.ts';

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
