import { tidy } from '../../entries/values.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** The words of an HTML text: tags taken off, the usual entities and numeric ones replaced, white space folded. */
export function plainText(html: string | undefined): string | undefined {
  return tidy(
    html
      ?.replace(/<[^>]*>/g, ' ')
      .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (all, decimal, hex, name) =>
        name ? (ENTITIES[name.toLowerCase()] ?? all) : character(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
      ),
  );
}

const character = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ');
