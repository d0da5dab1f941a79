import type { Answer, Call } from '../../threads/messages.ts';
import type { Connection } from './connection.ts';
import { failure, isBusy } from './messages.ts';

/**
 * How long a writer tries to get the write lock from another process. Whoever waits is told within ten seconds, with
 * what reading takes before.
 */
const LOCK_PATIENCE_MS = 5_000;
/** The same where the last one did not get it: what came meanwhile has waited as long. */
const NEXT_PATIENCE_MS = 100;
const LOCK_RETRY_MS = 1;

/** Does calls in their order, and answers their values. Fails where one does. */
type Work = (calls: readonly Call[]) => Promise<readonly unknown[]>;

/**
 * Commits a batch of calls as one transaction: a call that fails leaves nothing and is answered with its error, the
 * others stay. Where the commit itself fails, all fail. `committing` is called right before the commit. The thread does
 * nothing else until it is over.
 */
export function transaction(
  db: Connection,
  committing: () => void,
): (calls: readonly Call[], work: Work) => Promise<Answer[]> {
  const [begin, commit, rollback] = ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'].map((sql) => db.prepare(sql));
  const [save, release, undo] = ['SAVEPOINT one', 'RELEASE one', 'ROLLBACK TO one'].map((sql) => db.prepare(sql));
  const start = lock(db, () => begin!.run());

  /**
   * Where all succeed; undefined, in a new transaction, where one fails. There is no savepoint here. In one, SQLite
   * copies each page to another file before it changes: a fifth of the time that a record takes.
   */
  const all = async (calls: readonly Call[], work: Work): Promise<Answer[] | undefined> => {
    try {
      return (await work(calls)).map((value) => ({ value }));
    } catch (error) {
      // A full disk makes SQLite roll everything back by itself.
      if (!db.inTransaction) throw error;
      rollback!.run();
      start();
      return undefined;
    }
  };

  const one = async (call: Call, work: Work): Promise<Answer> => {
    save!.run();
    try {
      const [value] = await work([call]);
      release!.run();
      return { value };
    } catch (error) {
      if (!db.inTransaction) throw error;
      undo!.run();
      release!.run();
      return failure(error);
    }
  };

  return async (calls, work) => {
    try {
      start();
      const answers = (await all(calls, work)) ?? (await oneByOne(calls, (call) => one(call, work)));
      committing();
      commit!.run();
      return answers;
    } catch (error) {
      if (db.inTransaction) rollback!.run();
      return calls.map(() => failure(error));
    }
  };
}

async function oneByOne(calls: readonly Call[], one: (call: Call) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const call of calls) answers.push(await one(call));
  return answers;
}

/**
 * SQLite's own waiting backs off to a tenth of a second, and can starve beside a busy writer. Short regular tries find
 * the gap between two transactions. Nothing else of the connection waits: who has the write lock waits for nobody.
 */
function lock(db: Connection, begin: () => unknown): () => void {
  db.pragma('busy_timeout = 0');
  let patience = LOCK_PATIENCE_MS;
  return () => {
    const until = performance.now() + patience;
    try {
      while (!isTaken(begin, performance.now() > until)) Atomics.wait(NEVER, 0, 0, LOCK_RETRY_MS);
      patience = LOCK_PATIENCE_MS;
    } catch (error) {
      patience = NEXT_PATIENCE_MS;
      throw error;
    }
  };
}

/** Nobody wakes who waits for it. */
const NEVER = new Int32Array(new SharedArrayBuffer(4));

/** False where another one has the lock. Throws that at the last try. */
function isTaken(begin: () => unknown, isLast: boolean): boolean {
  try {
    begin();
    return true;
  } catch (error) {
    if (!isBusy(error) || isLast) throw error;
    return false;
  }
}
