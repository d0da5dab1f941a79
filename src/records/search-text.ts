import anyAscii from 'any-ascii';
import type { Customer } from '../domain/customer.ts';
import { TouchstoneError } from '../errors.ts';
import { foldText } from '../screening/names/fold-text.ts';
import { say } from '../sentences.ts';

const MADE_LENGTH = 128;
/** Each word is looked for in every row, so a search has so many at most. */
export const MAX_WORDS = 8;

/**
 * Text as it is looked for in tables: lower case, in Latin letters whatever its script, without marks and apostrophes,
 * one space between words. What is stored and what is typed go through it alike, so `Назаров` finds `Nazarov`.
 */
export function searchText(...texts: readonly (string | null)[]): string {
  const latin = anyAscii(foldText(texts.filter(Boolean).join(' '))).toLowerCase();
  return latin.replace(/['"`]/gu, '').replace(/\s+/gu, ' ').trim();
}

/**
 * The words of what somebody types; each has to be part of what is found, in any order. Han characters are words of
 * their own in Latin letters: where these are too many, those that stand together stay together. Throws `validation`
 * for more than eight words.
 */
export function searchWords(text: string): readonly string[] {
  const words = searchText(text).split(' ').filter(Boolean);
  if (words.length === 0) return [text];
  if (words.length <= MAX_WORDS) return words;
  const typed = text.trim().split(/\s+/u);
  if (typed.length > MAX_WORDS) throw new TouchstoneError('validation', say('refusal.many-words', { most: MAX_WORDS }));
  return typed.map((word) => searchText(word)).filter(Boolean);
}

/**
 * The values, and the last of them again until there are 1, 2, 4, 8 or 16. A statement has a place for each of them, so
 * that few statements do for any number. `values`: one at least.
 */
export function inFewSizes<T>(values: readonly T[]): readonly T[] {
  const size = 2 ** Math.ceil(Math.log2(values.length));
  return [...values, ...Array<T>(size - values.length).fill(values.at(-1)!)];
}

/** Characters of what a customer is found by, by which customers are sorted. */
export const SORTED_LENGTH = 60;

/** By what the order `name` puts a customer. */
export function sortName({ name, reference, otherNames }: Pick<Customer, 'name' | 'reference' | 'otherNames'>): string {
  return searchText(name, reference, ...otherNames).slice(0, SORTED_LENGTH);
}

/** A customer's own reference where nobody gave one: the same name and birth date have the same. */
export function madeReference(name: string, dateOfBirth: string): string {
  const words = searchText(name).replace(/[^a-z0-9]+/g, '-');
  return [words, dateOfBirth]
    .join('-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MADE_LENGTH);
}

/**
 * What an alert is found by, in two lines: the entries and the name of the listed entity, and who was screened. Entries
 * stand between blanks, so that a whole key can be looked for.
 */
export function alertText(entries: readonly string[], entity: string, subject: string): string {
  return ` ${searchText(entries.join(' '))} ${searchText(entity)}\n${subject}`;
}
