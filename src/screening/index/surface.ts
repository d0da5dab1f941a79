import { EXACT, hashText } from './keys.ts';

/** A name as it is written, but for case, punctuation and white space: equal surfaces are the same name. */
export function surfaceOf(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

export function surfaceHash(name: string): number {
  return hashText(surfaceOf(name), EXACT);
}
