import { TouchstoneError } from '../errors.ts';
import { asError, type Call, type Message, type Operations } from './messages.ts';

/** A worker or a child process, as a channel uses it. */
export interface Peer {
  send(call: Call): void;
  /** Ends it; `ended` of its listener follows. Can be called again. */
  end(): void;
  /** While it is held, it keeps this process from ending by itself. */
  hold(held: boolean): void;
}

export interface PeerListener {
  message(message: Message): void;
  /** Called once. `reason` is a sentence for the log; `detail` may hold what the other side worked on, and is not logged. */
  ended(reason: string, detail?: string): void;
}

/** Starts a worker or a child process. */
export type Launch = (listener: PeerListener) => Peer;

export interface ChannelOptions {
  /** The longest that one call may take; the other side is ended then. Without it a call may take for ever. */
  readonly limitMs?: number;
  /** The longest that loading may take. */
  readonly loadLimitMs?: number;
  /** Told when the other side ended though nobody closed it. */
  readonly interrupted?: (error: Interrupted) => void;
}

/** The other side ended before it answered. */
export class Interrupted extends TouchstoneError {
  /** The call was the only one under way, so nothing else can be the cause. */
  readonly alone: boolean;
  /** It was ended because a call, or loading, took too long. */
  readonly late: boolean;

  constructor(reason: string, { alone, late }: { alone: boolean; late: boolean }, detail?: string) {
    super('busy', late ? `${reason} It had taken too long.` : reason, { cause: detail });
    this.name = 'Interrupted';
    this.alone = alone;
    this.late = late;
  }
}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout | undefined;
}

/** What is there while the other side lives. */
interface Session {
  readonly peer: Peer;
  readonly loaded: Promise<void>;
  readonly ended: Promise<void>;
}

/**
 * Calls operations of a worker or a child process. It starts with the first call or when it is told to load, and once
 * more with the next call after it ended. Every call that was under way then fails with `Interrupted`.
 */
export class Channel<O extends Operations> {
  readonly #launch: Launch;
  readonly #options: ChannelOptions;
  readonly #calls = new Map<number, Waiting>();
  #session: Session | undefined;
  #lastId = 0;
  #late = false;
  #closed = false;

  constructor(launch: Launch, options: ChannelOptions = {}) {
    this.#launch = launch;
    this.#options = options;
  }

  /** Resolves when the other side can answer; rejects with the reason where it cannot. The next call tries again. */
  load(): Promise<void> {
    if (this.#closed) return Promise.reject(shuttingDown());
    this.#session ??= this.#start();
    return this.#session.loaded;
  }

  async call<N extends keyof O & string>(operation: N, ...args: Parameters<O[N]>): Promise<Awaited<ReturnType<O[N]>>> {
    await this.load();
    return new Promise<never>((resolve, reject) => {
      if (this.#closed) return reject(shuttingDown());
      if (!this.#session) return reject(new Interrupted('It ended after loading.', { alone: false, late: false }));
      const id = ++this.#lastId;
      const timer = startTimer(this.#options.limitMs, () => this.#endLate());
      this.#calls.set(id, { resolve, reject, timer });
      this.#session.peer.hold(true);
      this.#session.peer.send({ id, operation, args });
    });
  }

  /** Ends the other side. What waits or runs fails with `busy`. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#failAll(() => shuttingDown());
    this.#session?.peer.hold(true);
    this.#session?.peer.end();
    await this.#session?.ended;
  }

  #start(): Session {
    const loading = Promise.withResolvers<void>();
    const ending = Promise.withResolvers<void>();
    let isLoaded = false;
    let reason: Error | undefined;
    const timer = startTimer(this.#options.loadLimitMs, () => this.#endLate());
    const message = (message: Message): void => {
      if (message.kind === 'loaded') {
        clearTimeout(timer);
        isLoaded = true;
        peer.hold(this.#calls.size > 0);
        loading.resolve();
      } else if (message.kind === 'unusable') {
        reason = asError(message);
        peer.end();
      } else if (!this.#answered(message)) peer.end();
    };
    const ended = (sentence: string, detail?: string): void => {
      clearTimeout(timer);
      const interrupted = new Interrupted(sentence, { alone: this.#calls.size <= 1, late: this.#late }, detail);
      this.#session = undefined;
      this.#late = false;
      loading.reject(this.#closed ? shuttingDown() : (reason ?? interrupted));
      if (isLoaded && !this.#closed) this.#options.interrupted?.(interrupted);
      this.#failAll(() => interrupted);
      ending.resolve();
    };
    loading.promise.catch(() => {});
    const peer = this.#launch({ message, ended });
    return { peer, loaded: loading.promise, ended: ending.promise };
  }

  /** False where nobody asked for it. */
  #answered(message: Exclude<Message, { kind: 'loaded' | 'unusable' }>): boolean {
    const call = this.#calls.get(message.id);
    if (!call) return false;
    this.#calls.delete(message.id);
    clearTimeout(call.timer);
    if (this.#calls.size === 0) this.#session?.peer.hold(false);
    if (message.kind === 'failed') call.reject(asError(message));
    else call.resolve(message.value as never);
    return true;
  }

  #endLate(): void {
    this.#late = true;
    this.#session?.peer.end();
  }

  #failAll(error: () => Error): void {
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const { reject, timer } of calls) {
      clearTimeout(timer);
      reject(error());
    }
  }
}

function startTimer(ms: number | undefined, run: () => void): NodeJS.Timeout | undefined {
  return ms === undefined ? undefined : setTimeout(run, ms).unref();
}

function shuttingDown(): TouchstoneError {
  return new TouchstoneError('busy', 'The service is shutting down.');
}
