/**
 * Endings of East Slavic patronymics: Petrovich, Petrovych, Piatrovich, Petrovitch; Petrovna, Petrivna, Piatrouna,
 * Ilyinichna. Shorter ones (Ilyich, Savvich) also end family names.
 */
const ENDINGS = /.(?:[aeo]v(?:i|y)t?ch|[aeoiuy]vna|[aeo]una|ichna)$/;
/** Given name, patronymic and family name. */
const LEAST_WORDS = 3;

/** Whether a folded word is a patronymic at its place in a name of so many words. Family names may end alike. */
export function isPatronymic(text: string, place: number, words: number): boolean {
  return place > 0 && words >= LEAST_WORDS && ENDINGS.test(text);
}

const LAST_LETTERS = [...'ah'].map((letter) => letter.charCodeAt(0));

/** Whether a word whose last letter has this code may be a patronymic: told without its text. */
export const mayEndPatronymic = (code: number): boolean => LAST_LETTERS.includes(code);
