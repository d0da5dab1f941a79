import type { EntryFacts } from '../../../domain/list-entry.ts';
import { fullDates } from '../birth-dates.ts';
import { contradict } from './contradictions.ts';
import { type Compared, evidenceOf } from './evidence.ts';
import { compareNames, type NameAgreement } from './name-comparison.ts';
import { surroundingsOf } from './surroundings.ts';
import { areSame, FEWEST_OF_POLITICIAN, isPolitician, type Spelling, type Vocabulary } from './vocabulary.ts';

/** What more names share is no rare name of one person. */
const MOST_IN_BLOCK = 500;
/** More sounds than any lists have. */
const SOUNDS = 0x400000;
const NO_SOUND = -1;

/** Two entries of one kind whose names agree. */
export interface EntryPair {
  /** Places of the entries; `a` is less. */
  readonly a: number;
  readonly b: number;
  /** The two names that agree best. */
  readonly name: NameAgreement;
  /** How much speaks for their being one, by kind (`EVIDENCE`). */
  readonly evidence: Float64Array;
}

/** Whether a pair is worth comparing, by the places of its entries. */
export type Wanted = (a: number, b: number) => boolean;

/**
 * Pairs of entries in whose names two words sound alike, or the only one, and that nothing contradicts. All words of
 * the shorter name stand in the other. In the order of their places.
 */
export function pairsByName(vocabulary: Vocabulary, isWanted: Wanted): EntryPair[] {
  const { entries } = vocabulary;
  const best = new Map<number, NameAgreement>();
  for (const [one, others] of meetings(vocabulary)) for (const other of others) meet(one, other);
  const compared = new Map<number, Compared>();
  const comparedAt = (place: number): Compared => {
    const known = compared.get(place);
    if (known) return known;
    const made = { entry: entries[place]!, surroundings: surroundingsOf(entries[place]!) };
    compared.set(place, made);
    return made;
  };
  const pairs: EntryPair[] = [];
  for (const [key, name] of best) {
    const [a, b] = [Math.floor(key / entries.length), key % entries.length];
    if (contradict(entries[a]!, entries[b]!)) continue;
    const [one, other] = [comparedAt(a), comparedAt(b)];
    const shared = sharedNames(vocabulary.spellings[a]!, vocabulary.spellings[b]!) - 1;
    const rarity = raritiesOf(name, vocabulary, populationsOf(one, other));
    pairs.push({ a, b, name, evidence: evidenceOf({ name, ...rarity, otherNames: Math.max(0, shared) }, one, other) });
  }
  return pairs.sort((one, other) => one.a - other.a || one.b - other.b);

  function meet(one: Spelling, other: Spelling): void {
    const [a, b] = one.place < other.place ? [one.place, other.place] : [other.place, one.place];
    if (a === b || one.words.length > other.words.length || !mayMeet(one, a, b)) return;
    const name = compareNames(one, other, vocabulary);
    if (name === undefined) return;
    const key = a * entries.length + b;
    const known = best.get(key);
    if (known === undefined || worth(name) > worth(known)) best.set(key, name);
  }

  /** Politicians are of all the world: they meet others alone, and by three words. */
  function mayMeet({ words }: Spelling, a: number, b: number): boolean {
    const politicians = Number(isPolitician(entries[a]!)) + Number(isPolitician(entries[b]!));
    const isEnough = politicians === 0 || (politicians === 1 && words.length >= FEWEST_OF_POLITICIAN);
    return isEnough && isWanted(a, b);
  }
}

/** How the names of two entries agree that agree best. Undefined where none do. */
export function agreementOf(a: number, b: number, vocabulary: Vocabulary): NameAgreement | undefined {
  let best: NameAgreement | undefined;
  for (const one of vocabulary.spellings[a]!) {
    for (const other of vocabulary.spellings[b]!) {
      const name = compareNames(one, other, vocabulary);
      if (name && (best === undefined || worth(name) > worth(best))) best = name;
    }
  }
  return best;
}

/** Of several pairs of names the one counts that says most: many words, few otherwise or left over, of main names. */
const worth = ({ one, other, same, alike, leftOver }: NameAgreement): number =>
  2 * same.length + alike.length - leftOver + Number(one.isMain && other.isMain) / 2;

/**
 * Where a name has to be rare: in the regimes of both, else in those of either, and in a politician's parliament.
 * Everywhere where none is known.
 */
function populationsOf(a: Compared, b: Compared): (string | undefined)[] {
  const [one, other] = [a.surroundings.regimes, b.surroundings.regimes];
  const both = one.intersection(other);
  const any = [...(both.size > 0 ? both : one.union(other)), ...parliamentsOf(a), ...parliamentsOf(b)];
  return any.length > 0 ? any : [undefined];
}

const parliamentsOf = ({ entry }: Compared): readonly string[] => (isPolitician(entry) ? (entry.programmes ?? []) : []);

/** Of the populations the one counts in which the name is the least rare. */
function raritiesOf(
  { same, alike }: NameAgreement,
  vocabulary: Vocabulary,
  populations: readonly (string | undefined)[],
) {
  const sum = (words: readonly number[], of: string | undefined) =>
    words.reduce((total, word) => total + vocabulary.rarity(word, of), 0);
  return populations
    .map((of) => ({ same: sum(same, of), alike: sum(alike, of) }))
    .reduce((least, one) => (one.same + one.alike < least.same + least.alike ? one : least));
}

/** Whether a list itself could have taken two of its entries for one: the same name, and a birth date in common. */
export function sharesNameAndDay({ name }: EntryPair, a: EntryFacts, b: EntryFacts): boolean {
  const days = new Set(fullDates(a.birthDates));
  return name.alike.length === 0 && fullDates(b.birthDates).some((day) => days.has(day));
}

const sharedNames = (a: readonly Spelling[], b: readonly Spelling[]): number =>
  b.filter(({ words }) => a.some((one) => areSame(one.words, words))).length;

/**
 * Every name with those that have its two rarest words by their sounds: only these can have all of its words. A name of
 * one word meets those of that word alone.
 */
function* meetings(vocabulary: Vocabulary): Iterable<readonly [Spelling, readonly Spelling[]]> {
  const spellings = vocabulary.spellings.flat();
  const keys = spellings.map(({ words }) => rarestOf(words, vocabulary));
  const blocks = new Map<number, Spelling[]>(keys.map((key) => [key, []]));
  for (const spelling of spellings) {
    const heard = spelling.words.map((word) => vocabulary.sounds[word]!);
    if (heard.length === 1) blocks.get(pairKey(NO_SOUND, heard[0]!))?.push(spelling);
    for (const [at, one] of heard.entries()) {
      for (let next = at + 1; next < heard.length; next++) blocks.get(pairKey(one, heard[next]!))?.push(spelling);
    }
  }
  for (const [at, spelling] of spellings.entries()) {
    const block = blocks.get(keys[at]!)!;
    if (block.length <= MOST_IN_BLOCK) yield [spelling, block];
  }
}

function rarestOf(words: readonly number[], { sounds, heardOften }: Vocabulary): number {
  let [first, second] = [NO_SOUND, NO_SOUND];
  for (const word of words) {
    const sound = sounds[word]!;
    if (first < 0 || heardOften[sound]! < heardOften[first]!) [first, second] = [sound, first];
    else if (second < 0 || heardOften[sound]! < heardOften[second]!) second = sound;
  }
  return pairKey(first, second);
}

const pairKey = (a: number, b: number): number => (a < b ? a * SOUNDS + b : b * SOUNDS + a);
