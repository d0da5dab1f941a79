import type { MatchView } from '../../domain/match.ts';
import type { Screening } from '../../domain/screening.ts';

/** The schema's types are mutable, a match is not. */
export function matchOf(match: MatchView) {
  return { ...match, sources: [...match.sources] };
}

/** A record as the contract gives it. */
export function screeningView({ dateOfBirth, matches, reference, ...record }: Screening) {
  return {
    ...record,
    ...(dateOfBirth !== null && { dateOfBirth }),
    hasMatch: record.matchCount > 0,
    matches: matches.map(matchOf),
    ...(reference !== null && { reference }),
  };
}
