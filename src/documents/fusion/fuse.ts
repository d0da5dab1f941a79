import type { ExtractedData } from '../../domain/verification.ts';
import {
  bestReading,
  type DocumentSource,
  type Field,
  type Findings,
  MIN_CONTRADICTING,
  MIN_SAME_NAME,
  type SourcedReading,
  type SourceKind,
  UNDOUBTED,
} from './document-source.ts';
import { fullName } from './full-name.ts';
import { editDistance, likeness } from './transliteration.ts';

/** One answer from all sources of a document. */
export interface Fused {
  readonly extractedData: ExtractedData;
  /** The source that each field was taken from. */
  readonly origins: Partial<Record<Field, SourceKind>>;
  /** Fields on which sources disagree by more than a misread character explains. */
  readonly conflicts: readonly Field[];
  /** Fields that were read with doubt. */
  readonly doubtful: readonly Field[];
}

/** Numbers that differ in more characters are different numbers, unless both were read without doubt. */
const MAX_MISREAD_CHARACTERS = 1;

/** Fields that every source writes alike, so that a difference is a contradiction. */
const COMPARABLE: readonly Field[] = [
  'documentNumber',
  'dateOfBirth',
  'expiryDate',
  'sex',
  'nationality',
  'country',
  'region',
];

/**
 * Weighs the sources of a document. A machine-readable zone whose check digits hold comes first, then a barcode, then
 * the visual zone, then a zone whose digits do not hold. A doubtful reading is given where no other is left, and named
 * as doubtful. A barcode of another document gives nothing but conflicts.
 */
export function fuse(sources: readonly DocumentSource[]): Fused {
  const foreign = barcodeOfAnotherDocument(sources);
  const ranked = sources.filter((source) => source !== foreign).sort((a, b) => rank(a) - rank(b));
  const findings: Findings = {
    origins: {},
    conflicts: new Set<Field>(foreign ? ['surname', 'givenNames'] : []),
    doubtful: new Set<Field>(),
  };
  const take = (field: Field): string | null => {
    const best = bestReading(ranked, field);
    if (!best) return null;
    findings.origins[field] = best.kind;
    if (!best.reading.sure) findings.doubtful.add(field);
    if (COMPARABLE.includes(field) && isContradicted(sources, best, field)) findings.conflicts.add(field);
    return best.reading.value;
  };
  const name = fullName(ranked, findings);
  const extractedData: ExtractedData = {
    documentType: take('documentType'),
    documentNumber: take('documentNumber'),
    fullName: name,
    dateOfBirth: take('dateOfBirth'),
    expiryDate: take('expiryDate'),
    country: take('country'),
    region: take('region'),
    address: take('address'),
    nationality: take('nationality'),
    sex: take('sex'),
  };
  const { origins, conflicts, doubtful } = findings;
  return { extractedData, origins, conflicts: [...conflicts], doubtful: [...doubtful] };
}

function rank({ kind, reliable }: DocumentSource): number {
  if (kind === 'mrz') return reliable ? 0 : 3;
  return kind === 'barcode' ? 1 : 2;
}

/**
 * A barcode that names another person and another issuing state than the zone beside it, whether or not the zone's
 * check digits hold. Licences of AAMVA's members have their own state in both.
 */
function barcodeOfAnotherDocument(sources: readonly DocumentSource[]): DocumentSource | undefined {
  const barcode = sources.find(({ kind }) => kind === 'barcode');
  const zone = sources.find(({ kind }) => kind === 'mrz');
  const isOther = (field: Field) => {
    const [one, other] = [barcode?.fields[field]?.value, zone?.fields[field]?.value];
    return one !== undefined && other !== undefined && likeness(one, other) < MIN_SAME_NAME;
  };
  const states = [barcode, zone].map((source) => source?.fields.country?.value);
  return states[0] !== states[1] && isOther('surname') && isOther('givenNames') ? barcode : undefined;
}

function isContradicted(sources: readonly DocumentSource[], { kind, reading }: SourcedReading, field: Field): boolean {
  return sources.some((source) => {
    const other = source.kind === kind ? undefined : source.fields[field];
    if (!other?.sure || other.confidence < MIN_CONTRADICTING) return false;
    const misread = other.confidence >= UNDOUBTED ? 0 : MAX_MISREAD_CHARACTERS;
    return differs(field, reading.value, other.value, misread);
  });
}

function differs(field: Field, a: string, b: string, misread: number): boolean {
  if (field !== 'documentNumber') return a !== b;
  const [one, other] = [comparableNumber(a), comparableNumber(b)];
  // A card may print more than the zone holds, such as a version after the number.
  if (one.includes(other) || other.includes(one)) return false;
  return editDistance(one, other) > misread;
}

/** Letters and digits alone. Letters that look like digits become those digits. */
function comparableNumber(number: string): string {
  return number
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll('I', '1')
    .replaceAll('S', '5')
    .replaceAll('B', '8')
    .replaceAll('Z', '2');
}
