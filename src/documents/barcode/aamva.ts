import type { Sentence, SentenceCode } from '../../sentences.ts';
import { type Issuer, issuerOf } from './issuers.ts';

/** What the barcode of a North American licence or identification card says. `null` is absent or not to be trusted. */
export interface AamvaReading {
  /** 0 before the standard of 2000, 1 for it, 10 for that of 2020. */
  readonly version: number;
  /** Issuer identification number as written, and who that is. */
  readonly issuerNumber: string;
  readonly issuer: Issuer | null;
  /** A licence to drive, or an identification card. */
  readonly card: 'DL' | 'ID' | null;
  readonly number: string | null;
  readonly familyName: string | null;
  /** First and middle names. */
  readonly givenNames: string | null;
  readonly suffix: string | null;
  /** The barcode says that it cuts a name short. */
  readonly truncated: boolean;
  /** `YYYY-MM-DD`, as all dates. */
  readonly birthDate: string | null;
  readonly expiryDate: string | null;
  readonly issueDate: string | null;
  readonly sex: 'M' | 'F' | 'X' | null;
  readonly address: string | null;
  /** ISO 3166-1 alpha-3 of the issuing country. */
  readonly country: string | null;
  /** What is likely and not told as such. */
  readonly unsure: readonly ('card' | 'expiryDate')[];
  /** Every element by its three letters, trimmed. */
  readonly elements: Readonly<Record<string, string>>;
  /** What is wrong or contradicts itself. */
  readonly doubts: readonly Sentence[];
}

/** Written where there is nothing to write (AAMVA DL/ID 2020 §D.12.3). */
const NOTHING = /^(none|unavl|unavail|unavailable|n\/a|\*+|0+|9{8}|-+)?$/i;
/** The file type and the digits up to the first subfile: issuer, versions and how many subfiles follow. */
const HEADER = /(?:ANSI|AAMVA)\s{0,2}(\d{6,12})/;
/** All issuers begin with this digit (ISO/IEC 7812). North Carolina left it out before 2017. */
const FIRST_DIGIT = '6';
const ELEMENT = /^[A-Z]{3}/;
/** Name suffixes (AAMVA DL/ID 2020 table D.3, DCU). */
const SUFFIX = /^(JR|SR|[1-9](ST|ND|RD|TH)|I{1,3}|IV|V|VI{1,3}|IX)\.?$/i;

/**
 * Reads the text of a PDF417 barcode by the AAMVA DL/ID card design standard, all versions (annex D of 2020; annex E of
 * 2000). `null` where it is something else. Never throws.
 */
export function readAamva(text: string): AamvaReading | null {
  const header = HEADER.exec(text.slice(0, 64));
  if (!header) return null;
  const elements = readElements(text.slice(header.index + header[0].length));
  if (Object.keys(elements).length < 3) return null;
  const { issuerNumber, version } = numbersOf(header[1]!);
  const issuer = issuerOf(issuerNumber);
  const doubts: Sentence[] = [];
  const country = countryOf(elements, issuer, doubts);
  const date = (id: string, doubt: SentenceCode): string | null => {
    const value = said(elements[id]);
    const read = value === null ? null : readDate(value, country, version);
    if (value !== null && read === null) doubts.push({ code: doubt });
    return read;
  };
  const reading: AamvaReading = {
    version,
    issuerNumber,
    issuer,
    card: cardOf(text),
    number: said(elements.DAQ ?? elements.DBJ),
    ...namesOf(elements),
    birthDate: date('DBB', 'doubt.barcode-birth'),
    expiryDate: date('DBA', 'doubt.barcode-expiry'),
    issueDate: date('DBD', 'doubt.barcode-issue'),
    sex: sexOf(elements.DBC),
    address: addressOf(elements, country),
    country,
    unsure: [],
    elements,
    doubts,
  };
  if (!issuer) doubts.push({ code: 'doubt.barcode-issuer-unknown', values: { number: issuerNumber } });
  checkOrder(reading, doubts);
  return reading;
}

/**
 * Issuer and version. Since 2003 the version of the issuer and the number of subfiles follow, before that the latter
 * alone. Short headers have less of it, or an issuer without its first digit.
 */
function numbersOf(digits: string): { issuerNumber: string; version: number } {
  const isShort = !issuerOf(digits.slice(0, 6)) && issuerOf(FIRST_DIGIT + digits.slice(0, 5)) !== null;
  const whole = isShort ? FIRST_DIGIT + digits : digits;
  return { issuerNumber: whole.slice(0, 6), version: Number(whole.slice(6, 8)) };
}

/** What an element says; null where that is nothing. */
export function said(value: string | undefined): string | null {
  const trimmed = value?.replace(/\s+/g, ' ').trim() ?? '';
  return NOTHING.test(trimmed) ? null : trimmed;
}

/**
 * Elements stand one on a line. The offsets and lengths of the header are not needed for that, and they are often
 * wrong. The two letters of a subfile are recognised by the element that follows them.
 */
function readElements(text: string): Record<string, string> {
  const elements: Record<string, string> = {};
  const body = text.replace(/^(?:[A-Z][A-Z0-9]\d{8}|[A-Z][A-Z0-9]\s?\d{7})*/, '');
  for (const raw of body.split(/[\n\r\x1c-\x1f]+/)) {
    const line = raw.replace(/^(?:DL|ID|EN)(?=D[A-D][A-Z])|^Z[A-Z](?=Z[A-Z][A-Z])/, '');
    const id = ELEMENT.exec(line)?.[0];
    if (id === undefined || id in elements || !/^[DZ]/.test(id)) continue;
    elements[id] = line.slice(3).replace(/\s+/g, ' ').trim();
  }
  return elements;
}

function cardOf(text: string): 'DL' | 'ID' | null {
  const designators = text.slice(0, 120);
  if (/DL\d{8}|DLDAQ|DLDCA/.test(designators)) return 'DL';
  return /(?:ID|EN)\d{8}|ID(?:DA|DC)[A-Z]/.test(designators) ? 'ID' : null;
}

function countryOf(
  elements: Readonly<Record<string, string>>,
  issuer: Issuer | null,
  doubts: Sentence[],
): string | null {
  const written = /^(USA|CAN|MEX)/.exec(elements.DCG ?? '')?.[1] ?? null;
  if (written !== null && issuer && issuer.country !== written) {
    doubts.push({ code: 'doubt.barcode-country', values: { country: written, issuer: issuer.name } });
  }
  return issuer?.country ?? written;
}

type Names = Pick<AamvaReading, 'familyName' | 'givenNames' | 'suffix' | 'truncated'>;

/**
 * Family name and given names. They stand in DCS with DAC and DAD, or in DCT. Before 2003 they stand in DAB with DAC
 * and DAD, or all in DAA.
 */
function namesOf(elements: Readonly<Record<string, string>>): Names {
  const given = said(elements.DAC ?? elements.DCT);
  const name = familyNameOf(elements, given);
  return {
    familyName: name.family,
    givenNames: joined(given ?? name.first, said(elements.DAD) ?? name.middle),
    suffix: said(elements.DCU ?? elements.DAE) ?? name.suffix,
    truncated: ['DDE', 'DDF', 'DDG'].some((id) => elements[id] === 'T'),
  };
}

interface NameParts {
  readonly family: string | null;
  readonly first: string | null;
  readonly middle: string;
  readonly suffix: string | null;
}

/** The family name, and what the elements of the family name and of the whole name say beside it. */
function familyNameOf(elements: Readonly<Record<string, string>>, given: string | null): NameParts {
  const family = split(elements.DCS ?? elements.DAB, /,/);
  const whole = split(elements.DAA, /[,@$]/);
  // Some issuers write the whole name where the family name belongs.
  if (family.length > 1 && given === null) return inParts(family);
  const [name, behind] = family;
  if (name === null && whole.length > 1) return inParts(whole);
  return { family: name ?? null, first: null, middle: '', suffix: behind && SUFFIX.test(behind) ? behind : null };
}

/** Family name, first name, middle names and suffix, in this order. */
function inParts([family = null, first = null, ...rest]: readonly (string | null)[]): NameParts {
  const later = rest.filter((part) => part !== null);
  // A letter right behind the first name is an initial.
  const hasSuffix = SUFFIX.test(later.at(-1) ?? '') && later.join('').length > 1;
  const suffix = hasSuffix ? later.pop()! : null;
  return { family, first, middle: later.join(' '), suffix };
}

function split(value: string | undefined, by: RegExp): (string | null)[] {
  return (said(value) ?? '').split(by).map((part) => said(part));
}

/** DCT may hold the middle names that DAD repeats. */
function joined(first: string | null, middle: string | null): string | null {
  const [one, two] = [first, middle].map(
    (part) =>
      part
        ?.split(/[,\s]+/)
        .join(' ')
        .trim() ?? '',
  ) as [string, string];
  return one.endsWith(` ${two}`) ? one : `${one} ${two}`.trim() || null;
}

/** `M`, `F` or `X` by the letter or digit of DBC; null for any other. */
export function sexOf(value: string | undefined): 'M' | 'F' | 'X' | null {
  const letter = value?.trim().toUpperCase().charAt(0) ?? '';
  return ({ 1: 'M', 2: 'F', 9: 'X', M: 'M', F: 'F', X: 'X' } as const)[letter as 'M'] ?? null;
}

/**
 * Street, city, state and postal code as one line. It is the mailing address, or that of residence where there is none.
 */
function addressOf(elements: Readonly<Record<string, string>>, country: string | null): string | null {
  const [street, second, city, region, code] = said(elements.DAG)
    ? [elements.DAG, elements.DAH, elements.DAI, elements.DAJ, elements.DAK]
    : [elements.DAL, elements.DAM, elements.DAN, elements.DAO, elements.DAP];
  const place = [said(region), postalCode(said(code), country)].filter((part) => part !== null).join(' ');
  const parts = [said(street), said(second), said(city), place || null].filter((part) => part !== null);
  return said(street) === null && said(city) === null ? null : parts.join(', ');
}

/** Nine digits in the United States, zeros where the last four are not known (AAMVA DL/ID 2020 table D.3). */
export function postalCode(code: string | null, country: string | null): string | null {
  const digits = /^(\d{5})-?(\d{4})?$/.exec(code?.replace(/\s/g, '') ?? '');
  // Canada's are printed in two groups, whether or not the barcode keeps the space.
  if (!digits || country === 'CAN') return code?.replace(/^([A-Z]\d[A-Z])\s?(\d[A-Z]\d)$/, '$1 $2') ?? null;
  return digits[2] && digits[2] !== '0000' ? `${digits[1]}-${digits[2]}` : digits[1]!;
}

/**
 * The order is month first in the United States. It is year first in Canada, in Mexico (AAMVA DL/ID 2020 §D.12.5.1) and
 * in the standard of 2000. Only one order is ever possible, because no month is 18 or more. An issuer that mixes the
 * orders is therefore read too.
 */
function readDate(value: string, country: string | null, version: number): string | null {
  const digits = /^(\d{4})[-/]?(\d\d)[-/]?(\d\d)$/.test(value) || /^(\d\d)[-/]?(\d\d)[-/]?(\d{4})$/.test(value);
  const plain = value.replace(/[-/]/g, '');
  if (!digits || plain.length !== 8) return null;
  const yearFirst = `${plain.slice(0, 4)}-${plain.slice(4, 6)}-${plain.slice(6)}`;
  const monthFirst = `${plain.slice(4)}-${plain.slice(0, 2)}-${plain.slice(2, 4)}`;
  const orders = country === 'USA' && version >= 2 ? [monthFirst, yearFirst] : [yearFirst, monthFirst];
  return orders.find(isDate) ?? null;
}

/** Whether `YYYY-MM-DD` is a day that exists, from 1850 to 2150. */
export function isDate(value: string): boolean {
  const year = Number(value.slice(0, 4));
  const date = new Date(`${value}T00:00:00Z`);
  return year >= 1850 && year <= 2150 && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** Adds a doubt for each two dates that contradict each other. */
export function checkOrder(
  { birthDate, issueDate, expiryDate }: Pick<AamvaReading, 'birthDate' | 'issueDate' | 'expiryDate'>,
  doubts: Sentence[],
): void {
  if (birthDate && issueDate && birthDate >= issueDate) doubts.push({ code: 'doubt.barcode-birth-after-issue' });
  if (issueDate && expiryDate && issueDate > expiryDate) doubts.push({ code: 'doubt.barcode-issue-after-expiry' });
  if (birthDate && expiryDate && birthDate >= expiryDate) doubts.push({ code: 'doubt.barcode-birth-after-expiry' });
}
