/**
 * Letters that a country's languages do not have, by ISO 3166-1 alpha-3. Each stands before the letter that readers of
 * print take it for.
 */
const FOREIGN_LETTERS: Readonly<Record<string, readonly string[]>> = {
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
  const pairs = FOREIGN_LETTERS[country] ?? [];
  return pairs.reduce(
    (text, [foreign, local]) =>
      text.replaceAll(foreign!, local!).replaceAll(foreign!.toLowerCase(), local!.toLowerCase()),
    address,
  );
}
