import { Worker, type WorkerOptions } from 'node:worker_threads';
import { CLOSE, type Message } from './messages.ts';
import type { Launch } from './peer.ts';

interface ThreadOptions extends Pick<WorkerOptions, 'name' | 'resourceLimits'> {
  /** Asked at each start; what it returns is the worker's `workerData`. */
  readonly setup?: () => unknown;
}

/**
 * A thread of this process whose module calls `serveFromWorker`. It ends when it has done what it was asked for: native
 * code that is cut off in the middle aborts the whole process.
 */
export function launchWorker(module: URL, { setup, ...options }: ThreadOptions = {}): Launch {
  return ({ message, ended }) => {
    const worker = new Worker(module, { ...options, workerData: setup?.() });
    let cause: unknown;
    worker.on('message', (one: Message) => message(one));
    // An error is always followed by an exit.
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', (code) => ended(`The thread ended with code ${code}.`, cause));
    return {
      send: (order) => worker.postMessage(order),
      end: () => worker.postMessage(CLOSE),
      hold: (held) => (held ? worker.ref() : worker.unref()),
    };
  };
}
