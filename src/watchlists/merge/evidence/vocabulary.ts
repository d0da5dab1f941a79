import type { EntryFacts } from '../../../domain/list-entry.ts';
import { phoneticKeys } from '../../../screening/names/phonetic.ts';
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
  /** It is the entry's main name, not an alias. */
  readonly isMain: boolean;
}

/** Every list together, in place of a regime. */
const EVERYWHERE = '';
/** Longer names are descriptions, or several names in one. */
const MAX_WORDS = 10;

/** All words of the strong names of persons, or of organisations, with how rare and of which sound they are. */
export class Vocabulary {
  readonly #kind: JoinKind;
  readonly texts: string[] = [];
  /** Of each word, a number that words of the same sound share. */
  readonly sounds: number[] = [];
  /** Of each sound, in how many names it stands. */
  readonly heardOften: number[] = [];
  readonly spellings: readonly (readonly Spelling[])[];
  readonly #numbers = new Map<string, number>();
  readonly #soundNumbers = new Map<string, number>();
  /** How many entries of each regime have each word; those of all are under `EVERYWHERE`. */
  readonly #holders = new Map<string, Map<number, number>>();
  readonly #sizes = new Map<string, number>();
  readonly #words = new Map<string, readonly number[]>();

  constructor(entries: readonly EntryFacts[], kind: JoinKind) {
    this.#kind = kind;
    this.spellings = entries.map((entry, place) => this.#spellingsOf(entry, place));
  }

  /** In nats: how much it says that two entries of a regime share a word. A name is rare or common among its own. */
  rarity(word: number, regime: string = EVERYWHERE): number {
    return Math.log(this.#sizes.get(regime)! / (this.#holders.get(regime)!.get(word) ?? 1));
  }

  #spellingsOf(entry: EntryFacts, place: number): readonly Spelling[] {
    if (entry.kind !== this.#kind || isPoliticians(entry)) return [];
    const spellings = new Map<string, Spelling>();
    const seen = new Set<number>();
    for (const name of entry.names) {
      if (!isStrong(name)) continue;
      const words = this.#wordsOf(name.full);
      for (const word of words) seen.add(word);
      if (words.length < FEWEST_WORDS[this.#kind] || words.length > MAX_WORDS) continue;
      const key = words.join();
      if (spellings.has(key)) continue;
      spellings.set(key, { place, words, full: name.full, isMain: name.kind === 'primary' });
      for (const word of words) this.heardOften[this.sounds[word]!]!++;
    }
    for (const regime of [EVERYWHERE, ...regimesOf(entry)]) this.#count(regime, seen);
    return [...spellings.values()];
  }

  #wordsOf(name: string): readonly number[] {
    const known = this.#words.get(name);
    if (known) return known;
    const words = tellingWords(name, this.#kind).map((word) => this.#numberOf(word));
    words.sort((a, b) => a - b);
    this.#words.set(name, words);
    return words;
  }

  #count(regime: string, words: ReadonlySet<number>): void {
    this.#sizes.set(regime, (this.#sizes.get(regime) ?? 0) + 1);
    const holders = this.#holders.get(regime) ?? new Map<number, number>();
    this.#holders.set(regime, holders);
    for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1);
  }

  #numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.texts.length;
    this.#numbers.set(text, number);
    this.texts.push(text);
    const sound = phoneticKeys(text)[0] ?? text;
    const heard = this.#soundNumbers.get(sound) ?? this.#soundNumbers.size;
    if (heard === this.#soundNumbers.size) {
      this.#soundNumbers.set(sound, heard);
      this.heardOften.push(0);
    }
    this.sounds.push(heard);
    return number;
  }
}

/** Politicians of all the world, of whom their lists say little else than a name that many have. */
const isPoliticians = ({ source }: EntryFacts): boolean => sourceById(source).category === 'pep';
