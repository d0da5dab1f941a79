/* Titles that tell one bearer of a name from another: the elder and the younger, reign numbers, by-names. */
import { INITIAL, TITLE } from '../index/weigh.ts';
import { BY_NAMES, GENERATIONS, NUMERAL_INITIALS } from '../names/epithets.ts';
import { NUMERAL, reignNumberOf } from '../names/reign-numbers.ts';
import { type Alignment, lowestBit } from './judge.ts';
import type { ListedWords } from './own-words.ts';
import { carriesMeaning, type PlannedToken } from './plan.ts';

/** Beside one name alone an initial may be a numeral. */
const INITIAL_AND_NAME = 2;

/** What one name says of its bearer: a title's text, or an initial's. */
interface Said {
  readonly text: string;
  readonly isTitle: boolean;
}

/** Whether a name has a reign number or a by-name. Told once a query: hardly any has one. */
export const namesRuler = (tokens: readonly PlannedToken[]): boolean => tokens.some(isOfRuler);

const isOfRuler = ({ role, token }: PlannedToken): boolean =>
  role === TITLE && (NUMERAL.test(token.text) || BY_NAMES.has(token.text));

/** Whether every word of two names agrees, and a reign number or a by-name beside them. The first `namesRuler`. */
export function isSameRuler(
  { pairs, queryMask, entryMask }: Alignment,
  tokens: readonly PlannedToken[],
  listed: () => ListedWords,
): boolean {
  if (!pairs.some(({ query, similarity }) => similarity >= 1 && isOfRuler(tokens[lowestBit(query)]!))) return false;
  if (!tokens.every(({ role }, place) => queryMask & (1 << place) || role === TITLE)) return false;
  const { slots, roleOf } = listed();
  return placesOf(slots).every((slot) => entryMask & (1 << slot) || roleOf(slot) === TITLE);
}

/**
 * What tells two people apart of whom one is the elder, or has another reign number or by-name. `aside`: what stands
 * beside the name that was asked for.
 */
export function toldApart(
  tokens: readonly PlannedToken[],
  aside: readonly string[],
  listed: () => ListedWords,
): 'generation' | 'reign' | undefined {
  const isShort = tokens.filter(({ role }) => carriesMeaning(role)).length <= INITIAL_AND_NAME;
  const asked = tokens
    .filter(({ role }) => role === TITLE || (role === INITIAL && isShort))
    .map(({ role, token }): Said => ({ text: token.text, isTitle: role === TITLE }));
  for (const text of aside) asked.push({ text: reignNumberOf(text) ?? '', isTitle: true });
  if (asked.length === 0) return undefined;
  const { slots, roleOf, textOf } = listed();
  const places = placesOf(slots);
  const isShortToo = places.filter((slot) => carriesMeaning(roleOf(slot))).length <= INITIAL_AND_NAME;
  const theirs = places
    .filter((slot) => roleOf(slot) === TITLE || (roleOf(slot) === INITIAL && isShortToo))
    .map((slot): Said => ({ text: textOf(slot), isTitle: roleOf(slot) === TITLE }));
  if (haveOthers(asked, theirs, generation)) return 'generation';
  const isNumbered = [...asked, ...theirs].some(({ text, isTitle }) => isTitle && NUMERAL.test(text));
  const number = isNumbered ? numeral : nothing;
  return haveOthers(asked, theirs, number) || haveOthers(asked, theirs, byName) ? 'reign' : undefined;
}

const placesOf = (count: number): number[] => Array.from({ length: count }, (_, place) => place);
const nothing = (): undefined => undefined;
const generation = ({ text, isTitle }: Said) => (isTitle && GENERATIONS.has(text) ? text : undefined);
const byName = ({ text, isTitle }: Said) => (isTitle && BY_NAMES.has(text) ? text : undefined);

/** An initial may be a numeral beside another one: `Otto I`, Otto III. */
function numeral({ text, isTitle }: Said): string | undefined {
  if (!isTitle) return NUMERAL_INITIALS.get(text);
  return NUMERAL.test(text) ? text : undefined;
}

/** Both names say something of a kind, and nothing of it is the same. */
function haveOthers(asked: readonly Said[], listed: readonly Said[], of: (said: Said) => string | undefined): boolean {
  const [ours, theirs] = [asked, listed].map((all) => new Set(all.map(of).filter((one) => one !== undefined)));
  return ours!.size > 0 && theirs!.size > 0 && ours!.isDisjointFrom(theirs!);
}
