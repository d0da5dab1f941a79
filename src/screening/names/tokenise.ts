import { unmixScripts } from './normalise.ts';

export type Script =
  | 'latin'
  | 'cyrillic'
  | 'greek'
  | 'arabic'
  | 'hebrew'
  | 'indic'
  | 'thai'
  | 'burmese'
  | 'armenian'
  | 'georgian'
  | 'hangul'
  | 'kana'
  | 'han'
  | 'other';

/** A run of letters of one script, as written. */
export interface Word {
  readonly surface: string;
  readonly script: Script;
}

const SCRIPTS: readonly (readonly [Script, RegExp])[] = [
  ['latin', /[\p{Script=Latin}\p{N}]/u],
  ['cyrillic', /\p{Script=Cyrillic}/u],
  ['greek', /\p{Script=Greek}/u],
  ['arabic', /\p{Script=Arabic}/u],
  ['hebrew', /\p{Script=Hebrew}/u],
  ['kana', /[\p{Script=Katakana}\p{Script=Hiragana}ー]/u],
  ['han', /[\p{Script=Han}々]/u],
  ['hangul', /\p{Script=Hangul}/u],
  ['armenian', /\p{Script=Armenian}/u],
  ['georgian', /\p{Script=Georgian}/u],
  ['burmese', /\p{Script=Myanmar}/u],
  ['thai', /[\p{Script=Thai}\p{Script=Lao}]/u],
  [
    'indic',
    /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u,
  ],
];

const scriptCache = new Map<number, Script | 'mark'>();

/** The script of a code point; marks belong to any. */
function scriptOf(code: number): Script | 'mark' {
  if (code < 0x80) return 'latin';
  const known = scriptCache.get(code);
  if (known) return known;
  const letter = String.fromCodePoint(code);
  const isMark = /\p{M}/u.test(letter);
  const script = isMark ? 'mark' : (SCRIPTS.find(([, pattern]) => pattern.test(letter))?.[0] ?? 'other');
  scriptCache.set(code, script);
  return script;
}

/**
 * Words of a normalised text. Apostrophes join (`O'Brien`, `Sa'id`). Everything else that is neither letter, mark nor
 * digit separates words, also the dots of initials and the middle dots of transcribed foreign names. A word that mixes
 * scripts is first unmixed (look-alike letters), then cut where the script changes.
 */
export function words(text: string): Word[] {
  if (/^[\x20-\x7e]*$/.test(text)) return latinWords(text);
  const found: Word[] = [];
  for (const piece of prepared(text).split(/[^\p{L}\p{M}\p{N}\u05f3]+/u)) {
    if (piece !== '') cut(unmixScripts(piece), found);
  }
  return found;
}

/** A geresh changes the Hebrew letter before it, so it stays; other apostrophes and the Catalan middle dot join. */
function prepared(text: string): string {
  return text
    .replace(/(?<=[\u05d0-\u05ea])'/g, '\u05f3')
    .replace(/(?<=l)·(?=l)/gi, '')
    .replace(/(?<=[\u05d0-\u05ea])"(?=[\u05d0-\u05ea])/g, '')
    .replaceAll("'", '');
}

function latinWords(text: string): Word[] {
  const found: Word[] = [];
  for (const surface of text
    .replaceAll("'", '')
    .replaceAll('`', '')
    .split(/[^A-Za-z0-9]+/)) {
    if (surface !== '') found.push({ surface, script: 'latin' });
  }
  return found;
}

function cut(piece: string, into: Word[]): void {
  let start = 0;
  let script: Script | undefined;
  for (let at = 0; at < piece.length; at++) {
    const code = piece.codePointAt(at)!;
    const next = scriptOf(code);
    if (next !== 'mark') {
      if (script !== undefined && next !== script) {
        into.push({ surface: piece.slice(start, at), script });
        start = at;
      }
      script = next;
    }
    // A letter beyond the first plane is two units.
    if (code > 0xffff) at++;
  }
  if (script !== undefined && start < piece.length) into.push({ surface: piece.slice(start), script });
}
