import { readTable } from '../../tables.ts';

/**
 * Distinguishing signs of vehicles in international traffic. Driving licences show them in the upper left
 * (Directive 2006/126/EC annex I no. 3).
 */
const COUNTRIES = new Map(readTable('documents/vehicle-signs.tsv', ['sign', 'country']));

/** The country, alpha-3, whose sign a text is; null for any other text. */
export function countryOfSign(text: string): string | null {
  return COUNTRIES.get(text.trim()) ?? null;
}
