/*
 * The words that an organisation chose for itself, and the numbers that tell units apart: Bryansk, Quds, 74455. All
 * others say what it is and does, and where. Names agree in these alone where they are of one kind.
 */
import { BODY, isGeneral, NUMBER, WORD } from '../index/weigh.ts';
import { organisationWord } from '../names/tables/organisation-words.ts';
import type { NameToken } from '../names/types.ts';
import { type Alignment, lowestBit } from './judge.ts';
import { carriesMeaning, type PlannedToken } from './plan.ts';

/** What is asked of the listed name. */
export interface ListedWords {
  readonly slots: number;
  /** The role of a slot; less than 0 for a country. */
  readonly roleOf: (slot: number) => number;
  readonly textOf: (slot: number) => string;
  /** 0 to 1. */
  readonly rarityOf: (text: string) => number;
}

/** Rarity of a word that says who is meant. */
const RARE_ENOUGH = 0.42;
/** Shorter words are initials, or parts of words. */
const MIN_LENGTH = 3;
/** Beside more pairs than these an acronym stands for some of them. */
const MOST_BESIDE_ACRONYM = 3;

/** Nothing but a country and a word for its kind agrees, and the listed name has a rare word of its own. */
export function lacksOwnWord({ pairs, entryMask }: Alignment, tokens: readonly PlannedToken[], listed: ListedWords) {
  let [countries, kinds] = [0, 0];
  for (const { query } of pairs) {
    const { role, token } = tokens[lowestBit(query)]!;
    if (token.country !== undefined) countries++;
    else if (isOfKind(role, token)) kinds += Number(role !== BODY);
    else if (carriesMeaning(role)) return false;
  }
  return countries > 0 && kinds <= 1 && hasOwnWord(listed, entryMask);
}

/** Nothing agrees but words of kind and place, and each name has a word of its own that the other one lacks. */
export function haveOtherOwnWords(
  { pairs, queryMask, entryMask }: Alignment,
  tokens: readonly PlannedToken[],
  listed: ListedWords,
) {
  // Letters that shorten other words of the name are none of its own.
  const shortens = pairs.length > MOST_BESIDE_ACRONYM;
  const isShared = (token: PlannedToken) => isOwn(token) && !(shortens && token.exact);
  if (pairs.some(({ query }) => isShared(tokens[lowestBit(query)]!))) return false;
  const isLeft = (place: number) => !(queryMask & (1 << place));
  return tokens.some((token, place) => isLeft(place) && isOwn(token)) && hasOwnWord(listed, entryMask);
}

/** Words of a name without a partner: those that the organisation chose, and those that say what it is or does. */
interface LeftWords {
  readonly own: number;
  readonly known: number;
}

export function leftOfQuery(tokens: readonly PlannedToken[], mask: number): LeftWords {
  const left = tokens.filter(({ token }, place) => !(mask & (1 << place)) && token.country === undefined);
  return {
    own: left.filter(isOwn).length,
    known: left.filter(({ role, token }) => carriesMeaning(role) && isOfKind(role, token)).length,
  };
}

export function leftOfListed({ slots, roleOf, textOf }: ListedWords, mask: number): LeftWords {
  let [own, known] = [0, 0];
  for (let slot = 0; slot < slots; slot++) {
    if (mask & (1 << slot)) continue;
    const role = roleOf(slot);
    if (role === NUMBER || (role === WORD && isOwnText(textOf(slot)))) own++;
    else if (role >= 0 && carriesMeaning(role)) known++;
  }
  return { own, known };
}

/** Whether it is a word that the organisation chose, or a number. */
export function isOwn({ role, token }: PlannedToken): boolean {
  if (role === NUMBER) return true;
  return role === WORD && token.country === undefined && !isOfKind(role, token) && token.text.length >= MIN_LENGTH;
}

function hasOwnWord({ slots, roleOf, textOf, rarityOf }: ListedWords, entryMask: number): boolean {
  for (let slot = 0; slot < slots; slot++) {
    if (entryMask & (1 << slot)) continue;
    if (roleOf(slot) === NUMBER) return true;
    if (roleOf(slot) === WORD && isOwnText(textOf(slot)) && rarityOf(textOf(slot)) >= RARE_ENOUGH) return true;
  }
  return false;
}

function isOwnText(text: string): boolean {
  const known = organisationWord(text);
  return text.length >= MIN_LENGTH && (known === undefined || known.isChosen);
}

/** What an organisation is or does, and no word that it chose. */
function isOfKind(role: number, { meaning }: NameToken): boolean {
  return isGeneral(role) || (meaning !== undefined && organisationWord(meaning)?.isChosen !== true);
}
