import { skeletonKey } from '../phonetic.ts';
import { isSkeleton } from '../systems.ts';
import type { NameToken } from '../types.ts';
import { ARABIC_NAMES, arabicNamesSpelt, bareArabic } from './arabic-names.ts';
import { areAlike } from './given-names.ts';

/** Letters for the vowel at the end of a woman's name, as Arabic, Persian and Hebrew write it. */
const WOMANS = /[ةهہھהۀ]$/u;
/** Last letters that may be a vowel, or may not be heard. */
const MAYBE_VOWEL = /[اآأةهہھۀىيیېےوؤعحئءאהוחיע'׳]$/u;
/** Latin letters that may end a name which is written with one of these; the t is that of Turkish and of Persian. */
const MAY_END_WOMANS = codesOf('aehiotuy');
/** Letters that end a name with a last vowel that is always written. A last e is mute in French and English. */
const ENDS_IN_A = /(?:ah?|eh)$/;
const MAY_END_IN_A = codesOf('ah');

/** Tells whether a Latin spelling is surely another name. `last` is the code of its last letter, to spare its text. */
export type OtherName = (last: number, text: () => string) => boolean;

/**
 * What tells a name in Arabic or Hebrew letters from others with the same consonants. Undefined for other words.
 * - Hussein and Hassan are spellings of two names, while Rasheed may be Rashid or Rashed.
 * - A last vowel is always written: Jamil is not Jamila.
 *
 * Name tokens of Wikidata have 749 Arabic words with such a letter. None of these names ends in a consonant in Latin
 * letters. Of 4,662 Hebrew ones 3 % do, most of them French.
 */
export function otherNameTest({ surface, sound, role, variants }: NameToken): OtherName | undefined {
  if (role !== 'word' || (sound !== 'arabic' && sound !== 'hebrew')) return undefined;
  const bare = sound === 'arabic' ? bareArabic(surface) : '';
  const spellings = ARABIC_NAMES.get(bare);
  const isWomans = WOMANS.test(surface);
  const endsInConsonant = !MAYBE_VOWEL.test(surface);
  if (!spellings && !isWomans && !endsInConsonant) return undefined;
  const skeletons = variants.filter(({ system }) => isSkeleton(system)).map(({ text }) => text);
  const hasOtherEnd = (text: string) => (isWomans || ENDS_IN_A.test(text)) && skeletons.includes(skeletonKey(text));
  return (last, textOf) => {
    const mayEndOtherwise = isWomans ? !MAY_END_WOMANS.has(last) : endsInConsonant && MAY_END_IN_A.has(last);
    if (!spellings && !mayEndOtherwise) return false;
    const text = textOf();
    const names = spellings ? arabicNamesSpelt(text) : [];
    if (names.length > 0) return !names.includes(bare) && !spellings!.some((own) => areAlike(own, text));
    return mayEndOtherwise && hasOtherEnd(text);
  };
}

function codesOf(letters: string): ReadonlySet<number> {
  return new Set([...letters].map((letter) => letter.charCodeAt(0)));
}
