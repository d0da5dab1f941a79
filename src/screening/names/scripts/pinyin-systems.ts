/** Initial and final of a syllable in pinyin without its tone; both empty for what has none. */
export function pinyinParts(syllable: string): readonly [initial: string, final: string] {
  const [, initial = '', final = ''] = /^(zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(.*)$/.exec(syllable)!;
  return [initial, final];
}

/**
 * A syllable in pinyin, as another system of Latin letters writes it. `rows`: its spellings of whole syllables, of
 * initials, and of finals behind a hyphen. What no row names is spelt as in pinyin.
 */
export function spelledBySystem(syllable: string, rows: ReadonlyMap<string, string>): string {
  const whole = rows.get(syllable);
  if (whole !== undefined) return whole;
  const [initial, final] = pinyinParts(syllable);
  return (rows.get(initial) ?? initial) + (rows.get(`-${final}`) ?? final);
}

/** Spellings of ü without its marks. */
const WITHOUT_UMLAUT: Readonly<Record<string, readonly string[]>> = { lu: ['lv', 'lyu'], nu: ['nv', 'nyu'] };

/** A syllable in pinyin without its tone, and the other ways to write its ü. */
export function pinyinSpellings(syllable: string): readonly string[] {
  return [syllable, ...(WITHOUT_UMLAUT[syllable] ?? [])];
}
