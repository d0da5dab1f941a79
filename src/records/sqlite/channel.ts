import { Worker } from 'node:worker_threads';
import { TouchstoneError } from '../../errors.ts';
import { type Answer, type Call, type Order, type Setup, thrown } from './messages.ts';
import type { Operations, Role } from './operations.ts';

/** So many calls go into one transaction at most; the others wait for the next. */
const LARGEST_BATCH = 256;

type Parameters<F> = F extends (...args: infer A) => unknown ? A : never;
type Result<F> = F extends (...args: never[]) => infer V ? V : never;

interface Waiting {
  readonly message: Call | Order;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A thread with its own connection. While it works on one batch, calls gather into the next: that is what groups
 * commits. The thread keeps the process alive only while somebody waits for it.
 */
export class Channel<R extends Role> {
  readonly #worker: Worker;
  readonly #exited: Promise<void>;
  #queue: Waiting[] = [];
  #running: Waiting[] = [];
  #scheduled = false;
  #closed: Error | undefined;

  constructor(role: R, file: string, now: Date) {
    const workerData: Setup = { file, role, now };
    this.#worker = new Worker(new URL('./thread.ts', import.meta.url), { name: `records ${role}`, workerData });
    this.#worker.unref();
    this.#worker.on('message', (answers: Answer[]) => this.#finish(answers));
    this.#worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))));
    this.#exited = new Promise((exited) => {
      this.#worker.on('exit', () => {
        this.#fail(new TouchstoneError('busy', 'The records are closed.'));
        exited();
      });
    });
  }

  /** Opens the database now (otherwise the first call does); the writer also migrates it. */
  async open(): Promise<void> {
    await this.#send('open');
  }

  /** Calls that are not answered yet. */
  get waiting(): number {
    return this.#queue.length + this.#running.length;
  }

  call<N extends keyof Operations<R> & string>(
    operation: N,
    ...args: Parameters<Operations<R>[N]>
  ): Promise<Result<Operations<R>[N]>> {
    return this.#send({ operation, args }) as Promise<Result<Operations<R>[N]>>;
  }

  /** Empties the log after what is waiting; resolves to the frames left in it. */
  truncate(): Promise<number> {
    return this.#send('truncate') as Promise<number>;
  }

  /** Answers what is waiting, then ends the thread; later calls are refused. */
  async close(): Promise<void> {
    const closing = this.#send('close');
    this.#closed ??= new TouchstoneError('busy', 'The records are closed.');
    await closing.catch(() => {});
    this.#worker.ref();
    await this.#exited;
  }

  #send(message: Call | Order): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(this.#closed);
      this.#queue.push({ message, resolve, reject });
      this.#schedule();
    });
  }

  /** At the end of this turn of the event loop, so that calls made together travel together. */
  #schedule(): void {
    if (this.#scheduled || this.#running.length > 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#dispatch();
    });
  }

  #dispatch(): void {
    if (this.#running.length > 0 || this.#queue.length === 0) return;
    const order = this.#queue.findIndex(({ message }) => typeof message === 'string');
    const calls = order < 0 ? this.#queue.length : order;
    this.#running = this.#queue.splice(0, Math.max(1, Math.min(calls, LARGEST_BATCH)));
    const messages = this.#running.map(({ message }) => message);
    this.#worker.ref();
    this.#worker.postMessage(typeof messages[0] === 'string' ? messages[0] : messages);
  }

  #finish(answers: readonly Answer[]): void {
    const answered = this.#running;
    this.#running = [];
    this.#dispatch();
    if (this.#running.length === 0) this.#worker.unref();
    for (const [index, answer] of answers.entries()) {
      if ('value' in answer) answered[index]?.resolve(answer.value);
      else answered[index]?.reject(thrown(answer));
    }
  }

  #fail(error: Error): void {
    this.#closed ??= error;
    for (const { reject } of [...this.#running.splice(0), ...this.#queue.splice(0)]) reject(this.#closed);
  }
}
