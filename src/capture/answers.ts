import type { HeldCapture } from '../domain/capture-session.ts';
import type { PageStep } from './progress.ts';
import type { FrameHint } from './steps.ts';

// What the page of capture is answered. The service makes it and the page reads it, so the types stand here once.

/** What the page knows of its session. No score and no result is in it, nor anything that was read. */
export interface CaptureView {
  readonly id: string;
  readonly status: HeldCapture['status'];
  readonly reason: HeldCapture['reason'];
  readonly step: PageStep;
  readonly problem: string | null;
  readonly device: 'none' | 'this' | 'other';
  readonly consented: boolean;
  readonly cannot: boolean;
  readonly language: string | null;
  readonly asker: { readonly name: string; readonly privacyUrl: string | null };
  readonly retentionDays: number;
  readonly country: string | null;
  readonly documentTypes: readonly string[] | null;
  readonly movement: boolean;
  readonly upload: boolean;
  readonly attempt: number;
  readonly attempts: number;
  readonly expiresAt: string;
  readonly redirectUrl: string | null;
  readonly sandbox: { readonly specimens: readonly Specimen[] } | null;
}

/** A specimen picture that stands in for a person in the sandbox. */
export interface Specimen {
  readonly id: string;
  readonly title: string;
}

/** What became of a picture. */
export interface PictureAnswer {
  readonly accepted: boolean;
  /** A code; null where nothing is wrong with it. */
  readonly problem: string | null;
  /** Members of `ExtractedData` that could not be read. */
  readonly fields: readonly string[];
  /** A picture is there that the person may go on with, if they say so. */
  readonly usable: boolean;
  readonly session: CaptureView;
}

/** What became of a frame. */
export interface FrameAnswer {
  readonly step: PageStep | 'failed';
  readonly hint: FrameHint | null;
  /** Of the page's clock of the attempt, in milliseconds; null where the step has no end. */
  readonly stepEndsAt: number | null;
  /** Milliseconds from this frame to the next: the page is to send none sooner. */
  readonly everyMs: number;
  /** Where the attempt is over. */
  readonly session?: CaptureView;
}
