import { isShortForm } from '../index/keys.ts';
import type { IndexView } from '../index/view.ts';
import { GENERIC, INITIAL, LEGAL_FORM, NUMBER, PARTICLE, TITLE, WEIGHT_STEPS, WORD } from '../index/weigh.ts';
import { distanceFor, foldedDistance, lettersOf, type Spelled, similarityOf } from '../names/distance.ts';
import { Ear } from '../names/sound/ear.ts';
import { isSyllable, sharedSyllables } from '../names/syllables.ts';
import { givenNameClasses } from '../names/tables/given-names.ts';
import { SHORT_SURPRISE } from './evidence.ts';
import { type AlignedPair, type Alignment, doubtOf, estimateOf, judge, lowestBit } from './judge.ts';
import {
  INITIAL_SIMILARITY,
  LEGAL_FORM_SIMILARITY,
  MIN_RESIDUAL,
  type Parameters,
  SHORT_FORM_SIMILARITY,
} from './parameters.ts';
import { carriesMeaning, type Plan, type TermMatch } from './plan.ts';
import { NOT_ROMANCE, type PairedName, type RomanceNames, romanceNames } from './romance.ts';

const ALMOST_SAME = 0.96;
export const MAX_SLOTS = 31;
/** Syllables of a family name and a whole given name. */
const MIN_WHOLE_NAME = 3;
/** So many words of a name are compared by sound: each takes a megabyte of scratch memory. */
const MAX_EARS = 4;
/** Share of its weight that a Western name keeps beside them. */
const WESTERN = 0.4;

/** Pairs the tokens of a query with the words of indexed names. Holds scratch memory: one for each thread. */
export class Aligner {
  readonly #view: IndexView;
  readonly #headOf: Int32Array;
  readonly #stampOf: Uint32Array;
  /** Of the plan in use, by word and token. */
  readonly #residuals = new Map<number, number>();
  readonly #slotWeights = new Float64Array(MAX_SLOTS);
  /** Of the plan in use, by token. */
  #spellings: (readonly Spelled[])[] = [];
  /** Each listens to one token of the plan in use. */
  readonly #ears: Ear[] = [];
  #listening = 0;
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
  /** Of one estimate, by token: the first term match of the word that is paired with it. */
  readonly #pairedWith = new Int32Array(32);
  readonly #sums = { worth: 0, weight: 0, doubt: 0, surprise: 0, queryLeft: 0, entryLeft: 0, words: 0, extraShare: 1 };

  constructor(view: IndexView) {
    this.#view = view;
    this.#headOf = new Int32Array(view.wordRole.length);
    this.#stampOf = new Uint32Array(view.wordRole.length);
  }

  /** Sets the reading of the query that the next forms are aligned with, and how it is judged. */
  use(plan: Plan, parameters: Parameters): void {
    this.#plan = plan;
    this.#parameters = parameters;
    this.#residuals.clear();
    this.#spellings = [];
    this.#listening = 0;
    this.#stamp++;
    const { termMatches } = plan;
    if (this.#next.length < termMatches.length) this.#grow(termMatches.length * 2);
    for (let index = termMatches.length - 1; index >= 0; index--) {
      const { word } = termMatches[index]!;
      this.#next[index] = this.#stampOf[word] === this.#stamp ? this.#headOf[word]! : -1;
      this.#headOf[word] = index;
      this.#stampOf[word] = this.#stamp;
    }
    for (let index = 0; index < termMatches.length; index++) {
      if (this.#headOf[termMatches[index]!.word] === index) this.#sumUp(index);
    }
  }

  #grow(termMatches: number): void {
    this.#next = new Int32Array(termMatches);
    this.#masks = new Int32Array(termMatches);
    this.#bestWorths = new Float64Array(termMatches);
    this.#bestWeights = new Float64Array(termMatches);
    this.#bestDoubts = new Float64Array(termMatches);
    this.#bestSurprises = new Float64Array(termMatches);
  }

  /** What the term matches of one word, of which this is the first, are worth at most. */
  #sumUp(first: number): void {
    const { termMatches } = this.#plan;
    const entryWeight = this.#view.wordWeight[termMatches[first]!.word]! / WEIGHT_STEPS;
    let mask = 0;
    let best = 0;
    let surprise = 0;
    for (let index = first; index >= 0; index = this.#next[index]!) {
      const termMatch = termMatches[index]!;
      mask |= termMatch.mask;
      surprise = Math.max(surprise, termMatch.surprise);
      const weight = (termMatch.weight + entryWeight) / 2;
      const worth = weight * termMatch.similarity ** this.#parameters.sharpness;
      if (worth <= best) continue;
      best = worth;
      this.#bestWeights[first] = weight;
      this.#bestDoubts[first] = weight * doubtOf(termMatch.similarity, this.#parameters);
    }
    this.#bestWorths[first] = best;
    this.#bestSurprises[first] = surprise;
    this.#masks[first] = mask;
  }

  /** Aligns a form; `thorough` also compares what is left over letter by letter. */
  align(form: number, thorough: boolean): Alignment {
    const { slotStarts } = this.#view;
    const start = slotStarts[form]!;
    const count = Math.min(slotStarts[form + 1]! - start, MAX_SLOTS);
    const pairs: AlignedPair[] = [];
    let queryMask = 0;
    let entryMask = 0;
    for (const pair of this.#possiblePairs(start, count)) {
      if (queryMask & pair.query || entryMask & pair.entry) continue;
      queryMask |= pair.query;
      entryMask |= pair.entry;
      pairs.push(pair);
    }
    if (pairs.length > 0) {
      for (const pair of this.#leftOverPairs(start, count, queryMask, entryMask, thorough)) {
        if (queryMask & pair.query || entryMask & pair.entry) continue;
        queryMask |= pair.query;
        entryMask |= pair.entry;
        pairs.push(pair);
      }
    }
    const entryWeights = this.#slotWeights.subarray(0, count);
    for (let slot = 0; slot < count; slot++) {
      entryWeights[slot] = this.#view.wordWeight[this.#view.slots[start + slot]!]! / WEIGHT_STEPS;
    }
    if (this.#parameters.syllables) this.#lightenWestern(entryWeights, start, queryMask, entryMask);
    const romance =
      thorough && this.#parameters.firstCounts ? this.#romance(start, count, queryMask, entryMask) : NOT_ROMANCE;
    const compared = { plan: this.#plan, entryWeights, romance, parameters: this.#parameters };
    return judge({ pairs, queryMask, entryMask }, compared, thorough);
  }

  /** Beside a whole name in syllables stands the name that its bearer uses in the West: it costs little. */
  #lightenWestern(entryWeights: Float64Array, start: number, queryMask: number, entryMask: number): void {
    const tokens = this.#plan.tokens.length;
    if (tokens < MIN_WHOLE_NAME || queryMask !== 2 ** tokens - 1) return;
    for (let slot = 0; slot < entryWeights.length; slot++) {
      if (entryMask & (1 << slot)) continue;
      if (!isSyllable(this.#textOf(this.#view.slots[start + slot]!))) entryWeights[slot]! *= WESTERN;
    }
  }

  #romance(start: number, count: number, queryMask: number, entryMask: number): RomanceNames {
    const view = this.#view;
    const { tokens } = this.#plan;
    const queryText = (place: number) => tokens[place]!.token.text;
    const entryText = (place: number) => view.text(view.wordText[view.slots[start + place]!]!);
    const named = (count: number, mask: number, text: (place: number) => string): PairedName => ({
      ...{ count, mask, text },
      isGivenName: (place) => givenNameClasses(text(place)).length > 0,
    });
    return romanceNames(named(tokens.length, queryMask, queryText), named(count, entryMask, entryText));
  }

  /**
   * About the highest score that `align` gives without being thorough, several times as fast. Every slot takes its best
   * pair, unless its only token is worth more to another slot. What only an initial or a legal form could pair costs
   * nothing.
   */
  estimate(form: number): number {
    const { slotStarts, slots, wordWeight, wordRole } = this.#view;
    const sums = this.#sums;
    sums.worth = sums.weight = sums.doubt = sums.surprise = sums.entryLeft = 0;
    const start = slotStarts[form]!;
    const end = Math.min(slotStarts[form + 1]!, start + MAX_SLOTS);
    let queryMask = 0;
    let alone = 0;
    let hasInitial = false;
    for (let place = start; place < end; place++) {
      const word = slots[place]!;
      if (this.#stampOf[word] !== this.#stamp) {
        const role = wordRole[word]!;
        if (role === INITIAL) hasInitial = true;
        else if (role !== LEGAL_FORM) sums.entryLeft += wordWeight[word]! / WEIGHT_STEPS;
        continue;
      }
      const first = this.#headOf[word]!;
      const mask = this.#masks[first]!;
      if ((mask & (mask - 1)) === 0) {
        const token = lowestBit(mask);
        if (alone & mask) {
          const other = this.#pairedWith[token]!;
          const lesser = this.#bestWorths[first]! > this.#bestWorths[other]! ? other : first;
          if (lesser === other) this.#pairedWith[token] = first;
          sums.entryLeft += wordWeight[this.#plan.termMatches[lesser]!.word]! / WEIGHT_STEPS;
          if (lesser === first) continue;
          this.#count(other, -1);
        } else {
          alone |= mask;
          this.#pairedWith[token] = first;
        }
      }
      queryMask |= mask;
      this.#count(first, 1);
    }
    return sums.weight > 0 ? this.#estimated(queryMask, hasInitial) : 0;
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
    let paired = this.#view.wordWeight[word]!;
    if (second >= 0) {
      const other = this.#loneTermMatch(second);
      if (other < 0) return undefined;
      if (this.#masks[other] === mask) {
        if (this.#bestWorths[other]! > this.#bestWorths[first]!) {
          first = other;
          paired = this.#view.wordWeight[second]!;
        }
      } else {
        this.#count(other, 1);
        mask |= this.#masks[other]!;
        paired += this.#view.wordWeight[second]!;
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

  /** The first term match of a word that pairs with one token only, and is no initial and no legal form. Else -1. */
  #loneTermMatch(word: number): number {
    const first = this.#headOf[word]!;
    const mask = this.#masks[first]!;
    const role = this.#view.wordRole[word]!;
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
      sums.surprise += SHORT_SURPRISE;
      if (role === INITIAL) initial = true;
      else if (role !== LEGAL_FORM && role !== TITLE) sums.queryLeft += weight;
    }
    return estimateOf(sums, queryMask, initial, this.#plan, this.#parameters);
  }

  /** Every pair that the term matches allow, the most valuable first. */
  #possiblePairs(start: number, count: number): AlignedPair[] {
    const { slots, wordLegal, wordWeight } = this.#view;
    const { termMatches } = this.#plan;
    const possible: AlignedPair[] = [];
    for (let slot = 0; slot < count; slot++) {
      const word = slots[start + slot]!;
      const weight = wordWeight[word]! / WEIGHT_STEPS;
      if (wordLegal[word] !== 0) this.#legalPairs(possible, word, slot, weight);
      if (this.#stampOf[word] !== this.#stamp) continue;
      for (let index = this.#headOf[word]!; index >= 0; index = this.#next[index]!) {
        const termMatch = termMatches[index]!;
        if (termMatch.part === 2) continue;
        if (termMatch.part === 1) {
          const other = this.#otherHalf(termMatch, start, slot, count);
          if (other < 0) continue;
          const both = weight + wordWeight[slots[start + other]!]! / WEIGHT_STEPS;
          possible.push(this.#pair(termMatch, (1 << slot) | (1 << other), both));
        } else {
          possible.push(this.#pair(termMatch, 1 << slot, weight));
        }
      }
    }
    return possible.length > 1 ? possible.sort(byValue) : possible;
  }

  #pair(termMatch: TermMatch, entry: number, entryWeight: number): AlignedPair {
    const queryWeight = termMatch.weight;
    const weight = (queryWeight + entryWeight) / 2;
    // What is written together on one side must not take a word away from the word it is.
    const single = (termMatch.mask & (termMatch.mask - 1)) === 0 && (entry & (entry - 1)) === 0;
    const value =
      termMatch.similarity *
      (single || termMatch.similarity > ALMOST_SAME ? weight : Math.min(queryWeight, entryWeight));
    return {
      kind: 'term-match',
      query: termMatch.mask,
      entry,
      similarity: termMatch.similarity,
      weight,
      value,
      termMatch,
    };
  }

  /** The slot after this one, or after a particle, that holds the second half of the split token. */
  #otherHalf(termMatch: TermMatch, start: number, slot: number, count: number): number {
    const { slots } = this.#view;
    const other = slot + 1;
    if (other >= count) return -1;
    const word = slots[start + other]!;
    if (this.#stampOf[word] !== this.#stamp) return -1;
    for (let index = this.#headOf[word]!; index >= 0; index = this.#next[index]!) {
      const candidate = this.#plan.termMatches[index]!;
      if (candidate.part === 2 && candidate.split === termMatch.split) return other;
    }
    return -1;
  }

  #legalPairs(possible: AlignedPair[], word: number, slot: number, weight: number): void {
    const { tokens } = this.#plan;
    for (let token = 0; token < tokens.length; token++) {
      if (tokens[token]!.legalForm !== this.#view.wordLegal[word]) continue;
      possible.push({
        kind: 'legal-form',
        query: 1 << token,
        entry: 1 << slot,
        similarity: LEGAL_FORM_SIMILARITY,
        weight: (weight + tokens[token]!.weight) / 2,
        value: weight,
        termMatch: undefined,
      });
    }
  }

  /** Initials and, where asked for, weak resemblances among what the term matches left over. */
  #leftOverPairs(start: number, count: number, queryMask: number, entryMask: number, thorough: boolean): AlignedPair[] {
    const { slots, wordRole } = this.#view;
    const { tokens } = this.#plan;
    const possible: AlignedPair[] = [];
    for (let token = 0; token < tokens.length; token++) {
      if (queryMask & (1 << token) || !mayBeLeft(tokens[token]!.role)) continue;
      for (let slot = 0; slot < count; slot++) {
        const word = slots[start + slot]!;
        if (entryMask & (1 << slot) || !mayBeLeft(wordRole[word]!)) continue;
        const pair = this.#leftOverPair(token, word, slot, thorough);
        if (pair) possible.push(pair);
      }
    }
    return possible.length > 1 ? possible.sort(byValue) : possible;
  }

  #leftOverPair(token: number, word: number, slot: number, thorough: boolean): AlignedPair | undefined {
    const { role, weight } = this.#plan.tokens[token]!;
    const entryWeight = this.#view.wordWeight[word]! / WEIGHT_STEPS;
    const mean = (weight + entryWeight) / 2;
    const ends = { query: 1 << token, entry: 1 << slot, termMatch: undefined };
    if (role === INITIAL || this.#view.wordRole[word] === INITIAL) {
      if (!this.#isInitialOf(token, word)) return undefined;
      const [similarity, least] = [INITIAL_SIMILARITY, Math.min(weight, entryWeight)];
      return { ...ends, kind: 'initial', similarity, weight: least, value: similarity * mean };
    }
    if (!thorough || this.#isOtherSyllable(token, word) || !this.#areSpelt(token, word)) return undefined;
    const similarity = this.#residualSimilarity(token, word);
    if (similarity < SHORT_FORM_SIMILARITY && role === WORD && this.#isShortForm(token, word)) {
      const value = SHORT_FORM_SIMILARITY * mean;
      return { ...ends, kind: 'short', similarity: SHORT_FORM_SIMILARITY, weight: mean, value };
    }
    if (similarity === 0) return undefined;
    return { ...ends, kind: 'residual', similarity, weight: mean, value: similarity * mean };
  }

  /** Both are words that can be compared letter by letter. */
  #areSpelt(token: number, word: number): boolean {
    const { wordCharacters, wordCountry, wordRole, wordSyllabic } = this.#view;
    const { role, syllabic, token: asked } = this.#plan.tokens[token]!;
    // Countries are known by their meaning.
    if (this.#parameters.model === 'organisation' && (asked.country || wordCountry[word] !== 0)) return false;
    if (!isSpelt(role) || !isSpelt(wordRole[word]!) || syllabic || wordSyllabic[word] !== 0) return false;
    return wordCharacters[word] === 0 || asked.characters === undefined;
  }

  /** One of them is an initial: a spelling of it begins one of the other's. A letter may be two in Latin (Ю, Ж, Θ). */
  #isInitialOf(token: number, word: number): boolean {
    if (this.#sameFirstLetter(token, word)) return true;
    const view = this.#view;
    const { token: asked, role } = this.#plan.tokens[token]!;
    if (asked.variants.length === 0 && view.wordTextStarts[word + 1]! - view.wordTextStarts[word]! === 1) return false;
    const spellings = [asked.text, ...asked.variants.map(({ text }) => text)];
    for (let place = view.wordTextStarts[word]!; place < view.wordTextStarts[word + 1]!; place++) {
      const listed = view.text(view.wordTexts[place]!);
      if (spellings.some((one) => (role === INITIAL ? listed.startsWith(one) : one.startsWith(listed)))) return true;
    }
    return false;
  }

  /** The query's word is syllables in Latin letters, and the entry's are others. */
  #isOtherSyllable(token: number, word: number): boolean {
    const { text, languages } = this.#plan.tokens[token]!.token;
    return languages !== undefined && (sharedSyllables(text, this.#textOf(word), languages) ?? 1) < 1;
  }

  #textOf(word: number): string {
    return this.#view.text(this.#view.wordText[word]!);
  }

  #sameFirstLetter(token: number, word: number): boolean {
    const { textBytes, textStarts, wordText } = this.#view;
    return textBytes[textStarts[wordText[word]!]!] === this.#plan.tokens[token]!.firstLetter;
  }

  /** One of them is how the other begins, in Latin letters on both sides. */
  #isShortForm(token: number, word: number): boolean {
    const { token: asked, role } = this.#plan.tokens[token]!;
    if (role !== WORD || asked.system !== undefined) return false;
    if (!this.#sameFirstLetter(token, word)) return false;
    const text = this.#view.text(this.#view.wordText[word]!);
    return isShortForm(asked.text, text) || isShortForm(text, asked.text);
  }

  #residualSimilarity(token: number, word: number): number {
    const key = word * 32 + token;
    const known = this.#residuals.get(key);
    if (known !== undefined) return known;
    const similarity = this.#compareLetters(token, word);
    this.#residuals.set(key, similarity);
    return similarity;
  }

  /** The token's text and variants, ready to be compared. */
  #spellingsOf(token: number): readonly Spelled[] {
    const { text, variants } = this.#plan.tokens[token]!.token;
    this.#spellings[token] ??= [text, ...variants.map((variant) => variant.text)].map(lettersOf);
    return this.#spellings[token];
  }

  /** How alike they sound, 0 where the token's sounds were not learned. */
  #byEar(token: number, word: number): number {
    const { sound, surface } = this.#plan.tokens[token]!.token;
    if (!sound || token >= MAX_EARS) return 0;
    this.#ears[token] ??= new Ear();
    const ear = this.#ears[token];
    if ((this.#listening & (1 << token)) === 0) {
      this.#listening |= 1 << token;
      ear.listen(surface, sound);
    }
    const { wordTexts, wordTextStarts, textLetters } = this.#view;
    const { codes, starts } = textLetters;
    let best = 0;
    for (let place = wordTextStarts[word]!; place < wordTextStarts[word + 1]!; place++) {
      const id = wordTexts[place]!;
      best = Math.max(best, ear.similarity(codes, starts[id]!, starts[id + 1]!));
    }
    return best;
  }

  #compareLetters(token: number, word: number): number {
    const view = this.#view;
    let best = this.#byEar(token, word);
    for (const letters of this.#spellingsOf(token)) {
      for (let place = view.wordTextStarts[word]!; place < view.wordTextStarts[word + 1]!; place++) {
        const id = view.wordTexts[place]!;
        const length = view.textStarts[id + 1]! - view.textStarts[id]!;
        const limit = distanceFor(Math.max(best, MIN_RESIDUAL), letters.codes.length, length);
        const distance = foldedDistance(letters, view.textLetters, id, limit);
        if (distance <= limit) best = Math.max(best, similarityOf(distance, letters.codes.length, length));
      }
    }
    return best;
  }
}

/** A particle, a title or a legal form that only one name has says nothing. */
const mayBeLeft = (role: number): boolean => role !== PARTICLE && role !== TITLE && role !== LEGAL_FORM;

/** Two numbers are the same or two, and words that many organisations share are known by their meaning. */
const isSpelt = (role: number): boolean => role !== GENERIC && role !== NUMBER;

function byValue(a: AlignedPair, b: AlignedPair): number {
  return b.value - a.value || distanceInPlace(a) - distanceInPlace(b) || a.query - b.query || a.entry - b.entry;
}

function distanceInPlace({ query, entry }: AlignedPair): number {
  return Math.abs(lowestBit(query) - lowestBit(entry));
}
