import { type Region, regionCoded } from '../countries/regions.ts';
import type { Row } from './rows.ts';
import { isPieceOf } from './state-names.ts';
import { withCapitalI } from './strokes.ts';
import { withoutZeros, withSharpS } from './values.ts';

/** An address that ends in a state's or province's code and a postal code, and the rows that it fills. */
export interface PostalAddress {
  readonly rows: readonly Row[];
  /** From top to bottom, one for each row. */
  readonly lines: readonly string[];
  /** Null where the code is none of a state or province. */
  readonly region: Region | null;
  /** Something of it was misread: it tells where the names and the state are, and is no address. */
  readonly misread: boolean;
}

/** Five or nine digits, United States; letter-digit-letter digit-letter-digit, Canada. */
const ZIP =
  /^(?<city>.*\p{L}.*?)(?<gap>[\s,.]*)(?<state>(?![01]{2})[A-Z01]{2})[\s,.]*(?<zip>\d{5}(?:\s?-\s?\d{3,5})?|[A-Z]\d[A-Z]\s?\d[A-Z]\d)$/u;
/** A postal code of the United States with a digit too few, one too many, or one taken for a letter. */
const ODD_ZIP =
  /^(?<city>.*\p{L}.*?)(?<gap>[\s,.]+)(?<state>[A-Z01]{2})[\s,.]+(?<zip>\d{4}-\d{4}|\d{4}|\d{6}|(?=(?:\D?\d){3})[\dBCDGIOQSZ]{5})$/u;
/** What is left of the background behind a row: small letters, or a few letters behind a postal code. */
const SPECKS = /(?:\s\p{Ll}{1,2})+$|(?<=\s[A-Z]{2}[\s,.]*\d{4,5})(?:\s\p{L}{1,8}){1,3}$/u;
/** Of the state's code one letter was lost. */
const LOST_STATE = /^(?<city>.*\p{L}{3}.*?)(?<gap>[\s,]+)(?<state>[A-Z01])[\s,]+(?<zip>\d{5}(?:-\d{4})?)$/u;
/** The code 8 before a house number, taken for a letter or another digit, or what was left of it. */
const ODD_CODE = /^(?:(?:[BES&]|\p{Ll})\s|[\p{L}0&]?[.:]\s?)(?=\d+\s(?:[\p{L}0]{2}|[NSEW]\s))/u;
/** The next field, which stands beside the address and was read with it: `18 Eyes HAZ`, `5. Dd:48N68`. */
const NEXT_FIELD =
  /\s\d{1,2}[a-d]?[.:]?\s(?:CLASS|DD|DLN?|DOB|END|EXP|EYES?|GENDER|HAIR|HE?I?GH?T|ISS|LIC|REST|SEX|WE?I?GH?T)(?:[.:]|\s).*$|\s(?:DOB|EYES|HAIR|HGT|WGT)[.:\s].*$/iu;
/** Words of the background behind a row in capitals. */
const BACKGROUND = /(?<=^[^\p{Ll}]*\p{Lu}{2}[^\p{Ll}]*)(?:\s(?=\p{L}*\p{Ll})\p{L}+)+$/u;
/** Pieces of the background behind a row have at most so many letters each. */
const PIECE = 4;
/** A house number of which digits were taken for letters. */
const ODD_STREET = /^(?:[BDGIOQSZl|]{1,2}\d+|\d+[BDGIQSZl|]\d+)(?=\s(?:\p{L}[\p{L}0]|[NSEW]\s))/u;
/** Letters that are printed as digits are. B may be any of 1, 3, 6 and 8. */
const DIGITS: Readonly<Record<string, string>> = { O: '0', I: '1', l: '1', '|': '1' };
const STREET = /^(?:(?:8[.:]?\s?)?\d+|R\s?R\s?\d|RURAL|P\.?\s?O\.?\s?BOX|BOX|ONE|HC\s?\d|PMB)/i;
const UNIT = /^(?:APT|UNIT|STE|SUITE|ROOM|RM|BLDG|LOT|FL|#|NO)\b/i;
/** Rows of a document that numbers its fields. */
const CODED = /^(?:[12][.:\s]?\p{Lu}{2}|(?:1[25-8]|4[abd]|9a)[.:\s]?\p{L}{2})/u;
/** The code of a name in one row, or what was left of it before a surname and its comma: no house number. */
const NAME_CODE = /^1[.,]\s?2[.:]?\s|^[12][.:]?\s\p{Lu}[\p{L}'’-]+,/u;
/** Rows of one address stand at most this far apart, in heights of a row. */
const NEAR = 1.7;
/** The label of the address, or what was read of it, before a house number. */
const ADDRESS = /^A\p{L}{2}(?:R|\p{L}ESS)[.:]*\s+(?=\d)/iu;
const MAX_STREETS = 3;
/** A row begins left of another by more than this, in its heights. */
const OUTDENTED = 0.3;
/** Rows whose middles are less far apart, in heights of a row, stand beside each other. */
const BESIDE = 0.6;

/** Where a word for streets (USPS Publication 28, appendix C1) begins that runs into a name. No name ends in one. */
const STREET_WORD =
  /(?<=\p{L}{3})(?=(?:AVENUE|BLVD|PARKWAY|PKWY|HIGHWAY|HWY|DR|TRL)(?:[\s,]|$))|(?<=\p{L}{2}[B-DF-HJ-NP-TV-XZ])(?=CT(?:[\s,]|$))/giu;
/** The O of OR at the end of a street, which is DR: no word for streets is OR. */
const DRIVE = /(?<=^\d+\s.*\p{L}{2}\s)[O0](?=R$)/u;
/** BLVD with letters taken for those they look like. */
const BOULEVARD = /(?<=\p{L}\s?)B[LIE1|]V[DO0](?=[\s,]|$)/giu;

/** A house number, a name and the commonest words for streets (USPS Publication 28, appendix C1), perhaps a unit. */
const STREET_NAME =
  /^(?:8[.:]?\s)?\d{1,5}\s(?:[\p{L}0]+[\s.]\s?){1,3}(?:ST|STREET|AVE|AVENUE|BLVD|CIR|CT|COURT|DR|DRIVE|HWY|LN|LANE|PKWY|PL|RD|ROAD|TER|TRL|WAY)(?:\s(?:APT|UNIT|STE)?\s?#?\w+)?$/iu;

/**
 * The first address of a picture that is written the North American way. `issuer`: the state or province that the card
 * names.
 */
export function postalAddress(rows: readonly Row[], issuer?: Region): PostalAddress | null {
  for (const row of rows) {
    const text = withCapitalState(row.text)
      .replace(SPECKS, '')
      .toUpperCase()
      .replace(/[\s.,]+$/, '');
    const clear = ZIP.exec(text);
    const match = clear ?? ODD_ZIP.exec(text) ?? LOST_STATE.exec(text);
    if (!match?.groups) continue;
    const { gap } = match.groups;
    const state = match.groups.state!;
    const region = regionOf(state, issuer);
    if ((gap === '' || (!clear && state.length === 2)) && !region) continue;
    const streets = streetsAbove(row, rows);
    if (!streets) continue;
    const all = [...streets, row];
    const isWhole = clear || (state.length === 2 && /^\d{5}$/.test(inDigits(match.groups.zip!)));
    const isOdd = ODD_STREET.test(inDigits(streets[0]!.text));
    const misread = !isWhole || isOdd || all.some((one) => isDoubtful(one, region));
    const lines = all.map((one) => (one === row ? cityLine(one, state, region) : streetLine(one, row, rows, region)));
    return { rows: all, lines, region, misread };
  }
  return null;
}

/**
 * Whether a letter of a row may be another. Those of a state's code are left aside, which a table confirms. So is an O
 * unless a U follows: before others stands no Q.
 */
function isDoubtful({ text, doubts }: Row, region: Region | null): boolean {
  const known = region ? text.search(/\S\S[\s.,]*\S{5}(?:-\d{4})?[\s.,]*$/u) : -1;
  const [read, end] = [inDigits(text), text.replace(NEXT_FIELD, '').length];
  const isLetter = (at: number) => /[\p{L}\p{N}]/u.test(text[at] ?? '') && !/[OQ](?!U)/i.test(text.slice(at, at + 2));
  const letters = doubts.filter((at) => at < end && isLetter(at) && read[at] === text[at]);
  return letters.some((at) => at !== known && at !== known + 1);
}

/** The only row that is a house number and the name of a street; null where there are none or several. */
export function streetRow(rows: readonly Row[]): Row | null {
  const found = rows.filter(({ text }) => STREET_NAME.test(text));
  return found.length === 1 ? found[0]! : null;
}

/** A small l before a capital is the I of IA, ID, IL or IN. */
function withCapitalState(text: string): string {
  return text.replace(/(?<=[\s,.])l(?=[A-Z][\s,.]*\d{5})/, 'I');
}

/**
 * The state of a code of which letters were taken for what they look like. A code of no state that has a letter of the
 * issuer's in its place is the issuer's.
 */
function regionOf(code: string, issuer?: Region): Region | null {
  const letters = code.replaceAll('0', 'O').replaceAll('1', 'I');
  const known = regionCoded(letters) ?? regionCoded(letters.replaceAll('L', 'I'));
  return known ?? (issuer && isNearly(code, issuer.code) ? issuer : null);
}

function isNearly(code: string, known: string): boolean {
  return code.length === known.length && [...code].some((letter, at) => letter === known[at]);
}

/** A row with digits where the one letter of a house number or postal code looks like one. */
function inDigits(text: string): string {
  return text.replace(ODD_STREET, withDigit).replace(/(?<=^|[\s.,][A-Z]{2}[\s.,]+)[\dA-Z]{5}$/u, withDigit);
}

function withDigit(number: string): string {
  const letters = [...number].filter((letter) => /\D/.test(letter));
  const [letter] = letters;
  return letter && letters.length === 1 ? number.replace(letter, DIGITS[letter] ?? letter) : number;
}

/** The rows right above one, up to the one with the house number. */
function streetsAbove(last: Row, rows: readonly Row[]): Row[] | null {
  const streets: Row[] = [];
  for (let row = last; streets.length < MAX_STREETS; ) {
    const above = rowAbove(row, rows);
    if (!above) return null;
    streets.unshift(above);
    if (NAME_CODE.test(above.text)) return null;
    const numbered =
      STREET.test(above.text.replace(ODD_CODE, '')) && /\p{L}{2}/u.test(above.text) && !UNIT.test(above.text);
    if (numbered || ODD_STREET.test(above.text)) return streets;
    row = above;
  }
  return null;
}

/** The nearest row above that starts about where this one does. */
export function rowAbove<R extends Row>(row: Row, rows: readonly R[], near = NEAR): R | null {
  const height = row.bottom - row.top;
  // The box of a row may begin before its letters, with something of the background.
  const aside = (other: R) => Math.min(Math.abs(other.left - row.left), Math.abs(other.begins - row.begins));
  let best: R | null = null;
  for (const other of rows) {
    // One letter is what was left of a field's number.
    if (!/[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(other.text)) continue;
    const up = centre(row) - centre(other);
    if (up < height * 0.4 || up > height * near || aside(other) > height * 1.8) continue;
    // Of two beside each other the one goes on that begins where this row does.
    const ahead = best ? (centre(other) - centre(best)) / height : 1;
    if (!best || ahead > BESIDE || (ahead > -BESIDE && aside(other) < aside(best))) best = other;
  }
  return best;
}

function centre({ top, bottom }: Row): number {
  return (top + bottom) / 2;
}

/**
 * The text without the field's code 8. Where no space parts it from the house number, its place tells: the code stands
 * left of where the other lines of the address begin.
 */
function streetLine(row: Row, last: Row, rows: readonly Row[], region: Region | null): string {
  const text = inDigits(bareLine({ ...row, text: withoutPieces(row.text, region) })).replace(BACKGROUND, '');
  const apart = /^8[.:]?\s+(?=\d|\p{L})|^8[.:](?=\d)|^8(?=\p{L})/u;
  const coded = rows.some((other) => other !== row && CODED.test(other.text));
  const outdented = last.begins - row.begins > (row.bottom - row.top) * OUTDENTED;
  const isCode = /^8[.:]/.test(text) || coded || outdented;
  if (apart.test(text) && isCode) return tidy(text.replace(apart, '').replace(ADDRESS, ''));
  // A digit before a house number is the code too, read as another.
  const street =
    /^8\d/.test(text) && coded && outdented && !ODD_CODE.test(row.text)
      ? text.slice(1)
      : text.replace(/^\d\s+(?=\d{2,}\s\p{L}{2})/u, '');
  return tidy(withoutStrangeQ(street.replace(DRIVE, 'D')));
}

/**
 * City, state and postal code as the posts of both countries write them. What stands for the state becomes its code:
 * letters and digits that look alike are taken for each other.
 */
function cityLine(row: Row, state: string, region: Region | null): string {
  const text = inDigits(withoutOverprint(bareLine(row), region));
  const at = text.toUpperCase().lastIndexOf(state);
  const named = region && at > 0 ? text.slice(0, at) + region.code + text.slice(at + state.length) : text;
  const spaced = named.replace(/\s*,\s*/g, ', ').replace(/([A-Z]\d[A-Z])\s?(\d[A-Z]\d)$/, ' $1 $2');
  return tidy(withoutStrangeQ(spaced));
}

/** In words of addresses a Q stands before a U alone: others are letters O. */
function withoutStrangeQ(text: string): string {
  return text.replace(/(?<=\p{L})[Qq](?![Uu])(?=\p{L})|(?<!\p{L})Q(?=[^Uu\P{L}]\p{L})/gu, (q) =>
    q === 'q' ? 'o' : 'O',
  );
}

/** The text without a piece of the state's name before the town, such as the overprint's ode of Rhode Island. */
function withoutOverprint(text: string, region: Region | null): string {
  const piece = /^(?:\p{Ll}+(?=\s\p{Lu})|\p{Lu}\p{Ll}{2,}(?=\s\p{Lu}{2}))/u.exec(text)?.[0].toLowerCase() ?? '';
  return piece && region?.names.some((name) => name.toLowerCase().includes(piece))
    ? text.slice(piece.length + 1)
    : text;
}

/** The text without short pieces of the state's name behind it, which the background has. */
function withoutPieces(text: string, region: Region | null): string {
  const words = text.split(' ');
  const isBackground = (from: number) => {
    const rest = words.slice(from);
    const letters = rest.join('').toUpperCase();
    const isShort = rest.every((word) => word.length <= PIECE) && /\p{Ll}/u.test(rest.join(''));
    return isShort && region?.names.some((name) => isPieceOf(letters, name.toUpperCase().replace(/[^A-Z]/g, '')));
  };
  const at = words.findIndex((_, from) => from > 1 && isBackground(from));
  return at < 0 ? text : words.slice(0, at).join(' ');
}

function bareLine({ text }: Row): string {
  return withCapitalState(text)
    .replace(SPECKS, '')
    .trim()
    .replace(NEXT_FIELD, '')
    .replace(/[,.]+$/, '')
    .replace(ODD_CODE, '');
}

/** Spaces that print readers swallow between words and numbers, and twins that stand among letters or digits. */
export function tidy(text: string): string {
  // Inside an address words may be small: Park lane.
  return withSharpS(withoutZeros(text))
    .replace(/^\p{L}+|(?<=\b\d{4,5}\s)\p{L}+/gu, withCapitalI)
    .replace(/^\d[\dOo]*(?=\s)/, (number) => number.replace(/o/gi, '0'))
    .replace(/(?<=(?<!\p{L})\p{Lu})I(?=\p{Ll})/gu, 'l')
    .replace(/(?<=\p{Ll})I(?!\p{L})/gu, 'l')
    .replace(/(?<=\p{Ll})iand(?!\p{L})/gu, 'land')
    .replace(/(?<=\d(?:ST|ND|RD|TH))(?=\p{Lu}{3})|(?<=[\s\d][NSEW])(?=\d{1,3}(?:ST|ND|RD|TH)(?:\s|\p{Lu}{3}))/giu, ' ')
    .replace(BOULEVARD, (word) => (/\p{Ll}/u.test(word) ? 'Blvd' : 'BLVD'))
    .replace(STREET_WORD, ' ')
    .replace(/[.,](?=[\p{L}\d])/gu, '$& ')
    .replace(/^(\d+)(?=\p{L}{3}|[NSEW](?:\s|\d+(?:ST|ND|RD|TH)))/u, '$1 ')
    .replace(/(?<=\p{Lu}{4})1(?=,\s?\p{Lu}{2}\s\d{5})/u, 'I')
    .replace(/(?<=\p{L}{4})(\d{1,4})(?=,|$)/u, ' $1')
    .replace(/\b(\d{4,5})(?=\p{L}{3})/gu, '$1 ')
    .replace(/\b(APT|UNIT|STE|SUITE|ROOM|RM|BLDG|LOT|BOX|RR|HC|FLAT)(?=\d)/gi, '$1 ')
    .replace(/(?<=\p{Lu}{4})1(?=\s\p{Lu}{2})/gu, 'I')
    .replace(/\s+/g, ' ');
}
