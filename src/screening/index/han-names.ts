import { isOwnHanName } from '../names/characters.ts';
import { isByEar, type ReadingSystem, writesForeignName } from '../names/systems.ts';
import type { AnalysedName, NameToken, Reading } from '../names/types.ts';
import { EXACT, hashText } from './keys.ts';
import { isHangulName } from './syllabic.ts';

const IN_OWN_SCRIPT = /[\p{Script=Han}\p{Script=Hangul}]/u;
const MIN_SYLLABLE_LENGTH = 2;
/** Words of a romanised name that have to come from the characters; what stands beside them is a Western name. */
const MIN_ROMANISED = 2;
const NONE: ReadonlySet<string> = new Set();

/** Of a word that spells a foreign name in Han characters or Hangul: other characters may spell it too. */
export const FOREIGN = 1;

/** Tells the Han characters of words apart; 0 for a word that has none. */
export function charactersHash(characters: string | undefined): number {
  return characters === undefined ? 0 : Math.max(FOREIGN + 1, hashText(characters, EXACT));
}

/** The same of a token of a list. */
export function listedCharacters({ characters, surface }: NameToken, system: ReadingSystem): number {
  const foreign = isByEar(system) || writesForeignName(system);
  return foreign && IN_OWN_SCRIPT.test(surface) ? FOREIGN : charactersHash(characters);
}

/** How a person's names in a script of East Asia are romanised: every spelling of their parts. */
export interface OwnScriptNames {
  readonly han: ReadonlySet<string>;
  readonly hangul: ReadonlySet<string>;
}

/** Of all names that a person's entries give. */
export function ownScriptNames(names: readonly AnalysedName[]): OwnScriptNames {
  const han = names.filter(({ original }) => isOwnHanName(original));
  const hangul = names.filter(({ original }) => isHangulName(original));
  return { han: spellingsOf(han), hangul: spellingsOf(hangul) };
}

function spellingsOf(names: readonly AnalysedName[]): ReadonlySet<string> {
  if (names.length === 0) return NONE;
  const readings = names.flatMap((name) => name.readings);
  const tokens = readings.filter(({ system }) => !isByEar(system)).flatMap((reading) => reading.tokens);
  return new Set(tokens.flatMap(({ text, variants }) => [text, ...variants.map((variant) => variant.text)]));
}

/** Whether a name in other letters is one of those whose `spellings` are given. */
export function romanises({ tokens }: Reading, spellings: ReadonlySet<string>): boolean {
  if (spellings.size === 0 || tokens.some(({ surface }) => IN_OWN_SCRIPT.test(surface))) return false;
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
