import { TouchstoneError } from '../../errors.ts';
import { say } from '../../sentences.ts';
import { type Answer, asFailure } from '../../threads/messages.ts';
import type { AuditKey } from '../audit-keys.ts';

/** What a thread is there for. */
export type Role = 'writer' | 'reader' | 'pages' | 'maintenance';

/** What a thread is started with. */
export interface Setup {
  readonly file: string;
  readonly role: Role;
  readonly now: Date;
  /** The thread sets its only element before it commits; whoever calls clears it before each batch. */
  readonly committing: Int32Array;
  /** Keys of the audit chain, the one in use first; none where the master key is not at hand. */
  readonly auditKeys: readonly AuditKey[];
  /** It takes the place of one that died, and opens the database at once. */
  readonly isRestart: boolean;
}

/** An error as it crosses from a thread. */
export function failure(error: unknown): Answer {
  const known = fromSqlite(error);
  return known === error ? asFailure(error) : { ...asFailure(known), detail: asFailure(error).detail };
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | undefined)?.code ?? '');
}

/** Whether another connection has the lock. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));
}

function fromSqlite(error: unknown): unknown {
  if (error instanceof TouchstoneError) return error;
  const code = codeOf(error);
  if (isBusy(error)) {
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
