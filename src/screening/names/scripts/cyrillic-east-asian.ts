import { once } from '../../../tables.ts';
import { CHINESE_SURNAMES } from '../characters.ts';
import type { ReadingSystem, SpellingSystem } from '../systems.ts';
import { JYUTPING, KOREAN, SINO_KOREAN } from '../tables/han-readings.ts';
import type { NameToken, Reading } from '../types.ts';
import type { CyrillicLanguage } from './cyrillic.ts';
import { pinyin, surnamePinyin, wadeGiles } from './han.ts';
import { KOREAN_SURNAMES, koreanSpellings } from './hangul.ts';
import { letterTable, MAX_VARIANTS_OF_ANY, romanised } from './romanised.ts';

/*
 * Names of China and Korea as Russian writes them, syllable by syllable: Цзэн is Zeng by Palladius (1888), and Чон is
 * Chong by Kontsevich (1966). Other languages in Cyrillic letters follow Russian.
 */

/** What pinyin begins with, in the order in which it is looked for. */
const INITIALS = letterTable(`zh=чж ch=ч sh=ш b=б p=п m=м f=ф d=д t=т n=н l=л g=г k=к h=х j=цз q=ц x=с r=ж z=цз c=ц s=с
  yu=ю y=й w=в`);
/** With ü as v. What begins with й or ю is a syllable without an initial. */
const FINALS = letterTable(`a=а o=о e=э ai=ай ei=эй ao=ао ou=оу an=ань en=энь ang=ан eng=эн er=эр ong=ун i=и ia=я iao=яо
  ie=е iu=ю ian=янь in=инь iang=ян ing=ин iong=юн u=у ua=уа uo=о uai=уай ui=уй uan=уань un=унь uang=уан v=юй ve=юэ
  van=юань vn=юнь`);
const WITHOUT_INITIAL = letterTable(`yi=и ya=я ye=е yao=яо you=ю yan=янь yin=инь yang=ян ying=ин yong=юн yu=юй yue=юэ
  yuan=юань yun=юнь wu=у wo=во`);
/** Spelt otherwise than the rule says. */
const IRREGULAR: Readonly<Record<string, readonly string[]>> = { hui: ['хуэй', 'хой'], lue: ['люэ'], nue: ['нюэ'] };

/** Letters of a Korean syllable in the order of Unicode, each as it sounds first and between vowels. */
const KOREAN_INITIALS = 'к,г кк н т,д тт р,л м п,б пп с сс - ч,чж,дж чч чх кх тх пх х'.split(' ');
const KOREAN_VOWELS = 'а э я йя о е е е о ва вэ ве е у во ве ви ю ы ый,ы,и и'.split(' ');
const KOREAN_FINALS = '- к к к н н н т ль,р к м ль ль ль п ль м п п т т н т т к т п т'.split(' ');
/** The family name 이 is Ли as it was in the north, and Lee in Latin letters. */
const LEE = '이';
/** Until Kontsevich the vowel of 정 and 성 was written е, and is to this day in the names of North Korea. */
const VOWEL_O = 4;
const FORMERLY_E = new Set([9, 10, 12, 13]);

const LONGEST = 14;
const MOST_WORDS = 3;

interface Syllables {
  /** Latin spellings of each syllable, the usual ones first. */
  readonly spellings: ReadonlyMap<string, readonly string[]>;
  readonly surnames: ReadonlySet<string>;
  readonly reading: ReadingSystem;
  /** The reading with a word for each word; undefined where the syllables are always apart. */
  readonly joined?: ReadingSystem;
  readonly system: SpellingSystem;
}

/**
 * The readings of a person's name in Cyrillic letters of which all words are Chinese or Korean syllables, and the first
 * is a family name. None for other names.
 */
export function eastAsianReadings(words: readonly string[], language: CyrillicLanguage): Reading[] {
  if (words.length < 2 || words.length > MOST_WORDS) return [];
  const written = words.map((word) => asRussian(word, language));
  return [korean(), chinese()].flatMap((syllables): Reading[] => {
    if (!syllables.surnames.has(written[0]!.replaceAll('ъ', ''))) return [];
    const perWord = written.map((word) => syllablesOf(word, syllables));
    if (perWord.some((found) => found.length === 0)) return [];
    const apart = perWord.map((surfaces) => surfaces.map((surface) => tokenOf([surface], syllables)));
    const readings: Reading[] = [{ system: syllables.reading, tokens: apart.flat() }];
    // Pinyin writes the syllables of a given name as one word.
    if (syllables.joined !== undefined && perWord.some(({ length }) => length > 1)) {
      readings.push({ system: syllables.joined, tokens: perWord.map((surfaces) => tokenOf(surfaces, syllables)) });
    }
    return readings;
  });
}

/** A word of some syllables, with its spellings. */
function tokenOf(surfaces: readonly string[], { spellings, system }: Syllables): NameToken {
  let texts: readonly string[] = [''];
  for (const surface of surfaces) {
    const ends = spellings.get(surface)!;
    texts = texts.flatMap((start) => ends.map((end) => start + end));
  }
  const found = texts.map((text) => [text, system] as const);
  return { surface: surfaces.join(''), role: 'word', ...romanised(found, MAX_VARIANTS_OF_ANY)! };
}

/** The syllable that a word is, or the two that are written together. A hard sign may stand between them. */
function syllablesOf(word: string, { spellings }: Syllables): readonly string[] {
  const parts = word.split('ъ');
  if (parts.length === 2 && parts.every((part) => spellings.has(part))) return parts;
  const whole = parts.join('');
  if (spellings.has(whole)) return [whole];
  for (let at = 1; at < whole.length && whole.length <= LONGEST; at++) {
    const both = [whole.slice(0, at), whole.slice(at)];
    if (both.every((part) => spellings.has(part))) return both;
  }
  return [];
}

/** With the vowels of Russian, and without the dots of ё, which others write йо. */
function asRussian(word: string, language: CyrillicLanguage): string {
  const vowels = OTHER_VOWELS[language];
  const lower = word.toLowerCase();
  return folded(vowels === undefined ? lower : [...lower].map((letter) => vowels.get(letter) ?? letter).join(''));
}

const OTHER_VOWELS: Partial<Record<CyrillicLanguage, ReadonlyMap<string, string>>> = {
  ukrainian: letterTable('и=ы і=и ї=и є=е'),
  belarusian: letterTable('і=и э=е'),
};

const folded = (text: string): string => text.replace(/ё|йо/g, 'е').replace(/[’'ʼ]/g, 'ъ');

const korean = once((): Syllables => {
  const meant = new Map<string, string[]>();
  for (const syllable of new Set([...KOREAN.values(), ...SINO_KOREAN.values(), ...KOREAN_SURNAMES].join(''))) {
    for (const written of kontsevich(syllable)) meant.set(written, [...(meant.get(written) ?? []), syllable]);
  }
  const surnames = new Set([...KOREAN_SURNAMES].filter(({ length }) => length === 1).flatMap(kontsevich));
  const spellings = new Map(
    [...meant].map(([written, syllables]) => [written, inTurn(syllables.map(koreanSpellings))]),
  );
  return { spellings, surnames, reading: 'korean', system: 'cyrillic-kontsevich' };
});

/** The ways to write a Hangul syllable in Cyrillic letters. */
function kontsevich(syllable: string): string[] {
  const code = syllable.codePointAt(0)! - 0xac00;
  if (syllable === LEE) return ['и', 'ли'];
  const initial = Math.floor(code / 588);
  const vowel = Math.floor((code % 588) / 28);
  const vowels = vowel === VOWEL_O && FORMERLY_E.has(initial) ? ['о', 'е'] : KOREAN_VOWELS[vowel]!.split(',');
  const finals = KOREAN_FINALS[code % 28]!.split(',');
  return KOREAN_INITIALS[initial]!.split(',').flatMap((first) =>
    vowels.flatMap((middle) => finals.map((last) => folded((first + middle + last).replaceAll('-', '')))),
  );
}

/** The first of each, then the second of each. */
function inTurn(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return [...new Set(Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat())];
}

const chinese = once((): Syllables => {
  const spellings = new Map<string, string[]>();
  for (const syllable of new Set([...JYUTPING.keys()].map(pinyin))) {
    for (const written of palladius(syllable)) {
      spellings.set(written, [...(spellings.get(written) ?? []), syllable, wadeGiles(syllable)]);
    }
  }
  const surnames = new Set([...CHINESE_SURNAMES].flatMap((surname) => palladius(surnamePinyin([surname]))));
  return {
    spellings,
    surnames,
    reading: 'chinese-by-syllables',
    joined: 'mandarin-pinyin',
    system: 'cyrillic-palladius',
  };
});

/** The ways to write a syllable of pinyin in Cyrillic letters; none for what is no such syllable. */
function palladius(syllable: string): string[] {
  const known = IRREGULAR[syllable] ?? (WITHOUT_INITIAL.has(syllable) ? [WITHOUT_INITIAL.get(syllable)!] : undefined);
  if (known) return known.flatMap(withE);
  const initial = [...INITIALS.keys()].find((one) => syllable.startsWith(one)) ?? '';
  const rest = syllable.slice(initial.length);
  const final = FINALS.get(/^[jqx]$/.test(initial) ? rest.replace(/^u/, 'v') : rest);
  if (final === undefined || /^y/.test(initial)) return [];
  const vowel = rest === 'i' && /^(?:[zcs]h?|r)$/.test(initial) ? (/h|r/.test(initial) ? 'и' : 'ы') : final;
  return withE((INITIALS.get(initial) ?? '') + vowel);
}

/** Many write Ден for Дэн. */
const withE = (written: string): string[] => [...new Set([written, written.replaceAll('э', 'е')])].map(folded);
