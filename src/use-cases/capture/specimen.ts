import type { CaptureView } from '../../capture/answers.ts';
import { stepOf } from '../../capture/progress.ts';
import { finishCapture } from './finish.ts';
import type { CaptureCaller, PersonCaptures } from './person.ts';
import type { CapturePorts } from './ports.ts';
import { CaptureRefusal } from './refusal.ts';

/**
 * The sandbox's way without a camera: specimen pictures stand in for document and face, and the session goes its whole
 * way. Throws `wrong-step` outside the sandbox, before consent, and for a specimen that there is not.
 */
export async function verifySpecimen(
  ports: CapturePorts,
  captures: PersonCaptures,
  caller: CaptureCaller,
  id: string,
): Promise<CaptureView> {
  const pictures = ports.specimens?.of(id);
  if (!pictures) throw new CaptureRefusal('wrong-step');
  await captures.sessions.change(caller.tokenHash, caller.device, async ({ held, progress }) => {
    if (held.consent === null || stepOf(held, progress) === 'consent') throw new CaptureRefusal('wrong-step');
    await ports.images.add(held.recordId!, 'document', pictures.document);
    await ports.images.add(held.recordId!, 'selfie', pictures.selfie);
    const front = { ...progress.front, tries: progress.front.tries + 1, isThere: true, isTaken: true };
    const movement = held.movement ? ('passed' as const) : progress.movement;
    const next = { ...progress, front, needsBack: false, hasSelfie: true, movement, told: null, problem: null };
    const attempts = held.movement ? Math.max(1, held.attempts) : held.attempts;
    return { changes: { progress: next, attempt: null, attempts }, answer: 0 };
  });
  return finishCapture(ports, captures, caller);
}
