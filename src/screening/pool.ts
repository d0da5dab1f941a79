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

interface Waiting {
  readonly query: Query;
  readonly resolve: (result: SearchAnswer) => void;
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
  busyWith: Waiting | undefined;
  /** Generation of the snapshot it has opened. */
  generation: number;
}

/** Searches on threads of their own, all over one copy of the index. */
export class ScreeningPool {
  readonly #threads = new Set<Thread>();
  readonly #idle: Thread[] = [];
  readonly #queue: Waiting[] = [];
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
    if (this.#closed) return Promise.reject(new TouchstoneError('busy', 'Screening is shutting down.'));
    if (!this.#loaded) return Promise.reject(new TouchstoneError('busy', 'No list is loaded yet.'));
    return new Promise((resolve, reject) => {
      this.#queue.push({ query, resolve, reject, attempts: 0 });
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
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { resourceLimits: LIMITS });
    const thread: Thread = { worker, busyWith: undefined, generation: 0 };
    worker.on('message', (answer: Answer) => this.#answered(thread, answer));
    // An error is always followed by an exit, which is where the thread is replaced.
    worker.on('error', () => {});
    worker.on('exit', () => this.#ended(thread));
    worker.unref();
    this.#threads.add(thread);
    this.#idle.push(thread);
    this.#next();
  }

  #next(): void {
    while (this.#queue.length > 0 && this.#idle.length > 0) {
      const thread = this.#idle.pop()!;
      const waiting = this.#queue.shift()!;
      const { generation, index, factsFile } = this.#loaded!;
      const task: Task = { query: waiting.query };
      if (thread.generation !== generation) {
        task.open = { index, factsFile };
        thread.generation = generation;
      }
      waiting.attempts++;
      thread.busyWith = waiting;
      thread.worker.ref();
      thread.worker.postMessage(task);
    }
  }

  #answered(thread: Thread, answer: Answer): void {
    const waiting = thread.busyWith!;
    thread.busyWith = undefined;
    thread.worker.unref();
    this.#idle.push(thread);
    // A thread whose answer failed may not have opened the snapshot: it opens it with the next query.
    if (!answer.result) thread.generation = 0;
    if (answer.result) waiting.resolve(answer.result);
    else waiting.reject(answer.damaged ? new TouchstoneError('damaged', answer.error!) : new Error(answer.error));
    this.#next();
    this.#endIfDone();
  }

  /** A thread that ended by itself crashed: another takes its place and its query. */
  #ended(thread: Thread): void {
    this.#threads.delete(thread);
    const place = this.#idle.indexOf(thread);
    if (place >= 0) this.#idle.splice(place, 1);
    const waiting = thread.busyWith;
    if (waiting && waiting.attempts < MOST_ATTEMPTS) this.#queue.unshift(waiting);
    else waiting?.reject(new Error('The screening thread ended unexpectedly.'));
    if (!this.#closed || this.#queue.length > 0) this.#start();
    this.#endIfDone();
  }

  #endIfDone(): void {
    if (this.#queue.length > 0 || [...this.#threads].some(({ busyWith }) => busyWith)) return;
    this.#closing?.();
  }
}
