import { type ErrorCode, TouchstoneError } from '../../errors.ts';
import { say } from '../../sentences.ts';
import type { AuditKey } from '../audit-keys.ts';
import type { Role } from './operations.ts';

/** What a thread is started with. */
export interface Setup {
  readonly file: string;
  readonly role: Role;
  readonly now: Date;
  /** The thread sets its only element before it commits; whoever calls clears it before each batch. */
  readonly committing: Int32Array;
  /** Keys of the audit chain, the one in use first; none where the master key is not at hand. */
  readonly auditKeys: readonly AuditKey[];
}

export interface Call {
  readonly operation: string;
  readonly args: readonly unknown[];
}

/** What a thread is told besides calls. */
export type Order = 'open' | 'truncate' | 'close';

/** One for each call of a batch, in its order. */
export type Answer = { readonly value: unknown } | Failure;

interface Failure {
  readonly message: string;
  readonly code: ErrorCode | undefined;
  readonly detail: string | undefined;
}

/** An error as it crosses from a thread. */
export function failure(error: unknown): Failure {
  const known = error instanceof TouchstoneError ? error : fromSqlite(error);
  const detail = error instanceof Error ? error.stack : undefined;
  const code = known instanceof TouchstoneError ? known.code : undefined;
  return { message: known instanceof Error ? known.message : String(known), code, detail };
}

export function thrown({ message, code, detail }: Failure): Error {
  return code ? new TouchstoneError(code, message, { cause: detail }) : new Error(message, { cause: detail });
}

function fromSqlite(error: unknown): unknown {
  const code = String((error as { code?: unknown } | undefined)?.code ?? '');
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) {
    return new TouchstoneError('busy', say('refusal.database-busy'), { cause: error });
  }
  if (/^SQLITE_FULL/.test(code)) {
    return new TouchstoneError('unwritable', say('refusal.disk-full'), {
      cause: error,
    });
  }
  if (/^SQLITE_(READONLY|IOERR_(WRITE|FSYNC|DIR_FSYNC|TRUNCATE|SHMSIZE|SHMOPEN|SHMMAP))/.test(code)) {
    const sentence = `The disk of the data directory cannot be written (${code}); nothing was stored.`;
    return new TouchstoneError('unwritable', sentence, { cause: error });
  }
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) {
    return new TouchstoneError('damaged', 'The database file is damaged; restore a backup.', { cause: error });
  }
  return error;
}
