import {
  placeOf,
  type RomanisedName,
  type SharedCharacters,
  SYLLABLES,
} from '../names/romanisations/romanised-names.ts';
import { ROMANISATIONS } from '../names/romanisations/spellings.ts';
import { syllablesOf } from '../names/romanisations/syllables-by-characters.ts';
import { THRESHOLD } from './finish.ts';
import { type AlignedPair, type Alignment, emptyAlignment, lowestBit } from './judge.ts';
import { CHARACTERS } from './term-matches.ts';

/*
 * The score of two names that may be one in Han characters. One in two hundred others with the family name reaches
 * log-odds of 6.7 to 8.1, by system. One in three hundred reaches 8.4. Of the same names 98 % or more do, and 95 % of
 * Japanese readings (npm run train:romanised-scores -- --each 20000).
 */
const LOG_ODDS_AT_THRESHOLD = 8.4;
const POINTS_PER_LOG_ODDS = 20;
/** Characters were never seen, so that other people may always have the name. */
const MOST = 95;
/** Below this, two names have nothing in common. */
export const LEAST_ROMANISED = 40;

/** The log-odds that lead to a score, 0 to 100. */
export function logOddsOfRomanised(score: number): number {
  return LOG_ODDS_AT_THRESHOLD + (score - THRESHOLD) / POINTS_PER_LOG_ODDS;
}

function scoreOf(logOdds: number): number {
  return Math.min(MOST, THRESHOLD + POINTS_PER_LOG_ODDS * (logOdds - LOG_ODDS_AT_THRESHOLD));
}

interface TwoNames extends SharedCharacters {
  readonly asked: RomanisedName;
  readonly listed: RomanisedName;
}

/**
 * The names paired syllable by syllable; words of one syllable with a word of two where the names are cut otherwise.
 * `places`: of the words that were asked for, their places among the query's tokens. `textOf`: the text of a slot.
 */
export function romanisedAlignment(
  names: TwoNames,
  places: readonly number[],
  textOf: (slot: number) => number,
): Alignment {
  const pairs: AlignedPair[] = [];
  for (const group of pairedSyllables(names)) pairs.push(pairOf(names, group, places, textOf));
  return {
    ...emptyAlignment(),
    score: scoreOf(names.logOdds),
    pairs,
    queryMask: pairs.reduce((mask, { query }) => mask | query, 0),
    entryMask: pairs.reduce((mask, { entry }) => mask | entry, 0),
    inOrder: true,
    words: pairs.length,
    weight: pairs.length,
  };
}

/** Places of syllables that stand in one word of either name. */
function pairedSyllables({ asked, listed }: TwoNames): number[][] {
  const groups: number[][] = [];
  for (let place = 0; place < SYLLABLES; place++) {
    const last = groups.at(-1)?.at(-1);
    const isJoined =
      last !== undefined && (asked.words[last] === asked.words[place] || listed.words[last] === listed.words[place]);
    if (isJoined) groups.at(-1)!.push(place);
    else groups.push([place]);
  }
  return groups;
}

function pairOf(
  { asked, listed, systems }: TwoNames,
  group: readonly number[],
  places: readonly number[],
  textOf: (slot: number) => number,
): AlignedPair {
  const [first, second] = systems;
  const entry = group.reduce((mask, place) => mask | (1 << listed.words[place]!), 0);
  let [characters, logOdds] = ['', 0];
  for (const place of group) {
    const syllables = syllablesOf(placeOf(place));
    const both = [first, asked.syllables[place]!, second, listed.syllables[place]!] as const;
    characters += syllables.character(...both);
    logOdds += syllables.logOdds(...both);
  }
  return {
    kind: 'term-match',
    query: group.reduce((mask, place) => mask | (1 << places[asked.words[place]!]!), 0),
    entry,
    similarity: 1 / (1 + Math.exp(-logOdds)),
    worth: 1,
    weight: 1,
    value: 1,
    matchKind: CHARACTERS,
    spelling: 0,
    text: textOf(lowestBit(entry)),
    surprise: 0,
    shared: { characters, systems: [ROMANISATIONS[first]!.code, ROMANISATIONS[second]!.code] },
  };
}
