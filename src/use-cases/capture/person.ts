import { createHash } from 'node:crypto';
import type { CaptureView, FrameAnswer, PictureAnswer } from '../../capture/answers.ts';
import type { DocumentSide } from '../../capture/document-look.ts';
import { afterPicture, judgeSide, MAX_TRIES, needsBack } from '../../capture/document-rules.ts';
import { resume } from '../../capture/movement/arrival.ts';
import { beginAttempt } from '../../capture/movement/attempt.ts';
import { judgeMovement } from '../../capture/movement/judge.ts';
import { frameEffort, standing, takeFrame } from '../../capture/movement/take-frame.ts';
import { type CaptureProgress, stepOf, wantsMovement, withHint, withoutFace } from '../../capture/progress.ts';
import { drawSteps, type MovementStep, type SentFrame } from '../../capture/steps.ts';
import { type CaptureLanguage, MAX_ATTEMPTS } from '../../domain/capture-session.ts';
import type { ImageKind } from '../../images/port.ts';
import { readHeader } from '../../imaging/headers.ts';
import { FramePace } from './frame-pace.ts';
import { type CaptureChanges, checkOpen, HeldSessions, type PresentCapture } from './held-sessions.ts';
import type { CapturePorts } from './ports.ts';
import { CaptureRefusal } from './refusal.ts';
import { viewOf } from './view.ts';

/** Who asks: the link's token and the device, as their hashes. */
export interface CaptureCaller {
  readonly tokenHash: Uint8Array;
  readonly device: Uint8Array;
}

/** The steps of a person who verifies themselves, one request of the page each. */
export class PersonCaptures {
  readonly #ports: CapturePorts;
  readonly sessions: HeldSessions;
  readonly #random: () => number;
  readonly #pace = new FramePace();

  /** `random` gives numbers from 0 to below 1, and draws the movements. */
  constructor(ports: CapturePorts, random: () => number) {
    this.#ports = ports;
    this.sessions = new HeldSessions(ports);
    this.#random = random;
  }

  /** Where a session stands, whichever device asks. Throws `session-unknown`. */
  async view(tokenHash: Uint8Array, device: Uint8Array | null): Promise<CaptureView> {
    return this.shown(await this.sessions.read(tokenHash), device);
  }

  /** Makes this device the one that goes on. Throws `other-device` where another does, unless it takes over. */
  open({ tokenHash, device }: CaptureCaller, takeOver: boolean): Promise<CaptureView> {
    return this.sessions.alone(tokenHash, async () => {
      const { held } = await this.sessions.read(tokenHash);
      if (held.status === 'completed') return this.view(tokenHash, device);
      checkOpen(held, this.#ports.now());
      const isOpened = await this.#ports.records.captures.open(held, device, takeOver);
      const now = await this.sessions.again(tokenHash);
      checkOpen(now.held, this.#ports.now());
      if (!isOpened) throw new CaptureRefusal('other-device');
      return this.shown(now, device);
    });
  }

  /** Keeps what the person agreed to. Throws `quota-exhausted` where no unit is left: the session has failed then. */
  consent({ tokenHash, device }: CaptureCaller, given: { language: CaptureLanguage; textHash: string }) {
    return this.sessions.inTurn(tokenHash, device, async ({ held }) => {
      // One that comes again was given already.
      if (held.consent === null) {
        const kind = await this.#ports.records.captures.consent(held, given);
        if (kind === 'exhausted') {
          await this.sessions.again(tokenHash);
          throw new CaptureRefusal('quota-exhausted');
        }
      }
      return this.shown(await this.sessions.again(tokenHash), device);
    });
  }

  /** The person does not want to. */
  decline({ tokenHash, device }: CaptureCaller): Promise<CaptureView> {
    return this.sessions.inTurn(tokenHash, device, async (present) =>
      this.shown(await this.sessions.fail(tokenHash, present, 'declined'), device),
    );
  }

  /** Counts what the page told the person. */
  async hint({ tokenHash, device }: CaptureCaller, code: string): Promise<CaptureView> {
    const work = async ({ progress }: PresentCapture) => ({
      changes: { progress: withHint(progress, code) },
      answer: 0,
    });
    const { present } = await this.sessions.change(tokenHash, device, work);
    return this.shown(present, device);
  }

  /** Reads one side of the document while the person holds it. `isFinal`: they keep this picture. */
  async document(
    { tokenHash, device }: CaptureCaller,
    { bytes, side, isFinal }: { readonly bytes: Uint8Array; readonly side: DocumentSide; readonly isFinal: boolean },
  ): Promise<PictureAnswer> {
    const digest = createHash('sha256').update(bytes).digest('base64url');
    const { present, answer } = await this.sessions.change(tokenHash, device, async (now) => {
      const step = stepOf(now.held, now.progress);
      const before = now.progress[side];
      const isAgain = before.last === digest && !(isFinal && !before.isTaken);
      if (isAgain) return { changes: {}, answer: before };
      if (step !== (side === 'front' ? 'document' : 'back')) throw new CaptureRefusal('wrong-step');
      if (before.tries >= MAX_TRIES) throw new CaptureRefusal('session-ended');
      return this.#readSide(now, { bytes, side, isFinal, digest });
    });
    if (answer.tries >= MAX_TRIES && !answer.isTaken) await this.#give(tokenHash, device);
    const { isTaken: accepted, problem, fields, isThere: usable } = answer;
    return { accepted, problem, fields, usable, session: await this.#shownAgain(tokenHash, present, device) };
  }

  async #readSide(
    { held, progress }: PresentCapture,
    { bytes, side, isFinal, digest }: { bytes: Uint8Array; side: DocumentSide; isFinal: boolean; digest: string },
  ) {
    const { verifier, images } = this.#ports;
    const began = performance.now();
    const look = await verifier.readDocument({ accountId: held.accountId, bytes, side });
    const readMs = progress.readMs + Math.round(performance.now() - began);
    const judged = judgeSide(look, side, held);
    const { side: taken, isBetter } = afterPicture(progress[side], judged, { digest, isFinal });
    if (isBetter) await images.add(held.recordId!, side === 'front' ? 'document' : 'back', bytes);
    // The kind is that of the picture which is kept.
    const back = side === 'front' && isBetter ? needsBack(look, held) : progress.needsBack;
    const next = { ...progress, [side]: taken, needsBack: back, readMs, problem: null };
    const counted = judged.problem === null ? next : withHint(next, judged.problem);
    return { changes: { progress: counted }, answer: taken };
  }

  /** Goes on with an attempt at the movements, or begins the next, or one at a selfie alone. */
  async movement({ tokenHash, device }: CaptureCaller): Promise<CaptureView> {
    const { present, answer } = await this.sessions.change(tokenHash, device, async (now) => {
      const step = stepOf(now.held, now.progress);
      if (step === 'consent' || step === 'document' || step === 'back' || step === 'done') {
        throw new CaptureRefusal('wrong-step');
      }
      if (!wantsMovement(now.held, now.progress)) return { changes: this.#begun(now, []), answer: 'begun' };
      const resumed = this.#resumed(now);
      if (resumed) return { changes: resumed, answer: 'begun' };
      if (now.held.attempts >= MAX_ATTEMPTS) return { changes: {}, answer: 'spent' };
      const changes = this.#begun(now, drawSteps(this.#random));
      return { changes: { ...changes, attempts: now.held.attempts + 1 }, answer: 'begun' };
    });
    if (answer === 'spent') await this.#give(tokenHash, device);
    return this.#shownAgain(tokenHash, present, device);
  }

  #begun({ progress }: PresentCapture, steps: readonly MovementStep[]): CaptureChanges {
    const begun: CaptureProgress = { ...progress, steps, told: 'look', problem: null };
    return { progress: begun, attempt: beginAttempt(steps, this.#random) };
  }

  /** A page that was loaded again goes on where it stood. Undefined where nothing goes on, or it was so too often. */
  #resumed({ progress, attempt }: PresentCapture): CaptureChanges | undefined {
    if (attempt === null || attempt.steps.length === 0) return undefined;
    const resumed = resume(attempt, this.#ports.now().getTime());
    return resumed.failure === null ? { progress: { ...progress, told: 'look' }, attempt: resumed } : undefined;
  }

  /** Judges a frame of the attempt that goes on. One that comes when none does is answered with where things stand. */
  async frame(
    { tokenHash, device }: CaptureCaller,
    { bytes, ...sent }: Omit<SentFrame, 'receivedAt'> & { readonly bytes: Uint8Array },
  ): Promise<FrameAnswer> {
    const page = Buffer.from(tokenHash).toString('base64');
    const waitMs = this.#pace.waitMs(page);
    if (waitMs > 0) return this.#notYet({ tokenHash, device }, waitMs);
    const frame = { ...sent, receivedAt: this.#ports.now().getTime() };
    const began = performance.now();
    const { present, answer } = await this.sessions.change<Omit<FrameAnswer, 'session'>>(
      tokenHash,
      device,
      async (now) => {
        const { held, progress, attempt } = now;
        if (attempt === null || progress.told === null) {
          const step = stepOf(held, progress);
          const { everyMs } = this.#pace.next(page, began, step);
          return { changes: {}, answer: { step, hint: null, stepEndsAt: null, everyMs } };
        }
        const effort = frameEffort(attempt);
        const read = () => this.#ports.verifier.readFrame({ accountId: held.accountId, bytes, effort });
        const measures = await this.#pace.measure(read);
        const { everyMs, lostMs } = this.#pace.next(page, began, progress.told);
        const waitedMs = performance.now() - began + lostMs;
        const taken = takeFrame(attempt, Object.assign({ waitedMs }, frame), measures);
        if (taken.keep) await this.#ports.images.add(held.recordId!, kindOf(progress, sent.step), bytes);
        const camera = { width: measures.width, height: measures.height };
        const seen = { ...progress, camera, hasSelfie: progress.hasSelfie || (taken.keep && sent.step === 'look') };
        const next = taken.hint === null ? seen : withHint(seen, taken.hint);
        return { changes: afterFrame(next, taken), answer: { ...told(taken), hint: taken.hint, everyMs } };
      },
    );
    const { step } = answer;
    const isOver = step === 'done' || step === 'failed';
    if (!isOver) return answer;
    const hasFailed = step === 'failed' || stepOf(present.held, present.progress) !== 'done';
    if (hasFailed && present.held.attempts >= MAX_ATTEMPTS) await this.#give(tokenHash, device);
    const session = await this.#shownAgain(tokenHash, present, device);
    return { ...answer, step: hasFailed ? 'failed' : 'done', session };
  }

  /** Where things stand, for a frame that came before its place. */
  #notYet({ tokenHash, device }: CaptureCaller, everyMs: number): Promise<FrameAnswer> {
    return this.sessions.inTurn(tokenHash, device, async ({ held, progress, attempt }) => {
      const isOn = attempt !== null && progress.told !== null;
      const stands = isOn ? told(standing(attempt)) : { step: stepOf(held, progress), stepEndsAt: null };
      return { ...stands, hint: null, everyMs };
    });
  }

  /** The person cannot move the head: the verification goes to a person. */
  async cannot({ tokenHash, device }: CaptureCaller): Promise<CaptureView> {
    const { present } = await this.sessions.change(tokenHash, device, async ({ held, progress }) => {
      const step = stepOf(held, progress);
      if (step === 'consent' || step === 'document' || step === 'back') throw new CaptureRefusal('wrong-step');
      if (!held.movement || progress.movement === 'passed') return { changes: {}, answer: 0 };
      const next: CaptureProgress = { ...progress, movement: 'cannot', told: null, steps: [], evidence: null };
      return { changes: { progress: next, attempt: null }, answer: 0 };
    });
    return this.shown(present, device);
  }

  /** Takes a still of the face from a file, where files are allowed and no movement is wanted. */
  async selfie({ tokenHash, device }: CaptureCaller, bytes: Uint8Array): Promise<PictureAnswer> {
    const { present, answer } = await this.sessions.change(tokenHash, device, async ({ held, progress }) => {
      const isWanted = held.upload && !wantsMovement(held, progress) && stepOf(held, progress) === 'look';
      if (!isWanted) throw new CaptureRefusal('wrong-step');
      if (readHeader(bytes) === null) return { changes: {}, answer: 'invalid' };
      await this.#ports.images.add(held.recordId!, 'selfie', bytes);
      const next: CaptureProgress = { ...progress, hasSelfie: true, told: null, problem: null };
      return { changes: { progress: next, attempt: null }, answer: null };
    });
    const accepted = answer === null;
    return { accepted, problem: answer, fields: [], usable: accepted, session: this.shown(present, device) };
  }

  /** What the page shows of a session. */
  shown({ held, progress }: PresentCapture, device: Uint8Array | null): CaptureView {
    const { retentionDays, specimens } = this.#ports;
    return viewOf(held, progress, { retentionDays, device, specimens: specimens?.all });
  }

  /** The person has tried as often as they may. */
  #give(tokenHash: Uint8Array, device: Uint8Array): Promise<PresentCapture> {
    return this.sessions.inTurn(tokenHash, device, (present) => this.sessions.fail(tokenHash, present, 'attempts'));
  }

  async #shownAgain(tokenHash: Uint8Array, before: PresentCapture, device: Uint8Array): Promise<CaptureView> {
    const isAtHand = before.held.status === 'started' && before.held.attempts < MAX_ATTEMPTS;
    return isAtHand ? this.shown(before, device) : this.view(tokenHash, device);
  }
}

function told({ step, endsAt }: ReturnType<typeof standing>): Pick<FrameAnswer, 'step' | 'stepEndsAt'> {
  return { step, stepEndsAt: endsAt };
}

/** What a frame leaves behind. An attempt whose steps were all told is judged here. */
function afterFrame(progress: CaptureProgress, taken: ReturnType<typeof takeFrame>): CaptureChanges {
  const { attempt, step } = taken;
  if (step === 'failed') return { progress: withoutFace(progress, 'movement'), attempt: null };
  if (step !== 'done') return { progress: { ...progress, told: step }, attempt };
  if (attempt.steps.length === 0) return { progress: { ...progress, told: null }, attempt: null };
  const { passed, evidence } = judgeMovement(attempt);
  if (!passed) return { progress: withoutFace(progress, 'movement'), attempt: null };
  return { progress: { ...progress, told: null, movement: 'passed', evidence }, attempt: null };
}

/** Under which kind a frame of a step lies. */
function kindOf({ steps }: CaptureProgress, step: SentFrame['step']): ImageKind {
  if (step === 'look') return 'selfie';
  return (['step-1', 'step-2', 'step-3'] as const)[steps.indexOf(step)] ?? 'selfie';
}
