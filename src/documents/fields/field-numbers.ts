import type { Role } from './labels.ts';

/**
 * How a document numbers its fields. `eu`: as in Directive 2006/126/EC annex I and ISO/IEC 18013-1 annex A. `aamva`: as
 * in the AAMVA DL/ID Card Design Standard. Null: not at all.
 */
export type Numbering = 'eu' | 'aamva' | null;

const EU: Readonly<Record<string, Role>> = {
  '1': 'surname',
  '2': 'given',
  '3': 'birth',
  '4a': 'issue',
  '4b': 'expiry',
  '4c': 'other',
  '4d': 'personal',
  '5': 'number',
  '6': 'other',
  '7': 'other',
  '8': 'address',
  '9': 'other',
};
const AAMVA: Readonly<Record<string, Role>> = {
  '1': 'surname',
  '2': 'given',
  '1,2': 'name',
  '3': 'birth',
  '4a': 'issue',
  '4b': 'expiry',
  '4d': 'number',
  '5': 'other',
  '8': 'address',
  '9': 'other',
  '9a': 'other',
  '12': 'other',
  '15': 'sex',
  '16': 'other',
  '17': 'other',
  '18': 'other',
  '19': 'other',
};

const DATE = /^\d{1,2}\s?[./-]\s?\d{1,2}\s?[./-]\s?\d{2,4}(?!\d|\s?[./-]\s?\d)/;

/** The code at the start of a text and where what it announces begins. `strong` ones are codes inside lines as well. */
export function codeAt(text: string, numbering: Numbering): { role: Role; to: number; strong: boolean } | null {
  if (numbering === null) return null;
  const match =
    /^(1[,.]2|[lIT|][,.]?2(?=[.,]?\s?\p{L}{3})|4\s?[a-d]|46(?=\.?\s?exp)|9\s?a|1[0-9]|[1-9])(?![0-9])([.,:)]*)(\s*)/iu.exec(
      text,
    );
  if (!match) return null;
  const code = (isNameInOneRow(text) ? '1,2' : match[1]!)
    .replace(/\s/g, '')
    .replace('.', ',')
    .replace('46', '4b')
    .replace(/^[lIT|],?2$/i, '1,2')
    .toLowerCase();
  const role = (numbering === 'eu' ? EU : AAMVA)[code];
  const rest = text.slice(match[0].length);
  if (!role) return null;
  // 3.12.1964 is a date, 3.12.08.1964 one after a code.
  if (DATE.test(text) && !DATE.test(rest)) return null;
  const marked = match[2] !== '' || match[3] !== '' || rest === '';
  return fits(role, code, marked, rest) ? { role, to: match[0].length, strong: /^4[a-d]/.test(code) } : null;
}

/** German identity cards and passports tell the surname from that at birth so. */
const LETTERS: Readonly<Record<string, Role>> = { a: 'surname', b: 'former', 6: 'former' };
/** Print readers take a bracket for a letter; one of both is read as a bracket. */
const OPENED = /^([ab6])(?:\s?[\])}|]\s*|[lIJ1]\s+)(?=\p{Lu}|$)/u;
const CLOSED = /^[lIJ1]?([ab6])\s?\]\s*(?=\p{Lu}|$)/u;

/** The letter in brackets at a place of a text, and where what it announces begins, counted from that place. */
export function letterAt(text: string, from: number): { role: Role; to: number; strong: boolean } | null {
  const isOpened = /[[({|]/.test(text[from - 1] ?? '');
  const match = (isOpened ? OPENED : CLOSED).exec(text.slice(from));
  return match && { role: LETTERS[match[1]!]!, to: match[0].length, strong: true };
}

/** 1,2 without its comma is the code of restrictions, which no comma parts: `12 SAMPLE, JOHN`. */
function isNameInOneRow(text: string): boolean {
  return /^12[.,:)]*\s?\p{Lu}[\p{L}'’-]+(?:\s\p{L}[\p{L}'’-]+){0,4}[,.]\s?\p{Lu}/u.test(text);
}

/** Whether a text may stand behind the code of a role. `marked`: a sign or a space is between them. */
type Follows = (text: string, marked: boolean) => boolean;

const isName: Follows = (text) =>
  /^\p{L}{2}|^0\s\p{Lu}{3}/u.test(text) || /^(?:\p{Lu}[\s.'’]|\p{Ll}\s\p{Lu}{2})/u.test(text);
const FOLLOWING: Readonly<Partial<Record<Role, Follows>>> = {
  surname: isName,
  given: isName,
  name: isName,
  birth: (text, marked) => (marked && /^\d/.test(text)) || /^\p{L}/u.test(text),
  address: (text, marked) => (marked && text.length > 3) || /^\p{Lu}{3}/u.test(text),
  number: (text, marked) => marked && /^[A-Z0-9]/.test(text),
};

function fits(role: Role, code: string, marked: boolean, rest: string): boolean {
  if (rest === '') return true;
  if (/^4[a-d]/.test(code)) return marked || /^[^a-z]/.test(rest);
  const follows = FOLLOWING[role];
  if (follows) return follows(rest, marked);
  return (marked ? /^[\p{L}\d]/u : /^\p{L}/u).test(rest);
}
