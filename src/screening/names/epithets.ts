import { readTable } from '../../tables.ts';
import { NUMERAL } from './reign-numbers.ts';
import { isSkeleton } from './systems.ts';
import { givenNameClasses } from './tables/given-names.ts';
import { TITLES } from './tables/titles-and-particles.ts';
import type { NameToken, Reading } from './types.ts';

/** Words that tell one bearer of a name from another. */
interface Epithet {
  readonly words: readonly string[];
  /** What it is read as, in any language: `snr`, `jnr`, `2nd`, `thegreat`. */
  readonly text: string;
}

/** By the first word, the longest first. */
const EPITHETS = Map.groupBy(
  readTable('names/epithets.tsv', ['says', 'phrase'])
    .map(([says, phrase]): Epithet => ({ words: phrase.split(' '), text: says.replaceAll(' ', '') }))
    .sort((a, b) => b.words.length - a.words.length),
  ({ words }) => words[0]!,
);
/** Hungarian writes them before a name. */
const BEFORE_A_NAME = new Set(['idosebb', 'ifjabb', 'ifj']);
/** A single word may be a family name (Fils, Stari), unless it stands behind two names. */
const LEAST_NAMES = 2;
export const GENERATIONS: ReadonlySet<string> = new Set(['snr', 'jnr']);
export const BY_NAMES: ReadonlySet<string> = new Set(
  [...EPITHETS.values()].flatMap((all) => all.map(({ text }) => text)).filter((text) => text.startsWith('the')),
);
/** Initials that may be numerals. */
export const NUMERAL_INITIALS: ReadonlyMap<string, string> = new Map([
  ['i', '1st'],
  ['v', '5th'],
  ['x', '10th'],
]);

const mayBegin = ({ text, surface, variants }: NameToken): boolean =>
  EPITHETS.has(text) ||
  EPITHETS.has(surface.toLowerCase()) ||
  variants.some((one) => isWritten(one) && EPITHETS.has(one.text));

/** A person's tokens with an epithet of generation, or a reign number (Otto Halberg the Third), as one title. */
export function withGenerations(tokens: readonly NameToken[]): readonly NameToken[] {
  if (tokens.length < LEAST_NAMES || !tokens.some((token) => mayBegin(token) || NUMERAL.test(token.text))) {
    return tokens;
  }
  const out: NameToken[] = [];
  for (let at = 0; at < tokens.length; ) {
    const found = generationAt(tokens, at);
    const isNumeral = at > 0 && NUMERAL.test(tokens[at]!.text);
    out.push(found ? titleOf(tokens, at, found) : isNumeral ? { ...tokens[at]!, role: 'title' } : tokens[at]!);
    at += found?.words.length ?? 1;
  }
  return out;
}

function generationAt(tokens: readonly NameToken[], at: number): Epithet | undefined {
  return epithetsAt(tokens, at).find(({ words, text }) => {
    const isNumber = NUMERAL.test(text) && words.length > 1 && at + words.length === tokens.length;
    if (!GENERATIONS.has(text) && !(isNumber && at >= LEAST_NAMES)) return false;
    const others = tokens.length - words.length;
    const isPlaced = at === 0 ? BEFORE_A_NAME.has(words[0]!) : words.length > 1 || at === tokens.length - 1;
    return isPlaced && others >= (words.length > 1 ? 1 : LEAST_NAMES);
  });
}

function epithetsAt(tokens: readonly NameToken[], at: number): Epithet[] {
  const candidates = spellingsOf(tokens[at]!).flatMap((text) => EPITHETS.get(text) ?? []);
  return candidates.filter(({ words }) =>
    words.every((word, place) => spellingsOf(tokens[at + place] ?? NOBODY).includes(word)),
  );
}

function titleOf(tokens: readonly NameToken[], at: number, { words, text }: Epithet): NameToken {
  const parts = tokens.slice(at, at + words.length);
  const surface = parts.map((part) => part.surface).join(' ');
  return { text, surface, role: 'title', variants: [] };
}

const NOBODY: Pick<NameToken, 'text' | 'surface' | 'variants'> = { text: '', surface: '', variants: [] };

/** Consonants alone are no spelling: those of سحر, Sahar, are `sr`. */
function spellingsOf({ text, surface, variants }: Pick<NameToken, 'text' | 'surface' | 'variants'>): string[] {
  return [text, surface.toLowerCase(), ...variants.filter(isWritten).map((variant) => variant.text)];
}

const isWritten = ({ system }: NameToken['variants'][number]): boolean => !isSkeleton(system);

/**
 * The readings of a person's name, and each that may be a ruler's once more. Behind a given name alone, words may be a
 * by-name or a reign number (der Große, Великий, the First), and so may an initial (`Otto I`). They may be a family
 * name as well.
 */
export function withRulers(readings: readonly Reading[]): readonly Reading[] {
  const rulers = readings.flatMap((reading) => {
    const tokens = asRuler(reading.tokens);
    return tokens === undefined ? [] : { ...reading, tokens };
  });
  return rulers.length === 0 ? readings : [...readings, ...rulers];
}

function asRuler(tokens: readonly NameToken[]): NameToken[] | undefined {
  if (tokens.length < LEAST_NAMES) return undefined;
  const name = tokens.findIndex(({ role, text }) => role !== 'title' && !TITLES.has(text));
  if (name < 0) return undefined;
  const titles: NameToken[] = [];
  let at = name + 1;
  for (; at < tokens.length; at++) {
    const title = titleAlone(tokens[at]!);
    if (!title) break;
    titles.push(title);
  }
  const found = at < tokens.length ? byNameAt(tokens, at) : undefined;
  const isRead =
    found !== undefined || (at === tokens.length && titles.some((title, place) => title !== tokens[name + 1 + place]));
  if (!isRead || !(isGivenName(tokens[name]!) || (found && isCertain(found)))) return undefined;
  return [...tokens.slice(0, name + 1), ...titles, ...(found ? [titleOf(tokens, at, found)] : [])];
}

const isGivenName = (token: NameToken): boolean => spellingsOf(token).some((text) => givenNameClasses(text).length > 0);

/** Two words behind one name, or a numeral in words of another script, are hardly a family name. */
const isCertain = ({ words, text }: Epithet): boolean =>
  words.length > 1 || (NUMERAL.test(text) && !/[a-z\u0400-\u04ff]/.test(words[0]!));

/** A title, or an initial as the numeral that it may be. */
function titleAlone(token: NameToken): NameToken | undefined {
  if (token.role === 'title') return token;
  const numeral = token.role === 'initial' ? NUMERAL_INITIALS.get(token.text) : undefined;
  return numeral === undefined ? undefined : { text: numeral, surface: token.surface, role: 'title', variants: [] };
}

/** What fills the rest of the name from a place on. */
function byNameAt(tokens: readonly NameToken[], at: number): Epithet | undefined {
  const rest = tokens.length - at;
  return epithetsAt(tokens, at).find((one) => one.words.length === rest && !GENERATIONS.has(one.text));
}
