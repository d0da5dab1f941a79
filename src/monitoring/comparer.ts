import { availableParallelism } from 'node:os';
import type { MonitoredCustomer } from '../domain/customer.ts';
import { snapshotFiles } from '../screening/index/build.ts';
import { readIndexFile } from '../screening/index/format.ts';
import { Channel } from '../threads/channel.ts';
import { launchWorker } from '../threads/worker.ts';
import type { ComparedWith, MonitoringOperations, PageFound, PreparedRun } from './worker.ts';

const MAX_THREADS = 4;
const LIMITS = { maxYoungGenerationSizeMb: 32 };

/** Between which snapshots to compare, and what there are alerts of. */
export interface Comparison {
  /** Null: everybody is compared with every entity. */
  readonly from: string | null;
  readonly to: string;
  /** Keys of the entries of which customers have alerts. */
  readonly watched: readonly string[];
}

/** Threads of low priority that compare customers with what changed between two snapshots. */
export class Comparer {
  readonly #threads: Channel<MonitoringOperations>;
  /** Keys of the entries that left their lists. */
  readonly gone: readonly string[];
  /** What changed on each list. */
  readonly lists: PreparedRun['lists'];
  /** So many pages keep all threads busy. */
  readonly pagesAtOnce: number;

  /** Throws `damaged` where the files of a snapshot are gone or not what was written. */
  static async open(directory: string, { from, to, watched }: Comparison): Promise<Comparer> {
    const peers = Math.min(availableParallelism(), MAX_THREADS);
    const module = new URL('./worker.ts', import.meta.url);
    const threads = new Channel<MonitoringOperations>(
      launchWorker(module, { name: 'monitoring', resourceLimits: LIMITS }),
      { peers, maxAtOnce: 1 },
    );
    try {
      const prepared = await threads.call('prepare', directory, from, to, watched);
      const files = snapshotFiles(directory, to);
      const index = await readIndexFile(files.index);
      const before = from === null ? null : await earlierOf(directory, from);
      threads.adopt({ index, factsFile: files.facts, changed: prepared.changed, before } satisfies ComparedWith);
      return new Comparer(threads, prepared, peers + 1);
    } catch (error) {
      await threads.close();
      throw error;
    }
  }

  private constructor(threads: Channel<MonitoringOperations>, { gone, lists }: PreparedRun, pagesAtOnce: number) {
    this.#threads = threads;
    this.gone = gone;
    this.lists = lists;
    this.pagesAtOnce = pagesAtOnce;
  }

  compare(customers: readonly MonitoredCustomer[]): Promise<PageFound> {
    return this.#threads.call('compare', customers);
  }

  /** Ends the threads once they have answered. */
  close(): Promise<void> {
    return this.#threads.close();
  }
}

async function earlierOf(directory: string, id: string): Promise<ComparedWith['before']> {
  const files = snapshotFiles(directory, id);
  return { index: await readIndexFile(files.index), factsFile: files.facts };
}
