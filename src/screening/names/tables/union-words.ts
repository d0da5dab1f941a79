import { Recent } from '../../../recent.ts';
import { readGroups, readTable } from '../../../tables.ts';

/** What a word says in a language of the European Union. */
export interface UnionWord {
  readonly says: 'meaning' | 'country';
  /** An English word, or several of a compound. */
  readonly values: readonly string[];
}

/** English words of each word that was written by hand, the usual one first: `kaitse` is defence and protection. */
export const UNION_WORDS: ReadonlyMap<string, readonly string[]> = readGroups('names/organisation-words-union.tsv', [
  'word',
  'meaning',
]);

/** What was learned of words that no other table has. */
export const LEARNED_WORDS: ReadonlyMap<string, UnionWord> = new Map(
  readTable('names/organisation-lexicon.tsv', ['word', 'says', 'value']).map(([word, says, value]) => [
    word,
    { says: says as UnionWord['says'], values: value.split(' ') },
  ]),
);

/** Letters that an ending has at most, and that a beginning which tells has at least. */
const [LONGEST_ENDING, SHORTEST_STEM] = [4, 6];
/** Letters of each part of a compound, and of a whole one. */
const [SHORTEST_PART, SHORTEST_COMPOUND] = [4, 9];
/** What joins the parts of a compound in German, Dutch and Swedish. */
const LINKS = ['', 's', 'es', 'e', 'en', 'n'];
const LONGEST_LINK = 2;

/**
 * A country without its last vowel, and how other forms of it go on: `nikaragve`, `filipinska`, `mozambikien`. In
 * Slavic languages a consonant is before `-sk-`, so San Francisko is not of France.
 */
const SHORTEST_COUNTRY = 6;
const COUNTRY_ENDING = new RegExp(
  `^(?:${[
    '[aeiouy]|[eijy]?[aei]|jos|[iy]?(?:os|as|ou|is)',
    'i?(?:an|en)(?:[aeio]|es|os|as|ne)?|(?:in|ens|es)[aei]?',
    '[sc]k(?:[aeioy]|[aeio][jhmgy]|ie[jh]?|e[hg][ao]|o[gm][oau]|iya|ata|oto|ite|aya|oye?|iye)?',
    'isk[ae]?|isch(?:e[nrs]?)?|i?lai[ns]e[nt]?|(?:ia)?ik(?:[aio]|is|ou|os)',
  ].join('|')})$`,
);

/** How Irish changes the first letter of a word: `Mhaenmar`, `gcomhlacht`. */
const CHANGED_IN_IRISH = /^(?:([bcdfgmpst])h|m(?=b)|g(?=c)|n(?=[dg])|bh(?=f)|b(?=p)|d(?=t)|t(?=s))/;

/** Words whose forms were looked for last: a name asks for each of its words several times. */
const MAX_REMEMBERED = 20_000;
const NOTHING = false;

/** Knows words by those of a table: with another ending, or as a compound. */
export class WordForms {
  readonly #words: ReadonlyMap<string, UnionWord>;
  readonly #asked = new Recent<string, UnionWord | typeof NOTHING>(MAX_REMEMBERED);
  /** What words that begin so say, `undefined` where they say several things. */
  readonly #stems = new Map<string, UnionWord | undefined>();
  /** Countries without their last vowel. */
  readonly #countries: ReadonlyMap<string, UnionWord | undefined>;
  /** The first letters of these, and of words that may begin a compound: most words of the lists begin otherwise. */
  readonly #stemBeginnings: ReadonlySet<string>;
  readonly #wordBeginnings: ReadonlySet<string>;

  /** `words` have other endings; those of `others` are known as they stand, alone and in compounds. */
  constructor(words: ReadonlyMap<string, UnionWord>, others: ReadonlyMap<string, UnionWord>) {
    this.#words = new Map([...others, ...words]);
    for (const [word, said] of words) {
      // Colombo is not Colombia: only more letters make another form of a country.
      for (const stem of said.says === 'country' ? [word] : stemsOf(word)) {
        const isOne = !this.#stems.has(stem) || areOne(this.#stems.get(stem), said);
        this.#stems.set(stem, isOne ? (this.#stems.get(stem) ?? said) : undefined);
      }
    }
    for (const [word, said] of others)
      if (said.says === 'country' && !this.#stems.has(word)) this.#stems.set(word, said);
    this.#countries = shortCountries(this.#words);
    this.#stemBeginnings = new Set(Array.from(this.#stems.keys(), (stem) => stem.slice(0, SHORTEST_STEM)));
    this.#wordBeginnings = new Set(Array.from(this.#words.keys(), (word) => word.slice(0, SHORTEST_PART)));
  }

  /** What a folded word says; `undefined` for a word that is none of these. */
  of(text: string): UnionWord | undefined {
    const known = this.#words.get(text);
    if (known !== undefined || text.length < SHORTEST_STEM) return known;
    return this.#asked.get(text, () => this.#formOf(text) ?? this.#unchanged(text) ?? NOTHING) || undefined;
  }

  #formOf(text: string): UnionWord | undefined {
    return this.#inflected(text) ?? this.#ofCountry(text) ?? this.#compound(text);
  }

  #ofCountry(text: string): UnionWord | undefined {
    for (let length = text.length - 1; length >= SHORTEST_COUNTRY; length--) {
      const said = this.#countries.get(text.slice(0, length));
      if (said === undefined) continue;
      const isAfterVowel = /[aeiou]$/.test(text.slice(0, length));
      const ending = text.slice(length);
      return COUNTRY_ENDING.test(ending) && !(isAfterVowel && /^[sc]k/.test(ending)) ? said : undefined;
    }
    return undefined;
  }

  /** What an Irish word says whose first letter is changed. */
  #unchanged(text: string): UnionWord | undefined {
    const plain = text.replace(CHANGED_IN_IRISH, '$1');
    return plain === text || plain.length < SHORTEST_STEM
      ? undefined
      : (this.#words.get(plain) ?? this.#inflected(plain));
  }

  #inflected(text: string): UnionWord | undefined {
    if (!this.#stemBeginnings.has(text.slice(0, SHORTEST_STEM))) return undefined;
    for (const stem of stemsOf(text)) if (this.#stems.has(stem)) return this.#stems.get(stem);
    return undefined;
  }

  /** Known words that are written as one: `Revolutionsgarde`, `kutatóintézete`. */
  #compound(text: string): UnionWord | undefined {
    if (text.length < SHORTEST_COMPOUND || !this.#mayBeginCompound(text)) return undefined;
    for (let at = SHORTEST_PART; at <= text.length - SHORTEST_PART; at++) {
      const first = this.#firstPart(text.slice(0, at));
      if (first === undefined) continue;
      const last = text.slice(at);
      const said = this.#words.get(last) ?? this.#inflected(last) ?? this.#compound(last);
      if (said?.says === 'meaning') return { says: 'meaning', values: [...first.values, ...said.values] };
    }
    return undefined;
  }

  /** A first part is a word, or a shorter one with what joins it. */
  #mayBeginCompound(text: string): boolean {
    for (let length = SHORTEST_PART - LONGEST_LINK; length <= SHORTEST_PART; length++) {
      if (this.#wordBeginnings.has(text.slice(0, length))) return true;
    }
    return false;
  }

  #firstPart(text: string): UnionWord | undefined {
    for (const link of LINKS) {
      const known = text.endsWith(link) ? this.#words.get(text.slice(0, text.length - link.length)) : undefined;
      if (known !== undefined) return known;
    }
    return undefined;
  }
}

/** Countries without their last vowel, `undefined` where that is left of several. */
function shortCountries(words: ReadonlyMap<string, UnionWord>): ReadonlyMap<string, UnionWord | undefined> {
  const found = new Map<string, UnionWord | undefined>();
  for (const [word, said] of words) {
    const stem = word.slice(0, -1);
    if (said.says !== 'country' || stem.length < SHORTEST_COUNTRY || !/[aeiou]$/.test(word)) continue;
    found.set(stem, !found.has(stem) || areOne(found.get(stem), said) ? said : undefined);
  }
  return found;
}

/** A word and its beginnings, the longest first. */
function stemsOf(word: string): string[] {
  const shortest = Math.max(SHORTEST_STEM, word.length - LONGEST_ENDING);
  return Array.from({ length: Math.max(0, word.length - shortest + 1) }, (_, less) =>
    word.slice(0, word.length - less),
  );
}

function areOne(a: UnionWord | undefined, b: UnionWord): boolean {
  return a?.says === b.says && a.values.join(' ') === b.values.join(' ');
}
