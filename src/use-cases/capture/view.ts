import type { CaptureView, Specimen } from '../../capture/answers.ts';
import { type CaptureProgress, stepOf } from '../../capture/progress.ts';
import { type HeldCapture, MAX_ATTEMPTS } from '../../domain/capture-session.ts';

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
