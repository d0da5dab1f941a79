import { abbreviates } from './abbreviation.ts';
import { isLegalForm } from './tables/legal-forms.ts';
import { countryNamed, organisationWord } from './tables/organisation-words.ts';
import type { NameToken, Reading, TokenRole } from './types.ts';

/** Two letters stand for too many names, and names of more words than this are shortened in other ways. */
const MIN_LETTERS = 3;
const MAX_LETTERS = 6;
const LEFT_OUT = new Set('for to in on by with from'.split(' '));

const HAVE_LETTERS: ReadonlySet<TokenRole> = new Set(['word', 'generic', 'body']);
const COMPANY = new Set('co company corporation corp'.split(' '));
export const ACRONYM_SYSTEM = 'first-letters';

export interface Acronym {
  readonly reading: Reading;
  /** The list itself gives it. Several organisations may then have it. */
  readonly isGiven: boolean;
}

/**
 * An organisation's name as its first letters: `PLA` for `People's Liberation Army`; where a word for company ends it,
 * with that word's letter and without. Articles, prepositions and legal forms have none. None for names that are not
 * Latin, or not of three to six words. The acronym that the list gives in brackets comes first, in any script.
 */
export function acronymsOf({ system, tokens }: Reading, name: string): readonly Acronym[] {
  const given = givenAcronym(name);
  const own = given === undefined ? [] : [acronymOf(given, given.toLowerCase(), true)];
  if (system !== 'latin') return own;
  const words = tokens.filter(({ text, role }) => HAVE_LETTERS.has(role) && !LEFT_OUT.has(text));
  const isCompany = COMPANY.has(words.at(-1)?.text ?? '');
  return [...own, ...firstLetters(words), ...(isCompany ? firstLetters(words.slice(0, -1)) : [])];
}

function firstLetters(words: readonly NameToken[]): Acronym[] {
  if (words.length < MIN_LETTERS || words.length > MAX_LETTERS) return [];
  const text = words.map((word) => word.text[0]).join('');
  return [acronymOf(words.map((word) => word.surface).join(' '), text, false)];
}

function acronymOf(surface: string, text: string, isGiven: boolean): Acronym {
  const token = { text, surface, role: 'word', system: ACRONYM_SYSTEM, variants: [] } as const;
  return { reading: { system: ACRONYM_SYSTEM, tokens: [token] }, isGiven };
}

/** A name, and what stands in brackets behind it. */
const IN_BRACKETS = /^(.+?)\s*\(\s*([A-Z][A-Za-z0-9/&.-]{1,11})\s*\)\s*$/;
/** What only shortens the name before it. */
const SHORT_FORM = /^[A-Z0-9/&.-]+$/;
/** Three to eight letters, of which two or more are capitals. */
const GIVEN_ACRONYM = /^(?=.*[A-Z].*[A-Z])[A-Za-z0-9]{3,8}$/;
const ANY_LOWER_CASE = /\p{Ll}/u;

/** `Partiya Karkerên Kurdistanê (PKK)`. In names all in capitals, what shortens the name, and no other addition. */
function givenAcronym(name: string): string | undefined {
  const [, full, short] = IN_BRACKETS.exec(name) ?? [];
  if (!full || !short || !GIVEN_ACRONYM.test(short)) return undefined;
  if (!ANY_LOWER_CASE.test(full) && !abbreviates(short, full)) return undefined;
  const text = short.toLowerCase();
  const isWord = isLegalForm(text) || organisationWord(text) !== undefined || countryNamed(text) !== undefined;
  return isWord ? undefined : short;
}

/** `Quistmar Shipping Lines (QSL)` without what only shortens it. */
export function withoutOwnAcronym(name: string): string {
  const [, full, short] = IN_BRACKETS.exec(name) ?? [];
  return full && short && SHORT_FORM.test(short) && abbreviates(short, full) ? full : name;
}
