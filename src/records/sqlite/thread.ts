import { workerData } from 'node:worker_threads';
import type { Answer, Call } from '../../threads/messages.ts';
import { serveFromWorker } from '../../threads/serve.ts';
import { migrations } from '../migrations/index.ts';
import { OPERATIONS, type OperationName } from '../operations/index.ts';
import { Sql } from '../sql.ts';
import { Transaction, type Writer } from '../transaction.ts';
import { auditKeysOf, useAuditKeys } from './audit.ts';
import { type Connection, openConnection } from './connection.ts';
import { SqliteDriver } from './driver.ts';
import { checkpoint } from './maintenance.ts';
import { failure, type Setup } from './messages.ts';
import { migrate } from './migrate.ts';
import { OPERATIONS as OLD } from './operations.ts';
import { withPatience } from './patience.ts';
import { transaction } from './transaction.ts';

type Operation = (...args: unknown[]) => unknown;

interface Opened {
  readonly connection: Connection;
  run(calls: readonly Call[]): Promise<Answer[]>;
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
  const driver = new SqliteDriver(connection);
  const writer: Writer = {
    node: '',
    get auditKeys() {
      return auditKeysOf(connection);
    },
    set auditKeys(keys) {
      useAuditKeys(connection, keys);
    },
  };
  const old = OLD[role](connection) as unknown as Record<string, Operation>;
  /** The first argument of every call is when it was made. */
  const work = async (by: (at: string) => Sql, { operation, args: [at, ...args] }: Call): Promise<unknown> => {
    const done = OPERATIONS[operation as OperationName] as Operation | undefined;
    return done ? done(by(at as string), ...args) : old[operation]!(...args);
  };
  const write = async (calls: readonly Call[]): Promise<unknown[]> => {
    const tx = new Transaction(driver, writer);
    const values: unknown[] = [];
    for (const call of calls) values.push(await work((at) => tx.begin(at), call));
    await tx.quota.write();
    await tx.writeAudit();
    return values;
  };
  const read = role === 'maintenance' ? (reading: () => Promise<unknown>) => reading() : withPatience(connection);
  const reads = (call: Call) => read(() => work((at) => new Sql(driver, at), call));
  const commit = transaction(connection, () => Atomics.store(committing, 0, 1));
  return {
    connection,
    run: (calls) => (role === 'writer' ? commit(calls, write) : oneByOne(calls, reads)),
  };
}

async function oneByOne(calls: readonly Call[], read: (call: Call) => Promise<unknown>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const call of calls) answers.push(await attempt(() => read(call)));
  return answers;
}

async function answer(calls: readonly Call[]): Promise<Answer[]> {
  const [{ operation }] = calls as [Call];
  if (operation === 'open') return [await attempt(async () => void database())];
  if (operation === 'truncate') return [await attempt(async () => checkpoint(database().connection, 'TRUNCATE'))];
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
