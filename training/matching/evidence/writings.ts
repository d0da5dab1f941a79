import type { Random } from './random.ts';

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const VOWELS = [...'aeiou'];
/** What readers of printed text mistake for each other. */
const MISREAD: readonly (readonly [string, string])[] = [
  ['rn', 'm'],
  ['m', 'rn'],
  ['i', 'l'],
  ['l', 'i'],
  ['cl', 'd'],
  ['vv', 'w'],
  ['e', 'c'],
  ['u', 'v'],
  ['h', 'b'],
];
const SHORTEST = 4;
/** Some write one of a person's names alone: as many as of the strangers. */
const ONE_WORD = 0.1;

/** A name whose words are the given names before a place, and the family name from there on. */
export interface Written {
  readonly words: readonly string[];
  /** The last word's place where no list says. */
  readonly family: number;
  /** Of two family names people leave out the last one, the mother's, and not the first. */
  readonly hasMothersName: boolean;
}

/** A person's name as people write it: one word alone, with slips, family name first, initials, words run together. */
export function otherWriting(name: Written, addition: string, random: Random): string {
  const { words, family, hasMothersName } = name;
  if (random.share() < ONE_WORD) return random.pick([words[0]!, hasMothersName ? words[family]! : words.at(-1)!]);
  const kind = random.share();
  if (kind < 0.6) return withSlips(words, random).join(' ');
  if (kind < 0.75 && words.length > 2) return words.toSpliced(leftOut(name, random), 1).join(' ');
  if (kind < 0.88) return [...words.slice(family), ...words.slice(0, family)].join(' ');
  if (kind < 0.97) return withInitials(name, addition, random);
  return runTogether(words, random);
}

function leftOut({ words, family, hasMothersName }: Written, random: Random): number {
  if (!hasMothersName) return 1 + random.below(words.length - 2);
  const place = 1 + random.below(family);
  return place < family ? place : words.length - 1;
}

/** An organisation's name with slips, without a word, or with two run together. */
export function otherName(words: readonly string[], random: Random): string {
  const kind = random.share();
  if (kind < 0.6) return withSlips(words, random).join(' ');
  if (kind < 0.75 && words.length > 2) return words.toSpliced(random.below(words.length), 1).join(' ');
  return runTogether(words, random);
}

function withSlips(given: readonly string[], random: Random): string[] {
  const words = [...given];
  for (let slips = random.share() < 0.3 ? 2 : 1; slips > 0; slips--) {
    const place = random.below(words.length);
    words[place] = misspelt(words[place]!, random);
  }
  return words;
}

function runTogether(words: readonly string[], random: Random): string {
  if (words.length < 2) return words.join(' ');
  const place = random.below(words.length - 1);
  return words.toSpliced(place, 2, words[place]! + words[place + 1]!.toLowerCase()).join(' ');
}

function withInitials({ words, family }: Written, addition: string, random: Random): string {
  const families = words.slice(family);
  const initials = words.slice(0, family).map((word) => `${word[0]}.`);
  const kind = random.share();
  if (kind < 0.35) return [...families, ...initials].join(' ');
  if (kind < 0.6) return [...initials, ...families].join(' ');
  if (words.length > 2) return [words[0], `${words[1]![0]}.`, ...words.slice(2)].join(' ');
  return [words[0], addition, ...words.slice(1)].join(' ');
}

/** One slip of a typist (Damerau, 1964: left out, added, exchanged, replaced), of the ear, or of a reader. */
function misspelt(word: string, random: Random): string {
  if (word.length < SHORTEST) return word;
  const place = 1 + random.below(word.length - 1);
  const [before, letter, after] = [word.slice(0, place), word[place]!, word.slice(place + 1)];
  const kind = random.share();
  if (kind < 0.22) return before + after;
  if (kind < 0.4) return before + beside(letter, random) + after;
  if (kind < 0.55) return after === '' ? before : before + after[0] + letter + after.slice(1);
  if (kind < 0.68) return before + letter + letter + after;
  if (kind < 0.8) return before + beside(letter, random) + letter + after;
  return kind < 0.92 ? otherVowel(word, random) : misread(word, random);
}

/** A key beside a letter's. */
function beside(letter: string, random: Random): string {
  const row = ROWS.findIndex((keys) => keys.includes(letter.toLowerCase()));
  if (row < 0) return random.pick(VOWELS);
  const place = ROWS[row]!.indexOf(letter.toLowerCase());
  const keys = [ROWS[row]![place - 1], ROWS[row]![place + 1], ROWS[row - 1]?.[place], ROWS[row + 1]?.[place]];
  return random.pick(keys.filter((key) => key !== undefined));
}

function otherVowel(word: string, random: Random): string {
  const places = [...word.toLowerCase()].flatMap((letter, place) =>
    place > 0 && VOWELS.includes(letter) ? place : [],
  );
  if (places.length === 0) return word;
  const place = random.pick(places);
  return word.slice(0, place) + random.pick(VOWELS) + word.slice(place + 1);
}

function misread(word: string, random: Random): string {
  const possible = MISREAD.filter(([printed]) => word.includes(printed));
  if (possible.length === 0) return word;
  const [printed, read] = random.pick(possible);
  return word.replace(printed, read);
}
