import type { EntityType } from '../../domain/entity-type.ts';
import { typeBit } from '../entity.ts';
import { NumberList } from '../index/number-list.ts';
import type { IndexView } from '../index/view.ts';
import { INITIAL, LEGAL_FORM, WEIGHT_STEPS } from '../index/weigh.ts';
import { FACTS, FLAG_BITS, POSTINGS, POSTINGS_AT, weightIn } from '../index/word-flags.ts';
import { type Aligner, MAX_SLOTS } from '../scoring/align.ts';
import type { Parameters } from '../scoring/parameters.ts';
import type { Plan } from '../scoring/plan.ts';
import type { TermMatches } from '../scoring/term-matches.ts';
import { LeadingWords } from './leading-words.ts';
import type { FormScore } from './vessels-and-aircraft.ts';
import { VesselsAndAircraft } from './vessels-and-aircraft.ts';

/** Of a form's facts: the types of its entity, whether an initial stands in it, and from here on its weight. */
const HAS_INITIAL = 4;
const WEIGHT_PLACE = 3;

/** How a form was reached in a round: by one word, and left or kept for that; by two; by more. */
const [LEFT, KEPT, TWICE, OFTEN] = [0, 1, 2, 3] as const;
/** Of a form's state: how it was reached. The round stands above. */
const HOW = 3;
const ROUND_PLACE = 2;
const LAST_ROUND = 0xff >> ROUND_PLACE;
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
  /** Of each form what `ownFacts` tells. */
  readonly #facts: Uint16Array;
  /** Of each form how it was reached last, in one byte: most of these stay near the processor. */
  readonly #states: Uint8Array;
  /** The words that led to a form first and then, by their places among the round's words. */
  readonly #first: Uint16Array;
  readonly #second: Uint16Array;
  readonly #wordFlags: Uint32Array;
  readonly #leading: LeadingWords;
  /** Begins again at 1 where it is too large for a state. */
  #round = 0;
  #words: number[] = [];
  readonly #kept = new NumberList();
  /** What a search for an organisation comes by of vessels and aircraft. */
  readonly crafts: VesselsAndAircraft;

  constructor(view: IndexView, wordFlags: Uint32Array, aligner: Aligner) {
    this.#view = view;
    this.#wordFlags = wordFlags;
    this.#aligner = aligner;
    this.crafts = new VesselsAndAircraft(view, aligner);
    const forms = view.formEntity.length;
    this.#facts = Uint16Array.from(view.formEntity, (entity, form) => view.entityTypes[entity]! | ownFacts(view, form));
    this.#states = new Uint8Array(forms);
    this.#first = new Uint16Array(forms);
    this.#second = new Uint16Array(forms);
    this.#leading = new LeadingWords(wordFlags);
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
  ): FormScore[] {
    this.#words = [];
    this.#kept.length = 0;
    this.crafts.clear();
    this.#beginRound();
    const leading = this.#leading;
    const counted = leading.choose(plan, parameters, least - ROUNDED, surprises);
    const heaviest = (word: number) => (counted ? this.#heaviestAlone(word, leastEstimate, surprises) : HEAVIEST);
    const isOrganisation = entityType === 'Organization';
    const bit = typeBit(entityType);
    const walkAll = ({ values, length }: NumberList, asked: number) => {
      for (let place = 0; place < length; place++) {
        const word = values[place]!;
        if (isOrganisation) this.crafts.note(word);
        this.#walk(word, asked, heaviest(word));
      }
    };
    walkAll(leading.words, bit);
    walkAll(leading.besideInitial, bit | HAS_INITIAL);
    this.#walkSplits(plan.termMatches, bit, isOrganisation);
    const { values, length } = leading.others;
    if (counted) for (let place = 0; place < length; place++) this.#countAgain(values[place]!);
    return this.#near(counted, leastEstimate, surprises);
  }

  #beginRound(): void {
    if (++this.#round <= LAST_ROUND) return;
    this.#round = 1;
    this.#states.fill(0);
  }

  #near(counted: boolean, leastEstimate: number, surprises: Float64Array): FormScore[] {
    const [states, words] = [this.#states, this.#words];
    const { values, length } = this.#kept;
    const near: FormScore[] = [];
    for (let place = 0; place < length; place++) {
      const form = values[place]!;
      const facts = this.#facts[form]!;
      const how = states[form]! & HOW;
      let score: number | undefined;
      if (counted && how < OFTEN) {
        const second = how === TWICE ? words[this.#second[form]!]! : -1;
        const initial = (facts & HAS_INITIAL) !== 0;
        score = this.#aligner.estimateOnly(words[this.#first[form]!]!, second, facts >> WEIGHT_PLACE, initial);
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
    const at = word << FLAG_BITS;
    if (this.#wordFlags[at + POSTINGS]! < SHORT_LIST) return HEAVIEST;
    const isNear = (weight: number) => {
      const score = this.#aligner.estimateOnly(word, -1, weight, false);
      return score === undefined || (score >= leastEstimate && this.#mayReach(score, surprises));
    };
    let low = weightIn(this.#wordFlags[at + FACTS]!);
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
    const [states, kept] = [this.#states, this.#kept];
    const base = this.#round << ROUND_PLACE;
    const own = this.#words.push(word) - 1;
    const start = this.#wordFlags[(word << FLAG_BITS) + POSTINGS_AT]!;
    const end = start + this.#wordFlags[(word << FLAG_BITS) + POSTINGS]!;
    for (let place = start; place < end; place++) {
      const form = postings[place]!;
      if (states[form]! >= base) {
        this.#reachAgain(form, own);
        continue;
      }
      const facts = this.#facts[form]!;
      if ((facts & asked) !== asked) {
        // The forms with an initial come first.
        if ((asked & ~facts & HAS_INITIAL) !== 0) break;
        continue;
      }
      this.#first[form] = own;
      if (facts >> WEIGHT_PLACE <= heaviest || (facts & HAS_INITIAL) !== 0) {
        states[form] = base | KEPT;
        kept.push(form);
      } else states[form] = base | LEFT;
    }
  }

  /** Walks the ways to cut a token in two words of the index. The halves of a cut stand side by side in the plan. */
  #walkSplits({ length, words, masks, parts, splits }: TermMatches, bit: number, isOrganisation: boolean): void {
    for (let first = 0; first < length; first++) {
      if (parts[first] !== 1) continue;
      const asked = this.#leading.isEssential(masks[first]!) ? bit : bit | HAS_INITIAL;
      for (let second = first + 1; second < length && splits[second] === splits[first]; second++) {
        if (parts[second] !== 2) continue;
        if (isOrganisation) this.crafts.note(words[first]!);
        this.#walkSplit(words[first]!, words[second]!, asked);
      }
    }
  }

  /** Notes the forms in which the second word follows the first: the halves of a token. */
  #walkSplit(first: number, second: number, asked: number): void {
    const { postings, slots, slotStarts } = this.#view;
    const [states, marks] = [this.#states, this.#wordFlags];
    const base = this.#round << ROUND_PLACE;
    const [one, other] = [first << FLAG_BITS, second << FLAG_BITS];
    const rarer = marks[one + POSTINGS]! < marks[other + POSTINGS]! ? one : other;
    const start = marks[rarer + POSTINGS_AT]!;
    const end = start + marks[rarer + POSTINGS]!;
    for (let place = start; place < end; place++) {
      const form = postings[place]!;
      if ((this.#facts[form]! & asked) !== asked) continue;
      for (let slot = slotStarts[form]!; slot < slotStarts[form + 1]! - 1; slot++) {
        if (slots[slot] !== first || slots[slot + 1] !== second) continue;
        const state = states[form]!;
        if (state < base || (state & HOW) === LEFT) this.#kept.push(form);
        states[form] = base | OFTEN;
      }
    }
  }

  #countAgain(word: number): void {
    const { postings } = this.#view;
    const states = this.#states;
    const base = this.#round << ROUND_PLACE;
    const own = this.#words.push(word) - 1;
    const start = this.#wordFlags[(word << FLAG_BITS) + POSTINGS_AT]!;
    const end = start + this.#wordFlags[(word << FLAG_BITS) + POSTINGS]!;
    for (let place = start; place < end; place++) {
      const form = postings[place]!;
      if (states[form]! >= base) this.#reachAgain(form, own);
    }
  }

  #reachAgain(form: number, own: number): void {
    const how = this.#states[form]! & HOW;
    if (how === OFTEN || this.#words[this.#first[form]!] === this.#words[own]) return;
    if (how === LEFT) this.#kept.push(form);
    if (how < TWICE) this.#second[form] = own;
    this.#states[form] = (this.#round << ROUND_PLACE) | (how < TWICE ? TWICE : OFTEN);
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
