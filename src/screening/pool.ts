import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { TouchstoneError } from '../errors.ts';
import { snapshotFiles } from './index/build.ts';
import { disassemble, readIndexFile } from './index/format.ts';
import type { Query, SearchAnswer, SnapshotSource } from './types.ts';
import type { Answer, Task } from './worker.ts';

const MOST_THREADS = 4;
/** What a search leaves behind is short-lived: a small young generation keeps the service small. */
const LIMITS = { maxYoungGenerationSizeMb: 32 };
/** A query that takes its thread down is tried once more on another. */
const MOST_ATTEMPTS = 2;

/** Queries of a file go to a thread so many at a time: there it matters how many are answered, not how soon. */
const LARGEST_BATCH = 16;

interface Waiting {
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

/** Searches on threads of their own, all over one copy of the index. */
export class ScreeningPool {
  readonly #threads = new Set<Thread>();
  readonly #idle: Thread[] = [];
  readonly #queue: Waiting[] = [];
  /** Nobody waits for these at a screen: they run while the queue is empty. */
  readonly #later: Waiting[] = [];
  #loaded: Loaded | undefined;
  #closing: (() => void) | undefined;
  #closed = false;

  static create(options: { threads?: number } = {}): ScreeningPool {
    return new ScreeningPool(options.threads ?? Math.min(availableParallelism(), MOST_THREADS));
  }

  private constructor(threads: number) {
    for (let count = 0; count < threads; count++) this.#start();
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

  search(query: Query): Promise<SearchAnswer> {
    return this.#ask(query, 'record', this.#queue);
  }

  /** The same, behind every search that somebody waits for. */
  searchLater(query: Query): Promise<SearchAnswer> {
    return this.#ask(query, 'record', this.#later);
  }

  /** The matches as the commands print them: `{"matches": […]}`, JSON. */
  print(query: Query): Promise<string> {
    return this.#ask(query, 'printed', this.#queue);
  }

  #ask(query: Query, form: Task['form'], queue: Waiting[]): Promise<never> {
    if (this.#closed) return Promise.reject(new TouchstoneError('busy', 'Screening is shutting down.'));
    if (!this.#loaded) return Promise.reject(new TouchstoneError('busy', 'No list is loaded yet.'));
    return new Promise((resolve, reject) => {
      queue.push({ query, form, resolve, reject, attempts: 0 });
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
    worker.on('error', () => {});
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
    if (this.#queue.length === 0) return this.#later.splice(0, 1);
    const alike = ({ form, attempts }: Waiting) => form === 'printed' && attempts === 0;
    let size = 0;
    while (size < LARGEST_BATCH && size < this.#queue.length && alike(this.#queue[size]!)) size++;
    return this.#queue.splice(0, Math.max(1, size));
  }

  #answered(thread: Thread, answers: readonly Answer[]): void {
    const batch = thread.busyWith;
    thread.busyWith = [];
    thread.worker.unref();
    this.#idle.push(thread);
    // A thread whose answer failed may not have opened the snapshot: it opens it with the next query.
    if (answers.some((answer) => 'error' in answer)) thread.generation = 0;
    this.#next();
    for (const [place, answer] of answers.entries()) {
      const { resolve, reject } = batch[place]!;
      if ('value' in answer) resolve(answer.value as never);
      else reject(answer.damaged ? new TouchstoneError('damaged', answer.error) : new Error(answer.error));
    }
    this.#endIfDone();
  }

  /** A thread that ended by itself crashed: another takes its place and its queries. */
  #ended(thread: Thread): void {
    this.#threads.delete(thread);
    const place = this.#idle.indexOf(thread);
    if (place >= 0) this.#idle.splice(place, 1);
    for (const waiting of thread.busyWith.toReversed()) {
      if (waiting.attempts < MOST_ATTEMPTS) this.#queue.unshift(waiting);
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
