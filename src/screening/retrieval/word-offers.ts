import { FOREIGN } from '../index/han-names.ts';
import type { IndexView } from '../index/view.ts';
import { WORD } from '../index/weigh.ts';
import { CHARACTERS, countryIn, FACTS, FLAG_BITS, isSyllabicIn, roleIn } from '../index/word-flags.ts';
import type { SpellingLetters } from '../names/distance.ts';
import type { DaughtersName } from '../names/patronymics.ts';
import { isSyllable, sharedSyllables } from '../names/syllables.ts';
import type { OtherName, Verdict } from '../names/tables/known-apart.ts';
import type { SyllableLanguage } from '../names/types.ts';
import { CONSONANTS, OTHER_NAME, SAME, SHORT } from '../scoring/term-matches.ts';
import { FoundWords, type ResemblingWords } from './found-words.ts';
import { HALF_SAME, MIN_SYLLABIC, OTHER_NAME_SIMILARITY } from './parameters.ts';

/** What is known of the word that is looked for. */
export interface SoughtWord {
  /** Read syllable by syllable, with every usual spelling. */
  readonly syllabic: boolean;
  /** A family name in an East Asian script. */
  readonly family: boolean;
  /** Of syllables in Latin letters or Han characters. */
  readonly syllables: { readonly text: string; readonly languages: readonly SyllableLanguage[] } | undefined;
  /** Its text, where it is no syllable. */
  readonly spelt: string | undefined;
  /** Number of a country, 0 for other words. */
  readonly country: number;
  /** Of a word in an organisation's name: the English word of what it says. */
  readonly meaning: string | undefined;
  /** Hash of its Han characters, 0 for other words. */
  readonly characters: number;
  /** Tells names that share its consonants. */
  readonly otherName: OtherName | undefined;
  /** Every spelling of a syllable, by the dictionary's ids; of syllables run together none. */
  readonly spellings: ReadonlySet<number>;
}

/** From here on two known words may be one in two languages: fund and fond. */
const ONE_WORD = 0.9;

export type SoughtProperties = {
  readonly [Key in Exclude<keyof SoughtWord, 'spellings'>]?: SoughtWord[Key] | undefined;
};

const NO_SPELLINGS: ReadonlySet<number> = new Set();
/** All properties are there, always in this order, so that code compiled for one word serves all. */
export function soughtWord(
  syllabic: boolean,
  characters: number,
  more: SoughtProperties = {},
  spellings: ReadonlySet<number> = NO_SPELLINGS,
): SoughtWord {
  const { family = false, syllables, spelt, country = 0, meaning, otherName } = more;
  return { syllabic, family, syllables, spelt, country, meaning, characters, otherName, spellings };
}

/** One spelling of the word that is looked for. */
export interface Spelling {
  /** Learned from sounds: it finds words, and how like they are the ear tells. */
  readonly heard?: boolean;
  /** Of equivalent given names that a Latin spelling belongs to. */
  readonly classes: readonly number[];
  /** The name of God that the spelling is, with or without the servant before it, and how it sounds. */
  readonly divine?: { readonly name: string; readonly sounds: readonly string[] } | undefined;
  readonly daughters?: DaughtersName | undefined;
  /** Of characters that are read as Japanese: the reading, without long vowels. The tables have every other one. */
  readonly japanese?: string | undefined;
  /** Of a form in another East Slavic language: what all forms have in common, which a text has to have. */
  readonly slavic?: string | undefined;
  readonly letters: SpellingLetters;
  /** 0: the token's text, then its variants. */
  readonly place: number;
  readonly share: number;
}

/** Takes the words of texts that resemble the one that is looked for, unless their meaning or script says no. */
export class WordOffers {
  readonly #view: IndexView;
  readonly #wordFlags: Uint32Array;
  readonly #found: FoundWords;
  #sought = soughtWord(false, 0);

  constructor(view: IndexView, wordFlags: Uint32Array) {
    this.#view = view;
    this.#wordFlags = wordFlags;
    this.#found = new FoundWords(view, wordFlags);
  }

  begin(sought: SoughtWord): void {
    this.#sought = sought;
    this.#found.clear();
  }

  /** What was offered since, the most alike first. */
  ranked(): ResemblingWords {
    return this.#found.ranked(this.#sought.country !== 0);
  }

  /** Offers the words that have a text, as far as what is looked for may be one of them. */
  offer(text: number, spelling: Spelling, similarity: number, matchKind: number): void {
    if (this.#sought.syllabic && similarity < MIN_SYLLABIC) return;
    const { textWordStarts, textWords } = this.#view;
    const same = matchKind === SAME ? 1 : this.#sameSyllables(text);
    if (same === 0) return;
    const acronym = matchKind === CONSONANTS && hasNoVowel(this.#view, text);
    const share = spelling.share * same;
    for (let at = textWordStarts[text]!; at < textWordStarts[text + 1]!; at++) {
      const word = textWords[at]!;
      if (!this.#mayBe(word, matchKind) || (acronym && this.#isOnlyText(word, text))) continue;
      if (matchKind !== SAME && similarity < ONE_WORD && this.#saysOther(word)) continue;
      if (!this.#mayBeSyllable(word, text, spelling.place, similarity)) continue;
      this.#offerWord(word, text, spelling.place, similarity * share, matchKind);
    }
  }

  #offerWord(word: number, text: number, place: number, similarity: number, matchKind: number): void {
    const { otherName } = this.#sought;
    const verdict = otherName === undefined ? undefined : this.#verdictOn(otherName, word);
    const most = verdict === undefined ? 1 : OTHER_NAME_SIMILARITY;
    const by = verdict === 'another' ? OTHER_NAME : matchKind;
    this.#found.offer(word, Math.min(similarity, most), by, place, text);
  }

  /** Whether a word may be meant, by its role, its country and its Han characters. */
  #mayBe(word: number, matchKind: number): boolean {
    const { syllabic, country, characters: asked } = this.#sought;
    const at = word << FLAG_BITS;
    const facts = this.#wordFlags[at + FACTS]!;
    if (matchKind === SHORT && roleIn(facts) !== WORD) return false;
    // Iran and Iraq, Chile and Cheil: a country is known by its meaning, however alike another word is spelt.
    if (country !== 0 && !this.#isCountry(countryIn(facts), matchKind)) return false;
    const characters = this.#wordFlags[at + CHARACTERS]!;
    // Where both sides are written in Han characters, these tell, and not how they sound.
    if (asked !== 0 && characters !== 0 && characters !== asked) return false;
    return !(syllabic && characters === FOREIGN);
  }

  /** Both are known words of organisations' names, and say different things: north and south. */
  #saysOther(word: number): boolean {
    const { meaning } = this.#sought;
    if (meaning === undefined) return false;
    const other = this.#view.meaning(this.#view.wordText[word]!);
    return other !== '' && other !== meaning;
  }

  /** Letters without a vowel are an acronym where they are not what is left of a word. */
  #isOnlyText(word: number, text: number): boolean {
    const { wordText, wordTextStarts } = this.#view;
    return wordText[word] === text && wordTextStarts[word + 1]! - wordTextStarts[word]! === 1;
  }

  /** Whether a word that is one syllable may be meant; any other may. */
  #mayBeSyllable(word: number, text: number, place: number, similarity: number): boolean {
    if (!isSyllabicIn(this.#wordFlags[(word << FLAG_BITS) + FACTS]!)) return true;
    if (similarity < MIN_SYLLABIC) return false;
    const isOwnText = text === this.#view.wordText[word];
    // Two syllables that are written in East Asian script on both sides are the same one or another one.
    if (this.#sought.syllabic) return place === 0 && isOwnText && similarity >= 1 && this.#isSpeltAlike(word);
    // What one region makes of the query and another of the entry need not meet in any name (曾, 陈: chan).
    return place === 0 || isOwnText;
  }

  #verdictOn(otherName: OtherName, word: number): Verdict {
    const view = this.#view;
    const text = view.wordText[word]!;
    return otherName({
      last: view.lastLetter(text),
      text: () => view.text(text),
      vowelled: () => this.#vowelled(word),
    });
  }

  /** The spellings of a word whose script leaves vowels out, without its consonants alone; none of another word. */
  #vowelled(word: number): readonly string[] {
    const { wordTexts, wordTextStarts } = this.#view;
    const texts = wordTexts.subarray(wordTextStarts[word]!, wordTextStarts[word + 1]!);
    const spellings = texts.filter((text) => !hasNoVowel(this.#view, text));
    if (spellings.length === texts.length) return [];
    return Array.from(spellings, (text) => this.#view.text(text));
  }

  /** In `Tahrir al-Sham` stands what الشام is in Latin letters, and no word for Syria. */
  #isCountry(country: number, matchKind: number): boolean {
    return country === this.#sought.country || (country === 0 && matchKind === SAME);
  }

  /**
   * What remains of a similarity that letters or sounds give. Two syllables are two words, however alike they are
   * spelt: Jong Un and Jong Hoon. In a word of two that agree in one (Jinping, Jinpeng), the other may be a slip.
   */
  #sameSyllables(text: number): number {
    if (this.#sought.family) return isSyllable(this.#view.text(text)) ? 0 : 1;
    const { syllables } = this.#sought;
    if (!syllables) return 1;
    const { text: asked, languages } = syllables;
    const shared = sharedSyllables(asked, this.#view.text(text), languages) ?? 1;
    return shared === 0.5 ? HALF_SAME : shared;
  }

  /** 정 and 종 are both written Jong, but not each with the other's further spellings. */
  #isSpeltAlike(word: number): boolean {
    const { wordTextStarts, wordTexts } = this.#view;
    const { spellings } = this.#sought;
    const [start, end] = [wordTextStarts[word]!, wordTextStarts[word + 1]!];
    let shared = 0;
    for (let at = start; at < end; at++) if (spellings.has(wordTexts[at]!)) shared++;
    return shared > 0 && shared >= Math.min(end - start, spellings.size);
  }
}

const isVowel = new Uint8Array(256);
for (const vowel of 'aeiou') isVowel[vowel.charCodeAt(0)] = 1;

/** Such as an acronym. */
export function hasNoVowel(view: IndexView, id: number): boolean {
  const { textBytes, textStarts } = view;
  for (let at = textStarts[id]!; at < textStarts[id + 1]!; at++) if (isVowel[textBytes[at]!] === 1) return false;
  return true;
}
