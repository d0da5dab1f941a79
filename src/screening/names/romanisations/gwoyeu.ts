import { pinyinParts } from '../scripts/pinyin-systems.ts';

/*
 * Gwoyeu Romatzyh writes the tone of a Mandarin syllable into its letters. So one syllable of pinyin has four spellings
 * (Ministry of Education, Taiwan, 1928).
 */

const INITIALS: Readonly<Record<string, string>> = { zh: 'j', j: 'j', q: 'ch', x: 'sh', z: 'tz', c: 'ts' };
const OPEN: Readonly<Record<string, string>> = {
  u: 'iu',
  ue: 'iue',
  uan: 'iuan',
  un: 'iun',
  i: 'i',
  in: 'in',
  ing: 'ing',
};
const FINALS: Readonly<Record<string, string>> = { ao: 'au', iao: 'iau', ui: 'uei', iu: 'iou', ong: 'ong' };
/** Syllables that are written with y for their vowel. */
const BUZZING = /^(?:zh|ch|sh|r|z|c|s)i$/;

/** The spellings of a syllable in pinyin without its tone, in the order of the tones. Empty for what is no syllable. */
export function gwoyeuSpellings(syllable: string): string[] {
  const [initial, final] = pinyinParts(syllable);
  if (final === '') return [];
  const start = INITIALS[initial] ?? initial;
  if (BUZZING.test(syllable)) return ['y', 'yr', 'yy', 'yh'].map((end) => start + end);
  if (initial === 'y') return inTones(OPEN[final] ?? `i${final}`);
  if (initial === 'w') return inTones(final === 'u' ? 'u' : `u${final}`);
  const rounded = /^[jqx]$/.test(initial) && final.startsWith('u') ? `i${final}` : final;
  return inTones(FINALS[rounded] ?? rounded).map((end) => start + end);
}

function inTones(final: string): string[] {
  return [...new Set([final, second(final), third(final), fourth(final)])];
}

function second(final: string): string {
  if (/^i(?:n|ng)?$/.test(final)) return final.replace('i', 'y').replace(/^y$/, 'yi');
  if (final === 'u') return 'wu';
  if (/^[iu]./.test(final)) return (final.startsWith('i') ? 'y' : 'w') + final.slice(1);
  return final.replace(/^([aeo]+[iu]?)(ng?)?$/, '$1r$2');
}

function third(final: string): string {
  if (final === 'au') return 'ao';
  if (/^[ae]i$/.test(final)) return `${final[0]}e`;
  if (/^i[aou]/.test(final)) return `e${final.slice(1)}`;
  if (/^u./.test(final)) return `o${final.slice(1)}`;
  return final.replace(/[aeiou]/, '$&$&');
}

function fourth(final: string): string {
  if (/[ae]i$/.test(final)) return `${final.slice(0, -1)}y`;
  if (/[ao]u$/.test(final)) return `${final.slice(0, -1)}w`;
  if (final.endsWith('ng')) return `${final.slice(0, -1)}q`;
  return final.endsWith('n') ? `${final}n` : `${final}h`;
}
