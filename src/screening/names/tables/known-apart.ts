import { skeletonKey } from '../phonetic.ts';
import { isSkeleton, type SpellingSystem } from '../systems.ts';
import type { NameToken } from '../types.ts';
import { ARABIC_NAMES, arabicNamesSpelt, bareArabic } from './arabic-names.ts';
import { otherSurnameTest } from './common-surnames.ts';
import { areAlike } from './given-names.ts';

/** Letters for the vowel at the end of a woman's name, as Arabic, Persian and Hebrew write it. */
const WOMANS = /[ةهہھהۀ]$/u;
/** Last letters that may be a vowel, or may not be heard. */
const MAYBE_VOWEL = /[اآأةهہھۀىيیېےوؤعحئءאהוחיע'׳]$/u;
/** Latin letters that may end a name which is written with one of these; the t is that of Turkish and of Persian. */
const MAY_END_WOMANS = codesOf('aehiotuy');
/** How a Latin name ends whose last vowel is always written. A last e is mute in French and English. */
const ENDS_IN_A = /(?:ah?|eh)$/;
const MAY_END_IN_A = codesOf('ah');
/** Spellings of names that the tables know. */
const KNOWN: ReadonlySet<SpellingSystem> = new Set(['arabic-usual-spelling', 'hebrew-usual-spelling']);

/** A Latin spelling of `another` name is none of this one; one that is `doubtful` may be, where a list is careless. */
export type Verdict = 'another' | 'doubtful' | undefined;

/** Judges a Latin spelling. `last` is the code of its last letter, to spare its text. */
export type OtherName = (last: number, text: () => string) => Verdict;

/**
 * What tells a name in Arabic or Hebrew letters from others with the same consonants. Undefined for other words.
 * - In Latin letters Parker and Barker are two common family names.
 * - A last vowel is always written: جميلة is not Jamil. Nor is جميل Jamila, but a list may add a vowel to a rarer name.
 * - Hussein and Hassan are spellings of two names, while Rasheed may be Rashid or Rashed.
 *
 * Name tokens of Wikidata have 749 Arabic words with such a vowel. None of these names ends in a consonant in Latin
 * letters. Of 4,662 Hebrew ones 3 % do, most of them French.
 */
export function otherNameTest(token: NameToken): OtherName | undefined {
  const { sound, role, system } = token;
  if (role === 'word' && system === undefined && token.meaning === undefined) {
    const isOther = otherSurnameTest(token.text);
    return isOther && ((_, text) => (isOther(text()) ? 'another' : undefined));
  }
  if (role !== 'word' || (!isInArabic(token) && sound !== 'hebrew')) return undefined;
  const byVowel = lastVowelTest(token);
  const isOther = knownNameTest(token);
  if (!byVowel && !isOther) return undefined;
  return (last, text) => byVowel?.(last, text) ?? (isOther?.(text()) ? 'doubtful' : undefined);
}

function lastVowelTest({ surface, system, variants }: NameToken): OtherName | undefined {
  const skeletons = variants.filter((variant) => isSkeleton(variant.system)).map(({ text }) => text);
  const hasConsonants = (text: string) => skeletons.includes(skeletonKey(text));
  if (WOMANS.test(surface)) {
    return (last, text) => (!MAY_END_WOMANS.has(last) && hasConsonants(text()) ? 'another' : undefined);
  }
  if (MAYBE_VOWEL.test(surface)) return undefined;
  const isKnown = [system, ...variants.map((variant) => variant.system)].some((one) => one && KNOWN.has(one));
  const verdict = isKnown ? 'another' : 'doubtful';
  return (last, text) => {
    return MAY_END_IN_A.has(last) && ENDS_IN_A.test(text()) && hasConsonants(text()) ? verdict : undefined;
  };
}

/** Whether a token in Arabic letters is a known name, and a Latin spelling that of another one: هاشمي and Hosseini. */
export function isOtherKnownName(token: NameToken, text: string): boolean {
  return token.role === 'word' && knownNameTest(token)?.(text) === true;
}

const isInArabic = ({ sound }: NameToken): boolean => sound === 'arabic' || sound === 'persian' || sound === 'urdu';

/** Tells the usual spellings of other names; undefined for a word that is no known name in Arabic letters. */
function knownNameTest(token: NameToken): ((text: string) => boolean) | undefined {
  if (!isInArabic(token)) return undefined;
  const bare = bareArabic(token.surface);
  const spellings = ARABIC_NAMES.get(bare);
  return (
    spellings &&
    ((text) => {
      const names = arabicNamesSpelt(text);
      return names.length > 0 && !names.includes(bare) && !spellings.some((own) => areAlike(own, text));
    })
  );
}

function codesOf(letters: string): ReadonlySet<number> {
  return new Set([...letters].map((letter) => letter.charCodeAt(0)));
}
