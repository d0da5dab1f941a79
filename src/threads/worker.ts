import { Worker } from 'node:worker_threads';
import type { Launch } from './channel.ts';
import { CLOSE, type Message } from './messages.ts';

/**
 * A thread of this process whose module calls `serveFromWorker`. It ends when it has done what it was asked for: native
 * code that is cut off in the middle aborts the whole process.
 */
export function launchWorker(module: URL, setup?: unknown): Launch {
  return ({ message, ended }) => {
    const worker = new Worker(module, { workerData: setup });
    let detail: string | undefined;
    worker.on('message', (one: Message) => message(one));
    worker.on('error', (error) => {
      detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    });
    worker.on('exit', () => ended('The thread ended.', detail));
    return {
      send: (call) => worker.postMessage(call),
      end: () => worker.postMessage(CLOSE),
      hold: (held) => (held ? worker.ref() : worker.unref()),
    };
  };
}
