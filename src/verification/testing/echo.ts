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
  spin: async (): Promise<void> => {
    while (true) {}
  },
};

serveOperations(Promise.resolve(operations));
