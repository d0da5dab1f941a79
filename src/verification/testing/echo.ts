import { threadId, workerData } from 'node:worker_threads';
import { TouchstoneError } from '../../errors.ts';
import { serveOperations } from '../serve.ts';

/** Operations of a thread that holds no models, for the tests of `ModelThread`. */
export const operations = {
  echo: async (value: unknown) => ({ value, setup: workerData as unknown, thread: threadId }),
  refuse: async (): Promise<void> => {
    throw new TouchstoneError('validation', 'This is refused.');
  },
  crash: async (): Promise<void> => process.exit(1),
  /** Holds the thread as native code does: nothing else is heard meanwhile. */
  hold: async (ms: number): Promise<void> => {
    const end = performance.now() + ms;
    while (performance.now() < end);
  },
  spin: async (): Promise<void> => {
    while (true) {}
  },
};

/** The thread's name where it is one that cannot be loaded. */
const { unusable } = (workerData ?? {}) as { unusable?: string };

serveOperations(
  unusable ? Promise.reject(new TouchstoneError('usage', `${unusable} cannot be read.`)) : Promise.resolve(operations),
);
