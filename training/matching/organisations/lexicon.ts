// What words of organisations' names say in the languages of the European Union, learned from their translations.
import {
  writtenCountry,
  writtenForms,
  writtenMeaning,
} from '../../../src/screening/names/tables/organisation-words.ts';
import { type Alignments, align, type NamePair } from './alignment.ts';
import { countryNames } from './countries.ts';
import type { NamedOrganisation } from './names.ts';
import { alike } from './similarity.ts';

/** Marks of words that the other tables know: what they say, or the country that they stand for. */
const [MEANING, COUNTRY] = ['=', '@'];
/** The least share of a word's names in which it stands for one English word … */
const LEAST_SHARE = 0.4;
/** … of which one organisation alone is an example … */
const LEAST_SHARE_OF_ONE = 0.6;
/**
 * … and for each of two or three, of a compound. A link is the geometric mean of both directions. Where one word says
 * two, each has √½ = .71 at most. Where two words may each say two, each has .5.
 */
const LEAST_SHARES_OF_SEVERAL: Readonly<Record<number, number>> = { 2: 0.52, 3: 0.45 };
/** Of these shares, what neither word has a better partner for in the same name. */
const LEAST_MUTUAL = 0.5;
const MIN_LENGTH = 4;
const MIN_COMPOUND = 11;
/** From here on a word is the English one in other letters, or a name. */
const SAME = 0.72;
/** Organisations that an English word which no table has must be part of, and its letters. */
const [LEAST_OWNERS, MIN_ENGLISH] = [2, 5];

interface Row {
  readonly word: string;
  readonly says: 'meaning' | 'country';
  readonly value: string;
  readonly share: number;
}

const forms = writtenForms();

/** The table that names of organisations teach, and how many words and countries it has. */
export function lexiconOf(organisations: readonly NamedOrganisation[]) {
  const pairs = organisations.flatMap(({ english, others }, group): NamePair[] => {
    const known = english.map((words) => words.flatMap(symbolsOf));
    return others.map(({ language, words }) => ({
      group,
      language,
      foreign: words.flatMap(symbolsOf),
      english: known,
    }));
  });
  const byWord = new Map<string, Row>();
  for (const row of [...learned(align(pairs), pairs), ...countryNames()]) {
    if (!byWord.has(row.word)) byWord.set(row.word, row);
  }
  const sorted = [...byWord.values()].sort((a, b) => order(a.value, b.value) || order(a.word, b.word));
  const countries = sorted.filter(({ says }) => says === 'country').length;
  return { table: table(sorted), names: pairs.length, words: sorted.length - countries, countries };
}

/** What the tables written by hand say of a word, or the word: of a compound, each of its parts. */
function symbolsOf(word: string): readonly string[] {
  const known = writtenMeaning(word);
  if (known !== undefined) return [MEANING + known.meaning];
  const country = writtenCountry(word);
  if (country !== undefined) return [COUNTRY + country.meaning];
  const said = forms.of(word);
  return said === undefined
    ? [word]
    : said.values.map((value) => (said.says === 'meaning' ? MEANING : COUNTRY) + value);
}

/** The words whose names show what they say. */
function learned({ pairs: links, counts }: Alignments, pairs: readonly NamePair[]): Row[] {
  const usual = usualWords(links, pairs);
  const found: Row[] = [];
  for (const [word, row] of links) {
    if (word.length < MIN_LENGTH || isSymbol(word)) continue;
    const { count, groups } = counts.get(word)!;
    const shares = [...row]
      .filter(([english]) => usual.has(english))
      .map(([english, aligned]) => ({
        english,
        share: aligned.count / count,
        isMutual: aligned.mutual >= aligned.count * LEAST_MUTUAL,
      }))
      .sort((a, b) => b.share - a.share);
    const said = saidBy(word, shares, groups.size > 1 ? LEAST_SHARE : LEAST_SHARE_OF_ONE);
    if (said.length === 0 || said[0]!.english === word) continue;
    const isCountry = said.length === 1 && said[0]!.english.startsWith(COUNTRY);
    found.push({
      word,
      says: isCountry ? 'country' : 'meaning',
      value: said.map(({ english }) => english.replace(/^[=@]/, '')).join(' '),
      share: said.at(-1)!.share,
    });
  }
  return found;
}

interface Share {
  readonly english: string;
  readonly share: number;
  readonly isMutual: boolean;
}

/** The English word that a word stands for, or those of a compound; none where its names do not show it. */
function saidBy(word: string, shares: readonly Share[], least: number): readonly Share[] {
  if (word.length >= MIN_COMPOUND) {
    for (const count of [3, 2]) {
      const said = shares.slice(0, count);
      if (said.length === count && said.every(({ share }) => share >= LEAST_SHARES_OF_SEVERAL[count]!)) return said;
    }
  }
  const [best] = shares;
  return best && best.share >= least && best.isMutual ? [best] : [];
}

/**
 * English words that are no names: known ones, and those of several organisations that languages translate. Short ones
 * are acronyms (CEC, PMC).
 */
function usualWords(links: Alignments['pairs'], pairs: readonly NamePair[]): ReadonlySet<string> {
  const owners = new Map<string, Set<number>>();
  for (const { english, group } of pairs) {
    for (const word of english.flat()) {
      const groups = owners.get(word) ?? new Set();
      owners.set(word, groups.add(group));
    }
  }
  const spellings = new Map<string, number[]>();
  for (const [word, row] of links) {
    const [english, { count }] = [...row].reduce((best, one) => (one[1].count > best[1].count ? one : best));
    if (count < 0.5) continue;
    const likes = spellings.get(english) ?? [];
    spellings.set(english, likes);
    likes.push(alike(word, english));
  }
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);
  return new Set(
    [...owners].flatMap(([word, groups]) => {
      if (isSymbol(word)) return word;
      if (groups.size < LEAST_OWNERS || word.length < MIN_ENGLISH) return [];
      const likes = spellings.get(word) ?? [];
      return likes.length >= 3 && mean(likes) < SAME ? word : [];
    }),
  );
}

function isSymbol(word: string): boolean {
  return word.startsWith(MEANING) || word.startsWith(COUNTRY);
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function table(of: readonly Row[]): string {
  return `# What words of organisations' names say in the languages of the European Union.
# word: folded and transliterated as names are. says: "meaning" where value is one English word or, of a compound,
# several, as in organisation-words.tsv and its like; "country" where it is that of country-words.tsv. share: of the
# names with the word, those in which it stands for the value (the last word of it); 1 of a territory's name.
# Source: aligned names of organisations in the consolidated list of persons, groups and entities subject to EU financial
# sanctions, © European Union, reused under Decision 2011/833/EU, without those of the labelled pairs; names of
# territories from Unicode CLDR ${process.versions.cldr} (Unicode License v3). Made by training/matching/organisations: do not edit.
word\tsays\tvalue\tshare
${of.map(({ word, says, value, share }) => `${word}\t${says}\t${value}\t${Math.min(1, share).toFixed(2)}`).join('\n')}
`;
}
