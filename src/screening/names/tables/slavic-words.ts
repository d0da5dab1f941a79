/**
 * Endings of Russian, Ukrainian and Belarusian words, as `slavicSpelling` writes them. There -ya is `a`, -yy and -iy
 * are `i`, -aya is `aa`, and -ykh is `ih`. Ukrainian and Belarusian have `h` for `g`.
 */
const OF_NOUNS = 'a e i o u ov ev iv au am om em im ah ih ami imi';
const OF_ADJECTIVES = 'aa ae oe ee ai ei oi uu ou eu ogo ego oho aho aga omu emu amu';
const ENDINGS = new Set(`${OF_NOUNS} ${OF_ADJECTIVES}`.split(' '));
const LONGEST_ENDING = 3;
/** Letters of a stem. Shorter ones are stems of family names and brands too. */
const SHORTEST_STEM = 5;

/** Ways to transliterate one Cyrillic letter, and the letters that stand for all of them. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/kh/g, 'h'],
  [/t[sz]/g, 'c'],
  [/s(?:h?ch|c)/g, 's'],
  [/(?<=[szc])h/g, ''],
  [/[yj]/g, 'i'],
  [/i+(?=[aeiou])/g, ''],
];

/** A transliterated Slavic word as all offices would spell it: `predpriyatiye` and `predprijatie` are one. */
function slavicSpelling(text: string): string {
  return SPELLINGS.reduce((spelt, [ways, letter]) => spelt.replace(ways, letter), text);
}

/** A stem of a table in that spelling, without a last `i`, which no vowel lets stand. Throws where it is too short. */
export function slavicStem(stem: string): string {
  const spelt = slavicSpelling(stem).replace(/i$/, '');
  if (spelt.length < SHORTEST_STEM) throw new Error(`The stem ${stem} is too short.`);
  return spelt;
}

/** What a table of stems by `slavicStem` has for a word that is a stem and one ending. The longest stem counts. */
export function byStem<T>(stems: ReadonlyMap<string, T>, text: string): T | undefined {
  if (text.length <= SHORTEST_STEM) return undefined;
  const spelt = slavicSpelling(text);
  for (let ending = 1; ending <= LONGEST_ENDING && spelt.length - ending >= SHORTEST_STEM; ending++) {
    const cut = spelt.length - ending;
    const found = ENDINGS.has(spelt.slice(cut)) ? stems.get(spelt.slice(0, cut)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
