import type { Worker } from 'node:worker_threads';
import { sentence, TouchstoneError } from '../../errors.ts';

/** Pauses before a thread is started again; it has to answer within as many attempts. */
const PAUSES_MS = [0, 100, 500, 2_000];

interface Handlers {
  message(message: unknown): void;
  /** The thread ended without being asked; another one takes its place. */
  died(error: Error): void;
  /** A new thread runs in the place of one that died. */
  restarted(): void;
  /** No thread lives long enough to answer: there will not be another one. */
  lost(error: Error): void;
}

/** A worker thread that is started again when it dies: at once, then after longer and longer pauses. */
export class LastingThread {
  /** Resolves when the thread has ended for good. */
  readonly ended: Promise<void>;
  readonly #start: () => Worker;
  readonly #handlers: Handlers;
  #worker: Worker | undefined;
  #pause: NodeJS.Timeout | undefined;
  /** Threads that died one after another without an answer. */
  #failures = 0;
  #needed = false;
  #ending = false;
  #end!: () => void;

  constructor(start: () => Worker, handlers: Handlers) {
    this.#start = start;
    this.#handlers = handlers;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#run();
  }

  /** False between two threads. */
  get running(): boolean {
    return this.#worker !== undefined;
  }

  post(message: unknown): void {
    this.#worker?.postMessage(message);
  }

  /** Whether the thread, or the pause before the next one, keeps the process alive. */
  set needed(needed: boolean) {
    this.#needed = needed;
    for (const handle of [this.#worker, this.#pause]) needed ? handle?.ref() : handle?.unref();
  }

  /** From now on the thread may end, and none follows. */
  expectEnd(): void {
    this.#ending = true;
    clearTimeout(this.#pause);
    if (!this.running) this.#end();
  }

  #run(): void {
    this.#pause = undefined;
    const worker = this.#start();
    let cause: unknown;
    worker.on('message', (message) => {
      this.#failures = 0;
      this.#handlers.message(message);
    });
    // An error is always followed by an exit, which is where the thread is replaced.
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', (code) => this.#exited(cause, code));
    this.#worker = worker;
    this.needed = this.#needed;
  }

  #exited(cause: unknown, code: number): void {
    this.#worker = undefined;
    if (this.#ending) {
      this.#end();
      return;
    }
    const why = cause === undefined ? `it ended with code ${code}` : sentence(cause);
    const pause = PAUSES_MS[this.#failures];
    this.#failures += 1;
    if (pause === undefined) {
      this.#end();
      const sentence = `A thread of the database cannot be kept alive: ${why}.`;
      this.#handlers.lost(new TouchstoneError('interrupted', sentence, { cause }));
      return;
    }
    this.#pause = setTimeout(() => {
      this.#run();
      this.#handlers.restarted();
    }, pause);
    this.needed = this.#needed;
    this.#handlers.died(new TouchstoneError('interrupted', `A thread of the database died: ${why}.`, { cause }));
  }
}
