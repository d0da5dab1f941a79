import type { CaptureView } from '../../capture/answers.ts';
import { type CaptureProgress, stepOf, withoutDocument, withoutFace } from '../../capture/progress.ts';
import { type HeldCapture, MAX_ATTEMPTS } from '../../domain/capture-session.ts';
import { TouchstoneError } from '../../errors.ts';
import type { ImageKind } from '../../images/port.ts';
import { verifyIdentity } from '../verifications.ts';
import { checkOpen, type PresentCapture } from './held-sessions.ts';
import type { CaptureCaller, PersonCaptures } from './person.ts';
import type { CapturePorts, SeenMovement } from './ports.ts';
import { CaptureRefusal } from './refusal.ts';

/**
 * Makes the verification of a session where all is there. Answers the session as it is then: completed, or with what
 * has to be done again. It can be asked again. Throws a `CaptureRefusal`, and what a verification throws.
 */
export function finishCapture(
  ports: CapturePorts,
  captures: PersonCaptures,
  { tokenHash, device }: CaptureCaller,
): Promise<CaptureView> {
  return captures.sessions.alone(tokenHash, async () => {
    const present = await captures.sessions.read(tokenHash);
    const { held } = present;
    if (held.status === 'completed') return captures.shown(present, device);
    checkOpen(held, ports.now());
    if (held.device === null || Buffer.compare(held.device, device) !== 0) throw new CaptureRefusal('other-device');
    return captures.shown(await completed(ports, captures, tokenHash, present), device);
  });
}

/** Makes the verification of a person who closed the page before the last request. Throws as `finishCapture` does. */
export function finishLeftCapture(ports: CapturePorts, captures: PersonCaptures, tokenHash: Uint8Array): Promise<void> {
  return captures.sessions.alone(tokenHash, async () => {
    const present = await captures.sessions.read(tokenHash);
    if (present.held.status === 'started') await completed(ports, captures, tokenHash, present);
  });
}

async function completed(
  ports: CapturePorts,
  { sessions }: PersonCaptures,
  tokenHash: Uint8Array,
  present: PresentCapture,
): Promise<PresentCapture> {
  const { held, progress } = present;
  if (stepOf(held, progress) !== 'done') throw new CaptureRefusal('wrong-step');
  const images = await imagesOf(ports, held, progress);
  const lost = !images.document || !images.selfie;
  if (lost) return again(sessions, tokenHash, present, images.document ? 'selfie' : 'document');
  const outcome = await verifyIdentity(ports, {
    accountId: held.accountId,
    keyId: held.keyId,
    userId: held.userId,
    images: { document: images.document!, back: images.back, selfie: images.selfie! },
    reference: held.reference,
    isWanted: () => true,
    captured: {
      sessionId: held.id,
      recordId: held.recordId!,
      movement: movementOf(progress),
      readMs: progress.readMs,
      about: aboutCapture(held, progress),
    },
  });
  if (outcome.kind === 'refused') {
    const isDocument = outcome.problems.some(({ image }) => image === 'document');
    return again(sessions, tokenHash, present, isDocument ? 'document' : 'selfie');
  }
  return sessions.again(tokenHash);
}

/** Something has to be taken again. Who has tried as often as they may has failed. */
async function again(
  sessions: PersonCaptures['sessions'],
  tokenHash: Uint8Array,
  present: PresentCapture,
  what: 'document' | 'selfie',
): Promise<PresentCapture> {
  const { held, progress } = present;
  if (what === 'selfie' && held.attempts >= MAX_ATTEMPTS) return sessions.fail(tokenHash, present, 'attempts');
  const next = what === 'selfie' ? withoutFace(progress, 'selfie') : withoutDocument(progress, 'document');
  const saved = await sessions.save(tokenHash, present, { progress: next, attempt: null });
  return saved ?? sessions.again(tokenHash);
}

/** The pictures that the session has; one that cannot be opened counts as lost. */
async function imagesOf({ images }: CapturePorts, { recordId }: HeldCapture, { needsBack }: CaptureProgress) {
  const image = (kind: ImageKind) =>
    images.get(recordId!, kind).catch((error: unknown) => {
      if (error instanceof TouchstoneError && error.code === 'damaged') return undefined;
      throw error;
    });
  const [document, back, selfie] = await Promise.all([
    image('document'),
    needsBack ? image('back') : undefined,
    image('selfie'),
  ]);
  return { document, back, selfie };
}

function movementOf({ movement, evidence }: CaptureProgress): SeenMovement | undefined {
  if (movement === 'cannot') return 'cannot';
  return evidence ?? undefined;
}

/** How a verification came about, for the record: no picture, and nothing that was read. */
function aboutCapture(held: HeldCapture, progress: CaptureProgress) {
  const { movement, steps, camera, hints, reached, front, back, evidence } = progress;
  return {
    session: held.id,
    startedAt: held.startedAt,
    consent: held.consent,
    movement: held.movement ? movement : 'none',
    steps: steps.map((step) => {
      const seen = evidence?.steps.find((one) => one.step === step);
      return { step, ms: seen ? Math.round(seen.seenAt - seen.toldAt) : null };
    }),
    attempts: held.attempts,
    pictures: { front: front.tries, back: back.tries },
    camera,
    times: Object.entries(reached).map(([step, at]) => ({ step, at })),
    hints: Object.entries(hints).map(([code, count]) => ({ code, count })),
  };
}
