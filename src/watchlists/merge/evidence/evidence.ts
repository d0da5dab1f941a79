import type { EntryFacts } from '../../../domain/list-entry.ts';
import { readTable } from '../../../tables.ts';
import { datesContradict, fullDates, isPlaceholder } from '../birth-dates.ts';
import type { NameAgreement } from './name-comparison.ts';
import type { Surroundings } from './surroundings.ts';
import { JOIN_KINDS, type JoinKind } from './telling-words.ts';
import { isPolitician } from './vocabulary.ts';

/** Kinds of evidence that two entries are one, and the sign of each. The table has their weights. */
export const EVIDENCE = [
  ['same-words', 1],
  ['alike-words', 1],
  ['three-words', 1],
  ['main-names', 1],
  ['other-names', 1],
  ['birth-day', 1],
  ['birth-year', 1],
  ['regime', 1],
  ['country', 1],
  ['words-beside', 1],
  ['listing-date', 1],
  ['left-over', -1],
  ['spelt-otherwise', -1],
  ['other-regime', -1],
  ['other-nationality', -1],
  ['birth-day-off', -1],
  ['politician', -1],
] as const;
type EvidenceKind = (typeof EVIDENCE)[number][0];

/** What is compared of one entry. */
export interface Compared {
  readonly entry: EntryFacts;
  readonly surroundings: Surroundings;
}

/** Nats of rarity in one step. */
const NATS = 10;
const MOST_OTHER_NAMES = 3;
const MOST_LEFT_OVER = 3;
const DAYS_NEAR = 60;
const THREE = 3;

/** Two entries' names, compared. */
export interface ComparedNames {
  readonly name: NameAgreement;
  /** Rarity of the words that are the same, and of those that are alike, in nats. */
  readonly same: number;
  readonly alike: number;
  /** How many further names both have. */
  readonly otherNames: number;
}

/** The counts of `EVIDENCE`, in its order. */
export function evidenceOf({ name, same, alike, otherNames }: ComparedNames, a: Compared, b: Compared): Float64Array {
  const [one, other] = [a.surroundings, b.surroundings];
  const day = sharesDay(a.entry, b.entry);
  const isOff = !day && datesContradict(a.entry.birthDates, b.entry.birthDates);
  const year = !day && !isOff && Boolean(a.entry.birthDates?.length && b.entry.birthDates?.length);
  const regime = sharing(one.regimes, other.regimes);
  const nationality = sharing(one.nationalities, other.nationalities);
  const counts: Readonly<Record<EvidenceKind, number>> = {
    'same-words': same / NATS,
    'alike-words': alike / NATS,
    'three-words': Number(name.one.words.length >= THREE),
    'main-names': Number(name.one.isMain && name.other.isMain),
    'other-names': Math.min(otherNames, MOST_OTHER_NAMES),
    'birth-day': Number(day),
    'birth-year': Number(year),
    regime: Number(regime === true),
    country: Number(sharing(one.countries, other.countries) === true),
    'words-beside': Number(sharing(one.words, other.words) === true),
    'listing-date': Number(areNear(one.listedOn, other.listedOn)),
    'left-over': Math.min(name.leftOver, MOST_LEFT_OVER),
    'spelt-otherwise': name.alike.length,
    'other-regime': Number(regime === false),
    'other-nationality': Number(nationality === false),
    'birth-day-off': Number(isOff),
    politician: Number(isPolitician(a.entry) || isPolitician(b.entry)),
  };
  return Float64Array.from(EVIDENCE, ([kind]) => counts[kind]);
}

/** Undefined where one side says nothing. */
function sharing<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean | undefined {
  return a.size === 0 || b.size === 0 ? undefined : !a.isDisjointFrom(b);
}

/** Whether both give one birth date to the day, which is no placeholder. */
export function sharesDay(a: EntryFacts, b: EntryFacts): boolean {
  const days = new Set(fullDates(a.birthDates));
  return fullDates(b.birthDates).some((day) => days.has(day) && !isPlaceholder(day));
}

function areNear(a: number | undefined, b: number | undefined): boolean {
  return a !== undefined && b !== undefined && Math.abs(a - b) <= DAYS_NEAR;
}

/** Log-odds: what stands without any evidence, and what one count of each kind adds. */
export interface JoinWeights {
  readonly base: number;
  readonly weights: Float64Array;
  /** The log-odds that a join needs. */
  readonly least: number;
}

const rows = new Map(
  readTable('matching/joins.tsv', ['evidence', ...JOIN_KINDS]).map(([kind, ...odds]) => [kind, odds.map(Number)]),
);
const weightsOf = (column: number): JoinWeights => ({
  base: rows.get('base')![column]!,
  least: rows.get('least')![column]!,
  weights: Float64Array.from(EVIDENCE, ([kind]) => rows.get(kind)![column]!),
});

/** The weights in force, estimated by `training/matching/joins`. */
export const JOIN_WEIGHTS: Readonly<Record<JoinKind, JoinWeights>> = {
  person: weightsOf(JOIN_KINDS.indexOf('person')),
  organization: weightsOf(JOIN_KINDS.indexOf('organization')),
};
