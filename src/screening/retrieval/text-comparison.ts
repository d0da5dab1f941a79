import { Recent } from '../../recent.ts';
import { bucketOf } from '../index/keys.ts';
import type { IndexView } from '../index/view.ts';
import { distanceFor, foldedDistance, type SpellingLetters, similarityOf } from '../names/distance.ts';
import { type Batch, letterKernel } from '../names/letter-kernel.ts';
import { type DaughtersName, daughtersName } from '../names/patronymics.ts';
import { eastSlavicKey } from '../names/scripts/east-slavic.ts';
import { earFor } from '../names/sound/similarity.ts';
import { raisedByOdds } from '../names/spelling-odds.ts';
import { areOtherDivineNames, divineName, divineSounds } from '../names/tables/divine-names.ts';
import { areOtherNames, classesOfSpellings, givenNameClasses } from '../names/tables/given-names.ts';
import type { SoundScript } from '../names/types.ts';
import { MIN_HEARD, MIN_SIMILARITY } from '../scoring/parameters.ts';
import { OTHER_NAME } from '../scoring/term-matches.ts';
import {
  CACHED_CLASSES,
  MAX_COMPARED,
  MAX_UNDER_A_KEY,
  MIN_NEAR_HEARD,
  MIN_SHORT_SIMILARITY,
  MIN_SHORTEST_SIMILARITY,
  MIN_SYLLABIC,
  MIN_TEXT_LENGTH,
  OTHER_NAME_SIMILARITY,
  SAME_SLAVIC,
  SHORT_TEXT,
} from './parameters.ts';
import { hasNoVowel, type SoughtWord, type Spelling, soughtWord, type WordOffers } from './word-offers.ts';

/** Of a text: the round that compared it last, the token that heard it last, how alike they sound, where it begins. */
const TEXT_NUMBERS = 4;
const [LISTENER, SOUND_HEARD, START] = [1, 2, 3];
const [NO, YES] = [1, 2];
const NO_CLASSES: readonly number[] = [];

/** Compares the texts of one index with the spellings of a word, by letters and by sound. For one thread. */
export class TextComparison {
  readonly #view: IndexView;
  readonly #offers: WordOffers;
  #sought = soughtWord(false, 0);
  /** `TEXT_NUMBERS` for each text, side by side in one line of the processor's cache, and for one text more. */
  readonly #marks: Uint32Array;
  /** The same memory, for how alike a text and the token sound. */
  readonly #sounds: Float32Array;
  #round = 0;
  #comparisons = 0;
  readonly #kernel = letterKernel();
  /** Texts that are compared together. */
  readonly #texts = new Uint32Array(MAX_COMPARED);
  /** The word as it is written and its script, where its sounds were learned. */
  #spoken = '';
  #script: SoundScript | undefined;
  #listener = 0;
  /** By text: whether it is a given name with equivalent ones, as far as that was asked. Few are. */
  readonly #named: Uint8Array;
  readonly #classes = new Recent<number, readonly number[]>(CACHED_CLASSES);
  /** By text: whether it is a name of God, as far as that was asked. */
  readonly #divine: Uint8Array;
  /** How the names of God among the texts sound, without the servant before them. */
  readonly #divineSounds = new Map<number, readonly string[]>();

  constructor(view: IndexView, offers: WordOffers) {
    this.#view = view;
    this.#offers = offers;
    this.#divine = new Uint8Array(view.textRarity.length);
    this.#named = new Uint8Array(view.textRarity.length);
    this.#marks = new Uint32Array(view.textStarts.length * TEXT_NUMBERS);
    this.#sounds = new Float32Array(this.#marks.buffer);
    for (const [text, start] of view.textStarts.entries()) this.#marks[text * TEXT_NUMBERS + START] = start;
  }

  /** Takes the word to compare from now on. `spoken`: as it is written, where its sounds were learned. */
  begin(sought: SoughtWord, spoken?: string, script?: SoundScript): void {
    this.#sought = sought;
    this.#listener++;
    this.#comparisons = 0;
    this.#round++;
    this.#spoken = spoken ?? '';
    this.#script = script;
  }

  /** Of one spelling a text is compared once. */
  nextSpelling(): void {
    this.#round++;
  }

  /** Marks a text as compared with the spelling. */
  leaveOut(text: number): void {
    this.#marks[text * TEXT_NUMBERS] = this.#round;
  }

  get isListening(): boolean {
    return this.#script !== undefined;
  }

  /** How like the token a text sounds, 0 where its sounds were not learned. */
  byEar(id: number): number {
    if (this.#script === undefined) return 0;
    const marks = this.#marks;
    const at = id * TEXT_NUMBERS;
    if (marks[at + LISTENER] !== this.#listener) {
      const [start, end] = [marks[at + START]!, marks[at + TEXT_NUMBERS + START]!];
      marks[at + LISTENER] = this.#listener;
      this.#sounds[at + SOUND_HEARD] = earFor(this.#spoken, this.#script).similarity(this.#view.textBytes, start, end);
    }
    return this.#sounds[at + SOUND_HEARD]!;
  }

  /** Compares the texts under any of these keys with a spelling, and offers those that are alike. */
  compareUnder(hashes: readonly number[], spelling: Spelling, scale: number, matchKind: number, least = 0): void {
    const { letters, heard } = spelling;
    const batch = this.#kernel.batchOf(this.#view.textLetters);
    let count = 0;
    for (const hash of hashes) count = this.#collect(hash, batch, count, heard === true);
    if (count === 0) return;
    this.#kernel.compare(letters, count);
    const { lengths, distances } = batch;
    const { syllabic } = this.#sought;
    const [texts, own] = [this.#texts, syllabic ? 1 : scale];
    for (let place = 0; place < count; place++) {
      const id = texts[place]!;
      const [distance, length] = [distances[place]!, lengths[place]!];
      const byLetters = heard ? 0 : similarityAt(distance, letters, length, own, least);
      const byEar = this.#mayBeHeard(distance, letters, length, least) ? this.byEar(id) : 0;
      const similarity = Math.max(byLetters, byEar);
      if (similarity > 0 && !(syllabic && similarity < MIN_SYLLABIC))
        this.#compared(id, spelling, byLetters, byEar, matchKind);
    }
  }

  /**
   * Adds the texts under a key that this round has not compared yet to those that it has. How many these are then.
   * `unheard`: those that were heard are left out.
   */
  #collect(hash: number, { starts: textStarts, lengths }: Batch, known: number, unheard: boolean): number {
    const { starts, fragments, ids } = this.#view.keys;
    const [marks, texts, round] = [this.#marks, this.#texts, this.#round];
    const bucket = bucketOf(hash, starts);
    const fragment = hash & 0xff;
    const end = starts[bucket + 1]!;
    let count = known;
    let left = MAX_UNDER_A_KEY;
    for (let place = starts[bucket]!; place < end && left > 0; place++) {
      if (fragments[place] !== fragment) continue;
      left--;
      const id = ids[place]!;
      const mark = id * TEXT_NUMBERS;
      if (marks[mark] === round || this.#comparisons >= MAX_COMPARED) continue;
      marks[mark] = round;
      this.#comparisons++;
      // An acronym may have been heard as consonants, which it is not offered for.
      if (unheard && marks[mark + LISTENER] === this.#listener && !hasNoVowel(this.#view, id)) continue;
      const start = marks[mark + START]!;
      textStarts[count] = start;
      lengths[count] = marks[mark + TEXT_NUMBERS + START]! - start;
      texts[count++] = id;
    }
    return count;
  }

  #compared(id: number, spelling: Spelling, byLetters: number, byEar: number, matchKind: number): void {
    if (spelling.japanese !== undefined && shortVowels(this.#view.text(id)) !== spelling.japanese) return;
    const { slavic } = spelling;
    if (slavic !== undefined && eastSlavicKey(this.#view.text(id)) !== slavic) return;
    const similarity = slavic === undefined ? Math.max(this.#raised(byLetters, id, spelling), byEar) : SAME_SLAVIC;
    // The ear has learned to tell Mario from Maria.
    const told = byEar > OTHER_NAME_SIMILARITY;
    const other =
      (!told && spelling.classes.length > 0 && areOtherNames(spelling.classes, this.classesOf(id))) ||
      (spelling.divine !== undefined && this.#isOtherDivineName(id, spelling.divine.sounds)) ||
      (spelling.daughters !== undefined && this.#isOtherDaughtersName(id, spelling.daughters));
    if (other) this.#offers.offer(id, spelling, Math.min(similarity, OTHER_NAME_SIMILARITY), OTHER_NAME);
    else this.#offers.offer(id, spelling, similarity, matchKind);
  }

  /** Two syllables are two words, whatever their edits say. */
  #raised(similarity: number, id: number, { place }: Spelling): number {
    const { spelt } = this.#sought;
    if (spelt === undefined || place !== 0) return similarity;
    const start = this.#marks[id * TEXT_NUMBERS + START]!;
    const end = this.#marks[(id + 1) * TEXT_NUMBERS + START]!;
    return raisedByOdds(similarity, spelt, this.#view.textBytes, start, end);
  }

  #isOtherDaughtersName(id: number, own: DaughtersName): boolean {
    const other = daughtersName(this.#view.text(id));
    return other !== undefined && other !== own;
  }

  /** Whether a text is another name of God, with or without the servant before it. */
  #isOtherDivineName(id: number, own: readonly string[]): boolean {
    if (this.#divine[id] === NO) return false;
    const sounds = this.#divineSounds.get(id) ?? this.#soundsOfDivine(id);
    return sounds !== undefined && areOtherDivineNames(own, sounds);
  }

  #soundsOfDivine(id: number): readonly string[] | undefined {
    const name = divineName(this.#view.text(id));
    this.#divine[id] = name === undefined ? NO : YES;
    if (name === undefined) return undefined;
    const sounds = divineSounds(name);
    this.#divineSounds.set(id, sounds);
    return sounds;
  }

  /** Of equivalent given names that a text belongs to. */
  classesOf(id: number): readonly number[] {
    if (this.#named[id] === NO) return NO_CLASSES;
    const known = this.#classes.known(id);
    if (known) return known;
    const own = this.#ownClasses(id);
    this.#named[id] = own.length === 0 ? NO : YES;
    return own.length === 0 ? NO_CLASSES : this.#classes.keep(id, own);
  }

  /** Марина is also read as Maryna: a spelling that only variants of words have is the given name that these are. */
  #ownClasses(id: number): readonly number[] {
    const { textWordStarts, textWords, wordText } = this.#view;
    const own = givenNameClasses(this.#view.text(id));
    const words = textWords.subarray(textWordStarts[id]!, textWordStarts[id + 1]!);
    if (own.length > 0 || words.some((word) => wordText[word] === id)) return own;
    return classesOfSpellings(Array.from(words, (word) => this.#view.text(wordText[word]!)));
  }

  /** 0 where it is under the least. */
  similarity(letters: SpellingLetters, id: number, scale: number, least: number): number {
    const length = this.#view.textStarts[id + 1]! - this.#view.textStarts[id]!;
    return similarityAt(foldedDistance(letters, this.#view.textLetters, id), letters, length, scale, least);
  }

  /**
   * Whether texts at this distance, of which one has so many letters, may sound alike. `least` is over 0 where one of
   * them has another consonant.
   */
  #mayBeHeard(distance: number, { codes }: SpellingLetters, length: number, least: number): boolean {
    return (
      this.#script !== undefined &&
      similarityOf(distance, codes.length, length) >= (least > 0 ? MIN_NEAR_HEARD : MIN_HEARD)
    );
  }
}

/** How like a spelling a text of so many letters is at this distance; 0 where it is under the least. */
function similarityAt(
  distance: number,
  { codes }: SpellingLetters,
  length: number,
  scale: number,
  least: number,
): number {
  const own = codes.length;
  const limit = distanceFor(Math.max(least, leastSimilarity(Math.min(own, length))), own, length) / scale;
  return distance > limit ? 0 : similarityOf(distance * scale, own, length);
}

function leastSimilarity(length: number): number {
  if (length <= MIN_TEXT_LENGTH) return MIN_SHORTEST_SIMILARITY;
  return length <= SHORT_TEXT ? MIN_SHORT_SIMILARITY : MIN_SIMILARITY;
}

/** Long vowels of Japanese are written in several ways: Satoh, Satou, Yuuji. */
export const shortVowels = (text: string): string => text.replace(/ou|oo|oh(?![aeiouy])/g, 'o').replaceAll('uu', 'u');
