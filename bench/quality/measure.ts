import type { Match } from '../../src/domain/match.ts';
import type { Engine } from '../../src/screening/engine.ts';
import type { LabelledPair, LabelledQuery, RetrievalSet } from './sets.ts';

export const THRESHOLD = 70;
const STRICT = 85;
/** Ranks are looked at from this score on, in a search of its own: what is asked for decides what is pruned. */
const RANKED_FROM = 45;
const LIMIT = 50;

export interface RetrievalFigures {
  readonly set: string;
  readonly queries: number;
  /** Shares of the queries. */
  readonly first: number;
  readonly firstTen: number;
  readonly found: number;
  readonly alerting: number;
  readonly alertingStrict: number;
  /** Alerts a query. */
  readonly alerts: number;
  /** Of the queries where the true entry is found: those where it comes first. */
  readonly firstWhereFound: number;
  /**
   * Queries whose true entry reaches the threshold, but is missing from a search at the threshold. A lower one finds
   * it.
   */
  readonly pruned: number;
  /** Of one search at the threshold, in the mean. */
  readonly milliseconds: number;
  readonly misses: readonly Miss[];
  /** By score from `BANDS`: all alerts, and those of a true entry. */
  readonly bands: readonly Band[];
}

/** Alerts are counted by their scores, from each of these up to the next. */
export const BANDS = [70, 80, 90] as const;

export interface Band {
  readonly alerts: number;
  readonly right: number;
}

interface Miss {
  readonly query: LabelledQuery;
  /** Score of the true entry, 0 where it was not reached. */
  readonly score: number;
  readonly best: string;
}

export function measureRetrieval(set: RetrievalSet, engine: Engine, withDates = false): RetrievalFigures {
  const counts = { first: 0, firstTen: 0, found: 0, alerting: 0, strict: 0, alerts: 0, firstFound: 0, pruned: 0 };
  const misses: Miss[] = [];
  const bands = BANDS.map(() => ({ alerts: 0, right: 0 }));
  let milliseconds = 0;
  for (const query of set.queries) {
    const { name, entityType, dateOfBirth, truth } = query;
    const asked = { name, entityType, limit: LIMIT, ...(withDates && dateOfBirth ? { dateOfBirth } : {}) };
    const began = performance.now();
    const { matches } = engine.search({ ...asked, minScore: THRESHOLD });
    milliseconds += performance.now() - began;
    const isTrue = ({ entries }: Match) => entries.some(({ source, id }) => truth.has(`${source}:${id}`));
    const ranked = truth.size === 0 ? matches : engine.search({ ...asked, minScore: RANKED_FROM }).matches;
    const rank = ranked.findIndex(isTrue);
    const alerts = matches.length;
    countBands(bands, matches, isTrue);
    const place = matches.findIndex(isTrue);
    const found = place >= 0;
    counts.alerts += alerts;
    const score = ranked[rank]?.score ?? 0;
    counts.alerting += Number(alerts > 0);
    counts.strict += Number((matches[0]?.score ?? 0) >= STRICT);
    counts.first += Number(rank === 0);
    counts.firstTen += Number(rank >= 0 && rank < 10);
    counts.found += Number(found);
    counts.firstFound += Number(place === 0);
    counts.pruned += Number(!found && score >= THRESHOLD);
    const isMiss = truth.size === 0 ? alerts > 0 : !found;
    if (isMiss) misses.push({ query, score, best: inWords(ranked[0]) });
  }
  const total = set.queries.length;
  return {
    set: set.name,
    queries: total,
    first: counts.first / total,
    firstTen: counts.firstTen / total,
    found: counts.found / total,
    alerting: counts.alerting / total,
    alertingStrict: counts.strict / total,
    alerts: counts.alerts / total,
    firstWhereFound: counts.firstFound / Math.max(1, counts.found),
    pruned: counts.pruned,
    milliseconds: milliseconds / total,
    misses,
    bands,
  };
}

function countBands(
  bands: { alerts: number; right: number }[],
  matches: readonly Match[],
  isTrue: (match: Match) => boolean,
) {
  for (const match of matches) {
    const band = bands[BANDS.findLastIndex((from) => match.score >= from)]!;
    band.alerts++;
    band.right += Number(isTrue(match));
  }
}

function inWords(match: Match | undefined): string {
  return match ? `${match.score} ${match.name} [${match.explanation.matchedName}]` : '';
}

export interface PairFigures {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly best: { readonly f1: number; readonly threshold: number };
  /** Of the true pairs: those at 100. */
  readonly atHundred: number;
  /** Of the pairs of which one part was swapped for another: those under the threshold. */
  readonly swapsRefused: number;
  readonly scored: readonly (LabelledPair & { readonly score: number })[];
}

const SWAP =
  /clan|nisbah|father|grandfather|tribal|patronymic (swap|reversal)|word substitution|geographic|country|city/i;

export interface PairSetFigures {
  readonly pairs: number;
  /** Share of the pairs that are one person or organisation, at 70. */
  readonly found: number;
  readonly others: number;
  /** Share of the others, at 70. */
  readonly alerting: number;
  readonly scored: readonly (LabelledPair & { readonly score: number })[];
}

export function measurePairs(pairs: readonly LabelledPair[], engine: Engine): PairFigures {
  const scored = pairs.map((pair) => ({ ...pair, score: engine.compare(pair.a, pair.b, pair.entityType).score }));
  let best = { f1: 0, threshold: 0 };
  for (let threshold = 1; threshold <= 100; threshold++) {
    const { f1 } = at(scored, threshold);
    if (f1 > best.f1) best = { f1, threshold };
  }
  const positives = scored.filter(({ isMatch }) => isMatch);
  const swaps = scored.filter(({ isMatch, notes }) => !isMatch && SWAP.test(notes));
  return {
    ...at(scored, THRESHOLD),
    best,
    atHundred: positives.filter(({ score }) => score === 100).length / Math.max(1, positives.length),
    swapsRefused: swaps.filter(({ score }) => score < THRESHOLD).length / Math.max(1, swaps.length),
    scored,
  };
}

/** Of labelled pairs how many are found, and how many others alert. */
export function measurePairSet(pairs: readonly LabelledPair[], engine: Engine): PairSetFigures {
  const scored = pairs.map((pair) => ({ ...pair, score: engine.compare(pair.a, pair.b, pair.entityType).score }));
  const share = (of: typeof scored) => of.filter(({ score }) => score >= THRESHOLD).length / Math.max(1, of.length);
  const [same, other] = [scored.filter(({ isMatch }) => isMatch), scored.filter(({ isMatch }) => !isMatch)];
  return { pairs: same.length, found: share(same), others: other.length, alerting: share(other), scored };
}

function at(scored: readonly { isMatch: boolean; score: number }[], threshold: number) {
  const passed = scored.filter(({ score }) => score >= threshold);
  const right = passed.filter(({ isMatch }) => isMatch).length;
  const precision = passed.length === 0 ? 1 : right / passed.length;
  const recall = right / Math.max(1, scored.filter(({ isMatch }) => isMatch).length);
  return { precision, recall, f1: right === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}
