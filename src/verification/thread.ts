import '../inference/offline.ts';
import { Worker } from 'node:worker_threads';
import { TouchstoneError } from '../errors.ts';
import { type Call, CLOSE, type Reply } from './serve.ts';

/** What a thread can do, by name. */
export type Operations = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

interface Waiting extends Call {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

export interface ThreadOptions {
  /** What the thread's module gets as `workerData`. */
  readonly setup?: unknown;
  /** The longest that one call may take, in milliseconds; then the thread is replaced. */
  readonly limitMs: number;
}

/** How long a thread may go on with what it does when it is asked to end. */
const CLOSING_MS = 10_000;

/**
 * A thread that holds models and works through its calls one after another. A call that crashes its thread or runs over
 * its time fails alone: the next one finds a new thread.
 */
export class ModelThread<O extends Operations> {
  readonly #module: URL;
  readonly #options: ThreadOptions;
  readonly #queue: Waiting[] = [];
  #worker: Worker | undefined;
  #running: Waiting | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /** `module` calls `serveOperations`. The thread starts, and loads its models, with its first call or when told to. */
  constructor(module: URL, options: ThreadOptions) {
    this.#module = module;
    this.#options = options;
  }

  start(): void {
    if (!this.#worker && !this.#closed) this.#launch();
  }

  call<N extends keyof O & string>(operation: N, ...args: Parameters<O[N]>): ReturnType<O[N]> {
    const answer = new Promise<never>((resolve, reject) => {
      if (this.#closed) return reject(new TouchstoneError('busy', 'Verification is shutting down.'));
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
    clearTimeout(this.#timer);
    const closed = new TouchstoneError('busy', 'Verification is shutting down.');
    for (const { reject } of [...(this.#running ? [this.#running] : []), ...this.#queue.splice(0)]) reject(closed);
    this.#running = undefined;
    const worker = this.#worker;
    if (!worker) return;
    worker.ref();
    const ended = new Promise<void>((exited) => worker.once('exit', () => exited()));
    worker.postMessage(CLOSE);
    const timer = setTimeout(() => void worker.terminate(), Math.min(this.#options.limitMs, CLOSING_MS));
    await ended;
    clearTimeout(timer);
  }

  #launch(): void {
    const worker = new Worker(this.#module, { workerData: this.#options.setup });
    let failure: Error | undefined;
    worker.on('message', (reply: Reply) => this.#answered(reply));
    worker.on('error', (error) => {
      failure = error instanceof Error ? error : new Error(String(error));
    });
    worker.on('exit', () => this.#ended(worker, failure));
    worker.unref();
    this.#worker = worker;
  }

  #next(): void {
    if (this.#running || this.#queue.length === 0 || this.#closed) return;
    this.start();
    this.#running = this.#queue.shift()!;
    const { operation, args } = this.#running;
    this.#timer = setTimeout(() => this.#tooSlow(), this.#options.limitMs);
    this.#worker!.ref();
    this.#worker!.postMessage({ operation, args } satisfies Call);
  }

  #answered(reply: Reply): void {
    if (!this.#running) return;
    const { resolve, reject } = this.#done();
    if ('value' in reply) resolve(reply.value as never);
    else if (reply.code) reject(new TouchstoneError(reply.code, reply.message, { cause: reply.detail }));
    else reject(new Error(reply.message, { cause: reply.detail }));
    this.#next();
  }

  #tooSlow(): void {
    const { reject } = this.#done();
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
    reject(new TouchstoneError('busy', 'The images could not be read in time; nothing was stored and nothing spent.'));
    this.#next();
  }

  #done(): Waiting {
    clearTimeout(this.#timer);
    const done = this.#running!;
    this.#running = undefined;
    this.#worker?.unref();
    return done;
  }

  /** A thread that ended by itself, not one that was replaced. */
  #ended(worker: Worker, failure: Error | undefined): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    if (this.#running) this.#done().reject(failure ?? new Error('The thread of a verification ended unexpectedly.'));
    this.#next();
  }
}
