import { EXACT, hashText, PHONETIC } from '../../screening/index/keys.ts';
import { analyseName } from '../../screening/names/analyse.ts';
import { roughKey } from '../../screening/names/phonetic.ts';
import { namesOfClasses } from '../../screening/names/tables/given-names.ts';
import type { NameToken, Reading } from '../../screening/names/types.ts';

/** Whose name the news gives: a person's, or an organisation's. */
export type NamedKind = 'person' | 'organization';

/** What a name of the news is found by. */
export interface NameKeys {
  /** Hashes, each below 2^53: one for each two words, or for the only word of an organisation. */
  readonly keys: readonly number[];
  /** How many words they are made of. */
  readonly size: number;
  /** The words, folded. */
  readonly words: readonly string[];
}

/** Words of longer names that are paired. */
const MAX_WORDS = 5;
/** Keys of one word of a query, and of a whole query. */
const MAX_SPELLINGS = 24;
const MAX_ASKED = 160;
const MAX_READINGS = 6;
/** A sound of fewer consonants would gather half of all names: the letters themselves are the key then. */
const MIN_SOUND = 2;
const HIGH_BITS = 0xfffff;
const HIGH = 2 ** 32;

/** The words of a name that tell it from others, folded. */
export function wordsOf(name: string, kind: NamedKind): string[] {
  const [reading] = analyseName(name, kind).readings;
  return reading ? tellingWords(reading, kind).map(({ text }) => text) : [];
}

/** What a name is stored under. No keys: nobody can find it, such as a person's single word. */
export function keysOfName(name: string, kind: NamedKind): NameKeys {
  const words = wordsOf(name, kind);
  const sounds = words.slice(0, MAX_WORDS).map((word) => [soundOf(word)]);
  const keys = sounds.length === 1 ? singlesOf(sounds, kind) : pairsOf(sounds, kind);
  return { keys, size: words.length, words };
}

/** The words of a name, folded, of whatever role; of a name that has none, none. */
export function tokensOf(text: string, kind: NamedKind): string[] {
  return analyseName(text, kind).readings[0]?.tokens.map((token) => token.text) ?? [];
}

/** Keys of the names that a query may mean, by the readings that the engine has of it. */
export function keysOfQuery(readings: readonly Reading[], kind: NamedKind): number[] {
  const keys = new Set<number>();
  for (const reading of readings.slice(0, MAX_READINGS)) {
    const words = tellingWords(reading, kind).slice(0, MAX_WORDS);
    const spellings = words.map((word) => spellingsOf(word, kind));
    for (const key of [...singlesOf(spellings, kind), ...pairsOf(spellings, kind)]) keys.add(key);
  }
  return [...keys].slice(0, MAX_ASKED);
}

/** The same whatever its case and spaces: a name of this kind has one number, below 2^53. */
export function nameNumber(name: string, kind: NamedKind): number {
  return hashed(`${kind} ${foldedName(name)}`);
}

/** Numbers of names that nobody is to find, whatever kind the news takes them for. */
export function barredNumbers(names: readonly string[]): Set<number> {
  return new Set(names.flatMap((name) => [nameNumber(name, 'person'), nameNumber(name, 'organization')]));
}

/** The number of a word, for counts of how many names have it. */
export const wordNumber = (word: string, kind: NamedKind): number => hashed(`${kind} word ${word}`);

/** A name in small letters with single spaces, as two writings of one name are compared. */
export function foldedName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Words that tell a name from others: of a person its names, of an organisation also what it does and where. */
function tellingWords({ tokens }: Reading, kind: NamedKind): NameToken[] {
  const roles = kind === 'person' ? ['word'] : ['word', 'generic', 'number'];
  return tokens.filter(({ role }) => roles.includes(role));
}

function spellingsOf({ text, variants, meaning }: NameToken, kind: NamedKind): string[] {
  const written = [text, ...variants.map((variant) => variant.text), ...(meaning === undefined ? [] : [meaning])];
  const others = kind === 'person' ? namesOfClasses(text) : [];
  return [...new Set([...written, ...others].map(soundOf))].slice(0, MAX_SPELLINGS);
}

function soundOf(word: string): string {
  const sound = roughKey(word);
  return sound.length >= MIN_SOUND ? sound : `=${word}`;
}

/** Keys of names of one word, which only an organisation is found by. */
function singlesOf(words: readonly (readonly string[])[], kind: NamedKind): number[] {
  return kind === 'person' ? [] : words.flatMap((word) => word.map((sound) => hashed(`${kind} ${sound}`)));
}

/** Keys of each two words, in whichever order. */
function pairsOf(words: readonly (readonly string[])[], kind: NamedKind): number[] {
  const keys = new Set<number>();
  for (const [at, word] of words.entries()) {
    for (const other of words.slice(at + 1)) {
      for (const one of word) for (const two of other) keys.add(pairOf(one, two, kind));
    }
  }
  return [...keys];
}

const pairOf = (one: string, two: string, kind: NamedKind): number =>
  hashed(`${kind} ${one < two ? `${one} ${two}` : `${two} ${one}`}`);

function hashed(text: string): number {
  return (hashText(text, PHONETIC) & HIGH_BITS) * HIGH + hashText(text, EXACT);
}
