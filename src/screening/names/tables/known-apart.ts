import { skeletonKey } from '../phonetic.ts';
import { isSkeleton, type SpellingSystem } from '../systems.ts';
import type { NameToken } from '../types.ts';
import { bareArabic, namesOfSpelling, spellingsOfName } from './arabic-names.ts';
import { otherSurnameTest } from './common-surnames.ts';
import { areAlike, areOneName, givenNameClasses } from './given-names.ts';

/** Letters for the vowel at the end of a woman's name, as Arabic, Persian and Hebrew write it. */
const WOMANS = /[ةهہھהۀ]$/u;
/** Last letters that may be a vowel, or may not be heard. */
const MAYBE_VOWEL = /[اآأةهہھۀىيیېےوؤعحئءאהוחיע'׳]$/u;
/** Latin letters that may end a name which is written with one of these; the t is that of Turkish and of Persian. */
const MAY_END_WOMANS = codesOf('aehiotuy');
/** How a Latin name ends whose last vowel is always written. A last e is mute in French and English. */
const ENDS_IN_A = /(?:ah?|eh)$/;
const MAY_END_IN_A = codesOf('ah');
/** Slavic family names, and those of sons: Popov, Popović. Patronymics end in `ich`, and in Bulgaria as Popov does. */
const OF_FATHER = /[oe]v$/;
const OF_SON = /(?<=[oe]v)ic$/;
const [LAST_OF_FATHER, LAST_OF_SON] = ['v', 'c'].map((letter) => letter.charCodeAt(0));
/** Spellings of names that the tables know. */
const KNOWN: ReadonlySet<SpellingSystem> = new Set(['arabic-usual-spelling', 'hebrew-usual-spelling']);

/** A Latin spelling of `another` name is none of this one; one that is `doubtful` may be, where a list is careless. */
export type Verdict = 'another' | 'doubtful' | undefined;

/** A listed word. */
interface ListedSpelling {
  /** The code of its last letter, to spare its text. */
  readonly last: number;
  readonly text: () => string;
  /** Of a word in a script that leaves vowels out, all its spellings; none of others. */
  readonly vowelled: () => readonly string[];
}

/** Judges a listed word. */
export type OtherName = (listed: ListedSpelling) => Verdict;

/**
 * What tells a name from others with the same consonants, where one of them is in Arabic or Hebrew letters. Undefined
 * for other words.
 * - In Latin letters Parker and Barker are two common family names.
 * - A last vowel is always written: جميلة is not Jamil. Nor is جميل Jamila, but a list may add a vowel to a rarer name.
 * - Hussein and Hassan are spellings of two known names, while Rasheed may be Rashid or Rashed.
 *
 * Name tokens of Wikidata have 749 Arabic words with such a vowel. None of these names ends in a consonant in Latin
 * letters. Of 4,662 Hebrew ones 3 % do, most of them French. `train:known-names` says how sure known names are.
 */
export function otherNameTest(token: NameToken): OtherName | undefined {
  const { sound, role, system } = token;
  if (role !== 'word') return undefined;
  if (system === undefined) return token.meaning === undefined ? latinNameTest(token.text) : undefined;
  if (!isInArabic(token) && sound !== 'hebrew') return undefined;
  const byVowel = lastVowelTest(token);
  const isOther = knownNameTest(token);
  if (!byVowel && !isOther) return undefined;
  return ({ last, text }) => (isOther?.(text()) ? 'another' : byVowel?.(last, text));
}

function latinNameTest(own: string): OtherName | undefined {
  const [isOther, isSon] = [otherSurnameTest(own), sonTest(own)];
  const names = namesOfSpelling(own, true);
  if (!isOther && !isSon && names.length === 0) return undefined;
  return (listed) => {
    const { text, vowelled } = listed;
    // Frank and Francis are two family names, and one given name.
    if ((isOther?.(text()) && !areOneName(own, text())) || isSon?.(listed)) return 'another';
    return names.length > 0 && isAnotherInArabic(own, names, vowelled()) ? 'another' : undefined;
  };
}

/**
 * Tells Popović from Popov. 188 pairs of such words stand on the lists. None of their 39,308 people is called both, but
 * for patronymics beside a family name.
 */
function sonTest(own: string): OtherName | undefined {
  const father = own.replace(OF_SON, '');
  if (!OF_FATHER.test(father)) return undefined;
  const [end, other] = father === own ? [LAST_OF_SON, `${own}ic`] : [LAST_OF_FATHER, father];
  return ({ last, text }) => (last === end && text() === other ? 'another' : undefined);
}

/** Whether a known name is none of those that a listed word in Arabic letters may be. */
function isAnotherInArabic(own: string, names: readonly string[], spellings: readonly string[]): boolean {
  const listed = namesOfSpelling(spellings[0] ?? '', true);
  const isListed = (spelling: string) => namesOfSpelling(spelling, true).some((name) => listed.includes(name));
  return (
    listed.length > 0 &&
    !listed.some((name) => names.includes(name)) &&
    !spellings.some((one) => isListed(one) && mayBeOne(one, own))
  );
}

type VowelTest = (last: number, text: () => string) => Verdict;

function lastVowelTest({ surface, system, variants }: NameToken): VowelTest | undefined {
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

/** Tells the spellings of other known names; undefined for a word that is no known name in Arabic letters. */
function knownNameTest(token: NameToken): ((text: string) => boolean) | undefined {
  if (!isInArabic(token)) return undefined;
  const bare = bareArabic(token.surface);
  const isArabic = token.sound === 'arabic';
  const spellings = spellingsOfName(bare, isArabic);
  if (spellings.length === 0) return undefined;
  return (text) => {
    const names = namesOfSpelling(text, isArabic);
    return names.length > 0 && !names.includes(bare) && !spellings.some((own) => mayBeOne(own, text));
  };
}

/** Whether two spellings are nearly alike, or those of one given name: Joseph is Joe, and Miriam Maryam. */
function mayBeOne(a: string, b: string): boolean {
  if (areAlike(a, b)) return true;
  const classes = givenNameClasses(a);
  return givenNameClasses(b).some((one) => classes.includes(one));
}

function codesOf(letters: string): ReadonlySet<number> {
  return new Set([...letters].map((letter) => letter.charCodeAt(0)));
}
