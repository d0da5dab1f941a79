import { withoutOwnAcronym } from './acronym.ts';
import { foldLatin } from './latin.ts';
import { TITLES } from './tables/titles-and-particles.ts';
import type { NameOwner } from './types.ts';

const FOOTNOTE = /\[\d{1,3}\]/g;
const BESIDE_A_NAME = /(?<=\S\s*)\((?:[^()]*\b\d{4}\b[^()]*|\p{Ll}+(?:[\s-]\p{Ll}+)*)\)/gu;
const IN_BRACKETS = /(?<=\S\s*)\(([^()]+)\)/gu;
/** `A. (Adolf)`, `O. M. (Otto Magnus)`. */
const INITIALS_THEN_NAMES = /(?<![\p{L}\p{M}.])((?:\p{Lu}\.\s?){1,5})\(([^()]+)\)/gu;
/** Of a father and a son, as museums number them: `Lucas Cranach (I)`. */
const NUMBERED: Readonly<Record<string, string>> = { I: ' senior', II: ' junior' };
/** `Johannes Halberg 1881-1945`, `Halberg, Johannes, 1881-`. */
const LIFE_DATES = /[\s,]+(?:ca?\.\s?)?1\d{3}\s?-\s?(?:(?:ca?\.\s?)?(?:1\d|20)\d{2})?$/u;
const ENDS_IN_DATES = /-\s?(?:\d{4})?$/;

/**
 * A name without what is said about its owner. Beside a person's name that are footnotes, additions of registers, roles
 * and titles in brackets, and life dates. Initials are the names that stand in brackets behind them.
 */
export function withoutRemarks(text: string, kind: NameOwner): string {
  const isPerson = kind !== 'organization';
  const undated = isPerson && ENDS_IN_DATES.test(text) ? text.replace(LIFE_DATES, '') : text;
  if (!/[[(]/.test(undated)) return undated;
  if (!isPerson) return withoutOwnAcronym(undated);
  return undated
    .replace(FOOTNOTE, ' ')
    .replace(INITIALS_THEN_NAMES, inFull)
    .replace(BESIDE_A_NAME, ' ')
    .replace(IN_BRACKETS, (whole, inside: string) => NUMBERED[inside] ?? (areTitles(inside) ? ' ' : whole));
}

function areTitles(text: string): boolean {
  const words = text.split(/[\s.,]+/).filter(Boolean);
  return words.length > 0 && words.every((word) => TITLES.has(foldLatin(word)));
}

/** The names in place of the first initials, where each is the first letter of one. */
function inFull(whole: string, initials: string, inside: string): string {
  const letters = initials.split(/[.\s]+/).filter(Boolean);
  const names = inside.split(/[\s,]+/).filter(Boolean);
  const areThese = names.length <= letters.length && names.every((name, at) => name.startsWith(letters[at]!));
  if (!areThese) return whole;
  return [...names, ...letters.slice(names.length).map((letter) => `${letter}.`)].join(' ');
}
