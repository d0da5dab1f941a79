import { MAX_FORM_LENGTH } from '../index/keys.ts';
import { NumberList } from '../index/number-list.ts';
import { INITIAL, isGeneral, WEIGHT_STEPS, WORD } from '../index/weigh.ts';
import { FACTS, FLAG_BITS, HEAD, POSTINGS, weightIn } from '../index/word-flags.ts';
import { INITIAL_SURPRISE, MAY_BE_SAME, SHORT_SURPRISE } from '../scoring/evidence.ts';
import { doubtOf, lowestBit } from '../scoring/judge.ts';
import { INITIAL_SIMILARITY, mostLeftOver, type Parameters } from '../scoring/parameters.ts';
import { mayBeShort, type Plan, type PlannedToken } from '../scoring/plan.ts';
import type { TermMatches } from '../scoring/term-matches.ts';

/** Postings of one reading that are walked for candidates. */
const MAX_POSTINGS = 200_000;
/** Looking at all words of a candidate takes as long as walking so many postings. */
const LOOK_IN_POSTINGS = 16;
/** A word as like as this leads to the forms with an initial, however common it is. */
const BESIDE_INITIAL = 0.9;
const MAYBE_SHORT = 0.7;
/** Letters that agree no better than this can be found in a comparison of whole names only. */
const MAX_UNFOUND = 0.79;
/** Of a word: what it is used for. */
const [NONE, TELLS, LEADS_BESIDE_INITIAL, LEADS] = [0, 1, 2, 3] as const;
const MAX_TOKENS = 32;
/** Comes after all places in an order. */
const LAST = MAX_TOKENS;

/**
 * Chooses the words that lead to the candidates of a query. Every form that may reach the least score has one of them,
 * or the halves of a split. The other words only tell how much of a form agrees (MaxScore, Turtle and Flood 1995).
 *
 * Tokens take turns. For the words of the first one, all other tokens agree as well as they can. A word of a later one
 * leads to forms in which no token before it agrees with any word. Only the best words are enough for that.
 */
export class LeadingWords {
  readonly #marks: Uint32Array;
  /** By the first term match of a word: whether it leads. */
  #led = new Uint8Array(1024);
  /** All their forms are candidates. */
  readonly words = new NumberList();
  /** Their forms with an initial are. */
  readonly besideInitial = new NumberList();
  /** Words that tell more of a candidate. */
  readonly others = new NumberList();
  #essential = 0;
  /** Postings of the words that lead, and of the others. */
  #walked = 0;
  #counted = 0;
  /** By token: how alike its best word is, how surprising that is, and how many forms its words have. */
  readonly #best = new Float64Array(MAX_TOKENS);
  readonly #surprises = new Float64Array(MAX_TOKENS);
  readonly #postings = new Float64Array(MAX_TOKENS);
  /** By token: its turn. */
  readonly #turns = new Uint8Array(MAX_TOKENS);

  /** `marks`: of the index's words, made by `wordMarks`. */
  constructor(marks: Uint32Array) {
    this.#marks = marks;
  }

  /**
   * For forms that may reach `least`. By whole agreement, `surprises` tells the least surprise that they need. The
   * aligner uses the plan. Returns whether walking the other words costs less than looking at all words of the forms.
   */
  choose(plan: Plan, parameters: Parameters, least: number, surprises: Float64Array): boolean {
    const { tokens, termMatches } = plan;
    this.#clear(termMatches.length);
    this.#essential = essentialTokens(plan, parameters, least);
    this.#sumUp(plan);
    this.#takeTurns(tokens);
    let mask = 0;
    let most = NOTHING;
    const { length, words, parts, masks } = termMatches;
    for (let place = 0; place < length; place++) {
      const word = words[place]!;
      const first = this.#marks[(word << FLAG_BITS) + HEAD]!;
      if (parts[place] !== 0 || this.#led[first] !== 0) continue;
      if (masks[place] !== mask) {
        mask = masks[place]!;
        most = this.#mostBeside(mask, tokens, parameters, least);
      }
      this.#put(word, first, this.#useOf(termMatches, place, most, parameters, least, surprises));
      if (this.#walked > MAX_POSTINGS) break;
    }
    return this.#counted <= this.#walked * LOOK_IN_POSTINGS;
  }

  #clear(termMatches: number): void {
    if (this.#led.length < termMatches) this.#led = new Uint8Array(2 * termMatches);
    this.#led.fill(0, 0, termMatches);
    this.words.length = this.besideInitial.length = this.others.length = 0;
    this.#walked = this.#counted = 0;
  }

  #put(word: number, first: number, use: number): void {
    const postings = this.#marks[(word << FLAG_BITS) + POSTINGS]!;
    if (use === LEADS || use === LEADS_BESIDE_INITIAL) this.#walked += postings;
    if (use === LEADS) {
      this.#led[first] = 1;
      this.words.push(word);
    } else if (use !== NONE) {
      if (use === LEADS_BESIDE_INITIAL) this.besideInitial.push(word);
      this.#counted += postings;
      this.others.push(word);
    }
  }

  /** Whether a candidate may agree with no other tokens than these. */
  isEssential(mask: number): boolean {
    return (mask & this.#essential) !== 0;
  }

  #useOf(
    termMatches: TermMatches,
    place: number,
    most: Most,
    parameters: Parameters,
    least: number,
    surprises: Float64Array,
  ): number {
    const { words, masks, similarities } = termMatches;
    const entryWeight = weightIn(this.#marks[(words[place]! << FLAG_BITS) + FACTS]!) / WEIGHT_STEPS;
    if (mostWith(termMatches, place, entryWeight, most.found, parameters) < least) return NONE;
    if (!this.isEssential(masks[place]!)) {
      return similarities[place]! >= BESIDE_INITIAL ? LEADS_BESIDE_INITIAL : TELLS;
    }
    const { inTurn, besideInitial } = most;
    if (mayLead(termMatches, place, entryWeight, inTurn, parameters, least, surprises)) return LEADS;
    const leads = mayLead(termMatches, place, entryWeight, besideInitial, parameters, least, surprises);
    return leads ? LEADS_BESIDE_INITIAL : TELLS;
  }

  #sumUp({ tokens, termMatches }: Plan): void {
    const [best, surprises, postings] = [this.#best, this.#surprises, this.#postings];
    for (let token = 0; token < tokens.length; token++) {
      best[token] = isCompared(tokens[token]!) ? MAX_UNFOUND : 1;
      surprises[token] = surpriseAlone(tokens[token]!);
      postings[token] = 0;
    }
    for (let place = 0; place < termMatches.length; place++) {
      const length = this.#marks[(termMatches.words[place]! << FLAG_BITS) + POSTINGS]!;
      for (let left = termMatches.masks[place]!; left !== 0; left &= left - 1) {
        const token = lowestBit(left);
        best[token] = Math.max(best[token]!, termMatches.similarities[place]!);
        surprises[token] = Math.max(surprises[token]!, termMatches.surprises[place]!);
        postings[token]! += length;
      }
    }
  }

  /** The rarest token first: the more forms the words of a token have, the fewer of the words are to lead. */
  #takeTurns(tokens: Plan['tokens']): void {
    for (let token = 0; token < tokens.length; token++) {
      let turn = 0;
      for (let other = 0; other < tokens.length; other++) {
        const before = this.#postings[other]! - this.#postings[token]! || other - token;
        if (before < 0) turn++;
      }
      this.#turns[token] = this.isEssential(1 << token) ? turn : LAST;
    }
  }

  /** What agrees at most beside the tokens of a mask. Only a token alone has a turn. */
  #mostBeside(mask: number, tokens: Plan['tokens'], parameters: Parameters, least: number): Most {
    const isAlone = (mask & (mask - 1)) === 0;
    const turn = isAlone ? this.#turns[lowestBit(mask)]! : 0;
    const found = { worth: 0, weight: 0 };
    const inTurn = noneInTurn();
    const besideInitial = noneInTurn();
    const unfound = mostLeftOver(parameters);
    const worthUnfound = unfound ** parameters.sharpness;
    const worthBesideInitial = Math.max(unfound, INITIAL_SIMILARITY) ** parameters.sharpness;
    for (let token = 0; token < tokens.length; token++) {
      if (mask & (1 << token)) continue;
      const { weight } = tokens[token]!;
      const best = this.#best[token]! ** parameters.sharpness;
      // What is worth less than the least score helps most where it weighs least: beside a common word of the entry's.
      add(found, 100 * best < least ? weight / 2 : mostPaired(weight), best);
      const isBefore = this.#turns[token]! < turn && isCompared(tokens[token]!);
      const surprise = isBefore ? surpriseAlone(tokens[token]!) : this.#surprises[token]!;
      addInTurn(inTurn, weight, isBefore ? worthUnfound : best);
      addInTurn(besideInitial, weight, isBefore ? worthBesideInitial : best);
      inTurn.surprise += surprise;
      besideInitial.surprise += Math.max(INITIAL_SURPRISE, surprise);
    }
    return { found, inTurn, besideInitial };
  }
}

/** What tokens are worth, and weigh, at most. */
interface Rest {
  worth: number;
  weight: number;
}

/** What tokens give at most where those before a turn agree with no word. */
interface InTurn {
  /** With all weights as high, and as low, as they may be. */
  readonly heavy: Rest;
  readonly light: Rest;
  surprise: number;
}

interface Most {
  /** As well as any word agrees. */
  readonly found: Rest;
  readonly inTurn: InTurn;
  /** The same in a form with an initial, which may stand for one of them. */
  readonly besideInitial: InTurn;
}

const noneInTurn = (): InTurn => ({ heavy: { worth: 0, weight: 0 }, light: { worth: 0, weight: 0 }, surprise: 0 });
const NOTHING: Most = { found: { worth: 0, weight: 0 }, inTurn: noneInTurn(), besideInitial: noneInTurn() };

function add(rest: Rest, weight: number, worth: number): void {
  rest.weight += weight;
  rest.worth += weight * worth;
}

function addInTurn({ heavy, light }: InTurn, weight: number, worth: number): void {
  add(heavy, mostPaired(weight), worth);
  add(light, worth < 1 ? weight / 2 : mostPaired(weight), worth);
}

/** The highest score of a name that shares only this term with these tokens, if the rest agrees at most. */
function mostWith(
  { weights, similarities, worths }: TermMatches,
  place: number,
  entryWeight: number,
  rest: Rest,
  { conflict, doubt }: Parameters,
): number {
  const paired = (weights[place]! + entryWeight) / 2;
  const most = 100 * (rest.worth + paired * worths[place]!);
  return most / (rest.weight + paired + conflict * doubtOf(similarities[place]!, doubt) * paired);
}

/** Whether a name that shares this term, and beside it agrees at most, may reach the least score. */
function mayLead(
  termMatches: TermMatches,
  place: number,
  entryWeight: number,
  { heavy, light, surprise }: InTurn,
  parameters: Parameters,
  least: number,
  surprises: Float64Array,
): boolean {
  const agreement = Math.max(
    mostWith(termMatches, place, entryWeight, heavy, parameters),
    mostWith(termMatches, place, entryWeight, light, parameters),
  );
  if (agreement < least) return false;
  if (agreement >= MAY_BE_SAME) return true;
  return termMatches.surprises[place]! + surprise >= surprises[Math.min(100, Math.ceil(agreement))]!;
}

/** Whether a word that no term match leads to is compared letter by letter. */
const isCompared = ({ role }: PlannedToken): boolean => role === WORD || isGeneral(role);

/** What a token may surprise by that no term match pairs. */
function surpriseAlone(token: PlannedToken): number {
  if (token.role === INITIAL) return INITIAL_SURPRISE;
  return mayBeShort(token) ? SHORT_SURPRISE : 0;
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
 * while a form that shares only these cannot reach `least`.
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
