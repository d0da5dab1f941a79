import { TouchstoneError } from '../../errors.ts';
import { Channel } from '../../threads/channel.ts';
import { launchWorker } from '../../threads/worker.ts';
import { accountOf } from '../account-reads.ts';
import { accountsOf, isAlone, LISTS } from '../operations/index.ts';
import type { RecordsEvents } from '../port.ts';
import type { Setup } from './messages.ts';
import type { Operations, Role } from './operations.ts';

/** So many calls go into one transaction at most; the others wait for the next. */
const MAX_BATCH = 256;
/** A commit waits so many milliseconds at most for records that are about to come: each then takes less writing. */
const GATHER_MS = 2;
/** These have no place in a transaction. */
const ALONE: readonly string[] = ['open', 'truncate'];

/** What may be done in one go. Reads that take long go one by one, so that accounts can share the time. */
const JOINS: Readonly<Record<Role, (operation: string) => boolean>> = {
  writer: (operation) => !ALONE.includes(operation) && !isAlone(operation),
  reader: (operation) => !ALONE.includes(operation) && !(operation in LISTS),
  pages: () => false,
  maintenance: () => false,
};

/** Who opens the records. */
export interface Opener {
  readonly events: RecordsEvents;
  /** Whether so much is asked for that more records are about to come. */
  readonly moreComing: () => boolean;
}

/** What a thread can do besides the operations of its role. */
interface Upkeep {
  /** Opens the database now (otherwise the first call does); the writer also migrates it. */
  readonly open: () => void;
  /** Empties the log; the frames left in it. */
  readonly truncate: () => number;
}

type Thread<R extends Role> = Channel<Operations<R> & Upkeep>;

/**
 * A thread with its own connection. While it works on one batch, calls gather into the next: that groups commits.
 * Accounts share its time.
 */
export type DatabaseThread<R extends Role> = Pick<Thread<R>, 'call' | 'pending' | 'close'>;

/**
 * Starts a thread for the database. A thread that dies is replaced, and the new one continues with what waits. Calls
 * whose commit had begun fail with `interrupted`. `setup` is asked for each time that a thread starts.
 */
export function startThread<R extends Role>(
  role: R,
  setup: () => Pick<Setup, 'file' | 'now' | 'auditKeys'>,
  now: () => Date,
  { events, moreComing }: Opener,
): DatabaseThread<R> {
  const name = `records ${role}`;
  /** Shared with the thread: not 0 from the moment a commit of the batch under way begins. */
  const committing = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let starts = 0;
  const workerData = (): Setup => {
    starts += 1;
    return { ...setup(), role, committing, isRestart: starts > 1 };
  };
  const thread: Thread<R> = new Channel(
    launchWorker(new URL('./thread.ts', import.meta.url), { name, setup: workerData }),
    {
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
      interrupted: (cause) => events.died(name, interrupted('A thread of the database died', cause)),
      lost: (cause) => events.lost(name, interrupted('A thread of the database cannot be kept alive', cause)),
    },
  );
  return {
    get pending() {
      return thread.pending;
    },
    call: (operation, ...args) => {
      const account = accountsOf(operation, args)[0] ?? accountOf(operation, args);
      // Every operation is told when it was called.
      const all = (ALONE.includes(operation) ? args : [now().toISOString(), ...args]) as unknown as Parameters<
        typeof thread.callInTurn
      >[2][];
      return thread.callInTurn(role === 'writer' ? 0 : account, operation, ...(all as never));
    },
    close: () => thread.close(),
  };
}

function interrupted(what: string, cause: Error): TouchstoneError {
  return new TouchstoneError('interrupted', `${what}. ${cause.message}`, { cause: cause.cause });
}

function mayBeStored(): TouchstoneError {
  return new TouchstoneError('interrupted', 'The thread that stores died in a commit: it may or may not be stored.');
}
