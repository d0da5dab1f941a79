/** Initial and final of a syllable in pinyin without its tone; both empty for what has none. */
export function pinyinParts(syllable: string): readonly [initial: string, final: string] {
  const [, initial = '', final = ''] = /^(zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(.*)$/.exec(syllable)!;
  return [initial, final];
}

/**
 * The ways in which another system of Latin letters writes a syllable in pinyin, the usual one first. `rows`: its
 * spellings of whole syllables, of initials, and of finals behind a hyphen. A slash stands between two of them. What no
 * row names is spelt as in pinyin.
 */
export function spelledBySystem(syllable: string, rows: ReadonlyMap<string, string>): readonly string[] {
  const whole = rows.get(syllable);
  if (whole !== undefined) return whole.split('/');
  const [initial, final] = pinyinParts(syllable);
  const ends = (rows.get(`-${final}`) ?? final).split('/');
  return (rows.get(initial) ?? initial).split('/').flatMap((start) => ends.map((end) => start + end));
}

/** Spellings of ü without its marks. */
const WITHOUT_UMLAUT: Readonly<Record<string, readonly string[]>> = { lu: ['lv', 'lyu'], nu: ['nv', 'nyu'] };

/** A syllable in pinyin without its tone, and the other ways to write its ü. */
export function pinyinSpellings(syllable: string): readonly string[] {
  return [syllable, ...(WITHOUT_UMLAUT[syllable] ?? [])];
}
