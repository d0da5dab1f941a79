import { typeBit } from '../entity.ts';
import { type Aligner, LONGEST_FORM, MOST_SLOTS } from '../scoring/align.ts';
import { doubtOf } from '../scoring/judge.ts';
import type { Parameters } from '../scoring/parameters.ts';
import type { Hit, Plan } from '../scoring/plan.ts';
import { INITIAL, LEGAL_FORM, WORD } from '../scoring/weigh.ts';
import type { EntityType } from '../types.ts';
import type { IndexView } from './view.ts';

/** Postings of one reading that are walked for candidates. */
const MOST_POSTINGS = 200_000;
/** Estimating a form takes as long as walking so many postings. */
const ESTIMATE_IN_POSTINGS = 16;
const WEIGHT_STEPS = 255;
const BESIDE_INITIAL = 0.9;
const MAYBE_SHORT = 0.7;
/** Of a form's facts: the types of its entity, whether an initial stands in it, and from here on its weight. */
const HAS_INITIAL = 4;
const WEIGHT_PLACE = 3;

/** A form and its score, or an estimate of it. */
export interface Rated {
  readonly form: number;
  readonly score: number;
}

/** Walks the lists of forms under the words that resemble a query's. Holds scratch memory: one for each thread. */
export class Reach {
  readonly #view: IndexView;
  readonly #aligner: Aligner;
  readonly #facts: Uint16Array;
  /** Of each form: twice the round in which it was reached, and one more where two words led to it. */
  readonly #seen: Uint32Array;
  /** Of each word: the round in which all forms of the type were reached through it. */
  readonly #walked: Uint32Array;
  #round = 0;

  constructor(view: IndexView, aligner: Aligner) {
    this.#view = view;
    this.#aligner = aligner;
    this.#facts = Uint16Array.from(view.formEntity, (entity, form) => view.entityTypes[entity]! | ownFacts(view, form));
    this.#seen = new Uint32Array(view.formEntity.length);
    this.#walked = new Uint32Array(view.wordRole.length);
  }

  /** Of the forms that may reach `least` those with an estimate of `leastEstimate`. The aligner uses the plan. */
  forms(plan: Plan, parameters: Parameters, entityType: EntityType, least: number, leastEstimate: number): Rated[] {
    this.#round++;
    const forms: number[] = [];
    const words: number[] = [];
    this.#walk(plan, parameters, typeBit(entityType), least, forms, words);
    // A form that a single word led to needs no look at its words: what it weighs says the same.
    const lone = this.#markOthers(plan, forms.length * ESTIMATE_IN_POSTINGS);
    const once = this.#round * 2;
    const near: Rated[] = [];
    for (let place = 0; place < forms.length; place++) {
      const form = forms[place]!;
      const alone = lone && this.#seen[form] === once;
      const facts = this.#facts[form]!;
      const score =
        (alone
          ? this.#aligner.estimateAlone(words[place]!, facts >> WEIGHT_PLACE, (facts & HAS_INITIAL) !== 0)
          : undefined) ?? this.#aligner.estimate(form);
      if (score >= leastEstimate) near.push({ form, score });
    }
    return near;
  }

  /** The forms that share a word with the query which is not too common to lead to a match by itself, and that word. */
  #walk(plan: Plan, parameters: Parameters, bit: number, least: number, forms: number[], words: number[]): void {
    const { postingStarts, postings, wordWeight } = this.#view;
    const [facts, seen, once] = [this.#facts, this.#seen, this.#round * 2];
    const essential = essentialTokens(plan, parameters, least);
    let walked = 0;
    let restMask = 0;
    let rest = 0;
    for (const hit of plan.hits) {
      const { word, mask, part, similarity } = hit;
      // What agrees beside an initial reaches the threshold, however common it is: the initial stands for the rest.
      const asked = mask & essential ? bit : similarity >= BESIDE_INITIAL ? bit | HAS_INITIAL : 0;
      if (asked === 0 || part === 2 || this.#walked[word] === this.#round) continue;
      if (mask !== restMask) {
        restMask = mask;
        rest = restBeside(mask, plan);
      }
      if (mostWith(hit, wordWeight[word]! / WEIGHT_STEPS, rest, parameters) < least) continue;
      const end = postingStarts[word + 1]!;
      walked += end - postingStarts[word]!;
      if (walked > MOST_POSTINGS) break;
      if (asked === bit) this.#walked[word] = this.#round;
      for (let place = postingStarts[word]!; place < end; place++) {
        const form = postings[place]!;
        if ((facts[form]! & asked) !== asked) continue;
        if (seen[form]! >= once) {
          seen[form] = once + 1;
          continue;
        }
        seen[form] = once;
        forms.push(form);
        words.push(word);
      }
    }
  }

  /** Tells which of the reached forms have another word like one of the query's; false where that costs more than `most`. */
  #markOthers({ hits }: Plan, most: number): boolean {
    const { postingStarts, postings } = this.#view;
    const [seen, once] = [this.#seen, this.#round * 2];
    let cost = 0;
    const others = hits.filter(({ word }) => {
      if (this.#walked[word] === this.#round) return false;
      this.#walked[word] = this.#round;
      cost += postingStarts[word + 1]! - postingStarts[word]!;
      return cost <= most;
    });
    if (cost > most) return false;
    for (const { word } of others) {
      for (let place = postingStarts[word]!; place < postingStarts[word + 1]!; place++) {
        const form = postings[place]!;
        if (seen[form] === once) seen[form] = once + 1;
      }
    }
    return true;
  }
}

/** Whether an initial stands in a form, and what all but its initials and legal forms weigh. */
function ownFacts({ slotStarts, slots, wordRole, wordWeight }: IndexView, form: number): number {
  let initial = 0;
  let weight = 0;
  const end = Math.min(slotStarts[form + 1]!, slotStarts[form]! + MOST_SLOTS);
  for (let place = slotStarts[form]!; place < end; place++) {
    const word = slots[place]!;
    const role = wordRole[word]!;
    if (role === INITIAL) initial = HAS_INITIAL;
    else if (role !== LEGAL_FORM) weight += wordWeight[word]!;
  }
  return initial | (weight << WEIGHT_PLACE);
}

/** The most that a form can score whose only word like these tokens is this one, and all else the same and worth `rest`. */
function mostWith({ weight, similarity }: Hit, entryWeight: number, rest: number, parameters: Parameters): number {
  const paired = (weight + entryWeight) / 2;
  const worth = rest + paired * similarity ** parameters.sharpness;
  return (100 * worth) / (rest + paired + parameters.conflict * doubtOf(similarity, parameters) * paired);
}

function restBeside(mask: number, { tokens }: Plan): number {
  let rest = 0;
  for (let token = 0; token < tokens.length; token++) {
    if (!(mask & (1 << token))) rest += mostPaired(tokens[token]!.weight);
  }
  return rest;
}

/** A short word may stand for a longer one that only a comparison of whole names finds (`Wern` for `Wernhard`). */
function sureness(plan: Plan, token: number): number {
  const { role, weight, token: asked } = plan.tokens[token]!;
  return role === WORD && asked.text.length <= LONGEST_FORM ? weight * MAYBE_SHORT : weight;
}

/** The other side's word may be rarer, and so weigh more, than the query's. */
const mostPaired = (weight: number): number => (weight + Math.min(1, weight * 1.3)) / 2;

/**
 * The tokens one of which every form at or over `least` has to share. The commonest tokens are left out as long as a
 * form that shares only these could not reach it even where it has nothing else (MaxScore, Turtle and Flood 1995).
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
