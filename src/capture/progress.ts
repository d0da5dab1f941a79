import type { HeldCapture } from '../domain/capture-session.ts';
import type { FrameStep, MovementEvidence, MovementStep } from './steps.ts';

/** What the page shows. */
export type PageStep = 'consent' | 'document' | 'back' | FrameStep | 'done';

/** A side of a document as it was taken last. */
export interface TakenSide {
  /** Pictures that were sent. */
  readonly tries: number;
  /** A picture lies with the session. */
  readonly isThere: boolean;
  /** It is taken: the person goes on. */
  readonly isTaken: boolean;
  /** How much of the picture that is there was not read; 0 where all was. */
  readonly lacking: number;
  /** SHA-256 of the picture that came last, so that one that comes twice counts once. */
  readonly last: string | null;
  /** What was answered to it. */
  readonly problem: string | null;
  /** Names of fields that were not read. */
  readonly fields: readonly string[];
}

/** What a person did so far. Nothing that was read of them is in it. */
export interface CaptureProgress {
  readonly front: TakenSide;
  readonly back: TakenSide;
  /** The document has a back that is wanted; null before its front is taken. */
  readonly needsBack: boolean | null;
  readonly hasSelfie: boolean;
  /** The movements of the attempt that goes on, or of the one that held. */
  readonly steps: readonly MovementStep[];
  /** What the attempt told last; null where none goes on. */
  readonly told: FrameStep | null;
  readonly movement: 'none' | 'passed' | 'cannot';
  /** Of the attempt that held. */
  readonly evidence: MovementEvidence | null;
  /** Pixels of the frames. */
  readonly camera: { readonly width: number; readonly height: number } | null;
  /** How often each hint was told, by its code. */
  readonly hints: Readonly<Record<string, number>>;
  /** When each step was reached first, ISO 8601. */
  readonly reached: Readonly<Partial<Record<PageStep, string>>>;
  /** Milliseconds that the service read pictures of the document. */
  readonly readMs: number;
  /** Why something that was over has to be done again: a code. */
  readonly problem: string | null;
}

const NO_SIDE: TakenSide = {
  tries: 0,
  isThere: false,
  isTaken: false,
  lacking: 0,
  last: null,
  problem: null,
  fields: [],
};

const NO_PROGRESS: CaptureProgress = {
  front: NO_SIDE,
  back: NO_SIDE,
  needsBack: null,
  hasSelfie: false,
  steps: [],
  told: null,
  movement: 'none',
  evidence: null,
  camera: null,
  hints: {},
  reached: {},
  readMs: 0,
  problem: null,
};

/** So many kinds of hints are counted; the page knows fewer. */
const MAX_HINTS = 40;

/** What the records keep, as it is worked with. */
export function progressOf({ progress }: Pick<HeldCapture, 'progress'>): CaptureProgress {
  return { ...NO_PROGRESS, ...(JSON.parse(progress) as Partial<CaptureProgress>) };
}

/** Where the person stands. */
export function stepOf(
  held: Pick<HeldCapture, 'status' | 'consent' | 'movement'>,
  progress: CaptureProgress,
): PageStep {
  if (held.status === 'completed') return 'done';
  if (held.consent === null) return 'consent';
  if (!progress.front.isTaken) return 'document';
  if (progress.needsBack && !progress.back.isTaken) return 'back';
  if (progress.told !== null) return progress.told;
  return isFaceDone(held, progress) ? 'done' : 'look';
}

/** Whether the selfie is there, and the movement where one is wanted. */
function isFaceDone({ movement }: Pick<HeldCapture, 'movement'>, progress: CaptureProgress): boolean {
  return progress.hasSelfie && (!movement || progress.movement !== 'none');
}

/** Whether this person is asked for movements. */
export function wantsMovement({ movement }: Pick<HeldCapture, 'movement'>, progress: CaptureProgress): boolean {
  return movement && progress.movement !== 'cannot';
}

/** Counts a hint that the person was given. */
export function withHint(progress: CaptureProgress, code: string): CaptureProgress {
  const known = progress.hints[code];
  if (known === undefined && Object.keys(progress.hints).length >= MAX_HINTS) return progress;
  return { ...progress, hints: { ...progress.hints, [code]: (known ?? 0) + 1 } };
}

/** The step that was reached, with the time of the first time. */
export function withStep(progress: CaptureProgress, step: PageStep, at: string): CaptureProgress {
  if (progress.reached[step] !== undefined) return progress;
  return { ...progress, reached: { ...progress.reached, [step]: at } };
}

/** The face has to be taken again. */
export function withoutFace(progress: CaptureProgress, problem: string): CaptureProgress {
  const movement = progress.movement === 'cannot' ? 'cannot' : 'none';
  return { ...progress, hasSelfie: false, steps: [], told: null, movement, evidence: null, problem };
}

/** The document has to be taken again. */
export function withoutDocument(progress: CaptureProgress, problem: string): CaptureProgress {
  const again = (side: TakenSide): TakenSide => ({ ...NO_SIDE, tries: side.tries });
  return { ...progress, front: again(progress.front), back: again(progress.back), needsBack: null, problem };
}
