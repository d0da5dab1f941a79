import { readGroups, readTable } from '../../../tables.ts';
import type { ReadingSystem } from '../systems.ts';
import { MAX_VARIANTS, type Romanisation, romanised, type Spelling } from './romanised.ts';

const INITIALS = 'g kk n d tt r m b pp s ss - j jj ch k t p h'.split(' ');
const VOWELS = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
const FINALS = '- k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ');

const INITIALS_MR = 'k kk n t tt r m p pp s ss - ch tch ch k t p h'.split(' ');
const VOWELS_MR = 'a ae ya yae o e yo ye o wa wae oe yo u wo we wi yu u ui i'.split(' ');
const INITIALS_ENGLISH = 'k kk n d tt r m b pp s ss - j jj ch k t p h'.split(' ');
const VOWELS_ENGLISH = 'a ae ya yae u e you ye o wa wae oe yo oo won we wi yoo eu eui ee'.split(' ');
const VOWELS_FOREIGN = 'a a ya ya o e yo ye o wa we oe yo u wo we wi yu - i i'.split(' ');
const FINALS_FOREIGN = '- k k k n n n t l k m l l l p l m b b s s ng t t k t p t'.split(' ');

/*
 * Letters that Koreans choose phonetically for the parts of a syllable, beside those of the systems.
 * They write Hack for 학, Whan for 환, Ihn for 인 and Jae for 제. A row for each part, in the order of Unicode.
 */
const INITIALS_OF_BEARERS = 'g,k kk n d,t tt r,l,n m b,p pp s,sh ss - j,ch,z jj ch k t p h'.split(' ');
const VOWELS_OF_BEARERS = (
  'a,ah ae,ai,ay ya yae u,o,eo,ou e,ae,eh yu,yo,yeo,you,yea ye,e,ae,eh o,oh wa,ua wae oe,oi,we ' +
  'yo u,oo,ou wo,weo wae,we wi,we yu,yoo,you u,eu,oo ui,ee,eui,i i,ee,ih'
).split(' ');
const FINALS_OF_BEARERS = '- k,g,ck k k n,hn n n t l,r,hl k m l l l p l m,hm p,b p t t ng t t k t p t'.split(' ');

/** How Koreans really spell the syllables of their names, where that is not what the rules below give. */
const USUAL = readGroups('names/korean-spellings.tsv', ['syllable', 'spelling']);

/** Family names of one syllable or two, in Hangul. */
export const KOREAN_SURNAMES: ReadonlySet<string> = new Set(
  readTable('names/korean-surnames.tsv', ['surname']).map(([surname]) => surname),
);
/** Family names of two syllables. */
const LONG_SURNAMES = new Set([...KOREAN_SURNAMES].filter(({ length }) => length > 1));

/** Whether the syllable is a Korean family name. */
export function isKoreanSurname(syllable: string): boolean {
  return KOREAN_SURNAMES.has(syllable);
}

/** A word of Korean letters as tokens; more than one way to cut it where it may be a whole Korean name. */
export interface HangulReading {
  readonly system: ReadingSystem;
  readonly parts: readonly { readonly surface: string; readonly romanised: Romanisation }[];
}

/**
 * A Hangul word as a Korean name (family name, given name by syllables or joined), and as a foreign word that is spelt
 * phonetically. `alone` says that the word is the whole name, so that it may begin with a family name.
 */
export function readHangul(word: string, alone: boolean): HangulReading[] {
  const syllables = [...word.normalize('NFC')];
  const surnameLength = LONG_SURNAMES.has(word.slice(0, 2)) ? 2 : 1;
  const readings: HangulReading[] = [];
  const given = syllables.length - surnameLength;
  const named = given >= 1 && given <= 2 && (surnameLength === 2 || KOREAN_SURNAMES.has(syllables[0]!));
  const foreign: HangulReading = { system: 'korean-foreign', parts: [foreignPart(word, syllables)] };
  if (named && alone) readings.push(...koreanName(syllables, surnameLength));
  else if (syllables.length <= 2) {
    readings.push({ system: 'korean', parts: [part(syllables)] });
    if (syllables.length === 2)
      readings.push({ system: 'korean-syllables', parts: syllables.map((one) => part([one])) });
  }
  if (syllables.length >= 2 || !alone) readings.push(foreign);
  // Beside other words (a title, a place in brackets) three syllables may still be a whole name.
  if (named && !alone && syllables.length === 3) readings.push(...koreanName(syllables, surnameLength));
  if (readings.length === 0) readings.push({ system: 'korean', parts: [part(syllables)] });
  return readings;
}

function koreanName(syllables: readonly string[], surnameLength: number): HangulReading[] {
  const family = part(syllables.slice(0, surnameLength));
  const given = syllables.slice(surnameLength);
  const readings: HangulReading[] = [{ system: 'korean', parts: [family, ...given.map((one) => part([one]))] }];
  if (given.length === 2) readings.push({ system: 'korean-joined', parts: [family, part(given)] });
  return readings;
}

function part(syllables: readonly string[]): HangulReading['parts'][number] {
  const options = syllables.map(spellings);
  const found: Spelling[] = [];
  const width = Math.max(...options.map((option) => option.length));
  for (let at = 0; at < width; at++) {
    found.push([
      options.map((option) => (option[at] ?? option[0]!)[0]).join(''),
      (options[0]![at] ?? options[0]![0]!)[1],
    ]);
  }
  const [first, ...others] = options;
  for (const other of others.length > 0 ? first! : []) {
    for (const last of others.at(-1)!) {
      found.push([
        other[0] +
          others
            .slice(0, -1)
            .map((option) => option[0]![0])
            .join('') +
          last[0],
        'korean-usual-spelling',
      ]);
    }
  }
  return { surface: syllables.join(''), romanised: romanised(found.length > 0 ? found : [['x', 'korean']])! };
}

/** The usual spellings of a Hangul syllable. */
export function koreanSpellings(syllable: string): string[] {
  return spellings(syllable).map(([text]) => text);
}

/** What a Hangul syllable may be spelt like where its bearer followed no system. */
export function spellingsByEar(syllable: string): string[] {
  const code = syllable.codePointAt(0)! - 0xac00;
  if (code < 0 || code >= 11172) return [];
  const initials = INITIALS_OF_BEARERS[Math.floor(code / 588)]!.replace('-', '').split(',');
  const vowels = VOWELS_OF_BEARERS[Math.floor((code % 588) / 28)]!.split(',');
  const finals = FINALS_OF_BEARERS[code % 28]!.replace('-', '').split(',');
  const found = initials.flatMap((first) => vowels.flatMap((vowel) => finals.map((last) => first + vowel + last)));
  return found.flatMap((text) => (text.startsWith('hwa') ? [text, `wha${text.slice(3)}`] : [text]));
}

function spellings(syllable: string): Spelling[] {
  const found: Spelling[] = [];
  for (const text of USUAL.get(syllable) ?? []) found.push([text, 'korean-usual-spelling']);
  found.push([compose(syllable, INITIALS, VOWELS, FINALS), 'revised-romanisation']);
  found.push([compose(syllable, INITIALS_MR, VOWELS_MR, FINALS), 'mccune-reischauer']);
  found.push([compose(syllable, INITIALS_ENGLISH, VOWELS_ENGLISH, FINALS), 'korean-english-habit']);
  const seen = new Set<string>();
  const unique = found.filter(([text]) => text !== '' && !seen.has(text) && seen.add(text));
  return unique.length > 0 ? unique.slice(0, MAX_VARIANTS) : [['x', 'korean']];
}

function compose(
  syllable: string,
  initials: readonly string[],
  vowels: readonly string[],
  finals: readonly string[],
): string {
  const code = syllable.codePointAt(0)! - 0xac00;
  if (code < 0 || code >= 11172) return '';
  const initial = initials[Math.floor(code / 588)]!;
  const vowel = vowels[Math.floor((code % 588) / 28)]!;
  const final = finals[code % 28]!;
  return (initial + vowel + final).replaceAll('-', '');
}

/**
 * A foreign word as Koreans spell it. The vowel ㅡ only carries a consonant, and ㅓ is any weak vowel.
 * Two sounds each: ㄹ l or r, ㅂ b or v, ㅍ p or f, ㅈ j or z, ㅅ s or th.
 */
function foreignPart(word: string, syllables: readonly string[]): HangulReading['parts'][number] {
  const plain = syllables
    .map((one) => compose(one, INITIALS, VOWELS_FOREIGN, FINALS_FOREIGN))
    .join('')
    .replace(/lr/g, 'l');
  const all: Spelling[] = [
    [plain, 'korean-foreign'],
    ...[...rAndL(plain)].map((text): Spelling => [text, 'korean-foreign']),
    [plain.replaceAll('p', 'f'), 'korean-foreign-f'],
    [plain.replaceAll('b', 'v'), 'korean-foreign-v'],
    [plain.replaceAll('j', 'z'), 'korean-foreign-z'],
    [syllables.map((one) => compose(one, INITIALS, VOWELS, FINALS)).join(''), 'revised-romanisation'],
  ];
  return { surface: word, romanised: romanised(all) ?? { text: 'x', system: 'korean', variants: [] } };
}

/** The word with each of its first two r as l, and with all of them as l. */
export function rAndL(text: string): Set<string> {
  const first = text.indexOf('r');
  const found = new Set<string>();
  if (first < 0) return found;
  const second = text.indexOf('r', first + 1);
  found.add(text.replaceAll('r', 'l'));
  found.add(`${text.slice(0, first)}l${text.slice(first + 1)}`);
  if (second > 0) found.add(`${text.slice(0, second)}l${text.slice(second + 1)}`);
  return found;
}
