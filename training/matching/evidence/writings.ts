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

/** A name as people write it: one word of it alone, with slips, family name first, initials, words run together. */
export function otherWriting(name: string, isPerson: boolean, addition: string, random: Random): string {
  const words = name.replaceAll(',', '').split(/\s+/);
  if (isPerson && random.share() < ONE_WORD) return random.pick([words[0]!, words.at(-1)!]);
  return inFull(words, isPerson, addition, random);
}

function inFull(words: string[], isPerson: boolean, addition: string, random: Random): string {
  const kind = random.share();
  if (kind < 0.6) {
    const slips = random.share() < 0.3 ? 2 : 1;
    for (let slip = 0; slip < slips; slip++) {
      const place = random.below(words.length);
      words[place] = misspelt(words[place]!, random);
    }
  } else if (kind < 0.75 && words.length > 2) {
    words.splice(isPerson ? 1 + random.below(words.length - 2) : random.below(words.length), 1);
  } else if (kind < 0.88 && isPerson) words.unshift(words.pop()!);
  else if (kind < 0.97 && isPerson) return withInitials(words, addition, random);
  else if (words.length > 1) {
    const place = random.below(words.length - 1);
    words.splice(place, 2, words[place]! + words[place + 1]!.toLowerCase());
  }
  return words.join(' ');
}

function withInitials(words: readonly string[], addition: string, random: Random): string {
  const family = words.at(-1)!;
  const initials = words.slice(0, -1).map((word) => `${word[0]}.`);
  const kind = random.share();
  if (kind < 0.35) return [family, ...initials].join(' ');
  if (kind < 0.6) return [...initials, family].join(' ');
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
