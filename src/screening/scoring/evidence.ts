/*
 * How much more likely two names are one person's than a stranger's (Fellegi and Sunter, "A Theory for Record Linkage",
 * 1969). Each feature of an alignment has a weight: the logarithm of these odds, estimated by `training/matching`.
 */
import { readTable } from '../../tables.ts';
import { PRIMARY, TWO_FAMILY_NAMES, WEAK } from '../index/compile.ts';
import { BODY, GENERIC, INITIAL, isGeneral, LEGAL_FORM, NUMBER, WORD } from '../index/weigh.ts';
import { isPatronymic } from '../names/patronymics.ts';
import { type AlignedPair, type Alignment, lowestBit } from './judge.ts';
import { isOwn } from './own-words.ts';
import { EVIDENCE_MODELS, type EvidenceModel } from './parameters.ts';
import { carriesMeaning, mayBeShort, type Plan } from './plan.ts';
import { CONSONANTS, NICKNAME, NO_MATCH, SHORT } from './term-matches.ts';

/** From here on each point of agreement counts as much as the feature of this step says. */
const AGREEMENT_STEPS = [0, 50, 60, 70, 80, 90, 100] as const;
/** In nats: -ln of the share of strangers whose words are at least as like. */
const SURPRISE_STEPS = [0, 4, 7, 10, 13, 17, 60] as const;
/** Words as like as this are never hardly alike. */
const ALIKE = 0.85;
/** Log-odds that two words are one name. Spellings of one have as much at most … */
const SURELY_ALIKE = 3;
/** … with less they are little alike, with less than this hardly, and with the least of all they may be any words. */
const HARDLY_ALIKE = -1;
const UNLIKE = -7;
/** The usual spellings of one word are as like as this. */
const AS_GOOD_AS_SAME = 0.985;
/** From here on two names may be the same words, which evidence does not weigh. */
export const MAY_BE_SAME = 90;
/** What an initial says: about one name in 14 begins with a given letter. */
export const INITIAL_SURPRISE = 2.6;
/** What a short form says that no word of the index led to. */
export const SHORT_SURPRISE = 3.5;

/** Each is evidence for one person or organisation (never lowers a score) or against it (never raises one). */
export const FOR = [
  ...AGREEMENT_STEPS.slice(0, -1).map((step) => `agreement-from-${step}` as const),
  ...SURPRISE_STEPS.slice(0, -1).map((step) => `surprise-from-${step}` as const),
  'own-word-the-same',
] as const;
export const AGAINST = [
  'nickname',
  'other-order',
  'shuffled',
  'mothers-name-alone',
  'weak-alias',
  'word-of-query-missing',
  'word-of-entry-missing',
  'patronymic-missing',
  'family-name-missing',
  'given-name-missing',
  'number-missing',
  'other-number',
  'generic-word-missing',
  'other-generic-word',
  'other-body-word',
  'other-legal-form',
  'country-missing',
  'other-country',
  'country-elsewhere',
  'generic-words-alone',
  'one-word-asked',
  'one-word-listed',
  'both-miss-words',
  'other-initial',
  'little-alike',
  'hardly-alike',
  'no-word-the-same',
] as const;
export type Feature = (typeof FOR)[number] | (typeof AGAINST)[number];
export const FEATURES: readonly Feature[] = [...FOR, ...AGAINST];
/** Its place among all features. */
const OWN_WORD = FOR.indexOf('own-word-the-same');
/** Of the evidence against: its place among all features. */
const PLACE = Object.fromEntries(AGAINST.map((feature, place) => [feature, FOR.length + place])) as Record<
  (typeof AGAINST)[number],
  number
>;

/** Evidence that costs points of its own in an explanation. */
type Against = (typeof AGAINST)[number];

export interface NameEvidence {
  /** Log-odds that the two names are one person's. */
  readonly logOdds: number;
  readonly against: readonly { readonly reason: Against; readonly logOdds: number }[];
}

/** Beside the roles: a word of an organisation's name that stands for a country, and a person's patronymic. */
export const [COUNTRY, PATRONYMIC] = [-1, -2];

/** The role of a word of a query, `COUNTRY` or `PATRONYMIC`. */
export function roleOfToken({ tokens }: Plan, place: number, isPerson: boolean): number {
  const { role, token } = tokens[place]!;
  if (!isPerson) return token.country ? COUNTRY : role;
  return role === WORD && isPatronymic(token.text, place, tokens.length) ? PATRONYMIC : role;
}

/** What is asked of the form that was aligned. */
export interface AlignedForm {
  readonly slots: number;
  readonly flags: number;
  /** Bits of the slots that are a family name; 0 where no list says. */
  readonly family: number;
  readonly isPerson: boolean;
  /** The role of a slot, `COUNTRY` or `PATRONYMIC`. */
  readonly roleOf: (slot: number) => number;
  /** Numbers of the countries that lists place its owner in; none where they place it nowhere. */
  readonly countries: Uint8Array;
}

/**
 * Counts how often each feature stands in an alignment, in the order of `FEATURES`. How unlike words are is left to
 * `countUnlike`: it compares letters, and only names within reach of a score need it.
 */
export function countFeatures(into: Float64Array, alignment: Alignment, plan: Plan, form: AlignedForm): void {
  const { tokens } = plan;
  const { slots, flags, isPerson, roleOf } = form;
  const { pairs, queryMask, entryMask, queryAddition, entryAddition, score } = alignment;
  const roleInQuery = (token: number) => roleOfToken(plan, token, isPerson);
  const query = rolesLeft(tokens.length, queryMask | queryAddition, roleInQuery);
  const entry = rolesLeft(slots, entryMask | entryAddition, roleOf);
  const sides = (role: number) => has(query, role) + has(entry, role);
  fillSteps(into, 0, score, AGREEMENT_STEPS);
  fillSteps(into, AGREEMENT_STEPS.length - 1, surpriseOf(pairs, tokens), SURPRISE_STEPS);
  countPairs(into, pairs, tokens);
  into[OWN_WORD] = isPerson ? 0 : countOwnWords(pairs, tokens);
  into[PLACE['other-order']] = Number(!alignment.inOrder);
  into[PLACE.shuffled] = Number(alignment.shuffled);
  const isOneAsked = isOneWord(tokens.length, roleInQuery);
  countParts(into, alignment, form, isOneAsked);
  into[PLACE['weak-alias']] = Number((flags & WEAK) !== 0 && (flags & PRIMARY) === 0);
  into[PLACE['number-missing']] = Number(sides(NUMBER) === 1);
  into[PLACE['other-number']] = Number(sides(NUMBER) === 2);
  const general = (has(query, GENERIC) | has(query, BODY)) + (has(entry, GENERIC) | has(entry, BODY));
  const areBodies = sides(GENERIC) === 0;
  into[PLACE['generic-word-missing']] = Number(general === 1);
  into[PLACE['other-generic-word']] = Number(general === 2 && !areBodies);
  into[PLACE['other-body-word']] = Number(general === 2 && areBodies);
  into[PLACE['other-legal-form']] = Number(sides(LEGAL_FORM) === 2);
  const countries = sides(COUNTRY);
  const isThere = countries === 0 ? undefined : isWhereAsked(tokens, queryMask | queryAddition, form);
  const areGeneral = areGeneric(pairs, tokens, roleOf);
  into[PLACE['generic-words-alone']] = Number(areGeneral);
  countCountries(into, countries, isThere, areGeneral);
  countMissingWords(into, query, entry, isOneAsked, isOneWord(slots, roleOf));
}

/** Which part of a person's listed name has no partner, where a list tells its parts. One word may be any of them. */
function countParts(into: Float64Array, alignment: Alignment, form: AlignedForm, isOneAsked: boolean): void {
  const paired = alignment.entryMask | alignment.entryAddition;
  const areTold = form.family !== 0 && !isOneAsked;
  into[PLACE['mothers-name-alone']] = Number(alignment.mothersAlone || (areTold && isMothersAlone(form, paired)));
  into[PLACE['family-name-missing']] = Number(areTold && (form.family & paired) === 0);
  into[PLACE['given-name-missing']] = Number(areTold && (firstGivenName(form) & ~paired) !== 0);
}

/** Whether of the father's and the mother's family name only the second has a partner. */
function isMothersAlone({ flags, family }: AlignedForm, paired: number): boolean {
  const fathers = family & -family;
  const mothers = family & ~fathers;
  const areTwo = mothers !== 0 && (mothers & (mothers - 1)) === 0;
  return (flags & TWO_FAMILY_NAMES) !== 0 && areTwo && (paired & family) === mothers;
}

/** Its bit; 0 of a name that has none. */
function firstGivenName({ slots, family, roleOf }: AlignedForm): number {
  for (let slot = 0; slot < slots; slot++) if (!(family & (1 << slot)) && roleOf(slot) === WORD) return 1 << slot;
  return 0;
}

/** Words without a partner in each name, by the roles of what is left. A name of one word alone is seldom the whole. */
function countMissingWords(
  into: Float64Array,
  query: number,
  entry: number,
  isOneAsked: boolean,
  isOneListed: boolean,
): void {
  const patronymics = has(query, PATRONYMIC) + has(entry, PATRONYMIC);
  // Two patronymics that do not pair are two words that differ.
  const [ofQuery, ofEntry] = patronymics === 2 ? [1, 1] : [has(query, WORD), has(entry, WORD)];
  into[PLACE['patronymic-missing']] = Number(patronymics === 1);
  into[PLACE['word-of-query-missing']] = isOneListed ? 0 : ofQuery;
  into[PLACE['one-word-listed']] = isOneListed ? ofQuery : 0;
  into[PLACE['word-of-entry-missing']] = isOneAsked ? 0 : ofEntry;
  into[PLACE['one-word-asked']] = isOneAsked ? ofEntry : 0;
  into[PLACE['both-miss-words']] = ofQuery & ofEntry;
  into[PLACE['other-initial']] = differsFromInitial(query, entry) | differsFromInitial(entry, query);
}

/** An initial without a partner stands where the other name has another initial or word. */
function differsFromInitial(one: number, other: number): number {
  return has(one, INITIAL) & (has(other, INITIAL) | has(other, WORD));
}

/**
 * `sides`: how many of the names have a country that the other lacks. `isThere`: `isWhereAsked`. `areGeneral`: the
 * names share no word of their own.
 */
function countCountries(into: Float64Array, sides: number, isThere: boolean | undefined, areGeneral: boolean): void {
  const [isOne, areTwo] = [sides === 1, sides === 2];
  // Of two, that of the query is where the lists place the entry as well: only the listed name's is missing. The
  // National Bank of Oman is not that of Iran, which has a branch in Oman.
  const isBranch = areTwo && isThere === true && !areGeneral;
  into[PLACE['country-missing']] = Number(isOne ? isThere === undefined : isBranch);
  into[PLACE['country-elsewhere']] = Number(isOne && isThere === false);
  into[PLACE['other-country']] = Number(areTwo && !isBranch);
}

/** Whether the owner is in all countries of the query that the form lacks; undefined where none or nobody says. */
function isWhereAsked(tokens: Plan['tokens'], paired: number, { countries }: AlignedForm): boolean | undefined {
  let isThere: boolean | undefined;
  for (let place = 0; place < tokens.length; place++) {
    const { country } = tokens[place]!.token;
    if (country === undefined || paired & (1 << place)) continue;
    isThere = countries.length === 0 ? undefined : countries.includes(country);
    if (!isThere) return isThere;
  }
  return isThere;
}

/** Short forms among the pairs, and whether a word is the same in both names. */
function countPairs(into: Float64Array, pairs: readonly AlignedPair[], tokens: Plan['tokens']): void {
  into[PLACE['no-word-the-same']] = 1;
  into[PLACE.nickname] = into[PLACE['hardly-alike']] = into[PLACE['little-alike']] = 0;
  for (let place = 0; place < pairs.length; place++) {
    const pair = pairs[place]!;
    if (isOtherForm(pair)) into[PLACE.nickname]!++;
    else if (pair.similarity >= AS_GOOD_AS_SAME && areSpelt(pair, tokens)) into[PLACE['no-word-the-same']] = 0;
  }
}

/**
 * Words that both organisations chose for themselves, and that nobody translates. Consonants alone agree in many words,
 * and of 16,000 pairs that teach two have such a word.
 */
function countOwnWords(pairs: readonly AlignedPair[], tokens: Plan['tokens']): number {
  let own = 0;
  for (let place = 0; place < pairs.length; place++) {
    const { kind, query, similarity, matchKind } = pairs[place]!;
    const isTold = kind === 'term-match' && matchKind !== CONSONANTS && similarity >= ALIKE;
    if (isTold && isOwn(tokens[lowestBit(query)]!)) own++;
  }
  return own;
}

/** Counts how unlike the words are that have a partner. `oddsOf`: log-odds that two words are spellings of one name. */
export function countUnlike(
  into: Float64Array,
  { pairs }: Alignment,
  { tokens }: Plan,
  oddsOf: (pair: AlignedPair) => number,
): void {
  for (let place = 0; place < pairs.length; place++) {
    const pair = pairs[place]!;
    if (pair.similarity >= AS_GOOD_AS_SAME || isOtherForm(pair) || !areSpelt(pair, tokens)) continue;
    const least = pair.similarity >= ALIKE ? HARDLY_ALIKE : UNLIKE;
    const odds = Math.max(least, Math.min(oddsOf(pair), SURELY_ALIKE));
    // In nats under what spellings of one name have.
    into[PLACE['little-alike']]! += SURELY_ALIKE - Math.max(HARDLY_ALIKE, odds);
    into[PLACE['hardly-alike']]! += Math.max(0, HARDLY_ALIKE - odds);
  }
}

/** Whether the letters of a pair of words tell whether they are one. */
function areSpelt({ kind, query }: AlignedPair, tokens: Plan['tokens']): boolean {
  return kind !== 'initial' && kind !== 'legal-form' && carriesMeaning(tokens[lowestBit(query)]!.role);
}

/** One word or initial stands in a name beside particles, titles and legal forms. */
export function isOneWord(count: number, roleOf: (place: number) => number): boolean {
  let words = 0;
  for (let place = 0; place < count; place++) {
    const role = roleOf(place);
    if (role === INITIAL || role === COUNTRY || carriesMeaning(role)) words++;
  }
  return words === 1;
}

/** Whether a word or number agrees that both organisations chose, by what was counted in their names. */
export const sharesOwnWord = (features: Float64Array): boolean => features[OWN_WORD]! > 0;

/** What all evidence says together. */
export function logOddsOf(features: Float64Array, model: EvidenceModel): number {
  const weights = WEIGHTS[model];
  let logOdds = BASE[model];
  for (let place = 0; place < features.length; place++) logOdds += weights[place]! * features[place]!;
  return logOdds;
}

export function evidenceOf(features: Float64Array, model: EvidenceModel): NameEvidence {
  const weights = WEIGHTS[model];
  let logOdds = BASE[model];
  const against: { reason: Against; logOdds: number }[] = [];
  for (let place = 0; place < features.length; place++) {
    const part = weights[place]! * features[place]!;
    logOdds += part;
    if (part < 0) against.push({ reason: AGAINST[place - FOR.length]!, logOdds: part });
  }
  return { logOdds, against };
}

/** The most that names may surprise. As many words without a pair as the entry has left may still be short forms. */
export function mostSurprise(
  { pairs, queryMask }: Pick<Alignment, 'pairs' | 'queryMask'>,
  { tokens }: Plan,
  entryWords: number,
): number {
  let short = 0;
  for (let token = 0; token < tokens.length; token++) {
    if (!(queryMask & (1 << token)) && mayBeShort(tokens[token]!)) short++;
  }
  return surpriseOf(pairs, tokens) + SHORT_SURPRISE * Math.min(short, entryWords);
}

/** In log-odds: what a word that only one of the names has costs at least. */
export function costOfMissingWord(model: EvidenceModel): number {
  const weights = WEIGHTS[model];
  return -Math.max(weights[PLACE['word-of-query-missing']]!, weights[PLACE['word-of-entry-missing']]!);
}

/** In log-odds: what the words that an organisation chose say at most. */
export const mostOfOwnWords = ({ tokens }: Plan, model: EvidenceModel): number =>
  WEIGHTS[model][OWN_WORD]! * tokens.filter(isOwn).length;

/** By whole agreement, 0 to 100: the least surprise that leads to such log-odds; infinity where none does. */
export function leastSurprises(logOdds: number, model: EvidenceModel): Float64Array {
  const weights = WEIGHTS[model];
  const agreementSteps = AGREEMENT_STEPS.length - 1;
  return Float64Array.from({ length: 101 }, (_, agreement) => {
    let missing = logOdds - BASE[model];
    for (const [step, count] of inSteps(agreement, AGREEMENT_STEPS).entries()) missing -= weights[step]! * count;
    if (missing <= 0) return 0;
    for (let step = 0; step < SURPRISE_STEPS.length - 1; step++) {
      const [from, to] = [SURPRISE_STEPS[step]!, SURPRISE_STEPS[step + 1]!];
      const weight = weights[agreementSteps + step]!;
      if (missing <= weight * (to - from)) return from + missing / weight;
      missing -= weight * (to - from);
    }
    return Number.POSITIVE_INFINITY;
  });
}

/** All that agrees are words that many organisations share. A name of such words alone has them as plain words. */
function areGeneric(pairs: readonly AlignedPair[], tokens: Plan['tokens'], roleOf: (slot: number) => number): boolean {
  const roleOfToken = (token: number) => tokens[token]!.role;
  let telling = 0;
  for (let place = 0; place < pairs.length; place++) {
    const { query, entry } = pairs[place]!;
    if (!carriesMeaning(tokens[lowestBit(query)]!.role)) continue;
    telling++;
    if (!areAllGeneral(query, roleOfToken) && !areAllGeneral(entry, roleOf)) return false;
  }
  return telling > 0;
}

function isOtherForm({ kind, matchKind }: AlignedPair): boolean {
  return kind === 'short' || matchKind === NICKNAME || matchKind === SHORT;
}

function surpriseOf(pairs: readonly AlignedPair[], tokens: Plan['tokens']): number {
  let surprise = 0;
  for (let place = 0; place < pairs.length; place++) {
    const { kind, query, matchKind, surprise: own } = pairs[place]!;
    if (kind === 'initial') surprise += INITIAL_SURPRISE;
    else if (kind === 'short') surprise += SHORT_SURPRISE;
    else if (matchKind !== NO_MATCH && tokens[lowestBit(query)]!.role !== LEGAL_FORM) surprise += own;
  }
  return surprise;
}

function areAllGeneral(mask: number, roleOf: (place: number) => number): boolean {
  for (let left = mask; left !== 0; left &= left - 1) if (!isGeneral(roleOf(lowestBit(left)))) return false;
  return true;
}

/** How far a value reaches into each step. */
function inSteps(value: number, steps: readonly number[]): Float64Array {
  const counts = new Float64Array(steps.length - 1);
  fillSteps(counts, 0, value, steps);
  return counts;
}

function fillSteps(into: Float64Array, place: number, value: number, steps: readonly number[]): void {
  for (let step = 0; step < steps.length - 1; step++) {
    const from = steps[step]!;
    into[place + step] = Math.min(Math.max(value - from, 0), steps[step + 1]! - from);
  }
}

/** Which roles stand among what is not paired, a bit each; `PATRONYMIC` is the lowest. */
function rolesLeft(count: number, mask: number, roleOf: (place: number) => number): number {
  let roles = 0;
  for (let place = 0; place < count; place++) if (!(mask & (1 << place))) roles |= 1 << (roleOf(place) - PATRONYMIC);
  return roles;
}

const has = (roles: number, role: number): number => (roles >> (role - PATRONYMIC)) & 1;

const rows = new Map(
  readTable('matching/evidence.tsv', ['feature', ...EVIDENCE_MODELS]).map(([feature, ...weights]) => [
    feature,
    weights.map(Number),
  ]),
);
const weightsOf = (feature: string): number[] => {
  const weights = rows.get(feature);
  if (!weights) throw new Error(`tables/matching/evidence.tsv lacks ${feature}.`);
  return weights;
};
const byModel = <T>(of: (place: number) => T) =>
  Object.fromEntries(EVIDENCE_MODELS.map((model, place) => [model, of(place)])) as Record<EvidenceModel, T>;
const BASE = byModel((place) => weightsOf('base')[place]!);
const WEIGHTS = byModel((place) => Float64Array.from(FEATURES, (feature) => weightsOf(feature)[place]!));
