import type { AamvaReading } from '../barcode/aamva.ts';
import { isKnownCode } from '../mrz/issuer-codes.ts';
import type { MrzReading } from '../mrz/mrz-reader.ts';
import type { TextLine } from '../text/text-reader.ts';
import type { Field, Testimony, Witness } from './fuse.ts';
import { spelledAs } from './spelling.ts';

/** Names of check digits by the field that each covers. */
const CHECKED: Partial<Record<Field, string>> = {
  documentNumber: 'document number',
  dateOfBirth: 'birth date',
  expiryDate: 'expiry date',
};

/** Words that are no initials and no label's cipher. */
const NAMES = /^\s*\p{L}[\p{L}\p{M}'’-]+(?: \p{L}[\p{L}\p{M}'’-]+)*\s*$/u;
const SURE_LINE = 0.9;
/** A page has at least so many lines of words that can be read; beside a zone alone the edges of one or two look in. */
const PRINTED_LINES = 5;
const LEGIBLE_LINE = 0.8;

type Zone = Pick<MrzReading, 'format' | 'fields' | 'checks' | 'valid' | 'confidence'>;

/** Whether every check digit of a zone holds; its names may still have been read with doubt. */
export function checksHold({ checks }: Pick<MrzReading, 'checks'>): boolean {
  return checks.every(({ ok }) => ok);
}

/** By the code that every visa's zone begins with (ICAO Doc 9303 part 7 §4.2.2). */
export function isVisa({ fields }: Pick<Zone, 'fields'>): boolean {
  return fields.documentCode.startsWith('V');
}

/** What a machine-readable zone says. A field whose check digit fails is not sure. */
export function mrzWitness(zone: Zone): Witness {
  const { fields, checks, valid, confidence } = zone;
  const hold = checksHold(zone);
  const holds = (field: Field): boolean => {
    const check = checks.find(({ name }) => name === CHECKED[field]);
    return check ? check.ok : hold;
  };
  const said: Partial<Record<Field, Testimony>> = {};
  const say = (field: Field, value: string | null, sure = holds(field), rest: Partial<Testimony> = {}) => {
    if (value !== null) said[field] = { value, confidence, sure, ...rest };
  };
  const name = { truncated: fields.truncated };
  say('documentType', documentTypeOf(zone), true);
  say('documentNumber', holds('documentNumber') ? fields.number : fields.number && digitsAlone(fields.number));
  say('surname', fields.surname, valid, name);
  say('givenNames', fields.givenNames, valid, name);
  say('dateOfBirth', fields.birthDate);
  say('expiryDate', fields.expiryDate);
  // What is no code of a state or organisation was misread, or made up for a specimen.
  say('country', fields.country, hold && isKnownCode(fields.issuer ?? ''));
  say('nationality', fields.nationalityCountry, hold);
  say('sex', fields.sex, hold);
  return { source: 'mrz', reliable: hold, fields: said };
}

/** Where no check digit settles it, an O among nothing but digits is a nought: issuers do not mix the two like this. */
function digitsAlone(number: string): string {
  return /^[0-9O]+$/.test(number) && /[0-9]{5}/.test(number) ? number.replaceAll('O', '0') : number;
}

/** Enhanced licences and identity cards of states and provinces carry zones with one code: their print tells them apart. Passport cards are IP. */
function isEnhanced({ fields: { issuer, documentCode } }: Pick<Zone, 'fields'>): boolean {
  return (issuer === 'USA' || issuer === 'CAN') && documentCode[0] === 'I' && documentCode[1] !== 'P';
}

/**
 * The kind by its code (ICAO Doc 9303 parts 4 to 7 §4.2): P for passports, V for visas, which have no kind here; A, C and I
 * for official cards, whose second letter is R where the European Union and its neighbours issue residence permits
 * (Regulation (EU) 2017/1954), and whose C1 and C2 are the permanent resident cards of the United States.
 */
function documentTypeOf({ format, fields }: Zone): string | null {
  if (format === 'FRDL' || format === 'ISO-DL' || format === 'CHE-DL') return 'Driver License';
  if (format === 'FRA1988') return 'National ID';
  const [first, second] = fields.documentCode;
  if (first === 'P') return 'Passport';
  if (isVisa({ fields }) || fields.documentCode === 'AC' || isEnhanced({ fields })) return null;
  if (second === 'R' || (fields.issuer === 'USA' && first === 'C' && /[12]/.test(second ?? '')))
    return 'Residence Permit';
  return first === 'I' || first === 'A' || first === 'C' ? 'National ID' : null;
}

/**
 * The print with the name that a zone cut off: a line that goes on as the zone does says it, wherever it stands and
 * whether or not its label could be read.
 */
export function withRestOfName(print: Witness, { fields }: Pick<Zone, 'fields'>, lines: readonly TextLine[]): Witness {
  // A zone ends in the given names, or in the surname where it has none.
  const part = fields.givenNames ? 'givenNames' : 'surname';
  const beginning = fields[part];
  if (!fields.truncated || !beginning) return print;
  const found = lines.filter(
    ({ text, confidence }) =>
      confidence >= SURE_LINE && NAMES.test(text) && spelledAs(text, beginning, true)?.misread === 0,
  );
  const best = found.sort((a, b) => b.text.length - a.text.length)[0];
  if (!best) return { ...print, isPrinted: lines.filter(isLegible).length >= PRINTED_LINES };
  const said = { value: best.text.trim(), confidence: best.confidence, sure: true };
  return { ...print, fields: { ...print.fields, [part]: said } };
}

/** A line of words that is no part of the zone. */
function isLegible({ text, confidence }: TextLine): boolean {
  return confidence >= LEGIBLE_LINE && /\p{L}{3}/u.test(text) && !text.includes('<');
}

/** What the barcode of a North American licence or identification card says. */
export function barcodeWitness(reading: AamvaReading): Witness {
  const said: Partial<Record<Field, Testimony>> = {};
  const sure = reading.doubts.length === 0;
  const say = (field: Field, value: string | null, rest: Partial<Testimony> = {}) => {
    if (value !== null) said[field] = { value, confidence: 1, sure, ...rest };
  };
  const name = { truncated: reading.truncated };
  const { card, issuer, suffix } = reading;
  say('documentType', card && (card === 'DL' ? 'Driver License' : 'National ID'));
  say('documentNumber', reading.number);
  say('surname', reading.familyName && [reading.familyName, suffix].filter(Boolean).join(' '), name);
  say('givenNames', reading.givenNames, name);
  say('dateOfBirth', reading.birthDate);
  say('expiryDate', reading.expiryDate);
  say('country', reading.country);
  say('region', issuer?.code ?? null);
  say('address', reading.address);
  say('sex', reading.sex);
  return { source: 'barcode', reliable: true, fields: said };
}
