import { type Catalogue, en } from './strings/en.ts';

/** The languages there are, by their own names. Another one is one more file in strings/ and one more line here. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;
export type Key = keyof Catalogue;
type Values = Readonly<Record<string, string | number>>;

const STORED = 'touchstone.language';
const LOADERS: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: async () => en,
  de: async () => (await import('./strings/de.ts')).de,
};

let catalogue: Catalogue = en;
let language: Language = 'en';
let plurals = new Intl.PluralRules('en');
let numbers = new Intl.NumberFormat('en');

export function currentLanguage(): Language {
  return language;
}

/** Tag for Intl: the browser's own variant of the language (`en-GB`) where it has one, so that dates look familiar. */
export function locale(): string {
  return navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
}

/** The stored choice, else the first language of the browser that there is a catalogue for, else English. */
export async function loadLanguage(): Promise<void> {
  const stored = localStorage.getItem(STORED);
  const wanted = [stored, ...navigator.languages]
    .map((tag) => tag?.split('-')[0])
    .find((tag) => tag && tag in LANGUAGES);
  await use((wanted ?? 'en') as Language);
}

export async function chooseLanguage(chosen: Language): Promise<void> {
  localStorage.setItem(STORED, chosen);
  await use(chosen);
}

async function use(chosen: Language): Promise<void> {
  catalogue = await LOADERS[chosen]();
  language = chosen;
  plurals = new Intl.PluralRules(chosen);
  numbers = new Intl.NumberFormat(locale());
  document.documentElement.lang = chosen;
}

/** The sentence in the language in use. `{name}` is replaced by its value; `count` chooses between plural forms. */
export function t(key: Key, values: Values = {}): string {
  const entry = catalogue[key];
  const sentence = typeof entry === 'string' ? entry : pluralOf(entry, Number(values.count));
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === 'number' ? numbers.format(value) : value;
  });
}

/** For keys that are made of data, such as a reason's code; undefined where the catalogue does not know it. */
export function known(key: string, values: Values = {}): string | undefined {
  return key in catalogue ? t(key as Key, values) : undefined;
}

/** What stands behind a beginning that keys share. */
export function keysUnder(beginning: string): string[] {
  const keys = Object.keys(catalogue).filter((key) => key.startsWith(beginning));
  return keys.map((key) => key.slice(beginning.length));
}

function pluralOf(forms: { readonly one: string; readonly other: string }, count: number): string {
  return plurals.select(count) === 'one' ? forms.one : forms.other;
}
