import { readTable } from '../../../tables.ts';
import { foldLatin } from '../latin.ts';
import { normaliseText } from '../normalise.ts';
import { MAX_VARIANTS_OF_ANY } from '../scripts/romanised.ts';
import type { NameToken, TokenVariant } from '../types.ts';

/** Of a text with question marks in place of letters: the likeliest whole text, and other spellings of its words. */
export interface WithLetters {
  readonly text: string;
  /** By the word as it stands in `text`. */
  readonly spellings: ReadonlyMap<string, readonly TokenVariant[]>;
}

/** How the lists write a name: how rare a folded word is there, undefined for none, and how a word is read. */
export interface Lists {
  readonly rarityOf: (text: string) => number | undefined;
  readonly read: (word: string) => readonly NameToken[];
}

/** A word with question marks beside letters. One that stands alone between spaces may be a dash. */
const WORD = /(?<![\p{L}\p{M}\p{N}'?])[\p{L}\p{M}\p{N}'?]*\?[\p{L}\p{M}\p{N}'?]*/gu;
const ANY_SMALL = /\p{Ll}/u;
const RUN = /\?+/g;
/** Question marks of one word that are tried as letters. */
const MAX_LOST = 3;
/** Spellings that are tried for one name. */
const MAX_TRIED = 10_000;
const TABLE = readTable('names/latin-letters.tsv', ['main', 'other']).flat();
const TWO = [...new Set(TABLE.filter((letters) => letters.length === 2))];
/** The letters that have marks somewhere: character sets lack these. */
const LATIN_LETTERS = 26;
const MARKED = [...'acdegilnorstuyz'];
const ALPHABETS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\p{Script=Latin}/u, [...'abcdefghijklmnopqrstuvwxyz']],
  [/\p{Script=Cyrillic}/u, [...'абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґўђѓјљњћќџәғқңөұүһ']],
  [/\p{Script=Greek}/u, [...'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋ']],
  [/\p{Script=Arabic}/u, [...'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهويىپچژگکی']],
  [/\p{Script=Hebrew}/u, [...'אבגדהוזחטיךכלםמןנסעףפץצקרשת']],
];

/**
 * A name with letters in place of its question marks, so that its words are words of the lists. `Jos?` is José where
 * they have it. Without such a word the question marks are left out. Undefined where no word has one.
 */
export function withLostLetters(name: string, lists: Lists): WithLetters | undefined {
  if (!name.includes('?')) return undefined;
  const spellings = new Map<string, readonly TokenVariant[]>();
  let tried = 0;
  let changed = false;
  const text = normaliseText(name).replace(WORD, (word) => {
    const bare = word.replace(RUN, '');
    if (bare === '') return word;
    changed = true;
    const found = optionsOf(word, bare);
    const options = ANY_SMALL.test(bare) ? found : found.map((one) => one.toUpperCase());
    tried += options.length;
    if (options.length === 0 || tried > MAX_TRIED) return bare;
    const [likeliest, ...others] = listed(options, lists);
    if (likeliest === undefined) return bare;
    spellings.set(
      likeliest.surface,
      others.map(({ text }) => ({ text, system: 'lost-letter' })),
    );
    return likeliest.surface;
  });
  return changed ? { text, spellings } : undefined;
}

/** The same tokens, which know the other spellings of their words. */
export function withSpellings(
  tokens: readonly NameToken[],
  { spellings }: Pick<WithLetters, 'spellings'>,
): NameToken[] {
  return tokens.map((token) => {
    const others = spellings.get(token.surface);
    return others === undefined ? token : { ...token, variants: [...token.variants, ...others] };
  });
}

/**
 * Every word that the question marks may stand for; none where they are too many to tell. A mark is one letter, or one
 * of the two bytes of one. A single one may also be two letters (ß), or no letter (an apostrophe).
 */
function optionsOf(word: string, bare: string): string[] {
  const alphabet = ALPHABETS.find(([script]) => script.test(bare))?.[1];
  const runs = word.match(RUN)!.map(({ length }) => length);
  const lost = runs.reduce((sum, length) => sum + length, 0);
  if (!alphabet || [...bare].length < lost) return [];
  const asBytes = runs.every((length) => length % 2 === 0)
    ? filled(
        word,
        runs.map((length) => length / 2),
        alphabet,
      )
    : [];
  const isLatin = alphabet.length <= LATIN_LETTERS;
  if (lost > (isLatin ? MAX_LOST : MAX_LOST - 1)) return asBytes;
  const letters = lost === 1 ? [...alphabet, '', ...(isLatin ? TWO : [])] : lost < MAX_LOST ? alphabet : MARKED;
  return [...filled(word, runs, letters), ...asBytes];
}

/** The word with so many letters in place of each run of question marks, in every way. */
function filled(word: string, runs: readonly number[], letters: readonly string[]): string[] {
  if (runs.reduce((sum, length) => sum + length, 0) > MAX_LOST) return [];
  const parts = word.replaceAll("'", '').split(RUN);
  return runs.reduce(
    (all, length, run) => {
      let grown = all;
      for (let lost = 0; lost < length; lost++) grown = grown.flatMap((one) => letters.map((letter) => one + letter));
      return grown.map((one) => one + parts[run + 1]!);
    },
    [parts[0]!],
  );
}

interface ListedSpelling {
  readonly surface: string;
  readonly text: string;
  readonly rarity: number;
}

/** Those that the lists have, the commonest first. */
function listed(options: readonly string[], { rarityOf, read }: Lists): ListedSpelling[] {
  const found = new Map<string, ListedSpelling>();
  for (const surface of options) {
    const text = /^[\0-\x7f]*$/.test(surface) ? foldLatin(surface) : textOf(read(surface));
    const rarity = text === undefined || found.has(text) ? undefined : rarityOf(text);
    if (rarity !== undefined) found.set(text!, { surface, text: text!, rarity });
  }
  return [...found.values()].sort((a, b) => a.rarity - b.rarity).slice(0, 1 + 2 * MAX_VARIANTS_OF_ANY);
}

const textOf = (tokens: readonly NameToken[]): string | undefined =>
  tokens.length === 1 ? tokens[0]!.text : undefined;
