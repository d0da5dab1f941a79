import { foldText } from './fold-text.ts';

/** A word or number of a query, where it stands. */
export interface QueryWord {
  /** Folded. */
  readonly text: string;
  readonly raw: string;
  readonly start: number;
  readonly end: number;
}

/** A digit of any script, or a sign that is a number. */
export const DIGIT = /[0-9]|(?=[^\0-\x7f])\p{N}/u;
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
/** `2nd`, folded. */
export const ORDINAL = /^\d+(?:st|nd|rd|th)$/;

export function wordsOf(text: string): QueryWord[] {
  return Array.from(text.matchAll(WORDS), ({ 0: raw, index }) => ({
    text: foldText(raw),
    raw,
    start: index,
    end: index + raw.length,
  }));
}

/** More digits than letters: `1976`, `AB1234567`, `05OCT1976`. `M0hammed` is a word. */
export function isNumber({ text, raw }: QueryWord): boolean {
  if (!DIGIT.test(raw) || ORDINAL.test(text)) return false;
  const digits = raw.match(/\p{N}/gu)!.length;
  return digits > (raw.match(/\p{L}/gu)?.length ?? 0);
}
