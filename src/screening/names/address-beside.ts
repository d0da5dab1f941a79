import { isNumber, type QueryWord } from './query-words.ts';
import { isLegalForm } from './tables/legal-forms.ts';
import { phraseBefore, phraseBehind } from './tables/number-words.ts';

/** Words that the tail of an address has at most from its number to the word for a street. */
const MOST_OF_A_STREET = 4;

/** Where an address begins that stands behind a name: the place of its first word, or the number of words. */
export function addressFrom(words: readonly QueryWord[], text: string, isPerson: boolean): number {
  const texts = words.map((word) => word.text);
  for (let at = 1; at < words.length; at++) {
    const before = words[at - 1]!;
    const isCut = /[,;]/.test(text.slice(before.end, words[at]!.start)) || (!isPerson && isLegalForm(before.text));
    if (!isCut && at < 2) continue;
    if (isStreetAt(words, texts, at) || (isCut && isPostcodeAt(words, at, isPerson))) return at;
  }
  return words.length;
}

/** `12 Baker Street`, `ul. Lenina 14`. */
function isStreetAt(words: readonly QueryWord[], texts: readonly string[], at: number): boolean {
  const near = Array.from({ length: MOST_OF_A_STREET }, (_, place) => at + 1 + place).filter(
    (place) => place < words.length,
  );
  if (isNumber(words[at]!)) return near.slice(1).some((place) => phraseBehind(texts, place)?.kind === 'street');
  // The table has the word that is next to the number; here the name of the street stands between.
  return phraseBefore(texts, at)?.kind === 'street' && near.some((place) => isNumber(words[place]!));
}

/** `115035 Moscow`: a number of four to six digits, and one to three words that end the text. */
function isPostcodeAt(words: readonly QueryWord[], at: number, isPerson: boolean): boolean {
  const behind = words.slice(at + 1);
  if (!/^\d{4,6}$/.test(words[at]!.raw) || behind.length === 0 || behind.length > 3) return false;
  return behind.every((word) => !/\d/.test(word.text) && (isPerson || !isLegalForm(word.text)));
}
