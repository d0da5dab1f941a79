import { parentPort, workerData } from 'node:worker_threads';
import { migrations } from '../migrations/index.ts';
import { type Connection, openConnection } from './connection.ts';
import { checkpoint } from './maintenance.ts';
import { type Answer, type Call, failure, type Order, type Setup } from './messages.ts';
import { migrate } from './migrate.ts';
import { OPERATIONS } from './operations.ts';
import { transaction } from './transaction.ts';

type Operation = (...args: unknown[]) => unknown;

const { file, role, now } = workerData as Setup;
const port = parentPort!;
const db = start();
if (db) serve(db);

function start(): Connection | undefined {
  try {
    const connection = openConnection(file);
    if (role === 'writer') migrate(connection, file, migrations(), now);
    return connection;
  } catch (error) {
    port.postMessage([failure(error)]);
    port.close();
    return undefined;
  }
}

function serve(connection: Connection): void {
  const operations = OPERATIONS[role](connection) as unknown as Record<string, Operation>;
  const work = ({ operation, args }: Call): unknown => operations[operation]!(...args);
  const commit = transaction(connection);
  port.on('message', (message: Call[] | Order) => {
    if (message === 'truncate') port.postMessage([attempt(() => checkpoint(connection, 'TRUNCATE'))]);
    else if (message === 'close') close(connection);
    else if (message !== 'start')
      port.postMessage(role === 'writer' ? commit(message, work) : message.map((call) => attempt(() => work(call))));
  });
  port.postMessage([{ value: 'ready' } satisfies Answer]);
}

function attempt(work: () => unknown): Answer {
  try {
    return { value: work() };
  } catch (error) {
    return failure(error);
  }
}

function close(connection: Connection): void {
  // Another process may be reading; the log is then emptied by the last one to close.
  if (role === 'writer') attempt(() => checkpoint(connection, 'TRUNCATE'));
  connection.close();
  port.postMessage([{ value: 'closed' } satisfies Answer]);
  port.close();
}
