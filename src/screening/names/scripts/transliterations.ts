import anyAscii from 'any-ascii';
import type { TokenVariant } from '../types.ts';
import { type Romanisation, romanised } from './romanised.ts';

/**
 * How other languages in Latin letters transliterate, where that is far from English. They are Swedish, Norwegian and
 * Danish (`Gorbatjov`, `Krusjtsjov`), Dutch (`Tsjechov`), German (`Dschingis`) and Hungarian (`Dzsamál`). Inside a word
 * and before a vowel, `tj` and `sj` are as often two sounds (`Katja`).
 */
const OTHER_LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/tsj|(?<=^|[^aeiouy])tj|tj(?=[^aeiouy]|$)|(?<=[aeiou])tj(?=o[vw]|ev)/g, 'ch'],
  [/^sj|sj(?=[^aeiouy]|$)/g, 'sh'],
  [/^zj|zj(?=[^aeiouy]|$)/g, 'zh'],
  [/dsch|dzs/g, 'j'],
];
const MAY_BE_OTHER = /[tsz]j|dsch|dzs/;

/** A folded Latin token as English spells it; none where no such habit shows. */
export function anglicised(text: string): readonly TokenVariant[] {
  if (!MAY_BE_OTHER.test(text)) return [];
  const spelt = OTHER_LANGUAGES.reduce((word, [pattern, sound]) => word.replace(pattern, sound), text);
  return spelt === text ? [] : [{ text: spelt, system: 'germanic-or-hungarian' }];
}

/** Any other script, letter by letter: enough to find a name that was romanised letter by letter. */
export function romaniseByLetter(word: string): Romanisation | undefined {
  return romanised([
    [
      anyAscii(word)
        .toLowerCase()
        .replace(/[^a-z0-9]/g, ''),
      'letter-by-letter',
    ],
  ]);
}
