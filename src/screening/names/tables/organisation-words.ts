import { once, readGroups, readTable } from '../../../tables.ts';
import { phoneticKeys } from '../phonetic.ts';
import { bareArabic } from './arabic-names.ts';
import { simplifiedWord } from './simplified.ts';
import { byStem, slavicStem } from './slavic-words.ts';
import { LEARNED_WORDS, UNION_WORDS, type UnionWord, WordForms } from './union-words.ts';

/** What a word of an organisation's name says in any language. */
export interface OrganisationWord {
  /** The English word of its meaning. */
  readonly meaning: string;
  /** Of a trade, of what many organisations share, or of the body that an organisation is. */
  readonly role: 'word' | 'generic' | 'body';
  /** Not for what it does or is: a word that it chose as its name, such as eagle. */
  readonly isChosen: boolean;
  /** The English word of what else it may say. */
  readonly also?: string | undefined;
}

const WORDS = new Map<string, OrganisationWord>();
/** Stems of Slavic words. */
const STEMS = new Map<string, OrganisationWord>();
for (const [file, role] of [
  ['organisation-words', 'generic'],
  ['organisation-bodies', 'body'],
  ['organisation-trades', 'word'],
  ['organisation-chosen-words', 'word'],
] as const) {
  for (const [meaning, word] of readTable(`names/${file}.tsv`, ['meaning', 'word'])) {
    const isChosen = file === 'organisation-chosen-words';
    if (word.endsWith('-')) STEMS.set(slavicStem(word.slice(0, -1)), { meaning, role, isChosen });
    else WORDS.set(word, { meaning, role, isChosen });
  }
}

/** What words of the Union's languages say: beside what the other tables have, or alone. */
for (const [word, meanings] of UNION_WORDS) {
  const known = WORDS.get(word);
  const [first, second] = known === undefined ? meanings : [known.meaning, ...meanings];
  const { role, isChosen } = known ?? WORDS.get(first!)!;
  WORDS.set(word, { meaning: first!, role, isChosen, also: second });
}

/** Long words by their sound: one adjective is transliterated, and inflected, in many ways. */
const MIN_HEARD = 9;
const MIN_SOUNDS = 5;
const BY_SOUND = once(() => bySound(WORDS));

function bySound<T>(words: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  for (const [word, value] of words) {
    const sound = soundOf(word);
    if (sound !== undefined && !found.has(sound)) found.set(sound, value);
  }
  return found;
}

function soundOf(text: string): string | undefined {
  const sound = text.length < MIN_HEARD ? '' : (phoneticKeys(text)[0] ?? '');
  return sound.length < MIN_SOUNDS ? undefined : sound;
}

/** What a folded token says that stands for the same in every language, else `undefined`. */
export function organisationWord(text: string): OrganisationWord | undefined {
  const known = WORDS.get(text) ?? byStem(STEMS, text);
  if (known !== undefined || COUNTRIES.has(text) || wholeCountry(text) !== undefined) return known;
  const said = FORMS().of(text);
  if (said === undefined || said.values.length > 1) return bySoundOf(text);
  return said.says === 'meaning' ? saying(said.values[0]!) : undefined;
}

/** Whether a word that no table has is another form of one in a language of the Union, or a compound of such. */
export function isFormOfUnion(text: string): boolean {
  return !WORDS.has(text) && !COUNTRIES.has(text) && FORMS().of(text) !== undefined;
}

/** The same by the tables that were written by hand, without other endings. */
export function writtenMeaning(text: string): OrganisationWord | undefined {
  return WORDS.get(text) ?? byStem(STEMS, text) ?? bySoundOf(text);
}

function bySoundOf(text: string): OrganisationWord | undefined {
  const sound = soundOf(text);
  return sound === undefined ? undefined : BY_SOUND().get(sound);
}

/** An English word that no table has weighs as any word does. */
function saying(meaning: string): OrganisationWord {
  return WORDS.get(meaning) ?? { meaning, role: 'word', isChosen: false };
}

/** Letters of each part of a compound, and of a whole one that was learned. */
const [MIN_OF_COMPOUND, MIN_COMPOUND] = [4, 9];

/** How the words that organisations choose begin. */
const CHOSEN_BEGINNINGS = new Set(
  [...WORDS].filter(([, { isChosen }]) => isChosen).map(([text]) => text.slice(0, MIN_OF_COMPOUND)),
);

/** The two words of a compound of words that organisations choose (Nachtwölfe), else `undefined`. */
export function chosenCompound(text: string): readonly [string, string] | undefined {
  if (text.length < 2 * MIN_OF_COMPOUND || !CHOSEN_BEGINNINGS.has(text.slice(0, MIN_OF_COMPOUND))) return undefined;
  for (let at = MIN_OF_COMPOUND; at <= text.length - MIN_OF_COMPOUND; at++) {
    const [first, second] = [text.slice(0, at), text.slice(at)];
    if (WORDS.get(first)?.isChosen && WORDS.get(second)?.isChosen) return [first, second];
  }
  return undefined;
}

const ACRONYMS = new Map(
  readTable('names/organisation-acronyms.tsv', ['acronym', 'words']).map(([acronym, words]) => [
    acronym,
    words.split(' '),
  ]),
);

/** The English words of an acronym, or of a compound, that says what an organisation is, else `undefined`. */
export function spelledOut(text: string): readonly string[] | undefined {
  const known = ACRONYMS.get(text);
  if (known !== undefined || text.length < MIN_COMPOUND || WORDS.has(text) || COUNTRIES.has(text)) return known;
  const said = FORMS().of(text);
  return said !== undefined && said.values.length > 1 && bySoundOf(text) === undefined ? said.values : undefined;
}

/** A country that a word of an organisation's name stands for. */
export interface CountryWord {
  /** From 1 on, in the order of the table. */
  readonly number: number;
  /** The English word. */
  readonly meaning: string;
}

const COUNTRIES = new Map<string, CountryWord>();
const COUNTRY_WORDS = readGroups('names/country-words.tsv', ['country', 'word']);
for (const [number, words] of [...COUNTRY_WORDS.values()].entries()) {
  for (const word of words) COUNTRIES.set(word, { number: number + 1, meaning: words[0]! });
}
const COUNTRIES_BY_SOUND = once(() => bySound(COUNTRIES));
const FORMS = once(() => formsOf(LEARNED_WORDS));

/** What the tables that were written by hand say of words, their other endings and their compounds. */
export const writtenForms = (): WordForms => formsOf(new Map());

function formsOf(learned: ReadonlyMap<string, UnionWord>): WordForms {
  return new WordForms(
    new Map([...learned, ...Array.from(UNION_WORDS.keys(), (word) => saidOf(word, WORDS.get(word)!))]),
    new Map([
      ...Array.from(WORDS, ([word, said]) => saidOf(word, said)),
      ...Array.from(COUNTRIES, ([word, { meaning }]) => saidOf(word, { meaning }, 'country')),
    ]),
  );
}

function saidOf(
  word: string,
  { meaning }: { readonly meaning: string },
  says: UnionWord['says'] = 'meaning',
): [string, UnionWord] {
  return [word, { says, values: [meaning] }];
}

/** In other scripts, with the English word of each. */
const COUNTRY_NAMES = new Map(
  readTable('names/country-names-native-script.tsv', ['country', 'word']).map(([country, word]) => [
    word,
    COUNTRY_WORDS.get(country)![0]!,
  ]),
);

/** The country of a folded word that the table has, else `undefined`. */
export const countryWritten = (text: string): CountryWord | undefined => COUNTRIES.get(text);

/** The country that a folded token of an organisation's name stands for, else `undefined`. */
export function countryNamed(text: string): CountryWord | undefined {
  const known = writtenCountry(text);
  if (known !== undefined || WORDS.has(text)) return known;
  const said = FORMS().of(text);
  return said?.says === 'country' ? COUNTRIES.get(said.values[0]!) : undefined;
}

/** The country of which a word says all: All-Russian, összorosz, panrusse. */
function wholeCountry(text: string): CountryWord | undefined {
  const whole = text.replace(ALL_OF, '');
  return whole === text ? undefined : COUNTRIES.get(whole);
}

/** What many languages put before a country in one word. */
const ALL_OF = /^(?:all?|celo|gesamt|ob(?:sh)?cho|ogolno|ossz|pan|sve|ule|vis|vse|wszech|yleis)(?=.{5})/;

/** The same, by the tables that were written by hand. */
export function writtenCountry(text: string): CountryWord | undefined {
  const known = countryWritten(text) ?? wholeCountry(text);
  if (known !== undefined) return known;
  const sound = soundOf(text);
  return sound === undefined ? undefined : COUNTRIES_BY_SOUND().get(sound);
}

/** Names of states that organisations bear in full or in short, and how both are read. */
const SHORT_STATES = readTable('names/state-names.tsv', ['short', 'name']).map(([short, name]) => {
  return { short, words: name.split(' ') };
});
const STATES_BY_FIRST_WORD = Map.groupBy(SHORT_STATES, ({ words }) => words[0]!);

/** The short name that the words from here on stand for, and how many they are. */
export function shortStateAt(
  texts: readonly string[],
  at: number,
): { readonly short: string; readonly length: number } | undefined {
  const found = STATES_BY_FIRST_WORD.get(texts[at]!)?.find(({ words }) =>
    words.every((word, offset) => texts[at + offset] === word),
  );
  return found && { short: found.short, length: found.words.length };
}

export type WrittenWord =
  | OrganisationWord
  | { readonly legalForm: string }
  /** The English word of a country. */
  | { readonly country: string };

/** Words in scripts that leave spaces or vowels out, as they stand in organisations' names. */
const WRITTEN = new Map<string, WrittenWord>();
/** Simplified. */
const PLACES = new Set<string>();
const SAYS: Readonly<Record<string, (value: string) => WrittenWord>> = {
  meaning: (meaning) => ({
    meaning,
    role: WORDS.get(meaning)?.role ?? 'generic',
    isChosen: WORDS.get(meaning)?.isChosen ?? false,
  }),
  place: (meaning) => ({ meaning, role: 'word', isChosen: true }),
  'legal form': (legalForm) => ({ legalForm }),
  country: (country) => ({ country }),
};
for (const [word, country] of COUNTRY_NAMES) keepWritten(word, { country });
for (const [word, says, value] of readTable('names/organisation-words-native-script.tsv', ['word', 'says', 'value'])) {
  keepWritten(writtenForm(word), SAYS[says]!(value));
  if (says === 'place') PLACES.add(simplifiedWord(word));
}

/** Also in simplified characters. */
function keepWritten(word: string, says: WrittenWord): void {
  const simple = simplifiedWord(word);
  WRITTEN.set(word, says);
  if (!WRITTEN.has(simple)) WRITTEN.set(simple, says);
}

/** A word as tables of other scripts have it: lower case, no acute accent, one form of each Arabic letter. */
export function writtenForm(surface: string): string {
  const bare = surface.toLowerCase().normalize('NFD').replaceAll('\u0301', '').normalize('NFKC');
  return bareArabic(bare);
}

/** What a word of an organisation in its own script says; `undefined` for other words. */
export function writtenWord(surface: string): WrittenWord | undefined {
  const written = writtenForm(surface);
  const known = WRITTEN.get(written) ?? arabicAdjective(written);
  return known ?? (HAN.test(surface) ? WRITTEN.get(simplifiedWord(surface).replace(ENDS_PLACE, '')) : undefined);
}

/** Of a country: عراقية and ايراني belong to عراق and ايران, سورية to سوريا. */
function arabicAdjective(written: string): WrittenWord | undefined {
  const [, stem] = /^(\p{Script=Arabic}{2,})يه?$/u.exec(written) ?? [];
  if (stem === undefined) return undefined;
  const country = ['', 'ا', 'يا'].map((end) => COUNTRY_NAMES.get(stem + end)).find((one) => one !== undefined);
  return country === undefined ? undefined : { country };
}

const HAN = /\p{Script=Han}/u;
/** City and province, behind the name of one. */
const ENDS_PLACE = /(?<=..)[市省]$/u;
/** A place cuts a name only where it may begin: own words have its characters too. */
const MAY_BEGIN = '(?<=^|[市省]|中国|中國|公司|集团|集團)';
const UNSPACED = [...new Set(Array.from(WRITTEN.keys(), simplifiedWord))]
  .filter((word) => /^[\p{Script=Han}\p{Script=Hangul}]+$/u.test(word))
  .sort((a, b) => b.length - a.length)
  .map((word) => {
    if (PLACES.has(word)) return `${MAY_BEGIN}${word}[市省]?`;
    return word.length === 2 && 'country' in WRITTEN.get(word)! ? `^${word}` : word;
  });
const UNSPACED_PATTERN = new RegExp(`(${UNSPACED.join('|')})`, 'u');

/** An organisation's name written without spaces, cut at the words of its kind: 北京银行股份有限公司 into three. */
export function cutOrganisation(surface: string): string[] {
  const simple = simplifiedWord(surface);
  // A rare character is two units of text where its simplified form is one.
  const pieces = (simple.length === surface.length ? simple : surface).split(UNSPACED_PATTERN);
  let at = 0;
  return pieces
    .map((piece) => {
      at += piece.length;
      return surface.slice(at - piece.length, at);
    })
    .filter((piece) => piece !== '');
}
