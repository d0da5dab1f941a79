import type { DocumentSource, FieldReading } from '../fusion/document-source.ts';
import { withLabelled } from '../labeller/combined.ts';
import type { LabelledFields } from '../labeller/decode.ts';
import type { TextLine } from '../text/text-reader.ts';
import { type PostalAddress, streetRow, tidy } from './addresses.ts';
import { inAlphabetOf, inAmericanLetters } from './country-alphabets.ts';
import { readDays } from './document-dates.ts';
import { inFormatOfState, numberOfState } from './document-numbers.ts';
import { field, type VisualField, type VisualFields } from './field.ts';
import { type Names, readNames } from './holder-names.ts';
import { isGivenName } from './known-names.ts';
import { type Claim, claimsOf } from './label-values.ts';
import { inOneCase } from './name-case.ts';
import { datesIn } from './printed-dates.ts';
import { type Hints, isMexicanCard, type Layout, type PrintedText, printedText, type Size } from './printed-text.ts';
import type { Piece, Row } from './rows.ts';
import { mexicanSexIn, nationalityIn, numberIn, sexIn } from './values.ts';
import { numberByForm } from './values-by-form.ts';

const MIN_ADDRESS = 8;
/** Drawn addresses that are read less surely than this are wrong as often as right; a letter with a mark lowers it. */
const LEGIBLE_ADDRESS = 0.85;
/** One category of vehicles (Directive 2006/126/EC); print readers run some into each other. */
const CATEGORY = /^[ABCDEFGHKLMNPQT]{1,3}\d?E?$/;
/** From this on a field that a label told is taken as sure. */
const SURE = 0.85;
/** Fields of a document. Hints are what its other parts say of it. */
function readFields({ rows, layout, pieces }: PrintedText, hints: Hints): VisualFields {
  const { postal, titles, sign, country, numbering } = layout;
  const whole = new Set([...(postal?.rows ?? []), ...titles.rows]);
  const wholeQuads = new Set([...whole].map(({ quad }) => quad));
  const isNoName = (row: Row) => wholeQuads.has(row.quad);
  const claims = claimsOf(pieces, isNoName);
  const days = readDays(claims, pieces, country);
  const street = postal?.rows[0] ?? (numbering === 'aamva' ? streetRow(rows) : null);
  const names = inLettersOf(layout, readNames(claims, pieces, street, isNoName, isMexicanCard(layout) ? 2 : 1));
  const where = places(layout, hints);
  const issuer = where.country ?? sign;
  const number = labelled(claims, 'number', numberIn);
  return {
    ...where,
    country: issuer,
    ...(isWhole(names) || hints.documentType ? names : { surname: null, givenNames: null, fullName: null }),
    documentNumber: licenceNumber(number, where.region?.value ?? null, layout, pieces, claims),
    dateOfBirth: days.birth,
    issueDate: days.issue,
    expiryDate: days.expiry,
    address: inItsAlphabet(addressOf(layout, claims, pieces), issuer?.value ?? null),
    nationality: labelled(claims, 'nationality', nationalityIn),
    sex: labelled(claims, 'sex', isMexicanCard(layout) ? mexicanSexIn : sexIn),
  };
}

/** A surname of which an O stands alone before the rest has lost its apostrophe: O'BRIEN. */
function withApostrophe(surname: string): string {
  return surname.replace(/^O (?=\p{Lu}{3})/u, "O'");
}

/** The same in a whole name, where no listed given name follows: O is an initial there. */
function withFirstApostrophe(fullName: string): string {
  return isGivenName(fullName.split(' ')[1] ?? '') ? fullName : withApostrophe(fullName);
}

/** Names in the letters and the case of those who print them. */
function inLettersOf({ numbering }: Layout, names: Names): Names {
  if (numbering !== 'aamva') return names;
  const plain = (name: VisualField | null, change = (value: string) => value) =>
    name && { ...name, value: change(inAmericanLetters(name.value)) };
  const { surname, givenNames, fullName } = inOneCase(names);
  return {
    surname: plain(surname, withApostrophe),
    givenNames: plain(givenNames),
    fullName: plain(fullName, withFirstApostrophe),
  };
}

/** The number by its label or place in the format of its state, else the only one on the licence in that format. */
function licenceNumber(
  found: VisualField | null,
  region: string | null,
  { numbering, postal }: Layout,
  pieces: readonly Piece[],
  claims: readonly Claim[],
): VisualField | null {
  const number = inFormatOfState(found, region);
  if (numbering !== 'aamva' || !region || (number && numberOfState(number.value, region))) return number;
  const address = new Set(postal?.rows.map(({ quad }) => quad));
  return numberByForm(pieces, claims, region, ({ quad }) => address.has(quad)) ?? number;
}

/** Half a name is no name, but spells out what another part of the document says. */
function isWhole({ surname, givenNames, fullName }: Names): boolean {
  return fullName !== null || (surname !== null && givenNames !== null);
}

/** The value of a label, where `read` understands it. */
function labelled(
  claims: readonly Claim[],
  role: Claim['role'],
  read: (text: string) => string | null,
): VisualField | null {
  const claim = claims.find((one) => one.role === role);
  const value = claim ? read(claim.value.text) : null;
  return claim && value ? field(value, claim.value, 'label') : null;
}

/** The fields of the visual zone, and the same as a source beside the machine-readable zone and the barcode. */
export function readVisualZone(
  lines: readonly TextLine[],
  picture: Size,
  hints: Hints = {},
): { readonly fields: VisualFields; readonly source: DocumentSource } {
  return readPrint(printedText(lines, picture, hints), hints);
}

/** What the rules say. Names are brought to the letters of the document. */
export function toldByRules(text: PrintedText, hints: Hints) {
  return { rules: readFields(text, hints), inLetters: (names: Names) => inLettersOf(text.layout, names) };
}

/** The same from text that is cut into labels and values, with what the labeller understands of it. */
export function readPrint(
  text: PrintedText,
  hints: Hints,
  labelled?: LabelledFields,
): { readonly fields: VisualFields; readonly source: DocumentSource } {
  const { rules, inLetters } = toldByRules(text, hints);
  const fields = labelled ? withLabelled(rules, labelled, text, inLetters, hints.hasZone ?? false) : rules;
  const { issueDate: _, ...said } = fields;
  const readings: Partial<Record<keyof typeof said, FieldReading>> = {};
  for (const [name, found] of Object.entries(said) as [keyof typeof said, VisualField | null][]) {
    if (!found) continue;
    const confidence = Math.min(1, found.confidence);
    const { value, from, isDoubtful = false, isSure = from !== 'layout' && confidence >= SURE } = found;
    readings[name] = { value, confidence, sure: isSure && !isDoubtful, isDoubtful };
  }
  return { fields, source: { kind: 'visual', reliable: false, fields: readings } };
}

/** Type, country and state by the titles. The state of the address stands in for them, which is less sure. */
function places({ titles: { kind, country, region }, postal, numbering }: Layout, hints: Hints) {
  const isAmerican = (one: string | null | undefined) => one === 'USA' || one === 'CAN';
  const state = region ?? (country === null || isAmerican(country.value) ? postalRegion(postal) : null);
  const stateCountry = state && field(state.value.country, state.row, 'layout');
  const hasState = numbering === 'aamva' || isAmerican(hints.country);
  return {
    documentType: kind && kind.value !== 'Visa' ? field(kind.value, kind.row, 'title') : null,
    country: country ? field(country.value, country.row, 'title') : stateCountry,
    region: state && hasState ? field(state.value.code, state.row, region ? 'title' : 'layout') : null,
  };
}

function postalRegion(postal: PostalAddress | null) {
  return postal?.region ? { value: postal.region, row: postal.rows.at(-1)! } : null;
}

/** Nothing else on a document confirms an address, so one that was read with doubt is left out. */
function addressOf(
  { postal, numbering }: Layout,
  claims: readonly Claim[],
  pieces: readonly Piece[],
): VisualField | null {
  if (postal?.misread || postal?.rows.some((row) => legibility(row) < LEGIBLE_ADDRESS)) return null;
  if (postal) return field(postal.lines.join(', '), postal.rows[0]!, 'layout', 1.2);
  // Licences of North America have a postal code. Where it was not read, the rest is a part of the address.
  if (numbering === 'aamva') return null;
  return labelledAddress(claims, pieces);
}

/** How well letters and digits were read. Commas are tiny, and everybody knows where they stand. */
function legibility({ text, characters }: Row): number {
  const read = characters.filter((_, at) => /[\p{L}\p{N}]/u.test(text[at]!));
  return read.reduce((sum, confidence) => sum + confidence, 0) / read.length;
}

function inItsAlphabet(address: VisualField | null, country: string | null): VisualField | null {
  return address && country ? { ...address, value: inAlphabetOf(country, address.value) } : address;
}

/** The text after a label and the rows that go on right under it. */
function labelledAddress(claims: readonly Claim[], pieces: readonly Piece[]): VisualField | null {
  const claim = claims.find(({ role }) => role === 'address');
  if (!claim) return null;
  const lines = [claim.value.text];
  let last: Row = claim.value;
  for (const piece of pieces) {
    const height = last.bottom - last.top;
    const down = (piece.top + piece.bottom - last.top - last.bottom) / 2;
    const near = down > height * 0.4 && down < height * 1.7 && Math.abs(piece.left - last.left) < height * 2.5;
    if (!near || piece.role !== null || lines.length >= 3 || isCategories(piece.text)) continue;
    if (claims.some(({ value }) => value.quad === piece.quad && value.left === piece.left)) break;
    lines.push(piece.text);
    last = piece;
  }
  const address = lines.map(tidy).join(', ');
  // A single word is a place, not an address, and may be anything.
  const dated = /^\p{L}+(?:\/\p{L}+)?\s+(?:19|20)\d\d$/u.test(address);
  const worded = !dated && (/\d/.test(address) || lines.length > 1);
  // A digit in a word, or a question mark, is a letter with a mark that the reader does not know.
  const doubtful = claim.value.confidence < LEGIBLE_ADDRESS || /\p{L}\d\p{Ll}|\?/u.test(address);
  return !worded || doubtful || address.length < MIN_ADDRESS || datesIn(address).length > 0
    ? null
    : field(address, claim.value, 'label', 0.9);
}

/** Categories of vehicles, which stand under the address of a licence. */
const isCategories = (text: string): boolean => text.split(/[\s,/]+/).every((part) => CATEGORY.test(part));
