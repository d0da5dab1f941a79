import { readTable } from '../../tables.ts';

/** A state, province or territory that issues licences of its own. */
export interface Region {
  readonly country: 'USA' | 'CAN';
  /** Postal code of two letters. */
  readonly code: string;
  /** English name, and the French one of Canadian provinces where it differs, in capitals without marks. */
  readonly names: readonly string[];
}

/** All of both countries, longest names first: West Virginia before Virginia. */
export const REGIONS: readonly Region[] = readRegions().sort((a, b) => b.names[0]!.length - a.names[0]!.length);

const BY_CODE = new Map(REGIONS.map((region) => [region.code, region]));

/** The state or province of a postal code of two capitals; null for any other text. */
export function regionCoded(code: string): Region | null {
  return BY_CODE.get(code) ?? null;
}

function readRegions(): Region[] {
  const regions = new Map<string, { country: Region['country']; code: string; names: string[] }>();
  for (const [country, code, name] of readTable('documents/regions.tsv', ['country', 'code', 'name'])) {
    const region = regions.get(code) ?? { country: country as Region['country'], code, names: [] };
    region.names.push(name.toUpperCase());
    regions.set(code, region);
  }
  return [...regions.values()];
}
