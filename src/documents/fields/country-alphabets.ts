/** Letters that a country's languages do not have, each before the one with another mark for which print readers take it; by ISO 3166-1 alpha-3. */
const STRANGERS: Readonly<Record<string, readonly string[]>> = {
  SWE: ['ÂÅ'],
  NOR: ['ÂÅ'],
  DNK: ['ÂÅ'],
  FIN: ['ÂÅ'],
  HUN: ['ÕŐ', 'ŨŰ', 'ÛŰ'],
  CZE: ['ÊĚ', 'ÛŮ', 'ÙŮ'],
  ROU: ['ÃĂ', 'ŢȚ', 'ŞȘ'],
  EST: ['ÔÕ'],
  LVA: ['ÃĀ', 'ÂĀ', 'ÊĒ', 'ÎĪ', 'ÛŪ'],
  LTU: ['ÛŪ', 'ÙŪ', 'ÈĖ'],
  POL: ['ŽŻ'],
};

/** An address in the letters of the country that it is in. Names stay as they are read: they come from everywhere. */
export function inAlphabetOf(country: string, address: string): string {
  const strangers = STRANGERS[country] ?? [];
  return strangers.reduce(
    (text, [stranger, own]) => text.replaceAll(stranger!, own!).replaceAll(stranger!.toLowerCase(), own!.toLowerCase()),
    address,
  );
}
