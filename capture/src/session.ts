/** What the service says of the session. `src/http/capture` answers it. */
export interface SessionView {
  readonly id: string;
  readonly status: 'created' | 'started' | 'completed' | 'expired' | 'cancelled' | 'failed';
  readonly reason: string | null;
  readonly step: Step;
  readonly language: string | null;
  readonly asker: { readonly name: string; readonly privacyUrl: string | null };
  readonly retentionDays: number;
  readonly country: string | null;
  readonly documentTypes: readonly string[] | null;
  readonly movement: boolean;
  readonly upload: boolean;
  readonly cannot: boolean;
  readonly attempt: number;
  readonly attempts: number;
  readonly redirectUrl: string | null;
  readonly device: 'none' | 'this' | 'other';
  readonly problem: string | null;
  readonly sandbox: { readonly specimens: readonly Specimen[] } | null;
}

export interface Specimen {
  readonly id: string;
  readonly title: string;
}

type MovementStep = 'left' | 'right' | 'up' | 'closer';
export type FrameStep = 'look' | MovementStep;
type Step = 'consent' | 'document' | 'back' | FrameStep | 'done';

/** To a picture of a document, or to a still of the face. */
export interface PictureAnswer {
  readonly accepted: boolean;
  readonly problem: string | null;
  /** Names of what could not be read. */
  readonly fields?: readonly string[];
  /** Whether the person may go on with a picture that is there. */
  readonly usable: boolean;
  readonly session: SessionView;
}

export interface FrameAnswer {
  readonly step: Step | 'failed';
  readonly hint: string | null;
  readonly session?: SessionView;
}

/** Whether the camera sends frames at this step. */
export function isFrameStep(step: Step | 'failed'): step is FrameStep {
  return step === 'look' || step === 'left' || step === 'right' || step === 'up' || step === 'closer';
}
