import { withGenerations } from './epithets.ts';
import { withoutFederation } from './federation.ts';
import { RELATIVES } from './meant/relatives.ts';
import { MAX_VARIANTS } from './scripts/romanised.ts';
import { isSyllable, languagesOfName } from './syllables.ts';
import { isSkeleton } from './systems.ts';
import { isDivineName } from './tables/divine-names.ts';
import { legalFormAt } from './tables/legal-forms.ts';
import { numberAt } from './tables/numbers.ts';
import {
  chosenCompound,
  countryNamed,
  organisationWord,
  shortStateAt,
  spelledOut,
} from './tables/organisation-words.ts';
import { writtenShort } from './tables/short-given-names.ts';
import {
  HONORIFICS_OF_ORGANISATIONS,
  isLinkInOrganisation,
  LETTERS_THAT_LINK,
  PARTICLES,
  PARTICLES_OR_NAMES,
  PEERAGE,
  TITLES,
  TITLES_BEHIND_NAMES,
  TITLES_OF_LONGER_NAMES,
  TITLES_OR_NAMES,
} from './tables/titles-and-particles.ts';
import type { NameOwner, NameToken, TokenRole } from './types.ts';

/** Tokens with their roles; compounds that are written in one, two or three words become one token. */
export function tagTokens(tokens: readonly NameToken[], kind: NameOwner, titles?: ReadonlySet<string>): NameToken[] {
  const whole =
    kind === 'organization'
      ? asOrganisation(tokens)
      : withGenerations(joinCompounds(joinRelations(servantFirst(tokens))));
  const legal = kind === 'person' ? whole : markLegalForms(whole);
  const spelt = kind === 'organization' ? spellOut(joinLetters(legal)) : legal;
  const peerage = kind === 'organization' ? -1 : spelt.findIndex(({ text }, at) => at > 1 && PEERAGE.has(text));
  const tagged = spelt.map((token, at) => {
    const role = peerage > 0 && at >= peerage ? 'title' : roleOf(spelt, at, kind, titles);
    const inRole = role === token.role ? token : { ...token, role };
    if (kind === 'organization') return role === 'legal-form' ? inRole : withMeaning(inRole);
    return role === 'word' ? withName(inRole) : inRole;
  });
  const told = kind === 'organization' ? withoutFederation(tagged) : tagged;
  return told.some((token) => token.role === 'word' || token.role === 'number') ? told : allWords(told);
}

/** Words of a name that has no word of its own. What links them stays what it is where others say something. */
function allWords(tokens: readonly NameToken[]): NameToken[] {
  const isTold = tokens.some(({ role }) => role === 'generic' || role === 'body');
  const stays = ({ role }: NameToken) => role === 'legal-form' || (isTold && role === 'particle');
  return tokens.map((token) => (stays(token) ? token : { ...token, role: 'word' }));
}

/**
 * A word of trades and duties, or one that stands for a country, with its English meaning as a variant. Банк and مصرف
 * meet as `bank`, Iranian and Иранская as `iran`.
 */
function withMeaning(token: NameToken): NameToken {
  if (token.role === 'generic' || token.role === 'body') return { ...token, meaning: token.text };
  const word = firstOf(token, organisationWord);
  if (word !== undefined) {
    const role = word.role === 'word' ? token.role : word.role;
    const said = word.also === undefined ? token : spelledAs(token, word.also);
    return { ...spelledAs(said, word.meaning), role, meaning: word.meaning };
  }
  const country = token.role === 'word' ? firstOf(token, countryNamed) : undefined;
  return country === undefined ? token : { ...spelledAs(token, country.meaning), country: country.number };
}

/** Wm. with William as a variant. */
function withName(token: NameToken): NameToken {
  const name = writtenShort(token.text);
  if (name === undefined || token.system !== undefined) return token;
  return { ...token, variants: [{ text: name, system: 'written-short' as const }, ...token.variants] };
}

/** What the first spelling of a token says that says something. Consonants alone are none: those of بيك are `bk`. */
function firstOf<T>({ text, variants }: NameToken, says: (text: string) => T | undefined): T | undefined {
  const written = variants.filter(({ system }) => !isSkeleton(system));
  return says(text) ?? written.map((variant) => says(variant.text)).find((one) => one !== undefined);
}

function spelledAs(token: NameToken, text: string): NameToken {
  if (text === token.text || text === token.variants[0]?.text) return token;
  const variants: NameToken['variants'] = [{ text, system: 'meaning' }, ...token.variants];
  return { ...token, variants: variants.slice(0, MAX_VARIANTS) };
}

/** A letter beyond the first plane is two UTF-16 code units, and a point may follow. */
const MAX_ONE_LETTER = 3;
/** Of a script that writes sounds, not syllables; some letters are two in Latin (Ю, Щ, Θ, შ). */
const ONE_LETTER = /^(?:\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Armenian}|\p{Script=Georgian})\.?$/u;

function roleOf(tokens: readonly NameToken[], at: number, kind: NameOwner, titles?: ReadonlySet<string>): TokenRole {
  const { role, text } = tokens[at]!;
  if (role !== 'word') return kind !== 'organization' && isArticleOfTitle(tokens, at) ? 'title' : role;
  if (text.charCodeAt(0) < 58 && /^\d+$/.test(text)) return 'number';
  const found = kind === 'organization' ? roleInOrganisation(tokens, at) : roleInPerson(tokens, at, titles);
  if (found !== undefined) return found;
  const last = at === tokens.length - 1;
  return PARTICLES.has(text) && !last && (at > 0 || !PARTICLES_OR_NAMES.has(text)) ? 'particle' : 'word';
}

function roleInOrganisation(tokens: readonly NameToken[], at: number): TokenRole | undefined {
  const { text } = tokens[at]!;
  const last = at === tokens.length - 1;
  if (HONORIFICS_OF_ORGANISATIONS.has(text) && !last) return 'title';
  if (text.length !== 1) return isLinkInOrganisation(text, at) && !last ? 'particle' : undefined;
  if (at === 0 && !last) return 'initial';
  return LETTERS_THAT_LINK.has(text) && !last ? 'particle' : 'word';
}

/** `titles` are those that the list itself tells from the name. */
function roleInPerson(tokens: readonly NameToken[], at: number, titles?: ReadonlySet<string>): TokenRole | undefined {
  const { text, surface } = tokens[at]!;
  if (text.length === 1 || (surface.length <= MAX_ONE_LETTER && ONE_LETTER.test(surface))) return 'initial';
  if (titles?.has(text)) return 'title';
  return isTitleAt(tokens, at) ? 'title' : undefined;
}

const isArticle = ({ text, role }: NameToken): boolean => role === 'particle' && ARTICLES.has(text);

/** The article of الدكتور belongs to the title. */
function isArticleOfTitle(tokens: readonly NameToken[], at: number): boolean {
  return at + 2 < tokens.length && isArticle(tokens[at]!) && isTitleAt(tokens, at + 1);
}

/** Some titles are names too. They are titles only first or behind titles alone, and some only in longer names. */
function isTitleAt(tokens: readonly NameToken[], at: number): boolean {
  const { text } = tokens[at]!;
  const words = tokens.length;
  if (!TITLES.has(text) || (TITLES_OF_LONGER_NAMES.has(text) && words < 3)) return false;
  const opens = (token: NameToken) => TITLES.has(token.text) && !TITLES_BEHIND_NAMES.has(token.text);
  const isFirst = () => words > 1 && tokens.slice(0, at).every((token) => opens(token) || isArticle(token));
  const isHere = TITLES_BEHIND_NAMES.has(text) ? !isFirst() : !TITLES_OR_NAMES.has(text) || isFirst();
  return isHere && !isSyllableOfName(tokens, at);
}

/** Whether a word that may be a title is part of a Chinese, Korean or Vietnamese name (Min-jun), not of `Tan Sri`. */
function isSyllableOfName(tokens: readonly NameToken[], at: number): boolean {
  const isOnlyTitle = ({ text }: NameToken) => TITLES.has(text) && !isSyllable(text);
  const next = tokens[at + 1];
  if (next && isOnlyTitle(next)) return false;
  return languagesOfName(tokens.filter((token) => !isOnlyTitle(token)).map(({ text }) => text)).length > 0;
}

/** Numbers written in words or Roman, and states written in full or in short, are read as one. */
function asOrganisation(tokens: readonly NameToken[]): readonly NameToken[] {
  const texts = tokens.map(({ text }) => text);
  const out: NameToken[] = [];
  for (let at = 0; at < tokens.length; ) {
    const state = shortStateAt(texts, at);
    const number = state ? undefined : numberAt(texts[at]!, texts[at + 1]);
    const length = (state ?? number)?.length ?? 1;
    const text = state?.short ?? (number === undefined ? undefined : String(number.value));
    if (text === undefined || text === texts[at]) out.push(tokens[at]!);
    else out.push(merged(tokens.slice(at, at + length), text));
    at += length;
  }
  return out;
}

/** A.B.C. is ABC: single letters in a row are one word of an organisation's name. */
function joinLetters(tokens: readonly NameToken[]): readonly NameToken[] {
  if (!tokens.some(isLetter)) return tokens;
  const out: NameToken[] = [];
  for (let at = 0; at < tokens.length; ) {
    let end = at;
    while (isLetter(tokens[end])) end++;
    const parts = tokens.slice(at, Math.max(end, at + 1));
    out.push(parts.length === 1 ? parts[0]! : merged(parts, parts.map(({ text }) => text).join('')));
    at += parts.length;
  }
  return out;
}

const isLetter = (token: NameToken | undefined): boolean =>
  token !== undefined && token.role === 'word' && isOneLetter(token);

const isOneLetter = ({ text }: NameToken): boolean => text.length === 1 && text >= 'a' && text <= 'z';

/** NPO, NII and their like beside a name are the words that they stand for. */
function spellOut(tokens: readonly NameToken[]): readonly NameToken[] {
  const isWord = ({ role }: NameToken) => role === 'word';
  return tokens.flatMap((token) => {
    const compound = isWord(token) ? chosenCompound(token.text) : undefined;
    if (compound) return compound.map((text) => ({ ...token, text, variants: [] }));
    const words = isWord(token) ? spelledOut(token.text) : undefined;
    if (!words || !tokens.some((other) => other !== token && isWord(other)) || areAllSaid(words, tokens)) return token;
    return words.map((text) => ({ ...token, text, system: 'meaning', variants: [] }));
  });
}

/** Whether a name has the words that its acronym stands for as well. */
function areAllSaid(words: readonly string[], tokens: readonly NameToken[]): boolean {
  return words.every((word) => tokens.some((token) => firstOf(token, organisationWord)?.meaning === word));
}

/** Lists that put family names first tear Abd al-Rahman apart: "al-Rahman … Abd" is read from its last word on. */
function servantFirst(tokens: readonly NameToken[]): readonly NameToken[] {
  const last = tokens.at(-1);
  if (tokens.length < 3 || !last || !SERVANT.has(last.text)) return tokens;
  const divine = ARTICLES.has(tokens[0]!.text) ? tokens[1]!.text : tokens[0]!.text;
  return isDivineName(divine) ? [last, ...tokens.slice(0, -1)] : tokens;
}

function markLegalForms(tokens: readonly NameToken[]): NameToken[] {
  const out: NameToken[] = [];
  for (let at = 0; at < tokens.length; ) {
    const letters = lettersFrom(tokens, at);
    const form = (tokens[at]!.legalForm ? undefined : legalFormAt(tokens, at)) ?? dottedForm(tokens, at);
    // P.K.K. is no company of Japan: a run of letters is a legal form as a whole, or no part of it is.
    const found = form === undefined || form.length < letters ? undefined : form;
    if (found === undefined) {
      const end = at + Math.max(letters, 1);
      out.push(...tokens.slice(at, end));
      at = end;
    } else {
      const parts = tokens.slice(at, at + found.length);
      out.push({
        ...merged(parts, parts.map((part) => part.text).join('')),
        role: 'legal-form',
        legalForm: found.legalForm,
      });
      at += found.length;
    }
  }
  return out;
}

/** How many single letters in a row stand from a place on. */
function lettersFrom(tokens: readonly NameToken[], at: number): number {
  let end = at;
  while (end < tokens.length && isOneLetter(tokens[end]!)) end++;
  return end - at;
}

/** Letters of the longest dotted form (`S.A. de C.V.` is cut at its words). */
const MAX_DOTTED_LENGTH = 5;

/** `S.A.`, `G.m.b.H.`: single letters in a row that spell a legal form. */
function dottedForm(tokens: readonly NameToken[], at: number): ReturnType<typeof legalFormAt> {
  let end = at;
  while (end < tokens.length && end - at < MAX_DOTTED_LENGTH && tokens[end]!.text.length === 1) end++;
  if (end - at < 2 || end - at === tokens.length) return undefined;
  const text = tokens
    .slice(at, end)
    .map((token) => token.text)
    .join('');
  const before = { text: '', variants: [] };
  const found = legalFormAt(
    at === 0 ? [{ text, variants: [] }, before] : [before, { text, variants: [] }],
    at === 0 ? 0 : 1,
  );
  return found && { legalForm: found.legalForm, length: end - at };
}

const ARTICLES = new Set('al el ul il as ash ad an ar at az ed es er ur ud us en'.split(' '));
const SERVANT = new Set('abd abdul abdel abdal abdol abdoul abdu abdur abdus abdi abdou abdool'.split(' '));
const FAITH = new Set('din deen dine eddine eddin uddin aldin aldeen udin ddin'.split(' '));
const COMPOUND_WORDS = new Set([...SERVANT, ...FAITH, 'allah', 'ullah', 'bakr', 'bakar']);

/** Whether a folded word links others, or is one name with the word beside it: their order tells which. */
export const isLinked = (word: string): boolean => COMPOUND_WORDS.has(word) || PARTICLES.has(word);

/** Abd al-Rahman, Abu Bakr, Nur al-Din, Nasr Allah: one name each, however many words it is written in. */
function joinCompounds(tokens: readonly NameToken[]): readonly NameToken[] {
  if (!tokens.some(({ text }) => COMPOUND_WORDS.has(text))) return tokens;
  const out: NameToken[] = [];
  for (let at = 0; at < tokens.length; ) {
    const length = compoundLength(tokens, at);
    const parts = tokens.slice(at, at + length);
    out.push(length === 1 ? parts[0]! : merged(parts, compoundText(parts)));
    at += length;
  }
  return out;
}

/** `Son of` between two names is one link, as bin is. */
function joinRelations(tokens: readonly NameToken[]): readonly NameToken[] {
  const isRelation = (at: number) => RELATIVES.has(tokens[at]!.text) && tokens[at + 1]?.text === 'of';
  if (!tokens.some((_, at) => isRelation(at))) return tokens;
  return tokens.flatMap((token, at) => {
    if (isRelation(at)) return { ...merged(tokens.slice(at, at + 2), `${token.text}of`), role: 'particle' as const };
    return at > 0 && isRelation(at - 1) ? [] : token;
  });
}

const FATHER = new Set(['abu', 'abou', 'abi']);
const BAKR = new Set(['bakr', 'bakar']);
const GOD = new Set(['allah', 'ullah']);
/** Spellings of din, which joins another word only behind an article. */
const FAITH_WITH_ARTICLE = new Set(['din', 'dine', 'deen']);

/** How many words from a place on are one name. */
function compoundLength(tokens: readonly NameToken[], at: number): number {
  const [here = '', next = '', after = ''] = tokens.slice(at, at + 3).map(({ text }) => text);
  const divine = SERVANT.has(here) ? divinePlace(tokens, at + 1) : undefined;
  if (divine !== undefined) return divine + 1 - at;
  if (FATHER.has(here)) return BAKR.has(next) ? 2 : 1;
  if (PARTICLES.has(here)) return 1;
  if (ARTICLES.has(next) && FAITH.has(after)) return 3;
  if (FAITH.has(next) && !FAITH_WITH_ARTICLE.has(next)) return 2;
  return GOD.has(next) && here.length > 2 ? 2 : 1;
}

/** Where a name of God stands, behind an article or without. */
function divinePlace(tokens: readonly NameToken[], at: number): number | undefined {
  const isArticle = ARTICLES.has(tokens[at]?.text ?? '');
  return [isArticle ? at + 1 : at, at].find((place) => divineSpelling(tokens[place]) !== undefined);
}

/** The spelling of a token that is a name of God; other scripts have it among several. */
function divineSpelling(token: NameToken | undefined): string | undefined {
  return token && [token.text, ...token.variants.map(({ text }) => text)].find(isDivineName);
}

function compoundText(parts: readonly NameToken[]): string {
  const first = parts[0]!.text;
  const last = (SERVANT.has(first) ? divineSpelling(parts.at(-1)) : undefined) ?? parts.at(-1)!.text;
  if (SERVANT.has(first)) return last === 'allah' || last === 'ullah' || last === 'illah' ? 'abdullah' : `abdul${last}`;
  if (FAITH.has(last)) return `${first}uddin`;
  return first + last;
}

function merged(parts: readonly NameToken[], text: string): NameToken {
  const system = parts.find((part) => part.system !== undefined)?.system;
  return {
    text,
    surface: parts.map((part) => part.surface).join(' '),
    role: 'word',
    ...(system === undefined ? {} : { system }),
    variants: [],
  };
}
