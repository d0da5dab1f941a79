import { readGroups } from '../../../tables.ts';

/**
 * Foreign names as other scripts write them by convention or phonetically, so that sounds alone do not give them back.
 * The first spelling is the main one; `givenNameClasses` knows the others.
 */
const spellingsIn = (script: string, keyOf?: (written: string) => string): ReadonlyMap<string, readonly string[]> =>
  readGroups(`names/${script}-transcriptions.tsv`, ['written', 'name'], keyOf);

/** By simplified forms. */
export const CHINESE_FOREIGN_NAMES = spellingsIn('chinese');
/** By katakana. */
export const JAPANESE_FOREIGN_NAMES = spellingsIn('japanese');
const CYRILLIC = spellingsIn('cyrillic', cyrillicSounds);
const GREEK = spellingsIn('greek', greekSounds);

/** Spellings of a foreign name that its Cyrillic form stands for by convention; none for most words. */
export function foreignCyrillicNames(word: string): readonly string[] {
  return CYRILLIC.get(cyrillicSounds(word)) ?? [];
}

/** Spellings of a foreign name that its Greek form (lower case, without accents) stands for; none for most words. */
export function foreignGreekNames(word: string): readonly string[] {
  return GREEK.get(greekSounds(word)) ?? [];
}

/** A Cyrillic word of any language in few letters. Different spellings of one foreign sound become the same letter. */
function cyrillicSounds(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFC')
    .replaceAll('џ', 'дж')
    .replaceAll('љ', 'л')
    .replaceAll('њ', 'н')
    .replace(/[эєё]/g, 'е')
    .replace(/[іїыјй]/g, 'и')
    .replaceAll('ў', 'у')
    .replaceAll('ґ', 'г')
    .replace(/[ьъ'’](?=.)/g, (sign) => (sign === 'ъ' ? 'ъ' : ''))
    .replace(/[ьъ]$/, '')
    .replace(/([бвгдзклмнпрстфхцч])\1/g, '$1');
}

/** Letters and pairs that sound alike are written for one another in foreign names. */
function greekSounds(word: string): string {
  return word
    .replace(/[\u0308]/g, '')
    .replaceAll('ω', 'ο')
    .replaceAll('ς', 'σ')
    .replaceAll('ει', 'ι')
    .replace(/(?<!ο)υ/g, 'ι')
    .replaceAll('η', 'ι')
    .replace(/([βγδζλμνπρστφκ])\1/g, '$1');
}
