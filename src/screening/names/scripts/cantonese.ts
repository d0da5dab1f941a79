import { JYUTPING } from '../tables/han-readings.ts';

const INITIALS: Readonly<Record<string, readonly string[]>> = {
  b: ['p'],
  d: ['t'],
  g: ['k'],
  gw: ['kw'],
  kw: ['kw'],
  z: ['ch', 'ts'],
  c: ['ch', 'ts'],
  s: ['s', 'sh'],
  j: ['y'],
};
/** Vowels that take `ch` and `sh`; before the others `ts` and `s` come first. */
const SOFT = /^(i|u|eu|yu|oe|eo|e)/;

const FINALS: Readonly<Record<string, readonly string[]>> = {
  aa: ['a', 'ah', 'ar'],
  aai: ['ai'],
  aau: ['au'],
  aam: ['am'],
  aan: ['an'],
  aang: ['ang'],
  aap: ['ap'],
  aat: ['at'],
  aak: ['ak'],
  am: ['um', 'am'],
  an: ['un', 'an'],
  ap: ['ap', 'up'],
  at: ['at', 'ut'],
  e: ['e', 'eh'],
  ei: ['ei', 'ee', 'i'],
  eng: ['eng', 'ing'],
  i: ['i', 'ee'],
  o: ['o', 'or'],
  ou: ['o', 'ou', 'u'],
  u: ['u', 'oo'],
  un: ['un', 'oon'],
  oe: ['eu', 'oe'],
  oeng: ['eung', 'eong'],
  oek: ['euk', 'eok'],
  eoi: ['ui', 'oi'],
  eon: ['un', 'on'],
  eot: ['ut'],
  yu: ['yu', 'u', 'ue'],
  yun: ['uen', 'un'],
  yut: ['uet', 'ut'],
};
const WHOLE: Readonly<Record<string, readonly string[]>> = {
  zi: ['chi', 'tsz', 'tse', 'tze'],
  ci: ['chi', 'tsz', 'tze'],
  si: ['sze', 'si', 'see', 'shi'],
  ji: ['yi', 'yee', 'i'],
  ng: ['ng'],
  m: ['ng', 'm'],
  jyu: ['yu', 'yue'],
  jyun: ['yuen', 'yun'],
  jyut: ['yuet', 'yut'],
  wu: ['wu', 'woo'],
  fu: ['fu', 'foo'],
};
const SYLLABLE = /^(gw|kw|ng|[bpmfdtnlgkhwzcsj])?([aeiouy].*)$/;
const MOST = 4;

const cache = new Map<string, readonly string[]>();

/** How Hong Kong and Macao spell the syllable of a simplified character, the usual government spelling first. */
export function cantoneseSpellings(character: string): readonly string[] {
  const reading = JYUTPING.get(character);
  if (reading === undefined) return [];
  const known = cache.get(reading);
  if (known) return known;
  const made = spell(reading);
  cache.set(reading, made);
  return made;
}

function spell(reading: string): readonly string[] {
  const whole = WHOLE[reading];
  if (whole) return whole;
  const [, initial = '', final = ''] = SYLLABLE.exec(reading) ?? [];
  if (final === '') return [];
  const finals = FINALS[final] ?? [final];
  const starts = INITIALS[initial] ?? [initial];
  const hard = /^[zc]$/.test(initial) && !SOFT.test(final);
  const softS = initial === 's' && (/^(oe|yu|i(?!n|m|t|p|$))/.test(final) || final === 'eon' || final === 'ing');
  const initials = hard || softS ? [...starts].reverse() : starts;
  const found = new Set<string>();
  for (const last of finals) found.add(initials[0]! + last);
  for (const first of initials.slice(1)) for (const last of finals) found.add(first + last);
  return [...found].slice(0, MOST);
}
