/**
 * Endings of East Slavic patronymics: Petrovich, Petrovych, Piatrovich, Petrovitch; Petrovna, Petrivna, Piatrouna,
 * Ilyinichna. Shorter ones (Ilyich, Savvich) also end family names.
 */
const ENDINGS = /.(?:[aeo]v(?:i|y)t?ch|[aeoiuy]vna|[aeo]una|ichna)$/;
/** Given name, patronymic and family name. */
export const WORDS_WITH_PATRONYMIC = 3;

/** Whether a folded word is a patronymic at its place in a name of so many words. Family names may end alike. */
export function isPatronymic(text: string, place: number, words: number): boolean {
  return place > 0 && words >= WORDS_WITH_PATRONYMIC && ENDINGS.test(text);
}

/** What a Slavic word that ends in `va` or `na` makes of its bearer's father or family. */
export type DaughtersName = 'patronymic' | 'family name';

/** Дмитриевна and Дмитриева are two words, however alike: one kind is never a spelling of the other. */
export function daughtersName(text: string): DaughtersName | undefined {
  if (/[eo]va$/.test(text)) return 'family name';
  return /[eo]vna$/.test(text) ? 'patronymic' : undefined;
}

/** Whether one of two words is the patronymic, and the other a family name that is spelt nearly so. */
export function areDaughtersNames(one: string, other: string): boolean {
  const kinds = new Set([daughtersName(one), daughtersName(other)]);
  return kinds.size === 2 && !kinds.has(undefined);
}

const LAST_LETTERS = [...'ah'].map((letter) => letter.charCodeAt(0));

/** Whether a word whose last letter has this code may be a patronymic: told without its text. */
export const mayEndPatronymic = (code: number): boolean => LAST_LETTERS.includes(code);
