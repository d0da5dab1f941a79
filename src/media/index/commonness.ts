import type { Explanation, TokenPair } from '../../domain/match.ts';
import { type NamedKind, tokensOf, wordsOf } from './name-keys.ts';

/** What the news knows of words. */
export interface WordCounts {
  /** How many different names of a kind have a word. */
  namesWith(word: string, kind: NamedKind): number;
  totals(): { readonly persons: number; readonly organizations: number };
}

/** How common a name is, and what that takes from a score. */
export interface Commonness {
  /** Persons in the world who may have a name like it, about; of an organisation, organisations of the news. */
  readonly namesakes: number;
  /** 0 or less. */
  readonly points: number;
}

/** United Nations, World Population Prospects 2024: 8.2 thousand million in 2025. */
const WORLD = 8.2e9;
/** Share of the world that bears a name which the news has once: nobody can tell less. */
const RAREST = 1e-6;
/** A pair that is not the same word may as well be some other name that is like it. */
const ALIKE_NAMES = 10;
/**
 * A year's bad news has two million persons, one in 4,000 of the world. A name of 400 people is in it by chance once in
 * ten. From there on a name alone is no finding: 100 less these points is below 70, the default.
 */
const POINTS_A_TENFOLD = 11.5;
/** So many organisations of the news may share a word before it tells less. */
const FEW_ORGANISATIONS = 10;
const POINTS_OF_ORGANISATIONS = 5;

/** How common the words are in which two names agree, as the news of all who are kept shows it. */
export function commonnessOf(
  { pairs, matchedName }: Pick<Explanation, 'pairs' | 'matchedName'>,
  kind: NamedKind,
  counts: WordCounts,
): Commonness {
  return kind === 'person' ? ofPerson(pairs, matchedName, counts) : ofOrganisation(pairs, counts);
}

/** What a tie to a country, or to another name, takes back of `points`: it leaves so many times fewer namesakes. */
export function takenBack({ points }: Commonness, fewer: number): number {
  return Math.min(-points, Math.log10(fewer) * POINTS_A_TENFOLD);
}

function ofPerson(pairs: readonly TokenPair[], name: string, counts: WordCounts): Commonness {
  const { persons } = counts.totals();
  // An article or a `bin` tells nobody from others, however seldom it stands as a name of its own.
  const telling = new Set(wordsOf(name, 'person'));
  let share = 1;
  for (const { entry, evidence } of pairs) {
    const words = tokensOf(entry, 'person').filter((word) => telling.has(word));
    if (evidence === 'initial' || words.length === 0) continue;
    const names = Math.max(...words.map((word) => counts.namesWith(word, 'person')));
    share *= Math.max(RAREST, (names - 1) / Math.max(persons, 1));
    if (evidence !== 'exact') share *= ALIKE_NAMES;
  }
  const namesakes = Math.max(1, WORLD * Math.min(share, 1));
  return { namesakes, points: rounded(-Math.log10(namesakes) * POINTS_A_TENFOLD) };
}

function ofOrganisation(pairs: readonly TokenPair[], counts: WordCounts): Commonness {
  const shared = pairs
    .filter(({ weight }) => weight > 0)
    .flatMap(({ entry }) => tokensOf(entry, 'organization'))
    .map((word) => counts.namesWith(word, 'organization'));
  const namesakes = Math.max(1, Math.min(...shared, Number.MAX_SAFE_INTEGER));
  if (shared.length === 0 || namesakes <= FEW_ORGANISATIONS) return { namesakes, points: 0 };
  return { namesakes, points: rounded(-Math.log10(namesakes / FEW_ORGANISATIONS) * POINTS_OF_ORGANISATIONS) };
}

const rounded = (points: number): number => Math.round(points * 100) / 100;
