import type { ExtractedData } from '../../domain/verification.ts';
import type { Sentence } from '../../sentences.ts';
import { type Agreement, agreements, COMPARABLE, contradicts } from './agreement.ts';
import {
  bestReading,
  type DocumentSource,
  type Field,
  type Findings,
  MIN_SAME_NAME,
  type SourcedReading,
  type SourceKind,
  UNLIMITED,
} from './document-source.ts';
import { fullName } from './full-name.ts';
import { likeness } from './transliteration.ts';

/** One answer from all sources of a document. */
export interface FusedDocument {
  readonly extractedData: ExtractedData;
  /** The source that each field was taken from. */
  readonly origins: Partial<Record<Field, SourceKind>>;
  /** Fields on which sources disagree by more than a misread character explains. */
  readonly conflicts: readonly Field[];
  /** Fields that were read with doubt. */
  readonly doubtful: readonly Field[];
  /** Its parts beside each other. */
  readonly agreements: readonly Agreement[];
}

/**
 * What a zone says surely counts before print also where others of its check digits fail. A check digit of its own
 * covers each number and date. Words of print that are names of countries may be places, and a code is its issuer's.
 */
const PRINT_LAST: readonly Field[] = ['country', 'documentNumber', 'dateOfBirth', 'expiryDate'];

/**
 * Weighs the sources of a document. A machine-readable zone whose check digits hold comes first, then a barcode, then
 * the visual zone, then a zone whose digits do not hold. A doubtful reading is given where no other is left, and named
 * as doubtful. A barcode of another document gives nothing but conflicts.
 */
export function fuse(sources: readonly DocumentSource[]): FusedDocument {
  const foreign = barcodeOfAnotherDocument(sources);
  const ranked = sources.filter((source) => source !== foreign).sort((a, b) => rank(a) - rank(b));
  const findings: Findings = {
    origins: {},
    conflicts: new Set<Field>(foreign ? ['surname', 'givenNames'] : []),
    doubtful: new Set<Field>(),
  };
  const printLast = [...ranked].sort((a, b) => Number(a.kind === 'visual') - Number(b.kind === 'visual'));
  const take = (field: Field): string | null => {
    const best = bestReading(PRINT_LAST.includes(field) ? printLast : ranked, field);
    if (!best) return null;
    findings.origins[field] = best.kind;
    if (!best.reading.sure) findings.doubtful.add(field);
    if (COMPARABLE.includes(field) && isContradicted(sources, best, field)) findings.conflicts.add(field);
    return best.reading.value;
  };
  const name = fullName(ranked, findings);
  const expiryDate = take('expiryDate');
  const extractedData: ExtractedData = {
    documentType: take('documentType'),
    documentNumber: take('documentNumber'),
    fullName: name,
    dateOfBirth: take('dateOfBirth'),
    expiryDate: expiryDate === UNLIMITED ? null : expiryDate,
    country: take('country'),
    region: take('region'),
    address: take('address'),
    nationality: take('nationality'),
    sex: take('sex'),
  };
  const { origins, conflicts, doubtful } = findings;
  return {
    extractedData,
    origins,
    conflicts: [...conflicts],
    doubtful: [...doubtful],
    agreements: agreements(sources),
  };
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
    return other !== undefined && contradicts(field, reading.value, other);
  });
}

const UNREADABLE: Sentence = { code: 'picture.unreadable' };
const NAMELESS: Sentence = { code: 'picture.nameless' };
const NOT_UNDERSTOOD: Sentence = { code: 'picture.not-understood' };

/**
 * Why what was read of a document is too little to verify anybody; null where it is enough. Neither a name nor a number
 * always is. One of them alone is where the other one is doubtful and the picture is bad: `flaw` says how, or is null.
 * A picture whose text `isLegible` is not asked for again in more sharpness.
 */
export function refusalOf(
  { extractedData, doubtful }: FusedDocument,
  flaw: Sentence | null,
  isLegible: boolean,
): Sentence | null {
  const { fullName, documentNumber } = extractedData;
  if (fullName === null && documentNumber === null) {
    if (isLegible) return NOT_UNDERSTOOD;
    return flaw ?? (Object.values(extractedData).some((value) => value !== null) ? NAMELESS : UNREADABLE);
  }
  const names = ['surname', 'givenNames', 'fullName'] as const;
  const doubted =
    fullName === null
      ? doubtful.includes('documentNumber')
      : documentNumber === null && names.some((name) => doubtful.includes(name));
  return doubted ? flaw : null;
}
