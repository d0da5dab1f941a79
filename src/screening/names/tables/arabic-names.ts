import { readGroups } from '../../../tables.ts';

/** Usual romanisations of names in Arabic script, by the form of `bareArabic`. The first spelling is the main one. */
export const ARABIC_NAMES: ReadonlyMap<string, readonly string[]> = readGroups(
  'names/arabic-names.tsv',
  ['name', 'spelling'],
  bareArabic,
);

const BY_SPELLING = new Map<string, readonly string[]>();
for (const [name, spellings] of ARABIC_NAMES) {
  for (const spelling of spellings) BY_SPELLING.set(spelling, [...(BY_SPELLING.get(spelling) ?? []), name]);
}

/** What the labels of people on Wikidata call common names, in the same form: enough to tell two of them apart. */
const SEEN: ReadonlyMap<string, readonly string[]> = readGroups('names/arabic-names-seen.tsv', ['name', 'spelling']);
const SEEN_AS = new Map<string, readonly string[]>();
for (const [name, spellings] of SEEN) {
  for (const spelling of spellings) SEEN_AS.set(spelling, [...(SEEN_AS.get(spelling) ?? []), name]);
}

/** The folded Latin spellings of a known name, in the form of `bareArabic`. `isArabic`: also as Arabic writes names. */
export function spellingsOfName(name: string, isArabic: boolean): readonly string[] {
  const usual = ARABIC_NAMES.get(name) ?? [];
  return isArabic ? [...usual, ...(SEEN.get(name) ?? [])] : usual;
}

/** The known names that have a folded Latin spelling, in a language as above. */
export function namesOfSpelling(spelling: string, isArabic: boolean): readonly string[] {
  const usual = BY_SPELLING.get(spelling) ?? [];
  return isArabic ? [...usual, ...(SEEN_AS.get(spelling) ?? [])] : usual;
}

/**
 * Arabic-script letters in one form: without vowel signs and tatweel, with one alef, one ya and one kaf. Ta marbuta
 * becomes ha. Urdu and Pashto letters become their Persian or Arabic counterparts.
 */
export function bareArabic(word: string): string {
  return word
    .replace(/[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]/g, '')
    .replace(/[أإآٱٲٳ]/g, 'ا')
    .replace(/[ىیېےۍۓئ]/g, 'ي')
    .replace(/[کګڪ]/g, (letter) => (letter === 'ګ' ? 'گ' : 'ك'))
    .replace(/[ةہھۀەۃۂ]/g, 'ه')
    .replace(/[ؤۆۇۋ]/g, 'و')
    .replace(/[ټٹ]/g, 'ت')
    .replace(/[ډڈ]/g, 'د')
    .replace(/[ړڑ]/g, 'ر')
    .replace(/[ڼں]/g, 'ن')
    .replace(/ښ/g, 'ش')
    .replace(/ږ/g, 'ژ')
    .replace(/[ڭݣ]/g, 'گ')
    .replace(/[څ]/g, 'چ')
    .replace(/[ځ]/g, 'ز')
    .replace(/ء/g, '');
}
