import type { Key, Words } from './words/en.ts';

/** The languages there are, by their own names. Each is a file in words/, loaded alone. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  pl: 'Polski',
  tr: 'Türkçe',
  uk: 'Українська',
  ar: 'العربية',
} as const;
export type Language = keyof typeof LANGUAGES;

const LOADERS: Readonly<Record<Language, () => Promise<Words>>> = {
  en: async () => (await import('./words/en.ts')).en,
  de: async () => (await import('./words/de.ts')).de,
  fr: async () => (await import('./words/fr.ts')).fr,
  es: async () => (await import('./words/es.ts')).es,
  it: async () => (await import('./words/it.ts')).it,
  pt: async () => (await import('./words/pt.ts')).pt,
  pl: async () => (await import('./words/pl.ts')).pl,
  tr: async () => (await import('./words/tr.ts')).tr,
  uk: async () => (await import('./words/uk.ts')).uk,
  ar: async () => (await import('./words/ar.ts')).ar,
};
const CHOSEN = 'touchstone.capture.language';

/** Letters of Hebrew, Arabic and their kin. */
const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufefc]/;

let words: Words;
let language: Language = 'en';

export function currentLanguage(): Language {
  return language;
}

/** The person's own choice, else the link's language, else the first of the browser that there is, else English. */
export async function useLanguage(linked?: string | null): Promise<void> {
  const wanted = [sessionStorage.getItem(CHOSEN), linked, ...navigator.languages];
  const found = wanted.map((tag) => tag?.toLowerCase().split('-')[0]).find((tag) => tag && tag in LANGUAGES);
  await take((found ?? 'en') as Language);
}

export async function chooseLanguage(chosen: Language): Promise<void> {
  sessionStorage.setItem(CHOSEN, chosen);
  await take(chosen);
}

async function take(chosen: Language): Promise<void> {
  words = await LOADERS[chosen]();
  language = chosen;
  document.documentElement.lang = chosen;
  document.documentElement.dir = chosen === 'ar' ? 'rtl' : 'ltr';
}

/** The sentence in the language in use. */
export function t(key: Key, values: Readonly<Record<string, string | number>> = {}): string {
  return words[key].replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in values ? isolated(String(values[name])) : whole,
  );
}

/** A value that runs the other way, or in words that do, between marks that keep both directions apart. */
function isolated(value: string): string {
  return language === 'ar' || FROM_THE_RIGHT.test(value) ? `\u2068${value}\u2069` : value;
}

/** For keys that are made of data, such as a field's name; undefined where there are no words for it. */
export function known(key: string): string | undefined {
  return key in words ? words[key as Key] : undefined;
}

export function days(count: number): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(count);
}

/** Names one behind the other, as the language joins them. */
export function listed(names: readonly string[]): string {
  return names.join(language === 'ar' ? '، ' : ', ');
}
