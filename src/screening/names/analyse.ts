import type { NameParts } from '../../domain/list-entry.ts';
import { Recent } from '../../recent.ts';
import { charactersOf, isOwnHanName } from './characters.ts';
import { withRulers } from './epithets.ts';
import { foldLatin, foldLatinExpanded } from './latin.ts';
import { withRelationsInWords } from './meant/relatives.ts';
import { withoutJoinedTitles } from './meant/titles-joined.ts';
import { normaliseText } from './normalise.ts';
import { NUMERAL, withReignNumbers } from './reign-numbers.ts';
import { withoutRemarks } from './remarks.ts';
import { tagTokens } from './roles.ts';
import { romaniseArabic, romaniseGivenNames } from './scripts/arabic.ts';
import { arabicLanguageOf } from './scripts/arabic-languages.ts';
import { withBalticReadings } from './scripts/baltic.ts';
import { burmeseName, romaniseBurmese } from './scripts/burmese.ts';
import { romaniseArmenian, romaniseGeorgian } from './scripts/caucasus.ts';
import { type CyrillicLanguage, cyrillicLanguage, romaniseCyrillic } from './scripts/cyrillic.ts';
import { eastAsianReadings } from './scripts/cyrillic-east-asian.ts';
import { romaniseGreek } from './scripts/greek.ts';
import { type HanContext, readHan } from './scripts/han.ts';
import { type HangulReading, readHangul } from './scripts/hangul.ts';
import { romaniseHebrew } from './scripts/hebrew.ts';
import { indicParts, letterNamed, romaniseIndic } from './scripts/indic.ts';
import { romaniseKana } from './scripts/kana.ts';
import { MAX_VARIANTS, type Romanisation } from './scripts/romanised.ts';
import { romaniseThai } from './scripts/thai.ts';
import { anglicised, romaniseByLetter } from './scripts/transliterations.ts';
import { isByEar, isChinese, isSkeleton, type ReadingSystem, writesForeignName } from './systems.ts';
import { bareArabic } from './tables/arabic-names.ts';
import { isSpeltLegalForm } from './tables/legal-forms.ts';
import { numberAt } from './tables/numbers.ts';
import { cutOrganisation, type WrittenWord, writtenWord } from './tables/organisation-words.ts';
import { withoutPlaceholders, withoutSlashed } from './tables/placeholders.ts';
import { PEERAGE, TITLES } from './tables/titles-and-particles.ts';
import { type Script, type Word, words } from './tokenise.ts';
import type { AnalysedName, NameOwner, NameToken, Reading } from './types.ts';

const CACHE_SIZE = 30_000;
const wordsRead = new Recent<string, WordReadings>(CACHE_SIZE);
const latinWordsRead = new Recent<string, readonly NameToken[]>(CACHE_SIZE);
/** In UTF-16 code units: a longer word is read again each time. */
const MAX_REMEMBERED_LENGTH = 64;

/** Ways to read one word; scripts written with spaces have one. */
type WordReadings = readonly (readonly [system: ReadingSystem, tokens: readonly NameToken[]])[];

const MAX_READINGS = 4;
const MIN_WITH_OVA_LENGTH = 6;
/** Words beyond this are no name: they keep their first reading only, so that long text stays cheap. */
const MAX_READ_APART = 8;

/**
 * A name as Latin tokens with roles. Never throws. A name without letters and digits has no reading, nor has a person's
 * that says no more than that it is unknown. `parts`, where a list gives them, tell a title from a name.
 */
export function analyseName(name: string, kind: NameOwner, parts?: NameParts): AnalysedName {
  const { text, ways } = waysToRead(name, kind);
  const readings = ways.flatMap((way) => readingsOfWords(way, text, kind, parts));
  return { original: name, readings: kind === 'person' ? withRulers(readings) : readings };
}

/** Whether a name has a reading with a token. Where one word has, the first reading of the name has. */
export function isReadable(name: string, kind: NameOwner): boolean {
  const { text, ways } = waysToRead(name, kind);
  for (const way of ways) {
    const context = contextOf(way, text, kind);
    if (way.some((word) => (readWord(word, context)[0]?.[1].length ?? 0) > 0)) return true;
  }
  return analyseName(name, kind).readings.some(({ tokens }) => tokens.length > 0);
}

/** The text of a name without what is no part of it, and the words of each way to read it. */
function waysToRead(name: string, kind: NameOwner): { text: string; ways: (readonly Word[])[] } {
  const plain = withoutRemarks(spacedAsSaid(normaliseText(name), kind), kind);
  const text = uninverted(kind === 'person' ? withReignNumbers(plain) : plain, kind);
  const found = words(text);
  return { text, ways: kind === 'organization' ? numberedApart(found) : withoutPlaceholders(found) };
}

function readingsOfWords(found: readonly Word[], text: string, kind: NameOwner, parts?: NameParts): readonly Reading[] {
  if (found.every((word) => word.script === 'latin')) {
    const plain = latinTokensOf(found);
    const latin = kind === 'person' ? withBalticReadings(plain) : plain;
    if (latin.length === 0) return [];
    const titles = parts?.title === undefined ? undefined : titleWords(parts.title, LATIN_ALONE);
    return [{ system: 'latin', tokens: tagTokens(latin, kind, titles) }];
  }
  const context = contextOf(found, text, kind);
  const perWord = found.map((word) => readWord(word, context)).filter((readings) => readings.length > 0);
  if (perWord.length === 0) return [];
  const titles = parts?.title === undefined ? undefined : titleWords(parts.title, context);
  const readings = readingsOf(perWord, kind, titles, found.length);
  return kind === 'person' ? withEastAsian(readings, found, context.language) : readings;
}

function contextOf(found: readonly Word[], text: string, kind: NameOwner): Context {
  return {
    language: found.some((word) => word.script === 'cyrillic') ? cyrillicLanguage(text) : 'russian',
    alone: found.filter(({ script }) => script === 'han' || script === 'hangul').length === 1,
    organization: kind === 'organization',
    dotted: MIDDLE_DOT.test(text),
    japanese: found.some(({ script }) => script === 'kana'),
    own: kind !== 'organization' && isOwnHanName(text),
  };
}

/** `Bureau39`, `39Bureau`. Ordinals (`1st`) are numbers, and one letter is part of a mark: `A320`. */
const WITH_NUMBER = /^(\p{L}[\p{L}\p{M}]+)(\d+)$|^(\d+)(?!(?:st|nd|rd|th)$)(\p{L}[\p{L}\p{M}]+)$/iu;

/** The words of an organisation's name, and once more with each cut between its letters and its number. */
function numberedApart(found: readonly Word[]): (readonly Word[])[] {
  if (!found.some(({ surface, script }) => script === 'latin' && WITH_NUMBER.test(surface))) return [found];
  const apart = found.flatMap(({ surface, script }) => {
    const pieces = (script === 'latin' && WITH_NUMBER.exec(surface)?.slice(1).filter(Boolean)) || [surface];
    return pieces.map((piece): Word => ({ surface: piece, script }));
  });
  return [found, apart];
}

/** A name of which all words are in Cyrillic letters, also as a Chinese or a Korean one. */
function withEastAsian(
  readings: readonly Reading[],
  found: readonly Word[],
  language: CyrillicLanguage,
): readonly Reading[] {
  if (!found.every(({ script }) => script === 'cyrillic')) return readings;
  const surfaces = found.map(({ surface }) => surface);
  const eastAsian = eastAsianReadings(surfaces, language);
  // A syllable of one letter (Ким Ё Чжон) is no initial.
  const hasSyllable = eastAsian.length > 0 && surfaces.some(({ length }) => length === 1);
  return hasSyllable ? eastAsian : [...readings, ...eastAsian];
}

/**
 * Readings of the whole name out of those of its words, as many as fit together. Where each word may be foreign, one of
 * them takes all for foreign.
 */
function readingsOf(
  perWord: readonly WordReadings[],
  kind: NameOwner,
  titles: ReadonlySet<string> | undefined,
  words: number,
): Reading[] {
  const width = words > MAX_READ_APART ? 1 : Math.min(MAX_READINGS, Math.max(...perWord.map((one) => one.length)));
  const foreign = perWord.map((one) => one.findIndex(([system]) => isByEar(system)));
  const ways = Array.from({ length: width }, (_, at) => perWord.map((one) => Math.min(at, one.length - 1)));
  if (width > 1 && !foreign.includes(-1)) ways.push(foreign);
  const seen = new Set<string>();
  const readings: Reading[] = [];
  for (const [at, way] of ways.entries()) {
    const chosen = perWord.map((one, word) => one[way[word]!]!);
    const key = way.join();
    if (at > 0 && (seen.has(key) || mixesLanguages(chosen.map(([system]) => system)))) continue;
    seen.add(key);
    readings.push(readingOf(chosen, kind, titles));
  }
  return readings;
}

function readingOf(
  chosen: readonly WordReadings[number][],
  kind: NameOwner,
  titles: ReadonlySet<string> | undefined,
): Reading {
  const systems = chosen.map(([system]) => system).filter((system) => system !== 'latin');
  const system = systems.find((one) => !isByEar(one)) ?? systems[0] ?? 'latin';
  const tokens = chosen.flatMap(([, own]) => own);
  return { system, tokens: tagTokens(tokens, kind, titles) };
}

/** Articles and prepositions of French and Italian that have lost their vowel. */
const ELIDED = /(?<![\p{L}\p{M}\p{N}])(d|l|all|dall|dell|nell|sull)'(?=\p{L}{2})/giu;
/** Single Arabic letters with dots between, as in ذ.م.م for limited liability. */
const DOTTED = /(?<![\p{L}\p{M}.])(?=\p{L})\p{Script=Arabic}(?:\. ?(?=\p{L})\p{Script=Arabic})+\.?(?![\p{L}\p{M}])/gu;
const SHORT_FORMS: Readonly<Record<string, string>> = { 'limited-liability': 'llc', 'joint-stock': 'jsc' };
const ARABIC = /\p{Script=Arabic}/u;
const HAN = /\p{Script=Han}/u;
/** Titles that are written behind a Chinese name, without a space. */
const BEHIND_A_NAME = /(?<=\p{Script=Han}{2})(?:先生|女士|小姐|博士|教授|主席|总统|總統|閣下|阁下)$/u;
/** Titles of two words. */
const AYATOLLAH = /(?<!\p{L})[آاأ][یيى]?[ةهت] ?الله(?: ?العظم[یيى])?(?= )/gu;
const HOJATOLESLAM = /(?<!\p{L})حج[ةهت] ?ال[اإ]سلام(?= )/gu;
/** Dutch for Mr. */
const DE_HEER = /^de heer (?=\S)/i;
/** What follows a last ه in Persian is often written apart: خامنه ای. */
const APART = /(?<=\p{L}ه) (?=[اآ][یيىئ](?!\p{L}))/gu;

const inFull = (_: string, short: string): string => (/^d$/i.test(short) ? 'de ' : `${short}a `);

/**
 * A text with spaces where one says a word. In an organisation's name the elided preposition of `d'Iran` is no part of
 * the country. In a person's name in Arabic letters, titles of two words and endings that stand apart are one word. A
 * Chinese title is left out.
 */
function spacedAsSaid(given: string, kind: NameOwner): string {
  if (kind === 'organization') {
    const text = lettersTogether(withoutNumberSigns(given));
    return formsAsWords(text.includes("'") ? text.replace(ELIDED, inFull) : text);
  }
  const text = withoutJoinedTitles(withoutSlashed(withRelationsInWords(given))).replace(DE_HEER, 'dhr ');
  if (HAN.test(text)) return text.replace(BEHIND_A_NAME, '');
  if (!ARABIC.test(text)) return text;
  return text.replace(AYATOLLAH, 'ayatollah').replace(HOJATOLESLAM, 'hojatoleslam').replace(APART, '');
}

/** Three letters or more with points, the last one with or without: `S.A.D.R.A`. Two are a person's initials. */
const POINTED =
  /(?<![\p{L}\p{M}\p{N}.])(?:\p{Script=Latin}\.){2,}(?:(?<=(?:\p{Script=Latin}\.){3})|\p{Script=Latin}(?![\p{L}\p{M}]))/gu;

/** Letters with points as one word, unless they spell a legal form, which may stand beside them: `M.K.K. S.A.` */
function lettersTogether(text: string): string {
  if (!text.includes('.')) return text;
  return text.replace(POINTED, (pointed) => {
    const letters = pointed.replaceAll('.', '');
    const spelt = letters.toLowerCase();
    return isSpeltLegalForm([...spelt]) || numberAt(spelt, undefined) ? pointed : `${letters} `;
  });
}

const DIGIT = /\d/;
/** What stands before a number and says that it is one, in any writing: `№ 9`, `No9`, `Nr. 9`, `n° 9`, `#9`. */
const NUMBER_SIGN =
  /(?<![\p{L}\p{M}\p{N}])(?:(?:no|nr|num|number|nummer|numero|número|numéro|номер)[.:°]?|n[.°]?|#)\s*(?=\d)/giu;

/** What makes a number an ordinal, behind a hyphen or a colon: `924-й`, `33:e`, `70-lea`. */
const ORDINAL_END =
  /(?<=\d)[-:.]?(?:(?:ый|ой|ий|й|ая|я|ое|е|го|ого|lea|[eè]me|e|ª|º)|[-:](?:a|o|e|i|ik|os|es|as|is|st|nd|rd|th|er|de|te))(?![\p{L}\p{M}\p{N}])/giu;

const withoutNumberSigns = (text: string): string =>
  DIGIT.test(text) ? text.replace(NUMBER_SIGN, '').replace(ORDINAL_END, '') : text;

/** Dotted legal forms in Arabic letters as those of their class in Latin ones. Without dots they may be words. */
function formsAsWords(text: string): string {
  return ARABIC.test(text) && text.includes('.') ? text.replace(DOTTED, shortForm) : text;
}

function shortForm(dotted: string): string {
  const found = writtenWord(dotted.replace(/ |\.$/g, ''));
  const short = found && 'legalForm' in found ? SHORT_FORMS[found.legalForm] : undefined;
  return short === undefined ? dotted : ` ${short} `;
}

/** `Halberg, Tilman` in the order it is said, unless what follows the comma is a peerage, or a title alone. */
function uninverted(text: string, kind: NameOwner): string {
  if (kind === 'organization' || !text.includes(',')) return text;
  const [family, given, ...more] = text.split(',');
  const said = given?.trim().split(/\s+/) ?? [];
  const first = said[0]?.toLowerCase().replaceAll('.', '') ?? '';
  if (!family?.trim() || !first || more.length > 0 || PEERAGE.has(first)) return text;
  if (said.length === 1 && (TITLES.has(first) || NUMERAL.test(first))) return text;
  return `${given!.trim()} ${family}`;
}

/**
 * A Japanese given name beside a family name read as Chinese is no one's name. Nor is a Korean given name, syllable by
 * syllable, beside a foreign one.
 */
function mixesLanguages(systems: readonly ReadingSystem[]): boolean {
  if (systems.includes('korean-syllables') && systems.some(isByEar)) return true;
  return systems.includes('japanese') && systems.some(isChinese);
}

const LATIN_ALONE: Context = {
  language: 'russian',
  alone: false,
  organization: false,
  dotted: false,
  japanese: false,
  own: false,
};
/** Dots, and the double hyphen of Japan, between the parts of a foreign name in Han characters. */
const MIDDLE_DOT = /\p{Script=Han}[·•‧・･．.=＝゠●][\s]?[\p{Script=Han}]/u;

interface Context extends HanContext {
  readonly language: CyrillicLanguage;
}

function titleWords(title: string, context: Context): Set<string> {
  const read = words(normaliseText(title)).flatMap((word) => readWord(word, context)[0]?.[1] ?? []);
  return new Set(read.map((token) => token.text));
}

function readWord(word: Word, context: Context): WordReadings {
  if (word.script === 'latin') {
    const tokens = readLatin(word.surface);
    return tokens.length === 0 ? [] : [['latin', tokens]];
  }
  const key = `${word.script} ${keyOf(word.script, context)} ${word.surface}`;
  const known = wordsRead.known(key);
  if (known) return known;
  const made = makeReadings(word, context);
  return word.surface.length <= MAX_REMEMBERED_LENGTH ? wordsRead.keep(key, made) : made;
}

function latinTokensOf(found: readonly Word[]): NameToken[] {
  const tokens: NameToken[] = [];
  for (const { surface } of found) for (const token of readLatin(surface)) tokens.push(token);
  return tokens;
}

function readLatin(surface: string): readonly NameToken[] {
  return surface.length <= MAX_REMEMBERED_LENGTH ? latinWordsRead.get(surface, latinTokens) : latinTokens(surface);
}

function keyOf(script: Script, context: Context): string {
  return `${context.organization ? 'organization' : ''}${context.alone ? 'alone' : ''}${script === 'han' && context.dotted ? 'dotted' : ''}${script === 'han' && context.japanese ? 'kana' : ''}${script === 'han' && context.own ? 'own' : ''}${script === 'cyrillic' ? context.language : ''}`;
}

const ROMANISERS: Partial<Record<Script, (word: string) => Romanisation | undefined>> = {
  greek: romaniseGreek,
  hebrew: romaniseHebrew,
  armenian: romaniseArmenian,
  georgian: romaniseGeorgian,
  thai: romaniseThai,
  kana: romaniseKana,
};

function makeReadings({ surface, script }: Word, context: Context): WordReadings {
  if (context.organization && script !== 'latin') {
    const written = organisationReadings(surface, script, context);
    if (written) return written;
  }
  if (script === 'han') return cutReadings(readHan(surface, context), context.own);
  if (script === 'hangul') return cutReadings(readHangul(surface, context.alone && !context.organization));
  const tokens = makeTokens(surface, script, context);
  return tokens.length === 0 ? [] : [[script, tokens]];
}

/** Known words of organisations' names by their meaning; the rest of a word written without spaces is read as usual. */
function organisationReadings(surface: string, script: Script, context: Context): WordReadings | undefined {
  const pieces =
    script === 'han' || script === 'hangul' ? cutOrganisation(surface) : [surface.replace(/^(?:ال|لل)(?=.{3})/u, '')];
  if (pieces.length === 1) {
    const [piece] = pieces;
    const found = writtenWord(surface) ?? (piece === surface ? undefined : writtenWord(piece!));
    const spelt = found && !('legalForm' in found) ? makeTokens(surface, script, context) : [];
    return found && [[script, [writtenToken(surface, found, spelt)]]];
  }
  const perPiece = pieces
    .map((piece) => readWord({ surface: piece, script }, context))
    .filter((readings) => readings.length > 0);
  const width = Math.max(...perPiece.map((readings) => readings.length));
  return Array.from({ length: Math.min(width, MAX_READINGS) }, (_, at) => {
    const chosen = perPiece.map((readings) => readings[Math.min(at, readings.length - 1)]!);
    return [chosen[0]![0], chosen.flatMap(([, tokens]) => tokens)] as const;
  });
}

const withVariant = (token: NameToken, text: string): NameToken => ({
  ...token,
  variants: [{ text, system: 'meaning' as const }, ...token.variants].slice(0, MAX_VARIANTS),
});

/** `spelt`: the word's own romanisations, for names that are written together elsewhere (حزب الله, Hizballah). */
function writtenToken(surface: string, found: WrittenWord, spelt: readonly NameToken[]): NameToken {
  const shared = { surface, system: 'meaning', variants: [] } as const;
  const [only] = spelt.length === 1 ? spelt : [];
  const variants = only ? [{ text: only.text, system: only.system! }, ...only.variants] : [];
  if ('country' in found)
    return only ? withVariant(only, found.country) : { ...shared, text: found.country, role: 'word' };
  return 'meaning' in found
    ? { ...shared, text: found.meaning, role: found.role, variants: variants.slice(0, MAX_VARIANTS) }
    : { ...shared, text: found.legalForm.replace('-', ''), role: 'legal-form', legalForm: found.legalForm };
}

/** `own`: the characters of a name that is East Asian tell, also where it is read as a foreign one. */
function cutReadings(readings: readonly HangulReading[], own = false): WordReadings {
  return readings.map(({ system, parts }) => {
    const told = own || !writesForeignName(system);
    return [system, parts.flatMap(({ surface, romanised }) => tokensOfPart(surface, romanised, told))] as const;
  });
}

function tokensOfPart(surface: string, found: Romanisation, told: boolean): NameToken[] {
  const characters = told ? charactersOf(surface) : undefined;
  const tokens = asTokens(surface, found);
  return characters === undefined ? tokens : tokens.map((token) => ({ ...token, characters }));
}

function makeTokens(surface: string, script: Script, context: Context): NameToken[] {
  if (script === 'arabic') return arabicTokens(surface);
  if (script === 'indic') return indicParts(surface).flatMap(indicTokens);
  if (script === 'burmese') return burmeseTokens(surface);
  if (script === 'cyrillic') return asTokens(surface, romaniseCyrillic(surface, context.language));
  return asTokens(surface, (ROMANISERS[script] ?? romaniseByLetter)(surface));
}

/** `SiemensAG` and `HansHalberg` are two words that lost their space; `McDonald` and `DeLuca` are one. */
const RUN_TOGETHER = /^(\p{Lu}\p{Ll}{3,})(\p{Lu}\p{Ll}{3,}|\p{Lu}{2,4})$/u;

function indicTokens(surface: string): NameToken[] {
  const letter = letterNamed(surface);
  const found = romaniseIndic(surface);
  if (letter === undefined || found === undefined) return asTokens(surface, found);
  const { text, system, variants } = found;
  return asTokens(surface, { text: letter, system: 'devanagari-letter', variants: [{ text, system }, ...variants] });
}

function burmeseTokens(surface: string): NameToken[] {
  const { titles, syllables } = burmeseName(surface);
  const tokens = (one: string) => asTokens(one, romaniseBurmese(one));
  const ofTitles = titles.flatMap((title) => tokens(title).slice(0, 1));
  return [...ofTitles.map((token) => ({ ...token, role: 'title' as const })), ...syllables.flatMap(tokens)];
}

/** `alZawahiri` is written together but is an article and a name. */
function latinTokens(surface: string): NameToken[] {
  const pair = RUN_TOGETHER.exec(surface);
  if (pair) return [...latinTokens(pair[1]!), ...latinTokens(pair[2]!)];
  const article = /^([ae]l|[AE]l)(\p{Lu}\p{Ll}.*)$/u.exec(surface);
  if (article) return [latinToken(article[1]!, foldLatin(article[1]!)), ...latinTokens(article[2]!)];
  const text = foldLatin(surface);
  return text === '' ? [] : [latinToken(surface, text)];
}

function latinToken(surface: string, text: string): NameToken {
  const expanded = foldLatinExpanded(surface);
  const others = [...withoutOva(surface, text), ...anglicised(text)];
  const variants: NameToken['variants'] =
    expanded === undefined ? others : [{ text: expanded, system: 'marks-written-out' }, ...others];
  return { text, surface, role: 'word', variants };
}

/** Czech and Slovak give foreign women's family names the ending -ová as well (`Solbergová`, `Muchová` for Mucha). */
function withoutOva(surface: string, text: string): NameToken['variants'] {
  if (text.length < MIN_WITH_OVA_LENGTH || !/ov[áÁ]$/iu.test(surface)) return [];
  const stem = text.slice(0, -3);
  return [stem, `${stem}a`].map((one) => ({ text: one, system: 'without-czech-ending-ova' }));
}

/** Foreign names that only happen to begin with the letters of the article. */
const NO_ARTICLE = /^ال(له|ياس|کس|كس|بر|فر|يز|ين|يس|ان|يوت|دو|فون|في|وي|يج|يد|ماس)/u;

/** The article ال is a token of its own; what it is written with by habit (عبدال…) is one name. */
function arabicTokens(surface: string): NameToken[] {
  const bare = bareArabic(surface);
  const servant = /^عبدال(.{2,})$/u.exec(bare);
  if (servant && servant[1] !== 'له') return compound(surface, bare, servant[1]!, (rest) => `abdul${rest}`);
  const faith = /^(.{2,})الدين$/u.exec(bare);
  if (faith) return compound(surface, bare, faith[1]!, (rest) => `${rest}uddin`);
  const god = /^(.{2,})(?:الله|اله)$/u.exec(bare);
  if (god && bare !== 'عبدالله') return compound(surface, bare, god[1]!, (rest) => `${rest}ullah`);
  if (bare.length > 4 && bare.startsWith('ال') && !/^[آأإ]/u.test(surface) && !NO_ARTICLE.test(bare)) {
    const found = romaniseArabic(bare.slice(2));
    // Persian and Urdu write Oliver so (الیور), and leave the article out.
    if (found && arabicLanguageOf(surface) !== 'arabic') return maybeArticle(surface, found);
    const rest = asTokens(surface.replace(/^.{0,4}?ل/u, ''), found);
    if (rest.length > 0)
      return [{ text: 'al', surface: 'ال', role: 'particle', system: 'arabic', variants: [] }, ...rest];
  }
  return asTokens(surface, romaniseGivenNames(bare) ?? romaniseArabic(surface));
}

/** A word that begins as if with an article: as it stands, and without. */
function maybeArticle(surface: string, rest: Romanisation): NameToken[] {
  const [token] = asTokens(surface, romaniseArabic(surface));
  if (token === undefined) return [];
  const { text, system, variants } = rest;
  const own = token.variants.slice(0, MAX_VARIANTS / 2);
  return [{ ...token, variants: [...own, { text, system }, ...variants].slice(0, MAX_VARIANTS) }];
}

function compound(surface: string, bare: string, name: string, spell: (rest: string) => string): NameToken[] {
  const rest = romaniseArabic(name);
  const whole = romaniseArabic(bare);
  if (rest === undefined || whole === undefined) return asTokens(surface, whole);
  const skeletons = whole.variants.filter(({ system }) => isSkeleton(system)).slice(0, 1);
  const spelt = rest.variants.filter(({ system }) => !isSkeleton(system)).slice(0, 2);
  const variants = [...spelt.map(({ text, system }) => ({ text: spell(text), system })), ...skeletons];
  return asTokens(surface, { text: spell(rest.text), system: rest.system, variants });
}

/** Honorifics in scripts where their romanisation would be a name elsewhere (मा. "the Honourable", 先生 "Mr"). */
const HONORIFICS = new Set(
  'मा डा डॉ श्री श्रीमती सुश्री प्रो 先生 女士 閣下 阁下 박사 씨 นาย นาง นางสาว د م פרופ׳ ד׳ר'.split(' '),
);

function asTokens(surface: string, found: Romanisation | undefined): NameToken[] {
  if (found === undefined) return [];
  if (HONORIFICS.has(surface))
    return [{ text: found.text, surface, role: 'title', system: found.system, variants: [] }];
  return [{ text: found.text, surface, role: 'word', system: found.system, variants: found.variants }];
}
