import { Recent } from '../../recent.ts';
import { isShortForm } from '../index/keys.ts';
import type { IndexView } from '../index/view.ts';
import { INITIAL, isGeneral, NUMBER } from '../index/weigh.ts';
import { distanceFor, foldedDistance, lettersOf, type SpellingLetters, similarityOf } from '../names/distance.ts';
import { earFor } from '../names/sound/similarity.ts';
import { raisedByOdds } from '../names/spelling-odds.ts';
import { sharedSyllables } from '../names/syllables.ts';
import { areOtherNames, givenNameClasses } from '../names/tables/given-names.ts';
import { isOtherKnownName } from '../names/tables/known-apart.ts';
import { MIN_HEARD, MIN_RESIDUAL, MIN_SIMILARITY, type Parameters } from './parameters.ts';
import { mayBeShort, type Plan } from './plan.ts';

/** So many words of a name are compared by sound. A thread has ears for these, and for more. */
const MAX_EARS = 4;
/** Words whose likeness to a token is remembered. */
const MAX_REMEMBERED = 2000;

/** Compares the words that no term match pairs. Holds scratch memory: one for each thread. */
export class LeftOverWords {
  readonly #view: IndexView;
  /** Of the plan in use, by token. */
  #spellings: (readonly SpellingLetters[])[] = [];
  #texts: (readonly string[])[] = [];
  #plan!: Plan;
  #parameters!: Parameters;

  constructor(view: IndexView) {
    this.#view = view;
  }

  use(plan: Plan, parameters: Parameters): void {
    this.#plan = plan;
    this.#parameters = parameters;
    this.#spellings = [];
    this.#texts = [];
  }

  /** Both are words that can be compared letter by letter. */
  areSpelt(token: number, word: number): boolean {
    const { wordCharacters, wordCountry, wordRole, wordSyllabic } = this.#view;
    const { role, syllabic, exact, token: asked } = this.#plan.tokens[token]!;
    // Tables have every reading of Japanese characters.
    if (asked.system === 'japanese') return false;
    // Countries are known by their meaning.
    if (this.#parameters.model === 'organisation' && (asked.country || wordCountry[word] !== 0)) return false;
    if (exact || !isSpelt(role) || !isSpelt(wordRole[word]!) || syllabic || wordSyllabic[word] !== 0) return false;
    if (asked.meaning !== undefined && this.#saysOther(asked.meaning, word)) return false;
    return wordCharacters[word] === 0 || asked.characters === undefined;
  }

  #saysOther(meaning: string, word: number): boolean {
    const other = this.#view.meaning(this.#view.wordText[word]!);
    return other !== '' && other !== meaning;
  }

  /** One of them is an initial: a spelling of it begins one of the other's. A letter may be two in Latin (Ю, Ж, Θ). */
  isInitialOf(token: number, word: number): boolean {
    // A letter of an organisation's name is that letter: T-Platforms are no trading platforms.
    if (this.#parameters.model === 'organisation') return false;
    const view = this.#view;
    const { token: asked, role } = this.#plan.tokens[token]!;
    if (asked.characters !== undefined || view.wordCharacters[word] !== 0) return false;
    if (this.#sameFirstLetter(token, word)) return true;
    if (asked.variants.length === 0 && view.wordTextStarts[word + 1]! - view.wordTextStarts[word]! === 1) return false;
    const spellings = this.#textsOf(token);
    for (let place = view.wordTextStarts[word]!; place < view.wordTextStarts[word + 1]!; place++) {
      const listed = view.text(view.wordTexts[place]!);
      if (spellings.some((one) => (role === INITIAL ? listed.startsWith(one) : one.startsWith(listed)))) return true;
    }
    return false;
  }

  /** The query's word is syllables in Latin letters, and the entry's are others. */
  isOtherSyllable(token: number, word: number): boolean {
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
  isShortForm(token: number, word: number): boolean {
    if (!mayBeShort(this.#plan.tokens[token]!)) return false;
    const { token: asked } = this.#plan.tokens[token]!;
    if (!this.#sameFirstLetter(token, word)) return false;
    const text = this.#view.text(this.#view.wordText[word]!);
    return isShortForm(asked.text, text) || isShortForm(text, asked.text);
  }

  /** 0 to 1, 0 under the least that counts. */
  similarity(token: number, word: number): number {
    const { memory, token: asked } = this.#plan.tokens[token]!;
    // Without an ear it is another question.
    if (asked.sound && token >= MAX_EARS) return this.#compare(token, word);
    memory.leftOver ??= new Recent(MAX_REMEMBERED);
    const { leftOver } = memory;
    const key = word * 2 + Number(this.#parameters.model === 'organisation');
    const known = leftOver.known(key);
    if (known !== undefined) return known;
    const alike = this.#compare(token, word);
    return leftOver.keep(key, alike > 0 && this.#areOtherNames(token, word) ? 0 : alike);
  }

  /** Mohamed and Ahmed are two names. What letters of other scripts stand for is less sure, but for known names. */
  #areOtherNames(token: number, word: number): boolean {
    const { token: asked } = this.#plan.tokens[token]!;
    if (asked.system !== undefined) return isOtherKnownName(asked, this.#textOf(word));
    return areOtherNames(givenNameClasses(asked.text), givenNameClasses(this.#textOf(word)));
  }

  /** The token's text and variants, ready to be compared. */
  #spellingsOf(token: number): readonly SpellingLetters[] {
    this.#spellings[token] ??= this.#textsOf(token).map(lettersOf);
    return this.#spellings[token];
  }

  #textsOf(token: number): readonly string[] {
    const { text, variants } = this.#plan.tokens[token]!.token;
    this.#texts[token] ??= [text, ...variants.map((variant) => variant.text)];
    return this.#texts[token];
  }

  /** How alike they sound, 0 where the token's sounds were not learned. */
  #byEar(token: number, word: number): number {
    const { sound, spoken } = this.#plan.tokens[token]!.token;
    if (!sound || token >= MAX_EARS) return 0;
    const ear = earFor(spoken!, sound);
    const { wordTexts, wordTextStarts, textLetters } = this.#view;
    const { codes, starts } = textLetters;
    let best = 0;
    for (let place = wordTextStarts[word]!; place < wordTextStarts[word + 1]!; place++) {
      const id = wordTexts[place]!;
      best = Math.max(best, ear.similarity(codes, starts[id]!, starts[id + 1]!));
    }
    return best;
  }

  /** The name that an organisation chose is this one or another, but Vologda and Vologodsky may be one. */
  #leastOf(token: number, word: number): number {
    const isOne =
      this.#parameters.model !== 'organisation' || beginAlike(this.#plan.tokens[token]!.token.text, this.#textOf(word));
    return isOne ? MIN_RESIDUAL : MIN_SIMILARITY;
  }

  #compare(token: number, word: number): number {
    const view = this.#view;
    const least = this.#leastOf(token, word);
    let best = 0;
    let closest = 0;
    const { token: asked, syllabic } = this.#plan.tokens[token]!;
    const isSpelling = !syllabic && !asked.languages;
    for (const letters of this.#spellingsOf(token)) {
      for (let place = view.wordTextStarts[word]!; place < view.wordTextStarts[word + 1]!; place++) {
        const id = view.wordTexts[place]!;
        const length = view.textStarts[id + 1]! - view.textStarts[id]!;
        const limit = distanceFor(Math.max(best, least), letters.codes.length, length);
        const distance = foldedDistance(letters, view.textLetters, id);
        const similarity = similarityOf(distance, letters.codes.length, length);
        closest = Math.max(closest, similarity);
        if (distance > limit) continue;
        const [start, end] = [view.textStarts[id]!, view.textStarts[id + 1]!];
        best = Math.max(
          best,
          isSpelling ? raisedByOdds(similarity, asked.text, view.textBytes, start, end) : similarity,
        );
      }
    }
    return closest < MIN_HEARD ? best : Math.max(best, this.#byEar(token, word));
  }
}

/** Letters that words of one stem have in common. */
const STEM = 5;

const beginAlike = (a: string, b: string): boolean => a.length >= STEM && b.startsWith(a.slice(0, STEM));

/** Two numbers are the same or two, and words that many organisations share are known by their meaning. */
const isSpelt = (role: number): boolean => !isGeneral(role) && role !== NUMBER;
