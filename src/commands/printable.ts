/**
 * Text for a terminal. Characters that would control it become the replacement character, but line breaks and tabs
 * stay.
 */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '\uFFFD');
}
