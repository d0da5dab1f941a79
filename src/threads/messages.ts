import { type ErrorCode, sentence, TouchstoneError } from '../errors.ts';

/** What a worker or a child process can do, by name. */
export type Operations = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

export interface Call {
  readonly id: number;
  readonly operation: string;
  readonly args: readonly unknown[];
}

/** An error as it crosses from one thread or process to the other. */
export interface Failure {
  readonly message: string;
  readonly code: ErrorCode | undefined;
  readonly detail: string | undefined;
}

/** What the other side says: that it has loaded, that it cannot, or what came of a call. */
export type Message =
  | { readonly kind: 'loaded' }
  | ({ readonly kind: 'unusable' } & Failure)
  | { readonly kind: 'value'; readonly id: number; readonly value: unknown }
  | ({ readonly kind: 'failed'; readonly id: number } & Failure);

/** What tells a worker to end when it has done what it was asked for. */
export const CLOSE = 'close';

export function asFailure(error: unknown): Failure {
  const code = error instanceof TouchstoneError ? error.code : undefined;
  return { message: sentence(error), code, detail: error instanceof Error ? error.stack : undefined };
}

export function asError({ message, code, detail }: Failure): Error {
  return code ? new TouchstoneError(code, message, { cause: detail }) : new Error(message, { cause: detail });
}
