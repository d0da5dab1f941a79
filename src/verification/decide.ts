import {
  type Band,
  DEFAULT_THRESHOLDS,
  type Reason,
  type Thresholds,
  type VerificationStatus,
} from '../domain/verification.ts';
import type { LivenessDoubt } from '../faces/liveness/liveness-reader.ts';
import { type CodeOf, say, type Values } from '../sentences.ts';

/** What a check of authenticity found; `crowded`: not all that is printed was read. */
export type DocumentOddity = 'issuer' | 'dates' | 'number' | 'specimen' | 'second-portrait' | 'copy' | 'crowded';

/** Everything that the decision looks at. */
export interface DecisionInput {
  /** 0 to 100. */
  readonly matchConfidence: number;
  /** 0 to 100; null where liveness was not measured. */
  readonly livenessScore: number | null;
  /** Why that score cannot say much. */
  readonly livenessDoubts: readonly LivenessDoubt[];
  /** What the person did before the camera; `none`: they were not asked to, `cannot`: they said that they cannot. */
  readonly movement: 'none' | 'seen' | 'cannot';
  readonly document: {
    /** Null for a visa and for a document whose kind is not known. */
    readonly documentType: string | null;
    /**
     * - `failed`: a check digit does not hold.
     * - `doubtful`: they hold, but it was read with doubt or has an impossible value, such as month 13.
     * - null: no machine-readable zone was found.
     */
    readonly mrz: 'valid' | 'doubtful' | 'failed' | null;
    /** Names of fields that make an identity and could not be read. */
    readonly missing: readonly string[];
    /** Names of fields whose value is not certain although it was read. */
    readonly doubtful: readonly string[];
    /** Names of fields on which two parts of the document disagree. */
    readonly conflicts: readonly string[];
    /** What speaks against it beside all that. */
    readonly oddities: readonly DocumentOddity[];
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
    /** The selfie has the regular grid of a screen. */
    readonly selfieHasGrid: boolean;
    /** What was made on a screen or changed by an image editor, judging by the file itself. */
    readonly edited: readonly ('document' | 'selfie')[];
  };
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
}

/** Of pictures that nothing speaks against. */
export const HONEST_PICTURES: DecisionInput['pictures'] = {
  sameFile: false,
  samePicture: false,
  selfieShowsDocument: false,
  selfieInFrame: false,
  selfieHasGrid: false,
  edited: [],
};

/** What a verification comes to. */
export interface Decision {
  readonly faceMatch: boolean;
  readonly status: VerificationStatus;
  /** In the order of their weight; empty for a clean `Verified`. */
  readonly reasons: readonly Reason[];
}

/**
 * From evidence to status. A face that does not match or a failed liveness check is `Not Verified`, whatever the
 * document says. Anything that speaks against the document or leaves a score uncertain leads to manual review. Whoever
 * cannot move is decided by a person, whatever else is found.
 */
export function decide(input: DecisionInput, thresholds: Thresholds = DEFAULT_THRESHOLDS): Decision {
  const found = [...faceReasons(input, thresholds.match), ...livenessReasons(input, thresholds.liveness)];
  found.push(...pictureReasons(input), ...documentReasons(input));
  if (input.movement === 'cannot') return forAPerson(input, found, thresholds);
  const reasons = (['fail', 'review'] as const).flatMap((effect) => found.filter((one) => one.effect === effect));
  const worst = reasons[0]?.effect;
  return {
    faceMatch: input.matchConfidence >= thresholds.match.fail,
    status: worst === 'fail' ? 'Not Verified' : worst === 'review' ? 'Manual Review Required' : 'Verified',
    reasons,
  };
}

/** The decision of a person: nothing refuses, nothing passes. */
function forAPerson({ matchConfidence }: DecisionInput, found: readonly Reason[], { match }: Thresholds): Decision {
  const reasons = found.map(({ code, text }) => ({ code, effect: 'review' as const, text }));
  return {
    faceMatch: matchConfidence >= match.fail,
    status: 'Manual Review Required',
    reasons: [review('movement-cannot'), ...reasons],
  };
}

/** The score of a selfie beside its document: a copy of a portrait is not surely a living face. */
export function livenessBeside(
  { score, doubtedScore }: { readonly score: number; readonly doubtedScore: number },
  { sameFile, samePicture, selfieShowsDocument }: DecisionInput['pictures'],
): number {
  return sameFile || samePicture || selfieShowsDocument ? doubtedScore : score;
}

function faceReasons({ matchConfidence: confidence, portrait }: DecisionInput, band: Band): Reason[] {
  const reasons: Reason[] = [];
  if (confidence < band.fail) {
    reasons.push(fail('face-mismatch', { score: confidence, limit: band.fail }));
  } else if (confidence < band.sure) {
    reasons.push(review('face-uncertain', { score: confidence, limit: band.sure }));
  }
  if (!portrait.sure) reasons.push(review('portrait-small'));
  return reasons;
}

function livenessReasons({ livenessScore: score, livenessDoubts }: DecisionInput, band: Band): Reason[] {
  if (score === null) return [review('liveness-off')];
  if (score < band.fail) return [fail('liveness-low', { score, limit: band.fail })];
  if (score >= band.sure) return [];
  const why = livenessDoubts.map((doubt) => review(`liveness-${doubt}`));
  return [review('liveness-uncertain', { score, limit: band.sure }), ...why];
}

function pictureReasons({ pictures }: DecisionInput): Reason[] {
  const reasons: Reason[] = [];
  if (pictures.sameFile) reasons.push(review('same-file'));
  else if (pictures.samePicture) reasons.push(review('same-picture'));
  if (pictures.selfieShowsDocument) reasons.push(review('selfie-shows-document'));
  if (pictures.selfieInFrame) reasons.push(review('selfie-in-frame'));
  if (pictures.selfieHasGrid) reasons.push(review('selfie-grid'));
  for (const image of pictures.edited) reasons.push(review(`${image}-edited`));
  return reasons;
}

function documentReasons({ document, today }: DecisionInput): Reason[] {
  const reasons: Reason[] = [];
  const { mrz, conflicts, missing, doubtful, expiryDate } = document;
  if (document.documentType === null) reasons.push(review('document-unknown'));
  if (mrz === 'failed') reasons.push(review('mrz-check-digit'));
  if (mrz === 'doubtful') reasons.push(review('mrz-doubtful'));
  // Every passport has one (ICAO Doc 9303 part 4).
  if (mrz === null && document.documentType === 'Passport') reasons.push(review('mrz-missing'));
  if (conflicts.length > 0) reasons.push(review('document-conflict', { fields: conflicts.join(', ') }));
  if (missing.length > 0) reasons.push(review('document-incomplete', { fields: missing.join(', ') }));
  if (doubtful.length > 0) reasons.push(review('document-doubtful', { fields: doubtful.join(', ') }));
  for (const oddity of document.oddities) reasons.push(review(`document-${oddity}`));
  if (expiryDate !== null && expiryDate < today) reasons.push(review('expired', { day: expiryDate }));
  return reasons;
}

type ReasonCode = CodeOf<'reason'>;

function fail(code: ReasonCode, values?: Values): Reason {
  return { code, effect: 'fail', text: say(`reason.${code}`, values) };
}

function review(code: ReasonCode, values?: Values): Reason {
  return { code, effect: 'review', text: say(`reason.${code}`, values) };
}
