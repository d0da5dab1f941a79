import { readTable } from '../../tables.ts';
import { countryCoded } from '../countries/country-names.ts';

const KNOWN = new Set(readTable('documents/mrz-country-codes.tsv', ['code']).map(([code]) => code));

/** Whether a code names a state, organisation or kind of holder (ICAO Doc 9303 part 3 §5). */
export function isKnownCode(code: string): boolean {
  return KNOWN.has(code);
}

/**
 * Today's three-letter code of the country behind a code of a machine-readable zone. Some cards print two letters
 * (ISO 3166-1 alpha-2). Codes of organisations and specimens stay as they are.
 */
export function countryOf(code: string): string {
  if (/^GB[DNOPS]$/.test(code)) return 'GBR';
  return countryCoded(code) ?? code;
}
