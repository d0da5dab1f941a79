import { ACRONYM, EXPOSED, ONE_OF_MORE, TWO_FAMILY_NAMES, WEAK } from '../index/compile.ts';
import type { IndexView } from '../index/view.ts';
import { WORD } from '../index/weigh.ts';
import { isCommonSurname } from '../names/tables/common-surnames.ts';
import { givenNameClasses } from '../names/tables/given-names.ts';
import { organisationWord } from '../names/tables/organisation-words.ts';
import type { Plan } from './plan.ts';

/** Rarities, 0 to 1: about one entry in 6,000 has a word of .8, in 1,100 one of .65 and in 700 one of .6. */
const [RARE, COMMON_GIVEN_NAME, COMMON] = [0.8, 0.65, 0.6];
const MIN_LENGTH = 4;
/** The least score of a telling word, by how many entities have it. */
export const LEAST_BY_BEARERS = [0, 74, 72, 70];

/** What a query of a single word says by that alone. */
export interface LoneWord {
  /** Its number in the dictionary. */
  readonly text: number;
  /** Many people are called so. */
  readonly isGivenName: boolean;
  /** The least score of a name that it tells from all others; 0 for a word that does not. */
  readonly least: number;
}

/** Entities of another index. */
export interface Crowd {
  readonly entities: number;
  /** How many of them have a word of this main text; about one over `most` are counted. */
  withText(text: string, most: number): number;
}

const NONE: LoneWord = { text: -1, isGivenName: false, least: 0 };

/** What a query of one word says; nothing where it has more. `crowd`: who bears it besides. */
export function loneWordOf({ tokens }: Plan, view: IndexView, isPerson: boolean, crowd?: Crowd): LoneWord {
  const [planned, ...more] = tokens;
  if (!planned || more.length > 0 || planned.role !== WORD) return NONE;
  const { text, variants, meaning, country, characters } = planned.token;
  if (meaning !== undefined || country !== undefined || characters !== undefined) return NONE;
  const id = view.textId(text);
  const rarity = view.rarity(text) ?? 1;
  const isKnown =
    isPerson && [text, ...variants.map((one) => one.text)].some((one) => givenNameClasses(one).length > 0);
  // Abd al-Rahman is one name of two words.
  const isGivenName = isPerson && planned.parts === 1 && rarity <= (isKnown ? COMMON_GIVEN_NAME : COMMON);
  const mayTell = id >= 0 && !isKnown && !isCommonSurname(text) && rarity >= RARE && text.length >= MIN_LENGTH;
  if (!mayTell) return { text: id, isGivenName, least: 0 };
  const most = LEAST_BY_BEARERS.length - 1;
  const bearers = bearersOf(id, view, most) + (crowd?.withText(text, most) ?? 0);
  return { text: id, isGivenName, least: LEAST_BY_BEARERS[bearers] ?? 0 };
}

/** Entities that have a word of this main text, by its number, -1 for none; at most one over `most` are counted. */
export function bearersOf(
  text: number,
  { formEntity, postings, postingStarts, textWords, textWordStarts, wordText }: IndexView,
  most: number,
): number {
  const entities = new Set<number>();
  if (text < 0) return 0;
  for (let at = textWordStarts[text]!; at < textWordStarts[text + 1]!; at++) {
    const word = textWords[at]!;
    if (wordText[word] !== text) continue;
    for (let place = postingStarts[word]!; place < postingStarts[word + 1]!; place++) {
      entities.add(formEntity[postings[place]!]!);
      if (entities.size > most) return entities.size;
    }
  }
  return entities.size;
}

/** Whether the word is a given name that the form is, while the lists have more of its owner's name. */
export const isGivenNameAlone = ({ isGivenName }: LoneWord, flags: number): boolean =>
  isGivenName && (flags & ONE_OF_MORE) !== 0;

/** A form that the word may tell from all others, and the slot that pairs with it. */
export interface ToldForm {
  readonly form: number;
  readonly slot: number;
  readonly isPerson: boolean;
  readonly roleOf: (slot: number) => number;
}

/** Whether the word is the family name of a form, or the only word that an organisation chose for itself. */
export function tells({ text }: LoneWord, { form, slot, isPerson, roleOf }: ToldForm, view: IndexView): boolean {
  const { formFamily, formFlags, slotStarts, slots, wordText } = view;
  const [start, end] = [slotStarts[form]!, slotStarts[form + 1]!];
  const [flags, family] = [formFlags[form]!, formFamily[form]!];
  if (wordText[slots[start + slot]!] !== text || flags & (WEAK | ACRONYM | EXPOSED)) return false;
  if (isPerson) {
    const fathers = family & -family;
    // A part of a double name is not the name.
    if (family !== 0) return 1 << slot === fathers && (family === fathers || (flags & TWO_FAMILY_NAMES) !== 0);
    return slot === end - start - 1;
  }
  for (let other = 0; other < end - start; other++) {
    if (other !== slot && roleOf(other) === WORD && isOwn(view.text(wordText[slots[start + other]!]!))) return false;
  }
  return true;
}

function isOwn(text: string): boolean {
  const known = organisationWord(text);
  return known === undefined || known.isChosen;
}
