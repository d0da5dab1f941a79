import type { MovementEvidence } from '../capture/steps.ts';
import type { NewVerification } from '../domain/verification.ts';

/** The uploads, as the files they are. */
export interface Uploads {
  readonly document: Uint8Array;
  /** The other side of the document, where one was taken. */
  readonly back?: Uint8Array | undefined;
  readonly selfie: Uint8Array;
}

/** What somebody did before the camera; `cannot`: they said that they cannot move their head. */
export type Movement = MovementEvidence | 'cannot';

/** Why an image cannot be used. */
export interface ImageProblem {
  readonly image: 'document' | 'selfie';
  /** `invalid`: no JPEG or PNG, damaged, too large. `quality`: a picture that another photo would mend. */
  readonly kind: 'invalid' | 'quality';
  /** What is wrong and what to do, a sentence. */
  readonly text: string;
}

/** A verification with a result, whatever the result is. */
export interface VerificationResult
  extends Pick<
    NewVerification,
    'faceMatch' | 'matchConfidence' | 'livenessScore' | 'status' | 'extractedData' | 'reasons'
  > {
  /** What led there, for the record. */
  readonly evidence: Evidence;
  /** Milliseconds by stage. */
  readonly timings: Readonly<Record<string, number>>;
}

/** `refused`: an image cannot be used. Nothing is stored and nothing spent. */
export type VerificationOutcome =
  | { readonly kind: 'refused'; readonly problems: readonly ImageProblem[] }
  | ({ readonly kind: 'verified' } & VerificationResult);

/** Kept with the record so that the result can be explained years later. No pixel, crop or embedding is in it. */
interface Evidence {
  readonly [part: string]: unknown;
}
