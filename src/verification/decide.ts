import type { Band, Thresholds } from '../domain/thresholds.ts';
import { DEFAULT_THRESHOLDS } from '../domain/thresholds.ts';
import type { Reason, VerificationStatus } from '../domain/verification.ts';

/** Everything that the decision looks at. */
export interface DecisionInput {
  readonly matchConfidence: number;
  /** Null where liveness was not measured. */
  readonly livenessScore: number | null;
  readonly document: {
    /** Null for a visa and for a document whose kind is not known. */
    readonly documentType: string | null;
    /**
     * `failed`: read, but a check digit does not hold. `doubtful`: they hold, but it was hard to read or says what cannot
     * be, such as a month 13. Null: no machine-readable zone was found.
     */
    readonly mrz: 'valid' | 'doubtful' | 'failed' | null;
    /** Names of fields that make an identity and could not be read. */
    readonly missing: readonly string[];
    /** Names of fields whose value is not certain although it was read. */
    readonly doubtful: readonly string[];
    /** Names of fields on which two parts of the document disagree. */
    readonly conflicts: readonly string[];
    /** `YYYY-MM-DD`; the last day on which it is valid. */
    readonly expiryDate: string | null;
  };
  readonly portrait: {
    /** False where it has too few pixels for its confidence to mean much. */
    readonly sure: boolean;
  };
  readonly pictures: {
    /** Both uploads are the same file. */
    readonly sameFile: boolean;
    /** The selfie is a copy of the document's portrait. */
    readonly samePicture: boolean;
    /** The selfie shows a document. */
    readonly selfieShowsDocument: boolean;
    /** The face in the selfie stands inside the outline of a sheet or a screen. */
    readonly selfieInFrame: boolean;
    /** What was made on a screen or changed by an image editor, judging by the file itself. */
    readonly edited: readonly ('document' | 'selfie')[];
  };
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
}

export interface Decision {
  readonly faceMatch: boolean;
  readonly status: VerificationStatus;
  /** In the order of their weight; empty for a clean `Verified`. */
  readonly reasons: readonly Reason[];
}

/**
 * From evidence to status. A face that does not match or a failed liveness check is `Not Verified` whatever the
 * document says; anything that speaks against the document or leaves a score uncertain asks for a person.
 */
export function decide(input: DecisionInput, thresholds: Thresholds = DEFAULT_THRESHOLDS): Decision {
  const found = [...faceReasons(input, thresholds.match), ...livenessReasons(input, thresholds.liveness)];
  found.push(...pictureReasons(input), ...documentReasons(input));
  const reasons = (['fail', 'review'] as const).flatMap((effect) => found.filter((one) => one.effect === effect));
  const worst = reasons[0]?.effect;
  return {
    faceMatch: input.matchConfidence >= thresholds.match.fail,
    status: worst === 'fail' ? 'Not Verified' : worst === 'review' ? 'Manual Review Required' : 'Verified',
    reasons,
  };
}

function faceReasons({ matchConfidence: confidence, portrait }: DecisionInput, band: Band): Reason[] {
  const reasons: Reason[] = [];
  if (confidence < band.fail) {
    reasons.push(fail('face-mismatch', `The faces do not match: confidence ${confidence} is below ${band.fail}.`));
  } else if (confidence < band.sure) {
    reasons.push(
      review('face-uncertain', `The faces match with moderate confidence only: ${confidence} is below ${band.sure}.`),
    );
  }
  if (!portrait.sure) {
    reasons.push(review('portrait-small', 'The portrait on the document has too few pixels for a sure comparison.'));
  }
  return reasons;
}

function livenessReasons({ livenessScore: score }: DecisionInput, band: Band): Reason[] {
  if (score === null) return [review('liveness-off', 'Liveness was not measured.')];
  if (score < band.fail)
    return [fail('liveness-low', `The selfie may not show a live person: ${score} is below ${band.fail}.`)];
  if (score < band.sure)
    return [review('liveness-uncertain', `Liveness is uncertain: ${score} is below ${band.sure}.`)];
  return [];
}

function pictureReasons({ pictures }: DecisionInput): Reason[] {
  const reasons: Reason[] = [];
  if (pictures.sameFile) {
    reasons.push(review('same-file', 'The same file was sent as document and as selfie.'));
  } else if (pictures.samePicture) {
    reasons.push(review('same-picture', "The selfie is a copy of the document's portrait."));
  }
  if (pictures.selfieShowsDocument) reasons.push(review('selfie-shows-document', 'The selfie shows a document.'));
  if (pictures.selfieInFrame) {
    reasons.push(
      review('selfie-in-frame', 'The face in the selfie stands inside the outline of a sheet, a screen or a frame.'),
    );
  }
  for (const image of pictures.edited) {
    reasons.push(
      review(
        `${image}-edited`,
        `The ${image} image comes from a screen or an image editor, not straight from a camera.`,
      ),
    );
  }
  return reasons;
}

function documentReasons({ document, today }: DecisionInput): Reason[] {
  const reasons: Reason[] = [];
  if (document.documentType === null) {
    reasons.push(review('document-unknown', 'The document is a visa or of a kind that is not known.'));
  }
  if (document.mrz === 'failed') {
    reasons.push(review('mrz-check-digit', 'A check digit of the machine-readable zone does not hold.'));
  }
  if (document.mrz === 'doubtful') {
    reasons.push(review('mrz-doubtful', 'The machine-readable zone was hard to read, or says what cannot be.'));
  }
  // Every passport has one (ICAO Doc 9303 part 4).
  if (document.mrz === null && document.documentType === 'Passport') {
    reasons.push(review('mrz-missing', 'The machine-readable zone of the passport could not be read.'));
  }
  if (document.conflicts.length > 0) {
    const fields = document.conflicts.join(', ');
    reasons.push(review('document-conflict', `Parts of the document disagree on: ${fields}.`));
  }
  if (document.missing.length > 0) {
    reasons.push(review('document-incomplete', `Not read: ${document.missing.join(', ')}.`));
  }
  if (document.doubtful.length > 0) {
    reasons.push(review('document-doubtful', `Read with doubt: ${document.doubtful.join(', ')}.`));
  }
  if (document.expiryDate !== null && document.expiryDate < today) {
    reasons.push(review('expired', `The document expired on ${document.expiryDate}.`));
  }
  return reasons;
}

function fail(code: string, text: string): Reason {
  return { code, effect: 'fail', text };
}

function review(code: string, text: string): Reason {
  return { code, effect: 'review', text };
}
