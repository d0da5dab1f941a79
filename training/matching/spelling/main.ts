// Learns how likely two spellings are one name. README.md beside this file has more.
//
//   npm run train:spelling
import { writeFileSync } from 'node:fs';
import { mergedEntities } from '../../../bench/quality/index.ts';
import { SHARED_LISTS } from '../../../bench/shared-lists.ts';
import type { SnapshotEntity } from '../../../src/domain/snapshot.ts';
import { analyseName } from '../../../src/screening/names/analyse.ts';
import { foldedDistance, lettersOf, similarityOf } from '../../../src/screening/names/distance.ts';
import {
  countEdits,
  editOf,
  SIMILARITY_A_NAT,
  SIMILARITY_AT_EVEN_ODDS,
} from '../../../src/screening/names/spelling-odds.ts';
import { POLITICIANS } from '../evidence/collect.ts';
import { estimateWeights, type Fitted, logOdds } from '../evidence/fit.ts';
import { LATIN_ONLY } from '../evidence/population.ts';
import { Random } from '../evidence/random.ts';

const TABLE = new URL('../../../tables/matching/spellings.tsv', import.meta.url);
const SHORTEST = 3;
/** Words less alike than this are not taken for one name by anybody. */
const LEAST_ALIKE = 0.6;
const MOST_LETTERS_MORE = 3;
/** Pairs of two names for each pair of one, and of each word that is asked. */
const [OTHERS_A_PAIR, OTHERS_A_WORD] = [4, 12];
/** An edit that fewer pairs have is left out. */
const FEWEST_PAIRS = 20;
const FOLDS = 3;
/** Beyond these, log-odds say nothing more. */
const [LEAST_ODDS, MOST_ODDS] = [-7, 5];

/** Two different words, and whether they are spellings of one name. */
interface WordPair {
  readonly words: readonly [string, string];
  readonly isSame: boolean;
  /** Pairs of one entity, or of one word that was asked, are kept together. */
  readonly group: number;
}

const random = new Random(20_261_126);
const people = (await mergedEntities(SHARED_LISTS)).filter(({ entries }) => entries[0]!.kind === 'person');
const same = people.flatMap(spellingsOf);
const pairs = [...same, ...otherNames(people, OTHERS_A_PAIR * same.length)];
const counted = pairs.map(({ words }) => editsOf(words));
const columns = frequentEdits(counted);
const rows = counted.map(asRow);
const similarities = pairs.map(({ words }) => similarity(...words));
const odds = oddsApart();
report();
writeFileSync(TABLE, table(estimate(() => true)));

/** Words in which two names of one person differ, where all other words are the same. */
function spellingsOf({ entries }: SnapshotEntity, group: number): WordPair[] {
  const listed = entries.filter(({ source }) => !POLITICIANS.has(source));
  const names = listed.flatMap((entry) => entry.names.map(({ full }) => wordsOf(full)));
  const found = new Map<string, WordPair>();
  for (const one of names) {
    for (const other of names) {
      const [left, right] = [one.filter((word) => !other.includes(word)), other.filter((word) => !one.includes(word))];
      if (one.length < 2 || one.length !== other.length || left.length !== 1 || right.length !== 1) continue;
      const [word, otherWord] = [left[0]!, right[0]!];
      if (word > otherWord || similarity(word, otherWord) < LEAST_ALIKE) continue;
      found.set(`${word} ${otherWord}`, { words: [word, otherWord], isSame: true, group });
    }
  }
  return [...found.values()];
}

function wordsOf(name: string): string[] {
  if (!LATIN_ONLY.test(name)) return [];
  const tokens = analyseName(name, 'person').readings[0]?.tokens ?? [];
  const words = tokens.filter(({ role, text }) => role === 'word' && text.length >= SHORTEST);
  return words.map(({ text }) => text);
}

/** Words of different people that look alike. */
function otherNames(of: readonly SnapshotEntity[], count: number): WordPair[] {
  const words = [
    ...new Set(
      of.flatMap(({ entries }) => entries.flatMap(({ names }) => names.flatMap((name) => wordsOf(name.full)))),
    ),
  ];
  const known = new Set(same.map((pair) => pair.words.join(' ')));
  const letters = words.map(lettersOf);
  const found: WordPair[] = [];
  for (let group = of.length; found.length < count; group++) {
    const asked = random.pick(words);
    const own = lettersOf(asked);
    const alike = words.filter((word, place) => {
      if (word === asked || Math.abs(word.length - asked.length) > MOST_LETTERS_MORE) return false;
      return similarityOf(foldedDistance(own, letters[place]!, 0), asked.length, word.length) >= LEAST_ALIKE;
    });
    for (const word of random.shuffled(alike).slice(0, OTHERS_A_WORD)) {
      const both = asked < word ? ([asked, word] as const) : ([word, asked] as const);
      if (!known.has(both.join(' '))) found.push({ words: both, isSame: false, group });
    }
  }
  return found;
}

function similarity(one: string, other: string): number {
  return similarityOf(foldedDistance(lettersOf(one), lettersOf(other), 0), one.length, other.length);
}

function editsOf([one, other]: readonly [string, string]): Map<number, number> {
  const edits = new Map<number, number>();
  countEdits(one, other, (key, value) => edits.set(key, (edits.get(key) ?? 0) + value));
  return edits;
}

function frequentEdits(all: readonly ReadonlyMap<number, number>[]): number[] {
  const counts = new Map<number, number>();
  for (const edits of all) for (const key of edits.keys()) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= FEWEST_PAIRS)
    .map(([key]) => key)
    .sort((a, b) => a - b);
}

function asRow(edits: ReadonlyMap<number, number>): Float64Array {
  return Float64Array.from(columns, (key) => edits.get(key) ?? 0);
}

/** What each pair counts, so that those of one name count as much as those of two. */
function evenly(isSame: readonly boolean[]): number[] {
  const share = isSame.filter(Boolean).length / isSame.length;
  return isSame.map((one) => 0.5 / (one ? share : 1 - share));
}

function estimate(isAsked: (group: number) => boolean): Fitted {
  const asked = [...pairs.keys()].filter((place) => isAsked(pairs[place]!.group));
  const isSame = asked.map((place) => pairs[place]!.isSame);
  const cases = {
    width: columns.length,
    features: asked.map((place) => rows[place]!),
    isSame,
    weights: evenly(isSame),
    asTheyAre: true as const,
  };
  return estimateWeights(cases, []);
}

/** Cross-validated log-odds of each pair. */
function oddsApart(): Float64Array {
  const odds = new Float64Array(pairs.length);
  for (let fold = 0; fold < FOLDS; fold++) {
    const fitted = estimate((group) => group % FOLDS !== fold);
    for (const [place, { group }] of pairs.entries())
      if (group % FOLDS === fold) odds[place] = logOdds(fitted, rows[place]!);
  }
  return odds;
}

/** The similarity of letters that says as much as even odds, and how much more each nat says. */
function similarityOfOdds(): readonly [atEvenOdds: number, aNat: number] {
  const isSame = pairs.map((pair) => pair.isSame);
  const weights = evenly(isSame);
  const fitOf = (values: readonly number[]) => {
    const features = values.map((value) => Float64Array.of(value));
    return estimateWeights({ width: 1, features, isSame, weights }, []);
  };
  const byOdds = fitOf([...odds].map((value) => Math.max(LEAST_ODDS, Math.min(value, MOST_ODDS))));
  const byLetters = fitOf(similarities);
  return [(byOdds.base - byLetters.base) / byLetters.weights[0]!, byOdds.weights[0]! / byLetters.weights[0]!];
}

/** Prints how many pairs of two names pass what so many spellings of one name pass. */
function report(): void {
  process.stdout.write(
    `${same.length} pairs of one name, ${pairs.length - same.length} of two, ${columns.length} edits\n`,
  );
  for (const [what, values] of [
    ['similarity of letters', similarities],
    ['log-odds', [...odds]],
  ] as const) {
    const ofOne = values.filter((_, place) => pairs[place]!.isSame).sort((a, b) => b - a);
    const ofTwo = values.filter((_, place) => !pairs[place]!.isSame);
    for (const share of [0.98, 0.95, 0.9, 0.8]) {
      const limit = ofOne[Math.floor(share * ofOne.length)]!;
      const passing = ofTwo.filter((value) => value >= limit).length / ofTwo.length;
      process.stdout.write(
        `${what}: ${limit.toFixed(2)} is passed by ${share} of one name and ${passing.toFixed(4)} of two\n`,
      );
    }
  }
}

function table({ base, weights }: Fitted): string {
  const [atEvenOdds, aNat] = similarityOfOdds();
  const lines = columns.map((key, place) => [...editOf(key), weights[place]!.toFixed(3)].join('\t'));
  return `# How likely two spellings that differ in these edits are one name: log-odds for one of each.
# edit: what is counted, as in src/screening/names/spelling-odds.ts. one, other: letters on either side.
# "-" is none, "." the beginning or end of a spelling, "#" a digit.
# The two rows on similarity are about letters: the similarity that says as much as even odds, and as each nat more.
# Source: learned from spellings of listed people by training/matching/spelling: do not edit.
${['edit', 'one', 'other', 'weight'].join('\t')}
${['base', '-', '-', base.toFixed(3)].join('\t')}
${[SIMILARITY_AT_EVEN_ODDS, '-', '-', atEvenOdds.toFixed(4)].join('\t')}
${[SIMILARITY_A_NAT, '-', '-', aNat.toFixed(4)].join('\t')}
${lines.join('\n')}
`;
}
