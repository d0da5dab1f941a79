import { skeletonKey } from '../phonetic.ts';
import { ARABIC_NAMES, bareArabic } from '../tables/arabic-names.ts';
import { letterTable, type Romanisation, romanised, transliterate } from './romanised.ts';

const CONSONANTS = letterTable(`ب=b پ=p ت=t ث=th ج=j چ=ch ح=h خ=kh د=d ذ=dh ر=r ز=z ژ=zh س=s ش=sh ص=s ض=d ط=t ظ=z غ=gh
  ف=f ڤ=v ق=q ك=k گ=g ل=l م=m ن=n ه=h و=w ي=y`);
const PERSIAN = letterTable('ث=s ذ=z ض=z و=v ق=gh');
const FOREIGN = letterTable('ج=g غ=g ق=k ث=th ذ=d ض=d');

/**
 * Consonant classes of `skeletonKey`. The second table has the letters that Persian, Turkish and Urdu read otherwise.
 */
const SKELETON = letterTable(`ب=b پ=b ت=t ث=t ج=j چ=ts ح=h خ=k د=d ذ=d ر=r ز=z ژ=j س=s ش=s ص=s ض=d ط=t ظ=z غ=k ف=f ڤ=f
  ق=k ك=k گ=k ل=l م=m ن=n ه=h`);
const SKELETON_PERSIAN = letterTable('ث=s ذ=z ض=z و=f');
const SKELETON_FOREIGN = letterTable('ج=k ظ=d ذ=d');

/**
 * A word in Arabic script (Arabic, Persian, Urdu, Pashto, Kurdish) in Latin letters. Short vowels are not written, so a
 * word that is no common name gets likely ones. Its variants are consonant skeletons, equal to `skeletonKey` of its
 * Latin spellings.
 */
export function romaniseArabic(word: string): Romanisation | undefined {
  const bare = bareArabic(word);
  const known = (ARABIC_NAMES.get(bare) ?? []).map((text) => [text, 'arabic-usual-spelling'] as const);
  const skeletons = [
    [skeleton(bare, [SKELETON]), 'skeleton'],
    [skeleton(bare, [SKELETON_PERSIAN, SKELETON]), 'skeleton-persian'],
    [skeleton(bare, [SKELETON_FOREIGN, SKELETON]), 'skeleton-foreign'],
  ] as const;
  if (known.length > 0) return romanised([...known, skeletons[0], skeletons[1]]);
  return romanised([
    [vowelled(bare, [CONSONANTS]), 'arabic-likely-vowels'],
    [vowelled(bare, [PERSIAN, CONSONANTS]), 'persian-likely-vowels'],
    [vowelled(bare, [FOREIGN, CONSONANTS]), 'arabic-foreign'],
    ...skeletons,
  ]);
}

const MIN_GIVEN_NAME_LENGTH = 3;
const MAX_FIRST = 4;
const MAX_SECOND = 2;

/** Two common names that are written as one, as Persian does (علیرضا, محمدجواد); undefined for other words. */
export function romaniseGivenNames(bare: string): Romanisation | undefined {
  if (ARABIC_NAMES.has(bare)) return undefined;
  for (let cut = bare.length - MIN_GIVEN_NAME_LENGTH; cut >= MIN_GIVEN_NAME_LENGTH; cut--) {
    const [first, second] = [ARABIC_NAMES.get(bare.slice(0, cut)), ARABIC_NAMES.get(bare.slice(cut))];
    if (!first || !second) continue;
    const spelt = first.slice(0, MAX_FIRST).flatMap((one) => second.slice(0, MAX_SECOND).map((two) => one + two));
    return romanised([
      ...spelt.map((text) => [text, 'arabic-two-names-in-one'] as const),
      [skeleton(bare, [SKELETON]), 'skeleton'],
    ]);
  }
  return undefined;
}

function skeleton(bare: string, tables: readonly ReadonlyMap<string, string>[]): string {
  const first = bare[0];
  if (first === undefined) return '';
  let head = '';
  if (first === 'و') head = tables.length > 1 && tables[0] === SKELETON_PERSIAN ? 'f' : 'w';
  else if (first === 'ي') head = 'y';
  else if (first === 'ا' || first === 'ع') head = 'a';
  const rest = transliterate(head === '' ? bare : bare.slice(1), ...tables);
  // Transliteration gives skeleton letters already; the key function only merges equal neighbours and drops a final h.
  return skeletonKey(head + rest);
}

const LONG = 'اوي';
const LONG_VOWELS: Readonly<Record<string, string>> = { ا: 'a', و: 'u', ي: 'i' };

/**
 * Likely vowels: ا a, و u, ي i between consonants. Consonants that stand together get the vowels of the commonest word
 * shapes (jamal, hassan, jafar, muhammad, qasim).
 */
function vowelled(bare: string, tables: readonly ReadonlyMap<string, string>[]): string {
  const parts: Part[] = [];
  for (let at = 0; at < bare.length; at++) {
    const part = partAt(bare, at, parts.at(-1), tables);
    if (part) parts.push(part);
  }
  return insertVowels(parts.filter(({ text }) => text !== ''));
}

/** What one Arabic letter is in Latin. */
interface Part {
  readonly text: string;
  readonly vowel: boolean;
}

/** The letter at a place, null where it is silent there. */
function partAt(
  bare: string,
  at: number,
  before: Part | undefined,
  tables: readonly ReadonlyMap<string, string>[],
): Part | null {
  const letter = bare[at]!;
  if (letter === 'ع') return at === 0 && !LONG.includes(bare[1] ?? '') ? { text: 'a', vowel: true } : null;
  if (letter === 'ه' && at > 1 && at === bare.length - 1) {
    return before?.vowel ? { text: 'h', vowel: false } : { text: 'a', vowel: true };
  }
  if (!isLongVowel(bare, at)) return { text: transliterate(letter, ...tables), vowel: false };
  const isGlideNext = bare[1] === 'و' || bare[1] === 'ي';
  if (at === 0 && isGlideNext && !LONG.includes(bare[2] ?? '')) return null;
  return { text: LONG_VOWELS[letter]!, vowel: true };
}

/** ا always; و and ي where no other long vowel is beside them and they do not begin the word. */
function isLongVowel(bare: string, at: number): boolean {
  const letter = bare[at]!;
  if (letter === 'ا') return true;
  if (letter !== 'و' && letter !== 'ي') return false;
  return at > 0 && bare[at + 1] !== 'ا' && !(bare[at - 1] === 'ا' && at > 1) && !(letter === bare[at + 1]);
}

/** Writes a vowel between two consonants, but not where the first of them closes a syllable inside the word. */
function insertVowels(parts: readonly Part[]): string {
  let out = '';
  let longBefore = false;
  for (const [at, part] of parts.entries()) {
    const isAfterVowel = at > 0 && (parts[at - 1]!.vowel || /[aiu]$/.test(out));
    out += part.text;
    const next = parts[at + 1];
    if (part.vowel) longBefore = true;
    else if (next !== undefined && !next.vowel) {
      const closes = isAfterVowel && at + 2 < parts.length;
      const vowel = longBefore ? 'i' : 'a';
      if (!closes) out += vowel;
      longBefore = false;
    }
  }
  return out;
}
