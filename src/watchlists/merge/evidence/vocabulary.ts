import type { EntryFacts, ListName } from '../../../domain/list-entry.ts';
import { mainSound } from '../../../screening/names/phonetic.ts';
import { sourceById } from '../../registry.ts';
import { isStrong } from '../name-agreement.ts';
import { regimesOf } from './surroundings.ts';
import { FEWEST_WORDS, type JoinKind, tellingWords } from './telling-words.ts';

/** One strong name of an entry: the words that tell (`tellingWords`), by their numbers, ascending. */
export interface Spelling {
  /** The place of the entry. */
  readonly place: number;
  readonly words: readonly number[];
  readonly full: string;
  /** It is the entry's main name, also in its own script, and no alias. */
  readonly isMain: boolean;
}

/** Every list together, in place of a regime. */
const EVERYWHERE = '';
/** Longer names are descriptions, or several names in one. */
const MAX_WORDS = 10;
/** A word of another script sounds like itself alone: sounds are those of Latin letters. */
const LATIN = /^[a-z0-9]/;
const NONE: readonly never[] = [];
/** Fewer words of a politician's name tell nobody from others. */
export const FEWEST_OF_POLITICIAN = 3;
/** Another word of a politician's name may be spelt otherwise. */
const FEWEST_MET = 2;

/** All words of the strong names of persons, or of organisations, with how rare and of which sound they are. */
export class Vocabulary {
  readonly entries: readonly EntryFacts[];
  readonly kind: JoinKind;
  readonly texts: string[] = [];
  /** Of each word, a number that words of the same sound share. */
  readonly sounds: number[] = [];
  /** Of each sound, in how many names it stands. */
  readonly heardOften: number[] = [];
  /** Of each entry, by its place. */
  readonly spellings: readonly (readonly Spelling[])[];
  readonly #numbers = new Map<string, number>();
  readonly #soundNumbers = new Map<string, number>();
  /** Of each word, the place of the entry that it was seen in last. */
  readonly #seenIn: number[] = [];
  /** How many entries of each regime have each word; those of all are under `EVERYWHERE`. */
  readonly #holders = new Map<string, Uint32Array>();
  readonly #sizes = new Map<string, number>();
  /** Of each parliament, by its name on a list of politicians, the words of each member. */
  readonly #parliaments = new Map<string, (readonly number[])[]>();

  constructor(entries: readonly EntryFacts[], kind: JoinKind) {
    this.entries = entries;
    this.kind = kind;
    const held = new Map<number, readonly number[]>();
    const spellings = entries.map((entry, place) => this.#spellingsOf(entry, place, held));
    for (const [place, entry] of entries.entries()) {
      if (kind === 'person' && isPolitician(entry)) spellings[place] = this.#metSpellingsOf(entry, place);
    }
    this.spellings = spellings;
    for (const [place, words] of held) {
      this.#count(EVERYWHERE, words);
      for (const regime of regimesOf(entries[place]!)) this.#count(regime, words);
    }
  }

  /**
   * In nats: how much it says that two entries of a regime or a parliament share a word. A name is rare or common among
   * its own.
   */
  rarity(word: number, population: string = EVERYWHERE): number {
    const holders = this.#holdersOf(population);
    return Math.log(this.#sizes.get(population)! / (holders[word] || 1));
  }

  /** Puts the words that the entry has, each once, into `held`. */
  #spellingsOf(entry: EntryFacts, place: number, held: Map<number, readonly number[]>): readonly Spelling[] {
    if (entry.kind !== this.kind || isPolitician(entry)) return NONE;
    const spellings: Spelling[] = [];
    const seen: number[] = [];
    for (const name of entry.names) {
      if (!isStrong(name)) continue;
      const words = tellingWords(name.full, this.kind).map((word) => this.#numberOf(word));
      this.#see(words, place, seen);
      if (words.length < FEWEST_WORDS[this.kind] || words.length > MAX_WORDS || !add(words, name, place, spellings)) {
        continue;
      }
      for (const word of words) this.heardOften[this.sounds[word]!]!++;
    }
    held.set(place, seen);
    return spellings;
  }

  /** Names of a politician of which two words stand in names of others. Its words count in its parliament alone. */
  #metSpellingsOf(entry: EntryFacts, place: number): readonly Spelling[] {
    const spellings: Spelling[] = [];
    const seen: number[] = [];
    for (const name of entry.names) {
      const texts = tellingWords(name.full, this.kind);
      if (texts.length < FEWEST_OF_POLITICIAN || texts.length > MAX_WORDS) continue;
      const met = texts.flatMap((text) => this.#numbers.get(text) ?? NONE);
      this.#see(met, place, seen);
      if (met.length < FEWEST_MET) continue;
      const words = met.length === texts.length ? met : texts.map((text) => this.#numberOf(text));
      add(words, name, place, spellings);
    }
    for (const parliament of entry.programmes ?? []) {
      const others = this.#parliaments.get(parliament);
      if (others) others.push(seen);
      else this.#parliaments.set(parliament, [seen]);
    }
    return spellings;
  }

  #see(words: readonly number[], place: number, seen: number[]): void {
    for (const word of words) {
      if (this.#seenIn[word] === place) continue;
      this.#seenIn[word] = place;
      seen.push(word);
    }
  }

  /** How many of a regime or a parliament have each word. Few parliaments are asked for. */
  #holdersOf(population: string): Uint32Array {
    for (const words of this.#parliaments.get(population) ?? NONE) this.#count(population, words);
    this.#parliaments.delete(population);
    return this.#holders.get(population)!;
  }

  #count(population: string, words: readonly number[]): void {
    this.#sizes.set(population, (this.#sizes.get(population) ?? 0) + 1);
    const holders = this.#holders.get(population) ?? new Uint32Array(this.texts.length);
    this.#holders.set(population, holders);
    for (const word of words) holders[word]!++;
  }

  #numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.texts.length;
    this.#numbers.set(text, number);
    this.texts.push(text);
    this.#seenIn.push(-1);
    const sound = LATIN.test(text) ? mainSound(text) || text : text;
    let heard = this.#soundNumbers.get(sound);
    if (heard === undefined) {
      heard = this.#soundNumbers.size;
      this.#soundNumbers.set(sound, heard);
      this.heardOften.push(0);
    }
    this.sounds.push(heard);
    return number;
  }
}

/** Adds a name by its words, which are put in order. False where the entry has one of these words already. */
function add(words: number[], { full, kind }: ListName, place: number, to: Spelling[]): boolean {
  words.sort((a, b) => a - b);
  if (to.some((known) => areSame(known.words, words))) return false;
  to.push({ place, words, full, isMain: kind === 'primary' || kind === 'original' });
  return true;
}

/** Whether two lists of numbers are the same. */
export const areSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((word, at) => word === b[at]);

/** Of somebody of whom a list of politicians says little else than a name. Many have one of two words. */
export const isPolitician = ({ source }: EntryFacts): boolean => sourceById(source).category === 'pep';
