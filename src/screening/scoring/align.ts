import type { IndexView } from '../index/view.ts';
import { INITIAL, LEGAL_FORM, PARTICLE, TITLE, WEIGHT_STEPS, WORD } from '../index/weigh.ts';
import { FACTS, FLAG_BITS, HEAD, legalIn, roleIn, STAMP, weightIn } from '../index/word-flags.ts';
import { isSyllable } from '../names/syllables.ts';
import { givenNameClasses } from '../names/tables/given-names.ts';
import { ChosenPairs, PossiblePairs } from './aligned-pairs.ts';
import { MAY_BE_SAME, SHORT_SURPRISE } from './evidence.ts';
import {
  type Alignment,
  type Draft,
  doubtOf,
  emptyAlignment,
  estimateOf,
  judge,
  lowestBit,
  mostCompared,
  type NameComparison,
} from './judge.ts';
import { LeftOverWords } from './left-over-words.ts';
import {
  INITIAL_SIMILARITY,
  LEGAL_FORM_SIMILARITY,
  mostLeftOver,
  type Parameters,
  SHORT_FORM_SIMILARITY,
} from './parameters.ts';
import { carriesMeaning, mayBeShort, type Plan } from './plan.ts';
import { mayBeRomance, NOT_ROMANCE, type PairedName, type RomanceNames, romanceNames } from './romance.ts';
import { NO_MATCH } from './term-matches.ts';

const ALMOST_SAME = 0.96;
export const MAX_SLOTS = 31;
/** Of a score. */
const MOST = 100;
/** Syllables of a family name and a whole given name. */
const MIN_WHOLE_NAME = 3;
/** Share of its weight that a Western name keeps beside them. */
const WESTERN = 0.4;

/** Pairs the tokens of a query with the words of indexed names. Holds scratch memory: one for each thread. */
export class Aligner {
  readonly #view: IndexView;
  readonly #marks: Uint32Array;
  readonly #leftOver: LeftOverWords;
  readonly #possible = new PossiblePairs();
  readonly #others = new PossiblePairs();
  readonly #chosen = new ChosenPairs(MAX_SLOTS);
  /** Used again for each form. */
  readonly #alignment = emptyAlignment();
  readonly #slotWeights = new Float64Array(MAX_SLOTS);
  #compared!: Draft<NameComparison>;
  /** Of two words that no term match pairs. */
  #mostWorth = 0;
  #stamp = 0;
  #plan!: Plan;
  #parameters!: Parameters;
  #next = new Int32Array(1024);
  /** In this plan, by the first term match of a word: the tokens it may pair with, and its most valuable pair. */
  #masks = new Int32Array(1024);
  #bestWorths = new Float64Array(1024);
  #bestWeights = new Float64Array(1024);
  #bestDoubts = new Float64Array(1024);
  #bestSurprises = new Float64Array(1024);
  /** Whether the word is the first half of a token. */
  #halves = new Uint8Array(1024);
  /** Of one estimate, by token: the first term match of the word that is paired with it. */
  readonly #pairedWith = new Int32Array(32);
  readonly #sums = { worth: 0, weight: 0, doubt: 0, surprise: 0, queryLeft: 0, entryLeft: 0, words: 0, extraShare: 1 };

  constructor(view: IndexView, marks: Uint32Array) {
    this.#view = view;
    this.#marks = marks;
    this.#leftOver = new LeftOverWords(view);
  }

  /** Sets the reading of the query that the next forms are aligned with, and how it is judged. */
  use(plan: Plan, parameters: Parameters): void {
    this.#plan = plan;
    this.#parameters = parameters;
    this.#leftOver.use(plan, parameters);
    this.#mostWorth = mostLeftOver(parameters) ** parameters.sharpness;
    this.#compared = { plan, parameters, entryWeights: this.#slotWeights, slots: 0, romance: NOT_ROMANCE };
    this.#stamp++;
    const { length, words } = plan.termMatches;
    if (this.#next.length < length) this.#grow(length * 2);
    const [marks, next, stamp] = [this.#marks, this.#next, this.#stamp];
    for (let index = length - 1; index >= 0; index--) {
      const at = words[index]! << FLAG_BITS;
      next[index] = marks[at + STAMP] === stamp ? marks[at + HEAD]! : -1;
      marks[at + HEAD] = index;
      marks[at + STAMP] = stamp;
    }
    for (let index = 0; index < length; index++) {
      if (marks[(words[index]! << FLAG_BITS) + HEAD] === index) this.#sumUp(index);
    }
  }

  #grow(termMatches: number): void {
    this.#next = new Int32Array(termMatches);
    this.#masks = new Int32Array(termMatches);
    this.#bestWorths = new Float64Array(termMatches);
    this.#bestWeights = new Float64Array(termMatches);
    this.#bestDoubts = new Float64Array(termMatches);
    this.#bestSurprises = new Float64Array(termMatches);
    this.#halves = new Uint8Array(termMatches);
  }

  /** What the term matches of one word, of which this is the first, are worth at most; of whole tokens alone. */
  #sumUp(first: number): void {
    const { words, masks, parts, weights, worths, similarities, surprises } = this.#plan.termMatches;
    const entryWeight = this.#weightOf(words[first]!) / WEIGHT_STEPS;
    let mask = 0;
    let best = 0;
    let surprise = 0;
    this.#halves[first] = 0;
    for (let index = first; index >= 0; index = this.#next[index]!) {
      if (parts[index] === 1) this.#halves[first] = 1;
      // A half says nothing without the other one.
      if (parts[index] !== 0) continue;
      mask |= masks[index]!;
      surprise = Math.max(surprise, surprises[index]!);
      const weight = (weights[index]! + entryWeight) / 2;
      const worth = weight * worths[index]!;
      if (worth <= best) continue;
      best = worth;
      this.#bestWeights[first] = weight;
      this.#bestDoubts[first] = weight * doubtOf(similarities[index]!, this.#parameters.doubt);
    }
    this.#bestWorths[first] = best;
    this.#bestSurprises[first] = surprise;
    this.#masks[first] = mask;
  }

  /**
   * Aligns a form; `thorough` also compares what is left over letter by letter. What comes back holds until the next
   * form is aligned.
   */
  align(form: number, thorough: boolean): Alignment {
    const { slots, slotStarts } = this.#view;
    const start = slotStarts[form]!;
    const count = Math.min(slotStarts[form + 1]! - start, MAX_SLOTS);
    const [chosen, alignment, compared] = [this.#chosen, this.#alignment, this.#compared];
    chosen.clear();
    this.#findPossible(start, count);
    chosen.choose(this.#possible);
    if (chosen.count > 0) {
      this.#findOthers(start, count, thorough);
      chosen.choose(this.#others);
    }
    alignment.pairs = chosen.pairs;
    alignment.queryMask = chosen.queryMask;
    alignment.entryMask = chosen.entryMask;
    compared.slots = count;
    for (let slot = 0; slot < count; slot++) {
      const facts = this.#marks[(slots[start + slot]! << FLAG_BITS) + FACTS]!;
      this.#slotWeights[slot] = this.#saysNothing(roleIn(facts)) ? 0 : weightIn(facts) / WEIGHT_STEPS;
    }
    if (this.#parameters.syllables) this.#lightenWestern(start, count, alignment);
    const looked = thorough && this.#parameters.firstCounts;
    compared.romance = looked ? this.#romance(start, count, alignment) : NOT_ROMANCE;
    judge(alignment, compared, this.#sums, thorough);
    return alignment;
  }

  /** `of` and `für` link the words of an organisation's name, and every language does so in its way. */
  #saysNothing(role: number): boolean {
    return role === PARTICLE && this.#parameters.model === 'organisation';
  }

  /** Beside a whole name in syllables stands the name that its bearer uses in the West: it costs little. */
  #lightenWestern(start: number, count: number, { queryMask, entryMask }: Alignment): void {
    const tokens = this.#plan.tokens.length;
    if (tokens < MIN_WHOLE_NAME || queryMask !== 2 ** tokens - 1) return;
    for (let slot = 0; slot < count; slot++) {
      if (entryMask & (1 << slot)) continue;
      if (!isSyllable(this.#textOf(this.#view.slots[start + slot]!))) this.#slotWeights[slot]! *= WESTERN;
    }
  }

  /** In steps. */
  #weightOf(word: number): number {
    return weightIn(this.#marks[(word << FLAG_BITS) + FACTS]!);
  }

  #textOf(word: number): string {
    return this.#view.text(this.#view.wordText[word]!);
  }

  #romance(start: number, count: number, { queryMask, entryMask }: Alignment): RomanceNames {
    const { tokens } = this.#plan;
    if (!mayBeRomance(tokens.length, queryMask) && !mayBeRomance(count, entryMask)) return NOT_ROMANCE;
    return this.#romanceNames(start, count, queryMask, entryMask);
  }

  #romanceNames(start: number, count: number, queryMask: number, entryMask: number): RomanceNames {
    const view = this.#view;
    const { tokens } = this.#plan;
    const queryText = (place: number) => tokens[place]!.token.text;
    const entryText = (place: number) => view.text(view.wordText[view.slots[start + place]!]!);
    const named = (count: number, mask: number, text: (place: number) => string): PairedName => ({
      count,
      mask,
      text,
      isGivenName: (place) => givenNameClasses(text(place)).length > 0,
    });
    return romanceNames(named(tokens.length, queryMask, queryText), named(count, entryMask, entryText));
  }

  /**
   * About the highest score that `align` gives without being thorough, several times as fast. Every slot takes its best
   * pair, unless its only token is worth more to another slot. What only an initial or a legal form could pair costs
   * nothing. A name that writes a token as two words is not estimated: it may have the highest score. Neither is one
   * that leaves no word over, where a word resembles several tokens.
   */
  estimate(form: number): number {
    const { slotStarts, slots } = this.#view;
    const marks = this.#marks;
    const sums = this.#sums;
    sums.worth = sums.weight = sums.doubt = sums.surprise = sums.entryLeft = 0;
    const start = slotStarts[form]!;
    const end = Math.min(slotStarts[form + 1]!, start + MAX_SLOTS);
    let queryMask = 0;
    let alone = 0;
    let isOpen = false;
    let hasInitial = false;
    for (let place = start; place < end; place++) {
      const word = slots[place]!;
      const at = word << FLAG_BITS;
      const first = marks[at + STAMP] === this.#stamp ? marks[at + HEAD]! : -1;
      const mask = first < 0 ? 0 : this.#masks[first]!;
      if (first >= 0 && this.#halves[first] !== 0 && this.#isSplitAt(first, start, place - start, end - start)) {
        return MOST;
      }
      if (mask === 0) {
        const facts = marks[at + FACTS]!;
        const role = roleIn(facts);
        if (role === INITIAL) hasInitial = true;
        else if (role !== LEGAL_FORM) sums.entryLeft += weightIn(facts) / WEIGHT_STEPS;
        continue;
      }
      if ((mask & (mask - 1)) === 0) {
        const token = lowestBit(mask);
        if (alone & mask) {
          const other = this.#pairedWith[token]!;
          const lesser = this.#bestWorths[first]! > this.#bestWorths[other]! ? other : first;
          if (lesser === other) this.#pairedWith[token] = first;
          sums.entryLeft += this.#weightOf(this.#plan.termMatches.words[lesser]!) / WEIGHT_STEPS;
          if (lesser === first) continue;
          this.#count(other, -1);
        } else {
          alone |= mask;
          this.#pairedWith[token] = first;
        }
      } else isOpen = true;
      queryMask |= mask;
      this.#count(first, 1);
    }
    if (sums.weight === 0) return 0;
    const estimate = this.#estimated(queryMask, hasInitial);
    return isOpen && sums.queryLeft === 0 && sums.entryLeft === 0 ? MOST : estimate;
  }

  /**
   * The estimate for a name whose only words that resemble the query are this one, or these two. `formWeight` is the
   * weight of all its words, in steps. `second` is -1 without one. Undefined where its words have to be looked up.
   */
  estimateOnly(word: number, second: number, formWeight: number, hasInitial: boolean): number | undefined {
    let first = this.#loneTermMatch(word);
    if (first < 0) return undefined;
    const sums = this.#sums;
    sums.worth = sums.weight = sums.doubt = sums.surprise = 0;
    let mask = this.#masks[first]!;
    let paired = this.#weightOf(word);
    if (second >= 0) {
      const other = this.#loneTermMatch(second);
      if (other < 0) return undefined;
      if (this.#masks[other] === mask) {
        if (this.#bestWorths[other]! > this.#bestWorths[first]!) {
          first = other;
          paired = this.#weightOf(second);
        }
      } else {
        this.#count(other, 1);
        mask |= this.#masks[other]!;
        paired += this.#weightOf(second);
      }
    }
    this.#count(first, 1);
    sums.entryLeft = (formWeight - paired) / WEIGHT_STEPS;
    return this.#estimated(mask, hasInitial);
  }

  /** The most that the name of the last estimate may surprise. */
  get mostSurprise(): number {
    return this.#sums.surprise;
  }

  /** The weight of what the query of the last estimate has beside its pairs. */
  get queryLeft(): number {
    return this.#sums.queryLeft;
  }

  /**
   * How surprising the name that was estimated or aligned last has to be. `surprises` tells it by whole agreement, here
   * the most that a thorough comparison may give, which an estimate may understate by `slack`.
   */
  surpriseNeeded(score: number, surprises: Float64Array, slack: number): number {
    if (score >= MAY_BE_SAME) return 0;
    const most = Math.ceil(mostCompared(this.#sums, this.#mostWorth, this.#parameters) + slack);
    return surprises[Math.min(100, most)]!;
  }

  /** The first term match of a word that pairs with one token only, and is no initial and no legal form. Else -1. */
  #loneTermMatch(word: number): number {
    const at = word << FLAG_BITS;
    const first = this.#marks[at + HEAD]!;
    const mask = this.#masks[first]!;
    const role = roleIn(this.#marks[at + FACTS]!);
    return (mask & (mask - 1)) !== 0 || role === INITIAL || role === LEGAL_FORM ? -1 : first;
  }

  #count(first: number, times: 1 | -1): void {
    this.#sums.worth += times * this.#bestWorths[first]!;
    this.#sums.weight += times * this.#bestWeights[first]!;
    this.#sums.doubt += times * this.#bestDoubts[first]!;
    this.#sums.surprise += times * this.#bestSurprises[first]!;
  }

  #estimated(queryMask: number, hasInitial: boolean): number {
    const { tokens } = this.#plan;
    const sums = this.#sums;
    sums.queryLeft = sums.words = 0;
    let initial = hasInitial;
    for (let token = 0; token < tokens.length; token++) {
      const { role, weight, parts } = tokens[token]!;
      if (queryMask & (1 << token)) {
        if (carriesMeaning(role)) sums.words += parts;
        continue;
      }
      if (role === INITIAL) initial = true;
      else if (role !== LEGAL_FORM && role !== TITLE) sums.queryLeft += weight;
    }
    // What is left over has a surprise only as an initial or a short form, and only beside a word of the entry.
    if (initial || sums.entryLeft > 0) {
      for (let token = 0; token < tokens.length; token++) {
        if (!(queryMask & (1 << token)) && (initial || mayBeShort(tokens[token]!))) sums.surprise += SHORT_SURPRISE;
      }
    }
    return estimateOf(sums, queryMask, initial, this.#plan, this.#parameters);
  }

  /** Every pair that the term matches allow, the most valuable first. */
  #findPossible(start: number, count: number): void {
    const { slots } = this.#view;
    const marks = this.#marks;
    const { parts } = this.#plan.termMatches;
    this.#possible.clear();
    for (let slot = 0; slot < count; slot++) {
      const word = slots[start + slot]!;
      const at = word << FLAG_BITS;
      const facts = marks[at + FACTS]!;
      const weight = weightIn(facts) / WEIGHT_STEPS;
      const legal = legalIn(facts);
      if (legal !== 0) this.#addLegalPairs(legal, slot, weight);
      if (marks[at + STAMP] !== this.#stamp) continue;
      for (let index = marks[at + HEAD]!; index >= 0; index = this.#next[index]!) {
        if (parts[index] === 2) continue;
        if (parts[index] === 1) {
          const other = this.#otherHalf(index, start, slot, count);
          if (other < 0) continue;
          const both = weight + this.#weightOf(slots[start + other]!) / WEIGHT_STEPS;
          this.#addPair(index, (1 << slot) | (1 << other), both);
        } else {
          this.#addPair(index, 1 << slot, weight);
        }
      }
    }
    this.#possible.sort();
  }

  #addPair(termMatch: number, entry: number, entryWeight: number): void {
    const { masks, similarities, weights, worths, matchKinds, spellings, texts, surprises } = this.#plan.termMatches;
    const [mask, similarity, queryWeight] = [masks[termMatch]!, similarities[termMatch]!, weights[termMatch]!];
    const weight = (queryWeight + entryWeight) / 2;
    // What is written together on one side must not take a word away from the word it is.
    const single = (mask & (mask - 1)) === 0 && (entry & (entry - 1)) === 0;
    const pair = this.#possible.add();
    pair.kind = 'term-match';
    pair.query = mask;
    pair.entry = entry;
    pair.similarity = similarity;
    pair.worth = worths[termMatch]!;
    pair.weight = weight;
    pair.value = similarity * (single || similarity > ALMOST_SAME ? weight : Math.min(queryWeight, entryWeight));
    pair.matchKind = matchKinds[termMatch]!;
    pair.spelling = spellings[termMatch]!;
    pair.text = texts[termMatch]!;
    pair.surprise = surprises[termMatch]!;
  }

  /** The slot after this one, or after a particle, that holds the second half of the split token. */
  #otherHalf(half: number, start: number, slot: number, count: number): number {
    const { slots } = this.#view;
    const { parts, splits } = this.#plan.termMatches;
    const other = slot + 1;
    if (other >= count) return -1;
    const word = slots[start + other]!;
    const at = word << FLAG_BITS;
    if (this.#marks[at + STAMP] !== this.#stamp) return -1;
    for (let index = this.#marks[at + HEAD]!; index >= 0; index = this.#next[index]!) {
      if (parts[index] === 2 && splits[index] === splits[half]) return other;
    }
    return -1;
  }

  #isSplitAt(first: number, start: number, slot: number, count: number): boolean {
    const { parts } = this.#plan.termMatches;
    for (let index = first; index >= 0; index = this.#next[index]!) {
      if (parts[index] === 1 && this.#otherHalf(index, start, slot, count) >= 0) return true;
    }
    return false;
  }

  #addLegalPairs(legal: number, slot: number, weight: number): void {
    const { tokens } = this.#plan;
    for (let token = 0; token < tokens.length; token++) {
      if (tokens[token]!.legalForm !== legal) continue;
      const pair = this.#possible.add();
      pair.kind = 'legal-form';
      pair.query = 1 << token;
      pair.entry = 1 << slot;
      pair.similarity = LEGAL_FORM_SIMILARITY;
      pair.worth = LEGAL_FORM_SIMILARITY;
      pair.weight = (weight + tokens[token]!.weight) / 2;
      pair.value = weight;
      pair.matchKind = NO_MATCH;
    }
  }

  /** Initials and, where asked for, weak resemblances among what the term matches left over. */
  #findOthers(start: number, count: number, thorough: boolean): void {
    const { slots } = this.#view;
    const { tokens } = this.#plan;
    const { queryMask, entryMask } = this.#chosen;
    this.#others.clear();
    for (let slot = 0; slot < count; slot++) {
      const word = slots[start + slot]!;
      const role = roleIn(this.#marks[(word << FLAG_BITS) + FACTS]!);
      if (entryMask & (1 << slot) || !mayBeLeft(role)) continue;
      for (let token = 0; token < tokens.length; token++) {
        const asked = tokens[token]!.role;
        if (queryMask & (1 << token) || !mayBeLeft(asked)) continue;
        if (asked === INITIAL || role === INITIAL) this.#addInitial(token, word, slot);
        else if (thorough) this.#addResidual(token, word, slot);
      }
    }
    this.#others.sort();
  }

  #addInitial(token: number, word: number, slot: number): void {
    if (!this.#leftOver.isInitialOf(token, word)) return;
    const { weight } = this.#plan.tokens[token]!;
    const entryWeight = this.#weightOf(word) / WEIGHT_STEPS;
    this.#addOther(
      'initial',
      token,
      slot,
      INITIAL_SIMILARITY,
      Math.min(weight, entryWeight),
      (weight + entryWeight) / 2,
    );
  }

  #addResidual(token: number, word: number, slot: number): void {
    const leftOver = this.#leftOver;
    if (leftOver.isOtherSyllable(token, word) || !leftOver.areSpelt(token, word)) return;
    const { role, weight } = this.#plan.tokens[token]!;
    const mean = (weight + this.#weightOf(word) / WEIGHT_STEPS) / 2;
    const similarity = leftOver.similarity(token, word);
    if (similarity < SHORT_FORM_SIMILARITY && role === WORD && leftOver.isShortForm(token, word)) {
      this.#addOther('short', token, slot, SHORT_FORM_SIMILARITY, mean, mean);
    } else if (similarity > 0) this.#addOther('residual', token, slot, similarity, mean, mean);
  }

  #addOther(
    kind: 'initial' | 'short' | 'residual',
    token: number,
    slot: number,
    similarity: number,
    weight: number,
    mean: number,
  ): void {
    const pair = this.#others.add();
    pair.kind = kind;
    pair.query = 1 << token;
    pair.entry = 1 << slot;
    pair.similarity = similarity;
    pair.worth = similarity ** this.#parameters.sharpness;
    pair.weight = weight;
    pair.value = similarity * mean;
    pair.matchKind = NO_MATCH;
  }
}

/** A particle, a title or a legal form that only one name has says nothing. */
const mayBeLeft = (role: number): boolean => role !== PARTICLE && role !== TITLE && role !== LEGAL_FORM;
