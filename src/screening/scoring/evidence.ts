/*
 * How much more likely two names are one person's than a stranger's (Fellegi and Sunter, "A Theory for Record Linkage",
 * 1969). Each feature of an alignment has a weight: the logarithm of these odds, estimated by `training/matching`.
 */
import { readTable } from '../../tables.ts';
import { PRIMARY, WEAK } from '../index/compile.ts';
import { GENERIC, LEGAL_FORM, NUMBER, WORD } from '../index/weigh.ts';
import { type AlignedPair, type Alignment, lowestBit } from './judge.ts';
import { EVIDENCE_MODELS, type EvidenceModel } from './parameters.ts';
import { carriesMeaning, type Plan } from './plan.ts';
import { NICKNAME, SHORT } from './routes.ts';

/** From here on each point of agreement counts as much as the feature of this step says. */
const AGREEMENT_STEPS = [0, 50, 60, 70, 80, 90, 100] as const;
/** In nats: -ln of the share of strangers whose words are at least as like. */
const SURPRISE_STEPS = [0, 4, 7, 10, 13, 17, 60] as const;
/** What an initial says: about one name in 14 begins with a given letter. */
const INITIAL_SURPRISE = 2.6;
/** What a short form says that no word of the index led to. */
export const SHORT_SURPRISE = 3.5;

/** Each is evidence for one person or organisation (never lowers a score) or against it (never raises one). */
export const FOR = [
  ...AGREEMENT_STEPS.slice(0, -1).map((step) => `agreement-from-${step}` as const),
  ...SURPRISE_STEPS.slice(0, -1).map((step) => `surprise-from-${step}` as const),
] as const;
export const AGAINST = [
  'nickname',
  'other-order',
  'shuffled',
  'mothers-name-alone',
  'weak-alias',
  'word-of-query-missing',
  'word-of-entry-missing',
  'number-missing',
  'other-number',
  'generic-word-missing',
  'other-generic-word',
  'other-legal-form',
  'country-missing',
  'other-country',
  'generic-words-alone',
] as const;
export type Feature = (typeof FOR)[number] | (typeof AGAINST)[number];
export const FEATURES: readonly Feature[] = [...FOR, ...AGAINST];

/** Evidence that costs points of its own in an explanation. */
type Against = (typeof AGAINST)[number];

export interface NameEvidence {
  /** Log-odds that the two names are one person's. */
  readonly logOdds: number;
  readonly against: readonly { readonly reason: Against; readonly logOdds: number }[];
}

/** Beside the roles: a word of an organisation's name that stands for a country. */
export const COUNTRY = -1;

/**
 * How often each feature stands in an alignment, as `FEATURES` has them. `roleOf` is that of a slot of the form, or
 * `COUNTRY`.
 */
export function featuresOf(
  alignment: Alignment,
  { tokens }: Plan,
  slots: number,
  roleOf: (slot: number) => number,
  flags: number,
): Float64Array {
  const { pairs, queryMask, entryMask, score } = alignment;
  const query = leftOver(tokens.length, queryMask, (place) =>
    tokens[place]!.token.country ? COUNTRY : tokens[place]!.role,
  );
  const entry = leftOver(slots, entryMask, roleOf);
  const numbers = Number(query.number) + Number(entry.number);
  const generic = Number(query.generic) + Number(entry.generic);
  const countries = Number(query.country) + Number(entry.country);
  const counts: Record<Against, number> = {
    nickname: pairs.filter(isOtherForm).length,
    'other-order': Number(!alignment.inOrder),
    shuffled: Number(alignment.shuffled),
    'mothers-name-alone': Number(alignment.mothersAlone),
    'weak-alias': Number((flags & WEAK) !== 0 && (flags & PRIMARY) === 0),
    'word-of-query-missing': Number(query.word),
    'word-of-entry-missing': Number(entry.word),
    'number-missing': Number(numbers === 1),
    'other-number': Number(numbers === 2),
    'generic-word-missing': Number(generic === 1),
    'other-generic-word': Number(generic === 2),
    'other-legal-form': Number(query.legalForm && entry.legalForm),
    'country-missing': Number(countries === 1),
    'other-country': Number(countries === 2),
    'generic-words-alone': Number(areGeneric(pairs, tokens, roleOf)),
  };
  return Float64Array.of(
    ...inSteps(score, AGREEMENT_STEPS),
    ...inSteps(surpriseOf(pairs, tokens), SURPRISE_STEPS),
    ...AGAINST.map((feature) => counts[feature]),
  );
}

export function evidenceOf(features: Float64Array, model: EvidenceModel): NameEvidence {
  const weights = WEIGHTS[model];
  let logOdds = BASE[model];
  const against: { reason: Against; logOdds: number }[] = [];
  for (const [place, count] of features.entries()) {
    const part = weights[place]! * count;
    logOdds += part;
    if (part < 0) against.push({ reason: AGAINST[place - FOR.length]!, logOdds: part });
  }
  return { logOdds, against };
}

/** The most that names may surprise. Words without a pair may still be short forms. */
export function mostSurprise({ pairs, queryMask }: Pick<Alignment, 'pairs' | 'queryMask'>, { tokens }: Plan): number {
  let surprise = surpriseOf(pairs, tokens);
  for (let token = 0; token < tokens.length; token++) if (!(queryMask & (1 << token))) surprise += SHORT_SURPRISE;
  return surprise;
}

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
  const isGeneric = ({ query, entry }: AlignedPair) =>
    isAll(GENERIC, query, roleOfToken) || isAll(GENERIC, entry, roleOf);
  const telling = pairs.filter((pair) => carriesMeaning(tokens[lowestBit(pair.query)]!.role));
  return telling.length > 0 && telling.every(isGeneric);
}

function isOtherForm({ kind, termMatch }: AlignedPair): boolean {
  return kind === 'short' || termMatch?.route === NICKNAME || termMatch?.route === SHORT;
}

function surpriseOf(pairs: readonly AlignedPair[], tokens: Plan['tokens']): number {
  let surprise = 0;
  for (const { kind, query, termMatch } of pairs) {
    if (kind === 'initial') surprise += INITIAL_SURPRISE;
    else if (kind === 'short') surprise += SHORT_SURPRISE;
    else if (termMatch && tokens[lowestBit(query)]!.role !== LEGAL_FORM) surprise += termMatch.surprise;
  }
  return surprise;
}

function isAll(role: number, mask: number, roleOf: (place: number) => number): boolean {
  for (let left = mask; left !== 0; left &= left - 1) if (roleOf(lowestBit(left)) !== role) return false;
  return true;
}

/** How far a value reaches into each step. */
function inSteps(value: number, steps: readonly number[]): number[] {
  return steps.slice(0, -1).map((from, place) => Math.min(Math.max(value - from, 0), steps[place + 1]! - from));
}

/** Which roles stand among what is not paired. */
function leftOver(count: number, mask: number, roleOf: (place: number) => number) {
  const left = { word: false, number: false, generic: false, legalForm: false, country: false };
  for (let place = 0; place < count; place++) {
    if (mask & (1 << place)) continue;
    const role = roleOf(place);
    if (role === WORD) left.word = true;
    else if (role === NUMBER) left.number = true;
    else if (role === GENERIC) left.generic = true;
    else if (role === LEGAL_FORM) left.legalForm = true;
    else if (role === COUNTRY) left.country = true;
  }
  return left;
}

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
