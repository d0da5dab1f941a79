import { askingClient } from '../../client-of-request.ts';
import { TouchstoneError } from '../../errors.ts';
import { Channel } from '../../threads/channel.ts';
import { launchWorker } from '../../threads/worker.ts';
import { accountsOf, isAlone, type OperationName, READS, WRITES } from '../operations/index.ts';
import type { Migrating, RecordsEvents } from '../port.ts';
import type { Upkeep } from './maintenance.ts';
import type { Role, Setup } from './messages.ts';

/** So many calls go into one transaction at most; the others wait for the next. */
const MAX_BATCH = 256;
/** A commit waits so many milliseconds at most for records that are about to come: each then takes less writing. */
const GATHER_MS = 4;
/** What may be done in one go. Reads that take long go one by one, so that accounts can share the time. */
const JOINS: Readonly<Record<Role, (operation: string) => boolean>> = {
  writer: (operation) => operation in WRITES && !isAlone(operation),
  reader: (operation) => operation in READS,
  pages: () => false,
  maintenance: () => false,
};

/** Who opens the records. */
export interface Opener {
  readonly events: RecordsEvents;
  /** Whether so much is asked for that more records are about to come. */
  readonly moreComing: () => boolean;
}

/**
 * A thread with its own connection. While it works on one batch, calls gather into the next: that groups commits.
 * Accounts share its time.
 */
export interface DatabaseThread {
  readonly pending: number;
  /** Does an operation, which is told that it was called now, and by which client. */
  call(operation: OperationName, args: readonly unknown[]): Promise<unknown>;
  /** Does what is no operation. */
  keepUp<Name extends keyof Upkeep>(name: Name, ...args: Parameters<Upkeep[Name]>): Promise<ReturnType<Upkeep[Name]>>;
  close(): Promise<void>;
}

/**
 * Starts a thread for the database. A thread that dies is replaced, and the new one continues with what waits. Calls
 * whose commit had begun fail with `interrupted`. `setup` is asked for each time that a thread starts.
 */
export function startThread(
  role: Role,
  setup: () => Pick<Setup, 'file' | 'now' | 'auditKeys'>,
  now: () => Date,
  { events, moreComing }: Opener,
): DatabaseThread {
  const name = `records ${role}`;
  /** Shared with the thread: not 0 from the moment a commit of the batch under way begins. */
  const committing = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let starts = 0;
  const workerData = (): Setup => {
    starts += 1;
    return { ...setup(), role, committing, isRestart: starts > 1 };
  };
  const thread = new Channel(launchWorker(new URL('./thread.ts', import.meta.url), { name, setup: workerData }), {
    lasting: true,
    maxAtOnce: 1,
    batch: {
      max: MAX_BATCH,
      joins: JOINS[role],
      ...(role === 'writer' && { gather: { ms: GATHER_MS, more: moreComing } }),
    },
    effects: {
      begin: () => Atomics.store(committing, 0, 0),
      unknown: () => (Atomics.load(committing, 0) === 0 ? undefined : mayBeStored()),
    },
    noted: (note) => events.migrating(note as Migrating),
    interrupted: (cause) => events.died(name, interrupted('A thread of the database died', cause)),
    lost: (cause) => events.lost(name, interrupted('A thread of the database cannot be kept alive', cause)),
  });
  return {
    get pending() {
      return thread.pending;
    },
    call: (operation, args) => {
      const account = role === 'writer' ? 0 : (accountsOf(operation, args)[0] ?? 0);
      return thread.callInTurn(account, operation, ...([now().toISOString(), askingClient(), ...args] as never[]));
    },
    keepUp: (name, ...args) => thread.callInTurn(0, name, ...(args as never[])) as Promise<never>,
    close: () => thread.close(),
  };
}

function interrupted(what: string, cause: Error): TouchstoneError {
  return new TouchstoneError('interrupted', `${what}. ${cause.message}`, { cause: cause.cause });
}

function mayBeStored(): TouchstoneError {
  return new TouchstoneError('interrupted', 'The thread that stores died in a commit: it may or may not be stored.');
}
