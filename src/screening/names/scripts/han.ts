import anyAscii from 'any-ascii';
import {
  CANTONESE,
  JAPANESE_FIRST,
  JAPANESE_GIVEN,
  JAPANESE_LAST,
  JAPANESE_SURNAMES,
  KOREAN,
  LONG_SURNAME_READINGS,
  LONG_SURNAMES,
  MANDARIN_NAMES,
  MANDARIN_SURNAMES,
  RARER_SURNAMES,
  SINO_JAPANESE,
  SINO_KOREAN,
  SOUTH_EAST_ASIAN,
  WADE_GILES,
} from '../tables/han-readings.ts';
import { simplified, simplifiedWord } from '../tables/simplified.ts';
import { CHINESE_FOREIGN_NAMES } from '../tables/transcribed-names.ts';
import { cantoneseSpellings } from './cantonese.ts';
import { foreignParts, foreignSpellings, writesOnlySounds } from './chinese-foreign.ts';
import { type HangulReading, isKoreanSurname, readHangul } from './hangul.ts';
import { spelledBySystem } from './pinyin-systems.ts';
import { MAX_VARIANTS_OF_ANY, type Romanisation, romanised, type Spelling } from './romanised.ts';

const pinyinCache = new Map<string, string>();
const MAX_READINGS = 4;
/** Readings of a Japanese given name that no table has as a whole. */
const MOST_GIVEN = 12;
const MAX_OWN_LENGTH = 4;
/** A name of so many characters that begins with a family name is a foreign one only where a table says so. */
const MAX_OWN_ALONE = 2;

/** What the rest of a name says about a word in Han characters. */
export interface HanContext {
  /** The word is the whole name. */
  readonly alone: boolean;
  readonly organization: boolean;
  /** The name has a middle dot, so that it is a foreign one. */
  readonly dotted: boolean;
  /** The name has kana, so that its characters are read as in Japan. */
  readonly japanese: boolean;
  /** A family name of East Asia and a given name: see `isOwnHanName`. */
  readonly own: boolean;
}

/**
 * A word in Han characters, read in several ways. Mandarin comes as family name and given name, then by syllables. Then
 * come the foreign name that it may spell phonetically, and the readings of other regions and languages. Japanese
 * readings need a dictionary; only common family and given names have one here.
 */
export function readHan(
  word: string,
  { alone, organization, dotted, japanese: kana, own }: HanContext,
): HangulReading[] {
  const characters = [...word];
  if (organization) return wordOfOrganisation(word, characters, kana);
  if (dotted) return [{ system: 'han-transcription', parts: [foreignPart(word)] }];
  if (characters.length > MAX_OWN_LENGTH) return [...foreignReadings(word), joined(characters)].slice(0, MAX_READINGS);
  if (!alone) return partOfName(word, characters, kana);
  if (characters.length === 1) return [joined(characters)];
  const surname = LONG_SURNAMES.has(characters.slice(0, 2).join('')) && characters.length > 2 ? 2 : 1;
  const japanese = readJapanese(characters);
  const readings = [mandarin(characters, surname), regional(characters, surname)];
  if (japanese) readings.unshift(japanese);
  const korean = readKorean(characters);
  if (korean && !japanese) readings.push(korean);
  if (characters.length === MAX_OWN_LENGTH && surname === 1) readings.unshift(...foreignReadings(word));
  else if (mayBeForeign(word, own)) readings.push(foreign(word));
  return readings.slice(0, MAX_READINGS);
}

/** A word of an organisation's name: spelt together, by syllables, and as Japan reads it. */
function wordOfOrganisation(word: string, characters: readonly string[], kana: boolean): HangulReading[] {
  const japanese = JAPANESE_SURNAMES.get(word) ?? (kana ? sinoJapanese(characters) : undefined);
  const chinese = characters.length === 1 ? [joined(characters)] : [joined(characters), syllables(characters)];
  return japanese ? [...chinese, inJapanese(word, japanese)] : chinese;
}

/** Character by character, as words that Japan took from Chinese are read. */
function sinoJapanese(characters: readonly string[]): readonly string[] | undefined {
  const readings = characters.map((character) => SINO_JAPANESE.get(character));
  return readings.includes(undefined) ? undefined : [readings.join('')];
}

function inJapanese(word: string, spellings: readonly string[]): HangulReading {
  return {
    system: 'japanese',
    parts: [
      part(
        word,
        spellings.map((text) => [text, 'japanese'] as const),
      ),
    ],
  };
}

/** Beside other words a family name or a given name alone: spelt together, by syllables, and as Japanese read it. */
function partOfName(word: string, characters: readonly string[], kana: boolean): HangulReading[] {
  if (characters.length > 2) return [foreign(word), joined(characters), syllables(characters)];
  // After kana 子 ends a woman's name (くみ子).
  const ending = kana && word === '子' ? ['ko'] : undefined;
  const japanese = JAPANESE_SURNAMES.get(word) ?? JAPANESE_GIVEN.get(word) ?? ending;
  const own = characters.length === 1 && !kana ? [regional(characters, 1)] : [joined(characters)];
  // A Japanese family name of two characters is no Chinese given name.
  const chinese = characters.length === 2 && !kana && !JAPANESE_SURNAMES.has(word);
  if (chinese) own.push(regional(characters, 0));
  if (!japanese) return own;
  return [...(kana ? [] : own), inJapanese(word, japanese)];
}

type Part = HangulReading['parts'][number];

/** A character in pinyin without tones, as it is usual in names. */
export function pinyin(character: string): string {
  const known = MANDARIN_NAMES.get(character) ?? pinyinCache.get(character);
  if (known !== undefined) return known;
  const found = anyAscii(character)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  pinyinCache.set(character, found);
  return found;
}

/** A family name of one or two characters in pinyin. */
export function surnamePinyin(characters: readonly string[]): string {
  const compound = LONG_SURNAME_READINGS.get(simplifiedWord(characters.join('')));
  if (compound !== undefined) return compound;
  return characters
    .map((one) => (characters.length === 1 ? MANDARIN_SURNAMES.get(one) : undefined) ?? pinyin(one))
    .join('');
}

function part(surface: string, spellings: readonly Spelling[]): Part {
  return { surface, romanised: romanised(spellings, MAX_VARIANTS_OF_ANY) ?? FALLBACK };
}

const FALLBACK: Romanisation = { text: 'x', system: 'han', variants: [] };

/** Family name, then the given name joined; each syllable's other spellings with the family name as variants. */
function mandarin(characters: readonly string[], surname: number): HangulReading {
  const family = characters.slice(0, surname);
  const given = characters.slice(surname);
  const familySpelling = surnamePinyin(family);
  const givenPinyin = given.map(pinyin);
  return {
    system: 'mandarin-pinyin',
    parts: [
      part(family.join(''), [
        [familySpelling, 'pinyin'],
        ...(surname === 1 ? rarerReadings(family[0]!) : []),
        [
          surname === 1 ? wadeGiles(familySpelling) : family.map((one) => wadeGiles(pinyin(one))).join(''),
          'wade-giles',
        ],
        ...(surname === 1 ? regionalSpellings(family[0]!) : []),
      ]),
      part(given.join(''), [
        [givenPinyin.join(''), 'pinyin'],
        [givenPinyin.map(wadeGiles).join(''), 'wade-giles'],
      ]),
    ].filter(({ surface }) => surface !== ''),
  };
}

/** Syllable by syllable with Wade-Giles, Cantonese and Hokkien spellings: names of Hong Kong, Taiwan, Singapore. */
function regional(characters: readonly string[], surname: number): HangulReading {
  return {
    system: 'chinese-by-syllables',
    parts: characters.map((one, at) => {
      const reading = at < surname && surname === 1 ? surnamePinyin([one]) : pinyin(one);
      const rarer = at < surname && surname === 1 ? rarerReadings(one) : [];
      return part(one, [[reading, 'pinyin'], ...rarer, [wadeGiles(reading), 'wade-giles'], ...regionalSpellings(one)]);
    }),
  };
}

const rarerReadings = (family: string): Spelling[] =>
  (RARER_SURNAMES.get(simplified(family)) ?? []).map((reading) => [reading, 'pinyin']);

function regionalSpellings(character: string): Spelling[] {
  const found: Spelling[] = [];
  const simple = simplified(character);
  const cantonese = CANTONESE.get(character) ?? CANTONESE.get(simple);
  if (cantonese) found.push([cantonese, 'cantonese']);
  for (const spelling of cantoneseSpellings(simple).slice(0, 2)) found.push([spelling, 'cantonese']);
  for (const spelling of SOUTH_EAST_ASIAN.get(simple) ?? []) found.push([spelling, 'hokkien-and-hakka-habits']);
  for (const spelling of cantoneseSpellings(simple).slice(2)) found.push([spelling, 'cantonese']);
  return found;
}

function joined(characters: readonly string[]): HangulReading {
  return {
    system: 'mandarin-pinyin',
    parts: [part(characters.join(''), [[characters.map(pinyin).join(''), 'pinyin']])],
  };
}

function syllables(characters: readonly string[]): HangulReading {
  return { system: 'mandarin-by-syllables', parts: characters.map((one) => part(one, [[pinyin(one), 'pinyin']])) };
}

/** A name in Hanja read as Koreans do, where the first character is a family name of theirs. */
function readKorean(characters: readonly string[]): HangulReading | undefined {
  const hangul = characters.map(koreanReading);
  if (hangul.some((one) => one === undefined) || characters.length > 3) return undefined;
  const [first, second, ...others] = hangul as string[];
  const name = [initialSound(first!), ...(second === undefined ? [] : [initialSound(second)]), ...others];
  if (!isKoreanSurname(name[0]!)) return undefined;
  const reading = readHangul(name.join(''), true)[0]!;
  return {
    system: 'korean-reading-of-han',
    parts: reading.parts.map((one, at) => {
      const before = reading.parts.slice(0, at).reduce((sum, { surface }) => sum + [...surface].length, 0);
      return { ...one, surface: characters.slice(before, before + [...one.surface].length).join('') };
    }),
  };
}

/** The Hangul syllable that a Han character is read as, in the middle of a word. */
export function koreanReading(character: string): string | undefined {
  return KOREAN.get(character) ?? SINO_KOREAN.get(simplified(character));
}

/** At the beginning of a word Korean drops ㄹ and ㄴ before i and y, and says ㄴ for another ㄹ (두음법칙). */
export function initialSound(syllable: string): string {
  const code = syllable.codePointAt(0)! - 0xac00;
  const initial = Math.floor(code / 588);
  const vowel = Math.floor((code % 588) / 28);
  const soft = [2, 3, 6, 7, 12, 17, 20].includes(vowel);
  if ((initial === 5 || initial === 2) && soft) return String.fromCodePoint(0xac00 + 11 * 588 + (code % 588));
  if (initial === 5) return String.fromCodePoint(0xac00 + 2 * 588 + (code % 588));
  return syllable;
}

function readJapanese(characters: readonly string[]): HangulReading | undefined {
  for (const length of [3, 2, 1]) {
    const [surname, name] = [characters.slice(0, length).join(''), characters.slice(length)];
    const family = JAPANESE_SURNAMES.get(surname);
    if (!family || name.length === 0) continue;
    const given = JAPANESE_GIVEN.get(name.join('')) ?? (length > 1 ? japaneseGiven(name) : undefined);
    if (given)
      return { system: 'japanese', parts: [japanesePart(surname, family), japanesePart(name.join(''), given)] };
  }
  return undefined;
}

const japanesePart = (surface: string, readings: readonly string[]): Part =>
  part(
    surface,
    readings.map((text) => [text, 'japanese'] as const),
  );

/** A given name of two or three characters by the readings that each has first and last in given names. */
function japaneseGiven(name: readonly string[]): readonly string[] | undefined {
  if (name.length < 2 || name.length > 3) return undefined;
  const perCharacter = name.map((character, at) => {
    return (at === name.length - 1 ? JAPANESE_LAST : JAPANESE_FIRST).get(character) ?? [];
  });
  const given = perCharacter.reduce<string[]>(
    (before, readings) => before.flatMap((start) => readings.map((reading) => start + reading)),
    [''],
  );
  return given.length === 0 ? undefined : given.slice(0, MOST_GIVEN);
}

function foreign(word: string): HangulReading {
  return { system: 'chinese-foreign', parts: [foreignPart(word)] };
}

/** What looks like an own name is a foreign one where a table says so, or where only sounds of such names are in it. */
function mayBeForeign(word: string, own: boolean): boolean {
  if (!own) return true;
  const simple = simplifiedWord(word);
  return CHINESE_FOREIGN_NAMES.has(simple) || ([...word].length > MAX_OWN_ALONE && writesOnlySounds(simple));
}

function foreignPart(word: string): Part {
  return { surface: word, romanised: foreignSpellings(simplifiedWord(word), pinyin) ?? FALLBACK };
}

/** A long word as several foreign names where it can be cut, then as one. */
function foreignReadings(word: string): HangulReading[] {
  const parts = foreignParts(simplifiedWord(word));
  if (!parts) return [foreign(word)];
  return [{ system: 'chinese-foreign', parts: parts.map(foreignPart) }, foreign(word)];
}

/** A pinyin syllable in Wade-Giles, without its apostrophes as in Taiwanese passports. */
export function wadeGiles(syllable: string): string {
  return spelledBySystem(syllable, WADE_GILES)[0]!;
}
