import { bestFirst, bestOfEach, type EvidencedMatch, matchList, wholeMatches } from '../domain/match.ts';
import { MAX_MATCHES, type Query } from '../screening/query.ts';
import type { SearchAnswer } from '../screening/search-result.ts';
import type { NameSearch } from './ports.ts';

/** What somebody wants of a search besides what a query can say. */
export interface Narrowing {
  /** Searched like the query's own name; an entity counts with its best. */
  readonly otherNames: readonly string[];
  /** Only matches that pass are found; undefined where all are wanted. */
  readonly wanted: ((match: EvidencedMatch) => boolean) | undefined;
}

/** A search that answers as if there were nothing else on the lists than what is wanted. */
export function narrowedSearch(search: NameSearch, { otherNames, wanted }: Narrowing): NameSearch {
  if (otherNames.length === 0 && !wanted) return search;
  const ask = async (query: Query, accountId: number): Promise<SearchAnswer> => {
    const answers: SearchAnswer[] = [];
    for (const name of [query.name, ...otherNames]) answers.push(await search.search({ ...query, name }, accountId));
    // The snapshot changed meanwhile, and a record names one.
    if (new Set(answers.map(({ snapshot }) => snapshot)).size > 1) return ask(query, accountId);
    return together(answers, wanted ?? (() => true));
  };
  return {
    get snapshot() {
      return search.snapshot;
    },
    search: ask,
  };
}

/**
 * A search that looks from a lower score on than it is asked for. `whole` is handed all that it finds; who asked gets
 * what reaches the score of the query.
 */
export function searchFrom(search: NameSearch, from: number, whole: (answer: SearchAnswer) => void): NameSearch {
  return {
    get snapshot() {
      return search.snapshot;
    },
    search: async (query, accountId) => {
      const minScore = Math.min(from, query.minScore);
      const answer = await search.search({ ...query, minScore }, accountId);
      whole(answer);
      return minScore === query.minScore ? answer : reaching(query.minScore, answer);
    },
  };
}

/** The best come first, so that what reaches a score is the beginning of an answer. */
function reaching(minScore: number, answer: SearchAnswer): SearchAnswer {
  const { matches, qualifying } = answer;
  const count = matches.filter(({ score }) => score >= minScore).length;
  if (count === matches.length) return answer;
  return {
    ...answer,
    ...matchList(wholeMatches(answer).slice(0, count)),
    qualifying: Math.min(count, qualifying),
  };
}

function together(answers: readonly SearchAnswer[], wanted: (match: EvidencedMatch) => boolean): SearchAnswer {
  const found = bestOfEach(answers.flatMap(wholeMatches)).filter(wanted);
  const matches = found.sort(bestFirst).slice(0, MAX_MATCHES);
  // Beyond the recorded matches there may be more that are wanted.
  const cut = answers.filter((answer) => answer.qualifying > answer.matches.length);
  const qualifying = Math.max(found.length, ...cut.map((answer) => answer.qualifying));
  const crafts = new Map(answers.flatMap((answer) => answer.crafts).map((craft) => [JSON.stringify(craft), craft]));
  // What was searched first is the oldest.
  const { snapshot, engine, birthDoubt, own } = answers[0]!;
  const otherTypes = [...new Set(answers.flatMap((answer) => answer.otherTypes ?? []))];
  return {
    snapshot,
    engine,
    own,
    birthDoubt,
    qualifying,
    otherTypes,
    crafts: [...crafts.values()],
    ...matchList(matches),
  };
}
