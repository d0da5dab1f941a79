import { wordsAgree } from '../name-agreement.ts';
import type { Spelling, Vocabulary } from './vocabulary.ts';

/** How two names agree of which all words of the shorter one stand in the other. */
export interface NameAgreement {
  readonly one: Spelling;
  readonly other: Spelling;
  /** Words that are the same. */
  readonly same: readonly number[];
  /** Those that only sound and are spelt alike, of the shorter name. */
  readonly alike: readonly number[];
  /** Words that only the longer name has. */
  readonly leftOver: number;
}

/** Undefined where a word of the shorter name has no partner of its own: then the names are different. */
export function compareNames(a: Spelling, b: Spelling, vocabulary: Vocabulary): NameAgreement | undefined {
  const [one, other] = a.words.length <= b.words.length ? [a, b] : [b, a];
  const rest = [...other.words];
  const alike: number[] = [];
  const same: number[] = [];
  for (const word of one.words) {
    const place = rest.indexOf(word);
    if (place >= 0) rest.splice(place, 1);
    (place >= 0 ? same : alike).push(word);
  }
  for (const word of alike) {
    const place = rest.findIndex((candidate) => isAlike(word, candidate, vocabulary));
    if (place < 0) return undefined;
    rest.splice(place, 1);
  }
  return { one, other, same, alike, leftOver: rest.length };
}

/** One letter apart and of one sound, as transliterations differ: Evgenievich, Evgenyevich. Karim and Karam are not. */
function isAlike(a: number, b: number, { sounds, texts }: Vocabulary): boolean {
  return sounds[a] === sounds[b] && wordsAgree(texts[a]!, texts[b]!) && !differsInVowelAlone(texts[a]!, texts[b]!);
}

const LOW = /[a]/;
/** A for another vowel makes another Arabic name: Karam, Karim; Jamal, Jamil. */
function differsInVowelAlone(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  const places = [...a].flatMap((letter, place) => (letter === b[place] ? [] : [place]));
  return (
    places.length === 1 && LOW.test(a[places[0]!]! + b[places[0]!]!) && /[eiou]/.test(a[places[0]!]! + b[places[0]!]!)
  );
}
