import { readFileSync } from 'node:fs';
import { hasPublishedFormat, numberOfState } from '../documents/fields/document-numbers.ts';
import { isIssuer } from '../documents/mrz/issuer-codes.ts';
import type { ExtractedData } from '../domain/verification.ts';
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
const NOT_KEPT = 'The record does not keep this; it is older than the check.';

/** What was looked at to see whether a document can be what it claims. `day`: of the verification, `YYYY-MM-DD`. */
export function authenticity(evidence: KeptEvidence, data: ExtractedData, day: string): AuthenticityCheck[] {
  const checks: Readonly<Record<AuthenticityId, () => CheckResult>> = {
    'check-digits': () => checkDigits(evidence),
    'zone-against-print': () => against(evidence, ['mrz', 'visual'], 'The machine-readable zone and the print'),
    'barcode-against-print': () => against(evidence, ['barcode', 'visual'], 'The barcode and the print'),
    'zone-against-barcode': () => against(evidence, ['mrz', 'barcode'], 'The machine-readable zone and the barcode'),
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
  if (document?.mrz === undefined) return none(NOT_KEPT);
  if (document.mrz === null) return none('No machine-readable zone was found.');
  const { valid, checks } = document.mrz;
  const wrong = checks.filter(({ ok }) => !ok).map(({ name }) => name);
  if (wrong.length > 0) return failed(`Check digits of the machine-readable zone do not hold: ${wrong.join(', ')}.`);
  if (!valid) return doubtful('The check digits hold, but the machine-readable zone was read with doubt.');
  const count = checks.length === 1 ? 'The check digit' : `All ${checks.length} check digits`;
  return passed(`${count} of the machine-readable zone ${checks.length === 1 ? 'holds' : 'hold'}.`);
}

function against({ document }: KeptEvidence, parts: readonly string[], what: string): CheckResult {
  if (!document?.agreements) return none(NOT_KEPT);
  const pairs = document.agreements.filter(({ between }) => parts.every((part) => between.includes(part)));
  const alike = pairs.flatMap((pair) => pair.alike);
  const names = (document.conflicts ?? []).filter((field) => NAMES.includes(field) && alike.includes(field));
  const differing = [...new Set([...pairs.flatMap((pair) => pair.differing), ...names])];
  if (differing.length > 0) return failed(`${what} disagree on: ${differing.join(', ')}.`);
  if (alike.length === 0) return none(`${what} have no field that was read surely in both.`);
  return passed(`${what} agree on: ${alike.join(', ')}.`);
}

/** ICAO Doc 9303 part 3 §5 is a closed list. No valid document of a state that is no more is left. */
function listedIssuer({ country }: ExtractedData): CheckResult {
  if (country === null) return none('No issuer was read.');
  return isIssuer(country)
    ? passed(`The issuer ${country} is a state or organisation that ICAO Doc 9303 lists.`)
    : failed(`No state or organisation that issues documents has the code ${country}.`);
}

function possibleDates({ dateOfBirth: born, expiryDate: ends }: ExtractedData, day: string): CheckResult {
  if (born === null && ends === null) return none('No date was read.');
  const problems = [
    ...(born !== null && born > day ? ['The date of birth lies in the future.'] : []),
    ...(born !== null && born < yearsFrom(day, -OLDEST)
      ? ['The date of birth is before that of any living person.']
      : []),
    ...(born !== null && ends !== null && ends <= born ? ['The document ends before its holder was born.'] : []),
    ...(ends !== null && ends > yearsFrom(day, LONGEST_VALIDITY) ? ['No document is valid for so long.'] : []),
  ];
  return problems.length > 0 ? failed(problems.join(' ')) : passed('The dates that were read are possible.');
}

function yearsFrom(day: string, years: number): string {
  return `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`;
}

function numberFormat({ documentType, documentNumber, country, region }: ExtractedData): CheckResult {
  if (documentNumber === null) return none('No number was read.');
  const isLicence = documentType === 'Driver License' && region !== null;
  const issuer = isLicence ? (country === 'USA' ? region : `${country}-${region}`) : country;
  const fits =
    isLicence && country === 'USA'
      ? fitsState(documentNumber, region)
      : fitsIssuer(issuer, documentType, documentNumber);
  if (fits === undefined) return none('The format of the issuer is not known.');
  return fits
    ? passed(`The number has a format of ${issuer}.`)
    : doubtful(`The number has no format that ${issuer} uses.`);
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
  if (words.length > 0) return failed(`The document says of itself: ${words.join(', ')}.`);
  if (country === SPECIMEN_STATE) return failed('The issuing state UTO stands on specimens alone.');
  return document?.specimenWords ? passed('No wording of a specimen was read.') : none(NOT_KEPT);
}

function screenOrSheet(evidence: KeptEvidence): CheckResult {
  const { pictures } = evidence;
  const copy = documentCopy(evidence);
  if (copy.outcome === 'doubtful') return copy;
  if (!pictures) return none(NOT_KEPT);
  if (pictures.selfieShowsDocument) return doubtful('The selfie shows a document.');
  if (pictures.selfieInFrame)
    return doubtful('The face in the selfie stands inside the outline of a sheet or a screen.');
  if (pictures.selfieHasGrid) return doubtful('The selfie has the regular grid of a screen.');
  return copy.outcome === 'passed'
    ? passed('Neither picture has the outline, the grid or the missing colour of a screen or a sheet.')
    : passed('No outline of a sheet or a screen was seen around the face of the selfie.');
}

function samePicture({ pictures }: KeptEvidence): CheckResult {
  if (!pictures) return none(NOT_KEPT);
  if (pictures.sameFile) return failed('Document and selfie are the same file.');
  if (pictures.samePicture) return failed("The selfie is a copy of the document's portrait.");
  return passed("The selfie is another picture than the document's portrait.");
}

function editorMetadata({ pictures }: KeptEvidence): CheckResult {
  if (!pictures) return none(NOT_KEPT);
  if (pictures.edited.length === 0) return passed('Neither file names an editor, a generator or a screenshot.');
  return doubtful(`A file names an editor, a generator or a screenshot: ${pictures.edited.join(', ')}.`);
}

function portraitSize({ face }: KeptEvidence): CheckResult {
  if (face?.portraitSure === undefined) return none(NOT_KEPT);
  return face.portraitSure
    ? passed('The portrait has pixels enough to be compared.')
    : doubtful('The portrait has too few pixels for a sure comparison.');
}

/** A portrait that was put in covers the first print of the face and leaves the second, smaller one as it was. */
function secondPortrait({ face }: KeptEvidence): CheckResult {
  if (face?.secondPortrait === undefined) return none(NOT_KEPT);
  if (face.secondPortrait === null) return none('No second portrait was found on the document.');
  return face.secondPortrait < CAPTURE_LIMITS.otherPerson
    ? doubtful('The second portrait on the document may show somebody else.')
    : passed('The second portrait on the document shows the same person.');
}

function documentCopy({ document }: KeptEvidence): CheckResult {
  if (!document?.signs) return none(NOT_KEPT);
  const { colour, pattern } = document.signs;
  if (pattern >= CAPTURE_LIMITS.grid) return doubtful('The picture of the document has the regular grid of a screen.');
  if (colour < CAPTURE_LIMITS.colourless) return doubtful('The document has no colour, as on a photocopy.');
  return passed('The picture of the document has colour, and no grid of a screen.');
}

const passed = (detail: string): CheckResult => ({ outcome: 'passed', detail });
const failed = (detail: string): CheckResult => ({ outcome: 'failed', detail });
const doubtful = (detail: string): CheckResult => ({ outcome: 'doubtful', detail });
const none = (detail: string): CheckResult => ({ outcome: 'not-applicable', detail });

/**
 * What signs of capture and second portraits of genuine documents hardly ever pass; `npm run train:signs` writes it.
 * `colourless`: gray values. `grid`: times of what is beside. `otherPerson`: confidence, 0 to 100.
 */
export const CAPTURE_LIMITS = JSON.parse(readFileSync(new URL('capture-limits.json', import.meta.url), 'utf8')) as {
  readonly colourless: number;
  readonly grid: number;
  readonly otherPerson: number;
};
