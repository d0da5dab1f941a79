import { stateOf } from './states.ts';
import type { Holder, MrzFormat, PrintedMrz } from './truth.ts';

export interface MrzContent {
  readonly code: string;
  readonly issuer: string;
  readonly number: string;
  readonly holder: Holder;
  readonly expiryDate: string;
  readonly optional?: string;
}

const LENGTH: Readonly<Record<MrzFormat, number>> = {
  TD1: 30,
  TD2: 36,
  TD3: 44,
  MRVA: 44,
  MRVB: 36,
  FRA1988: 36,
  FRDL: 30,
};

/** The machine-readable zone of a document, with every check digit (ICAO Doc 9303 parts 3 to 7). */
export function encodeMrz(format: MrzFormat, content: MrzContent): PrintedMrz {
  if (format === 'FRA1988') return { format, lines: frenchCard(content) };
  if (format === 'FRDL') return { format, lines: [frenchLicence(content)] };
  const length = LENGTH[format];
  const issuer = stateOf(content.issuer).mrzCode;
  const start = fill(content.code, 2) + fill(issuer, 3);
  if (format === 'TD1') {
    const [number, rest] = numberField(content.number);
    const first = fill(start + number + rest + (content.optional ?? ''), length);
    const middle = datesOf(content) + fill(mrzNationality(content), 3);
    const second = fill(middle, 29);
    // Part 5 §4.2.4: the composite covers 6-30 of the upper line and 1-7, 9-15, 19-29 of the middle one.
    const composite = checkDigit(first.slice(5) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18, 29));
    return { format, lines: [first, second + composite, nameField(content.holder, length)] };
  }
  const [number, rest] = format === 'TD2' ? numberField(content.number) : [checked(fill(content.number, 9)), ''];
  const names = nameField(content.holder, length - 5);
  const body = number + fill(mrzNationality(content), 3) + datesOf(content);
  if (format === 'MRVA' || format === 'MRVB') return { format, lines: [start + names, fill(body, length)] };
  if (format === 'TD2') {
    const second = fill(body + rest, 35);
    return { format, lines: [start + names, second + composite(second)] };
  }
  const optional = fill(content.optional ?? '', 14);
  // Part 4 §4.2.2: where the personal number is empty its check digit may be a filler.
  const second = body + optional + (content.optional ? checkDigit(optional) : '<');
  return { format, lines: [start + names, second + composite(second)] };
}

/** Letters of names as the machine-readable zone writes them (ICAO Doc 9303 part 3 §6). */
export function mrzLetters(text: string): string {
  let letters = '';
  for (const sign of text.normalize('NFC').toUpperCase()) letters += SPECIAL[sign] ?? plain(sign);
  return letters;
}

export function checkDigit(text: string): string {
  let sum = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    const value = sign === '<' ? 0 : sign <= '9' ? Number(sign) : sign.charCodeAt(0) - 55;
    sum += value * [7, 3, 1][at % 3]!;
  }
  return String(sum % 10);
}

const SPECIAL: Readonly<Record<string, string>> = {
  Ä: 'AE',
  Å: 'AA',
  Æ: 'AE',
  Ð: 'D',
  Đ: 'D',
  Ħ: 'H',
  I: 'I',
  İ: 'I',
  Ĳ: 'IJ',
  Ł: 'L',
  Ö: 'OE',
  Ø: 'OE',
  Œ: 'OE',
  ẞ: 'SS',
  ß: 'SS',
  Ŧ: 'T',
  Þ: 'TH',
  Ü: 'UE',
  ' ': '<',
  '-': '<',
  '’': '',
  "'": '',
  '.': '',
  ',': '',
};

function plain(sign: string): string {
  return sign.normalize('NFD').replace(/[^A-Z0-9]/g, '');
}

/** Positions 6-15, 18-28 of the second line and 11-13, 22-27 hold; the composite leaves nationality and sex out. */
function composite(second: string): string {
  return checkDigit(second.slice(0, 10) + second.slice(13, 20) + second.slice(21));
}

function datesOf({ holder, expiryDate }: MrzContent): string {
  const sex = holder.sex === 'X' ? '<' : holder.sex;
  return checked(six(holder.birthDate)) + sex + checked(six(expiryDate));
}

function mrzNationality({ holder }: MrzContent): string {
  return stateOf(holder.nationality).mrzCode;
}

/** A number longer than nine goes on in the optional data, its check digit after it (part 5 §4.2.2 note j). */
function numberField(number: string): [string, string] {
  const plain = mrzLetters(number).replaceAll('<', '');
  if (plain.length <= 9) return [checked(fill(plain, 9)), ''];
  return [`${plain.slice(0, 9)}<`, `${plain.slice(9)}${checkDigit(plain)}<`];
}

/**
 * Surname, two fillers, given names. What does not fit is cut so that the line ends in a letter of each part (part 3
 * §4.6 and part 4 §4.2.3).
 */
function nameField(holder: Holder, length: number): string {
  const surname = mrzLetters(holder.surname);
  const given = mrzLetters(holder.given.join(' '));
  if (surname.length + 2 + given.length <= length) return fill(`${surname}<<${given}`, length);
  const room = Math.max(length - 2 - given.length, Math.ceil(length * 0.6));
  const cut = surname.slice(0, room).replace(/<+$/, '');
  return fill(`${cut}<<${given}`, length);
}

function frenchCard({ holder, number }: MrzContent): string[] {
  const first = `IDFRA${fill(mrzLetters(holder.surname), 25)}${number.slice(4, 7)}${number.slice(7, 10)}`;
  const given = fill(holder.given.map(mrzLetters).join('<<'), 14);
  const second = checked(number) + given + checked(six(holder.birthDate)) + holder.sex;
  return [first, second + checkDigit(first + second)];
}

/** ISO/IEC 18013-1's line as France prints it: both check digits cover everything before them. */
function frenchLicence({ holder, number, expiryDate }: MrzContent): string {
  const start = checked(`D1FRA${fill(number, 9)}`);
  return checked(start + six(expiryDate) + fill(mrzLetters(holder.surname), 8));
}

function checked(field: string): string {
  return field + checkDigit(field);
}

function six(date: string): string {
  return date.slice(2).replaceAll('-', '');
}

function fill(text: string, length: number): string {
  return text.slice(0, length).padEnd(length, '<');
}
