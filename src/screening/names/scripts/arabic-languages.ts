import { bareArabic } from '../tables/arabic-names.ts';

/** The languages of the Arabic script that spell foreign names each in its own way. */
export type ArabicLanguage = 'arabic' | 'pashto' | 'persian' | 'sorani' | 'urdu';

/** Letters that tell a language, the surest first. Uyghur is written with some of Sorani's and is left to Arabic. */
const LETTERS_OF: readonly (readonly [ArabicLanguage, RegExp])[] = [
  ['arabic', /[ۇۋڭۈ]/u],
  ['sorani', /[ەۆێڕڵ]|ڤ(?=.*[یک])|[یک].*ڤ/u],
  ['pashto', /[ټډړږښڼېۍځڅګ]/u],
  ['urdu', /[ٹڈڑںےہھ]/u],
  ['persian', /[پچژگکیۀ]/u],
];

/** The language whose letters a name has; Arabic where it has those of all alone. */
export function arabicLanguageOf(name: string): ArabicLanguage {
  return LETTERS_OF.find(([, letters]) => letters.test(name))?.[0] ?? 'arabic';
}

/** A word in the letters of `bareArabic`, but for the alef that Persian begins an `a` with. Pashto is read so too. */
export function inPersian(word: string): string {
  return word.split('آ').map(bareArabic).join('آ');
}

/** A word of Urdu without marks, each letter in one form. Its own letters for t, d, r, e and breath tell a sound. */
export function inUrdu(word: string): string {
  return word
    .replace(/[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]/g, '')
    .replace(/[أإٱ]/g, 'ا')
    .replace(/[ىي]/g, 'ی')
    .replace(/ك/g, 'ک')
    .replace(/[ةهۀۃۂ]/g, 'ہ')
    .replace(/ؤ/g, 'و');
}
