import { recognise } from '../../src/sentences.ts';
import { documentCountry } from './countries.ts';
import { calendarDate, score } from './format.tsx';
import { known, locale, t } from './language.ts';

/** Values that are words of their own, by their place in a sentence. */
const WORDS: Readonly<Record<string, (value: string) => string | undefined>> = {
  what: inLanguage,
  why: inLanguage,
  fact: inLanguage,
  problem: inLanguage,
  // Commas part the lists, but for the one inside an age.
  ages: (value) =>
    value
      .split(/, (?!the newest on )/)
      .map((age) => inLanguage(age) ?? age)
      .join(', '),
  fields: (value) => eachIn(value, 'data'),
  checks: (value) => eachIn(value, 'check'),
  issuer: documentCountry,
  needed: (roles) => {
    const words = roles.split(/, or |, | or /).map((role) => known(`role.${role}`) ?? role);
    return new Intl.ListFormat(locale(), { type: 'disjunction' }).format(words);
  },
  role: (role) => known(`role.${role}`),
  since: calendarDate,
  score: decimal,
  limit: decimal,
};
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** With the decimal sign of the language. */
function decimal(value: string): string {
  return Number.isFinite(Number(value)) ? score(Number(value)) : value;
}

/** Codes with commas between, each by its word. */
function eachIn(codes: string, words: string): string {
  return codes
    .split(', ')
    .map((code) => known(`${words}.${code}`) ?? code)
    .join(', ');
}

/** A sentence of the service in the language in use; undefined where it is none that the catalogue has. */
export function inLanguage(sentence: string): string | undefined {
  const found = recognise(sentence);
  if (!found) return undefined;
  const values = Object.entries(found.values).map(([name, value]) => {
    const text = String(value);
    return [name, DAY.test(text) ? calendarDate(text) : (WORDS[name]?.(text) ?? value)];
  });
  return t(found.code, Object.fromEntries(values));
}

/** The reason of a verification. Records of other versions may word it otherwise, or have codes of their own. */
export function reasonText({ code, text }: { readonly code: string; readonly text: string }): string | undefined {
  const words = known(`reason.${code}`);
  return inLanguage(text) ?? (words?.includes('{') ? undefined : words);
}

/**
 * The rule by which two words were paired. It reads `short form`, `Cyrillic, German and pinyin: zorvan and zorwan`,
 * or is the class of a legal form.
 */
export function pairRule(detail: string): string {
  const whole = inLanguage(detail) ?? known(`legalForm.${detail}`);
  if (whole !== undefined) return whole;
  const and = new Intl.ListFormat(locale(), { type: 'conjunction' });
  const [spelt = '', systems] = detail.split(': ').reverse();
  const spellings = and.format(spelt.split(' and '));
  // One of the systems has an "and" of its own.
  const names = systems?.split(/ and (?!Hakka)/).map((system) => inLanguage(system) ?? system);
  return names ? `${and.format(names)}: ${spellings}` : spellings;
}

/** What the service said; marked as English where the catalogue has not got it. */
export function Said({ text, words = inLanguage(text) }: { text: string; words?: string | undefined }) {
  return words === undefined ? (
    <bdi lang="en" class="wrap">
      {text}
    </bdi>
  ) : (
    <bdi class="wrap">{words}</bdi>
  );
}
