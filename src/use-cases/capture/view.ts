import { type CaptureProgress, type PageStep, stepOf } from '../../capture/progress.ts';
import { type HeldCapture, MAX_ATTEMPTS } from '../../domain/capture-session.ts';

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

/** What the view says beside the session. */
interface Surroundings {
  /** Days that pictures are kept. */
  readonly retentionDays: number;
  /** SHA-256 of the value of the device that asks; null where it says none. */
  readonly device: Uint8Array | null;
  /** Undefined outside the sandbox. */
  readonly specimens: readonly Specimen[] | undefined;
}

/** What the page shows of a session. */
export function viewOf(held: HeldCapture, progress: CaptureProgress, around: Surroundings): CaptureView {
  return {
    id: held.id,
    status: held.status,
    reason: held.reason,
    step: stepOf(held, progress),
    problem: progress.problem,
    device: deviceOf(held, around.device),
    consented: held.consent !== null,
    cannot: progress.movement === 'cannot',
    language: held.consent?.language ?? held.language,
    asker: { name: held.asker, privacyUrl: held.privacyUrl },
    retentionDays: around.retentionDays,
    country: held.country,
    documentTypes: held.documentTypes,
    movement: held.movement,
    upload: held.upload,
    attempt: Math.min(MAX_ATTEMPTS, Math.max(1, held.attempts)),
    attempts: MAX_ATTEMPTS,
    expiresAt: held.expiresAt,
    redirectUrl: redirectOf(held),
    sandbox: around.specimens ? { specimens: around.specimens } : null,
  };
}

function deviceOf({ device }: HeldCapture, asking: Uint8Array | null): CaptureView['device'] {
  if (device === null) return 'none';
  return asking !== null && Buffer.compare(device, asking) === 0 ? 'this' : 'other';
}

/** Where the browser goes at the end, with the session's id. */
function redirectOf({ redirectUrl, id }: HeldCapture): string | null {
  if (redirectUrl === null) return null;
  const url = new URL(redirectUrl);
  url.searchParams.set('session', id);
  return url.href;
}
