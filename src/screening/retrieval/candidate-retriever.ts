import type { EntityType } from '../../domain/entity-type.ts';
import { typeBit } from '../entity.ts';
import type { IndexView } from '../index/view.ts';
import { INITIAL, LEGAL_FORM, WEIGHT_STEPS } from '../index/weigh.ts';
import { FACTS, MARK_BITS, POSTINGS, POSTINGS_AT, type WordMarks, weightIn } from '../index/word-marks.ts';
import { type Aligner, MAX_SLOTS } from '../scoring/align.ts';
import type { Parameters } from '../scoring/parameters.ts';
import type { Plan, TermMatch } from '../scoring/plan.ts';
import type { Rated } from './crafts.ts';
import { Crafts } from './crafts.ts';
import { Growing } from './growing.ts';
import { LeadingWords } from './leading-words.ts';

/** Of a form's facts: the types of its entity, whether an initial stands in it, and from here on its weight. */
const HAS_INITIAL = 4;
const WEIGHT_PLACE = 3;

/** How a form was reached in a round: by one word, and left or kept for that; by two; by more. */
const [LEFT, KEPT, TWICE, OFTEN] = [0, 1, 2, 3] as const;
/**
 * Of each form two numbers stand side by side, so that both come with one access to memory: its facts, and how it was
 * reached. The latter holds the place of the first word that led to it, then how, then the round.
 */
const FORM_NUMBERS = 2;
const REACHED = 1;
const HOW_PLACE = 16;
const ROUND_PLACE = 18;
const FIRST_WORD = (1 << HOW_PLACE) - 1;
const LAST_ROUND = (1 << (31 - ROUND_PLACE)) - 1;
/** Lists of fewer forms are not worth knowing how heavy a form may be. */
const SHORT_LIST = 12;
/** No form weighs more, in steps. */
const HEAVIEST = 8191;
/** Scores are rounded to hundredths. */
const ROUNDED = 0.01;
/** An estimate may be lower than what an alignment gives by about this much. */
export const ESTIMATE_SLACK = 4;

/** Finds the candidates of a query in the posting lists of similar words. Its scratch memory is for one thread. */
export class CandidateRetriever {
  readonly #view: IndexView;
  readonly #aligner: Aligner;
  readonly #forms: Int32Array;
  /** Of each form that two words led to: the second one, by its place among the round's words. */
  readonly #second: Uint16Array;
  readonly #wordMarks: Uint32Array;
  readonly #leading: LeadingWords;
  /** The round, until it is too large for the numbers of forms and begins again. */
  #shortRound = 0;
  #words: number[] = [];
  readonly #kept = new Growing();
  /** What a search for an organisation comes by of vessels and aircraft. */
  readonly crafts: Crafts;

  constructor(view: IndexView, words: WordMarks, aligner: Aligner) {
    this.#view = view;
    this.#wordMarks = words.marks;
    this.#aligner = aligner;
    this.crafts = new Crafts(view, aligner);
    const forms = view.formEntity.length;
    this.#forms = new Int32Array(forms * FORM_NUMBERS);
    for (let form = 0; form < forms; form++) {
      this.#forms[form * FORM_NUMBERS] = view.entityTypes[view.formEntity[form]!]! | ownFacts(view, form);
    }
    this.#second = new Uint16Array(forms);
    this.#leading = new LeadingWords(words);
  }

  /**
   * Of the forms that may reach `least` those with an estimate of `leastEstimate`. `surprises`: by whole agreement the
   * least surprise that they need. The aligner uses the plan.
   */
  forms(
    plan: Plan,
    parameters: Parameters,
    entityType: EntityType,
    least: number,
    leastEstimate: number,
    surprises: Float64Array,
  ): Rated[] {
    this.#words = [];
    this.#kept.length = 0;
    this.crafts.clear();
    this.#beginShortRound();
    const leading = this.#leading;
    const counted = leading.choose(plan, parameters, least - ROUNDED, surprises);
    const heaviest = (word: number) => (counted ? this.#heaviestAlone(word, leastEstimate, surprises) : HEAVIEST);
    const isOrganisation = entityType === 'Organization';
    const bit = typeBit(entityType);
    const walkAll = ({ values, length }: Growing, asked: number) => {
      for (let place = 0; place < length; place++) {
        const word = values[place]!;
        if (isOrganisation) this.crafts.note(word);
        this.#walk(word, asked, heaviest(word));
      }
    };
    walkAll(leading.words, bit);
    walkAll(leading.besideInitial, bit | HAS_INITIAL);
    for (const { first, second } of splitsOf(plan)) {
      if (isOrganisation) this.crafts.note(first.word);
      this.#walkSplit(first.word, second.word, leading.isEssential(first.mask) ? bit : bit | HAS_INITIAL);
    }
    const { values, length } = leading.others;
    if (counted) for (let place = 0; place < length; place++) this.#countAgain(values[place]!);
    return this.#near(counted, leastEstimate, surprises);
  }

  #beginShortRound(): void {
    if (++this.#shortRound <= LAST_ROUND) return;
    this.#shortRound = 1;
    for (let at = REACHED; at < this.#forms.length; at += FORM_NUMBERS) this.#forms[at] = 0;
  }

  #near(counted: boolean, leastEstimate: number, surprises: Float64Array): Rated[] {
    const [forms, words] = [this.#forms, this.#words];
    const { values, length } = this.#kept;
    const near: Rated[] = [];
    for (let place = 0; place < length; place++) {
      const form = values[place]!;
      const facts = forms[form * FORM_NUMBERS]!;
      const reached = forms[form * FORM_NUMBERS + REACHED]!;
      const how = (reached >> HOW_PLACE) & 3;
      let score: number | undefined;
      if (counted && how < OFTEN) {
        const second = how === TWICE ? words[this.#second[form]!]! : -1;
        const initial = (facts & HAS_INITIAL) !== 0;
        score = this.#aligner.estimateOnly(words[reached & FIRST_WORD]!, second, facts >> WEIGHT_PLACE, initial);
      }
      score ??= this.#aligner.estimate(form);
      if (score < leastEstimate || !this.#mayReach(score, surprises)) continue;
      near.push({ form, score });
    }
    return near;
  }

  /** Whether evidence may lead the name of the last estimate to the least score. */
  #mayReach(score: number, surprises: Float64Array): boolean {
    return this.#aligner.mostSurprise >= this.#aligner.surpriseNeeded(score, surprises, ESTIMATE_SLACK);
  }

  /** The most that a form may weigh to be near with nothing but this word in common, in steps; -1 where none is. */
  #heaviestAlone(word: number, leastEstimate: number, surprises: Float64Array): number {
    const at = word << MARK_BITS;
    if (this.#wordMarks[at + POSTINGS]! < SHORT_LIST) return HEAVIEST;
    const isNear = (weight: number) => {
      const score = this.#aligner.estimateOnly(word, -1, weight, false);
      return score === undefined || (score >= leastEstimate && this.#mayReach(score, surprises));
    };
    let low = weightIn(this.#wordMarks[at + FACTS]!);
    const alone = isNear(low);
    // Words that may be compared with what the query has left help most where they weigh as much.
    const peak = low + Math.ceil(this.#aligner.queryLeft * WEIGHT_STEPS);
    if (peak < HEAVIEST && isNear(peak)) low = peak;
    else if (!alone) return -1;
    let high = HEAVIEST;
    // The more is left over, the lower the estimate.
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (isNear(middle)) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Notes the forms under a word; those heavier than `heaviest` are kept only once a second word leads to them. */
  #walk(word: number, asked: number, heaviest: number): void {
    const { postings } = this.#view;
    const [forms, kept] = [this.#forms, this.#kept];
    const base = this.#shortRound << ROUND_PLACE;
    const own = this.#words.push(word) - 1;
    const start = this.#wordMarks[(word << MARK_BITS) + POSTINGS_AT]!;
    const end = start + this.#wordMarks[(word << MARK_BITS) + POSTINGS]!;
    for (let place = start; place < end; place++) {
      const form = postings[place]!;
      const at = form * FORM_NUMBERS;
      const reached = forms[at + REACHED]!;
      if (reached >= base) {
        this.#reachAgain(form, reached, own);
        continue;
      }
      const facts = forms[at]!;
      if ((facts & asked) !== asked) {
        // The forms with an initial come first.
        if ((asked & ~facts & HAS_INITIAL) !== 0) break;
        continue;
      }
      if (facts >> WEIGHT_PLACE <= heaviest || (facts & HAS_INITIAL) !== 0) {
        forms[at + REACHED] = base | (KEPT << HOW_PLACE) | own;
        kept.push(form);
      } else forms[at + REACHED] = base | (LEFT << HOW_PLACE) | own;
    }
  }

  /** Notes the forms in which the second word follows the first: the halves of a token. */
  #walkSplit(first: number, second: number, asked: number): void {
    const { postings, postingStarts, slots, slotStarts } = this.#view;
    const forms = this.#forms;
    const base = this.#shortRound << ROUND_PLACE;
    const lengthOf = (word: number) => postingStarts[word + 1]! - postingStarts[word]!;
    const rarer = lengthOf(first) < lengthOf(second) ? first : second;
    for (let place = postingStarts[rarer]!; place < postingStarts[rarer + 1]!; place++) {
      const form = postings[place]!;
      const at = form * FORM_NUMBERS;
      if ((forms[at]! & asked) !== asked) continue;
      for (let slot = slotStarts[form]!; slot < slotStarts[form + 1]! - 1; slot++) {
        if (slots[slot] !== first || slots[slot + 1] !== second) continue;
        const reached = forms[at + REACHED]!;
        if (reached < base || ((reached >> HOW_PLACE) & 3) === LEFT) this.#kept.push(form);
        forms[at + REACHED] = base | (OFTEN << HOW_PLACE);
      }
    }
  }

  #countAgain(word: number): void {
    const { postings } = this.#view;
    const forms = this.#forms;
    const base = this.#shortRound << ROUND_PLACE;
    const own = this.#words.push(word) - 1;
    const start = this.#wordMarks[(word << MARK_BITS) + POSTINGS_AT]!;
    const end = start + this.#wordMarks[(word << MARK_BITS) + POSTINGS]!;
    for (let place = start; place < end; place++) {
      const form = postings[place]!;
      const reached = forms[form * FORM_NUMBERS + REACHED]!;
      if (reached >= base) this.#reachAgain(form, reached, own);
    }
  }

  #reachAgain(form: number, reached: number, own: number): void {
    const how = (reached >> HOW_PLACE) & 3;
    if (how === OFTEN || this.#words[reached & FIRST_WORD] === this.#words[own]) return;
    if (how === LEFT) this.#kept.push(form);
    if (how < TWICE) this.#second[form] = own;
    const now = how < TWICE ? TWICE : OFTEN;
    this.#forms[form * FORM_NUMBERS + REACHED] = (reached & ~(3 << HOW_PLACE)) | (now << HOW_PLACE);
  }
}

/** The ways to cut a token in two words of the index. The halves of a cut stand side by side in the plan. */
function* splitsOf({ termMatches }: Plan): Generator<{ readonly first: TermMatch; readonly second: TermMatch }> {
  for (let place = 0; place < termMatches.length; place++) {
    const first = termMatches[place]!;
    if (first.part !== 1) continue;
    for (let other = place + 1; termMatches[other]?.split === first.split; other++) {
      const second = termMatches[other]!;
      if (second.part === 2) yield { first, second };
    }
  }
}

/** Whether an initial stands in a form, and what all but its initials and legal forms weigh. */
function ownFacts({ slotStarts, slots, wordRole, wordWeight }: IndexView, form: number): number {
  let initial = 0;
  let weight = 0;
  const start = slotStarts[form]!;
  for (let place = start; place < slotStarts[form + 1]!; place++) {
    const word = slots[place]!;
    const role = wordRole[word]!;
    if (role === INITIAL) initial = HAS_INITIAL;
    else if (role !== LEGAL_FORM && place < start + MAX_SLOTS) weight += wordWeight[word]!;
  }
  return initial | (weight << WEIGHT_PLACE);
}
