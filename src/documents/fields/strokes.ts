import { isParticle } from './phrases.ts';

// Many fonts draw I and l alike, so a reader of lines guesses which one stands there. What names are tells more.

/** A word, with what stands before and behind it. */
const WORDS = /[\p{L}\p{M}]+/gu;
const VOWEL = /[aeiouy]/i;
/** Capitals in which an l is an I: l has no place among them. */
const CAPITALS = /^(?=(?:.*\p{Lu}){2})[\p{Lu}l]+$/u;
/** Articles as names print them before a word with a capital: Al Masri, El-Sisi, Ul Haq. */
const ARTICLE = /^[AEU]I$/;
/** Words of Romance names that may begin with this letter: de la Cruz, Le Roux. */
const SMALL_ARTICLE = /^I(?:e|a|as|os|es)$/;
/** No part of a name begins like this, nor does what follows Mc or Mac: Al-lbrahim, Mclntyre. */
const UNSPOKEN = /(?<=[-'’])l(?![aeiouy])(?=\p{Ll})/gu;
const MC = /^(Ma?c)l(?![aeiouy])(?=\p{Ll})/u;
/** A second part of a name may begin behind these, as in MacIain or DiIorio, or an l may go on: Maclean, Dilara. */
const OPEN = /(?:^|[^\p{L}])(?:Di|Mac)[Il][aeiou]\p{Ll}{2}/u;

/**
 * A name with the letters I and l as names have them.
 * - In a word with small letters an I is an l wherever an l can be spoken: AIi, MaIik. Mc and Mac may go on: McIlroy.
 * - AI before a word that begins with a capital is the article Al. II at the end of a name is a number.
 * - At the beginning of a word an l before a consonant is an I: lbrahim.
 * - In a name without other small letters an l is an I: KlM.
 */
export function withNamedStrokes(text: string): string {
  const isSmall = /(?!l)\p{Ll}/u.test(text);
  if (!isSmall) return text.replace(WORDS, (word) => (CAPITALS.test(word) ? word.replaceAll('l', 'I') : word));
  const begun = text.replace(UNSPOKEN, 'I');
  return begun.replace(WORDS, (word, at: number) =>
    mixedWord(word, begun.slice(0, at), begun.slice(at + word.length)).replace(MC, '$1I'),
  );
}

function mixedWord(word: string, before: string, behind: string): string {
  if (ARTICLE.test(word)) return /^(?:-\p{L}|\s\p{Lu}\p{Ll})/u.test(behind) ? `${word[0]}l` : word;
  if (SMALL_ARTICLE.test(word) && isBehindParticle(before)) return `l${word.slice(1)}`;
  return withSmallL(word);
}

/** Whether a word of one of these is in a name, of which neither is sure. */
export function hasOpenStroke(text: string): boolean {
  const word = OPEN.exec(text)?.[0];
  return word?.includes('I') ?? false;
}

function isBehindParticle(before: string): boolean {
  const word = /(\p{L}+)\s$/u.exec(before)?.[1];
  return word !== undefined && isParticle(word);
}

function withSmallL(word: string): string {
  if (!/\p{Ll}/u.test(word)) return word;
  const letters = [...word];
  for (const [at, letter] of letters.entries()) {
    if (at > 0 && letter === 'I' && isSpokenAsL(letters.slice(0, at), letters[at + 1])) letters[at] = 'l';
  }
  return letters.join('');
}

/** Whether l can stand there. Between consonants stands a vowel, such as the ı of Turkish. A first Y is none. */
function isSpokenAsL(before: readonly string[], behind: string | undefined): boolean {
  const last = before.at(-1)!;
  if (/[lr]/.test(last) || (isVowel(last) && !(last === 'Y' && before.length === 1))) return true;
  return behind !== undefined && isVowel(behind);
}

function isVowel(letter: string): boolean {
  return VOWEL.test(letter.normalize('NFD')[0]!);
}

/** Names begin with a capital, which print may not tell from a small letter: leva is Ieva. */
export function withCapitalI(text: string): string {
  return text.replace(/(?<![\p{L}\p{M}'’-])l\p{Ll}{2,}/gu, (word) => (isParticle(word) ? word : `I${word.slice(1)}`));
}
