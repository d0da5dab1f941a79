import { letterTable } from './romanised.ts';

/*
 * Zawgyi, a font of Myanmar, gives letters of Unicode's Burmese block other meanings and writes them in the order in
 * which they are seen. Lists and web pages were written for it until 2019. The meanings are those of its code table.
 */

const CONSONANT = '[\u1000-\u1021\u103f]';
/** Letters that Burmese in Unicode does not have, or that never stand where they do here. */
const TELLING = new RegExp(
  `\u1039(?!${CONSONANT})|[\u1033\u1034\u105a]|\u103d[\u102d\u102f]|^[\u1031\u103b\u107e-\u1084]|(?<!${CONSONANT}|[\u103b-\u103e])\u1031`,
  'u',
);

/** What a letter of Zawgyi is in Unicode. A stacked consonant follows the sign for stacking. */
const LETTERS = new Map([
  ...letterTable(`\u1033=\u102f \u1034=\u1030 \u1039=\u103a \u103a=\u103b \u103b=\u103c \u103c=\u103d \u103d=\u103e
  \u105a=\u102b\u103a \u106a=\u1009 \u106b=\u100a \u1086=\u103f \u1087=\u103e \u1088=\u103e\u102f \u1089=\u103e\u1030
  \u108a=\u103d\u103e \u108e=\u102d\u1036 \u108f=\u1014 \u1090=\u101b \u1094=\u1037 \u1095=\u1037`),
  ...['\u107e', '\u107f', '\u1080', '\u1081', '\u1082', '\u1083', '\u1084'].map((one) => [one, '\u103c'] as const),
  ...Object.entries({
    '\u1060': 'က',
    '\u1061': 'ခ',
    '\u1062': 'ဂ',
    '\u1063': 'ဃ',
    '\u1065': 'စ',
    '\u1066': 'ဆ',
    '\u1067': 'ဆ',
    '\u1068': 'ဇ',
    '\u1069': 'ဈ',
    '\u106c': 'ဋ',
    '\u106d': 'ဌ',
    '\u1070': 'ဏ',
    '\u1071': 'တ',
    '\u1072': 'တ',
    '\u1073': 'ထ',
    '\u1074': 'ထ',
    '\u1075': 'ဒ',
    '\u1076': 'ဓ',
    '\u1077': 'န',
    '\u1078': 'ပ',
    '\u1079': 'ဖ',
    '\u107a': 'ဗ',
    '\u107b': 'ဘ',
    '\u107c': 'မ',
    '\u1085': 'လ',
    '\u1093': 'ဘ',
  }).map(([one, consonant]) => [one, `\u1039${consonant}`] as const),
]);
/** The e and the curl of r are written before their consonant, and are said after it. */
const AS_SEEN = new RegExp(`(\u1031?)(\u103c?)(${CONSONANT})((?:\u1039${CONSONANT})?)(\u103b?)([\u103d\u103e]*)`, 'gu');
/** A small ng above the consonant that it stands behind, alone or with a vowel. */
const KINZI = new RegExp(`(${CONSONANT})([\u1064\u108b-\u108d])`, 'gu');
const AFTER_KINZI = letterTable('\u108b=\u102d \u108c=\u102e \u108d=\u1036');

/** A Burmese word in the letters and the order of Unicode. A word that does not show Zawgyi stays as it is. */
export function fromZawgyi(word: string): string {
  if (!TELLING.test(word)) return word;
  return word
    .replace(KINZI, (_, consonant, kinzi) => `\u1004\u1039${consonant}${AFTER_KINZI.get(kinzi) ?? ''}`)
    .replace(/./gu, (letter) => LETTERS.get(letter) ?? letter)
    .replace(AS_SEEN, '$3$4$5$2$6$1');
}
