import { isOwnHanName } from './characters.ts';
import { foldLatin } from './latin.ts';
import { isSyllable, languagesOfName } from './syllables.ts';
import { TITLES } from './tables/titles-and-particles.ts';

/** What may hold a numeral: nearly no name does. */
const MAY_HOLD =
  /(?:^|[\s.,])(?:[IVXІХ]{2,}|[ivx]{2,}|I(?:er|re|[eè]re?)(?![\p{L}\p{M}]))|\d|[一二三四五六七八九十]世/u;
/** `II`, `II.`, `Ier`, `IIe`, `II-й` behind a name. */
const ROMAN =
  /(?<=[\p{L}\p{M}.)]\s)(?:([IVXІХ]{2,}|[ivx]{2,})(?:\.|[eè]me|er|re|e|-\p{L}{1,4})?|(I)(?:er|re|[eè]re?))(?=[\s,)]|$)/gu;
/** `1st`, `1er`, `2-й`, `2-nji` behind a name. */
const ORDINAL =
  /(?<=[\p{L}\p{M}.)]\s)(\d{1,2})(?:st|nd|rd|th|er|[eè]re?|[eè]me|e|o|a|°|-\p{L}\p{M}*(?:\p{L}\p{M}*){0,3})(?=[\s,)]|$)/gu;
/** `Otto Halberg, III` and `Halberg, Otto, III`. Behind one word it may be a given name: `Nguyen, Vi`. */
const BEHIND_COMMA = /^([^,]+[\s,][^,]+),\s*([IVX]{2,})\.?$/u;
/** `Napoleon 1.`, the number behind one name alone. */
const POINTED = /^(\p{L}[\p{L}\p{M}'-]+(?:\s\p{L}[\p{L}\p{M}'-]+)*\s)(\d{1,2})\.?$/u;
/** `II. Rákóczi Ferenc`: before the name, as Hungarian and Turkish write it. */
const BEFORE = /^([IVX]{2,})\.\s(?=\p{Lu})/u;
const IN_HAN = /(?<=[\p{Script=Han}\p{Script=Katakana}ー]{2})([一二三四五六七八九十]{1,3}|\d{1,2})世/gu;
const IN_HANGUL = /(?<=\p{Script=Hangul}{2})\s?(\d{1,2})세(?!\p{Script=Hangul})/gu;
const IN_THAI = /\s?ที่\s?(\d{1,2})$/u;
const DIGITS_OF_HAN = '一二三四五六七八九';
const VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, І: 1, Х: 10 };
/** How `withReignNumbers` writes a numeral. */
export const NUMERAL = /^\d{1,2}(?:st|nd|rd|th)$/;
/** No ruler has a higher number. */
const MOST = 39;

/**
 * The numerals of rulers in a person's name as English ordinals, the same in any language. `Ier`, `1-й`, `II.` and 二世
 * become `1st` and `2nd`. Names without any stay as they are.
 */
export function withReignNumbers(text: string): string {
  if (!MAY_HOLD.test(text)) return text;
  const before = text.replace(BEFORE, (whole, roman: string) => (isNumber(roman, text) ? '' : whole));
  const named = before === text ? text : `${before} ${ordinal(romanValue(BEFORE.exec(text)![1]!))}`;
  return named
    .replace(BEHIND_COMMA, (whole, names: string, roman: string) => {
      return isNumber(roman, named) ? `${names}, ${ordinal(romanValue(roman))}` : whole;
    })
    .replace(ROMAN, (whole, roman?: string, first?: string) => {
      const letters = roman ?? first!;
      return isNumber(letters, named) ? ordinal(romanValue(letters)) : whole;
    })
    .replace(ORDINAL, (whole, digits: string) => numbered(whole, Number(digits)))
    .replace(POINTED, (whole, names: string, digits: string) => {
      return isOneName(names) && whole.endsWith('.') ? `${names}${numbered(whole, Number(digits))}` : whole;
    })
    .replace(IN_HAN, (whole, digits: string) =>
      isOwnHanName(named) ? whole : ` ${numbered(whole, hanValue(digits))} `,
    )
    .replace(IN_HANGUL, (whole, digits: string) => ` ${numbered(whole, Number(digits))}`)
    .replace(IN_THAI, (whole, digits: string) => ` ${numbered(whole, Number(digits))}`);
}

/** `II` and `2nd` as an English ordinal; undefined for any other text. */
export function reignNumberOf(text: string): string | undefined {
  if (NUMERAL.test(text)) return text;
  return /^[IVX]+$/.test(text) && isNumber(text, 'Otto') ? ordinal(romanValue(text)) : undefined;
}

const isOneName = (names: string): boolean =>
  names
    .trim()
    .split(/\s+/)
    .filter((word) => !TITLES.has(foldLatin(word))).length === 1;

const numbered = (whole: string, value: number): string => (value > 0 && value <= MOST ? ordinal(value) : whole);

/** Not a syllable of an East Asian name, nor one that may be a family name where all is in capitals: Le Thi Vi. */
function isNumber(letters: string, text: string): boolean {
  const value = romanValue(letters);
  if (value === 0 || value > MOST || romanOf(value) !== toLatin(letters)) return false;
  if (!isSyllable(letters.toLowerCase())) return true;
  const words = text.split(/\s+/).map(foldLatin);
  return /\p{Ll}{2}/u.test(text) && letters === letters.toUpperCase() && languagesOfName(words).length === 0;
}

const toLatin = (letters: string): string => letters.toUpperCase().replaceAll('І', 'I').replaceAll('Х', 'X');

function romanValue(letters: string): number {
  const values = Array.from(toLatin(letters), (letter) => VALUES[letter]!);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

function romanOf(value: number): string {
  const ones = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX'][value % 10]!;
  return 'X'.repeat(Math.floor(value / 10)) + ones;
}

/** 二, 十二, 二十二. */
function hanValue(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const [tens, ones] = text.includes('十') ? text.split('十') : ['', text];
  const of = (digit: string) => DIGITS_OF_HAN.indexOf(digit) + 1;
  return (text.includes('十') ? 10 * (tens === '' ? 1 : of(tens!)) : 0) + (ones === '' ? 0 : of(ones!));
}

function ordinal(value: number): string {
  const isTeen = value > 10 && value < 14;
  return `${value}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][value % 10]) ?? 'th'}`;
}
