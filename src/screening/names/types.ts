import type { CodeOf } from '../../sentences.ts';
import type { ReadingSystem, SpellingSystem } from './systems.ts';

/** Scripts whose sounds were learned. */
export type SoundScript = 'arabic' | 'cyrillic' | 'han' | 'hangul' | 'hebrew' | 'kana' | 'persian' | 'urdu';

/** How a token takes part in matching. */
export type TokenRole =
  | 'word' // a name part
  | 'initial' // one letter that stands for a name part
  | 'particle' // al, bin, abu, van, de: carries little
  | 'title' // Dr, Sheikh, General: carries nothing
  | 'legal-form' // Ltd, GmbH, ООО: compared by class
  | 'generic' // bank, trading, international: many organisations share it
  | 'body' // company, foundation, office: says what an organisation is, not what it does
  | 'number';

/** Another Latin spelling that the same written token may have. */
export interface TokenVariant {
  /** Folded: `a`-`z`, `0`-`9`. */
  readonly text: string;
  readonly system: SpellingSystem;
}

/** A language whose names are syllables out of a few hundred, or a habit of spelling them. */
export type SyllableLanguage = 'mandarin' | 'cantonese' | 'korean' | 'vietnamese';

export interface NameToken {
  /** The main romanisation, folded to `a`-`z` and `0`-`9`; never empty. */
  readonly text: string;
  /** What stood there, for explanations. */
  readonly surface: string;
  readonly role: TokenRole;
  /** For a token that was not Latin: which romanisation `text` is. */
  readonly system?: SpellingSystem | undefined;
  readonly variants: readonly TokenVariant[];
  /** Of a token in Han characters: these, simplified. Two such tokens are one only where these are the same. */
  readonly characters?: string | undefined;
  /** Of a query's word in Latin letters, where the whole name is in these: two syllables are two words. */
  readonly languages?: readonly SyllableLanguage[] | undefined;
  /** Of a query's word: the learned sounds that it is compared by as well. */
  readonly sound?: SoundScript | undefined;
  /** Beside `sound`: the word in that script, which the query may have in another one. */
  readonly spoken?: string | undefined;
  /** Of a word in an organisation's name: the number of the country that it stands for. */
  readonly country?: number | undefined;
  /** Of a word in an organisation's name: the English word of what it says in any language. */
  readonly meaning?: string | undefined;
  /** Legal forms: class shared by equivalents (`limited-liability`…). */
  readonly legalForm?: string | undefined;
  /** Of a query's word: all of it that tells which words resemble it (`keyOf`), put together once for every index. */
  readonly key?: string | undefined;
}

/**
 * One way to read a name as Latin tokens. Scripts that are written with spaces have one reading, with variants on each
 * token. Han, kana and Hangul may have several: Mandarin, Cantonese, Japanese, Korean, with the family name split off.
 */
export interface Reading {
  readonly system: ReadingSystem;
  readonly tokens: readonly NameToken[];
  /** Nobody wrote these tokens: each has to be so like its partner, 0 to 1. */
  readonly leastPair?: number | undefined;
  /** Of a query: the text that was read as the name. */
  readonly written?: WrittenName | undefined;
}

export interface WrittenName {
  readonly text: string;
  /** What stands in the query beside the name. */
  readonly aside: readonly string[];
  /** The sentence (`score.…`) that says why another text than the query's was read. */
  readonly reason?: RereadingReason | undefined;
}

export type RereadingReason = Extract<CodeOf<'score'>, `read-${string}`>;

export interface AnalysedName {
  readonly original: string;
  /** At least one unless the name has no letter and no digit at all; the most usual first. */
  readonly readings: readonly Reading[];
}

export type NameOwner = 'person' | 'organization' | 'unknown';
