import { workerData } from 'node:worker_threads';
import type { Answer, Call } from '../../threads/messages.ts';
import { serveFromWorker } from '../../threads/serve.ts';
import { migrations } from '../migrations/index.ts';
import { useAuditKeys } from './audit.ts';
import { type Connection, openConnection } from './connection.ts';
import { checkpoint } from './maintenance.ts';
import { failure, type Setup } from './messages.ts';
import { migrate } from './migrate.ts';
import { OPERATIONS } from './operations.ts';
import { withPatience } from './patience.ts';
import { transaction } from './transaction.ts';

type Operation = (...args: unknown[]) => unknown;

interface Opened {
  readonly connection: Connection;
  run(calls: readonly Call[]): Answer[];
}

const { file, role, now, committing, auditKeys, isRestart } = workerData as Setup;
let opened: Opened | undefined;

/** Opened with the first call that needs it, so that a thread can load while another one still migrates. */
function database(): Opened {
  opened ??= open();
  return opened;
}

function open(): Opened {
  const connection = openConnection(file);
  if (role === 'writer') migrate(connection, file, migrations(), now);
  useAuditKeys(connection, auditKeys);
  const operations = OPERATIONS[role](connection) as unknown as Record<string, Operation>;
  const work = ({ operation, args }: Call): unknown => operations[operation]!(...args);
  const read = role === 'maintenance' ? (reading: () => unknown) => reading() : withPatience(connection);
  const commit = transaction(connection, () => Atomics.store(committing, 0, 1));
  return {
    connection,
    run: (calls) =>
      role === 'writer' ? commit(calls, work) : calls.map((call) => attempt(() => read(() => work(call)))),
  };
}

function answer(calls: readonly Call[]): Answer[] {
  const [{ operation }] = calls as [Call];
  if (operation === 'open') return [attempt(() => void database())];
  if (operation === 'truncate') return [attempt(() => checkpoint(database().connection, 'TRUNCATE'))];
  try {
    return database().run(calls);
  } catch (error) {
    return calls.map(() => failure(error));
  }
}

function attempt(work: () => unknown): Answer {
  try {
    return { value: work() };
  } catch (error) {
    return failure(error);
  }
}

// A database that cannot be opened again just now is the next call's to tell.
if (isRestart) attempt(() => void database());
// Where no other process has the database open, SQLite empties and removes the log with its last connection.
serveFromWorker(Promise.resolve({}), { answer, close: () => opened?.connection.close() });
