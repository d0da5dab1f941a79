import type { IndexView } from '../index/view.ts';
import type { Alignment } from './judge.ts';
import type { Plan } from './plan.ts';

/** Two names in Han characters that differ in one of them score no more. */
export const MAX_FOR_OTHER_CHARACTERS = 55;

/** Of two names that are written in Han characters: whether these are the same. */
export type Characters = 'same' | 'other' | undefined;

/** Undefined where the query or the form is not written in Han characters. */
export function compareCharacters(alignment: Alignment, { tokens }: Plan, view: IndexView, form: number): Characters {
  const { slots, slotStarts, wordCharacters } = view;
  const [start, end] = [slotStarts[form]!, slotStarts[form + 1]!];
  if (wordCharacters[slots[start]!] === 0) return undefined;
  if (!tokens.every(({ token }) => token.characters !== undefined)) return undefined;
  const all = (count: number) => 2 ** count - 1;
  return alignment.queryMask === all(tokens.length) && alignment.entryMask === all(end - start) ? 'same' : 'other';
}
