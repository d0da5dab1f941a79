import { readFileSync } from 'node:fs';
import { hasPublishedFormat, numberOfState } from '../documents/fields/document-numbers.ts';
import { isIssuer } from '../documents/mrz/issuer-codes.ts';
import type { ExtractedData } from '../domain/verification.ts';
import { type SentenceCode, say, type Values } from '../sentences.ts';
import type { DocumentOddity } from './decide.ts';

/**
 * One thing that was looked at. `passed`: nothing speaks against the document there. `doubtful`: something may.
 * `not-applicable`: it was not looked at, or there was nothing to look at. No check says that a document is genuine.
 */
export interface AuthenticityCheck {
  readonly id: AuthenticityId;
  readonly outcome: Outcome;
  readonly detail: string;
}

type Outcome = 'passed' | 'failed' | 'doubtful' | 'not-applicable';

/** Every check, in the order of an answer. */
export const AUTHENTICITY_IDS = [
  'check-digits',
  'zone-against-print',
  'barcode-against-print',
  'zone-against-barcode',
  'listed-issuer',
  'possible-dates',
  'number-format',
  'specimen-wording',
  'screen-or-sheet',
  'same-picture',
  'editor-metadata',
  'portrait-size',
  'second-portrait',
] as const;
export type AuthenticityId = (typeof AUTHENTICITY_IDS)[number];

/** What a record keeps of a document and two pictures. Records of before a part was kept do not have it. */
export interface KeptEvidence {
  readonly face?: { readonly portraitSure?: boolean; readonly secondPortrait?: number | null };
  readonly document?: {
    readonly mrz?: {
      readonly valid: boolean;
      readonly checks: readonly { readonly name: string; readonly ok: boolean }[];
    } | null;
    readonly barcode?: object | null;
    readonly conflicts?: readonly string[];
    readonly agreements?: readonly {
      readonly between: readonly string[];
      readonly alike: readonly string[];
      readonly differing: readonly string[];
    }[];
    readonly specimenWords?: readonly string[];
    readonly signs?: { readonly colour: number; readonly pattern: number };
    /** Not all that is printed was read. */
    readonly isCut?: boolean;
  } | null;
  readonly pictures?: {
    readonly sameFile: boolean;
    readonly samePicture: boolean;
    readonly selfieShowsDocument: boolean;
    readonly selfieInFrame: boolean;
    readonly selfieHasGrid?: boolean;
    readonly edited: readonly string[];
  };
}

/** What leads to manual review: checks that speak against the document, where no other reason says the same. */
export function oddities(evidence: KeptEvidence, data: ExtractedData, day: string): DocumentOddity[] {
  const checks: readonly [DocumentOddity, CheckResult][] = [
    ['issuer', listedIssuer(data)],
    ['dates', possibleDates(data, day)],
    ['number', numberFormat(data)],
    ['specimen', specimenWording(evidence, data)],
    ['second-portrait', secondPortrait(evidence)],
    ['copy', documentCopy(evidence)],
  ];
  const odd = checks
    .filter(([, { outcome }]) => outcome === 'failed' || outcome === 'doubtful')
    .map(([oddity]) => oddity);
  return evidence.document?.isCut ? [...odd, 'crowded'] : odd;
}

type CheckResult = Omit<AuthenticityCheck, 'id'>;

/** Nobody is known to have lived longer, in years. */
const OLDEST = 122;
/** The longest validity of a document that is not for life, in years; those have no date. */
const LONGEST_VALIDITY = 50;
/** ICAO Doc 9303 part 3: Utopia issues specimens alone. */
const SPECIMEN_STATE = 'UTO';
const NAMES = ['surname', 'givenNames'];

/** What was looked at to see whether a document can be what it claims. `day`: of the verification, `YYYY-MM-DD`. */
export function authenticity(evidence: KeptEvidence, data: ExtractedData, day: string): AuthenticityCheck[] {
  const checks: Readonly<Record<AuthenticityId, () => CheckResult>> = {
    'check-digits': () => checkDigits(evidence),
    'zone-against-print': () => against(evidence, ['mrz', 'visual'], 'authentic.zone-and-print'),
    'barcode-against-print': () => against(evidence, ['barcode', 'visual'], 'authentic.barcode-and-print'),
    'zone-against-barcode': () => against(evidence, ['mrz', 'barcode'], 'authentic.zone-and-barcode'),
    'listed-issuer': () => listedIssuer(data),
    'possible-dates': () => possibleDates(data, day),
    'number-format': () => numberFormat(data),
    'specimen-wording': () => specimenWording(evidence, data),
    'screen-or-sheet': () => screenOrSheet(evidence),
    'same-picture': () => samePicture(evidence),
    'editor-metadata': () => editorMetadata(evidence),
    'portrait-size': () => portraitSize(evidence),
    'second-portrait': () => secondPortrait(evidence),
  };
  return AUTHENTICITY_IDS.map((id) => ({ id, ...checks[id]() }));
}

function checkDigits({ document }: KeptEvidence): CheckResult {
  if (document?.mrz === undefined) return none('authentic.not-kept');
  if (document.mrz === null) return none('authentic.no-zone');
  const { valid, checks } = document.mrz;
  const wrong = checks.filter(({ ok }) => !ok).map(({ name }) => name);
  if (wrong.length > 0) return failed('authentic.digits-wrong', { checks: wrong.join(', ') });
  if (!valid) return doubtful('authentic.zone-doubtful');
  const count = checks.length;
  return count === 1 ? passed('authentic.digit-holds') : passed('authentic.digits-hold', { count });
}

function against({ document }: KeptEvidence, parts: readonly string[], both: SentenceCode): CheckResult {
  if (!document?.agreements) return none('authentic.not-kept');
  const pairs = document.agreements.filter(({ between }) => parts.every((part) => between.includes(part)));
  const alike = pairs.flatMap((pair) => pair.alike);
  const names = (document.conflicts ?? []).filter((field) => NAMES.includes(field) && alike.includes(field));
  const differing = [...new Set([...pairs.flatMap((pair) => pair.differing), ...names])];
  const what = say(both);
  if (differing.length > 0) return failed('authentic.parts-disagree', { what, fields: differing.join(', ') });
  if (alike.length === 0) return none('authentic.parts-unsure', { what });
  return passed('authentic.parts-agree', { what, fields: alike.join(', ') });
}

/** ICAO Doc 9303 part 3 §5 is a closed list. No valid document of a state that is no more is left. */
function listedIssuer({ country }: ExtractedData): CheckResult {
  if (country === null) return none('authentic.no-issuer');
  return isIssuer(country)
    ? passed('authentic.issuer-listed', { issuer: country })
    : failed('doubt.issuer-unknown', { issuer: country });
}

function possibleDates({ dateOfBirth: born, expiryDate: ends }: ExtractedData, day: string): CheckResult {
  if (born === null && ends === null) return none('authentic.no-dates');
  const problems: readonly (readonly [boolean, SentenceCode])[] = [
    [born !== null && born > day, 'authentic.born-to-come'],
    [born !== null && born < yearsFrom(day, -OLDEST), 'authentic.born-too-long-ago'],
    [born !== null && ends !== null && ends <= born, 'authentic.ends-before-birth'],
    [ends !== null && ends > yearsFrom(day, LONGEST_VALIDITY), 'authentic.valid-too-long'],
  ];
  const found = problems.filter(([isFound]) => isFound).map(([, code]) => say(code));
  return found.length > 0 ? { outcome: 'failed', detail: found.join(' ') } : passed('authentic.dates-possible');
}

function yearsFrom(day: string, years: number): string {
  return `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`;
}

function numberFormat({ documentType, documentNumber, country, region }: ExtractedData): CheckResult {
  if (documentNumber === null) return none('authentic.no-number');
  const isLicence = documentType === 'Driver License' && region !== null;
  const issuer = isLicence ? (country === 'USA' ? region : `${country}-${region}`) : country;
  const fits =
    isLicence && country === 'USA'
      ? fitsState(documentNumber, region)
      : fitsIssuer(issuer, documentType, documentNumber);
  if (issuer === null || fits === undefined) return none('authentic.format-unknown');
  return fits ? passed('authentic.number-fits', { issuer }) : doubtful('authentic.number-odd', { issuer });
}

function fitsState(number: string, state: string): boolean | undefined {
  const found = numberOfState(number.toUpperCase(), state);
  return found === undefined ? undefined : found !== null;
}

function fitsIssuer(issuer: string | null, type: string | null, number: string): boolean | undefined {
  return issuer === null || type === null ? undefined : hasPublishedFormat(issuer, type, number);
}

function specimenWording({ document }: KeptEvidence, { country }: ExtractedData): CheckResult {
  const words = document?.specimenWords ?? [];
  if (words.length > 0) return failed('authentic.specimen-words', { words: words.join(', ') });
  if (country === SPECIMEN_STATE) return failed('authentic.specimen-state');
  return document?.specimenWords ? passed('authentic.no-specimen') : none('authentic.not-kept');
}

function screenOrSheet(evidence: KeptEvidence): CheckResult {
  const { pictures } = evidence;
  const copy = documentCopy(evidence);
  if (copy.outcome === 'doubtful') return copy;
  if (!pictures) return none('authentic.not-kept');
  if (pictures.selfieShowsDocument) return doubtful('reason.selfie-shows-document');
  if (pictures.selfieInFrame) return doubtful('authentic.selfie-in-frame');
  if (pictures.selfieHasGrid) return doubtful('reason.selfie-grid');
  return copy.outcome === 'passed' ? passed('authentic.no-screen') : passed('authentic.no-outline');
}

function samePicture({ pictures }: KeptEvidence): CheckResult {
  if (!pictures) return none('authentic.not-kept');
  if (pictures.sameFile) return failed('authentic.same-file');
  if (pictures.samePicture) return failed('reason.same-picture');
  return passed('authentic.other-picture');
}

function editorMetadata({ pictures }: KeptEvidence): CheckResult {
  if (!pictures) return none('authentic.not-kept');
  if (pictures.edited.length === 0) return passed('authentic.not-edited');
  return doubtful('authentic.edited', { programs: pictures.edited.join(', ') });
}

function portraitSize({ face }: KeptEvidence): CheckResult {
  if (face?.portraitSure === undefined) return none('authentic.not-kept');
  return face.portraitSure ? passed('authentic.portrait-large') : doubtful('authentic.portrait-small');
}

/** A portrait that was put in covers the first print of the face and leaves the second, smaller one as it was. */
function secondPortrait({ face }: KeptEvidence): CheckResult {
  if (face?.secondPortrait === undefined) return none('authentic.not-kept');
  if (face.secondPortrait === null) return none('authentic.no-second-portrait');
  return face.secondPortrait < CAPTURE_LIMITS.otherPerson
    ? doubtful('reason.document-second-portrait')
    : passed('authentic.second-portrait-same');
}

function documentCopy({ document }: KeptEvidence): CheckResult {
  if (!document?.signs) return none('authentic.not-kept');
  const { colour, pattern } = document.signs;
  if (pattern >= CAPTURE_LIMITS.grid) return doubtful('authentic.document-grid');
  if (colour < CAPTURE_LIMITS.colourless) return doubtful('authentic.document-colourless');
  return passed('authentic.document-natural');
}

type Conclude = (code: SentenceCode, values?: Values) => CheckResult;
const passed: Conclude = (code, values) => ({ outcome: 'passed', detail: say(code, values) });
const failed: Conclude = (code, values) => ({ outcome: 'failed', detail: say(code, values) });
const doubtful: Conclude = (code, values) => ({ outcome: 'doubtful', detail: say(code, values) });
const none: Conclude = (code, values) => ({ outcome: 'not-applicable', detail: say(code, values) });

/**
 * What signs of capture and second portraits of genuine documents hardly ever pass; `npm run train:signs` writes it.
 * `colourless`: gray values. `grid`: times of what is beside. `otherPerson`: confidence, 0 to 100.
 */
export const CAPTURE_LIMITS = JSON.parse(readFileSync(new URL('capture-limits.json', import.meta.url), 'utf8')) as {
  readonly colourless: number;
  readonly grid: number;
  readonly otherPerson: number;
};
