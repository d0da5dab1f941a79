import type { PageStep } from '../../src/capture/progress.ts';
import type { FrameStep } from '../../src/capture/steps.ts';

/** What the service says, by the names of this page: types alone, none of its code comes here. */
export type { CaptureView as SessionView, FrameAnswer, PictureAnswer, Specimen } from '../../src/capture/answers.ts';
export type { FrameStep };

/** Whether the camera sends frames at this step. */
export function isFrameStep(step: PageStep | 'failed'): step is FrameStep {
  return step === 'look' || step === 'left' || step === 'right' || step === 'up' || step === 'closer';
}
