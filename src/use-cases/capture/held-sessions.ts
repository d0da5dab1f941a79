import type { MovementAttempt } from '../../capture/movement/attempt.ts';
import { type CaptureProgress, progressOf, stepOf, withStep } from '../../capture/progress.ts';
import type { CaptureFailure, HeldCapture } from '../../domain/capture-session.ts';
import { TouchstoneError } from '../../errors.ts';
import { Recent } from '../../recent.ts';
import type { CapturePorts } from './ports.ts';
import { CaptureRefusal } from './refusal.ts';

/** Sessions that are at hand without asking the records again. */
const MOST_AT_HAND = 2_000;
/** Requests of one session that wait for the one before. */
const MOST_WAITING = 2;
/** Another process wrote meanwhile: it is read again, and done again so often. */
const MOST_CLASHES = 4;

/** A session as it stands, with what the person did. */
export interface PresentCapture {
  readonly held: HeldCapture;
  readonly progress: CaptureProgress;
  readonly attempt: MovementAttempt | null;
}

/** What a request leaves behind; what is left out stays. */
export interface CaptureChanges {
  readonly progress?: CaptureProgress;
  readonly attempt?: MovementAttempt | null;
  readonly attempts?: number;
}

/**
 * The sessions of people who are before their cameras. The requests of one session are done one after the other, here
 * and on other nodes: whoever finds that somebody else wrote reads again. The records alone say how things are, so that
 * a restart forgets nothing.
 */
export class HeldSessions {
  readonly #ports: CapturePorts;
  readonly #atHand = new Map<string, PresentCapture>();
  readonly #turns = new Map<string, { last: Promise<unknown>; waiting: number }>();
  /** Hashes of tokens that were known, so that a stranger who guesses keeps nobody out. */
  readonly #known = new Recent<string, true>(MOST_AT_HAND);

  constructor(ports: CapturePorts) {
    this.#ports = ports;
  }

  /** Whether a link of this hash was followed here before. */
  knows(tokenHash: Uint8Array): boolean {
    return this.#known.known(keyOf(tokenHash)) === true;
  }

  /** The session of a link, as the records have it now. Throws `session-unknown`. */
  async read(tokenHash: Uint8Array): Promise<PresentCapture> {
    const held = await this.#ports.records.captures.byToken(tokenHash);
    if (!held) throw new CaptureRefusal('session-unknown');
    this.#known.keep(keyOf(tokenHash), true);
    const atHand = this.#atHand.get(keyOf(tokenHash));
    if (atHand?.held.revision === held.revision && atHand.held.status === held.status) return atHand;
    const present = { held, progress: progressOf(held), attempt: await this.#opened(held) };
    this.#put(tokenHash, present);
    return present;
  }

  /**
   * Does what a request of the session's device asks for, in turn. Throws a `CaptureRefusal` where the session is over
   * or another device has it, and `too-many-frames` where requests pile up.
   */
  inTurn<T>(tokenHash: Uint8Array, device: Uint8Array, work: (present: PresentCapture) => Promise<T>): Promise<T> {
    return this.#turn(keyOf(tokenHash), async () => {
      const present = await this.read(tokenHash);
      this.#check(present.held, device);
      return work(present);
    });
  }

  /**
   * The same for what changes something. `work` answers what it leaves behind; it is done again where somebody else
   * wrote meanwhile.
   */
  change<T>(
    tokenHash: Uint8Array,
    device: Uint8Array,
    work: (present: PresentCapture) => Promise<{ readonly changes: CaptureChanges; readonly answer: T }>,
  ): Promise<{ readonly present: PresentCapture; readonly answer: T }> {
    return this.#turn(keyOf(tokenHash), async () => {
      for (let clash = 0; clash < MOST_CLASHES; clash += 1) {
        const present = this.#atHand.get(keyOf(tokenHash)) ?? (await this.read(tokenHash));
        this.#check(present.held, device);
        const done = await work(present).catch((error: unknown) => this.#stillRefused(error, present, device));
        if (!done) continue;
        const { changes, answer } = done;
        const saved = await this.save(tokenHash, present, changes);
        if (saved) return { present: saved, answer };
        this.#atHand.delete(keyOf(tokenHash));
      }
      throw new CaptureRefusal('try-later', 1);
    });
  }

  /** Undefined where somebody else wrote since it was read. Call it in turn. */
  async save(
    tokenHash: Uint8Array,
    present: PresentCapture,
    changes: CaptureChanges,
  ): Promise<PresentCapture | undefined> {
    const { held } = present;
    const { attempt = present.attempt, attempts = held.attempts } = changes;
    const step = stepOf(held, changes.progress ?? present.progress);
    const progress = withStep(changes.progress ?? present.progress, step, this.#ports.now().toISOString());
    const sealed = await this.#sealed(attempt, held.number);
    const change = { progress: JSON.stringify(progress), attempt: sealed, attempts, isReady: step === 'done' };
    const { number, revision } = held;
    const isSaved = await this.#ports.records.captures.save(held, { number, revision, ...change });
    if (!isSaved) return undefined;
    const now = { held: { ...held, revision: revision + 1, attempts }, progress, attempt };
    this.#put(tokenHash, now);
    return now;
  }

  /** Ends a session, and deletes its pictures. Call it in turn. */
  async fail(tokenHash: Uint8Array, { held }: PresentCapture, reason: CaptureFailure): Promise<PresentCapture> {
    await this.#ports.records.captures.end(held, { status: 'failed', reason });
    if (held.recordId !== null) await this.#ports.images.delete(held.recordId);
    return this.again(tokenHash);
  }

  /** Reads it again. Call it in turn. */
  again(tokenHash: Uint8Array): Promise<PresentCapture> {
    this.#atHand.delete(keyOf(tokenHash));
    return this.read(tokenHash);
  }

  /** Does work of a session in turn, whatever its state. */
  alone<T>(tokenHash: Uint8Array, work: () => Promise<T>): Promise<T> {
    return this.#turn(keyOf(tokenHash), work);
  }

  /**
   * A refusal holds where it came from the newest state. Undefined where somebody else wrote: it is tried again then.
   */
  async #stillRefused(error: unknown, { held }: PresentCapture, device: Uint8Array): Promise<undefined> {
    if (!(error instanceof CaptureRefusal)) throw error;
    const now = await this.again(held.tokenHash);
    this.#check(now.held, device);
    if (now.held.revision === held.revision) throw error;
  }

  #check(held: HeldCapture, device: Uint8Array): void {
    checkOpen(held, this.#ports.now());
    if (held.device === null || Buffer.compare(held.device, device) !== 0) throw new CaptureRefusal('other-device');
  }

  async #turn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = this.#turns.get(key) ?? { last: Promise.resolve(), waiting: 0 };
    if (turn.waiting >= MOST_WAITING) throw new CaptureRefusal('too-many-frames', 1);
    this.#turns.set(key, turn);
    turn.waiting += 1;
    const done = turn.last.then(work);
    turn.last = done.catch(() => {});
    try {
      return await done;
    } finally {
      turn.waiting -= 1;
      if (turn.waiting === 0) this.#turns.delete(key);
    }
  }

  #put(tokenHash: Uint8Array, present: PresentCapture): void {
    const key = keyOf(tokenHash);
    this.#atHand.delete(key);
    const isOver = present.held.status !== 'started';
    if (!isOver) this.#atHand.set(key, present);
    if (this.#atHand.size > MOST_AT_HAND) this.#atHand.delete(this.#atHand.keys().next().value!);
  }

  async #sealed(attempt: MovementAttempt | null, number: number): Promise<string | null> {
    if (attempt === null) return null;
    return Buffer.from(await this.#ports.sealing.seal(JSON.stringify(attempt), number)).toString('base64');
  }

  /** What no key opens any more is gone: the person begins another attempt. */
  async #opened({ attempt, number }: HeldCapture): Promise<MovementAttempt | null> {
    if (attempt === null) return null;
    try {
      return JSON.parse(await this.#ports.sealing.open(Buffer.from(attempt, 'base64'), number)) as MovementAttempt;
    } catch (error) {
      if (error instanceof TouchstoneError && error.code === 'damaged') return null;
      throw error;
    }
  }
}

/** Throws where a session is over: by what became of it, or by its time. */
export function checkOpen({ status, reason, expiresAt }: HeldCapture, now: Date): void {
  if (status === 'cancelled') throw new CaptureRefusal('session-cancelled');
  if (status === 'failed' && reason === 'quota') throw new CaptureRefusal('quota-exhausted');
  if (status === 'completed' || status === 'failed') throw new CaptureRefusal('session-ended');
  if (status === 'expired' || expiresAt <= now.toISOString()) throw new CaptureRefusal('session-expired');
}

function keyOf(tokenHash: Uint8Array): string {
  return Buffer.from(tokenHash).toString('base64');
}
