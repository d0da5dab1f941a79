import type { AamvaReading } from '../barcode/aamva.ts';
import { BY_LAYOUT } from '../fields/field.ts';
import type { CheckName } from '../mrz/formats.ts';
import { isHolder, isIssuer, isKnownCode } from '../mrz/issuer-codes.ts';
import type { MrzReading } from '../mrz/mrz-reader.ts';
import type { TextLine } from '../text/text-reader.ts';
import { type DocumentSource, type Field, type FieldReading, UNLIMITED } from './document-source.ts';
import { alignName } from './spelling.ts';

/** The check digit that covers a field. */
const CHECK_DIGITS: Partial<Record<Field, CheckName>> = {
  documentNumber: 'document number',
  dateOfBirth: 'birth date',
  expiryDate: 'expiry date',
};

/** Names alone: no initials, and no number of a field. */
const NAMES = /^\s*\p{L}[\p{L}\p{M}'’-]+(?: \p{L}[\p{L}\p{M}'’-]+)*\s*$/u;
const MIN_SURE_LINE = 0.9;
/** A page has at least as many legible lines. A picture of a zone alone shows the edges of one or two. */
const MIN_PRINTED_LINES = 5;
const MIN_LEGIBLE_LINE = 0.8;

type Zone = Pick<MrzReading, 'format' | 'fields' | 'checks' | 'valid' | 'confidence'>;

/** Whether every check digit of a zone holds. No digit covers the names, so they may still be doubtful. */
export function checksHold({ checks }: Pick<MrzReading, 'checks'>): boolean {
  return checks.every(({ ok }) => ok);
}

/** Whether the zone is that of a visa, by its document code (ICAO Doc 9303 part 7 §4.2.2). */
export function isVisa({ fields }: Pick<Zone, 'fields'>): boolean {
  return fields.documentCode.startsWith('V');
}

/**
 * A visa names the passport that it stands in, so its title words say nothing of its own kind. Its zone has the number
 * of the visa or of the passport (ICAO Doc 9303 part 7 §4). The number in print may be the other one.
 */
export function printOfVisa({ fields, ...source }: DocumentSource): DocumentSource {
  const { documentType: _, documentNumber: __, ...rest } = fields;
  return { ...source, fields: rest };
}

/** The machine-readable zone as a source. A field whose check digit does not hold is not sure. */
export function mrzSource(zone: Zone): DocumentSource {
  const { fields, checks, valid, confidence } = zone;
  const hold = checksHold(zone);
  const holds = (field: Field): boolean => {
    const check = checks.find(({ name }) => name === CHECK_DIGITS[field]);
    return check ? check.ok : hold;
  };
  const readings: Partial<Record<Field, FieldReading>> = {};
  const put = (field: Field, value: string | null, sure = holds(field), rest: Partial<FieldReading> = {}) => {
    if (value !== null) readings[field] = { value, confidence, sure, ...rest };
  };
  const name = { truncated: fields.truncated };
  put('documentType', documentTypeOf(zone), true);
  put('documentNumber', holds('documentNumber') ? numberOf(zone) : fields.number && digitsAlone(fields.number));
  put('surname', fields.surname, valid, name);
  put('givenNames', fields.givenNames, valid, name);
  put('dateOfBirth', fields.birthDate);
  put('expiryDate', fields.expiryDate);
  // An unknown code was misread, unless the zone as a whole was read without doubt: then it is what is printed.
  const isCode = (code: string | null) => hold && (valid || isKnownCode(code ?? ''));
  // No check digit covers the code of an issuer. Other letters hardly ever become one of the few that there are.
  const isZone = confidence >= MIN_SURE_LINE || checks.filter(({ ok }) => ok).length * 2 >= checks.length;
  const isSaid = isCode(fields.issuer) || (isZone && isIssuer(fields.issuer ?? ''));
  put('country', valid || !isHolder(fields.issuer ?? '') ? fields.country : null, isSaid);
  // The codes are a closed list (ICAO Doc 9303 part 3 §5): another one was misread.
  const isNation = valid || isKnownCode(fields.nationality ?? '');
  put('nationality', isNation ? fields.nationalityCountry : null, isCode(fields.nationality));
  put('sex', sexOf(zone), hold);
  return { kind: 'mrz', reliable: hold, fields: readings };
}

/** Hardly anybody has an X, and no digit covers it. Where the zone was read with doubt, another letter became one. */
function sexOf({ fields: { sex }, valid }: Zone): string | null {
  return sex === '<' || (sex === 'X' && !valid) ? null : sex;
}

/** Years of two digits, in the order of months and days, that a zone has where the document never ends. */
const ENDLESS = /^..99-(?:01-01|12-31)$/;

/**
 * The zone with what it leaves open, as the print beside it tells. Four printed digits of a year tell the century of
 * two, wherever they stand, since all other digits are the same. The print has an X where a filler stands for the sex,
 * or nothing. A zone that may be of a document that never ends is sure only where the print says when it ends.
 */
export function besidePrint(
  source: DocumentSource,
  { fields, confidence }: Pick<Zone, 'fields' | 'confidence'>,
  print: DocumentSource,
): DocumentSource {
  const said = (field: Field) => (print.fields[field]?.sure ? print.fields[field] : undefined);
  const readings = { ...source.fields };
  for (const field of ['dateOfBirth', 'expiryDate'] as const) {
    const [zone, printed] = [readings[field], said(field)];
    if (!zone) continue;
    const year = printed ?? print.fields[field];
    if (year && isWellRead(year) && isSameButCentury(zone.value, year.value))
      readings[field] = { ...zone, value: year.value };
    else if (field === 'expiryDate' && !printed && ENDLESS.test(zone.value))
      readings[field] = { ...zone, value: UNLIMITED, sure: false };
  }
  if (fields.sex === '<' && said('sex')) readings.sex = { value: 'X', confidence, sure: source.reliable };
  return { ...source, fields: readings };
}

/** What only its place tells has a fifth less confidence than its letters were read with. */
function isWellRead({ sure, confidence }: FieldReading): boolean {
  return sure || confidence >= MIN_SURE_LINE * BY_LAYOUT;
}

function isSameButCentury(zone: string, printed: string): boolean {
  return printed === UNLIMITED ? zone.slice(2, 4) === '99' : zone.slice(2) === printed.slice(2);
}

/** The Swiss licence prints the number of the licence as its field 5. The zone has that of the card, too. */
function numberOf({ format, fields }: Zone): string | null {
  return format === 'CHE-DL' ? fields.optional : fields.number;
}

/** Without a check digit, an O among digits alone is taken for a zero: no issuer mixes the two like this. */
function digitsAlone(number: string): string {
  return /^[0-9O]+$/.test(number) && /[0-9]{5}/.test(number) ? number.replaceAll('O', '0') : number;
}

/**
 * Enhanced licences and identity cards of states and provinces have the same document code. Only their print says which
 * one it is. Passport cards are IP.
 */
function isEnhanced({ fields: { issuer, documentCode } }: Pick<Zone, 'fields'>): boolean {
  return (issuer === 'USA' || issuer === 'CAN') && documentCode[0] === 'I' && documentCode[1] !== 'P';
}

/**
 * The document type by the document code (ICAO Doc 9303 parts 4 to 7 §4.2). P is a passport; V is a visa, for which the
 * service has no type. A, C and I are official cards. R as second letter marks the residence permits of the European
 * Union and its neighbours (Regulation (EU) 2017/1954). C1 and C2 are permanent resident cards of the United States.
 */
function documentTypeOf({ format, fields }: Zone): string | null {
  if (format === 'FRDL' || format === 'ISO-DL' || format === 'CHE-DL') return 'Driver License';
  if (format === 'FRA1988') return 'National ID';
  const [letter, second] = fields.documentCode;
  if (letter === 'P') return 'Passport';
  if (isVisa({ fields }) || fields.documentCode === 'AC' || isEnhanced({ fields })) return null;
  if (second === 'R' || (fields.issuer === 'USA' && letter === 'C' && /[12]/.test(second ?? '')))
    return 'Residence Permit';
  return letter === 'I' || letter === 'A' || letter === 'C' ? 'National ID' : null;
}

/**
 * The visual zone with the name that the machine-readable zone cuts off. A line that begins as the zone does says the
 * rest, wherever it stands and whether or not its label was read.
 */
export function withRestOfName(
  print: DocumentSource,
  { fields }: Pick<Zone, 'fields'>,
  lines: readonly TextLine[],
): DocumentSource {
  // A zone ends in the given names, or in the surname where it has none.
  const part = fields.givenNames ? 'givenNames' : 'surname';
  const beginning = fields[part];
  if (!fields.truncated || !beginning) return print;
  const found = lines.filter(
    ({ text, confidence }) =>
      confidence >= MIN_SURE_LINE && NAMES.test(text) && alignName(text, beginning, true)?.misread === 0,
  );
  const best = found.sort((a, b) => b.text.length - a.text.length)[0];
  if (!best) return { ...print, isPrinted: lines.filter(isLegible).length >= MIN_PRINTED_LINES };
  const reading = { value: best.text.trim(), confidence: best.confidence, sure: true };
  return { ...print, fields: { ...print.fields, [part]: reading } };
}

/** Whether a line holds words and is no part of the zone. */
function isLegible({ text, confidence }: TextLine): boolean {
  return confidence >= MIN_LEGIBLE_LINE && /\p{L}{3}/u.test(text) && !text.includes('<');
}

/** The barcode of a North American licence or identification card as a source. */
export function barcodeSource(reading: AamvaReading): DocumentSource {
  const readings: Partial<Record<Field, FieldReading>> = {};
  const sure = reading.doubts.length === 0;
  const put = (field: Field, value: string | null, rest: Partial<FieldReading> = {}) => {
    if (value !== null) readings[field] = { value, confidence: 1, sure, ...rest };
  };
  const name = { truncated: reading.truncated };
  const { card, issuer, suffix, unsure } = reading;
  const unless = (part: (typeof unsure)[number]) => ({ sure: sure && !unsure.includes(part) });
  put('documentType', card && (card === 'DL' ? 'Driver License' : 'National ID'), unless('card'));
  put('documentNumber', reading.number);
  put('surname', reading.familyName && [reading.familyName, suffix].filter(Boolean).join(' '), name);
  put('givenNames', reading.givenNames, name);
  put('dateOfBirth', reading.birthDate);
  put('expiryDate', reading.expiryDate, unless('expiryDate'));
  put('country', reading.country);
  put('region', issuer?.code ?? null);
  put('address', reading.address);
  put('sex', reading.sex);
  return { kind: 'barcode', reliable: true, fields: readings };
}
