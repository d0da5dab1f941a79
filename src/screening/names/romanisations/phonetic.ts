import { Recent } from '../../../recent.ts';

/*
 * Syllables that somebody wrote phonetically, without a system: Hwee, Hui and Huey are one. The class of the first
 * consonant, the vowels and the end tell what a syllable sounds like.
 */

/** Every spelling of the systems, and words of queries and lists beside. */
const MAX_KEYS = 20_000;

const PARTS =
  /^(chh|tsh|sch|ch|ts|tz|zh|dz|sh|sz|hs|ph|th|kh|gh|bh|jh|rh|ng|kw|gw|qu|hw|wh|[bcdfghjklmnpqrstvwxyz])?([aeiouwy]+)(ng|ck|pp|tt|hn|hm|nn|[bcdghklmnprt])?$/;

const INITIALS: Readonly<Record<string, string>> = {
  ph: 'p',
  b: 'p',
  bh: 'p',
  th: 't',
  d: 't',
  kh: 'k',
  g: 'k',
  gh: 'k',
  c: 'k',
  q: 'k',
  kw: 'ku',
  gw: 'ku',
  qu: 'ku',
  chh: 'c',
  tsh: 'c',
  ch: 'c',
  ts: 'c',
  tz: 'c',
  zh: 'c',
  dz: 'c',
  jh: 'c',
  z: 'c',
  j: 'c',
  sch: 's',
  sh: 's',
  sz: 's',
  hs: 's',
  x: 's',
  rh: 'l',
  r: 'l',
  hw: 'hu',
  wh: 'hu',
  w: 'u',
  v: 'u',
  y: 'i',
};

const ENDS: Readonly<Record<string, string>> = {
  ck: 'k',
  c: 'k',
  g: 'k',
  pp: 'p',
  b: 'p',
  tt: 't',
  d: 't',
  hn: 'n',
  nn: 'n',
  hm: 'm',
  h: '',
  r: '',
};

/** Spellings of the same vowels, applied in turn. */
const VOWELS: readonly (readonly [RegExp, string])[] = [
  [/w/g, 'u'],
  [/y/g, 'i'],
  [/oo|uu/g, 'u'],
  [/ee|ii/g, 'i'],
  [/^u?ei$/, 'ui'],
  [/^(?:eo|io)u$|^[ie]a[ou]$/, 'iau'],
  [/^ieu$|^eu$|^iou$/, 'iu'],
  [/^eo$/, 'io'],
  [/^ea$|^ie$/, 'ia'],
  [/^[ao]u$|^ao$/, 'au'],
  [/^o[ae]$/, 'ua'],
];

/** Of written syllables, which come again and again. */
const keys = new Recent<string, string | undefined>(MAX_KEYS);

/** What a written syllable sounds like; undefined where it is no syllable of East Asia. */
export const soundKey = (written: string): string | undefined => keys.get(written, () => keyOf(written));

function keyOf(written: string): string | undefined {
  const found = PARTS.exec(written);
  if (!found) return undefined;
  const [, initial = '', vowels = '', end = ''] = found;
  const start = INITIALS[initial] ?? initial;
  let all = (start.endsWith('u') || start === 'i' ? start.at(-1)! : '') + vowels;
  for (const [pattern, replacement] of VOWELS) all = all.replace(pattern, replacement);
  return `${start.replace(/[ui]$/, '')} ${all} ${ENDS[end] ?? end}`;
}
