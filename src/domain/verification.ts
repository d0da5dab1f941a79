import type { AlertStateName } from './alert-state.ts';

/** What a document says of its holder, as the API answers it; null where it was not read. Dates are `YYYY-MM-DD`. */
export interface ExtractedData {
  readonly documentType: string | null;
  readonly documentNumber: string | null;
  readonly fullName: string | null;
  readonly dateOfBirth: string | null;
  readonly expiryDate: string | null;
  readonly country: string | null;
  readonly region: string | null;
  readonly address: string | null;
  readonly nationality: string | null;
  readonly sex: string | null;
}

/** The specification's words. */
export type VerificationStatus = 'Verified' | 'Not Verified' | 'Manual Review Required';

/** Why a verification is not simply `Verified`. */
export interface Reason {
  /** Stable, for programs: `mrz-check-digit`, `expired`, `liveness-low`… */
  readonly code: string;
  /** `fail`: not verified. `review`: manual review. */
  readonly effect: 'fail' | 'review';
  /** A sentence for a reviewer. */
  readonly text: string;
}

/** What a record of a verification is made of. */
export interface NewVerification {
  /** From `reserve`, so that its images could be stored before it. */
  readonly id: number;
  readonly accountId: number;
  readonly keyId: string | null;
  readonly faceMatch: boolean;
  /** 0 to 100, at most two decimals. */
  readonly matchConfidence: number;
  /** 0 to 100, at most two decimals; null where liveness is switched off. */
  readonly livenessScore: number | null;
  readonly status: VerificationStatus;
  readonly extractedData: ExtractedData;
  readonly reasons: readonly Reason[];
  /** What the caller calls it by; see `RECORD_REFERENCE`. */
  readonly reference?: string | null | undefined;
  /** What led to the result, JSON: `Evidence` of `verification/outcome.ts`. */
  readonly evidence: string;
}

/** A stored verification. `createdAt`: ISO 8601 in UTC. */
export interface Verification
  extends Omit<NewVerification, 'accountId' | 'keyId' | 'reasons' | 'evidence' | 'reference'> {
  /** What the caller calls it by; null where none was sent. */
  readonly reference: string | null;
  readonly createdAt: string;
}

/** Why a stored verification came out as it did. */
export interface VerificationEvidence {
  readonly reasons: readonly Reason[];
  readonly evidence: string;
  /** Name of the API key that made it. */
  readonly keyName: string | null;
}

/** A verification as a table shows it. */
export interface VerificationSummary extends Verification {
  /** The state of its manual review; null where none was asked for. */
  readonly review: AlertStateName | null;
}

/** Scores from 0 to 100: below `fail` fails, `sure` and above passes, between them is manual review. */
export interface Band {
  readonly fail: number;
  readonly sure: number;
}

/** What decides a verification: the confidence of the faces, and the liveness score. */
export interface Thresholds {
  readonly match: Band;
  readonly liveness: Band;
}

/** The bands of the specification's guidance on scores. */
export const DEFAULT_THRESHOLDS: Thresholds = { match: { fail: 70, sure: 80 }, liveness: { fail: 70, sure: 80 } };
