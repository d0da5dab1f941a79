import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { SnapshotSource } from '../domain/snapshot.ts';
import { TouchstoneError } from '../errors.ts';
import { FairQueue } from '../threads/fair-queue.ts';
import { asError, type Failure } from '../threads/messages.ts';
import { snapshotFiles } from './index/build.ts';
import { disassemble, readIndexFile } from './index/format.ts';
import type { Query, SearchAnswer } from './types.ts';
import type { Answer, Task } from './worker.ts';

const MAX_THREADS = 4;
/** What a search leaves behind is short-lived: a small young generation keeps the service small. */
const LIMITS = { maxYoungGenerationSizeMb: 32 };
/** A query that takes its thread down is tried once more on another. */
const MAX_ATTEMPTS = 2;

/** Queries of a file go to a thread so many at a time: there it matters how many are answered, not how soon. */
const MAX_BATCH = 16;

interface Waiting {
  readonly account: number;
  readonly query: Query;
  readonly form: Task['form'];
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
  attempts: number;
}

/** The snapshot that new searches use. */
interface Loaded {
  readonly generation: number;
  readonly index: SharedArrayBuffer;
  readonly factsFile: string;
  readonly id: string;
  readonly sources: readonly SnapshotSource[];
}

interface Thread {
  readonly worker: Worker;
  busyWith: readonly Waiting[];
  /** Generation of the snapshot it has opened. */
  generation: number;
}

export interface PoolOptions {
  readonly threads?: number;
  /** Searches that may wait for a thread; those of `searchLater` are not counted. Unlimited by default. */
  readonly maxWaiting?: number;
  /** Told of a thread that ended by an error. Another takes its place. */
  readonly crashed?: (error: unknown) => void;
  /** Told of damage on disk that a search met, and sees to its repair. The search fails with `busy`, else `damaged`. */
  readonly damaged?: (error: TouchstoneError) => void;
}

/**
 * Searches on threads of their own, all over one copy of the index. Accounts take turns: the pool knows an account only
 * as a number that says whose turn a search takes.
 */
export class ScreeningPool {
  readonly #threads = new Set<Thread>();
  readonly #idle: Thread[] = [];
  readonly #queue: FairQueue<Waiting>;
  /** Nobody waits for these at a screen: they run while the queue is empty. */
  readonly #later = new FairQueue<Waiting>();
  readonly #crashed: (error: unknown) => void;
  readonly #damaged: PoolOptions['damaged'];
  #loaded: Loaded | undefined;
  #closing: (() => void) | undefined;
  #closed = false;

  static create(options: PoolOptions = {}): ScreeningPool {
    return new ScreeningPool(options);
  }

  private constructor({ threads, maxWaiting = Number.POSITIVE_INFINITY, crashed = () => {}, damaged }: PoolOptions) {
    this.#queue = new FairQueue({ max: maxWaiting });
    this.#crashed = crashed;
    this.#damaged = damaged;
    const count = threads ?? Math.min(availableParallelism(), MAX_THREADS);
    for (let started = 0; started < count; started++) this.#start();
  }

  /** Id of the snapshot that new searches use. */
  get snapshot(): string | undefined {
    return this.#loaded?.id;
  }

  get sources(): readonly SnapshotSource[] {
    return this.#loaded?.sources ?? [];
  }

  /** Searches that wait for a thread. */
  get queueLength(): number {
    return this.#queue.length;
  }

  /**
   * Reads a snapshot and uses it for every search that starts from then on; running ones end on the one before. Throws
   * `damaged`, and keeps the one in force.
   */
  async load(directory: string, id: string): Promise<void> {
    const files = snapshotFiles(directory, id);
    const index = await readIndexFile(files.index);
    const { header } = disassemble(index);
    const generation = (this.#loaded?.generation ?? 0) + 1;
    await this.#tryOut(index, files.facts);
    this.#loaded = { generation, index, factsFile: files.facts, id: header.id, sources: header.sources };
  }

  /** Throws `busy` where too many wait, which one account that floods the pool cannot bring upon another. */
  search(query: Query, account = 0): Promise<SearchAnswer> {
    return this.#ask(query, account, 'record', this.#queue);
  }

  /** The same, behind every search that somebody waits for. */
  searchLater(query: Query, account = 0): Promise<SearchAnswer> {
    return this.#ask(query, account, 'record', this.#later);
  }

  /** The matches as the commands print them: `{"matches": […]}`, JSON. */
  print(query: Query): Promise<string> {
    return this.#ask(query, 0, 'printed', this.#queue);
  }

  #ask(query: Query, account: number, form: Task['form'], queue: FairQueue<Waiting>): Promise<never> {
    if (this.#closed) return Promise.reject(new TouchstoneError('busy', 'Screening is shutting down.'));
    if (!this.#loaded) return Promise.reject(new TouchstoneError('busy', 'No list is loaded yet.'));
    return new Promise((resolve, reject) => {
      const removed = queue.push(account, { account, query, form, resolve, reject, attempts: 0 });
      removed?.reject(
        new TouchstoneError('busy', 'The service is overloaded; nothing was screened and nothing spent.'),
      );
      this.#next();
    });
  }

  /** Ends the searches that run or wait, then the threads. */
  async close(): Promise<void> {
    this.#closed = true;
    await new Promise<void>((resolve) => {
      this.#closing = resolve;
      this.#endIfDone();
    });
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()));
  }

  /** Opens the facts once, so that a snapshot that cannot be used is refused before it is in force. */
  async #tryOut(index: SharedArrayBuffer, factsFile: string): Promise<void> {
    const { Engine } = await import('./engine.ts');
    Engine.open(index, factsFile).close();
  }

  #start(): void {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { name: 'screening', resourceLimits: LIMITS });
    const thread: Thread = { worker, busyWith: [], generation: 0 };
    worker.on('message', (answers: readonly Answer[]) => this.#answered(thread, answers));
    // An error is always followed by an exit, which is where the thread is replaced.
    worker.on('error', (error) => this.#crashed(error));
    worker.on('exit', () => this.#ended(thread));
    worker.unref();
    this.#threads.add(thread);
    this.#idle.push(thread);
    this.#next();
  }

  #next(): void {
    while (this.#waiting > 0 && this.#idle.length > 0) {
      const thread = this.#idle.pop()!;
      const batch = this.#nextBatch();
      const { generation, index, factsFile } = this.#loaded!;
      const task: Task = { queries: batch.map(({ query }) => query), form: batch[0]!.form };
      if (thread.generation !== generation) {
        task.open = { index, factsFile };
        thread.generation = generation;
      }
      for (const waiting of batch) waiting.attempts++;
      thread.busyWith = batch;
      thread.worker.ref();
      thread.worker.postMessage(task);
    }
  }

  get #waiting(): number {
    return this.#queue.length + this.#later.length;
  }

  /** What took a thread down is tried again by itself, so that it cannot take others with it. */
  #nextBatch(): Waiting[] {
    if (this.#queue.length === 0) return [this.#later.take()!];
    const alike = ({ form, attempts }: Waiting) => form === 'printed' && attempts === 0;
    const batch = [this.#queue.take()!];
    if (!alike(batch[0]!)) return batch;
    while (batch.length < MAX_BATCH && this.#queue.length > 0 && alike(this.#queue.peek()!)) {
      batch.push(this.#queue.take()!);
    }
    return batch;
  }

  #answered(thread: Thread, answers: readonly Answer[]): void {
    const batch = thread.busyWith;
    thread.busyWith = [];
    thread.worker.unref();
    this.#idle.push(thread);
    // A thread whose answer failed may not have opened the snapshot: it opens it with the next query.
    if (answers.some((answer) => 'failure' in answer && answer.failure.code !== 'validation')) thread.generation = 0;
    this.#next();
    for (const [place, answer] of answers.entries()) {
      const { resolve, reject } = batch[place]!;
      if ('value' in answer) resolve(answer.value as never);
      else reject(this.#failed(answer.failure));
    }
    this.#endIfDone();
  }

  #failed(failure: Failure): Error {
    const error = asError(failure);
    if (!(error instanceof TouchstoneError) || error.code !== 'damaged' || !this.#damaged) return error;
    this.#damaged(error);
    const repaired = 'The lists on disk are damaged and are being rebuilt; nothing was screened and nothing spent.';
    return new TouchstoneError('busy', repaired, { cause: error });
  }

  /** A thread that ended by itself crashed: another takes its place and its queries. */
  #ended(thread: Thread): void {
    this.#threads.delete(thread);
    const place = this.#idle.indexOf(thread);
    if (place >= 0) this.#idle.splice(place, 1);
    for (const waiting of thread.busyWith.toReversed()) {
      if (waiting.attempts < MAX_ATTEMPTS) this.#queue.putBack(waiting.account, waiting);
      else waiting.reject(new Error('The screening thread ended unexpectedly.'));
    }
    if (!this.#closed || this.#waiting > 0) this.#start();
    this.#endIfDone();
  }

  #endIfDone(): void {
    if (this.#waiting > 0 || [...this.#threads].some(({ busyWith }) => busyWith.length > 0)) return;
    this.#closing?.();
  }
}
