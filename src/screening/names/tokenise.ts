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

const scriptCache = new Map<string, Script>();

function scriptOf(letter: string): Script {
  if (letter < '\x80') return 'latin';
  const known = scriptCache.get(letter);
  if (known) return known;
  const script = SCRIPTS.find(([, pattern]) => pattern.test(letter))?.[0] ?? 'other';
  scriptCache.set(letter, script);
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
  let at = 0;
  let script: Script | undefined;
  for (const letter of piece) {
    const next = /\p{M}/u.test(letter) ? script : letter === 'ー' ? 'kana' : scriptOf(letter);
    if (script !== undefined && next !== undefined && next !== script) {
      into.push({ surface: piece.slice(start, at), script });
      start = at;
    }
    script = next ?? script;
    at += letter.length;
  }
  if (script !== undefined && start < piece.length) into.push({ surface: piece.slice(start), script });
}
