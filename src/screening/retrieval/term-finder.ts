import { Recent } from '../../recent.ts';
import { charactersHash } from '../index/han-names.ts';
import {
  beginningHash,
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
import { lettersOf } from '../names/distance.ts';
import { daughtersName } from '../names/patronymics.ts';
import { phoneticKeys, roughKey, skeletonKey, soundsElsewhere } from '../names/phonetic.ts';
import { eastSlavicKey } from '../names/scripts/east-slavic.ts';
import { isSkeleton } from '../names/systems.ts';
import { divineName, divineSounds, SERVANT } from '../names/tables/divine-names.ts';
import { classesOfSpellings, givenNameClasses, likelyNameClasses } from '../names/tables/given-names.ts';
import { otherNameTest } from '../names/tables/known-apart.ts';
import { keyOf } from '../names/token-key.ts';
import type { NameToken, SoundScript, SyllableLanguage } from '../names/types.ts';
import { SHORT_FORM_SIMILARITY } from '../scoring/parameters.ts';
import { CONSONANTS, NICKNAME, SAME, SHORT, SOUND, SPELLING } from '../scoring/term-matches.ts';
import type { SharedMemory } from '../shared-memory.ts';
import { type ResemblingWords, resemblingIn } from './found-words.ts';
import {
  CACHED_EQUIVALENTS,
  CACHED_WORDS,
  KNOWN_SPELLING_SIMILARITY,
  MAX_JOINED_SPELLINGS,
  MAX_UNDER_A_KEY,
  MIN_DIVINE_LENGTH,
  MIN_NEAR_SOUND,
  MIN_SERVANT,
  NICKNAME_SIMILARITY,
  NICKNAME_SIMILARITY_ROMANISED,
  RARE,
  SAME_SOUND_ROMANISED,
  SAME_SYLLABLE_SIMILARITY,
  SERVANT_SIMILARITY,
  SHORT_SPELLING,
  SPELLINGS_HEARD,
  SPELLINGS_WITH_EDITS,
  skeletonSimilarity,
  soundScale,
  VARIANT_SIMILARITY,
  WORDS_OF_A_TOKEN,
} from './parameters.ts';
import { shortVowels, TextComparison } from './text-comparison.ts';
import { type Cut, TextCuts } from './text-cuts.ts';
import { hasNoVowel, type SoughtWord, type Spelling, soughtWord, WordOffers } from './word-offers.ts';

const STARTS_WITH_DIGIT = /^\d/;
/** 倩 is qian, in Wade-Giles chien, which is spelt nearly as another syllable, chen. */
const MANDARIN: readonly SyllableLanguage[] = ['mandarin'];
const NO_LETTERS = lettersOf('');

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
    this.#cuts = new TextCuts(view, share);
    this.#offers = new WordOffers(view, wordFlags);
    this.#comparison = new TextComparison(view, this.#offers);
  }

  /**
   * `syllabic`: every usual spelling is among the token's own, so that only near equality counts. `family`: it is a
   * family name in an East Asian script, of which the tables have every spelling.
   */
  resembling(token: NameToken, syllabic: boolean, family: boolean): ResemblingWords {
    const own = token.key ?? keyOf(token);
    const key = family || syllabic ? `${own}${family ? ' !' : ''}${syllabic ? ' .' : ''}` : own;
    return this.#cached(key, () => this.#find(token, syllabic, family));
  }

  /** Words that are spelt or sound like several tokens run together, in any of these spellings. */
  joined(
    texts: readonly string[],
    { romanised, characters, languages }: { romanised: boolean } & Pick<NameToken, 'characters' | 'languages'>,
  ): ResemblingWords {
    const key = `${romanised ? '~' : '+'}${languages?.join('') ?? ''}${characters ?? ''}${texts.join(' ')}`;
    return this.#cached(key, () => {
      this.#begin(
        soughtWord(false, charactersHash(characters), languages && { syllables: { text: texts[0]!, languages } }),
      );
      const scale = romanised ? SAME_SOUND_ROMANISED : 1;
      for (const [place, text] of texts.entries()) {
        const share = place === 0 ? 1 : languages ? SAME_SYLLABLE_SIMILARITY : VARIANT_SIMILARITY;
        const spelling = { letters: lettersOf(text), place: 0, share, classes: [] };
        this.#comparison.nextSpelling();
        this.#offerExact(text, spelling);
        if (languages && place > 0) continue;
        for (const key of phoneticKeys(text).slice(0, 1)) {
          this.#comparison.compareUnder([hashText(key, PHONETIC)], spelling, scale, SOUND);
        }
      }
      return this.#offers.ranked();
    });
  }

  /** Words that write several romanised syllables together, each in one of its usual spellings and no other. */
  joinedSyllables(syllables: readonly NameToken[]): ResemblingWords {
    const spellings = syllables.map(({ text, variants }) => {
      return [text, ...variants.filter(({ system }) => system !== 'same-syllable').map((variant) => variant.text)];
    });
    const characters = charactersOfAll(syllables);
    return this.#cached(`*${characters ?? ''}${spellings.join(' ')}`, () => {
      this.#begin(soughtWord(true, charactersHash(characters)));
      let texts = [''];
      for (const syllable of spellings) {
        texts = texts.flatMap((before) => syllable.map((text) => before + text)).slice(0, MAX_JOINED_SPELLINGS);
      }
      for (const [place, text] of texts.entries()) {
        const share = place === 0 ? 1 : VARIANT_SIMILARITY;
        this.#offerExact(text, { letters: NO_LETTERS, place: 0, share, classes: [] });
      }
      return this.#offers.ranked();
    });
  }

  /** Where a text falls into two texts of the dictionary. */
  cuts(text: string): readonly Cut[] {
    return this.#cuts.of(text);
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

  #begin(sought: SoughtWord, spoken?: string, script?: SoundScript): void {
    this.#offers.begin(sought);
    this.#comparison.begin(sought, spoken, script);
  }

  #soughtOf(token: NameToken, syllabic: boolean, family: boolean): SoughtWord {
    const { text, system, variants, country } = token;
    const languages = token.languages ?? (syllabic && system === 'pinyin' ? MANDARIN : undefined);
    const usual = [text, ...variants.filter((one) => one.system !== 'same-syllable').map((one) => one.text)];
    return soughtWord(syllabic, charactersHash(token.characters), {
      family,
      country: country ?? 0,
      meaning: token.meaning,
      spelt: syllabic || token.languages ? undefined : text,
      syllables: languages && { text, languages },
      otherName: otherNameTest(token),
      spellings: syllabic ? new Set(usual.map((one) => this.#view.textId(one)).filter((id) => id >= 0)) : undefined,
    });
  }

  #find(token: NameToken, syllabic: boolean, family: boolean): ResemblingWords {
    const japanese = token.system === 'japanese';
    const spellings = [{ text: token.text, system: token.system }, ...token.variants];
    const sought = this.#soughtOf(token, syllabic, family);
    this.#begin(sought, token.spoken, japanese ? undefined : token.sound);
    const heard = new Set<string>();
    const classes = token.system
      ? classesOfSpellings(spellings.map((spelling) => spelling.text))
      : givenNameClasses(token.text);
    for (const [place, { text, system }] of spellings.entries()) {
      const spelling = {
        letters: lettersOf(text),
        place,
        share:
          place === 0 || system === 'meaning'
            ? 1
            : system === 'same-syllable'
              ? SAME_SYLLABLE_SIMILARITY
              : VARIANT_SIMILARITY,
        classes: place === 0 || token.system ? classes : [],
        divine: divineOf(text),
        daughters: daughtersName(text),
        heard: system === 'learned-sound',
        japanese: japanese ? shortVowels(text) : undefined,
        slavic: system === 'east-slavic' ? eastSlavicKey(text) : undefined,
      };
      this.#comparison.nextSpelling();
      if (isSkeleton(system)) {
        this.#offerSkeleton(text, spelling);
        continue;
      }
      this.#offerExact(text, spelling);
      if (system === 'same-syllable' || system === 'meaning' || STARTS_WITH_DIGIT.test(text)) continue;
      this.#compareSounds(text, spelling, token.system !== undefined, heard);
      if (japanese) continue;
      if (place < SPELLINGS_WITH_EDITS || text.length <= SHORT_SPELLING || system === 'learned-sound')
        this.#compareRemainders(text, spelling);
      if (token.system !== undefined && !syllabic && place < SPELLINGS_HEARD)
        this.#compareNearSounds(text, spelling, heard);
      if (place === 0 || system === 'without-baltic-ending')
        this.#offerEquivalents(text, spelling, token.system !== undefined);
      if (place === 0 && !syllabic) this.#offerServants(text, spelling);
      if (place === 0 && !token.system && token.role === 'word') this.#offerShortForms(text, spelling);
    }
    return this.#offers.ranked();
  }

  #offerExact(text: string, spelling: Spelling): void {
    const exact = this.#view.textId(text);
    if (exact < 0) return;
    this.#comparison.leaveOut(exact);
    const similarity = spelling.heard ? this.#comparison.byEar(exact) : 1;
    if (similarity > 0) this.#offers.offer(exact, spelling, similarity, SAME);
  }

  /** What sounds the same; a sound that an earlier spelling of the token had is not asked for again. */
  #compareSounds(text: string, spelling: Spelling, romanised: boolean, heard: Set<string>): void {
    for (const key of phoneticKeys(text)) {
      if (heard.has(key)) continue;
      heard.add(key);
      this.#comparison.compareUnder([hashText(key, PHONETIC)], spelling, soundScale(key, text, romanised), SOUND);
    }
    const own = skeletonKey(text);
    if (own.length < 2) return;
    lookUp(this.#view.keys, hashText(own, SKELETON), MAX_UNDER_A_KEY, (id) => {
      if (hasNoVowel(this.#view, id)) this.#offers.offer(id, spelling, skeletonSimilarity(own), CONSONANTS);
    });
  }

  #compareRemainders(text: string, spelling: Spelling): void {
    const remainders: number[] = [];
    remainderHashes(text, remainders);
    this.#comparison.compareUnder(remainders, spelling, 1, SPELLING);
  }

  /** What another writing system made of a name differs in more than spelling: one consonant may be heard or not. */
  #compareNearSounds(text: string, spelling: Spelling, heard: Set<string>): void {
    const key = roughKey(text);
    if (heard.has(`-${key}`)) return;
    heard.add(`-${key}`);
    const hashes: number[] = [];
    nearSoundHashes(key, hashes);
    this.#comparison.compareUnder(hashes, spelling, 1, SOUND, MIN_NEAR_SOUND);
  }

  #offerEquivalents(text: string, spelling: Spelling, romanised: boolean): void {
    const similarity = romanised ? NICKNAME_SIMILARITY_ROMANISED : NICKNAME_SIMILARITY;
    const keys = phoneticKeys(text);
    const sounds = soundsElsewhere(text, keys);
    for (const equivalent of likelyNameClasses(text, keys)) {
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
  #offerShortForms(text: string, spelling: Spelling): void {
    const own = this.#view.textId(text);
    const offer = (id: number) => this.#offers.offer(id, spelling, SHORT_FORM_SIMILARITY, SHORT);
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
    const bare = own.divine?.name;
    if (bare === undefined || bare.length < MIN_DIVINE_LENGTH) return;
    const other = bare === text ? SERVANT + text : bare;
    const letters = lettersOf(other);
    const [key] = phoneticKeys(other);
    if (key === undefined) return;
    lookUp(this.#view.keys, hashText(key, PHONETIC), MAX_UNDER_A_KEY, (id) => {
      if (this.#comparison.similarity(letters, id, 1, MIN_SERVANT) > 0)
        this.#offers.offer(id, own, SERVANT_SIMILARITY, NICKNAME);
    });
  }

  /** A consonant skeleton finds every spelling with these consonants. */
  #offerSkeleton(text: string, spelling: Spelling): void {
    const key = skeletonKey(text);
    if (key.length < 2) return;
    lookUp(this.#view.keys, hashText(key, SKELETON), MAX_UNDER_A_KEY, (id) => {
      const similarity = this.#comparison.isListening ? this.#comparison.byEar(id) : skeletonSimilarity(key);
      if (similarity > 0) this.#offers.offer(id, spelling, similarity, CONSONANTS);
    });
  }
}

function divineOf(text: string): Spelling['divine'] {
  const name = divineName(text);
  return name === undefined ? undefined : { name, sounds: divineSounds(name) };
}

/** Of tokens that are all in Han characters. */
export function charactersOfAll(tokens: readonly NameToken[]): string | undefined {
  const characters = tokens.map((token) => token.characters);
  return characters.includes(undefined) ? undefined : characters.join('');
}
