/**
 * Letters that a country's languages do not have, by ISO 3166-1 alpha-3. Each stands before the letter that readers of
 * print take it for.
 */
const FOREIGN_LETTERS: Readonly<Record<string, readonly string[]>> = {
  SWE: ['ÂÅ'],
  NOR: ['ÂÅ'],
  DNK: ['ÂÅ'],
  FIN: ['ÂÅ'],
  HUN: ['ÕŐ', 'ŨŰ', 'ÛŰ'],
  CZE: ['ÊĚ', 'ÛŮ', 'ÙŮ'],
  ROU: ['ÃĂ', 'ŢȚ', 'ŞȘ'],
  EST: ['ÔÕ'],
  LVA: ['ÃĀ', 'ÂĀ', 'ÊĒ', 'ÎĪ', 'ÛŪ'],
  LTU: ['ÛŪ', 'ÙŪ', 'ÈĖ'],
  POL: ['ŽŻ'],
  USA: ['ŠS', 'ŁL', 'ĹL', 'ĽL', 'ŘR', 'ŔR', 'ŤT', 'ĘE', 'ĆC', 'ČC', 'ŃN', 'ŇN', 'ŽZ', 'ŻZ', 'ŚS', 'ŰU', 'ŐO'],
};

/** An address in the letters of the country that it is in. Names stay as they are read: they come from everywhere. */
export function inAlphabetOf(country: string, address: string): string {
  const pairs = FOREIGN_LETTERS[country] ?? [];
  return pairs.reduce(
    (text, [foreign, local]) =>
      text.replaceAll(foreign!, local!).replaceAll(foreign!.toLowerCase(), local!.toLowerCase()),
    address,
  );
}

/** Marks of English, French and Spanish print: grave, acute, circumflex, tilde, diaeresis, cedilla. */
const AMERICAN_MARKS = /^(?:[AEIOU][\u0300-\u0302\u0308]|Y\u0301|N\u0303|C\u0327)$/i;

/** A name as licences of North America print it: a mark of another language is a speck of the background. */
export function inAmericanLetters(name: string): string {
  return name.replace(/\p{L}/gu, (letter) => {
    if (/[A-Za-z]/.test(letter)) return letter;
    const taken = letter.normalize('NFD');
    if (AMERICAN_MARKS.test(taken)) return letter;
    return /^[A-Za-z]/.test(taken) ? taken[0]! : (STROKED[letter] ?? letter);
  });
}

const STROKED: Readonly<Record<string, string>> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', Ø: 'O', ø: 'o', Ħ: 'H', ħ: 'h' };
