/*
 * Chinese firms are known by short names. Of place, own word, trade, kind and legal form these leave out what does not
 * tell: 杭州海康威视数字技术股份有限公司 is 海康威视, and 苏州百胜动力机器股份有限公司 is 苏州百胜 or 百胜动力.
 */
import type { IndexView } from '../index/view.ts';
import { NUMBER } from '../index/weigh.ts';
import type { Alignment } from './judge.ts';
import { bearersOf, LEAST_BY_BEARERS } from './lone-word.ts';
import type { Plan } from './plan.ts';

const HAN = /^[\p{Script=Han}\s()（）]+$/u;
/** A word of two characters alone is that of many firms: one may be meant where nobody else on the lists has it. */
const LONG_ENOUGH = 3;
/** Of pinyin: a single character is seldom the word that a firm chose (局, bureau). */
const MIN_OWN_LETTERS = 4;

/** Of a query that may be such a name: the place of its own word, and what it says alone. */
export interface ShortName {
  readonly place: number;
  /** The least score of a name that it tells from all others. */
  readonly least: number;
}

/** Undefined for a name in other letters, without an own word or with two, and for what many firms are called. */
export function shortNameOf(name: string, { tokens }: Plan, view: IndexView): ShortName | undefined {
  if (!HAN.test(name)) return undefined;
  const own = tokens.flatMap(({ token }, place) => (token.characters === undefined ? [] : [place]));
  const [place, ...others] = own;
  if (place === undefined || others.length > 0) return undefined;
  const { characters, text } = tokens[place]!.token;
  const bearers = bearersOf(view.textId(text), view, LEAST_BY_BEARERS.length - 1);
  const isShort = tokens.length === 1 && characters!.length < LONG_ENOUGH;
  const least = LEAST_BY_BEARERS[isShort && bearers > 1 ? 0 : bearers] ?? 0;
  return least === 0 ? undefined : { place, least };
}

/** What is asked of the listed name: the word at a slot, and its role. */
interface ListedName {
  readonly slots: number;
  readonly wordAt: (slot: number) => number;
  readonly roleOf: (slot: number) => number;
}

/**
 * Whether a query in Han characters lacks the own word of a listed name that has such characters, or has them in
 * another order. Other characters are another firm.
 */
export function hasOtherCharacters(
  name: string,
  { pairs, entryMask }: Alignment,
  { slots, wordAt }: Pick<ListedName, 'slots' | 'wordAt'>,
  view: IndexView,
): boolean {
  if (!HAN.test(name)) return false;
  let letters = 0;
  let before = 0;
  for (let slot = 0; slot < slots; slot++) {
    const word = wordAt(slot);
    if (view.wordCharacters[word] === 0) continue;
    const query = pairs.find(({ entry }) => entry === 1 << slot)?.query ?? 0;
    if (query !== 0 && query < before) return true;
    if (query !== 0) before = query;
    if (!(entryMask & (1 << slot))) letters += view.text(view.wordText[word]!).length;
  }
  return letters >= MIN_OWN_LETTERS;
}

/** Whether all of the query is in a listed name, which besides says no more than where and what a firm is. */
export function shortens(
  { place }: ShortName,
  { pairs, queryMask, entryMask, inOrder }: Alignment,
  { tokens }: Plan,
  { slots, wordAt, roleOf }: ListedName,
  { wordCharacters }: IndexView,
): boolean {
  const isWhole = queryMask === 2 ** tokens.length - 1 && inOrder && pairs.every(({ similarity }) => similarity >= 1);
  if (!isWhole) return false;
  const own = pairs.find(({ query }) => query === 1 << place);
  for (let slot = 0; slot < slots; slot++) {
    const isOwn = wordCharacters[wordAt(slot)] !== 0;
    if (own?.entry === 1 << slot ? !isOwn : !(entryMask & (1 << slot)) && (isOwn || roleOf(slot) === NUMBER))
      return false;
  }
  return own !== undefined;
}
