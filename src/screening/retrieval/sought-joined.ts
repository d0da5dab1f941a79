import { once } from '../../tables.ts';
import { charactersHash } from '../index/han-names.ts';
import { EXACT, hashText, PHONETIC } from '../index/keys.ts';
import { lettersOf } from '../names/distance.ts';
import { phoneticKeys } from '../names/phonetic.ts';
import { writesSound } from '../names/systems.ts';
import type { NameToken } from '../names/types.ts';
import {
  MAX_JOINED_SYLLABLES,
  SAME_SOUND_ROMANISED,
  SAME_SYLLABLE_SIMILARITY,
  VARIANT_SIMILARITY,
} from './parameters.ts';
import { NO_LETTERS, type SoughtSound, type SoughtText } from './sought-token.ts';
import type { SoughtProperties, Spelling } from './word-offers.ts';

/** Spellings of each token that are joined, and of all together. */
const MAX_SPELLINGS = 2;
const MAX_JOINED_SPELLINGS = 8;
const NO_CLASSES: readonly number[] = [];

/** The Maghreb joins "ben el" to the name behind it: Belhadj is Ben el Hadj, or Ben Hadj for short. */
const SON_OF_THE = /^b[ei]n(?:[ea]l)?(?=.{4})/;
const JOINED_SON_OF_THE = 'bel';

/** Tokens run together, in one spelling. */
interface SoughtJoin extends SoughtText {
  readonly spelling: Spelling;
  /** Undefined where only the spelling itself counts. */
  readonly sound: SoughtSound | undefined;
}

/** Tokens that an index may write as one word. */
export interface SoughtJoined {
  /** How many they are. */
  readonly count: number;
  /** Each is read syllable by syllable, with every usual spelling. */
  readonly syllabic: boolean;
  /** All that their spellings depend on. */
  readonly key: string;
  readonly characters: number;
  readonly about: SoughtProperties;
  /** Made when they are first asked for: who remembers the words needs none. */
  readonly spellings: () => readonly SoughtJoin[];
}

/** `syllabic`: each token is a syllable with its usual spellings, and no other counts. */
export function soughtJoined(tokens: readonly NameToken[], syllabic: boolean): SoughtJoined {
  return syllabic ? joinedSyllables(tokens) : joinedWords(tokens);
}

/** Spelt, or sounding, like the tokens run together. */
function joinedWords(tokens: readonly NameToken[]): SoughtJoined {
  const texts = joinedSpellings(tokens);
  const romanised = isRomanised(tokens);
  const { languages } = tokens[0]!;
  const characters = charactersOfAll(tokens);
  return {
    count: tokens.length,
    syllabic: false,
    key: `${romanised ? '~' : '+'}${languages?.join('') ?? ''}${characters ?? ''}${texts.join(' ')}`,
    characters: charactersHash(characters),
    about: languages ? { syllables: { text: texts[0]!, languages } } : {},
    spellings: once(() => spelt(texts, romanised, languages !== undefined)),
  };
}

/** Romanised syllables written together, each in one of its usual spellings and no other. */
function joinedSyllables(tokens: readonly NameToken[]): SoughtJoined {
  const spellings = tokens.map(({ text, variants }) => {
    return [text, ...variants.filter(({ system }) => system !== 'same-syllable').map((variant) => variant.text)];
  });
  const characters = charactersOfAll(tokens);
  return {
    count: tokens.length,
    syllabic: true,
    key: `*${characters ?? ''}${spellings.join(' ')}`,
    characters: charactersHash(characters),
    about: {},
    spellings: once(() => exactly(spellings)),
  };
}

/** One of the spellings of each syllable after another. */
function exactly(spellings: readonly (readonly string[])[]): readonly SoughtJoin[] {
  let texts = [''];
  for (const syllable of spellings) {
    texts = texts.flatMap((before) => syllable.map((text) => before + text)).slice(0, MAX_JOINED_SYLLABLES);
  }
  return texts.map((text, place) => {
    const share = place === 0 ? 1 : VARIANT_SIMILARITY;
    const spelling = { letters: NO_LETTERS, place: 0, share, classes: NO_CLASSES };
    return { text, hash: hashText(text, EXACT), spelling, sound: undefined };
  });
}

/** `isLearned`: further spellings are those of a language's syllables. */
function spelt(texts: readonly string[], romanised: boolean, isLearned: boolean): readonly SoughtJoin[] {
  const scale = romanised ? SAME_SOUND_ROMANISED : 1;
  return texts.map((text, place) => {
    const share = place === 0 ? 1 : isLearned ? SAME_SYLLABLE_SIMILARITY : VARIANT_SIMILARITY;
    const [key] = isLearned && place > 0 ? [] : phoneticKeys(text);
    const sound = key === undefined ? undefined : { hash: hashText(key, PHONETIC), scale };
    const spelling = { letters: lettersOf(text), place: 0, share, classes: NO_CLASSES };
    return { text, hash: hashText(text, EXACT), spelling, sound };
  });
}

const isRomanised = (tokens: readonly NameToken[]): boolean => tokens.every(({ system }) => system !== undefined);

/** Tokens run together: as they are, or, where none was Latin, in the first spellings of each that write its sounds. */
function joinedSpellings(tokens: readonly NameToken[]): string[] {
  const syllables = tokens[0]!.languages !== undefined;
  if (!isRomanised(tokens) && !syllables) return withSonOfThe(tokens.map(({ text }) => text).join(''));
  let joined = [''];
  for (const token of tokens) {
    const spellings = syllables ? syllableSpellings(token) : soundingSpellings(token).slice(0, MAX_SPELLINGS);
    joined = joined.flatMap((before) => spellings.map((text) => before + text));
  }
  return joined.slice(0, MAX_JOINED_SPELLINGS);
}

function withSonOfThe(text: string): string[] {
  return SON_OF_THE.test(text) ? [text, text.replace(SON_OF_THE, JOINED_SON_OF_THE)] : [text];
}

function syllableSpellings({ text, variants }: NameToken): string[] {
  return [text, ...variants.slice(0, MAX_SPELLINGS).map((variant) => variant.text)];
}

/** A token's spellings that write its sounds; of a Latin one itself and how English spells it. */
export function soundingSpellings({ text, system, variants }: NameToken): string[] {
  const own = system === undefined || writesSound(system) ? [text] : [];
  const others = variants.filter((one) => one.system !== 'same-syllable' && writesSound(one.system));
  return [...own, ...others.map((one) => one.text)].slice(0, MAX_JOINED_SPELLINGS);
}

/** Of tokens that are all in Han characters. */
function charactersOfAll(tokens: readonly NameToken[]): string | undefined {
  const characters = tokens.map((token) => token.characters);
  return characters.includes(undefined) ? undefined : characters.join('');
}
