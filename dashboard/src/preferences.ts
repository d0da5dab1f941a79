import { createContext } from 'preact';
import type { Language } from './language.ts';

/** Puts the whole interface into another language. */
export const LanguageContext = createContext<(language: Language) => Promise<void>>(async () => {});
