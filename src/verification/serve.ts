import { parentPort } from 'node:worker_threads';
import { type ErrorCode, sentence, TouchstoneError } from '../errors.ts';
import type { Operations } from './thread.ts';

export interface Call {
  readonly operation: string;
  readonly args: readonly unknown[];
}

/** An error as it crosses from one thread to the other. */
export interface Failure {
  readonly message: string;
  readonly code: ErrorCode | undefined;
  readonly detail: string | undefined;
}

/** What a thread says: that its models are loaded, that they cannot be, or what came of a call. */
export type Message =
  | { readonly kind: 'loaded' }
  | ({ readonly kind: 'unusable' } & Failure)
  | { readonly kind: 'value'; readonly value: unknown }
  | ({ readonly kind: 'failed' } & Failure);

/** What tells a thread to end when it has done what it does. */
export const CLOSE = 'close';

/** Answers the calls of a `ModelThread`, once everything is loaded. A thread that cannot load says why, and ends. */
export function serveOperations(load: Promise<Operations>): void {
  let before = load.then(
    () => say({ kind: 'loaded' }),
    (error: unknown) => {
      say({ kind: 'unusable', ...failure(error) });
      process.exit(0);
    },
  );
  parentPort!.on('message', (message: Call | typeof CLOSE) => {
    before = before.then(async () => {
      if (message === CLOSE) return process.exit(0);
      say(await answer(await load, message.operation, message.args));
    });
  });
}

function say(message: Message): void {
  parentPort!.postMessage(message);
}

async function answer(operations: Operations, operation: string, args: readonly unknown[]): Promise<Message> {
  try {
    return { kind: 'value', value: await operations[operation]!(...(args as never[])) };
  } catch (error) {
    return { kind: 'failed', ...failure(error) };
  }
}

function failure(error: unknown): Failure {
  const code = error instanceof TouchstoneError ? error.code : undefined;
  return { message: sentence(error), code, detail: error instanceof Error ? error.stack : undefined };
}
