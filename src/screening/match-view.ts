import type { MatchView } from './types.ts';

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
