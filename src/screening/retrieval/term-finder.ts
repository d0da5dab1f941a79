import { Recent } from '../../recent.ts';
import { EQUIVALENT, EXACT, hashText, isShortForm, lookUp, MIN_FORM_LENGTH } from '../index/keys.ts';
import type { IndexView } from '../index/view.ts';
import { phoneticKeys, soundsElsewhere } from '../names/phonetic.ts';
import { likelyNameClasses } from '../names/tables/given-names.ts';
import type { SoundScript } from '../names/types.ts';
import { SHORT_FORM_SIMILARITY } from '../scoring/parameters.ts';
import { CONSONANTS, NICKNAME, SAME, SHORT, SOUND, SPELLING } from '../scoring/term-matches.ts';
import type { SharedMemory } from '../shared-memory.ts';
import { type ResemblingWords, resemblingIn } from './found-words.ts';
import {
  CACHED_EQUIVALENTS,
  CACHED_WORDS,
  KNOWN_SPELLING_SIMILARITY,
  MAX_UNDER_A_KEY,
  MIN_NEAR_SOUND,
  MIN_SERVANT,
  RARE,
  SERVANT_SIMILARITY,
  skeletonSimilarity,
  WORDS_OF_A_TOKEN,
} from './parameters.ts';
import type { SoughtJoined } from './sought-joined.ts';
import type {
  AskedToken,
  SoughtAlike,
  SoughtEquivalents,
  SoughtServant,
  SoughtShortForms,
  SoughtSpelling,
  SoughtText,
  SoughtToken,
} from './sought-token.ts';
import type { SoughtTokens } from './sought-tokens.ts';
import { TextComparison } from './text-comparison.ts';
import { type Cut, TextCuts } from './text-cuts.ts';
import { hasNoVowel, type SoughtWord, type Spelling, soughtWord, WordOffers } from './word-offers.ts';

/** A text that is a given name, and how it sounds. */
interface EquivalentText {
  readonly id: number;
  readonly sounds: readonly string[];
}

/** Finds the words of one index that resemble a token, and remembers what it found for the tokens used last. */
export class TermFinder {
  readonly #view: IndexView;
  readonly #shared: SharedMemory | undefined;
  readonly #remembered: Recent<string, ResemblingWords>;
  readonly #cuts: TextCuts;
  /** A small index finds words run together sooner than it remembers them. */
  readonly #isSmall: boolean;
  /** By class of given names. */
  readonly #equivalents = new Recent<number, readonly EquivalentText[]>(
    CACHED_EQUIVALENTS,
    (texts) => texts.length + 1,
  );
  readonly #offers: WordOffers;
  readonly #comparison: TextComparison;

  /** `shared`: what other threads found in the same index. `share` of the usual memory for what is known, 0 to 1. */
  constructor(view: IndexView, wordFlags: Uint32Array, shared?: SharedMemory, share = 1) {
    this.#view = view;
    this.#shared = shared;
    this.#remembered = new Recent(CACHED_WORDS * share, ({ words }) => words.length + WORDS_OF_A_TOKEN);
    this.#isSmall = share < 1;
    this.#cuts = new TextCuts(view, !this.#isSmall);
    this.#offers = new WordOffers(view, wordFlags);
    this.#comparison = new TextComparison(view, this.#offers);
  }

  /** Words that are like a token. */
  resembling({ key, sought }: AskedToken): ResemblingWords {
    return this.#cached(key, () => this.#find(sought()));
  }

  /** Words that are spelt, or sound, like several tokens run together. */
  joined(sought: SoughtJoined): ResemblingWords {
    return this.#isSmall ? this.#findJoined(sought) : this.#cached(sought.key, () => this.#findJoined(sought));
  }

  /** Where a text falls into two texts of the dictionary. */
  cuts(text: string, kept: SoughtTokens): readonly Cut[] {
    return this.#cuts.of(text, kept);
  }

  #cached(key: string, find: () => ResemblingWords): ResemblingWords {
    return this.#remembered.known(key) ?? this.#remembered.keep(key, this.#sharedOr(key, find));
  }

  /** What another thread found, or else what is found now, for the others too. */
  #sharedOr(key: string, find: () => ResemblingWords): ResemblingWords {
    const hash = hashText(key, EXACT);
    const known = this.#shared?.get(key, hash);
    if (known) return resemblingIn(known);
    const found = find();
    // What finds nothing is found as soon as it is remembered.
    if (found.words.length > 0) this.#shared?.set(key, hash, found.buffer);
    return found;
  }

  #begin(sought: SoughtWord, spoken?: string, script?: SoundScript): void {
    this.#offers.begin(sought);
    this.#comparison.begin(sought, spoken, script);
  }

  #soughtOf({ syllabic, characters, about, usual }: SoughtToken): SoughtWord {
    const ids = usual?.map(({ text, hash }) => this.#view.textId(text, hash)).filter((id) => id >= 0);
    return soughtWord(syllabic, characters, about, ids && new Set(ids));
  }

  #find(sought: SoughtToken): ResemblingWords {
    this.#begin(this.#soughtOf(sought), sought.spoken, sought.script);
    for (const spelt of sought.spellings) {
      this.#comparison.nextSpelling();
      if (spelt.isSkeleton) this.#offerSkeleton(spelt);
      else this.#offerLike(spelt);
    }
    return this.#offers.ranked();
  }

  #findJoined({ syllabic, characters, about, spellings }: SoughtJoined): ResemblingWords {
    this.#begin(soughtWord(syllabic, characters, about));
    for (const join of spellings()) {
      const { spelling, sound } = join;
      this.#comparison.nextSpelling();
      this.#offerExact(join, spelling);
      if (sound) this.#comparison.compareUnder([sound.hash], spelling, sound.scale, SOUND);
    }
    return this.#offers.ranked();
  }

  #offerLike(spelt: SoughtSpelling): void {
    const { spelling, sounds, skeleton, alike } = spelt;
    this.#offerExact(spelt, spelling);
    for (const { hash, scale } of sounds) this.#comparison.compareUnder([hash], spelling, scale, SOUND);
    if (skeleton) this.#offerAcronyms(skeleton, spelling);
    if (alike) this.#offerAlike(spelt, alike);
  }

  #offerAlike(spelt: SoughtSpelling, alike: SoughtAlike): void {
    const { spelling } = spelt;
    const { remainders, nearSounds, equivalents, servant, shortForms } = alike;
    if (remainders) this.#comparison.compareUnder(remainders, spelling, 1, SPELLING);
    if (nearSounds) this.#comparison.compareUnder(nearSounds, spelling, 1, SOUND, MIN_NEAR_SOUND);
    if (equivalents) this.#offerEquivalents(equivalents, spelling);
    if (servant) this.#offerServants(servant, spelling);
    if (shortForms) this.#offerShortForms(spelt, shortForms, spelling);
  }

  #offerExact({ text, hash }: SoughtText, spelling: Spelling): void {
    const exact = this.#view.textId(text, hash);
    if (exact < 0) return;
    this.#comparison.leaveOut(exact);
    const similarity = spelling.heard ? this.#comparison.byEar(exact) : 1;
    if (similarity > 0) this.#offers.offer(exact, spelling, similarity, SAME);
  }

  /** Texts that are nothing but the consonants of a spelling. */
  #offerAcronyms({ text: key, hash }: SoughtText, spelling: Spelling): void {
    lookUp(this.#view.keys, hash, MAX_UNDER_A_KEY, (id) => {
      if (hasNoVowel(this.#view, id)) this.#offers.offer(id, spelling, skeletonSimilarity(key), CONSONANTS);
    });
  }

  #offerEquivalents({ classes, sounds, similarity }: SoughtEquivalents, spelling: Spelling): void {
    for (const equivalent of classes) {
      for (const { id, sounds: others } of this.#equivalents.get(equivalent, (one) => this.#equivalentsOf(one))) {
        const isSpelling = others.some((key) => sounds.includes(key));
        if (isSpelling) this.#offers.offer(id, spelling, KNOWN_SPELLING_SIMILARITY, SOUND);
        else this.#offers.offer(id, spelling, similarity, NICKNAME);
      }
    }
  }

  /** The texts of a class of given names. */
  #equivalentsOf(equivalent: number): readonly EquivalentText[] {
    const found: EquivalentText[] = [];
    lookUp(this.#view.keys, hashText(String(equivalent), EQUIVALENT), MAX_UNDER_A_KEY, (id) => {
      const text = this.#view.text(id);
      const keys = phoneticKeys(text);
      // Another key may have the same hash.
      if (likelyNameClasses(text, keys).includes(equivalent)) found.push({ id, sounds: soundsElsewhere(text, keys) });
    });
    return found;
  }

  /**
   * Niko for Nikolaus, on either side. A common name is seldom short for another, and three letters begin too many:
   * such ones are left to the comparison of whole names.
   */
  #offerShortForms({ text, hash }: SoughtText, { beginning, forms }: SoughtShortForms, spelling: Spelling): void {
    const offer = (id: number) => this.#offers.offer(id, spelling, SHORT_FORM_SIMILARITY, SHORT);
    if (beginning !== undefined && this.#isRareOrUnknown(text, hash)) {
      lookUp(this.#view.keys, beginning, MAX_UNDER_A_KEY, (id) => {
        if (isShortForm(text, this.#view.text(id))) offer(id);
      });
    }
    for (const form of forms) {
      const id = this.#view.textId(form.text, form.hash);
      if (id >= 0 && (form.text.length > MIN_FORM_LENGTH || this.#view.textRarity[id]! >= RARE)) offer(id);
    }
  }

  #isRareOrUnknown(text: string, hash: number): boolean {
    const own = this.#view.textId(text, hash);
    return own < 0 || (text.length > MIN_FORM_LENGTH && this.#view.textRarity[own]! >= RARE);
  }

  #offerServants({ letters, hash }: SoughtServant, own: Spelling): void {
    lookUp(this.#view.keys, hash, MAX_UNDER_A_KEY, (id) => {
      if (this.#comparison.similarity(letters, id, 1, MIN_SERVANT) > 0)
        this.#offers.offer(id, own, SERVANT_SIMILARITY, NICKNAME);
    });
  }

  /** A consonant skeleton finds every spelling with these consonants. */
  #offerSkeleton({ skeleton, spelling }: SoughtSpelling): void {
    if (!skeleton) return;
    const alike = skeletonSimilarity(skeleton.text);
    lookUp(this.#view.keys, skeleton.hash, MAX_UNDER_A_KEY, (id) => {
      const similarity = this.#comparison.isListening ? this.#comparison.byEar(id) : alike;
      if (similarity > 0) this.#offers.offer(id, spelling, similarity, CONSONANTS);
    });
  }
}
