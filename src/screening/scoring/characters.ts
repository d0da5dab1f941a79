import type { IndexView } from '../index/view.ts';
import type { Alignment } from './judge.ts';
import type { Plan } from './plan.ts';

/** Two names in Han characters that differ in one of them score no more. */
export const MAX_FOR_OTHER_CHARACTERS = 55;

/** Whether two East Asian names have the same Han characters, or are spelt the same in Latin letters. */
export type Characters = 'same' | 'other' | undefined;

/** Undefined where query and form are written in different scripts, or are no East Asian names. */
export function compareCharacters(alignment: Alignment, { tokens }: Plan, view: IndexView, form: number): Characters {
  const { slots, slotStarts, wordCharacters, wordSyllabic } = view;
  const [start, end] = [slotStarts[form]!, slotStarts[form + 1]!];
  if (tokens.some(({ token }) => token.languages) && alignment.complete && !wordSyllabic[slots[start]!]) return 'same';
  if (wordCharacters[slots[start]!] === 0) return undefined;
  if (!tokens.every(({ token }) => token.characters !== undefined)) return undefined;
  const all = (count: number) => 2 ** count - 1;
  return alignment.queryMask === all(tokens.length) && alignment.entryMask === all(end - start) ? 'same' : 'other';
}
