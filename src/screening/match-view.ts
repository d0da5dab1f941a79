import type { EvidencedMatch, Match, MatchView } from './types.ts';

/** A match without what only the record keeps. */
export function matchView({ name, score, entityType, sources, dateOfBirth, nationality }: MatchView): MatchView {
  return {
    name,
    score,
    entityType,
    sources,
    ...(dateOfBirth === undefined ? {} : { dateOfBirth }),
    ...(nationality === undefined ? {} : { nationality }),
  };
}

/** A match as the commands print it: without the facts it rests on. */
export function printedMatch({ facts: _, ...match }: EvidencedMatch): Match {
  return match;
}
