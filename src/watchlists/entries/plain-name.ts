import { tidy } from './values.ts';

/**
 * Marks of the page that a list was taken from: `[14]`, `[note 2]`, `[citation needed]`. Brackets with other words tell
 * namesakes apart (`Ministry of Interior [Syria]`) and stay.
 */
const FOOTNOTE = /\s?[[(](?:(?:note|nb|fn) ?\d{1,3}|(?:citation|source) needed)[\])]|\s?\[\d{1,3}\]/gi;
const MARK_AT_END = /\s?(?:\[[a-z]\]|[*†‡§]|(?<=\p{Ll})[¹²³⁰⁴-⁹]{1,3})$/iu;
const SEPARATOR_AT_END = /[\s,;]$|\s[-–—]$/;
const SEPARATOR_AT_START = /^[\s,;]/;
/** Direction marks, soft hyphens and byte order marks. Joiners (U+200C, U+200D) are part of a spelling and stay. */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
/** No name has control characters: these are Windows-1252 letters that somebody took for Latin-1 (`\x9a` for š). */
const MISREAD = /[\x80-\x9f]/g;
const ENTITY = /&(amp|quot|apos|nbsp|#39|#0?34);/g;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
  '#34': '"',
  '#034': '"',
};
const windows1252 = new TextDecoder('windows-1252');

/** A listed name without what is not part of it; undefined where nothing is left. */
export function plainName(text: string | undefined): string | undefined {
  let name = tidy(
    text
      ?.replace(ENTITY, (_, entity: string) => ENTITIES[entity]!)
      .replace(MISREAD, (letter) => windows1252.decode(Uint8Array.of(letter.charCodeAt(0))))
      .replace(INVISIBLE, '')
      .replace(FOOTNOTE, ''),
  );
  while (name && SEPARATOR_AT_START.test(name)) name = name.slice(1);
  while (name && (SEPARATOR_AT_END.test(name) || MARK_AT_END.test(name))) {
    name = name.replace(SEPARATOR_AT_END, '').replace(MARK_AT_END, '');
  }
  return tidy(name);
}
