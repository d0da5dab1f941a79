import type { IndexView } from '../index/view.ts';
import {
  FREQUENCIES,
  INITIAL,
  LEGAL_FORM,
  NUMBER,
  PARTICLE,
  ROLES,
  TITLE,
  tokenWeight,
  WEIGHT_STEPS,
  WORD,
} from '../index/weigh.ts';
import { RELATIVES } from '../names/meant/relatives.ts';
import { isByEar, isSyllabic } from '../names/systems.ts';
import { organisationWord } from '../names/tables/organisation-words.ts';
import type { NameToken, Reading } from '../names/types.ts';
import type { Parameters as ScoringParameters } from '../scoring/parameters.ts';
import type { Plan, PlannedToken } from '../scoring/plan.ts';
import type { TermMatches } from '../scoring/term-matches.ts';
import { SAME } from '../scoring/term-matches.ts';
import { keptWords, type ResemblingWords } from './found-words.ts';
import { soundingSpellings } from './sought-joined.ts';
import type { AskedToken } from './sought-token.ts';
import { NOT_KEPT, type SoughtTokens } from './sought-tokens.ts';
import type { TermFinder } from './term-finder.ts';
import type { Cut } from './text-cuts.ts';

/** Tokens are bits of a number; a name of 200 characters with more words than this is compared by its first ones. */
const MAX_TOKENS = 24;
const COMPOUND = /\p{L}[\s-]+\p{L}/u;
const MAX_JOINED = 3;
const MAX_JOINED_LENGTH = 24;
const MIN_JOINED_SIMILARITY = 0.92;
const NEVER_JOINED: readonly number[] = [LEGAL_FORM, TITLE, NUMBER];
/** A reading that may not be meant at all counts a little less. */
const BY_EAR = 0.96;
/** Shorter ones than this resemble too much by chance. */
const MIN_BY_EAR_LENGTH = 5;
const SPLIT_SIMILARITY = 0.97;
/** A spelling that the index has not got is taken for rare, unless it is close to a common one. */
const UNSEEN_RARITY = 0.95;
const CLOSE = 0.85;

const SON_OF = new Set('bin ibn bint binti binte ould oul wuld weld sonof daughterof'.split(' '));
/** What links the names of two people, besides. */
const RELATIVE_OF = new Set([...SON_OF, ...[...RELATIVES].map((one) => `${one}of`)]);

/**
 * `native`: written in parts as only East Asian names are. `apart`: no name of the index writes two words as one that
 * the reading has apart, or the other way round. The plan uses `termMatches`, which the next one uses again.
 * `kept`: what was made of the words for another index.
 */
export function planReading(
  reading: Reading,
  finder: TermFinder,
  view: IndexView,
  rarityOf: (text: string) => number | undefined,
  native: boolean,
  { sharpness, model }: ScoringParameters,
  termMatches: TermMatches,
  world: TermFinder = finder,
  apart = false,
  kept: SoughtTokens = NOT_KEPT,
): Plan {
  const tokens: PlannedToken[] = [];
  termMatches.length = 0;
  const syllabicReading = isSyllabic(reading.system);
  const byEar = isByEar(reading.system);
  const share = byEar ? BY_EAR : 1;
  const used = reading.tokens.slice(0, MAX_TOKENS);
  const isAcronym = model === 'organisation' ? acronymTest(used) : () => false;
  used.forEach((token, place) => {
    const syllabic = syllabicReading || (byEar && !token.sound && token.text.length < MIN_BY_EAR_LENGTH);
    const asked = kept.of(token, syllabic, syllabicReading && place === 0);
    const resembling = finder.resembling(asked);
    const exact = isAcronym(token);
    tokens.push({ ...planToken(token, resembling, view, rarityOf, model), exact, syllabic, memory: resembling });
    if (world === finder) asked.listed = resembling;
    const surprises = surprisesIn(world, resembling, asked);
    const { weight } = tokens[place]!;
    // A legal form is this one or another, however alike they are spelt.
    const least = token.role === 'legal-form' ? 1 : 0;
    const group = { mask: 1 << place, weight, least, share, sharpness };
    addTermMatches(termMatches, exact ? asWritten(resembling, view) : resembling, surprises, group);
  });
  if (!apart) addJoined(termMatches, used, tokens, finder, native, sharpness, kept);
  used.forEach((token, place) => {
    if (apart || tokens[place]!.role !== WORD) return;
    const syllabic = tokens[place]!.syllabic || token.characters !== undefined;
    const { weight } = tokens[place]!;
    const asked = { view, mask: 1 << place, weight, worth: SPLIT_SIMILARITY ** sharpness, syllabic };
    for (const text of soundingSpellings(token)) addSplits(termMatches, finder.cuts(text, kept), asked);
  });
  const totalWeight = weightOf(-1, tokens);
  const sonOf = used.findIndex(({ text }, place) => place > 0 && place < used.length - 1 && SON_OF.has(text));
  const relation = used.findIndex(({ text }, place) => place > 0 && RELATIVE_OF.has(text));
  return { tokens, termMatches, totalWeight, sonOf, relation };
}

const [SHORT_ACRONYM, LONG_ACRONYM] = [3, 5];
const ANY_SMALL = /\p{Ll}/u;
const VOWEL = /[aeiouy]/;

/**
 * Tells acronyms in an organisation's name: three letters at most, or up to five that have no vowel or are in capitals
 * beside small letters. Known words and countries are none.
 */
function acronymTest(tokens: readonly NameToken[]): (token: NameToken) => boolean {
  const anySmall = tokens.some(({ surface }) => ANY_SMALL.test(surface));
  return ({ text, surface, role, system, variants, meaning, country }) => {
    if (role !== 'word' || system !== undefined || variants.length > 0) return false;
    if (meaning !== undefined || country !== undefined || text.length > LONG_ACRONYM) return false;
    return text.length <= SHORT_ACRONYM || !VOWEL.test(text) || (anySmall && !ANY_SMALL.test(surface));
  };
}

/** What resembles an acronym without other words in Latin letters. БРИКС is spelt in several ways, and may be BRICS. */
function asWritten(found: ResemblingWords, view: IndexView): ResemblingWords {
  const isKept = (place: number) => {
    const word = found.words[place]!;
    if (found.similarities[place]! >= 1) return true;
    const isSpeltInWays = view.wordTextStarts[word + 1]! - view.wordTextStarts[word]! > 1;
    return isSpeltInWays && organisationWord(view.text(view.wordText[word]!)) === undefined;
  };
  return keptWords(found, isKept);
}

/** How surprising each resemblance is among the words of a larger index. Both have the most alike first. */
function surprisesIn(world: TermFinder, found: ResemblingWords, asked: AskedToken): Float32Array {
  if (found.words.length === 0 || found === asked.listed) return found.surprises;
  asked.listed ??= world.resembling(asked);
  const { listed } = asked;
  const surprises = found.surprises.slice();
  let among = -1;
  for (let place = 0; place < surprises.length; place++) {
    const least = found.similarities[place]!;
    while (among + 1 < listed.similarities.length && listed.similarities[among + 1]! >= least) among++;
    if (among >= 0) surprises[place] = Math.min(surprises[place]!, listed.surprises[among]!);
  }
  return surprises;
}

/** What the tokens of a mask weigh together. */
function weightOf(mask: number, tokens: readonly PlannedToken[]): number {
  let weight = 0;
  for (let token = 0; token < tokens.length; token++) if (mask & (1 << token)) weight += tokens[token]!.weight;
  return weight;
}

function planToken(
  token: NameToken,
  resembling: ResemblingWords,
  view: IndexView,
  rarityOf: (text: string) => number | undefined,
  model: ScoringParameters['model'],
): Omit<PlannedToken, 'exact' | 'syllabic' | 'memory'> {
  const role = ROLES.indexOf(token.role);
  const legalForm = token.legalForm ? view.header.legalForms.indexOf(token.legalForm) + 1 : 0;
  const isLink = role === PARTICLE && model === 'organisation';
  const weight = isLink ? 0 : tokenWeight(role, rarityOf(token.text) ?? closestRarity(resembling, view));
  return {
    token,
    role,
    weight,
    legalForm,
    firstLetter: token.text.charCodeAt(0),
    parts: COMPOUND.test(token.surface) ? 2 : 1,
  };
}

/** Of the commonest close spelling: a misspelt common name is a common name. */
function closestRarity({ similarities, texts }: ResemblingWords, view: IndexView): number {
  let least = UNSEEN_RARITY;
  for (let index = 0; index < texts.length && similarities[index]! >= CLOSE; index++) {
    least = Math.min(least, view.textRarity[texts[index]!]! / WEIGHT_STEPS);
  }
  return least;
}

/**
 * Tokens that words resemble, and what these weigh together. Words that are less alike than `least` are left out. The
 * similarity of the others counts by a `share`.
 */
interface TokenGroup {
  readonly mask: number;
  readonly weight: number;
  readonly least: number;
  readonly share: number;
  readonly sharpness: number;
}

function addTermMatches(
  termMatches: TermMatches,
  found: ResemblingWords,
  surprises: Float32Array,
  { mask, weight, least, share, sharpness }: TokenGroup,
): void {
  const count = countOf(found.similarities, share, least);
  termMatches.reserve(count);
  const { similarities, worths } = termMatches;
  let similarity = Number.NaN;
  let worth = 0;
  let place = termMatches.length;
  for (let index = 0; index < count; index++, place++) {
    const own = found.similarities[index]! * share;
    // Many words are equally alike.
    if (own !== similarity) {
      similarity = own;
      worth = similarity ** sharpness;
    }
    similarities[place] = similarity;
    worths[place] = worth;
    termMatches.words[place] = found.words[index]!;
    termMatches.matchKinds[place] = found.matchKinds[index]!;
    termMatches.spellings[place] = found.spellings[index]!;
    termMatches.texts[place] = found.texts[index]!;
    termMatches.surprises[place] = surprises[index]!;
  }
  const start = termMatches.length;
  termMatches.masks.fill(mask, start, place);
  termMatches.weights.fill(weight, start, place);
  termMatches.parts.fill(0, start, place);
  termMatches.splits.fill(-1, start, place);
  termMatches.length = place;
}

/** How many of the words, the most alike first, are at least so alike. */
function countOf(similarities: Float32Array, share: number, least: number): number {
  let count = similarities.length;
  while (count > 0 && similarities[count - 1]! * share < least) count--;
  return count;
}

/** Neighbouring tokens run together, for entries that write them as one. */
function addJoined(
  termMatches: TermMatches,
  tokens: readonly NameToken[],
  planned: readonly PlannedToken[],
  finder: TermFinder,
  native: boolean,
  sharpness: number,
  kept: SoughtTokens,
): void {
  for (let start = 0; start < tokens.length; start++) {
    const most = Math.min(start + MAX_JOINED, tokens.length);
    for (let end = start + 2; end <= most && areJoined(planned, start, end); end++) {
      const parts = planned.slice(start, end);
      const syllabic = parts.every((one) => one.syllabic);
      // Nobody writes a family name and a given name of one syllable each as one word.
      if (tokens.length === 2 && ((syllabic && native) || tokens[start]!.languages)) break;
      const found = finder.joined(kept.joined(tokens, start, end - start, syllabic));
      // `M. Orvane` may be written as one word, but `M. Morvane` is not that word spelt otherwise.
      const initial = parts.some(({ role }) => role === INITIAL);
      const least = initial ? 1 : MIN_JOINED_SIMILARITY;
      const mask = (1 << end) - (1 << start);
      const weight = weightOf(mask, planned);
      addTermMatches(termMatches, found, found.surprises, { mask, weight, least, share: 1, sharpness });
    }
  }
}

function areJoined(tokens: readonly PlannedToken[], start: number, end: number): boolean {
  let length = 0;
  for (let place = start; place < end; place++) {
    const { token, role } = tokens[place]!;
    if (NEVER_JOINED.includes(role)) return false;
    length += token.text.length;
  }
  return length <= MAX_JOINED_LENGTH;
}

/** A token cut in two words of the dictionary, for entries that write it as two. */
function addSplits(termMatches: TermMatches, cuts: readonly Cut[], asked: SplitToken): void {
  for (const { at, left, right } of cuts) {
    const split = asked.mask * 64 + at;
    addPart(termMatches, left, 1, split, asked);
    addPart(termMatches, right, 2, split, asked);
  }
}

/** What splits of a token have in common. */
interface SplitToken {
  readonly view: IndexView;
  readonly mask: number;
  readonly weight: number;
  readonly worth: number;
  readonly syllabic: boolean;
}

function addPart(
  termMatches: TermMatches,
  text: number,
  part: 1 | 2,
  split: number,
  { view, mask, weight, worth, syllabic }: SplitToken,
): void {
  for (let place = view.textWordStarts[text]!; place < view.textWordStarts[text + 1]!; place++) {
    const word = view.textWords[place]!;
    // Syllables written in East Asian script on both sides are compared one by one.
    if (syllabic && (view.wordSyllabic[word] === 1 || view.wordCharacters[word] !== 0)) continue;
    termMatches.reserve(1);
    const at = termMatches.length++;
    termMatches.words[at] = word;
    termMatches.masks[at] = mask;
    termMatches.weights[at] = weight;
    termMatches.similarities[at] = SPLIT_SIMILARITY;
    termMatches.worths[at] = worth;
    termMatches.matchKinds[at] = SAME;
    termMatches.spellings[at] = 0;
    termMatches.texts[at] = text;
    termMatches.parts[at] = part;
    termMatches.splits[at] = split;
    termMatches.surprises[at] = -Math.log(FREQUENCIES[view.textRarity[text]!]!);
  }
}
