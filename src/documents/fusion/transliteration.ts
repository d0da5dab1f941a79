import { editDistance } from '../../edit-distance.ts';

/**
 * Letters that the machine-readable zone transliterates (ICAO Doc 9303 part 3 §6, table A), each with every usual form
 * in A-Z. Other letters lose their diacritics.
 */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  Ä: ['AE', 'A', 'AXX'],
  Å: ['AA', 'A'],
  Æ: ['AE'],
  Ð: ['D'],
  Đ: ['D'],
  Ħ: ['H'],
  İ: ['I'],
  ı: ['I'],
  Ĳ: ['IJ'],
  Ł: ['L'],
  Ñ: ['N', 'NXX'],
  Ö: ['OE', 'O', 'OXX'],
  Ø: ['OE', 'O'],
  Œ: ['OE'],
  ẞ: ['SS'],
  Þ: ['TH'],
  Ŧ: ['T'],
  Ü: ['UE', 'U', 'UXX', 'UX'],
  Ŋ: ['N'],
  Ə: ['A', 'E'],
};

/** More spellings than this come from no name that is printed on a card. */
const MAX_SPELLINGS = 256;
const MAX_COMPARED_SPELLINGS = 24;
/** Names on cards end at 40 (AAMVA DL/ID 2020 table D.3). */
const MAX_COMPARED_LETTERS = 80;

/** Every way in which the machine-readable zone may write a letter; a space stays one. */
export function machineForms(letter: string): readonly string[] {
  const capital = letter === 'ß' ? 'ẞ' : letter.toLocaleUpperCase('en');
  return FORMS[letter] ?? FORMS[capital] ?? [capital.normalize('NFD').replace(/[^A-Z ]/g, '')];
}

/**
 * A name in the first form that a zone may write: A-Z, with one space between words. Barcodes also write hyphens,
 * apostrophes and some diacritics.
 */
export function machineSpelling(name: string): string {
  return [...prepared(name)].map((letter) => machineForms(letter)[0]).join('');
}

/** Every way in which the machine-readable zone may write a printed name: capitals A-Z, words apart by one space. */
export function machineSpellings(printed: string): Set<string> {
  let spellings = [''];
  for (const letter of prepared(printed)) {
    const forms = machineForms(letter);
    const grown = spellings.flatMap((start) => forms.map((form) => start + form));
    spellings = grown.length <= MAX_SPELLINGS ? grown : spellings.map((start) => start + forms[0]!);
  }
  return new Set(spellings.map((spelling) => spelling.replace(/ +/g, ' ').trim()));
}

/**
 * The letters of a name for comparison: composed capitals. Apostrophes go; hyphens and everything else separate words.
 */
function prepared(printed: string): string {
  return printed
    .normalize('NFC')
    .replaceAll('ß', 'ẞ')
    .toLocaleUpperCase('en')
    .replace(/['’ʼ`´]/g, '')
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();
}

/** A barcode may hold names of any length and spelling: comparing all of them would take seconds. */
function spellingsCompared(name: string): string[] {
  return [...machineSpellings(name.slice(0, MAX_COMPARED_LETTERS))].slice(0, MAX_COMPARED_SPELLINGS);
}

/** From 0 (nothing in common) to 1 (the same letters), over any spelling. */
export function likeness(a: string, b: string): number {
  let best = 0;
  for (const one of spellingsCompared(a)) {
    for (const other of spellingsCompared(b)) {
      const longest = Math.max(one.length, other.length);
      if (longest > 0) best = Math.max(best, 1 - editDistance(one, other) / longest);
    }
  }
  return best;
}
