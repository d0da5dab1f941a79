import type { NumberType } from './document-type.ts';

/** Fewer signs are shared by many documents. */
const MIN_SIGNS = 5;
/** From so many on a number finds its entry whatever is said of its type and country. */
const MIN_TELLING = 7;
const IMO = /^\d{7}$/;
/** ISO 9362: party, country, location, and perhaps a branch. It may be without a digit. */
const BIC = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
/** Decimal digits of other scripts begin at these. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50];

/**
 * A number as it is compared: letters and digits alone, in capitals. Undefined for what is none: too short, a sign
 * again and again, or a word without a digit that is no BIC.
 */
export function comparedNumber(text: string, type: NumberType): string | undefined {
  const bare = asciiDigits(text.normalize('NFKC'))
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  const number = type === 'imo' ? bare.replace(/^IMO/, '') : bare;
  if (type === 'imo') return IMO.test(number) ? number : undefined;
  if (number.length < MIN_SIGNS || new Set(number).size === 1) return undefined;
  return /\d/.test(number) || (type === 'bic' && BIC.test(number)) ? number : undefined;
}

/** Whether a number says enough by itself. */
export function isTelling(number: string): boolean {
  return number.length >= MIN_TELLING;
}

function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    const zero = ZEROS.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}
