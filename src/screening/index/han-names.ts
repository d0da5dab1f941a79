import type { EntryFacts } from '../../domain/list-entry.ts';
import { analyseName } from '../names/analyse.ts';
import { charactersOf, isOwnHanName } from '../names/characters.ts';
import { type ReadingSystem, writesForeignName } from '../names/systems.ts';
import type { NameToken, Reading } from '../names/types.ts';
import { EXACT, hashText } from './keys.ts';

const MIN_SYLLABLE_LENGTH = 2;
/** Words of a romanised name that have to come from the characters; what stands beside them is a Western name. */
const MIN_ROMANISED = 2;
const NONE: ReadonlySet<string> = new Set();

/** Of a word that spells a foreign name in Han characters: other characters may spell it too. */
const FOREIGN = 1;

/** Tells the Han characters of words apart; 0 for a word that has none. */
export function charactersHash(characters: string | undefined): number {
  return characters === undefined ? 0 : Math.max(FOREIGN + 1, hashText(characters, EXACT));
}

/** The same of a token of a list. */
export function listedCharacters({ characters, surface }: NameToken, system: ReadingSystem): number {
  return writesForeignName(system) && charactersOf(surface) !== undefined ? FOREIGN : charactersHash(characters);
}

/** Every spelling of the parts of the names that a person's entries give in Han characters. */
export function spellingsOfHanNames(entries: readonly EntryFacts[]): ReadonlySet<string> {
  const own = entries.filter(({ kind }) => kind === 'person').flatMap(({ names }) => names);
  const written = own.filter(({ full }) => isOwnHanName(full));
  if (written.length === 0) return NONE;
  const readings = written.flatMap(({ full }) => analyseName(full, 'person').readings);
  const tokens = readings.filter(({ system }) => !writesForeignName(system)).flatMap((reading) => reading.tokens);
  return new Set(tokens.flatMap(({ text, variants }) => [text, ...variants.map((variant) => variant.text)]));
}

/** Whether a name in other letters is one of those in Han characters, whose `spellings` are given. */
export function romanises({ tokens }: Reading, spellings: ReadonlySet<string>): boolean {
  if (spellings.size === 0 || tokens.some(({ characters }) => characters !== undefined)) return false;
  const words = tokens.filter(({ role }) => role === 'word');
  const known = words.filter(({ text }) => spellings.has(text) || isOfTwo(text, spellings)).length;
  return known >= Math.min(MIN_ROMANISED, words.length);
}

function isOfTwo(text: string, spellings: ReadonlySet<string>): boolean {
  for (let at = MIN_SYLLABLE_LENGTH; at <= text.length - MIN_SYLLABLE_LENGTH; at++) {
    if (spellings.has(text.slice(0, at)) && spellings.has(text.slice(at))) return true;
  }
  return false;
}
