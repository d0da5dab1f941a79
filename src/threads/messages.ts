import { type ErrorCode, sentence, TouchstoneError } from '../errors.ts';

/** What a worker or a child process can do, by name. */
export type Operations = Readonly<Record<string, (...args: never[]) => unknown>>;

export interface Call {
  readonly operation: string;
  readonly args: readonly unknown[];
}

/** What tells a worker to end when it has done what it was asked for. */
export const CLOSE = 'close';

/** What a channel says: answer these calls, take over this state, or end. */
export type Order =
  | { readonly kind: 'calls'; readonly batch: number; readonly calls: readonly Call[] }
  | { readonly kind: 'state'; readonly state: unknown }
  | typeof CLOSE;

/** An error as it crosses from one thread or process to the other. */
interface Failure {
  readonly message: string;
  readonly code: ErrorCode | undefined;
  readonly detail: string | undefined;
}

export type Answer = { readonly value: unknown } | Failure;

/** What the other side says: it has loaded, it cannot load, a note in between, or the answers to a batch in order. */
export type Message =
  | { readonly kind: 'loaded' }
  | ({ readonly kind: 'unusable' } & Failure)
  | { readonly kind: 'note'; readonly note: unknown }
  | { readonly kind: 'answers'; readonly batch: number; readonly answers: readonly Answer[] };

export function asFailure(error: unknown): Failure {
  const code = error instanceof TouchstoneError ? error.code : undefined;
  return { message: sentence(error), code, detail: error instanceof Error ? error.stack : undefined };
}

export function asError({ message, code, detail }: Failure): Error {
  return code ? new TouchstoneError(code, message, { cause: detail }) : new Error(message, { cause: detail });
}
