import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Trouble } from '../../trouble.ts';
import type { Sql } from '../sql.ts';
import { clients, isAway, isLate, SMALL_ANSWER_MS } from './clients.ts';
import { PostgresSql } from './driver.ts';

/** How long a read waits for a replica that is a moment behind. */
const PATIENCE_MS = 100;
const STEP_MS = 5;
/** A replica that is behind, away or another database is looked at so often, and not used before. */
const AGAIN_MS = 1_000;
/** What the primary says of its line of history. */
const HISTORY = 'history';

/**
 * How far the primary is, and in which line of its history. What was acknowledged before is flushed, up to there. A
 * server that is promoted begins a new line, whose positions say nothing about those of another line.
 */
const POSITION = `
  SELECT pg_current_wal_flush_lsn()::text AS position, substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) AS line,
    (SELECT value FROM facts WHERE name = '${HISTORY}') AS history`;
/** Whether the replica has all of that. Only one that follows the same line has the same note of it. */
const HAS_IT = `
  SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn
    AND (SELECT value FROM facts WHERE name = '${HISTORY}') = $2 AS has`;

interface Position {
  readonly position: string;
  readonly line: string;
  readonly history: string | null;
}

/**
 * A replica that large reads go to, where it has all that the primary had when the read began. So nobody ever misses
 * what any node acknowledged. Every other read goes to the primary.
 */
export class Replica {
  readonly #primary: PostgresSql;
  readonly #pool: pg.Pool;
  readonly #trouble: Trouble;
  /** Set while nobody waits for it. */
  #again: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(url: string, name: string, primary: PostgresSql, trouble: Trouble) {
    this.#primary = primary;
    this.#pool = clients(url, name).readers;
    this.#trouble = trouble;
  }

  /**
   * Reads at an instant, ISO 8601. The work is done again on the primary where the replica fails in the middle of it.
   */
  async read<T>(at: string, work: (sql: Sql) => Promise<T>, onPrimary: () => Promise<T>): Promise<T> {
    const client = this.#again ? undefined : await this.#current();
    if (!client) return onPrimary();
    try {
      const answer = await work(new PostgresSql((statement) => client.query(statement), at));
      client.release();
      return answer;
    } catch (error) {
      client.release(isAway(error));
      if (isAway(error)) this.#leave(error as Error);
      // What takes too long there would take too long here.
      if (isLate(error)) throw error;
      return onPrimary();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#again);
    await this.#pool.end();
  }

  /** A connection to the replica once it has all that the primary has now; undefined where it does not come to that. */
  async #current(): Promise<pg.PoolClient | undefined> {
    let client: pg.PoolClient | undefined;
    try {
      const now = await this.#position();
      if (!now) return undefined;
      client = await this.#pool.connect();
      const end = performance.now() + PATIENCE_MS;
      for (;;) {
        if (await hasAll(client, now)) {
          this.#trouble.succeeded();
          return client;
        }
        if (performance.now() > end) break;
        await sleep(STEP_MS);
      }
      client.release();
      this.#leave(new Error('The replica is behind the primary, or follows another one.'));
    } catch (error) {
      client?.release(true);
      this.#leave(error as Error);
    }
    return undefined;
  }

  /** Undefined where the primary has just begun a new line of history, which it notes. */
  async #position(): Promise<{ readonly position: string; readonly history: string } | undefined> {
    const { position, line, history } = (await this.#primary.one<Position>(POSITION))!;
    if (history?.startsWith(`${line} `)) return { position, history };
    const note = `INSERT INTO facts (name, value) VALUES ('${HISTORY}', $1)
      ON CONFLICT (name) DO UPDATE SET value = $1 WHERE facts.value IS NOT DISTINCT FROM $2`;
    // The random part tells databases apart that have nothing to do with each other.
    await this.#primary.run(note, `${line} ${randomUUID()}`, history);
    return undefined;
  }

  /** Nobody waits for the replica until a look has found it in order. */
  #leave(error: Error): void {
    this.#trouble.failed(error);
    if (this.#closed) return;
    clearTimeout(this.#again);
    this.#again = setTimeout(() => void this.#look(), AGAIN_MS).unref();
  }

  async #look(): Promise<void> {
    const timer = this.#again;
    const client = await this.#current();
    client?.release();
    // Where it is not in order, that has set the timer for the next look.
    if (this.#again === timer) this.#again = undefined;
  }
}

async function hasAll(client: pg.PoolClient, { position, history }: { position: string; history: string }) {
  const { rows } = await client.query<{ has: boolean | null }>({
    text: HAS_IT,
    name: 'replica',
    values: [position, history],
    query_timeout: SMALL_ANSWER_MS,
  } as pg.QueryConfig);
  return rows[0]!.has === true;
}
