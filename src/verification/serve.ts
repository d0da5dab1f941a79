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

/** Answers the calls of a `ModelThread`; they wait until everything is loaded. */
export function serveOperations(load: Promise<Operations>): void {
  // A failure to load is told to whoever calls.
  load.catch(() => {});
  let before = Promise.resolve();
  parentPort!.on('message', ({ operation, args }: Call) => {
    before = before.then(async () => parentPort!.postMessage(await answer(load, operation, args)));
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
