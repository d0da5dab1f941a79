import '../inference/offline.ts';
import { Worker } from 'node:worker_threads';
import { TouchstoneError } from '../errors.ts';
import { type Call, CLOSE, type Failure, type Message } from './serve.ts';

/** What a thread can do, by name. */
export type Operations = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

interface Waiting extends Call {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

export interface ThreadOptions {
  /** What the thread's module gets as `workerData`. */
  readonly setup?: unknown;
  /** The longest that one call may take, the loading of models before it included, in milliseconds. */
  readonly limitMs: number;
}

/** How long a thread may go on with what it does when it is asked to end. */
const CLOSING_MS = 10_000;

/** `late`: it still does what was given up. */
type State = 'none' | 'loading' | 'idle' | 'busy' | 'late';

/**
 * A thread that holds models and works through its calls one after another. A call that crashes its thread or runs over
 * its time fails alone: the next one finds a thread that works.
 */
export class ModelThread<O extends Operations> {
  readonly #module: URL;
  readonly #options: ThreadOptions;
  readonly #queue: Waiting[] = [];
  #worker: Worker | undefined;
  #state: State = 'none';
  /** The call whose turn it is; a thread that is still loading gets it later. */
  #current: Waiting | undefined;
  #timer: NodeJS.Timeout | undefined;
  #overdue: NodeJS.Timeout | undefined;
  #closed = false;

  /** `module` calls `serveOperations`. The thread starts, and loads its models, with its first call or when told to. */
  constructor(module: URL, options: ThreadOptions) {
    this.#module = module;
    this.#options = options;
  }

  /** Begins to load; `failed` is told where that does not succeed. The next call tries again. */
  start(failed: (error: Error) => void = () => {}): void {
    if (this.#state === 'none' && !this.#closed) this.#launch(failed);
  }

  call<N extends keyof O & string>(operation: N, ...args: Parameters<O[N]>): ReturnType<O[N]> {
    const answer = new Promise<never>((resolve, reject) => {
      if (this.#closed) return reject(shuttingDown());
      this.#queue.push({ operation, args, resolve, reject });
      this.#next();
    });
    return answer as ReturnType<O[N]>;
  }

  /**
   * Fails what waits or runs, and ends the thread once it has done what it does: native code that is cut off in the
   * middle would take the whole process with it.
   */
  async close(): Promise<void> {
    this.#closed = true;
    this.#failAll(shuttingDown());
    clearTimeout(this.#overdue);
    const worker = this.#worker;
    if (!worker) return;
    worker.ref();
    const ended = new Promise<void>((exited) => worker.once('exit', () => exited()));
    worker.postMessage(CLOSE);
    const timer = setTimeout(() => void worker.terminate(), Math.min(this.#options.limitMs, CLOSING_MS));
    await ended;
    clearTimeout(timer);
  }

  #launch(failed: (error: Error) => void): void {
    const worker = new Worker(this.#module, { workerData: this.#options.setup });
    let reason: Error | undefined;
    worker.on('message', (message: Message) => {
      if (message.kind === 'unusable') reason = asError(message);
      else this.#heard(message);
    });
    worker.on('error', (error) => {
      reason = error instanceof Error ? error : new Error(String(error));
    });
    worker.on('exit', () => {
      const error = reason ?? new Error('The thread of a verification ended unexpectedly.');
      if (this.#state === 'loading') failed(error);
      this.#ended(error);
    });
    worker.unref();
    this.#worker = worker;
    this.#state = 'loading';
  }

  /** Gives the next call its turn, and hands it over when the thread has loaded and is done with what it did before. */
  #next(): void {
    if (this.#closed || this.#state === 'late') return;
    if (!this.#current) {
      this.#current = this.#queue.shift();
      if (!this.#current) return;
      this.#timer = setTimeout(() => this.#tooSlow(), this.#options.limitMs);
    }
    this.start();
    this.#worker!.ref();
    if (this.#state !== 'idle') return;
    this.#state = 'busy';
    const { operation, args } = this.#current;
    this.#worker!.postMessage({ operation, args } satisfies Call);
  }

  #heard(message: Exclude<Message, { kind: 'unusable' }>): void {
    const before = this.#state;
    clearTimeout(this.#overdue);
    this.#state = 'idle';
    if (before === 'busy' && this.#current) {
      const { resolve, reject } = this.#done();
      if (message.kind === 'failed') reject(asError(message));
      else if (message.kind === 'value') resolve(message.value as never);
    }
    this.#next();
  }

  /**
   * The call is given up, not its thread: onnxruntime-node ends the whole process when it is cut off in the middle. What
   * the thread says of it later is dropped. One that says nothing for as long again will never come to an end.
   */
  #tooSlow(): void {
    const { reject } = this.#done();
    reject(new TouchstoneError('busy', 'The images could not be read in time; nothing was stored and nothing spent.'));
    if (this.#state === 'busy') {
      this.#state = 'late';
      const worker = this.#worker!;
      this.#overdue = setTimeout(() => void worker.terminate(), this.#options.limitMs).unref();
    }
    this.#next();
  }

  #done(): Waiting {
    clearTimeout(this.#timer);
    const done = this.#current!;
    this.#current = undefined;
    this.#worker?.unref();
    return done;
  }

  #ended(error: Error): void {
    const before = this.#state;
    clearTimeout(this.#overdue);
    this.#worker = undefined;
    this.#state = 'none';
    // What cannot be loaded is not loaded again for each call that waits; the next one to come tries anew.
    if (before === 'loading') this.#failAll(error);
    else if (before === 'busy' && this.#current) this.#done().reject(error);
    this.#next();
  }

  #failAll(error: Error): void {
    const waiting = this.#queue.splice(0);
    if (this.#current) waiting.unshift(this.#done());
    for (const { reject } of waiting) reject(error);
  }
}

function asError({ message, code, detail }: Failure): Error {
  return code ? new TouchstoneError(code, message, { cause: detail }) : new Error(message, { cause: detail });
}

function shuttingDown(): TouchstoneError {
  return new TouchstoneError('busy', 'Verification is shutting down.');
}
