import { readTable } from '../../tables.ts';

const SIGNS: Readonly<Record<string, string>> = { A: '[A-Z]', '9': '\\d', X: '[A-Z\\d]' };

/** What numbers look like, by issuer and type of document. */
const FORMATS = new Map<string, RegExp[]>();

for (const [issuer, type, format] of readTable('documents/number-formats.tsv', ['issuer', 'type', 'format'])) {
  const source = format.replace(/([A9X])(\{[\d,]+\})?/g, (_, sign: string, times = '') => SIGNS[sign]! + times);
  const key = keyOf(issuer, type);
  FORMATS.set(key, [...(FORMATS.get(key) ?? []), new RegExp(`^${source}$`)]);
}

/**
 * Whether a number has a format that its issuer publishes; undefined where none is known. `issuer`: ISO 3166-1 alpha-3,
 * with a hyphen and the province for Canadian licences.
 */
export function hasPublishedFormat(issuer: string, type: string, number: string): boolean | undefined {
  const bare = number.toUpperCase().replace(/[\s/-]/g, '');
  return FORMATS.get(keyOf(issuer, type))?.some((format) => format.test(bare));
}

function keyOf(issuer: string, type: string): string {
  return `${issuer} ${type}`;
}
