import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { TouchstoneError } from '../../errors.ts';
import { currentTracer } from '../../tracing/traced.ts';
import { isAlone } from '../operations/index.ts';
import { perform, settled, type WriteCall } from '../perform.ts';
import { Transaction, type Writer } from '../transaction.ts';
import { isAway, isContested, isLocked, told } from './clients.ts';
import { PostgresDriver } from './driver.ts';

/** So many calls go into one transaction at most; the others wait for the next. */
const MAX_GROUP = 256;
/** How often a transaction is done again that another one was in the way of. */
const MAX_TRIES = 5;
/** How long it tries to learn what became of a commit whose connection broke. */
const DOUBT_MS = 15_000;
const DOUBT_STEP_MS = 250;
const SINCE = 'pg_postmaster_start_time()::text AS since';
const CURRENT = `SELECT pg_current_xact_id()::text AS id, ${SINCE}`;
const OUTCOME = `SELECT pg_xact_status($1::xid8) AS status, ${SINCE}`;

/** A transaction, and since when its server runs. */
interface Begun {
  readonly id: string;
  readonly since: string;
}

interface Call extends WriteCall {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * Commits calls in groups: what has queued while one transaction runs becomes the next. A call that fails is undone,
 * and the others of its group are done without it.
 */
export class Committer {
  readonly #pool: pg.Pool;
  readonly #writer: Writer;
  readonly #queue: Call[] = [];
  #running: Promise<void> | undefined;
  #underWay = 0;

  constructor(pool: pg.Pool, writer: Writer) {
    this.#pool = pool;
    this.#writer = writer;
  }

  get pending(): number {
    return this.#queue.length + this.#underWay;
  }

  /** Resolves after the commit. */
  call(call: WriteCall): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ ...call, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when everything that was called is over. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    // What is called in the same moment belongs to the same group.
    await null;
    while (this.#queue.length > 0) {
      const group = this.#take();
      this.#underWay = group.length;
      await this.#commit(group);
      this.#underWay = 0;
    }
    // In the same moment as the queue was found empty, so that no call stays in it.
    this.#running = undefined;
  }

  #take(): Call[] {
    if (isAlone(this.#queue[0]!.operation)) return this.#queue.splice(0, 1);
    const alone = this.#queue.findIndex(({ operation }) => isAlone(operation));
    return this.#queue.splice(0, Math.min(MAX_GROUP, alone < 0 ? this.#queue.length : alone));
  }

  /** Answers every call. */
  async #commit(group: readonly Call[]): Promise<void> {
    try {
      const answers = await this.#attempt(group);
      for (const [index, call] of group.entries()) call.resolve(answers[index]);
    } catch (error) {
      const isLock = isLocked(error);
      const isOwn =
        isLock || group.length === 1 || isAway(error) || (error as { code?: unknown }).code === 'interrupted';
      if (isOwn) {
        // What came meanwhile is mostly for the same accounts, and has waited for the same lock.
        const waited = isLock ? this.#queue.splice(0) : [];
        for (const call of [...group, ...waited]) call.reject(told(error));
        return;
      }
      // Halves find the one that fails in few steps.
      const middle = Math.ceil(group.length / 2);
      await this.#commit(group.slice(0, middle));
      await this.#commit(group.slice(middle));
    }
  }

  async #attempt(group: readonly Call[]): Promise<unknown[]> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await this.#transaction(group);
      } catch (error) {
        // A connection may have broken since it was used last. A second one says whether the database is away.
        const again = isContested(error) ? tried < MAX_TRIES : isAway(error) && tried === 1;
        if (!again) throw error;
        await sleep(Math.random() * 20 * tried);
      }
    }
  }

  #transaction(group: readonly Call[]): Promise<unknown[]> {
    const tracer = currentTracer();
    if (!tracer) return this.#commitOnce(group);
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.batch.size': group.length };
    return tracer.shared('commit', attributes, () => this.#commitOnce(group));
  }

  async #commitOnce(group: readonly Call[]): Promise<unknown[]> {
    const client = await this.#pool.connect();
    let begun: Begun = { id: '', since: '' };
    let committing = false;
    let answers: unknown[] = [];
    try {
      const tx = new Transaction(new PostgresDriver((statement) => client.query(statement)), this.#writer);
      // What waits for no answer goes out together: a round trip at the beginning, and one at the end.
      const beginning = [client.query('BEGIN ISOLATION LEVEL READ COMMITTED'), client.query(CURRENT)] as const;
      const performing = settled(perform(tx, group));
      const [, current] = await Promise.all(beginning);
      begun = current.rows[0] as Begun;
      answers = await performing();
      const writing = settled(tx.quota.write());
      await tx.writeAudit();
      committing = true;
      await Promise.all([client.query('COMMIT'), writing()]);
    } catch (error) {
      const isBroken = isAway(error);
      if (!isBroken) await client.query('ROLLBACK').catch(() => {});
      // Given back first: whoever asks what became of a commit needs a connection.
      client.release(isBroken);
      if (isBroken && committing && (await isCommitted(this.#pool, begun, error))) return answers;
      throw error;
    }
    client.release();
    return answers;
  }
}

/**
 * Asks the database what became of a transaction whose commit was sent and not answered. A server that was started
 * again, or that took the place of another one, may have given its number to a later one. So it counts as committed
 * only where it is still the same server.
 */
async function isCommitted(pool: pg.Pool, { id, since }: Begun, cause: unknown): Promise<boolean> {
  const until = Date.now() + DOUBT_MS;
  while (Date.now() < until) {
    const answer = await pool.query(OUTCOME, [id]).catch(() => undefined);
    const found = answer?.rows[0];
    if (found?.status === 'aborted') return false;
    if (found?.status === 'committed' && found.since === since) return true;
    if (found?.status === 'committed') break;
    await sleep(DOUBT_STEP_MS);
  }
  const sentence = 'The database went away in a commit: it may or may not be stored.';
  throw new TouchstoneError('interrupted', sentence, { cause });
}
