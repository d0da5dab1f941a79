import { isMainThread, threadId, workerData } from 'node:worker_threads';
import { TouchstoneError } from '../../src/errors.ts';
import { serveFromChild, serveFromWorker } from '../../src/threads/serve.ts';

const setup = (isMainThread ? JSON.parse(process.argv[2] ?? '{}') : workerData) as
  | { readonly unusable?: string; readonly loads?: 'never' | 'dies'; readonly sideBySide?: boolean }
  | undefined;

let state: unknown;

/** Operations of a worker or a child process that holds no models, for the tests of `Channel`. */
export const operations = {
  echo: async (value: unknown) => ({ value, setup, process: process.pid, thread: threadId }),
  /** Answers after so many milliseconds. */
  later: (ms: number): Promise<number> => new Promise((resolve) => setTimeout(resolve, ms, ms)),
  stateNow: async () => state,
  refuse: async (): Promise<void> => {
    throw new TouchstoneError('validation', 'This is refused.');
  },
  exit: async (code: number): Promise<void> => process.exit(code),
  abort: async (): Promise<void> => process.abort(),
  signal: async (signal: NodeJS.Signals): Promise<void> => {
    process.kill(process.pid, signal);
    await new Promise(() => {});
  },
  /** Nothing is heard meanwhile. */
  spin: async (): Promise<void> => {
    while (true) {}
  },
  /** Never answers, and hears everything. */
  hang: (): Promise<void> => new Promise(() => setInterval(() => {}, 1000)),
  /** Answers what nobody asked, and fills standard error. */
  flood: async (): Promise<void> => {
    for (let id = 1e6; ; id++) {
      process.stderr.write('x'.repeat(100_000));
      process.send!({ kind: 'value', id, value: 'x'.repeat(100_000) });
      await new Promise((next) => setImmediate(next));
    }
  },
};

if (setup?.loads === 'dies') process.exit(1);

const load = setup?.unusable
  ? Promise.reject(new TouchstoneError('usage', `${setup.unusable} cannot be read.`))
  : setup?.loads === 'never'
    ? new Promise<typeof operations>(() => {})
    : Promise.resolve(operations);

if (isMainThread) serveFromChild(load);
else {
  serveFromWorker(load, {
    sideBySide: setup?.sideBySide ?? false,
    adopt: (next) => {
      state = next;
    },
  });
}
