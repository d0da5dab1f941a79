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
  /** What each tenfold of persons takes. */
  readonly tenfold: number;
}

/** United Nations, World Population Prospects 2024: 8.2 thousand million in 2025. */
const WORLD = 8.2e9;
/** Share of the world that bears a name which the news has once: nobody can tell less. */
const RAREST = 1e-6;
/** A pair that is not the same word may as well be some other name that is like it. */
const ALIKE_NAMES = 10;
/** Persons of a year's bad news, one in 4,000 of the world. News that is there in part is judged as the whole year. */
const PERSONS_OF_A_YEAR = 2e6;
/**
 * A name that so many people bear that the news has one of them by chance once in ten is no finding by itself. It loses
 * 30 points, so that the best score is 70, the default. With two million persons such a name has some 400 bearers.
 */
const [BY_CHANCE, POINTS_BY_CHANCE] = [0.1, 30];
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
export function takenBack({ points, tenfold }: Commonness, fewer: number): number {
  return Math.min(-points, Math.log10(fewer) * tenfold);
}

/** Points of each tenfold of bearers where the news has so many persons. */
function tenfoldOf(persons: number): number {
  return POINTS_BY_CHANCE / Math.log10((BY_CHANCE * WORLD) / Math.max(persons, PERSONS_OF_A_YEAR));
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
  const tenfold = tenfoldOf(persons);
  return { namesakes, points: rounded(-Math.log10(namesakes) * tenfold), tenfold };
}

function ofOrganisation(pairs: readonly TokenPair[], counts: WordCounts): Commonness {
  const shared = pairs
    .filter(({ weight }) => weight > 0)
    .flatMap(({ entry }) => tokensOf(entry, 'organization'))
    .map((word) => counts.namesWith(word, 'organization'));
  const tenfold = tenfoldOf(counts.totals().persons);
  const namesakes = Math.max(1, Math.min(...shared, Number.MAX_SAFE_INTEGER));
  if (shared.length === 0 || namesakes <= FEW_ORGANISATIONS) return { namesakes, points: 0, tenfold };
  return { namesakes, points: rounded(-Math.log10(namesakes / FEW_ORGANISATIONS) * POINTS_OF_ORGANISATIONS), tenfold };
}

const rounded = (points: number): number => Math.round(points * 100) / 100;
