import { TITLE } from '../index/weigh.ts';
import type { SpellingSystem } from '../names/systems.ts';
import type { Parameters } from './parameters.ts';
import { carriesMeaning, type Plan } from './plan.ts';
import type { RomanceNames } from './romance.ts';

/** What paired a token of the query with a slot of the form. */
type PairKind = 'term-match' | 'initial' | 'short' | 'legal-form' | 'residual';

export interface AlignedPair {
  readonly kind: PairKind;
  /** Bits of the query's tokens, and of the form's slots. */
  readonly query: number;
  readonly entry: number;
  readonly similarity: number;
  /** Share of its weight that the pair is worth: its similarity to the power of `sharpness`. */
  readonly worth: number;
  readonly weight: number;
  /** What pairing these two is worth when it competes with other pairs. */
  readonly value: number;
  /** How the word was found. `NO_MATCH`: no term match pairs these two, and what follows means nothing. */
  readonly matchKind: number;
  readonly spelling: number;
  readonly text: number;
  readonly surprise: number;
  /** Of the kind `CHARACTERS`: what is behind both, and by which systems each of them is written. */
  readonly shared?: { readonly characters: string; readonly systems: readonly [SpellingSystem, SpellingSystem] };
}

export interface Alignment {
  /** 0 to 100, not rounded. */
  readonly score: number;
  readonly pairs: readonly AlignedPair[];
  readonly queryMask: number;
  readonly entryMask: number;
  /** Every pair is exact and nothing is left over. */
  readonly complete: boolean;
  /** The pairs stand in the query's order. */
  readonly inOrder: boolean;
  /** Paired words that carry meaning. */
  readonly words: number;
  /** Of all pairs together. */
  readonly weight: number;
  /** The son of one name is the father of the other. */
  readonly fatherIsSon: boolean;
  /** Behind a word for a relation words agree, and none before it. */
  readonly relativeAlone: boolean;
  /**
   * A person's words stand in another order, and only one name has other words beside them. True also for three or more
   * words in an order that no family name moved to the front or the end explains. Syllables count where people use no
   * such order.
   */
  readonly shuffled: boolean;
  /** Of a Spanish name's two family names, only the mother's is shared. */
  readonly mothersAlone: boolean;
  /** Bits of what `de` adds to one of the names, which many leave out: no word is missing there. */
  readonly queryAddition: number;
  readonly entryAddition: number;
}

/** Pairs this much less similar than `doubt` count as a conflict altogether. */
const DOUBT_RANGE = 0.3;
const DOUBT_SHARE = 0.7;
/** Many extra parts cost less than as many times one. */
const SATURATION = 0.45;
/** The weight of paired tokens at which extra parts cost what the parameters say. */
const USUAL_WEIGHT = 1.3;
/** Extra parts cost at least this share of it beside heavier tokens. */
const MIN_STRENGTH = 0.4;
/** From this rarity on a word alone identifies somebody. */
const RARE_WORD = 0.7;
/** The rarity of a word that only one entity of a list has. */
const UNIQUE_WORD = 0.88;
/** The share of the cost of extra parts that such a word takes away. */
const LONE_WORD = 0.62;
/** How much more the rest of a name costs where the word it begins with is a part of it. */
const LACKS_FIRST = 1.6;
/** Share of the weight of what "of" adds that need not be there. */
const ADDED = 0.75;
/** What weighs less is a particle or a title. */
const MIN_REST = 0.15;

/** What two names are compared by, beside their pairs. */
export interface NameComparison {
  readonly plan: Plan;
  /** Of the indexed name's slots: so many count. */
  readonly entryWeights: Float64Array;
  readonly slots: number;
  readonly romance: RomanceNames;
  readonly parameters: Parameters;
}

/** An alignment that is used again for the next form. */
export type Draft<T> = { -readonly [Key in keyof T]: T[Key] };

export function emptyAlignment(): Draft<Alignment> {
  return {
    score: 0,
    pairs: [],
    queryMask: 0,
    entryMask: 0,
    complete: false,
    inOrder: false,
    words: 0,
    weight: 0,
    fatherIsSon: false,
    relativeAlone: false,
    shuffled: false,
    mothersAlone: false,
    queryAddition: 0,
    entryAddition: 0,
  };
}

/** A copy that stays as it is when the next form is compared. */
export function keptAlignment(alignment: Alignment): Alignment {
  return { ...alignment, pairs: alignment.pairs.map((pair) => ({ ...pair })) };
}

/** Scores the names whose tokens are paired so, by `sums`. Without `thorough` nothing but the score is told. */
export function judge(alignment: Draft<Alignment>, compared: NameComparison, sums: Sums, thorough: boolean): void {
  const { plan, parameters, romance } = compared;
  const { tokens } = plan;
  const exact = sumUp(sums, alignment.pairs, tokens, parameters);
  noteAdditions(alignment, romance);
  leftOver(sums, alignment, compared);
  const { words, weight, queryLeft, entryLeft } = sums;
  const alone = queryLeft === 0 && words === 1 && exact ? loneWord(weight) : 1;
  const first = parameters.firstCounts && lacksFirst(tokens, alignment.queryMask) ? LACKS_FIRST : 1;
  sums.extraShare = alone * first;
  alignment.score = scoreOf(sums, parameters);
  if (!thorough) return;
  const complete = exact && entryLeft === 0 && isWhole(alignment.queryMask, tokens);
  const inOrder = isInOrder(alignment.pairs);
  alignment.complete = complete;
  alignment.inOrder = inOrder;
  alignment.words = words;
  alignment.weight = weight;
  alignment.fatherIsSon = plan.sonOf > 0 && !(complete && inOrder) && isReversed(alignment.pairs, plan.sonOf);
  alignment.relativeAlone = plan.relation > 0 && isRelativeAlone(tokens, alignment.queryMask, plan.relation);
  alignment.shuffled = words > 1 && isShuffled(alignment.pairs, compared, inOrder);
  alignment.mothersAlone = romance.mothersAlone;
}

/** Whether every pair is exact. */
function sumUp(
  sums: Sums,
  pairs: readonly AlignedPair[],
  tokens: Plan['tokens'],
  { doubt: sure }: Parameters,
): boolean {
  let [weight, worth, doubt, words] = [0, 0, 0, 0];
  let exact = true;
  for (let place = 0; place < pairs.length; place++) {
    const pair = pairs[place]!;
    weight += pair.weight;
    worth += pair.weight * pair.worth;
    doubt += pair.weight * doubtOf(pair.similarity, sure);
    exact &&= pair.similarity >= 1 && (pair.kind === 'term-match' || pair.kind === 'legal-form');
    const { role, parts } = tokens[lowestBit(pair.query)]!;
    if (pair.kind !== 'legal-form' && carriesMeaning(role)) words += parts;
  }
  sums.weight = weight;
  sums.worth = worth;
  sums.doubt = doubt;
  sums.words = words;
  return exact;
}

/** Whether every token that weighs anything has a partner. */
function isWhole(queryMask: number, tokens: Plan['tokens']): boolean {
  for (let token = 0; token < tokens.length; token++) {
    if (!(queryMask & (1 << token)) && tokens[token]!.weight > 0) return false;
  }
  return true;
}

/** Where both names add something with `de`, the two say different things. */
function noteAdditions(alignment: Draft<Alignment>, { queryAddition, entryAddition }: RomanceNames): void {
  const isOne = queryAddition < 0 !== entryAddition < 0;
  alignment.queryAddition = isOne && queryAddition >= 0 ? 1 << queryAddition : 0;
  alignment.entryAddition = isOne && entryAddition >= 0 ? 1 << entryAddition : 0;
}

/** The weight of what only one name has. A title that the query adds costs nothing: lists seldom give them. */
function leftOver(sums: Sums, alignment: Alignment, compared: NameComparison): void {
  const { queryMask, entryMask, queryAddition, entryAddition } = alignment;
  const { tokens } = compared.plan;
  const { entryWeights, slots } = compared;
  let queryLeft = 0;
  for (let token = 0; token < tokens.length; token++) {
    const { role, weight } = tokens[token]!;
    if (role !== TITLE && !(queryMask & (1 << token))) queryLeft += weight;
  }
  let entryLeft = 0;
  for (let slot = 0; slot < slots; slot++) {
    if (!(entryMask & (1 << slot))) entryLeft += entryWeights[slot]!;
  }
  if (queryAddition !== 0) queryLeft -= ADDED * tokens[lowestBit(queryAddition)]!.weight;
  if (entryAddition !== 0) entryLeft -= ADDED * entryWeights[lowestBit(entryAddition)]!;
  sums.queryLeft = queryLeft;
  sums.entryLeft = entryLeft;
}

function isShuffled(pairs: readonly AlignedPair[], compared: NameComparison, inOrder: boolean): boolean {
  const { syllables, firstCounts } = compared.parameters;
  if (syllables) return !isFamilyNameMoved(pairs);
  return firstCounts === true && !inOrder && !isFamilyNameAtAnEnd(pairs, compared);
}

/** What the formula is made of: sums over the pairs, and what is left over on both sides. */
export interface Sums {
  worth: number;
  weight: number;
  doubt: number;
  queryLeft: number;
  entryLeft: number;
  words: number;
  /** Of the cost of what only one name has. */
  extraShare: number;
}

/** The formula of `parameters.ts`, 0 to 100. */
function scoreOf(
  { worth, weight, doubt, queryLeft, entryLeft, words, extraShare }: Sums,
  parameters: Parameters,
): number {
  const conflict = Math.min(queryLeft, entryLeft) + doubt;
  const extra = extraShare * extraCost(Math.abs(queryLeft - entryLeft), weight, words, parameters);
  return weight === 0 ? 0 : (100 * worth) / (weight + parameters.conflict * conflict + extra);
}

/**
 * About the most that `judge` gives without being thorough, where the sums were taken without deciding which pairs
 * exclude each other. What is left over costs nothing as long as an initial may stand for it.
 */
export function estimateOf(
  sums: Sums,
  queryMask: number,
  hasInitial: boolean,
  { tokens }: Plan,
  parameters: Parameters,
): number {
  const { queryLeft, words, weight } = sums;
  if (hasInitial) sums.extraShare = 0;
  else if (queryLeft === 0 && words <= 1) sums.extraShare = loneWord(weight);
  else sums.extraShare = parameters.firstCounts && lacksFirst(tokens, queryMask) ? LACKS_FIRST : 1;
  return scoreOf(sums, parameters);
}

/** The most that the same sums may come to once left-over words are compared, each worth no more than `worth`. */
export function mostCompared(sums: Sums, worth: number, parameters: Parameters): number {
  const both = Math.min(sums.queryLeft, sums.entryLeft);
  const compared = comparedSums;
  compared.worth = sums.worth + both * worth;
  compared.weight = sums.weight + both;
  compared.doubt = sums.doubt;
  compared.queryLeft = sums.queryLeft - both;
  compared.entryLeft = sums.entryLeft - both;
  compared.words = both > 0 ? sums.words + 1 : sums.words;
  compared.extraShare = Math.min(1, sums.extraShare);
  return scoreOf(compared, parameters);
}

const comparedSums: Sums = { worth: 0, weight: 0, doubt: 0, queryLeft: 0, entryLeft: 0, words: 0, extraShare: 1 };

/** Share of a pair's weight on which the two names may disagree, where it is not as alike as `sure`. */
export function doubtOf(similarity: number, sure: number): number {
  return similarity >= sure ? 0 : DOUBT_SHARE * Math.min(1, (sure - similarity) / DOUBT_RANGE);
}

/** What a name begins with is seldom what another writing of it leaves out. */
function lacksFirst(tokens: Plan['tokens'], queryMask: number): boolean {
  for (let token = 0; token < tokens.length; token++) {
    if (carriesMeaning(tokens[token]!.role)) return !(queryMask & (1 << token));
  }
  return false;
}

/** A query of one word that hardly anybody bears means who bears it: what else he is called costs less. */
function loneWord(weight: number): number {
  return 1 - LONE_WORD * Math.min(1, Math.max(0, (weight - RARE_WORD) / (UNIQUE_WORD - RARE_WORD)));
}

/** "A bin B" against "B bin A". */
function isReversed(pairs: readonly AlignedPair[], sonOf: number): boolean {
  const entryOf = (token: number) => pairs.find(({ query }) => query === 1 << token)?.entry ?? 0;
  const link = entryOf(sonOf);
  return link !== 0 && entryOf(sonOf - 1) === link << 1 && entryOf(sonOf + 1) === link >> 1;
}

/** Nothing before the link agrees, and something behind it does: the query's person is a relative of the entry's. */
function isRelativeAlone(tokens: Plan['tokens'], queryMask: number, relation: number): boolean {
  const own = (1 << relation) - 1;
  if ((queryMask & own) !== 0 || queryMask >> (relation + 1) === 0) return false;
  return tokens.some(({ role }, place) => place < relation && carriesMeaning(role));
}

function extraCost(surplus: number, weight: number, words: number, { extra, evidence, mostExtra }: Parameters): number {
  const strength = 1 + evidence * (USUAL_WEIGHT - weight);
  const bounded = Math.min(mostExtra, Math.max(MIN_STRENGTH, strength));
  return bounded * (surplus / (1 + SATURATION * surplus)) * extra[Math.min(Math.max(words, 1), 3) - 1]!;
}

/** Of pairs that share no word: no two cross. */
function isInOrder(pairs: readonly AlignedPair[]): boolean {
  for (let one = 1; one < pairs.length; one++) {
    const { query, entry } = pairs[one]!;
    for (let other = 0; other < one; other++) {
      const before = lowestBit(pairs[other]!.query) < lowestBit(query);
      if (before !== lowestBit(pairs[other]!.entry) < lowestBit(entry)) return false;
    }
  }
  return true;
}

/**
 * Whether the order of a name differs only in its family name, which one side has first and the other last. What
 * stands between may be missing.
 */
function isFamilyNameAtAnEnd(pairs: readonly AlignedPair[], { plan, entryWeights, slots }: NameComparison): boolean {
  const sorted = inQueryOrder(pairs);
  const places = sorted.map(({ entry }) => lowestBit(entry));
  // The places run on from any start and wrap round once; the first one is compared with the last.
  const [second, ...more] = [...places.keys()].filter((at) => places[at]! < places.at(at - 1)!);
  if (second === undefined || more.length > 0) return false;
  const asked = plan.tokens.length;
  const ofToken = (token: number) => plan.tokens[token]!.weight;
  const ofSlot = (slot: number) => entryWeights[slot]!;
  const isFirstListed = weighLittle(0, places[second]!, ofSlot);
  if (isFirstListed && weighLittle(highestBit(sorted.at(-1)!.query) + 1, asked, ofToken)) return true;
  const isLastListed = weighLittle(highestBit(sorted[second - 1]!.entry) + 1, slots, ofSlot);
  return isLastListed && weighLittle(0, lowestBit(sorted[0]!.query), ofToken);
}

/** Whether nothing but titles and particles stands in these places. */
function weighLittle(from: number, to: number, weightOf: (place: number) => number): boolean {
  let weight = 0;
  for (let place = from; place < to; place++) weight += weightOf(place);
  return weight <= MIN_REST;
}

/**
 * Names in Han characters and Hangul begin with the family name. In Latin letters it may stand last. A wife in Hong
 * Kong writes her husband's before her own: of four syllables two may be family names.
 */
function isFamilyNameMoved(pairs: readonly AlignedPair[]): boolean {
  const sorted = inQueryOrder(pairs).map(({ entry }) => lowestBit(entry));
  return isMovedFrom(1, sorted) || (sorted.length === 4 && isMovedFrom(2, sorted));
}

/** Whether what stands before a place follows the rest, or all is in order. */
function isMovedFrom(place: number, sorted: readonly number[]): boolean {
  const [family, given] = [sorted.slice(0, place), sorted.slice(place)];
  if (!isAscending(family) || !isAscending(given)) return false;
  return family.at(-1)! < given[0]! || family[0]! > given.at(-1)!;
}

const isAscending = (places: readonly number[]): boolean =>
  places.every((place, at) => at === 0 || places[at - 1]! < place);

const inQueryOrder = (pairs: readonly AlignedPair[]): AlignedPair[] =>
  pairs.toSorted((a, b) => lowestBit(a.query) - lowestBit(b.query));

const highestBit = (mask: number): number => 31 - Math.clz32(mask);

/** Place of the lowest bit that is set. */
export function lowestBit(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}
