import type { EntryFacts, NameParts } from '../../domain/list-entry.ts';
import { foldText } from '../names/fold-text.ts';
import type { AnalysedName, NameToken } from '../names/types.ts';

/** A mask has so many bits. */
const MOST_WORDS = 16;
const BETWEEN_LETTERS = /[^\p{L}\p{M}\p{N}]+/gu;
const NONE: ReadonlySet<string> = new Set();
const NOWHERE = [0, 0] as const;

/** A name as it was analysed, and the parts that its list gives. */
export interface NameInParts {
  readonly analysed: AnalysedName;
  readonly parts: NameParts | undefined;
}

/**
 * The words of a person's family name, from the parts that lists give of some names. A word that is a given name as
 * well tells nothing.
 */
export function familyWordsOf(names: readonly NameInParts[]): ReadonlySet<string> {
  const family = new Set<string>();
  const given = new Set<string>();
  for (const { analysed, parts } of names) {
    const tokens = analysed.readings[0]?.tokens ?? [];
    const [start, end] = parts?.family && (parts.given || parts.middle) ? placesOf(parts.family, tokens) : NOWHERE;
    if (end === 0) continue;
    addWords(family, tokens.slice(start, end));
    addWords(given, tokens.toSpliced(start, end - start));
  }
  return family.size === 0 ? NONE : family.difference(given);
}

function addWords(to: Set<string>, tokens: readonly NameToken[]): void {
  for (const { role, text } of tokens) if (role === 'word') to.add(text);
}

/** The bits of a name's words that are the family name; 0 where no list says. */
export function familyMask(tokens: readonly NameToken[], familyWords: ReadonlySet<string>): number {
  if (familyWords.size === 0) return 0;
  let mask = 0;
  for (let place = 0; place < Math.min(tokens.length, MOST_WORDS); place++) {
    if (familyWords.has(tokens[place]!.text)) mask |= 1 << place;
  }
  return mask;
}

/** Where the last words stand that make up a part of a name, and where they end; 0 and 0 without such words. */
function placesOf(part: string, tokens: readonly NameToken[]): readonly [start: number, end: number] {
  const letters = foldText(part).replace(BETWEEN_LETTERS, '');
  for (let end = tokens.length; end > 0; end--) {
    let text = '';
    for (let start = end - 1; start >= 0 && text.length < letters.length; start--) {
      text = tokens[start]!.text + text;
      if (text === letters) return [start, end];
    }
  }
  return NOWHERE;
}

/** ISO 3166-1: countries in which people bear their father's and then their mother's family name. */
const SPANISH_SPEAKING = 'AR BO CL CO CR CU DO EC ES GT HN MX NI PA PE PR PY SV UY VE'.split(' ');
const NAMES = new Intl.DisplayNames('en', { type: 'region' });
const IN_SPANISH = new RegExp(
  `^(?:${SPANISH_SPEAKING.join('|')})$|\\b(?:${SPANISH_SPEAKING.map((code) => NAMES.of(code)).join('|')})\\b`,
  'i',
);

/** Whether the lists say that a person is from a country where people bear two family names. */
export function bearsTwoFamilyNames(entries: readonly EntryFacts[]): boolean {
  return entries.some(({ names, nationalities = [], birthPlaces = [], addresses = [], programmes = [], kind }) => {
    if (kind !== 'person' || !names.some(({ parts }) => /\S\s+\S/.test(parts?.family ?? ''))) return false;
    return [nationalities, birthPlaces, addresses, programmes].some((texts) =>
      texts.some((text) => IN_SPANISH.test(text)),
    );
  });
}
