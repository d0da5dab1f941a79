import { Worker } from 'node:worker_threads';
import { TouchstoneError } from '../../errors.ts';
import type { RecordsEvents } from '../port.ts';
import { LastingThread } from './lasting-thread.ts';
import { type Answer, type Call, type Order, type Setup, thrown } from './messages.ts';
import type { Operations, Role } from './operations.ts';

/** So many calls go into one transaction at most; the others wait for the next. */
const MAX_BATCH = 256;
/** A call that was under way when its thread died is tried once more. */
const MAX_ATTEMPTS = 2;

type Parameters<F> = F extends (...args: infer A) => unknown ? A : never;
type Result<F> = F extends (...args: never[]) => infer V ? V : never;

interface Waiting {
  readonly message: Call | Order;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  attempts: number;
}

/**
 * A thread with its own connection. While it works on one batch, calls gather into the next: that is what groups
 * commits. The thread keeps the process alive only while somebody waits for it. One that dies is replaced, and what
 * waits goes on in the new one.
 */
export class Channel<R extends Role> {
  readonly #name: string;
  readonly #thread: LastingThread;
  readonly #events: RecordsEvents;
  /** Shared with the thread: not 0 from the moment a commit of the batch under way begins. */
  readonly #committing = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #queue: Waiting[] = [];
  #running: Waiting[] = [];
  #scheduled = false;
  #closed: Error | undefined;

  /** `setup` is asked for each time that a thread starts. */
  constructor(role: R, setup: () => Pick<Setup, 'file' | 'now' | 'auditKeys'>, events: RecordsEvents) {
    this.#name = `records ${role}`;
    this.#events = events;
    const start = () => {
      const workerData: Setup = { ...setup(), role, committing: this.#committing };
      return new Worker(new URL('./thread.ts', import.meta.url), { name: this.#name, workerData });
    };
    this.#thread = new LastingThread(start, {
      message: (answers) => this.#finish(answers as Answer[]),
      died: (error) => this.#died(error),
      restarted: () => this.#restarted(),
      lost: (error) => this.#lost(error),
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
    // A thread that dies meanwhile has ended as well.
    await Promise.race([closing.catch(() => {}), this.#thread.ended]);
    this.#thread.needed = true;
    await this.#thread.ended;
  }

  #send(message: Call | Order): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(this.#closed);
      this.#queue.push({ message, resolve, reject, attempts: 0 });
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
    this.#thread.needed = true;
    const [{ message: first }] = this.#queue as [Waiting];
    if (first === 'close') this.#thread.expectEnd();
    if (!this.#thread.running) return;
    this.#running = this.#queue.splice(0, this.#nextBatch());
    for (const waiting of this.#running) waiting.attempts += 1;
    Atomics.store(this.#committing, 0, 0);
    this.#thread.post(typeof first === 'string' ? first : this.#running.map(({ message }) => message));
  }

  /** Orders go alone. So does a call that is tried again, so that one that ends its thread takes no others with it. */
  #nextBatch(): number {
    if (this.#queue[0]!.attempts > 0) return 1;
    const alone = this.#queue.findIndex(({ message, attempts }) => typeof message === 'string' || attempts > 0);
    const calls = alone < 0 ? this.#queue.length : alone;
    return Math.max(1, Math.min(calls, MAX_BATCH));
  }

  #finish(answers: readonly Answer[]): void {
    const answered = this.#running;
    this.#running = [];
    this.#dispatch();
    if (this.#running.length === 0) this.#thread.needed = false;
    for (const [index, answer] of answers.entries()) {
      if ('value' in answer) answered[index]?.resolve(answer.value);
      else answered[index]?.reject(thrown(answer));
    }
  }

  /** Where no commit had begun, nothing that was under way has had an effect, and it is done again. */
  #died(error: Error): void {
    this.#events.died(this.#name, error);
    const unknown = Atomics.load(this.#committing, 0) !== 0;
    const [again, refused] = [[] as Waiting[], [] as Waiting[]];
    for (const waiting of this.#running.splice(0)) {
      (unknown || waiting.attempts >= MAX_ATTEMPTS ? refused : again).push(waiting);
    }
    this.#queue.unshift(...again);
    this.#thread.needed = false;
    this.#dispatch();
    const reason = unknown ? mayBeStored() : error;
    for (const { reject } of refused) reject(reason);
  }

  /** The first thing a new thread does is to open the database: whether it can shows whether it lives. */
  #restarted(): void {
    this.#queue.unshift({ message: 'open', resolve: () => {}, reject: () => {}, attempts: 0 });
    this.#dispatch();
  }

  #lost(error: Error): void {
    this.#closed = error;
    for (const { reject } of [...this.#running.splice(0), ...this.#queue.splice(0)]) reject(error);
    this.#events.lost(this.#name, error);
  }
}

function mayBeStored(): TouchstoneError {
  return new TouchstoneError('interrupted', 'The thread that stores died in a commit: it may or may not be stored.');
}
