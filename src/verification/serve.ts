import { parentPort } from 'node:worker_threads';
import { type ErrorCode, sentence, TouchstoneError } from '../errors.ts';
import type { Operations } from './thread.ts';

export interface Call {
  readonly operation: string;
  readonly args: readonly unknown[];
}

export type Reply =
  | { readonly value: unknown }
  | { readonly message: string; readonly code: ErrorCode | undefined; readonly detail: string | undefined };

/** What tells a thread to end when it has done what it does. */
export const CLOSE = 'close';

/** Answers the calls of a `ModelThread`; they wait until everything is loaded. */
export function serveOperations(load: Promise<Operations>): void {
  // A failure to load is told to whoever calls.
  let before: Promise<unknown> = load.catch(() => {});
  parentPort!.on('message', (message: Call | typeof CLOSE) => {
    before = before.then(async () => {
      if (message === CLOSE) return process.exit(0);
      parentPort!.postMessage(await answer(load, message.operation, message.args));
    });
  });
}

async function answer(load: Promise<Operations>, operation: string, args: readonly unknown[]): Promise<Reply> {
  try {
    const operations = await load;
    return { value: await operations[operation]!(...(args as never[])) };
  } catch (error) {
    const code = error instanceof TouchstoneError ? error.code : undefined;
    return { message: sentence(error), code, detail: error instanceof Error ? error.stack : undefined };
  }
}
