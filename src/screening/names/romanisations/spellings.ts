import { readTable } from '../../../tables.ts';
import { cantoneseSpellings } from '../scripts/cantonese.ts';
import { initialSound, koreanReading, pinyin, surnamePinyin, wadeGiles } from '../scripts/han.ts';
import { koreanSpellings, spellingsByEar } from '../scripts/hangul.ts';
import { hokkienReadings, hokkienSpellings } from '../scripts/hokkien.ts';
import { pinyinSpellings, spelledBySystem } from '../scripts/pinyin-systems.ts';
import type { SpellingSystem } from '../systems.ts';
import {
  CANTONESE,
  ON_READINGS,
  SINO_VIETNAMESE,
  SOUTH_EAST_ASIAN,
  VIETNAMESE_SURNAMES,
} from '../tables/han-readings.ts';
import type { NamePlace } from './characters.ts';
import { gwoyeuSpellings } from './gwoyeu.ts';

/** A spelling, and how well it fits: 1 for the usual one. */
type Fit = readonly [spelling: string, fit: number];

/** How names of Han characters are written in Latin letters in one part of the world. */
export interface Romanisation {
  /** Under which explanations name it. */
  readonly code: SpellingSystem;
  /** Whether the syllables of a given name are also written as one word. */
  readonly isJoined: boolean;
  /** How well any spelling fits any character: somebody may have misheard it. */
  readonly leastFit: number;
  /** Whether people spell it phonetically, so that what sounds like a spelling fits nearly as well. */
  readonly isPhonetic: boolean;
  /** The spellings of a simplified character, the usual ones first; empty where nothing is known. */
  readonly spellings: (character: string, place: NamePlace) => readonly Fit[];
}

/** The second of two spellings of a character counts so much less, the third as much again. */
const NEXT = 0.8;
const LEAST = 0.35;
/** What Koreans write phonetically. */
const BY_EAR = 0.3;
/** Systems of Mandarin that passports do not use. */
const SELDOM = 0.5;

/** Who spells what was heard may have misheard. */
const MISHEARD = 0.001;
/** Systems with a rule for every syllable leave nothing but slips. */
const MISWRITTEN = 0.00001;

/** A family name by the reading that its character has elsewhere. */
const OTHER_READING = 0.5;
/** Sounds that change behind another syllable: Kin and hei become Kinpei. */
const BEHIND = 0.5;

/** Lists that many characters have in common, each made once: who groups characters compares them by identity. */
const lists = new Map<string, readonly Fit[]>();

function listOf(key: string, make: () => readonly Fit[]): readonly Fit[] {
  let list = lists.get(key);
  if (list === undefined) {
    list = make();
    lists.set(key, list);
  }
  return list;
}

const inTurn = (spellings: readonly string[]): readonly Fit[] =>
  listOf(`turn ${spellings.join(' ')}`, () =>
    [...new Set(spellings)].map((text, place): Fit => [text, Math.max(LEAST, NEXT ** place)]),
  );

const mandarin = (character: string, place: NamePlace): string =>
  place === 'family' ? surnamePinyin([character]) : pinyin(character);

/** By system its rows: initials, finals behind a hyphen, whole syllables. */
const OTHER_MANDARIN = otherMandarin();

function otherMandarin(): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const systems = new Map<string, Map<string, string>>();
  for (const [system, own, spelling] of readTable('names/mandarin-romanisations.tsv', [
    'system',
    'pinyin',
    'spelling',
  ])) {
    const rows = systems.get(system) ?? new Map<string, string>();
    systems.set(system, rows.set(own, spelling));
  }
  return systems;
}

/** A syllable in pinyin without tone, as the other systems of Mandarin write it. */
export function mandarinSpellings(syllable: string): readonly Fit[] {
  const others = [...OTHER_MANDARIN.values()].flatMap((rows) => spelledBySystem(syllable, rows));
  const seldom = [...gwoyeuSpellings(syllable), ...others].map((text): Fit => [text, SELDOM]);
  return [[wadeGiles(syllable), 1], ...seldom];
}

const CHANGES: Readonly<Record<string, readonly string[]>> = {
  h: ['p', 'b'],
  k: ['g'],
  s: ['z'],
  t: ['d'],
  f: ['p', 'b'],
};

function cantonese(character: string): string[] {
  const usual = CANTONESE.get(character);
  return [...(usual === undefined ? [] : [usual]), ...cantoneseSpellings(character)];
}

function korean(character: string, place: NamePlace): readonly Fit[] {
  const reading = koreanReading(character);
  if (reading === undefined) return [];
  return listOf(`korean ${place} ${reading}`, () => spellKorean(reading, place));
}

function spellKorean(reading: string, place: NamePlace): readonly Fit[] {
  const initial = initialSound(reading);
  const syllables = [...new Set(place === 'family' ? [initial, reading] : [reading, initial])];
  const usual = inTurn(syllables.flatMap(koreanSpellings));
  const known = new Set(usual.map(([text]) => text));
  const heard = new Set(syllables.flatMap(spellingsByEar));
  return [...usual, ...[...heard].filter((text) => !known.has(text)).map((text): Fit => [text, BY_EAR])];
}

/** Hokkien as readings elsewhere tell it counts less than what is known. */
const DERIVED = 0.7;

const knownSouthEastAsian = (character: string): string[] => [
  ...(SOUTH_EAST_ASIAN.get(character) ?? []),
  ...cantonese(character),
];

function southEastAsian(character: string): readonly Fit[] {
  const known = knownSouthEastAsian(character);
  return listOf(`south-east ${known.join(' ')} ${hokkienReadings(character)}`, () => {
    const fits = new Map(inTurn(known));
    for (const [text, fit] of hokkienSpellings(character)) {
      fits.set(text, Math.max(fits.get(text) ?? 0, DERIVED * fit));
    }
    return [...fits];
  });
}

/** The given name in Mandarin behind a family name that is not: Tan Wei Jie. */
function mandarinGiven(character: string, place: NamePlace): readonly Fit[] {
  if (place === 'family') return inTurn(knownSouthEastAsian(character));
  const syllable = pinyin(character);
  return listOf(`given ${syllable}`, () => [
    ...pinyinSpellings(syllable).map((text): Fit => [text, 1]),
    [wadeGiles(syllable), SELDOM],
  ]);
}

function vietnamese(character: string, place: NamePlace): readonly Fit[] {
  const own = place === 'family' ? (VIETNAMESE_SURNAMES.get(character) ?? []) : [];
  const reading = SINO_VIETNAMESE.get(character);
  return inTurn(reading === undefined ? own : [...own, reading]);
}

function onReadings(character: string, place: NamePlace): readonly Fit[] {
  const reading = ON_READINGS.get(character);
  if (reading === undefined) return [];
  return listOf(`on ${place} ${reading}`, () => {
    const changed = place === 'given' ? (CHANGES[reading[0]!] ?? []).map((start) => start + reading.slice(1)) : [];
    return [[reading, 1], ...changed.map((text): Fit => [text, BEHIND])];
  });
}

/** Every way in which one Han character comes to stand in Latin letters. */
export const ROMANISATIONS: readonly Romanisation[] = [
  {
    code: 'pinyin',
    isJoined: true,
    leastFit: MISWRITTEN,
    isPhonetic: false,
    spellings: (character, place) => {
      const [usual, other] = [mandarin(character, place), pinyin(character)];
      return listOf(`pinyin ${usual} ${other}`, () => {
        const fits = pinyinSpellings(usual).map((text): Fit => [text, 1]);
        return usual === other ? fits : [...fits, [other, OTHER_READING]];
      });
    },
  },
  {
    code: 'mandarin-other',
    isJoined: false,
    leastFit: MISWRITTEN,
    isPhonetic: false,
    spellings: (character, place) => {
      const syllable = mandarin(character, place);
      return listOf(`mandarin ${syllable}`, () => mandarinSpellings(syllable));
    },
  },
  {
    code: 'cantonese',
    isJoined: false,
    leastFit: MISHEARD,
    isPhonetic: true,
    spellings: (character) => inTurn(cantonese(character)),
  },
  {
    code: 'hokkien-and-hakka-habits',
    isJoined: false,
    leastFit: MISHEARD,
    isPhonetic: true,
    spellings: southEastAsian,
  },
  {
    code: 'hokkien-and-hakka-habits',
    isJoined: false,
    leastFit: MISWRITTEN,
    isPhonetic: false,
    spellings: mandarinGiven,
  },
  { code: 'korean', isJoined: true, leastFit: MISHEARD, isPhonetic: true, spellings: korean },
  { code: 'sino-vietnamese', isJoined: false, leastFit: MISHEARD, isPhonetic: false, spellings: vietnamese },
  { code: 'on-reading', isJoined: true, leastFit: MISHEARD, isPhonetic: false, spellings: onReadings },
];
