import type { EntityType } from '../../domain/entity-type.ts';
import { typeBit } from '../entity.ts';
import { MAX_FORM_LENGTH } from '../index/keys.ts';
import type { IndexView } from '../index/view.ts';
import { GENERIC, INITIAL, LEGAL_FORM, WEIGHT_STEPS, WORD } from '../index/weigh.ts';
import { type Aligner, MAX_SLOTS } from '../scoring/align.ts';
import { doubtOf } from '../scoring/judge.ts';
import type { Parameters } from '../scoring/parameters.ts';
import type { Plan, TermMatch } from '../scoring/plan.ts';
import type { Rated } from './crafts.ts';
import { Crafts } from './crafts.ts';

/** Postings of one reading that are walked for candidates. */
const MAX_POSTINGS = 200_000;
/** Estimating a form takes as long as walking so many postings. */
const ESTIMATE_IN_POSTINGS = 16;
const BESIDE_INITIAL = 0.9;
const MAYBE_SHORT = 0.7;
/** Of a form's facts: the types of its entity, whether an initial stands in it, and from here on its weight. */
const HAS_INITIAL = 4;
const WEIGHT_PLACE = 3;

/** How a form was reached in a round: by one word, and kept for that or left; by two; by more. */
const [LEFT, KEPT, TWICE, OFTEN] = [1, 2, 3, 4];
/** Each round's numbers are above those before it, until a byte holds no more. */
const STEP = 5;
const LAST_ROUND = 250;
/** Lists of fewer forms are not worth knowing how heavy a form may be. */
const SHORT_LIST = 12;
/** No form weighs more, in steps. */
const HEAVIEST = 8191;
/** Scores are rounded to hundredths. */
const ROUNDED = 0.01;
/** Letters that agree no better than this can be found in a comparison of whole names only. */
const MAX_UNFOUND = 0.79;

/** Finds the candidates of a query in the posting lists of similar words. Its scratch memory is for one thread. */
export class CandidateRetriever {
  readonly #view: IndexView;
  readonly #aligner: Aligner;
  readonly #facts: Uint16Array;
  /**
   * One byte for each indexed name, so that the busiest data stays near the processor. A name at or below the round's
   * base was not found in this round.
   */
  readonly #reached: Uint8Array;
  /** Of each form: the first two words that led to it, by their places among the round's words. */
  readonly #first: Uint16Array;
  readonly #second: Uint16Array;
  /** Of each word: the round in which all forms of the type were reached through it. */
  readonly #walked: Uint32Array;
  #round = 0;
  #words: number[] = [];
  readonly #kept = new Growing();
  /** What a search for an organisation comes by of vessels and aircraft. */
  readonly crafts: Crafts;
  #base = 0;

  constructor(view: IndexView, aligner: Aligner) {
    this.#view = view;
    this.#aligner = aligner;
    this.#facts = Uint16Array.from(view.formEntity, (entity, form) => view.entityTypes[entity]! | ownFacts(view, form));
    this.crafts = new Crafts(view, aligner);
    const forms = view.formEntity.length;
    this.#reached = new Uint8Array(forms);
    this.#first = new Uint16Array(forms);
    this.#second = new Uint16Array(forms);
    this.#walked = new Uint32Array(view.wordRole.length);
  }

  /**
   * Of the forms that may reach `least` those with an estimate of `leastEstimate`. `surprises`: by whole estimate the
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
    this.#round++;
    this.#words = [];
    this.#kept.length = 0;
    this.crafts.clear();
    this.#base += STEP;
    if (this.#base > LAST_ROUND) {
      this.#reached.fill(0);
      this.#base = 0;
    }
    const { leading, others, counted } = this.#wordsOf(plan, parameters, least - ROUNDED);
    const bit = typeBit(entityType);
    for (const { word, withInitial } of leading) {
      const asked = withInitial ? bit | HAS_INITIAL : bit;
      if (entityType === 'Organization') this.crafts.note(word);
      this.#walk(word, asked, counted ? this.#heaviestAlone(word, leastEstimate) : HEAVIEST);
    }
    if (counted) for (const word of others) this.#countAgain(word);
    return this.#near(counted, leastEstimate, surprises);
  }

  #near(counted: boolean, leastEstimate: number, surprises: Float64Array): Rated[] {
    const [facts, reached, words] = [this.#facts, this.#reached, this.#words];
    const { values, length } = this.#kept;
    const near: Rated[] = [];
    for (let place = 0; place < length; place++) {
      const form = values[place]!;
      const how = reached[form]! - this.#base;
      let score: number | undefined;
      if (counted && how < OFTEN) {
        const second = how === TWICE ? words[this.#second[form]!]! : -1;
        const initial = (facts[form]! & HAS_INITIAL) !== 0;
        score = this.#aligner.estimateOnly(words[this.#first[form]!]!, second, facts[form]! >> WEIGHT_PLACE, initial);
      }
      score ??= this.#aligner.estimate(form);
      if (score < leastEstimate || this.#aligner.mostSurprise < surprises[Math.ceil(score)]!) continue;
      near.push({ form, score });
    }
    return near;
  }

  /**
   * The words whose forms are candidates: those of which none is too common to lead to a match by itself. The others
   * tell how often a form was reached, unless (`counted`) that costs more than looking at all its words.
   */
  #wordsOf(plan: Plan, parameters: Parameters, least: number) {
    const { postingStarts, wordWeight } = this.#view;
    const essential = essentialTokens(plan, parameters, least);
    const best = bestSimilarities(plan);
    const leading: { word: number; withInitial: boolean }[] = [];
    const others: number[] = [];
    let [postings, cost, restMask] = [0, 0, 0];
    let rest = { worth: 0, weight: 0 };
    for (const termMatch of plan.termMatches) {
      const { word, mask, part, similarity } = termMatch;
      if (this.#walked[word] === this.#round) continue;
      if (mask !== restMask) {
        restMask = mask;
        rest = restBeside(mask, plan, best, parameters, least);
      }
      if (mostWith(termMatch, wordWeight[word]! / WEIGHT_STEPS, rest, parameters) < least) continue;
      // What agrees beside an initial reaches the threshold, however common it is: the initial stands for the rest.
      const all = (mask & essential) !== 0 && part !== 2;
      const length = postingStarts[word + 1]! - postingStarts[word]!;
      if (all || (similarity >= BESIDE_INITIAL && part !== 2)) {
        postings += length;
        if (postings > MAX_POSTINGS) break;
        leading.push({ word, withInitial: !all });
      }
      if (all) this.#walked[word] = this.#round;
      else {
        cost += length;
        others.push(word);
      }
    }
    return { leading, others, counted: cost <= postings * ESTIMATE_IN_POSTINGS };
  }

  /** The most that a form may weigh to be near with nothing but this word in common, in steps; -1 where none is. */
  #heaviestAlone(word: number, leastEstimate: number): number {
    const { postingStarts, wordWeight } = this.#view;
    if (postingStarts[word + 1]! - postingStarts[word]! < SHORT_LIST) return HEAVIEST;
    const isNear = (weight: number) =>
      (this.#aligner.estimateOnly(word, -1, weight, false) ?? leastEstimate) >= leastEstimate;
    let low = wordWeight[word]!;
    if (!isNear(low)) return -1;
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
    const { postings, postingStarts } = this.#view;
    const [facts, reached, first] = [this.#facts, this.#reached, this.#first];
    const base = this.#base;
    const own = this.#words.push(word) - 1;
    const end = postingStarts[word + 1]!;
    for (let place = postingStarts[word]!; place < end; place++) {
      const form = postings[place]!;
      if (reached[form]! > base) {
        this.#retrieverAgain(form, own);
        continue;
      }
      const fact = facts[form]!;
      if ((fact & asked) !== asked) continue;
      first[form] = own;
      if (fact >> WEIGHT_PLACE <= heaviest || (fact & HAS_INITIAL) !== 0) {
        reached[form] = base + KEPT;
        this.#kept.push(form);
      } else reached[form] = base + LEFT;
    }
  }

  #countAgain(word: number): void {
    const { postings, postingStarts } = this.#view;
    const [reached, base] = [this.#reached, this.#base];
    const own = this.#words.push(word) - 1;
    const end = postingStarts[word + 1]!;
    for (let place = postingStarts[word]!; place < end; place++) {
      const form = postings[place]!;
      if (reached[form]! > base) this.#retrieverAgain(form, own);
    }
  }

  #retrieverAgain(form: number, own: number): void {
    const how = this.#reached[form]! - this.#base;
    if (how === OFTEN || this.#words[this.#first[form]!] === this.#words[own]) return;
    if (how === LEFT) this.#kept.push(form);
    if (how < TWICE) this.#second[form] = own;
    this.#reached[form] = this.#base + (how < TWICE ? TWICE : OFTEN);
  }
}

/** A list of forms that keeps its memory. */
class Growing {
  values = new Uint32Array(4096);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const more = new Uint32Array(this.length * 2);
      more.set(this.values);
      this.values = more;
    }
    this.values[this.length++] = value;
  }
}

/** Whether an initial stands in a form, and what all but its initials and legal forms weigh. */
function ownFacts({ slotStarts, slots, wordRole, wordWeight }: IndexView, form: number): number {
  let initial = 0;
  let weight = 0;
  const end = Math.min(slotStarts[form + 1]!, slotStarts[form]! + MAX_SLOTS);
  for (let place = slotStarts[form]!; place < end; place++) {
    const word = slots[place]!;
    const role = wordRole[word]!;
    if (role === INITIAL) initial = HAS_INITIAL;
    else if (role !== LEGAL_FORM) weight += wordWeight[word]!;
  }
  return initial | (weight << WEIGHT_PLACE);
}

/** What the rest of a query is worth, and weighs, at most. */
interface Rest {
  readonly worth: number;
  readonly weight: number;
}

/** The highest score of a name that shares only this term with these tokens, if all its other terms match perfectly. */
function mostWith({ weight, similarity }: TermMatch, entryWeight: number, rest: Rest, parameters: Parameters): number {
  const paired = (weight + entryWeight) / 2;
  const worth = rest.worth + paired * similarity ** parameters.sharpness;
  return (100 * worth) / (rest.weight + paired + parameters.conflict * doubtOf(similarity, parameters) * paired);
}

function restBeside(
  mask: number,
  { tokens }: Plan,
  best: readonly number[],
  { sharpness }: Parameters,
  least: number,
): Rest {
  let worth = 0;
  let weight = 0;
  for (let token = 0; token < tokens.length; token++) {
    if (mask & (1 << token)) continue;
    const share = best[token]! ** sharpness;
    // What is worth less than the least score helps most where it weighs least: beside a common word of the entry's.
    const paired = 100 * share < least ? tokens[token]!.weight / 2 : mostPaired(tokens[token]!.weight);
    weight += paired;
    worth += paired * share;
  }
  return { worth, weight };
}

/** Of each token: the most that any word is like it. */
function bestSimilarities({ tokens, termMatches }: Plan): number[] {
  const best: number[] = tokens.map(({ role }) => (role === WORD || role === GENERIC ? MAX_UNFOUND : 1));
  for (const { mask, similarity } of termMatches) {
    for (let token = 0; token < tokens.length; token++) {
      if (mask & (1 << token)) best[token] = Math.max(best[token]!, similarity);
    }
  }
  return best;
}

/** A short word may stand for a longer one that only a comparison of whole names finds (`Wern` for `Wernhard`). */
function sureness(plan: Plan, token: number): number {
  const { role, weight, token: asked } = plan.tokens[token]!;
  return role === WORD && asked.text.length <= MAX_FORM_LENGTH ? weight * MAYBE_SHORT : weight;
}

/** The other side's word may be rarer, and so weigh more, than the query's. */
const mostPaired = (weight: number): number => (weight + Math.min(1, weight * 1.3)) / 2;

/**
 * The tokens of which every form that scores `least` or more shares at least one. The commonest tokens are left out
 * while a form that shares only these cannot reach `least` (MaxScore, Turtle and Flood 1995).
 */
function essentialTokens(plan: Plan, parameters: Parameters, least: number): number {
  const order = plan.tokens.map((_, token) => token).sort((a, b) => sureness(plan, a) - sureness(plan, b));
  let essential = 2 ** plan.tokens.length - 1;
  let weight = 0;
  let words = 0;
  for (const token of order) {
    weight += mostPaired(plan.tokens[token]!.weight);
    words++;
    const left = Math.max(0, plan.totalWeight - weight);
    const extra = parameters.extra[Math.min(words, 3) - 1]!;
    if ((100 * weight) / (weight + extra * left) >= least) break;
    essential &= ~(1 << token);
  }
  return essential;
}
