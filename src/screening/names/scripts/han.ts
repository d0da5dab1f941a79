import anyAscii from 'any-ascii';
import { FOREIGN_SOUNDS, WADE_GILES_INITIALS, WADE_GILES_WHOLE } from '../tables/chinese-sounds.ts';
import {
  CANTONESE,
  HOKKIEN,
  KOREAN,
  LONG_SURNAMES,
  MANDARIN_NAMES,
  MANDARIN_SURNAMES,
} from '../tables/han-readings.ts';
import { JAPANESE_GIVEN, JAPANESE_SURNAMES } from '../tables/japanese-names.ts';
import { CHINESE_FOREIGN_NAMES } from '../tables/transcribed-names.ts';
import { type HangulReading, readHangul } from './hangul.ts';
import { type Romanised, romanised } from './romanised.ts';

const pinyinCache = new Map<string, string>();

/**
 * A word in Han characters: Mandarin (family name and given name, then by syllables), as a foreign name spelt by ear,
 * and in the readings of the regions where the characters suggest them. Japanese readings need a dictionary; only
 * common family and given names have one here.
 */
export function readHan(word: string, alone: boolean, organization: boolean): HangulReading[] {
  const characters = [...word];
  if (organization) return [joined(characters), ...(characters.length > 1 ? [syllables(characters)] : [])];
  if (!alone || characters.length > 4) return [foreign(word, characters), joined(characters)];
  if (characters.length === 1) return [joined(characters)];
  const surname = LONG_SURNAMES.has(characters.slice(0, 2).join('')) && characters.length > 2 ? 2 : 1;
  const japanese = readJapanese(characters);
  const readings = [mandarin(characters, surname), regional(characters, surname)];
  if (japanese) readings.unshift(japanese);
  const korean = readKorean(characters);
  if (korean && !japanese) readings.push(korean);
  readings.push(characters.length === 2 || surname === 2 ? foreign(word, characters) : bySyllables(characters));
  return readings.slice(0, 4);
}

type Part = HangulReading['parts'][number];

function pinyin(character: string): string {
  const known = MANDARIN_NAMES.get(character) ?? pinyinCache.get(character);
  if (known !== undefined) return known;
  const found = anyAscii(character)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  pinyinCache.set(character, found);
  return found;
}

function surnamePinyin(characters: readonly string[]): string {
  return characters
    .map((one) => (characters.length === 1 ? MANDARIN_SURNAMES.get(one) : undefined) ?? pinyin(one))
    .join('');
}

function part(surface: string, spellings: readonly (readonly [string, string])[]): Part {
  return { surface, romanised: romanised(spellings) ?? FALLBACK };
}

const FALLBACK: Romanised = { text: 'x', system: 'Han', variants: [] };

/** Family name, then the given name joined; each syllable's other spellings with the family name as variants. */
function mandarin(characters: readonly string[], surname: number): HangulReading {
  const family = characters.slice(0, surname);
  const given = characters.slice(surname);
  const familySpelling = surnamePinyin(family);
  const givenPinyin = given.map(pinyin);
  return {
    system: 'Mandarin, pinyin',
    parts: [
      part(family.join(''), [
        [familySpelling, 'pinyin'],
        [family.map((one) => wadeGiles(surname === 1 ? familySpelling : pinyin(one))).join(''), 'Wade-Giles'],
        ...(surname === 1 ? regionalSpellings(family[0]!) : []),
      ]),
      part(given.join(''), [
        [givenPinyin.join(''), 'pinyin'],
        [givenPinyin.map(wadeGiles).join(''), 'Wade-Giles'],
      ]),
    ].filter(({ surface }) => surface !== ''),
  };
}

/** Syllable by syllable with Wade-Giles, Cantonese and Hokkien spellings: names of Hong Kong, Taiwan, Singapore. */
function regional(characters: readonly string[], surname: number): HangulReading {
  return {
    system: 'Chinese, by syllables',
    parts: characters.map((one, at) => {
      const reading = at < surname && surname === 1 ? surnamePinyin([one]) : pinyin(one);
      return part(one, [[reading, 'pinyin'], [wadeGiles(reading), 'Wade-Giles'], ...regionalSpellings(one)]);
    }),
  };
}

function regionalSpellings(character: string): (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  const cantonese = CANTONESE.get(character);
  const hokkien = HOKKIEN.get(character);
  if (cantonese) found.push([cantonese, 'Cantonese']);
  if (hokkien) found.push([hokkien, 'Hokkien']);
  return found;
}

function joined(characters: readonly string[]): HangulReading {
  return {
    system: 'Mandarin, pinyin',
    parts: [part(characters.join(''), [[characters.map(pinyin).join(''), 'pinyin']])],
  };
}

function syllables(characters: readonly string[]): HangulReading {
  return { system: 'Mandarin, by syllables', parts: characters.map((one) => part(one, [[pinyin(one), 'pinyin']])) };
}

/** A three-character word may be a short foreign name too (the family name alone, spelt by ear). */
function bySyllables(characters: readonly string[]): HangulReading {
  return foreign(characters.join(''), characters);
}

/** A name in Hanja read as Koreans do, where every character is one that Korean names use. */
function readKorean(characters: readonly string[]): HangulReading | undefined {
  const hangul = characters.map((one) => KOREAN.get(one));
  if (hangul.some((one) => one === undefined)) return undefined;
  const reading = readHangul(hangul.join(''), true)[0]!;
  return {
    system: 'Korean reading of Han',
    parts: reading.parts.map((one, at) => ({ ...one, surface: characters[at] ?? one.surface })),
  };
}

function readJapanese(characters: readonly string[]): HangulReading | undefined {
  for (const length of [3, 2, 1]) {
    const family = JAPANESE_SURNAMES.get(characters.slice(0, length).join(''));
    const given = JAPANESE_GIVEN.get(characters.slice(length).join(''));
    if (family && given) {
      return {
        system: 'Japanese',
        parts: [
          part(
            characters.slice(0, length).join(''),
            family.map((text) => [text, 'Japanese'] as const),
          ),
          part(
            characters.slice(length).join(''),
            given.map((text) => [text, 'Japanese'] as const),
          ),
        ],
      };
    }
  }
  return undefined;
}

function foreign(word: string, characters: readonly string[]): HangulReading {
  const usual = (CHINESE_FOREIGN_NAMES.get(word) ?? []).map((text) => [text, 'Chinese, usual transcription'] as const);
  const plain = characters.map(pinyin);
  const heard = plain.map((syllable) => FOREIGN_SOUNDS.get(syllable) ?? syllable).join('');
  const erAsR = plain
    .map((syllable) => (syllable === 'er' ? 'r' : (FOREIGN_SOUNDS.get(syllable) ?? syllable)))
    .join('');
  return {
    system: 'Chinese, foreign name',
    parts: [
      part(word, [
        ...usual,
        [plain.join(''), 'pinyin'],
        [heard, 'Chinese, foreign name'],
        [erAsR, 'Chinese, foreign name, r'],
        [heard.replace(/l/g, 'r'), 'Chinese, foreign name, r'],
        [erAsR.replace(/^l/, 'r'), 'Chinese, foreign name, r'],
        [heard.replace(/w/g, 'v').replace(/h/g, 'g'), 'Chinese, foreign name, v'],
        [heard.replace(/^x/, 'h').replace(/ji/g, 'ki').replace(/b/g, 'v'), 'Chinese, foreign name'],
      ]),
    ],
  };
}

/** A pinyin syllable in Wade-Giles, without its apostrophes as in Taiwanese passports. */
function wadeGiles(syllable: string): string {
  const whole = WADE_GILES_WHOLE.get(syllable);
  if (whole !== undefined) return whole;
  const match = /^(zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(.*)$/.exec(syllable)!;
  const initial = WADE_GILES_INITIALS.get(match[1] ?? '') ?? match[1] ?? '';
  const final = match[2]!.replace(/ong$/, 'ung').replace(/ian$/, 'ien').replace(/ie$/, 'ieh').replace(/ue$/, 'ueh');
  return initial + final;
}
