import { parentPort, workerData } from 'node:worker_threads';
import { migrations } from '../migrations/index.ts';
import { useAuditKeys } from './audit.ts';
import { type Connection, openConnection } from './connection.ts';
import { checkpoint } from './maintenance.ts';
import { type Answer, type Call, failure, type Order, type Setup } from './messages.ts';
import { migrate } from './migrate.ts';
import { OPERATIONS } from './operations.ts';
import { transaction } from './transaction.ts';

type Operation = (...args: unknown[]) => unknown;

interface Opened {
  readonly connection: Connection;
  run(calls: readonly Call[]): Answer[];
}

const { file, role, now, committing, auditKeys } = workerData as Setup;
const port = parentPort!;
let opened: Opened | undefined;

port.on('message', (message: readonly Call[] | Order) => {
  if (message === 'open') port.postMessage([attempt(() => void database())]);
  else if (message === 'truncate') port.postMessage([attempt(() => checkpoint(database().connection, 'TRUNCATE'))]);
  else if (message === 'close') close();
  else port.postMessage(run(message));
});

/** Opened with the first message that needs it, so that a thread can load while another one still migrates. */
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
  const commit = transaction(connection, () => Atomics.store(committing, 0, 1));
  return {
    connection,
    run: (calls) => (role === 'writer' ? commit(calls, work) : calls.map((call) => attempt(() => work(call)))),
  };
}

function run(calls: readonly Call[]): Answer[] {
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

function close(): void {
  // Where no other process has the database open, SQLite empties and removes the log with its last connection.
  opened?.connection.close();
  port.postMessage([{ value: 'closed' } satisfies Answer]);
  port.close();
}
