import { readTable } from '../../tables.ts';
import { countryCoded } from '../countries/country-names.ts';

const KINDS = new Map(readTable('documents/mrz-country-codes.tsv', ['code', 'kind']));

/** All codes that stand in zones, with fillers behind shorter ones. */
export const CODES: readonly string[] = [...KINDS.keys()].map((code) => code.padEnd(3, '<'));

/** Whether a code stands in zones, whoever it is: a state of today or before, an organisation or a kind of holder. */
export function isKnownCode(code: string): boolean {
  return KINDS.has(code);
}

/** Whether a code is one of ICAO Doc 9303 part 3 §5: a state, an organisation, a kind of holder or the specimens'. */
export function isListed(code: string): boolean {
  return isIssuer(code) || isHolder(code);
}

/** Whether a code is that of holders without a nationality, who issue nothing. */
export function isHolder(code: string): boolean {
  return KINDS.get(code) === 'holder';
}

/** Whether a code is that of a state or organisation that issues documents today, or that of specimens. */
export function isIssuer(code: string): boolean {
  return ['state', 'organisation', 'specimen'].includes(KINDS.get(code) ?? '');
}

/** Whether a code can be a nationality: all but those of issuers that no state recognises. */
export function isNationality(code: string): boolean {
  return isKnownCode(code) && KINDS.get(code) !== 'unlisted';
}

/**
 * Today's three-letter code of the country behind a code of a machine-readable zone. Some cards print two letters
 * (ISO 3166-1 alpha-2). Codes of organisations, of former states and of specimens stay as they are.
 */
export function countryOf(code: string): string {
  if (/^GB[DNOPS]$/.test(code)) return 'GBR';
  return code === 'RP' ? 'PHL' : (countryCoded(code) ?? code);
}
