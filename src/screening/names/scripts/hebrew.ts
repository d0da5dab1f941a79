import { readGroups } from '../../../tables.ts';
import { skeletonKey } from '../phonetic.ts';
import { letterTable, type Romanisation, romanised, transliterate } from './romanised.ts';

const FINAL_FORMS: Readonly<Record<string, string>> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' };
/** Letters with a geresh, as signs of their own until they are spelt. */
const GERESH: Readonly<Record<string, string>> = { ג: 'J', ז: 'Z', צ: 'C', ץ: 'C' };
const CONSONANTS = letterTable(
  'J=j Z=zh C=ch ב=b ג=g ד=d ה=h ז=z ח=h ט=t כ=k ל=l מ=m נ=n ס=s פ=p צ=ts ק=k ר=r ש=sh ת=t',
);
const SKELETON = letterTable('J=j Z=j C=ts ב=b ג=k ד=d ה=h ז=z ח=h ט=t כ=k ל=l מ=m נ=n ס=s פ=b צ=ts ק=k ר=r ש=s ת=t');
const SKELETON_FRICATIVE = letterTable('ב=f פ=f ח=k כ=k צ=z');
const SKELETON_FE = letterTable('פ=f');
const SKELETON_FOREIGN = letterTable('ו=f פ=f כ=h');
/** YIVO's romanisation, with `j`, `ch` and `ey` as English has them. Capitals stand for signs of several letters. */
const YIDDISH = letterTable(`J=j Z=zh C=ch V=v U=oy E=ey F=f א=a ב=b ג=g ד=d ה=h ו=u ז=z ח=kh ט=t י=i כ=kh ל=l מ=m נ=n
  ס=s ע=e פ=p צ=ts ק=k ר=r ש=sh ת=s`);
/** Signs of several letters, and ligatures, that Hebrew writes otherwise or not at all. */
const OF_YIDDISH = /[זט]ש|[\u05f0-\u05f2]/u;
const HEBREW_NAMES = readGroups('names/hebrew-names.tsv', ['name', 'spelling'], bareHebrew);

/**
 * A Hebrew (or Yiddish) word in Latin letters. Vowels are written only in part: names that are no common ones get
 * likely vowels, and consonant skeletons as variants. A geresh makes ג׳ j, צ׳ ch, ז׳ zh. Yiddish has signs for these.
 */
export function romaniseHebrew(word: string): Romanisation | undefined {
  const bare = bareHebrew(word);
  const known = HEBREW_NAMES.get(bare);
  const letters = [...bare].map((letter) => FINAL_FORMS[letter] ?? letter).join('');
  const finalFe = bare.endsWith('ף');
  const skeletons = [
    [skeleton(letters, finalFe, [SKELETON]), 'skeleton'],
    [skeleton(letters, finalFe, [SKELETON_FRICATIVE, SKELETON]), 'skeleton-fricatives'],
    [skeleton(letters, finalFe, [SKELETON_FE, SKELETON]), 'skeleton-f'],
    [skeleton(letters, finalFe, [SKELETON_FOREIGN, SKELETON]), 'skeleton-foreign'],
  ] as const;
  if (known) return romanised([...known.map((text) => [text, 'hebrew-usual-spelling'] as const), skeletons[0]]);
  const israeli = vowelled(letters, finalFe, false);
  return romanised([
    [israeli, 'hebrew-likely-vowels'],
    [vowelled(letters, finalFe, true), 'hebrew-foreign'],
    ...(OF_YIDDISH.test(word) || /.ע/u.test(bare) ? [[yiddish(bare), 'yiddish-yivo'] as const] : []),
    ...skeletons,
  ]);
}

/** Yiddish writes every vowel: ע is e, and א inside a word a or o. */
function yiddish(bare: string): string {
  const signs = bare
    .replaceAll('דזש', 'J')
    .replaceAll('זש', 'Z')
    .replaceAll('טש', 'C')
    .replace(/וו|\u05f0/g, 'V')
    .replace(/וי|\u05f1/g, 'U')
    .replace(/יי|\u05f2/g, 'E')
    .replace(/ף$/, 'F')
    .replace(/^א(?=[ויUE])/, '');
  return transliterate([...signs].map((letter) => FINAL_FORMS[letter] ?? letter).join(''), YIDDISH);
}

/** A Yiddish word as Hebrew spells that sound. Other words stay as they are. */
export function inHebrew(word: string): string {
  if (!OF_YIDDISH.test(word)) return word;
  return word
    .replaceAll('דזש', "ג'")
    .replaceAll('זש', "ז'")
    .replaceAll('טש', "צ'")
    .replaceAll('\u05f0', 'וו')
    .replaceAll('\u05f1', 'וי')
    .replaceAll('\u05f2', 'יי')
    .replaceAll('ע', '');
}

/** Without vowel signs, and with one sign for a letter and its geresh. */
function bareHebrew(word: string): string {
  return word
    .replace(/[\u0591-\u05c7]/g, '')
    .replace(/([גזצץתחד]?)\u05f3/g, (_, letter: string) => GERESH[letter] ?? letter);
}

/** A skeleton of יו… and וו… begins with the glide; א and ע are a vowel at the beginning and nothing elsewhere. */
function skeleton(letters: string, finalFe: boolean, tables: readonly ReadonlyMap<string, string>[]): string {
  const first = letters[0];
  const head = first === 'א' || first === 'ע' ? 'a' : first === 'י' ? 'y' : first === 'ו' ? 'f' : '';
  const body = transliterate(
    head === '' ? letters : letters.slice(1).replace(/^ו/, head === 'f' ? '' : 'ו'),
    ...tables,
  );
  const doubled =
    letters.slice(1).includes('וו') && tables.length === 1
      ? transliterate(letters.replaceAll('וו', 'ב'), SKELETON_FRICATIVE, SKELETON)
      : body;
  return skeletonKey((head + (doubled === body || head !== '' ? body : doubled)).replace(/b$/, finalFe ? 'f' : 'b'));
}

function vowelled(letters: string, finalFe: boolean, foreign: boolean): string {
  let out = '';
  const marked = letters.replaceAll('וו', 'V');
  for (let at = 0; at < marked.length; at++) {
    const letter = marked[at]!;
    const sound = hebrewSound(marked, at, finalFe, foreign);
    const consonant = /^[^aeiou]/.test(sound);
    if (consonant && /[^aeiou]$/.test(out) && needsVowel(marked, at)) out += foreign ? 'e' : 'a';
    out += sound;
    if (letter === 'ה' && at === marked.length - 1 && at > 0) out = `${out.slice(0, -1).replace(/a$/, '')}a`;
  }
  return out;
}

/** Between two written consonants at the beginning, and in longer runs at every second place. */
function needsVowel(letters: string, at: number): boolean {
  const next = letters[at + 1];
  return at === 1 || next === undefined || !'אויV'.includes(next);
}

interface LetterPlace {
  readonly first: boolean;
  readonly last: boolean;
  /** A vav or a yod stands behind the first letter. */
  readonly glide: boolean;
  /** The word was written with a final pe. */
  readonly finalFe: boolean;
  readonly foreign: boolean;
}

/** Letters whose sound depends on their place. */
const BY_PLACE: Readonly<Record<string, (place: LetterPlace) => string>> = {
  V: () => 'v',
  א: ({ first, glide }) => (first && glide ? '' : 'a'),
  ע: ({ first, glide }) => (first && !glide ? 'a' : ''),
  ו: ({ first }) => (first ? 'v' : 'o'),
  י: ({ first }) => (first ? 'y' : 'i'),
  ב: ({ first, foreign }) => (first || foreign ? 'b' : 'v'),
  פ: ({ first, last, finalFe, foreign }) => ((last && finalFe) || (!first && !foreign) ? 'f' : 'p'),
  כ: ({ first, foreign }) => (first || foreign ? 'k' : 'kh'),
};

function hebrewSound(letters: string, at: number, finalFe: boolean, foreign: boolean): string {
  const letter = letters[at]!;
  const glide = 'וי'.includes(letters[1] ?? '-');
  const place = { first: at === 0, last: at === letters.length - 1, glide, finalFe, foreign };
  return BY_PLACE[letter]?.(place) ?? CONSONANTS.get(letter) ?? '';
}
