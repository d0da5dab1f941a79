import type { CodeOf, Values } from '../../sentences.ts';
import { ACRONYM, GIVEN, PRIMARY, WEAK } from '../index/compile.ts';
import type { SameLetters } from '../index/same-letters.ts';
import type { IndexView } from '../index/view.ts';
import { RAREST } from '../index/weigh.ts';
import type { WrittenName } from '../names/types.ts';
import type { BirthEvidence } from './birth-date.ts';
import type { NameEvidence } from './evidence.ts';
import type { AlignedPair, Alignment } from './judge.ts';
import {
  COMMON_NAME_POINTS,
  COMMON_NAME_STAYS_AT,
  CUT_NAME_POINTS,
  type EvidenceModel,
  FATHER_IS_SON_POINTS,
  LEAST_IN_OTHER_ORDER,
  LEAST_OF_SAME_LETTERS,
  LEAST_OF_SAME_RULER,
  MAX_FOR_ACRONYM,
  MAX_FOR_GIVEN_NAME,
  MAX_FOR_IMPOSSIBLE,
  MAX_FOR_OTHER_GENERATION,
  MAX_FOR_OTHER_NAME,
  MAX_FOR_RELATIVE,
  MAX_FOR_SINGLE_WEAK,
  MAX_FOR_UNIQUE,
  MAX_WITHOUT_OWN_WORD,
  MIN_FOR_ACRONYM,
  MIN_FOR_UNIQUE,
  OTHER_ORDER_POINTS,
  OTHER_TEXT_POINTS,
  OTHER_WRITING_POINTS,
  type Parameters,
  SHUFFLED_POINTS,
  SHUFFLED_SYLLABLES_POINTS,
  VAGUE_CUT_POINTS,
  WEAK_ALIAS_POINTS,
} from './parameters.ts';
import type { Plan } from './plan.ts';
import { OTHER_NAME } from './term-matches.ts';

/** Two names in Han characters that differ in one of them score no more. */
const MAX_FOR_OTHER_CHARACTERS = 55;

/** Whether two East Asian names have the same Han characters, or are spelt the same in Latin letters. */
export type Characters = 'same' | 'other' | undefined;

/** About so many people have Chinese, Korean or Vietnamese names, and about such a share of listed people has. */
const PEOPLE = 1e9;
const LISTED_SHARE = 0.05;
/** A name of so many bearers is common altogether, and of so many is not. */
const MANY_BEARERS = 10_000;
const FEW_BEARERS = 10;

/** The threshold that is asked for where none is given. A miss costs four false alerts: these log-odds reach it. */
export const THRESHOLD = 70;
const LEAST_LOG_ODDS = -Math.log(4);
const POINTS_PER_LOG_ODDS = 5;
/** Names of which the hashes agree by chance agree less. */
const LEAST_AS_LISTED = 90;
/** 100 is kept for the spelling of the list. */
const MAX_OTHERWISE_SPELT = 99;

interface Adjustment {
  readonly reason: CodeOf<'score'>;
  readonly points: number;
  /** What the sentence of the reason names. */
  readonly values?: Values | undefined;
}

/** A score with what made it: `score = nameScore + Σ points`. */
export interface FinishedScore {
  readonly score: number;
  readonly nameScore: number;
  readonly adjustments: readonly Adjustment[];
}

/** What else counts besides the alignment. */
export interface Circumstances {
  readonly flags: number;
  /** First letters that several entities' names have. */
  readonly ambiguous: boolean;
  /** The query is the name as the list writes it, but for case and punctuation. */
  readonly sameSurface: boolean;
  readonly characters: Characters;
  /** The text that was read as the query's name. */
  readonly written: WrittenName | undefined;
  readonly birth: BirthEvidence | undefined;
  /** What the names say together; undefined where the formula alone decides. */
  readonly evidence: NameEvidence | undefined;
  /** The query is how the name begins, cut inside a word. `vague`: many names begin so. */
  readonly cut?: 'told' | 'vague' | undefined;
  /** The two names have the same letters, and differ in this alone. */
  readonly differing?: SameLetters | undefined;
  /** The query is a common given name, and the form no more than that, while the lists have more of the name. */
  readonly isGivenNameAlone: boolean;
  /** The least score where the query is a word that tells the name from all others, else 0. */
  readonly least: number;
  /** The least score where the query is the short name of a Chinese organisation, else 0. */
  readonly leastOfShort: number;
  /** Of an organisation: its own word is missing where words for its kind and its country agree. */
  readonly lacksOwnWord: () => boolean;
  /** Of an organisation in Han characters: the listed name's own word has others. */
  readonly otherCharacters: () => boolean;
  /** In two names that agree otherwise the pair is a patronymic that one of them writes without its n. */
  readonly isPatronymic: (pair: AlignedPair) => boolean;
  /** Every word agrees, and so does a reign number or a by-name. */
  readonly isSameRuler: boolean;
  /** What tells the owners of two names apart, of whom one is the elder or has another reign number. */
  readonly toldApart: () => 'generation' | 'reign' | undefined;
  /** Of an organisation: words for its kind agree, and each name has another word of its own. */
  readonly otherOwnWords: () => boolean;
  /** Two bearers of the name are unlikely. Asked only where the dates of birth cannot be one person's. */
  readonly isUnique: () => boolean;
}

export function finishScore(alignment: Alignment, parameters: Parameters, about: Circumstances): FinishedScore {
  if (about.flags & ACRONYM && (about.ambiguous || !isSameAcronym(alignment))) {
    return { score: 0, nameScore: 0, adjustments: [] };
  }
  const asListed = about.sameSurface && alignment.score >= LEAST_AS_LISTED;
  const running = new RunningScore(hundredths(asListed ? 100 : alignment.score));
  byName(running, alignment, parameters, { ...about, asListed });
  if (alignment.pairs.some((pair) => pair.matchKind === OTHER_NAME && !about.isPatronymic(pair))) {
    running.limit('other-name', MAX_FOR_OTHER_NAME);
  }
  byPartAlone(running, alignment, about);
  if (about.isSameRuler) running.raise('same-ruler', LEAST_OF_SAME_RULER);
  if (isSameName(alignment, parameters, about.differing)) byLetters(running, about.differing);
  if (alignment.fatherIsSon) running.adjust('father-is-son', FATHER_IS_SON_POINTS);
  if (about.flags & WEAK && !(about.flags & PRIMARY)) byWeakness(running, alignment, asListed || !about.evidence);
  if (about.written?.reason) running.adjust(about.written.reason, OTHER_TEXT_POINTS, { text: about.written.text });
  if (about.birth) byBirth(running, alignment, about.birth, about.isUnique);
  return running;
}

/** Nothing but the order of a person's words differs, or what stands between them. */
function byLetters(running: RunningScore, differing: SameLetters | undefined): void {
  if (differing === 'separators') running.raise('other-writing', LEAST_OF_SAME_LETTERS);
  else running.raise('other-order', LEAST_IN_OTHER_ORDER);
}

/** What the query has is only a part of the name, of another person's, or of many names. */
function byPartAlone(running: RunningScore, alignment: Alignment, about: Circumstances): void {
  if (about.cut) running.adjust('cut-name', about.cut === 'vague' ? VAGUE_CUT_POINTS : CUT_NAME_POINTS);
  if (about.least > running.score) running.adjust('telling-word-alone', about.least - running.score);
  running.raise('short-name', about.leastOfShort);
  if (about.isGivenNameAlone) running.limit('given-name-alone', MAX_FOR_GIVEN_NAME);
  if (alignment.relativeAlone) running.limit('relative-alone', MAX_FOR_RELATIVE);
  const apart = running.score > MAX_FOR_OTHER_GENERATION ? about.toldApart() : undefined;
  if (apart) running.limit(`other-${apart}`, MAX_FOR_OTHER_GENERATION);
  if (running.score >= THRESHOLD && about.lacksOwnWord()) running.limit('own-word-missing', MAX_WITHOUT_OWN_WORD);
  if (running.score >= THRESHOLD && about.otherCharacters()) running.limit('other-characters', MAX_WITHOUT_OWN_WORD);
  if (running.score >= THRESHOLD && about.otherOwnWords()) running.limit('other-own-words', MAX_WITHOUT_OWN_WORD);
}

/** `unweighed`: no evidence has counted yet that the alias is weak. */
function byWeakness(running: RunningScore, alignment: Alignment, unweighed: boolean): void {
  if (unweighed) running.adjust('weak-alias', WEAK_ALIAS_POINTS);
  if (alignment.words < 2) running.limit('weak-alias-one-word', MAX_FOR_SINGLE_WEAK);
}

const isSameAcronym = ({ score, pairs }: Alignment): boolean => score >= MIN_FOR_ACRONYM && pairs[0]!.similarity >= 1;

/** What the words of the two names say together. */
function byName(
  running: RunningScore,
  alignment: Alignment,
  parameters: Parameters,
  about: Circumstances & { readonly asListed: boolean },
): void {
  const { flags, evidence, characters, sameSurface, asListed } = about;
  if (flags & ACRONYM) running.limit(flags & GIVEN ? 'given-acronym' : 'acronym', MAX_FOR_ACRONYM);
  else if (!evidence || characters !== undefined) byFormula(running, alignment, parameters, about);
  else if (areSameWords(alignment, parameters)) sameWords(running, alignment, sameSurface);
  else if (!asListed) byEvidence(running, evidence);
}

/** A score under way, and what moved it. */
class RunningScore implements FinishedScore {
  readonly nameScore: number;
  readonly adjustments: Adjustment[] = [];
  score: number;

  constructor(nameScore: number) {
    this.nameScore = nameScore;
    this.score = nameScore;
  }

  adjust(reason: Adjustment['reason'], points: number, values?: Values): void {
    const reached = Math.min(100, Math.max(0, hundredths(this.score + points)));
    if (reached === this.score) return;
    this.adjustments.push({ reason, points: hundredths(reached - this.score), values });
    this.score = reached;
  }

  raise(reason: Adjustment['reason'], least: number): void {
    if (this.score < least) this.adjust(reason, least - this.score);
  }

  limit(reason: Adjustment['reason'], most: number): void {
    if (this.score > most) this.adjust(reason, most - this.score);
  }
}

/** Two names of the same letters, or two of a person in Latin letters that have the same words in another order. */
function isSameName(
  { complete, inOrder }: Alignment,
  { model }: Parameters,
  differing: SameLetters | undefined,
): boolean {
  return differing !== undefined || (complete && !inOrder && model === 'person');
}

/** Each feature that speaks against one person costs its points. How surprising the rest is makes the difference. */
function byEvidence(running: RunningScore, { logOdds, against }: NameEvidence): void {
  for (const part of against) running.adjust(part.reason, POINTS_PER_LOG_ODDS * part.logOdds);
  const points = scoreOfOdds(logOdds) - running.score;
  running.adjust(points < 0 ? 'common-words' : 'rare-words', points);
}

/** The score that log-odds lead to: 0 to 99. */
export const scoreOfOdds = (logOdds: number): number =>
  Math.min(MAX_OTHERWISE_SPELT, Math.max(0, THRESHOLD + POINTS_PER_LOG_ODDS * (logOdds - LEAST_LOG_ODDS)));

/** The model whose evidence alone decides what the words of a name say; undefined where they are the listed ones. */
export function weighedBy(
  alignment: Alignment,
  parameters: Parameters,
  model: EvidenceModel | undefined,
): EvidenceModel | undefined {
  const isTold = areSameWords(alignment, parameters) || isSameName(alignment, parameters, undefined);
  return isTold ? undefined : model;
}

/** The log-odds that lead to a score. */
export const oddsOfScore = (score: number): number => LEAST_LOG_ODDS + (score - THRESHOLD) / POINTS_PER_LOG_ODDS;

/** A person's words in another order, or read from another script, are evidence to be weighed. */
function areSameWords({ complete, inOrder }: Alignment, { model }: Parameters): boolean {
  return complete && (model === 'organisation' || (model === 'person' && inOrder));
}

function sameWords(running: RunningScore, { inOrder }: Alignment, sameSurface: boolean): void {
  if (sameSurface) return;
  if (inOrder) running.adjust('other-writing', OTHER_WRITING_POINTS);
  else running.adjust('other-order', OTHER_ORDER_POINTS);
}

function byFormula(
  running: RunningScore,
  alignment: Alignment,
  parameters: Parameters,
  { sameSurface, characters }: Circumstances,
): void {
  if (alignment.complete) sameWords(running, alignment, sameSurface);
  if (alignment.shuffled) {
    running.adjust('shuffled', parameters.syllables ? SHUFFLED_SYLLABLES_POINTS : SHUFFLED_POINTS);
  }
  if (characters === 'other') running.limit('other-characters', MAX_FOR_OTHER_CHARACTERS);
  if (!parameters.syllabic || sameSurface || characters === 'same') return;
  const most = COMMON_NAME_STAYS_AT - running.score;
  if (most < 0) running.adjust('common-name', Math.max(COMMON_NAME_POINTS * commonness(alignment), most));
}

function byBirth(running: RunningScore, alignment: Alignment, birth: BirthEvidence, isUnique: () => boolean): void {
  if (birth.isRead) {
    // Whether a date beside a name is a date of birth is a guess, which must not take away somebody listed.
    const reached = running.score + birth.points;
    running.adjust(birth.reason, Math.max(reached, Math.min(running.score, THRESHOLD)) - running.score);
    return;
  }
  if (!birth.isImpossible) {
    running.adjust(birth.reason, birth.points);
    return;
  }
  const reached = running.score + birth.points;
  if (alignment.complete && running.score >= MIN_FOR_UNIQUE && isUnique()) {
    const kept = Math.min(MAX_FOR_UNIQUE, Math.max(MIN_FOR_UNIQUE, reached));
    running.adjust('born-another-date-unique-name', kept - running.score);
  } else running.adjust(birth.reason, Math.min(MAX_FOR_IMPOSSIBLE, reached) - running.score);
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;

/** Undefined where query and form are written in different scripts, or are no East Asian names. */
export function compareCharacters(alignment: Alignment, { tokens }: Plan, view: IndexView, form: number): Characters {
  const { slots, slotStarts, wordCharacters, wordSyllabic } = view;
  const [start, end] = [slotStarts[form]!, slotStarts[form + 1]!];
  if (tokens.some(({ token }) => token.languages) && alignment.complete && !wordSyllabic[slots[start]!]) return 'same';
  if (wordCharacters[slots[start]!] === 0) return undefined;
  if (!tokens.every(({ token }) => token.characters !== undefined)) return undefined;
  const all = (count: number) => 2 ** count - 1;
  return alignment.queryMask === all(tokens.length) && alignment.entryMask === all(end - start) ? 'same' : 'other';
}

/** How common a syllabic name is, 0 to 1: that follows from how many people bear it. */
function commonness({ weight, words }: Alignment): number {
  const share = Math.log(bearers(weight, words) / FEW_BEARERS) / Math.log(MANY_BEARERS / FEW_BEARERS);
  return Math.min(1, Math.max(0, share));
}

/**
 * So many people bear a name of these words, if each is given independently. The lists tell how often: a word's weight
 * is the logarithm of its frequency, and a share of the lists are such names.
 */
function bearers(weight: number, words: number): number {
  return (PEOPLE * RAREST ** weight) / LISTED_SHARE ** words;
}
