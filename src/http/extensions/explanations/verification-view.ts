import type { Static } from 'typebox';
import {
  DEFAULT_THRESHOLDS,
  type Thresholds,
  type Verification,
  type VerificationEvidence,
} from '../../../domain/verification.ts';
import { authenticity, type KeptEvidence } from '../../../verification/authenticity.ts';
import type { CAPTURE_EXPLAINED } from '../captures/explained.ts';
import type { ExplainedField, FieldName } from './schemas.ts';

type Kept = Omit<KeptEvidence, 'document'> & {
  /** Where a person took the pictures from a link. */
  readonly capture?: Static<typeof CAPTURE_EXPLAINED>;
  readonly thresholds?: Thresholds;
  readonly document?:
    | (NonNullable<KeptEvidence['document']> & {
        readonly origins?: Readonly<Record<string, 'mrz' | 'barcode' | 'visual'>>;
        readonly doubtful?: readonly string[];
      })
    | null;
};

/** The fields that a full name is read from. */
const NAME_PARTS = ['surname', 'givenNames', 'fullName'];

/** Why a verification came out as it did, from what its record keeps. */
export function explainedVerification(record: Verification, { reasons, evidence }: VerificationEvidence) {
  const kept = JSON.parse(evidence) as Kept;
  const fields = Object.entries(record.extractedData) as [FieldName, string | null][];
  return {
    id: record.id,
    status: record.status,
    reasons: reasons.map(({ code, text }) => ({ code, text })),
    fields: Object.fromEntries(fields.map(([name, value]) => [name, fieldOf(name, value, kept.document)])),
    thresholds: bandsOf(kept.thresholds),
    authenticity: authenticity(kept, record.extractedData, record.createdAt.slice(0, 10)),
    ...(kept.capture && { capture: kept.capture }),
  };
}

/** What decided the scores. Records of before thresholds were kept were decided by the standard ones. */
function bandsOf({ match, liveness }: Thresholds = DEFAULT_THRESHOLDS) {
  return {
    match: { review: match.fail, sure: match.sure },
    liveness: { review: liveness.fail, sure: liveness.sure },
  };
}

function fieldOf(name: FieldName, value: string | null, document: Kept['document']): ExplainedField {
  if (value === null || !document?.origins) return { value, source: null, certainty: null };
  const { origins, conflicts = [], doubtful = [] } = document;
  const parts = name === 'fullName' ? NAME_PARTS : [name];
  const origin = parts.map((part) => origins[part]).find((one) => one !== undefined);
  const isAmong = (named: readonly string[]) => parts.some((part) => named.includes(part));
  return {
    value,
    source: origin === 'visual' ? 'print' : (origin ?? null),
    certainty: isAmong(conflicts) ? 'contradicted' : isAmong(doubtful) ? 'doubtful' : 'sure',
  };
}
