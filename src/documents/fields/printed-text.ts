import { sizeOf } from '../../imaging/quad.ts';
import { countryOfSign } from '../countries/vehicle-signs.ts';
import type { TextLine } from '../text/text-reader.ts';
import { type PostalAddress, postalAddress } from './addresses.ts';
import { field, type VisualField } from './field.ts';
import type { Numbering } from './field-numbers.ts';
import { withKnownNames } from './known-names.ts';
import { withoutOverprint } from './overprint.ts';
import { type Piece, piecesOf, type Row, rowsOf } from './rows.ts';
import { readTitles, type Titles } from './titles.ts';

export interface Hints {
  readonly documentType?: string | null;
  readonly country?: string | null;
  /** A machine-readable zone was read, surely or not. */
  readonly hasZone?: boolean;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Rows lower than this part of the picture's shorter side are microprint and its misreadings. */
const MICROPRINT = 0.008;
const SPECK = 0.75;
const WIDEST_DIGIT = 1.8;
/** From this on a title, or what was left of a label, is taken as read. */
const SURE = 0.85;
/** An address on the web belongs to the authority and not to the holder. */
const WEB = /\bwww\b|\.(?:gov|com|org|us|net|ca)\b/i;
/** Rows of a machine-readable zone are read elsewhere. */
const ZONE = /<\s*<|^[A-Z0-9<]{25,}$|^[A-Z0-9 ]+<[A-Z0-9< ]{9,}$/;

/** The text of a document in rows, cut into labels and what stands between them. */
export interface PrintedText {
  readonly rows: readonly Row[];
  readonly layout: Layout;
  readonly pieces: readonly Piece[];
}

/** The lines of a document, in whatever order, as text that fields are read from. */
export function printedText(lines: readonly TextLine[], picture: Size, hints: Hints = {}): PrintedText {
  const legible = legibleRows(lines, picture);
  const layout = layoutOf(legible, hints);
  const rows = withoutStateOverprint(legible, layout);
  const whole = new Set([...(layout.postal?.rows ?? []), ...layout.titles.rows]);
  return { rows, layout, pieces: piecesOf(rows, layout.numbering, whole) };
}

/** Rows of the document itself, without microprint, the machine-readable zone and web addresses. */
function legibleRows(lines: readonly TextLine[], picture: Size): Row[] {
  const least = MICROPRINT * Math.min(picture.width, picture.height);
  const rows = rowsOf(lines.filter((line) => !isSpeck(line))).filter(
    ({ text, top, bottom }) => !isZone(text) && !WEB.test(text) && bottom - top >= least,
  );
  return rows.map(withKnownNames);
}

function withoutStateOverprint(rows: readonly Row[], { titles, postal }: Layout): readonly Row[] {
  const names = titles.region?.value.names;
  return names
    ? withoutOverprint(rows, names, (row) => titles.rows.has(row) || Boolean(postal?.rows.includes(row)))
    : rows;
}

/** What kind of document it is, who issued it, and how it is laid out; null where nothing tells. */
export interface Layout {
  readonly titles: Titles;
  readonly postal: PostalAddress | null;
  /** The distinguishing sign of a licence, read where nothing else tells the country. */
  readonly sign: VisualField | null;
  /** ISO 3166-1 alpha-3. */
  readonly country: string | null;
  readonly kind: string | null;
  readonly numbering: Numbering;
}

function layoutOf(rows: readonly Row[], hints: Hints): Layout {
  const found = postalAddress(rows);
  const inAddress = new Set(found?.rows);
  const titles = readTitles(rows, (row) => inAddress.has(row));
  const postal = found && !found.region ? postalAddress(rows, titles.region?.value) : found;
  const sign = titles.country || postal ? null : signIn(rows, titles);
  const country = hints.country ?? titles.country?.value ?? postal?.region?.country ?? sign?.value ?? null;
  const kind = hints.documentType ?? titles.kind?.value ?? null;
  return { titles, postal, sign, country, kind, numbering: numberingOf(rows, kind, country, postal) };
}

/** Mexican cards have the paternal, the maternal and the given names in rows, and H or M for the sex. */
export function isMexicanCard({ country, kind }: Layout): boolean {
  return country === 'MEX' && kind !== 'Passport';
}

/**
 * Two or three characters that were hardly read are a piece of the background. As a row they would separate the rows
 * above and below. A single digit that is wide is a stroke of a signature.
 */
function isSpeck({ text, confidence, characters, box }: TextLine): boolean {
  const [width, height] = sizeOf(box.quad);
  if (/^\d$/.test(text)) return width > height * WIDEST_DIGIT;
  // What is left of SEX before its letter.
  if (/^\S [MF]$/.test(text) && characters.at(-1)! >= SURE) return false;
  return confidence < SPECK && text.length >= 2 && text.length <= 3 && /\p{L}/u.test(text);
}

/** A row of a machine-readable zone; its wide pitch looks like spaces between letters. */
function isZone(text: string): boolean {
  const words = text.split(' ');
  const single = words.filter((word) => word.length === 1).length;
  return ZONE.test(text) || (words.length >= 6 && single >= words.length / 2 && /^[A-Z0-9< ]+$/.test(text));
}

function numberingOf(
  rows: readonly Row[],
  kind: string | null,
  country: string | null,
  postal: PostalAddress | null,
): Numbering {
  const american = country === 'USA' || country === 'CAN' || (country === null && postal !== null);
  const coded = rows.filter(
    ({ text }) => /^4\s?[abcd][.)\s:]/i.test(text) || /^[1-9][.:]\s?[\p{L}\d]/u.test(text),
  ).length;
  if (american) return kind === 'Passport' || kind === 'Residence Permit' ? null : 'aamva';
  return kind === 'Driver License' || coded >= 3 ? 'eu' : null;
}

/**
 * The distinguishing sign at the top of a licence. Outside of the European Union it may stand on the right, as on that
 * of Switzerland. A single letter there is anything.
 */
function signIn(rows: readonly Row[], { kind }: Titles): VisualField | null {
  if (kind?.value !== 'Driver License') return null;
  const [left, right] = [Math.min(...rows.map((row) => row.left)), Math.max(...rows.map((row) => row.right))];
  const [top, bottom] = [Math.min(...rows.map((row) => row.top)), Math.max(...rows.map((row) => row.bottom))];
  const found = rows.flatMap((row) => {
    const country =
      (row.text.length > 1 || row.right - left < (right - left) / 3) &&
      row.top - top < (bottom - top) / 3 &&
      countryOfSign(row.text);
    return country && row.confidence >= SURE ? [field(country, row, 'title')] : [];
  });
  return found.length === 1 ? found[0]! : null;
}
