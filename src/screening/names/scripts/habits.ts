import type { TokenVariant } from '../types.ts';

/**
 * How other languages in Latin letters transliterate, where that is far from English. They are Swedish, Norwegian and
 * Danish (`Gorbatjov`, `Krusjtsjov`), Dutch (`Tsjechov`), German (`Dschingis`) and Hungarian (`Dzsamál`). Inside a word
 * and before a vowel, `tj` and `sj` are as often two sounds (`Katja`).
 */
const HABITS: readonly (readonly [RegExp, string])[] = [
  [/tsj|(?<=^|[^aeiouy])tj|tj(?=[^aeiouy]|$)|(?<=[aeiou])tj(?=o[vw]|ev)/g, 'ch'],
  [/^sj|sj(?=[^aeiouy]|$)/g, 'sh'],
  [/^zj|zj(?=[^aeiouy]|$)/g, 'zh'],
  [/dsch|dzs/g, 'j'],
];
const ANY = /[tsz]j|dsch|dzs/;

/** A folded Latin token as English spells it; none where no such habit shows. */
export function anglicised(text: string): readonly TokenVariant[] {
  if (!ANY.test(text)) return [];
  const spelt = HABITS.reduce((word, [pattern, sound]) => word.replace(pattern, sound), text);
  return spelt === text ? [] : [{ text: spelt, system: 'germanic-or-hungarian' }];
}
