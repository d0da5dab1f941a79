import { sentence } from '../errors.ts';
import { asError, type Message, type Order } from './messages.ts';

/** A worker or a child process, as a channel uses it. */
export interface Peer {
  send(order: Order): void;
  /** Ends it; `ended` of its listener follows. Can be called again. */
  end(): void;
  /** While it is held, it keeps this process from ending by itself. */
  hold(held: boolean): void;
}

export interface PeerListener {
  message(message: Message): void;
  /** Called once. `reason` is a sentence for the log. `cause` may hold what the other side worked on. */
  ended(reason: string, cause?: unknown): void;
}

/** Starts a worker or a child process. */
export type Launch = (listener: PeerListener) => Peer;

/** Why and after what a peer ended. */
export interface PeerEnd {
  readonly reason: string;
  readonly cause: unknown;
  readonly wasLoaded: boolean;
  /** It was ended because a call, or loading, took too long. */
  readonly late: boolean;
  /** What it said itself where it could not load. */
  readonly unusable: Error | undefined;
  /** So many ended one after another without an answer that the next one will hardly live longer. */
  readonly isHopeless: boolean;
}

interface Listener {
  loaded(): void;
  noted(note: unknown): void;
  /** False where nobody asked for these answers: the peer is ended then. */
  answers(message: Extract<Message, { kind: 'answers' }>): boolean;
  ended(end: PeerEnd): void;
}

/** Pauses before the next start, in milliseconds, by how many ended one after another without an answer. */
const PAUSES_MS = [0, 100, 500, 2_000];
/** A peer that lived so long after it had loaded is as good as one that answered. */
const HEALTHY_MS = 10_000;

/**
 * The place of one worker or child process. After an end the next one starts at once, later ones after growing pauses.
 */
export class PeerPlace {
  readonly #launch: Launch;
  readonly #listener: Listener;
  readonly #loadLimitMs: number | undefined;
  #peer: Peer | undefined;
  #pause: NodeJS.Timeout | undefined;
  #loadedAt: number | undefined;
  #hasAnswered = false;
  #late = false;
  #failures = 0;
  #held = false;
  #closed: (() => void) | undefined;

  constructor(launch: Launch, listener: Listener, loadLimitMs?: number) {
    this.#launch = launch;
    this.#listener = listener;
    this.#loadLimitMs = loadLimitMs;
  }

  /** It can be sent calls. */
  get isLoaded(): boolean {
    return this.#loadedAt !== undefined;
  }

  /** It runs, or will after a pause. */
  get isStarted(): boolean {
    return this.#peer !== undefined || this.#pause !== undefined;
  }

  start(): void {
    if (this.isStarted || this.#closed) return;
    const pause = PAUSES_MS[Math.min(this.#failures, PAUSES_MS.length) - 1] ?? 0;
    if (pause === 0) {
      this.#run();
      return;
    }
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.#run();
    }, pause);
    if (!this.#held) this.#pause.unref();
  }

  send(order: Order): void {
    this.#peer!.send(order);
  }

  /** Whether the peer, or the pause before the next one, keeps this process alive. One that loads always does. */
  hold(held: boolean): void {
    if (held === this.#held || this.#closed) return;
    this.#held = held;
    if (this.isLoaded) this.#peer!.hold(held);
    if (held) this.#pause?.ref();
    else this.#pause?.unref();
  }

  /** Ends a peer over which a call, or loading, takes too long. */
  endLate(): void {
    this.#late = true;
    this.#peer?.end();
  }

  /** Ends the peer for good; resolves when it has ended. */
  close(): Promise<void> {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    return new Promise((resolve) => {
      this.hold(true);
      this.#closed = resolve;
      if (!this.#peer) return resolve();
      // One that still loads is held again when it has loaded.
      this.#peer.end();
    });
  }

  #run(): void {
    let unusable: Error | undefined;
    const limit = this.#loadLimitMs;
    const timer = limit === undefined ? undefined : setTimeout(() => this.endLate(), limit).unref();
    const message = (message: Message): void => {
      if (message.kind === 'loaded') {
        clearTimeout(timer);
        this.#loadedAt = performance.now();
        this.#peer!.hold(this.#held);
        this.#listener.loaded();
      } else if (message.kind === 'note') {
        this.#listener.noted(message.note);
      } else if (message.kind === 'unusable') {
        unusable = asError(message);
        this.#peer!.end();
      } else {
        this.#hasAnswered = true;
        if (!this.#listener.answers(message)) this.#peer!.end();
      }
    };
    const ended = (reason: string, cause?: unknown): void => {
      clearTimeout(timer);
      this.#ended({ reason, cause, unusable });
    };
    try {
      this.#peer = this.#launch({ message, ended });
    } catch (error) {
      this.#peer = { send: () => {}, end: () => {}, hold: () => {} };
      setImmediate(() => ended(sentence(error), error));
    }
  }

  #ended({ reason, cause, unusable }: Pick<PeerEnd, 'reason' | 'cause' | 'unusable'>): void {
    const [loadedAt, late] = [this.#loadedAt, this.#late];
    const wasHealthy = this.#hasAnswered || (loadedAt !== undefined && performance.now() - loadedAt > HEALTHY_MS);
    this.#failures = wasHealthy ? 1 : this.#failures + 1;
    this.#peer = undefined;
    this.#loadedAt = undefined;
    this.#hasAnswered = false;
    this.#late = false;
    const isHopeless = this.#failures > PAUSES_MS.length;
    if (this.#closed) this.#closed();
    else this.#listener.ended({ reason, cause, unusable, late, wasLoaded: loadedAt !== undefined, isHopeless });
  }
}
