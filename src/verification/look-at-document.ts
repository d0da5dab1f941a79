import type { DocumentLook, DocumentProblem } from '../capture/document-look.ts';
import type { DocumentReading } from '../documents/document-reader.ts';
import { inWords } from '../sentences.ts';
import type { PortraitFinding } from './face-analyst.ts';

const CODES: Readonly<Record<string, DocumentProblem['code']>> = {
  'picture.blurred': 'blurred',
  'picture.glare': 'glare',
  'picture.dark': 'dark',
  'picture.contrast-low': 'dark',
  'picture.over-exposed': 'bright',
  'picture.resolution-low': 'small',
  'picture.cut-off': 'cut-off',
};
/** What says who somebody is, and until when. */
const WANTED = ['fullName', 'documentNumber', 'dateOfBirth', 'expiryDate'] as const;

/** What the page tells of a front. */
export function lookOfFront(read: DocumentReading, portrait: PortraitFinding): DocumentLook {
  const problem = problemOf(read) ?? withoutPortrait(portrait);
  return { ...lookOf(read), problem };
}

/** What the page tells of a back: it has no portrait, and may have little else than its code. */
export function lookOfBack(read: DocumentReading): DocumentLook {
  const problem = read.quality.refusal === null ? null : problemOf(read);
  return { ...lookOf(read), problem };
}

/** What the page tells of a file that is no picture. */
export function lookOfNothing(text: string): DocumentLook {
  const nothing = { documentType: null, country: null, hasCode: false, hasBadZone: false };
  return { problem: { code: 'invalid', text }, missing: WANTED, ...nothing };
}

function lookOf(read: DocumentReading): Omit<DocumentLook, 'problem'> {
  const { extractedData, doubtful, mrz, barcode } = read;
  const isDoubtful = (field: (typeof WANTED)[number]) =>
    doubtful.some((one) => one === field || (field === 'fullName' && (one === 'surname' || one === 'givenNames')));
  return {
    missing: WANTED.filter((field) => extractedData[field] === null || isDoubtful(field)),
    documentType: extractedData.documentType,
    country: extractedData.country,
    hasCode: mrz?.valid === true || barcode !== null,
    hasBadZone: mrz !== null && !mrz.valid,
  };
}

function problemOf({ refusal }: DocumentReading): DocumentProblem | null {
  return refusal && { code: CODES[refusal.code] ?? 'unreadable', text: inWords(refusal) };
}

function withoutPortrait({ refusal }: PortraitFinding): DocumentProblem | null {
  return refusal && { code: 'no-portrait', text: inWords(refusal) };
}
