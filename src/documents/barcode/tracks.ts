import type { Sentence } from '../../sentences.ts';
import { type AamvaReading, checkOrder, isDate, postalCode, said, sexOf } from './aamva.ts';
import { type Issuer, issuerOf } from './issuers.ts';

/**
 * The three tracks of a magnetic stripe in one text (AAMVA DL/ID 2000 annex F). The barcodes of British Columbia hold
 * them, with an underscore before the third (Teleplan 4 specifications §4.2.4). Groups: the
 * first track, issuer, number, year and month of the end, date of birth, rest of the number, the third track.
 */
const TRACKS = /^%([^?]{3,90})\?\s*;(\d{6})(\d{1,13})=(\d{2})(\d\d)(\d{8})(\d{0,5})=?\?\s*_?[%#+"](.{0,100})/s;
/** Longest city and name of the first track; shorter ones end in a circumflex. */
const CITY = 13;
const NAME = 35;
/** Places of the third track behind its sentinel: the versions of template and issuer go before. */
const POSTAL = [2, 13] as const;
const SEX = 29;
const HEIGHT = [30, 33] as const;
/** In place of the month: the licence ends on a birthday. */
const ON_BIRTHDAY = '99';

/**
 * Reads the text of a PDF417 barcode that holds the tracks of a magnetic stripe; null where it is something else. They
 * hold the month of the end alone. The day is the birthday where that is in this month, as in British Columbia.
 * Otherwise it is the last of the month, which is unsure. Never throws.
 */
export function readTracks(text: string): AamvaReading | null {
  const found = TRACKS.exec(text);
  if (!found) return null;
  const [, first, issuerNumber, digits, year, month, born, rest, third] = found as unknown as string[];
  const issuer = issuerOf(issuerNumber!);
  if (!issuer) return null;
  const doubts: Sentence[] = [];
  const iso = `${born!.slice(0, 4)}-${born!.slice(4, 6)}-${born!.slice(6)}`;
  const birthDate = isDate(iso) ? iso : null;
  if (birthDate === null) doubts.push({ code: 'doubt.barcode-birth' });
  const { name, city, address } = fieldsOf(first!);
  const [family = '', ...given] = name.split('$');
  const end = endOf(`20${year}`, month!, birthDate);
  const reading: AamvaReading = {
    version: 0,
    issuerNumber: issuerNumber!,
    issuer,
    // Other cards of the province have no height in theirs. Identification cards have it.
    card: /\d/.test(third!.slice(...HEIGHT)) ? 'DL' : null,
    number: said(`${digits}${rest}`),
    familyName: said(family.replace(/,\s*$/, '')),
    givenNames: said(given.join(' ')),
    suffix: null,
    truncated: name.length >= NAME,
    birthDate,
    expiryDate: end.date,
    issueDate: null,
    sex: sexOf(third!.charAt(SEX)),
    address: addressOf(address, city, postalCode(said(third!.slice(...POSTAL)), issuer.country), issuer),
    country: issuer.country,
    unsure: end.isSure ? ['card'] : ['card', 'expiryDate'],
    elements: {},
    doubts,
  };
  checkOrder(reading, doubts);
  return reading;
}

/** City, name and address of the first track, behind the two letters of its state or province. */
function fieldsOf(track: string): { city: string; name: string; address: string } {
  const [city, behind] = cut(track.slice(2), CITY);
  const [name, address] = cut(behind, NAME);
  return { city, name, address: address.replace(/\^.*$/s, '') };
}

/** What ends in a circumflex, or is as long as it may be, and what follows. */
function cut(text: string, longest: number): [string, string] {
  const end = text.indexOf('^');
  return end >= 0 && end <= longest
    ? [text.slice(0, end), text.slice(end + 1)]
    : [text.slice(0, longest), text.slice(longest)];
}

function endOf(year: string, month: string, birthDate: string | null): { date: string | null; isSure: boolean } {
  const own = month === ON_BIRTHDAY || birthDate?.slice(5, 7) === month;
  const birthday = birthDate && own ? `${year}${birthDate.slice(4)}` : null;
  // Who was born on 29 February has a birthday on the 28th of other years.
  const date = birthday && (isDate(birthday) ? birthday : birthday.replace('-29', '-28'));
  if (date) return { date, isSure: true };
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10);
  return { date: last.startsWith(`${year}-${month}`) ? last : null, isSure: false };
}

/** Lines are parted by dollar signs. The last one may repeat city, province and postal code. */
function addressOf(address: string, city: string, code: string | null, { code: region }: Issuer): string | null {
  const place = [region, code].filter((part) => part !== null).join(' ');
  const lines = address.split('$').map(said);
  const own = [city, region, code].map((part) => part?.replace(/\s/g, '') ?? '').join('');
  const street = lines.filter((line) => line !== null && line.replace(/\s/g, '') !== own);
  const parts = [...street, said(city), place || null].filter((part) => part !== null);
  return street.length > 0 || said(city) !== null ? parts.join(', ') : null;
}
