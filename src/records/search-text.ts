import anyAscii from 'any-ascii';
import { foldText } from '../screening/names/fold-text.ts';

/**
 * Text as it is looked for in tables: lower case, in Latin letters whatever its script, without marks and apostrophes,
 * one space between words. What is stored and what is typed go through it alike, so `Назаров` finds `Nazarov`.
 */
export function searchText(...texts: readonly (string | null)[]): string {
  const latin = anyAscii(foldText(texts.filter(Boolean).join(' '))).toLowerCase();
  return latin.replace(/['"`]/gu, '').replace(/\s+/gu, ' ').trim();
}

/** The words of what somebody types; each has to be part of what is found, in any order. */
export function searchWords(text: string): readonly string[] {
  const words = searchText(text).split(' ').filter(Boolean);
  return words.length > 0 ? words : [text];
}

/**
 * What an alert is found by, in two lines: the entries and the name of the listed entity, and who was screened. Entries
 * stand between blanks, so that a whole key can be looked for.
 */
export function alertText(entries: readonly string[], entity: string, subject: string): string {
  return ` ${searchText(entries.join(' '))} ${searchText(entity)}\n${subject}`;
}
