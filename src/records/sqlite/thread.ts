import { workerData } from 'node:worker_threads';
import type { Answer, Call } from '../../threads/messages.ts';
import { noteFromWorker, serveFromWorker } from '../../threads/serve.ts';
import { OPERATIONS, type OperationName, type WriteName } from '../operations/index.ts';
import { perform } from '../perform.ts';
import { Sql } from '../sql.ts';
import { Transaction } from '../transaction.ts';
import { type Connection, openConnection, withPatience } from './connection.ts';
import { SqliteDriver } from './driver.ts';
import { upkeepOf } from './maintenance.ts';
import { failure, type Setup } from './messages.ts';
import { migrate, migrations } from './migrate.ts';
import { transaction } from './transaction.ts';

type Operation = (...args: unknown[]) => unknown;

interface Opened {
  readonly connection: Connection;
  run(calls: readonly Call[]): Promise<Answer[]>;
}

const { file, role, now, committing, auditKeys, isRestart } = workerData as Setup;
const writer = { node: '', auditKeys, namesListNotes: true };
let opened: Opened | undefined;

/** Opened with the first call that needs it, so that a thread can load while another one still migrates. */
function database(): Opened {
  opened ??= open();
  return opened;
}

function open(): Opened {
  const connection = openConnection(file);
  if (role === 'writer') migrate(connection, file, migrations(), now, noteFromWorker);
  return { connection, run: role === 'writer' ? writesOf(connection) : readsOf(connection) };
}

function writesOf(connection: Connection): Opened['run'] {
  const driver = new SqliteDriver(connection);
  const commit = transaction(connection, () => Atomics.store(committing, 0, 1));
  const write = async (calls: readonly Call[]): Promise<unknown[]> => {
    const tx = new Transaction(driver, writer);
    const group = calls.map(({ operation, args: [at, client, ...args] }) => {
      return { operation: operation as WriteName, args, at: at as string, client: client as string | undefined };
    });
    const values = await perform(tx, group);
    await tx.quota.write();
    await tx.writeAudit();
    return values;
  };
  return (calls) => commit(calls, write);
}

function readsOf(connection: Connection): Opened['run'] {
  const driver = new SqliteDriver(connection);
  const upkeep = upkeepOf(connection) as Readonly<Record<string, Operation>>;
  const [begin, end] = ['BEGIN', 'COMMIT'].map((sql) => connection.prepare(sql));
  const read = async ({ operation, args: [at, _client, ...args] }: Call): Promise<unknown> => {
    const work = OPERATIONS[operation as OperationName] as Operation;
    if (role !== 'pages') return work(new Sql(driver, at as string), ...args);
    // All that a page says is of one moment.
    begin!.run();
    try {
      return await work(new Sql(driver, at as string), ...args);
    } finally {
      end!.run();
    }
  };
  if (role === 'maintenance') {
    return (calls) =>
      oneByOne(calls, (call) => {
        const { operation, args } = call;
        return operation in upkeep ? (async () => upkeep[operation]!(...args))() : read(call);
      });
  }
  const patiently = withPatience(connection);
  return (calls) => oneByOne(calls, (call) => patiently(() => read(call)));
}

async function oneByOne(calls: readonly Call[], work: (call: Call) => Promise<unknown>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const call of calls) answers.push(await attempt(() => work(call)));
  return answers;
}

async function answer(calls: readonly Call[]): Promise<Answer[]> {
  const [{ operation }] = calls as [Call];
  if (operation === 'open') return [await attempt(async () => void database())];
  if (operation === 'truncate' || operation === 'restart') {
    return [await attempt(async () => upkeepOf(database().connection)[operation]())];
  }
  try {
    return await database().run(calls);
  } catch (error) {
    return calls.map(() => failure(error));
  }
}

async function attempt(work: () => Promise<unknown>): Promise<Answer> {
  try {
    return { value: await work() };
  } catch (error) {
    return failure(error);
  }
}

// A database that cannot be opened again just now is the next call's to tell.
if (isRestart) void attempt(async () => void database());
// Where no other process has the database open, SQLite empties and removes the log with its last connection.
serveFromWorker(Promise.resolve({}), { answer, close: () => opened?.connection.close() });
