import { once } from '../../tables.ts';
import { charactersHash } from '../index/han-names.ts';
import {
  beginningHash,
  EXACT,
  hashText,
  MAX_FORM_LENGTH,
  MIN_FORM_LENGTH,
  nearSoundHashes,
  PHONETIC,
  remainderHashes,
  SKELETON,
  shortForms,
} from '../index/keys.ts';
import { lettersOf, type SpellingLetters } from '../names/distance.ts';
import { daughtersName } from '../names/patronymics.ts';
import { phoneticKeys, roughKey, skeletonKey, soundsElsewhere } from '../names/phonetic.ts';
import { eastSlavicKey } from '../names/scripts/east-slavic.ts';
import { isSkeleton, type SpellingSystem } from '../names/systems.ts';
import { divineName, divineSounds, SERVANT } from '../names/tables/divine-names.ts';
import { classesOfSpellings, givenNameClasses, likelyNameClasses } from '../names/tables/given-names.ts';
import { otherNameTest } from '../names/tables/known-apart.ts';
import { keyOf } from '../names/token-key.ts';
import type { NameToken, SoundScript, SyllableLanguage } from '../names/types.ts';
import type { ResemblingWords } from './found-words.ts';
import {
  MIN_DIVINE_LENGTH,
  NICKNAME_SIMILARITY,
  NICKNAME_SIMILARITY_ROMANISED,
  SAME_SYLLABLE_SIMILARITY,
  SHORT_SPELLING,
  SPELLINGS_HEARD,
  SPELLINGS_WITH_EDITS,
  soundScale,
  VARIANT_SIMILARITY,
} from './parameters.ts';
import { shortVowels } from './text-comparison.ts';
import type { SoughtProperties, Spelling } from './word-offers.ts';

/*
 * What is to be looked up for a word: its spellings, and the hashes of keys that texts like them stand under. It is the
 * same in every index, so that a search in several makes it once.
 */

const STARTS_WITH_DIGIT = /^\d/;
/** 倩 is qian, in Wade-Giles chien, which is spelt nearly as another syllable, chen. */
const MANDARIN: readonly SyllableLanguage[] = ['mandarin'];
const NO_CLASSES: readonly number[] = [];
const NO_SOUNDS: readonly SoughtSound[] = [];
export const NO_LETTERS = lettersOf('');

/** A text, and the hash that it is found under. */
export interface SoughtText {
  readonly text: string;
  readonly hash: number;
}

/** A phonetic key: its hash, and what remains of a distance between texts that share it. */
export interface SoughtSound {
  readonly hash: number;
  readonly scale: number;
}

/** Given names that may be one with a spelling. */
export interface SoughtEquivalents {
  readonly classes: readonly number[];
  readonly sounds: readonly string[];
  /** Of one that sounds otherwise. */
  readonly similarity: number;
}

/** One spelling, and all that it is looked for by. What is not looked for is undefined or empty. */
export interface SoughtSpelling extends SoughtText {
  readonly spelling: Spelling;
  /** It is nothing but consonants. */
  readonly isSkeleton: boolean;
  readonly sounds: readonly SoughtSound[];
  readonly skeleton: SoughtText | undefined;
  readonly alike: SoughtAlike | undefined;
}

/** What texts like a spelling are found by, beside its sound. */
export interface SoughtAlike {
  /** Hashes of what remains after letters are left out. */
  readonly remainders: readonly number[] | undefined;
  /** Hashes of sounds with a consonant more, less or exchanged. */
  readonly nearSounds: readonly number[] | undefined;
  readonly equivalents: SoughtEquivalents | undefined;
  /** The name with or without Abd al-, by how it sounds. */
  readonly servant: SoughtServant | undefined;
  readonly shortForms: SoughtShortForms | undefined;
}

export interface SoughtServant {
  readonly letters: SpellingLetters;
  readonly hash: number;
}

/** Longer texts that a text may be short for, and texts that may be short for it. */
export interface SoughtShortForms {
  /** Undefined where it is too long to be short for another. */
  readonly beginning: number | undefined;
  readonly forms: readonly SoughtText[];
}

/** A token that words of an index may resemble. */
export interface AskedToken {
  /** Every usual spelling is among the token's own, so that only near equality counts. */
  readonly syllabic: boolean;
  /** It is a family name in an East Asian script, of which the tables have every spelling. */
  readonly family: boolean;
  /** All that they depend on. */
  readonly key: string;
  /** What they are looked for by: who remembers them needs none. */
  readonly sought: () => SoughtToken;
  /** Those of the snapshot, once they are found. */
  listed: ResemblingWords | undefined;
}

/** What words like a token are looked for by. */
export interface SoughtToken {
  readonly syllabic: boolean;
  readonly characters: number;
  readonly about: SoughtProperties;
  /** Of a syllable every usual spelling. */
  readonly usual: readonly SoughtText[] | undefined;
  readonly spoken: string | undefined;
  readonly script: SoundScript | undefined;
  readonly spellings: readonly SoughtSpelling[];
}

const soughtText = (text: string): SoughtText => ({ text, hash: hashText(text, EXACT) });

/** See `AskedToken`. */
export function askedToken(token: NameToken, syllabic: boolean, family: boolean): AskedToken {
  const own = token.key ?? keyOf(token);
  const key = family || syllabic ? `${own}${family ? ' !' : ''}${syllabic ? ' .' : ''}` : own;
  return { syllabic, family, key, sought: once(() => soughtToken(token, syllabic, family)), listed: undefined };
}

function soughtToken(token: NameToken, syllabic: boolean, family: boolean): SoughtToken {
  const japanese = token.system === 'japanese';
  const spellings = [{ text: token.text, system: token.system }, ...token.variants];
  const classes = token.system
    ? classesOfSpellings(spellings.map((spelling) => spelling.text))
    : givenNameClasses(token.text);
  const heard = new Set<string>();
  return {
    syllabic,
    characters: charactersHash(token.characters),
    about: aboutToken(token, syllabic, family),
    usual: syllabic ? usualSpellings(token).map(soughtText) : undefined,
    spoken: token.spoken,
    script: japanese ? undefined : token.sound,
    spellings: spellings.map(({ text, system }, place) =>
      soughtSpelling(text, system, { token, place, syllabic, classes, heard }),
    ),
  };
}

function aboutToken(token: NameToken, syllabic: boolean, family: boolean): SoughtProperties {
  const { text, system, country } = token;
  const languages = token.languages ?? (syllabic && system === 'pinyin' ? MANDARIN : undefined);
  return {
    family,
    country: country ?? 0,
    meaning: token.meaning,
    spelt: syllabic || token.languages ? undefined : text,
    syllables: languages && { text, languages },
    otherName: otherNameTest(token),
  };
}

function usualSpellings({ text, variants }: NameToken): string[] {
  return [text, ...variants.filter((one) => one.system !== 'same-syllable').map((one) => one.text)];
}

/** What a spelling has of its token. `heard`: the keys of the sounds that earlier spellings had. */
interface OfToken {
  readonly token: NameToken;
  readonly place: number;
  readonly syllabic: boolean;
  readonly classes: readonly number[];
  readonly heard: Set<string>;
}

function soughtSpelling(text: string, system: SpellingSystem | undefined, of: OfToken): SoughtSpelling {
  const spelling = spellingOf(text, system, of);
  const hash = hashText(text, EXACT);
  const japanese = of.token.system === 'japanese';
  const isSkeletal = isSkeleton(system);
  const isExact = system === 'same-syllable' || system === 'meaning' || STARTS_WITH_DIGIT.test(text);
  const isHeard = !isSkeletal && !isExact;
  // All properties are there, always in this order, so that code compiled for one serves all.
  return {
    text,
    hash,
    spelling,
    isSkeleton: isSkeletal,
    sounds: isHeard ? soundsOf(text, of.token.system !== undefined, of.heard) : NO_SOUNDS,
    skeleton: isHeard || isSkeletal ? skeletonOf(text) : undefined,
    alike: isHeard && !japanese ? alikeOf(text, system, of, spelling) : undefined,
  };
}

function alikeOf(
  text: string,
  system: SpellingSystem | undefined,
  { token, place, syllabic, heard }: OfToken,
  spelling: Spelling,
): SoughtAlike {
  const romanised = token.system !== undefined;
  const withEdits = place < SPELLINGS_WITH_EDITS || text.length <= SHORT_SPELLING || system === 'learned-sound';
  const isNear = romanised && !syllabic && place < SPELLINGS_HEARD;
  const isNamed = place === 0 || system === 'without-baltic-ending';
  const isShortened = place === 0 && !romanised && token.role === 'word';
  return {
    remainders: withEdits ? remaindersOf(text) : undefined,
    nearSounds: isNear ? nearSoundsOf(text, heard) : undefined,
    equivalents: isNamed ? equivalentsOf(text, romanised) : undefined,
    servant: place === 0 && !syllabic ? servantOf(text, spelling) : undefined,
    shortForms: isShortened ? shortFormsOf(text) : undefined,
  };
}

function spellingOf(text: string, system: SpellingSystem | undefined, { token, place, classes }: OfToken): Spelling {
  return {
    letters: lettersOf(text),
    place,
    share: place === 0 || system === 'meaning' ? 1 : shareOf(system),
    classes: place === 0 || token.system ? classes : NO_CLASSES,
    divine: divineOf(text),
    daughters: daughtersName(text),
    heard: system === 'learned-sound',
    japanese: token.system === 'japanese' ? shortVowels(text) : undefined,
    slavic: system === 'east-slavic' ? eastSlavicKey(text) : undefined,
  };
}

const shareOf = (system: SpellingSystem | undefined): number =>
  system === 'same-syllable' ? SAME_SYLLABLE_SIMILARITY : VARIANT_SIMILARITY;

function divineOf(text: string): Spelling['divine'] {
  const name = divineName(text);
  return name === undefined ? undefined : { name, sounds: divineSounds(name) };
}

/** What sounds the same; a sound that an earlier spelling of the token had is not asked for again. */
function soundsOf(text: string, romanised: boolean, heard: Set<string>): readonly SoughtSound[] {
  const sounds: SoughtSound[] = [];
  for (const key of phoneticKeys(text)) {
    if (heard.has(key)) continue;
    heard.add(key);
    sounds.push({ hash: hashText(key, PHONETIC), scale: soundScale(key, text, romanised) });
  }
  return sounds;
}

function skeletonOf(text: string): SoughtText | undefined {
  const key = skeletonKey(text);
  return key.length < 2 ? undefined : { text: key, hash: hashText(key, SKELETON) };
}

function remaindersOf(text: string): readonly number[] {
  const hashes: number[] = [];
  remainderHashes(text, hashes);
  return hashes;
}

/** What another writing system made of a name differs in more than spelling: one consonant may be heard or not. */
function nearSoundsOf(text: string, heard: Set<string>): readonly number[] | undefined {
  const key = roughKey(text);
  if (heard.has(`-${key}`)) return undefined;
  heard.add(`-${key}`);
  const hashes: number[] = [];
  nearSoundHashes(key, hashes);
  return hashes;
}

function equivalentsOf(text: string, romanised: boolean): SoughtEquivalents | undefined {
  const keys = phoneticKeys(text);
  const classes = likelyNameClasses(text, keys);
  if (classes.length === 0) return undefined;
  const similarity = romanised ? NICKNAME_SIMILARITY_ROMANISED : NICKNAME_SIMILARITY;
  return { classes, sounds: soundsElsewhere(text, keys), similarity };
}

/** Abd al-Ghafar is often called Ghafar alone. */
function servantOf(text: string, { divine }: Spelling): SoughtServant | undefined {
  const bare = divine?.name;
  if (bare === undefined || bare.length < MIN_DIVINE_LENGTH) return undefined;
  const other = bare === text ? SERVANT + text : bare;
  const [key] = phoneticKeys(other);
  return key === undefined ? undefined : { letters: lettersOf(other), hash: hashText(key, PHONETIC) };
}

/** Niko for Nikolaus, on either side. */
function shortFormsOf(text: string): SoughtShortForms {
  const mayBeShort = text.length >= MIN_FORM_LENGTH && text.length <= MAX_FORM_LENGTH;
  return { beginning: mayBeShort ? beginningHash(text) : undefined, forms: shortForms(text).map(soughtText) };
}
