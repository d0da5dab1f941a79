/*
 * Two names of an organisation in two languages: words that say the same are other words, as prison and więzienie are.
 * What only one of such names has is often a word of the other in a language that no table knows.
 */
import type { IndexView } from '../index/view.ts';
import { organisationWord } from '../names/tables/organisation-words.ts';
import { UNION_WORDS } from '../names/tables/union-words.ts';
import { type AlignedPair, type Alignment, lowestBit } from './judge.ts';
import { type ListedWords, leftOfListed, leftOfQuery } from './own-words.ts';
import type { PlannedToken } from './plan.ts';

/** Words of one language that say the same begin alike: technology, technologies. */
const STEM = 3;
/** How English words end that say the same as another one. Russian adjectives end in `yy`, `iy` and `oy`. */
export const ENGLISH = /(?:s|ed|ing|ers?|ors?|al|ions?|ments?|(?<![iouy])y|ists?|ive|ics?|ence|ense|re|our)$/;
/** Words of one vowel at most: `trdg`, `shpbldg`. Short forms of words that begin alike have fewer letters: `univ`. */
const SHORT = /^[^aeiouy]*[aeiouy]?[^aeiouy]*$/;
const LONG = 6;

/** A query and a listed name. */
export interface TwoNames {
  readonly tokens: readonly PlannedToken[];
  readonly view: IndexView;
  /** The first slot of the listed name. */
  readonly start: number;
  /** Whether one of them alone is in Latin letters. */
  readonly areOfTwoScripts: boolean;
}

/** Whether a word of each name says the same in another language. */
export function areTranslated(pairs: readonly AlignedPair[], names: TwoNames): boolean {
  for (let place = 0; place < pairs.length; place++) {
    if (pairsWordsWholly(pairs[place]!) && isTranslation(pairs[place]!, names)) return true;
  }
  return false;
}

/** Words that have to say the same where no word that the organisation chose agrees: one in two languages, or more. */
const LEAST_TRANSLATED = 2;

/**
 * Whether words of kind and place say the same in two languages, and what is left may be one word in both. A word that
 * no table knows may stand for a known one.
 */
export function mayBeWhollyTranslated(
  { pairs, queryMask, entryMask }: Alignment,
  listed: ListedWords,
  names: TwoNames,
): boolean {
  const { tokens } = names;
  let [translated, countries] = [0, 0];
  for (const pair of pairs) {
    if (!pairsWordsWholly(pair)) continue;
    if (isTranslation(pair, names)) translated++;
    else if (tokens[lowestBit(pair.query)]!.token.country !== undefined) countries++;
  }
  if (translated === 0 || translated + countries < LEAST_TRANSLATED) return false;
  const [inQuery, inEntry] = [leftOfQuery(tokens, queryMask), leftOfListed(listed, entryMask)];
  const unknown = translated + countries > LEAST_TRANSLATED ? 1 : 0;
  const [ofQuery, ofEntry] = [inQuery.known - inEntry.own, inEntry.known - inQuery.own];
  // Two known words are left that say different things: third and fourth.
  if (ofQuery > 0 && ofEntry > 0) return false;
  return ofQuery >= -unknown && ofEntry >= -unknown;
}

/** Whether a pair has one word of each side, and these agree wholly. */
const pairsWordsWholly = ({ kind, query, entry, similarity }: AlignedPair): boolean =>
  kind === 'term-match' && similarity >= 1 && isOne(query) && isOne(entry);

const isOne = (mask: number): boolean => (mask & (mask - 1)) === 0;

function isTranslation({ query, entry }: AlignedPair, { tokens, view, start, areOfTwoScripts }: TwoNames): boolean {
  const { meaning, country, text, variants, system } = tokens[lowestBit(query)]!.token;
  const word = view.slots[start + lowestBit(entry)]!;
  if (country !== undefined) return false;
  const listed = view.text(view.wordText[word]!);
  // In a script without spaces or vowels a word stands in the index as what it says, with how it sounds beside it.
  const isNative = system === 'meaning' && variants.length > 0;
  const said = meaning ?? (isNative ? text : undefined);
  if (said === undefined) return false;
  // An institute is one in Cyrillic letters, too: nobody writes English there but in names.
  if (areOfTwoScripts) return listed === said || view.meaning(view.wordText[word]!) === said;
  const sounds = view.wordTextStarts[word + 1]! - view.wordTextStarts[word]!;
  const isListedNative = listed === said && sounds > 1 && organisationWord(listed)?.meaning === listed;
  if (isNative || isListedNative) return isNative !== isListedNative;
  return view.meaning(view.wordText[word]!) === said && areOfTwoLanguages(text, listed, said);
}

/** Of two words that say the same. Where they begin alike, one has to be English, and the other none. */
function areOfTwoLanguages(a: string, b: string, said: string): boolean {
  const areAlike = a.slice(0, STEM) === b.slice(0, STEM);
  const isEnglish = (word: string) =>
    word === said ||
    word === `${said}s` ||
    (!UNION_WORDS.has(word) && ENGLISH.test(word)) ||
    SHORT.test(word) ||
    (areAlike && word.length < LONG);
  return isEnglish(a) !== isEnglish(b) || (!areAlike && !isEnglish(a));
}
