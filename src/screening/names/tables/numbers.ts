import { readTable } from '../../../tables.ts';

const VALUES = new Map<string, number>();
const TENS = new Map<string, number>();
for (const [kind, value, word] of readTable('names/numbers.tsv', ['kind', 'value', 'word'])) {
  (kind === 'ten' ? TENS : VALUES).set(word, Number(value));
}

const ORDINAL_DIGITS = /^(\d+)(?:st|nd|rd|th)$/;

/** The number that begins with these folded words, and how many of them it takes; `undefined` where none does. */
export function numberAt(
  text: string,
  next: string | undefined,
): { readonly value: number; readonly length: number } | undefined {
  const tens = TENS.get(text);
  if (tens !== undefined) {
    const unit = next === undefined ? undefined : /^\d$/.test(next) ? Number(next) : VALUES.get(next);
    return unit !== undefined && unit > 0 && unit < 10 && !/^[ivx]+$/.test(next!)
      ? { value: tens + unit, length: 2 }
      : { value: tens, length: 1 };
  }
  const value = VALUES.get(text);
  if (value !== undefined) return { value, length: 1 };
  const digits = ORDINAL_DIGITS.exec(text)?.[1];
  return digits === undefined ? undefined : { value: Number(digits), length: 1 };
}
