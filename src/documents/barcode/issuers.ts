import { readTable } from '../../tables.ts';

/** Who issued a licence: ISO 3166-1 alpha-3 country and the postal code and English name of its state or province. */
export interface Issuer {
  readonly country: 'USA' | 'CAN' | 'MEX';
  /** `null` where no state or province issues, as with the Department of State. */
  readonly code: string | null;
  readonly name: string;
}

/** Issuer identification numbers as AAMVA publishes them. The Department of State issues licences to diplomats. */
const ISSUERS = new Map<string, Issuer>();
for (const [number, country, code, name] of readTable('documents/licence-issuers.tsv', [
  'number',
  'country',
  'code',
  'name',
])) {
  ISSUERS.set(number, { country: country as Issuer['country'], code: code === '-' ? null : code, name });
}

/** The issuer of a six-digit number, `null` where AAMVA has published none. */
export function issuerOf(number: string): Issuer | null {
  return ISSUERS.get(number) ?? null;
}
