import { EXACT, hashText } from './keys.ts';

const PLAIN = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/;

/** A name as it is written, but for case, punctuation and white space: equal surfaces are the same name. */
function surfaceOf(name: string): string {
  // Most names are ASCII words with single spaces, which need no normalisation.
  if (PLAIN.test(name)) return name.toLowerCase();
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

export function surfaceHash(name: string): number {
  return hashText(surfaceOf(name), EXACT);
}
