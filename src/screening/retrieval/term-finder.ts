import { Recent } from '../../recent.ts';
import { charactersHash, FOREIGN } from '../index/han-names.ts';
import {
  beginningHash,
  bucketOf,
  EQUIVALENT,
  EXACT,
  hashText,
  isShortForm,
  lookUp,
  MAX_FORM_LENGTH,
  MIN_FORM_LENGTH,
  nearSoundHashes,
  PHONETIC,
  remainderHashes,
  SKELETON,
  shortForms,
} from '../index/keys.ts';
import type { IndexView } from '../index/view.ts';
import { WORD } from '../index/weigh.ts';
import { CHARACTERS, countryIn, FACTS, FLAG_BITS, isSyllabicIn, roleIn } from '../index/word-flags.ts';
import { distanceFor, foldedDistance, lettersOf, type SpellingLetters, similarityOf } from '../names/distance.ts';
import { type Batch, letterKernel } from '../names/letter-kernel.ts';
import { type DaughtersName, daughtersName } from '../names/patronymics.ts';
import { phoneticKeys, roughKey, skeletonKey, soundsElsewhere } from '../names/phonetic.ts';
import { SoundSimilarity } from '../names/sound/similarity.ts';
import { raisedByOdds } from '../names/spelling-odds.ts';
import { isSyllable, sharedSyllables } from '../names/syllables.ts';
import { isSkeleton } from '../names/systems.ts';
import { divineName, isOtherDivineName, SERVANT } from '../names/tables/divine-names.ts';
import { areOtherNames, givenNameClasses, likelyNameClasses } from '../names/tables/given-names.ts';
import { type OtherName, otherNameTest, type Verdict } from '../names/tables/known-apart.ts';
import type { NameToken, SyllableLanguage } from '../names/types.ts';
import { MIN_HEARD, MIN_SIMILARITY, SHORT_FORM_SIMILARITY } from '../scoring/parameters.ts';
import { CONSONANTS, NICKNAME, OTHER_NAME, SAME, SHORT, SOUND, SPELLING } from '../scoring/term-matches.ts';
import type { SharedMemory } from '../shared-memory.ts';
import { FoundWords, type ResemblingWords, resemblingIn } from './found-words.ts';

const MIN_SHORT_SIMILARITY = 0.74;
const MIN_SHORTEST_SIMILARITY = 0.79;
const SHORT_TEXT = 4;
const MIN_TEXT_LENGTH = 3;
/** What remains of a distance where the sounds are the same, and where they are nearly. */
const SAME_SOUND = 0.8;
const NEAR_SOUND = 0.95;
const SAME_SOUND_ROMANISED = 0.6;
const NEAR_SOUND_ROMANISED = 0.85;
/** Spellings of fewer letters are not taken for the same because they sound alike. */
const MIN_SOUND_LENGTH = 5;
const MIN_SOUND_ROMANISED_LENGTH = 4;
/** Romanised syllables come with every spelling that is usual: what resembles none of them is another syllable. */
const MIN_SYLLABIC = 0.905;
const NICKNAME_SIMILARITY = 0.84;
const NICKNAME_SIMILARITY_ROMANISED = 0.86;
/** Forms of one name that sound the same are spellings of it (Alexander and Aleksandr, Petr and Pjotr). */
const KNOWN_SPELLING_SIMILARITY = 0.95;
/** Names of which one side hears another consonant have to agree better than others. */
const MIN_NEAR_SOUND = 0.7;
/** Those with another consonant hardly ever sound alike under this (`npm run train:heard`). */
const MIN_NEAR_HEARD = 0.6;
/** How like a compound with Abd al- the name without it is. */
const SERVANT_SIMILARITY = 0.84;
const MIN_SERVANT = 0.9;
const MIN_DIVINE_LENGTH = 4;
const VARIANT_SIMILARITY = 0.99;
const HALF_SAME = 0.8;
/** A Latin spelling may stand for several syllables, so that another spelling of one of them is not surely meant. */
const SAME_SYLLABLE_SIMILARITY = 0.95;
/** In steps. */
const RARE = 200;
const STARTS_WITH_DIGIT = /^\d/;
/** Later spellings of a token differ from these two in ways that sound the same. */
const SPELLINGS_WITH_EDITS = 2;
/** … but for so short ones, whose consonants are too few to tell. */
const SHORT_SPELLING = 5;
/** Of the later ones the rough sound is the same, or far from what was meant. */
const SPELLINGS_HEARD = 4;
/** Bounds of the work for one token. */
const MAX_UNDER_A_KEY = 600;
const MAX_COMPARED = 4000;
const MAX_JOINED_SPELLINGS = 64;
const MIN_CUT_LENGTH = 6;
const MIN_PART_LENGTH = 2;
const CACHED_CUTS = 32_768;
/** 18 bytes each: what a thread remembers stays under some 40 MiB. */
const CACHED_WORDS = 2_000_000;
/** What remembers a token takes as much memory as so many words. */
const WORDS_OF_A_TOKEN = 30;
const CACHED_CLASSES = 20_000;
/** Mario and Maria, Luis and Luisa: spelt nearly the same, and known to be two names. */
const OTHER_NAME_SIMILARITY = 0.72;
/** 倩 is qian, in Wade-Giles chien, which is spelt nearly as another syllable, chen. */
const MANDARIN: readonly SyllableLanguage[] = ['mandarin'];
const NO_LETTERS = lettersOf('');
/** Of a text: the round that compared it last, the token that heard it last, how alike they sound, where it begins. */
const TEXT_NUMBERS = 4;
const [LISTENER, SOUND_HEARD, START] = [1, 2, 3];

const NO_CUTS: readonly Cut[] = [];
const [NO, YES] = [1, 2];

/** A text cut in two of the dictionary, by their ids. */
export interface Cut {
  readonly at: number;
  readonly left: number;
  readonly right: number;
}

/** Finds the words of one index that resemble a token, and remembers what it found for the tokens used last. */
export class TermFinder {
  readonly #view: IndexView;
  readonly #wordFlags: Uint32Array;
  readonly #shared: SharedMemory | undefined;
  readonly #remembered = new Recent<string, ResemblingWords>(
    CACHED_WORDS,
    ({ words }) => words.length + WORDS_OF_A_TOKEN,
  );
  /** `TEXT_NUMBERS` for each text, side by side in one line of the processor's cache, and for one text more. */
  readonly #marks: Uint32Array;
  /** The same memory, for how alike a text and the token sound. */
  readonly #sounds: Float32Array;
  readonly #cuts = new Recent<string, readonly Cut[]>(CACHED_CUTS);
  #round = 0;
  #comparisons = 0;
  readonly #found: FoundWords;
  #syllabic = false;
  #family = false;
  /** Of the word that is looked for, where it is syllables in Latin letters or Han characters, with its languages. */
  #syllables: { readonly text: string; readonly languages: readonly SyllableLanguage[] } | undefined;
  /** The token's text, where it is no syllable. */
  #spelt: string | undefined;
  /** Number of the country that is looked for, 0 for other words. */
  #country = 0;
  /** Hash of the Han characters that are looked for, 0 for other words. */
  #characters = 0;
  readonly #kernel = letterKernel();
  /** Texts that are compared together. */
  readonly #texts = new Uint32Array(MAX_COMPARED);
  /** Listens to the token that is looked for, where its sounds were learned. */
  readonly #ear = new SoundSimilarity();
  #listening = false;
  /** Tells names that share the consonants of the one that is looked for. */
  #otherName: OtherName | undefined;
  #listener = 0;
  /** Every spelling of the syllable that is looked for, by the dictionary's ids; of syllables run together none. */
  #spellings: ReadonlySet<number> = new Set();
  readonly #classes = new Recent<number, readonly number[]>(CACHED_CLASSES);
  /** By text: whether it is a name of God, as far as that was asked. */
  readonly #divine: Uint8Array;

  /** `shared`: what other threads found in the same index. */
  constructor(view: IndexView, wordFlags: Uint32Array, shared?: SharedMemory) {
    this.#view = view;
    this.#wordFlags = wordFlags;
    this.#shared = shared;
    this.#found = new FoundWords(view, wordFlags);
    this.#divine = new Uint8Array(view.textRarity.length);
    this.#marks = new Uint32Array(view.textStarts.length * TEXT_NUMBERS);
    this.#sounds = new Float32Array(this.#marks.buffer);
    for (const [text, start] of view.textStarts.entries()) this.#marks[text * TEXT_NUMBERS + START] = start;
  }

  /**
   * `syllabic`: every usual spelling is among the token's own, so that only near equality counts. `family`: it is a
   * family name in an East Asian script, of which the tables have every spelling.
   */
  resembling(token: NameToken, syllabic: boolean, family: boolean): ResemblingWords {
    const key = `${token.system ?? ''}${token.country ? '@' : ''}${family ? '!' : ''}${syllabic ? '.' : ''}${token.languages?.join('') ?? ''}${token.spoken ?? ''}${token.characters ?? ''}${token.text} ${token.variants.map(({ text }) => text).join(' ')}`;
    return this.#cached(key, () => this.#find(token, syllabic, family));
  }

  /** Words that are spelt or sound like several tokens run together, in any of these spellings. */
  joined(
    texts: readonly string[],
    { romanised, characters, languages }: { romanised: boolean } & Pick<NameToken, 'characters' | 'languages'>,
  ): ResemblingWords {
    const key = `${romanised ? '~' : '+'}${languages?.join('') ?? ''}${characters ?? ''}${texts.join(' ')}`;
    return this.#cached(key, () => {
      this.#begin(false, characters);
      if (languages) this.#syllables = { text: texts[0]!, languages };
      const scale = romanised ? SAME_SOUND_ROMANISED : 1;
      for (const [place, text] of texts.entries()) {
        const spelling = {
          letters: lettersOf(text),
          place: 0,
          share: place === 0 ? 1 : languages ? SAME_SYLLABLE_SIMILARITY : VARIANT_SIMILARITY,
          classes: [],
        };
        this.#round++;
        this.#offerExact(text, spelling);
        if (languages && place > 0) continue;
        for (const key of phoneticKeys(text).slice(0, 1)) {
          this.#compareUnder([hashText(key, PHONETIC)], spelling, scale, SOUND);
        }
      }
      return this.#found.ranked();
    });
  }

  /** Words that write several romanised syllables together, each in one of its usual spellings and no other. */
  joinedSyllables(syllables: readonly NameToken[]): ResemblingWords {
    const spellings = syllables.map(({ text, variants }) => {
      return [text, ...variants.filter(({ system }) => system !== 'same-syllable').map((variant) => variant.text)];
    });
    const characters = charactersOfAll(syllables);
    return this.#cached(`*${characters ?? ''}${spellings.join(' ')}`, () => {
      this.#begin(true, characters);
      let texts = [''];
      for (const syllable of spellings) {
        texts = texts.flatMap((before) => syllable.map((text) => before + text)).slice(0, MAX_JOINED_SPELLINGS);
      }
      for (const [place, text] of texts.entries()) {
        this.#offerExact(text, {
          letters: NO_LETTERS,
          place: 0,
          share: place === 0 ? 1 : VARIANT_SIMILARITY,
          classes: [],
        });
      }
      return this.#found.ranked();
    });
  }

  /** Where a text falls into two texts of the dictionary. */
  cuts(text: string): readonly Cut[] {
    return text.length < MIN_CUT_LENGTH ? NO_CUTS : this.#cuts.get(text, (long) => this.#findCuts(long));
  }

  #findCuts(text: string): readonly Cut[] {
    const cuts: Cut[] = [];
    for (let at = MIN_PART_LENGTH; at <= text.length - MIN_PART_LENGTH; at++) {
      const left = this.#view.textId(text.slice(0, at));
      const right = left < 0 ? -1 : this.#view.textId(text.slice(at));
      if (right >= 0) cuts.push({ at, left, right });
    }
    return cuts.length === 0 ? NO_CUTS : cuts;
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
    this.#shared?.set(key, hash, found.buffer);
    return found;
  }

  #begin(syllabic: boolean, characters?: string): void {
    this.#found.clear();
    this.#syllabic = syllabic;
    this.#characters = charactersHash(characters);
    this.#syllables = undefined;
    this.#spelt = undefined;
    this.#family = false;
    this.#country = 0;
    this.#otherName = undefined;
    this.#listening = false;
    this.#listener++;
    this.#comparisons = 0;
    this.#spellings = new Set();
    this.#round++;
  }

  #find(token: NameToken, syllabic: boolean, family: boolean): ResemblingWords {
    this.#begin(syllabic, token.characters);
    this.#spelt = syllabic || token.languages ? undefined : token.text;
    this.#family = family;
    this.#country = token.country ?? 0;
    const languages = token.languages ?? (syllabic && token.system === 'pinyin' ? MANDARIN : undefined);
    if (languages) this.#syllables = { text: token.text, languages };
    this.#otherName = otherNameTest(token);
    const japanese = token.system === 'japanese';
    if (token.sound && !japanese) {
      this.#ear.listen(token.spoken!, token.sound);
      this.#listening = true;
    }
    const heard = new Set<string>();
    const spellings = [{ text: token.text, system: token.system }, ...token.variants];
    const usual = spellings.filter(({ system }) => system !== 'same-syllable');
    if (syllabic) this.#spellings = new Set(usual.map(({ text }) => this.#view.textId(text)).filter((id) => id >= 0));
    const classes = token.system
      ? spellings.flatMap((spelling) => givenNameClasses(spelling.text))
      : givenNameClasses(token.text);
    for (const [place, { text, system }] of spellings.entries()) {
      const spelling = {
        letters: lettersOf(text),
        place,
        share: place === 0 ? 1 : system === 'same-syllable' ? SAME_SYLLABLE_SIMILARITY : VARIANT_SIMILARITY,
        classes: place === 0 || token.system ? classes : [],
        divine: divineName(text),
        daughters: daughtersName(text),
        heard: system === 'learned-sound',
        japanese: japanese ? shortVowels(text) : undefined,
      };
      this.#round++;
      if (isSkeleton(system)) {
        this.#offerSkeleton(text, spelling);
        continue;
      }
      this.#offerExact(text, spelling);
      if (system === 'same-syllable' || STARTS_WITH_DIGIT.test(text)) continue;
      this.#compareSounds(text, spelling, token.system !== undefined, heard);
      if (japanese) continue;
      if (place < SPELLINGS_WITH_EDITS || text.length <= SHORT_SPELLING || system === 'learned-sound')
        this.#compareRemainders(text, spelling);
      if (token.system !== undefined && !syllabic && place < SPELLINGS_HEARD)
        this.#compareNearSounds(text, spelling, heard);
      if (place === 0) this.#offerEquivalents(text, spelling, token.system !== undefined);
      if (place === 0 && !syllabic) this.#offerServants(text, spelling);
      if (place === 0 && !token.system && token.role === 'word') this.#offerShortForms(text, spelling);
    }
    return this.#found.ranked(this.#country !== 0);
  }

  #offerExact(text: string, spelling: Spelling): void {
    const exact = this.#view.textId(text);
    if (exact < 0) return;
    this.#marks[exact * TEXT_NUMBERS] = this.#round;
    const similarity = spelling.heard ? this.#byEar(exact) : 1;
    if (similarity > 0) this.#offer(exact, spelling, similarity, SAME);
  }

  /** What sounds the same; a sound that an earlier spelling of the token had is not asked for again. */
  #compareSounds(text: string, spelling: Spelling, romanised: boolean, heard: Set<string>): void {
    for (const key of phoneticKeys(text)) {
      if (heard.has(key)) continue;
      heard.add(key);
      this.#compareUnder([hashText(key, PHONETIC)], spelling, soundScale(key, text, romanised), SOUND);
    }
    const own = skeletonKey(text);
    if (own.length < 2) return;
    lookUp(this.#view.keys, hashText(own, SKELETON), MAX_UNDER_A_KEY, (id) => {
      if (hasNoVowel(this.#view, id)) this.#offer(id, spelling, skeletonSimilarity(own), CONSONANTS);
    });
  }

  #compareRemainders(text: string, spelling: Spelling): void {
    const remainders: number[] = [];
    remainderHashes(text, remainders);
    this.#compareUnder(remainders, spelling, 1, SPELLING);
  }

  /** What another writing system made of a name differs in more than spelling: one consonant may be heard or not. */
  #compareNearSounds(text: string, spelling: Spelling, heard: Set<string>): void {
    const key = roughKey(text);
    if (heard.has(`-${key}`)) return;
    heard.add(`-${key}`);
    const hashes: number[] = [];
    nearSoundHashes(key, hashes);
    this.#compareUnder(hashes, spelling, 1, SOUND, MIN_NEAR_SOUND);
  }

  #offerEquivalents(text: string, spelling: Spelling, romanised: boolean): void {
    const similarity = romanised ? NICKNAME_SIMILARITY_ROMANISED : NICKNAME_SIMILARITY;
    const sounds = soundsElsewhere(text);
    for (const equivalent of likelyNameClasses(text, phoneticKeys(text))) {
      lookUp(this.#view.keys, hashText(String(equivalent), EQUIVALENT), MAX_UNDER_A_KEY, (id) => {
        const other = this.#view.text(id);
        const otherSounds = phoneticKeys(other);
        // Another key may have the same hash.
        if (!likelyNameClasses(other, otherSounds).includes(equivalent)) return;
        const isSpelling = soundsElsewhere(other).some((key) => sounds.includes(key));
        if (isSpelling) this.#offer(id, spelling, KNOWN_SPELLING_SIMILARITY, SOUND);
        else this.#offer(id, spelling, similarity, NICKNAME);
      });
    }
  }

  /**
   * Niko for Nikolaus, on either side. A common name is seldom short for another, and three letters begin too many:
   * such ones are left to the comparison of whole names.
   */
  #offerShortForms(text: string, spelling: Spelling): void {
    const own = this.#view.textId(text);
    const offer = (id: number) => this.#offer(id, spelling, SHORT_FORM_SIMILARITY, SHORT);
    const rare = own < 0 || (text.length > MIN_FORM_LENGTH && this.#view.textRarity[own]! >= RARE);
    if (text.length <= MAX_FORM_LENGTH && rare) {
      lookUp(this.#view.keys, beginningHash(text), MAX_UNDER_A_KEY, (id) => {
        if (isShortForm(text, this.#view.text(id))) offer(id);
      });
    }
    for (const form of shortForms(text)) {
      const id = this.#view.textId(form);
      if (id >= 0 && (form.length > MIN_FORM_LENGTH || this.#view.textRarity[id]! >= RARE)) offer(id);
    }
  }

  /** Abd al-Ghafar is often called Ghafar alone. */
  #offerServants(text: string, own: Spelling): void {
    const bare = own.divine;
    if (bare === undefined || bare.length < MIN_DIVINE_LENGTH) return;
    const other = bare === text ? SERVANT + text : bare;
    const letters = lettersOf(other);
    const [key] = phoneticKeys(other);
    if (key === undefined) return;
    lookUp(this.#view.keys, hashText(key, PHONETIC), MAX_UNDER_A_KEY, (id) => {
      if (this.#similarity(letters, id, 1, MIN_SERVANT) > 0) this.#offer(id, own, SERVANT_SIMILARITY, NICKNAME);
    });
  }

  /** A consonant skeleton finds every spelling with these consonants. */
  #offerSkeleton(text: string, spelling: Spelling): void {
    const key = skeletonKey(text);
    if (key.length < 2) return;
    lookUp(this.#view.keys, hashText(key, SKELETON), MAX_UNDER_A_KEY, (id) => {
      const similarity = this.#listening ? this.#byEar(id) : skeletonSimilarity(key);
      if (similarity > 0) this.#offer(id, spelling, similarity, CONSONANTS);
    });
  }

  /** How like the token a text sounds, 0 where its sounds were not learned. */
  #byEar(id: number): number {
    if (!this.#listening) return 0;
    const marks = this.#marks;
    const at = id * TEXT_NUMBERS;
    if (marks[at + LISTENER] !== this.#listener) {
      const [start, end] = [marks[at + START]!, marks[at + TEXT_NUMBERS + START]!];
      marks[at + LISTENER] = this.#listener;
      this.#sounds[at + SOUND_HEARD] = this.#ear.similarity(this.#view.textBytes, start, end);
    }
    return this.#sounds[at + SOUND_HEARD]!;
  }

  #compareUnder(hashes: readonly number[], spelling: Spelling, scale: number, matchKind: number, least = 0): void {
    const { letters, heard } = spelling;
    const batch = this.#kernel.batchOf(this.#view.textLetters);
    let count = 0;
    for (const hash of hashes) count = this.#collect(hash, batch, count, heard === true);
    if (count === 0) return;
    this.#kernel.compare(letters, count);
    const { lengths, distances } = batch;
    const [texts, own] = [this.#texts, this.#syllabic ? 1 : scale];
    for (let place = 0; place < count; place++) {
      const id = texts[place]!;
      const [distance, length] = [distances[place]!, lengths[place]!];
      const byLetters = heard ? 0 : similarityAt(distance, letters, length, own, least);
      const byEar = this.#mayBeHeard(distance, letters, length, least) ? this.#byEar(id) : 0;
      const similarity = Math.max(byLetters, byEar);
      if (similarity > 0 && !(this.#syllabic && similarity < MIN_SYLLABIC))
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
    const similarity = Math.max(this.#raised(byLetters, id, spelling), byEar);
    // The ear has learned to tell Mario from Maria.
    const told = byEar > OTHER_NAME_SIMILARITY;
    const other =
      (!told && spelling.classes.length > 0 && areOtherNames(spelling.classes, this.#classesOf(id))) ||
      (spelling.divine !== undefined &&
        this.#isDivine(id) &&
        isOtherDivineName(spelling.divine, this.#view.text(id))) ||
      (spelling.daughters !== undefined && this.#isOtherDaughtersName(id, spelling.daughters));
    if (other) this.#offer(id, spelling, Math.min(similarity, OTHER_NAME_SIMILARITY), OTHER_NAME);
    else this.#offer(id, spelling, similarity, matchKind);
  }

  /** Two syllables are two words, whatever their edits say. */
  #raised(similarity: number, id: number, { place }: Spelling): number {
    if (this.#spelt === undefined || place !== 0) return similarity;
    const start = this.#marks[id * TEXT_NUMBERS + START]!;
    const end = this.#marks[(id + 1) * TEXT_NUMBERS + START]!;
    return raisedByOdds(similarity, this.#spelt, this.#view.textBytes, start, end);
  }

  #isOtherDaughtersName(id: number, own: DaughtersName): boolean {
    const other = daughtersName(this.#view.text(id));
    return other !== undefined && other !== own;
  }

  /** Whether a text is a name of God, with or without the servant before it. */
  #isDivine(id: number): boolean {
    this.#divine[id] ||= divineName(this.#view.text(id)) === undefined ? NO : YES;
    return this.#divine[id] === YES;
  }

  #classesOf(id: number): readonly number[] {
    return this.#classes.known(id) ?? this.#classes.keep(id, this.#ownClasses(id));
  }

  /** Марина is also read as Maryna: a spelling that only variants of words have is the given name that these are. */
  #ownClasses(id: number): readonly number[] {
    const { textWordStarts, textWords, wordText } = this.#view;
    const own = givenNameClasses(this.#view.text(id));
    const words = textWords.subarray(textWordStarts[id]!, textWordStarts[id + 1]!);
    if (own.length > 0 || words.some((word) => wordText[word] === id)) return own;
    return [...words].flatMap((word) => givenNameClasses(this.#view.text(wordText[word]!)));
  }

  #offer(text: number, { place, share: shareOfSpelling }: Spelling, similarity: number, matchKind: number): void {
    if (this.#syllabic && similarity < MIN_SYLLABIC) return;
    const { textWordStarts, textWords, wordText, wordTextStarts } = this.#view;
    const marks = this.#wordFlags;
    const acronym = matchKind === CONSONANTS && hasNoVowel(this.#view, text);
    const same = matchKind === SAME ? 1 : this.#sameSyllables(text);
    if (same === 0) return;
    const share = shareOfSpelling * same;
    for (let at = textWordStarts[text]!; at < textWordStarts[text + 1]!; at++) {
      const word = textWords[at]!;
      const mark = word << FLAG_BITS;
      const facts = marks[mark + FACTS]!;
      if (matchKind === SHORT && roleIn(facts) !== WORD) continue;
      // Iran and Iraq, Chile and Cheil: a country is known by its meaning, however alike another word is spelt.
      if (this.#country !== 0 && !this.#isCountry(countryIn(facts), matchKind)) continue;
      const characters = marks[mark + CHARACTERS]!;
      // Where both sides are written in Han characters, these tell, and not how they sound.
      if (this.#characters !== 0 && characters !== 0 && characters !== this.#characters) continue;
      if (this.#syllabic && characters === FOREIGN) continue;
      // Letters without a vowel are an acronym where they are not what is left of a word.
      if (acronym && wordText[word] === text && wordTextStarts[word + 1]! - wordTextStarts[word]! === 1) continue;
      const isSyllabic = isSyllabicIn(facts);
      if (isSyllabic && similarity < MIN_SYLLABIC) continue;
      if (isSyllabic) {
        // Two syllables that are written in East Asian script on both sides are the same one or another one.
        if (this.#syllabic && (place !== 0 || text !== wordText[word] || similarity < 1 || !this.#isSpeltAlike(word)))
          continue;
        // What one region makes of the query and another of the entry need not meet in any name (曾, 陈: chan).
        if (place > 0 && text !== wordText[word]) continue;
      }
      const verdict = this.#otherName === undefined ? undefined : this.#verdictOn(wordText[word]!);
      const most = verdict === undefined ? 1 : OTHER_NAME_SIMILARITY;
      const by = verdict === 'another' ? OTHER_NAME : matchKind;
      this.#found.offer(word, Math.min(similarity * share, most), by, place, text);
    }
  }

  #verdictOn(text: number): Verdict {
    return this.#otherName!(this.#view.lastLetter(text), () => this.#view.text(text));
  }

  /** In `Tahrir al-Sham` stands what الشام is in Latin letters, and no word for Syria. */
  #isCountry(country: number, matchKind: number): boolean {
    return country === this.#country || (country === 0 && matchKind === SAME);
  }

  /**
   * What remains of a similarity that letters or sounds give. Two syllables are two words, however alike they are
   * spelt: Jong Un and Jong Hoon. In a word of two that agree in one (Jinping, Jinpeng), the other may be a slip.
   */
  #sameSyllables(text: number): number {
    if (this.#family) return isSyllable(this.#view.text(text)) ? 0 : 1;
    if (!this.#syllables) return 1;
    const { text: asked, languages } = this.#syllables;
    const shared = sharedSyllables(asked, this.#view.text(text), languages) ?? 1;
    return shared === 0.5 ? HALF_SAME : shared;
  }

  /** 정 and 종 are both written Jong, but not each with the other's further spellings. */
  #isSpeltAlike(word: number): boolean {
    const { wordTextStarts, wordTexts } = this.#view;
    const [start, end] = [wordTextStarts[word]!, wordTextStarts[word + 1]!];
    let shared = 0;
    for (let at = start; at < end; at++) if (this.#spellings.has(wordTexts[at]!)) shared++;
    return shared > 0 && shared >= Math.min(end - start, this.#spellings.size);
  }

  /** 0 where it is under the least. */
  #similarity(letters: SpellingLetters, id: number, scale: number, least: number): number {
    const length = this.#view.textStarts[id + 1]! - this.#view.textStarts[id]!;
    return similarityAt(foldedDistance(letters, this.#view.textLetters, id), letters, length, scale, least);
  }

  /**
   * Whether texts at this distance, of which one has so many letters, may sound alike. `least` is over 0 where one of
   * them has another consonant.
   */
  #mayBeHeard(distance: number, { codes }: SpellingLetters, length: number, least: number): boolean {
    return this.#listening && similarityOf(distance, codes.length, length) >= (least > 0 ? MIN_NEAR_HEARD : MIN_HEARD);
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

/** Of tokens that are all in Han characters. */
export function charactersOfAll(tokens: readonly NameToken[]): string | undefined {
  const characters = tokens.map((token) => token.characters);
  return characters.includes(undefined) ? undefined : characters.join('');
}

interface Spelling {
  /** Learned from sounds: it finds words, and how like they are the ear tells. */
  readonly heard?: boolean;
  /** Of equivalent given names that a Latin spelling belongs to. */
  readonly classes: readonly number[];
  /** The name of God that the spelling is, with or without the servant before it. */
  readonly divine?: string | undefined;
  readonly daughters?: DaughtersName | undefined;
  /** Of characters that are read as Japanese: the reading, without long vowels. The tables have every other one. */
  readonly japanese?: string | undefined;
  readonly letters: SpellingLetters;
  /** 0: the token's text, then its variants. */
  readonly place: number;
  readonly share: number;
}

function leastSimilarity(length: number): number {
  if (length <= MIN_TEXT_LENGTH) return MIN_SHORTEST_SIMILARITY;
  return length <= SHORT_TEXT ? MIN_SHORT_SIMILARITY : MIN_SIMILARITY;
}

/** Long vowels of Japanese are written in several ways: Satoh, Satou, Yuuji. */
const shortVowels = (text: string): string => text.replace(/ou|oo|oh(?![aeiouy])/g, 'o').replaceAll('uu', 'u');

/** What remains of a distance between texts with the same phonetic key. */
function soundScale(key: string, text: string, romanised: boolean): number {
  if (text.length < (romanised ? MIN_SOUND_ROMANISED_LENGTH : MIN_SOUND_LENGTH)) return 1;
  const near = key.startsWith('~');
  if (romanised) return near ? NEAR_SOUND_ROMANISED : SAME_SOUND_ROMANISED;
  return near ? NEAR_SOUND : SAME_SOUND;
}

const isVowel = new Uint8Array(256);
for (const vowel of 'aeiou') isVowel[vowel.charCodeAt(0)] = 1;

function hasNoVowel(view: IndexView, id: number): boolean {
  const { textBytes, textStarts } = view;
  for (let at = textStarts[id]!; at < textStarts[id + 1]!; at++) if (isVowel[textBytes[at]!] === 1) return false;
  return true;
}

const SKELETON_SIMILARITY = [0, 0, 0.7, 0.84, 0.9, 0.93];

/** The more consonants agree, the less the missing vowels matter. */
function skeletonSimilarity(key: string): number {
  return SKELETON_SIMILARITY[Math.min(key.length, SKELETON_SIMILARITY.length - 1)]!;
}
