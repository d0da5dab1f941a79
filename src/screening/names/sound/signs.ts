import { readTable } from '../../../tables.ts';
import { inPersian, inUrdu } from '../scripts/arabic-languages.ts';
import { pinyin } from '../scripts/han.ts';
import { inHebrew } from '../scripts/hebrew.ts';
import { bareArabic } from '../tables/arabic-names.ts';
import { simplified } from '../tables/simplified.ts';
import type { SoundScript } from '../types.ts';

/** Scripts without training data that are read as if they were Cyrillic. */
const NEIGHBOURS = /[\p{Script=Arabic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Greek}]+/gu;
/** A Georgian nominative has this ending, which the name has not. */
const GEORGIAN_NOMINATIVE = /(?<=\p{Script=Georgian}{3})ი$/u;
/** Georgian has no letter for the sound that Russian writes й, and begins with another one before a vowel. */
const GEORGIAN_GLIDE = /^ი(?=[აეოუ])/u;
/** Sorani begins a vowel with it. */
const SORANI_SILENT = 'ئ';
/** Russian writes й and a vowel that follows it as one letter, which begins the words of Armenian and Georgian too. */
const WITH_GLIDE: Readonly<Record<string, string>> = { йа: 'я', йе: 'е', йу: 'ю' };
const LONGEST = 2;

let cyrillicOf: Map<string, string> | undefined;

/**
 * The signs of a word that tell its sound, one UTF-16 unit each. Letters lose their marks, and kana become katakana.
 * Hangul syllables are cut into their letters, without the silent one. Han characters are read in Mandarin, and that is
 * written in zhuyin.
 */
export function signsOf(word: string, script: SoundScript): string {
  const text = word.normalize('NFKC').toLowerCase();
  switch (script) {
    case 'arabic':
      return bareArabic(text).replace(/[^\p{Script=Arabic}]/gu, '');
    case 'cyrillic':
      return throughCyrillic(text)
        .replace(/[^\p{Script=Cyrillic}]/gu, '')
        .replaceAll('ё', 'е');
    case 'han':
      return [...text].map((character) => zhuyin(pinyin(simplified(character)))).join('');
    case 'hangul':
      // U+110B has no sound before a vowel.
      return text.normalize('NFD').replace(/[^\u1100-\u11ff]|\u110b/gu, '');
    case 'hebrew':
      return inHebrew(text.normalize('NFD'))
        .replaceAll('\u05f3', "'")
        .replace(/[^\u05d0-\u05ea']/gu, '');
    case 'persian':
      return inPersian(text).replace(/[^\p{Script=Arabic}]/gu, '');
    case 'urdu':
      return inUrdu(text).replace(/[^\p{Script=Arabic}]/gu, '');
    case 'kana':
      return text
        .replace(/[ぁ-ゖ]/gu, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
        .replace(/[^\p{Script=Katakana}ー]/gu, '');
  }
}

function throughCyrillic(text: string): string {
  const heard = text.replaceAll(SORANI_SILENT, '').replace(GEORGIAN_GLIDE, 'й').replace(GEORGIAN_NOMINATIVE, '');
  const cyrillic = heard.replace(NEIGHBOURS, (run) => {
    cyrillicOf ??= new Map(
      readTable('sound/neighbours.tsv', ['letters', 'cyrillic']).map(([letters, cyrillic]) => [letters, cyrillic]),
    );
    const bare = run.normalize('NFD').replace(/\p{M}/gu, '');
    let out = '';
    for (let at = 0; at < bare.length; ) {
      const length = at + LONGEST <= bare.length && cyrillicOf.has(bare.slice(at, at + LONGEST)) ? LONGEST : 1;
      out += cyrillicOf.get(bare.slice(at, at + length)) ?? '';
      at += length;
    }
    return out;
  });
  return cyrillic === text ? text : cyrillic.replace(/^й[аеу]/u, (both) => WITH_GLIDE[both]!);
}

const INITIAL_OF_PINYIN = /^(?:[zcs]h|[bpmfdtnlgkhjqxrzcs])/;

let signsOfPinyin: Map<string, string> | undefined;

/**
 * A syllable of pinyin without its tone in zhuyin, which has one sign for an initial and one to two for a final. Empty
 * where it is no syllable of Mandarin.
 */
export function zhuyin(syllable: string): string {
  signsOfPinyin ??= new Map(
    readTable('sound/zhuyin.tsv', ['pinyin', 'signs']).map(([pinyin, signs]) => [pinyin!, signs!]),
  );
  const whole = signsOfPinyin.get(syllable);
  if (whole !== undefined) return whole;
  const initial = INITIAL_OF_PINYIN.exec(syllable)?.[0] ?? '';
  const final = signsOfPinyin.get(`-${syllable.slice(initial.length)}`);
  if (final === undefined) return '';
  return (initial === '' ? '' : signsOfPinyin.get(`${initial}-`)!) + final;
}
