import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type pg from 'pg';
import { askingClient } from '../../client-of-request.ts';
import type { KeyScope } from '../../domain/key-scope.ts';
import { sentence, TouchstoneError } from '../../errors.ts';
import { Turns } from '../../threads/turns.ts';
import { Trouble } from '../../trouble.ts';
import type { AuditKey } from '../audit-keys.ts';
import {
  accountsOf,
  CHECKS,
  LISTS,
  OPERATIONS,
  type OperationName,
  PAGES,
  SWEEPS,
  WRITES,
  type WriteName,
} from '../operations/index.ts';
import type { RecordsEvents } from '../port.ts';
import type { Sql } from '../sql.ts';
import type { Store } from '../store.ts';
import type { Writer } from '../transaction.ts';
import { inTime, KeyUses } from '../upkeep.ts';
import { alone } from './alone.ts';
import {
  type Clients,
  clients,
  connected,
  firstConnection,
  isAway,
  isInTheWay,
  LANES,
  SMALL_ANSWER_MS,
  told,
} from './clients.ts';
import { Committer } from './committer.ts';
import { integrity } from './condition.ts';
import { PostgresSql } from './driver.ts';
import { migrate, newestVersion } from './migrate.ts';
import { allNameListNotes, BEAT_MS, beat, leave, takeWork } from './nodes.ts';
import { Notes } from './notes.ts';
import { keepPartitions, needsPartitions } from './partitions.ts';
import { Replica } from './replica.ts';

const UPKEEP_MS = 1_000;
const PARTITIONS_MS = 60_000;

/** What may read much, and a replica may be asked for. */
const LARGE_READS = { ...LISTS, ...PAGES, ...CHECKS };

/** Who opens the records: a service with its name among the nodes, or a command, which has none. */
interface Opener {
  readonly events?: RecordsEvents;
  readonly node?: string | undefined;
  /** Address of a replica for large reads. */
  readonly readUrl?: string | undefined;
}

/** Records in PostgreSQL, which several nodes share. Nothing is kept in memory that another node may change. */
export class PostgresDatabase implements Store {
  readonly system = 'postgresql';
  readonly confirmsKeys = false;
  readonly node = randomUUID();
  readonly #clients: Clients;
  readonly #now: () => Date;
  readonly #writer: Writer;
  readonly #lanes: readonly Committer[];
  readonly #sql: PostgresSql;
  readonly #largeSql: PostgresSql;
  /** Large reads have half of the connections, which accounts share by time. */
  readonly #largeReads: Turns;
  readonly nodes: Notes;
  readonly #replica: Replica | undefined;
  readonly #name: string;
  readonly #writes: Trouble;
  readonly #uses = new KeyUses();
  #upkeep: NodeJS.Timeout | undefined;
  #beatAt = 0;
  #partitionsAt = 0;
  #keeping: Promise<void> | undefined;
  #closed: Promise<void> | undefined;

  private constructor(url: string, now: () => Date, auditKeys: readonly AuditKey[], { events, node, readUrl }: Opener) {
    this.#name = node ?? `${hostname()} ${process.pid}`;
    this.#clients = clients(url, `touchstone ${this.#name}`);
    const { readers } = this.#clients;
    this.#now = now;
    this.#writer = { node: this.node, auditKeys, namesListNotes: false };
    this.#lanes = Array.from({ length: LANES }, () => new Committer(this.#clients.writers, this.#writer));
    const small = { query_timeout: SMALL_ANSWER_MS };
    this.#sql = new PostgresSql((statement) => read(readers, Object.assign(statement, small)));
    this.#largeSql = new PostgresSql((statement) => read(readers, statement));
    const atOnce = Math.max(1, Math.floor(readers.options.max / 2));
    this.#largeReads = new Turns({ atOnce, maxWaiting: Number.POSITIVE_INFINITY });
    this.nodes = new Notes(this.#sql, this.node, this.#clients.single);
    const trouble = (what: 'writes' | 'replica') => ({
      failed: (error: Error) => events?.troubled(what, error),
      over: () => events?.recovered(what),
    });
    this.#writes = new Trouble(trouble('writes'));
    this.#replica =
      readUrl === undefined
        ? undefined
        : new Replica(readUrl, `touchstone ${this.#name}`, this.#sql, new Trouble(trouble('replica')));
  }

  /** Migrates the database first. `auditKeys`: as for SQLite. */
  static async open(
    url: string,
    now: () => Date,
    auditKeys: readonly AuditKey[],
    opener: Opener = {},
  ): Promise<PostgresDatabase> {
    const database = new PostgresDatabase(url, now, auditKeys, opener);
    try {
      await database.#begin(opener.events);
    } catch (error) {
      await database.#end();
      throw told(error);
    }
    database.#beatAt = performance.now();
    database.#partitionsAt = performance.now();
    database.#upkeep = setInterval(() => database.#keepUp(), UPKEEP_MS).unref();
    return database;
  }

  get pending(): number {
    return this.#lanes.reduce((sum, lane) => sum + lane.pending, 0);
  }

  async call(operation: OperationName, args: readonly unknown[]): Promise<unknown> {
    const at = this.#now().toISOString();
    if (isWrite(operation)) {
      const call = { operation, args, at, client: askingClient() };
      return this.#watched(this.#laneOf(operation, args).call(call));
    }
    const work = OPERATIONS[operation] as (sql: Sql, ...args: readonly unknown[]) => Promise<unknown>;
    const read = (sql: Sql) => work(sql, ...args);
    try {
      if (operation in SWEEPS) return await read(this.#largeSql.dated(at));
      if (!(operation in LARGE_READS)) return await read(this.#sql.dated(at));
      const here = () => read(this.#largeSql.dated(at));
      const large = () => this.#replica?.read(at, read, here) ?? here();
      return await this.#largeReads.run(accountsOf(operation, args)[0] ?? 0, large);
    } catch (error) {
      throw told(error);
    }
  }

  /** What all nodes have to agree on: the value that the first of them gave. */
  async agree(fact: string, value: string): Promise<string> {
    await this.#sql.run('INSERT INTO facts (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', fact, value);
    return (await this.#sql.value<string>('SELECT value FROM facts WHERE name = $1', fact))!;
  }

  /** Puts a value in the place of another one that nodes agreed on, where that is still the value. */
  async change(fact: string, from: string, to: string): Promise<void> {
    await this.#sql.run('UPDATE facts SET value = $3 WHERE name = $1 AND value = $2', fact, from, to);
  }

  /** Whether this node is the one that does some work for all; it stays so while it is alive. */
  leads(work: string): Promise<boolean> {
    return takeWork(this.#sql, work, this.node).catch((error) => {
      throw told(error);
    });
  }

  alone: Store['alone'] = (work, options, run) => alone(this.#clients.single(), work, options, run);

  async useAuditKeys(keys: readonly AuditKey[], isLost: boolean): Promise<boolean> {
    return (await this.call('chain.useKeys', [keys, isLost])) as boolean;
  }

  countUse(keyId: string): void {
    this.#uses.count(keyId, this.#now().toISOString());
  }

  noteUse(keyId: string, scope: KeyScope): void {
    this.#uses.note(keyId, scope, this.#now().toISOString());
  }

  /** What was deleted is overwritten by PostgreSQL's own vacuum, and leaves its log with the log's files. */
  async erase(): Promise<void> {}

  async backup(): Promise<void> {
    const sentence = 'Records in PostgreSQL are backed up with its own tools, such as pg_dump or pg_basebackup.';
    throw new TouchstoneError('usage', sentence);
  }

  checkIntegrity(): Promise<string[]> {
    return integrity(this.#largeSql);
  }

  /** An upgrade of PostgreSQL records makes no copies. */
  async keepUpCopies() {
    return { cleaned: [], expired: [], unusable: [] };
  }

  async notReady(): Promise<string | undefined> {
    const answers = Promise.all([this.call('probe.writer', []), this.call('probe.reader', [])]).then(
      () => undefined,
      (error) => sentence(error),
    );
    return inTime(answers);
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    clearInterval(this.#upkeep);
    await this.#keeping;
    this.#flushUses();
    await Promise.all(this.#lanes.map((lane) => lane.idle()));
    await leave(this.#sql, this.node).catch(() => {});
    await this.nodes.close();
    await this.#end();
  }

  async #end(): Promise<void> {
    await Promise.all([this.#clients.readers.end(), this.#clients.writers.end(), this.#replica?.close()]);
  }

  /** What a start does first. A server that is busy, as after a power cut, gets its time. */
  async #begin({ migrating, reaching = () => {} }: Partial<RecordsEvents> = {}): Promise<void> {
    await this.#patiently((sql) => migrate(sql, migrating), reaching);
    await this.#clients.unhurried(async () => {
      await this.#keepPartitions(reaching).catch(unlessInTheWay);
      await this.#beat();
    });
  }

  /** Alone on a connection that waits for as long as it takes. With `reaching` it also waits to get one. */
  async #patiently(work: (sql: PostgresSql) => Promise<void>, reaching?: RecordsEvents['reaching']): Promise<void> {
    const { single } = this.#clients;
    const client = reaching ? await firstConnection(single, reaching) : await connected(single());
    try {
      await work(new PostgresSql((statement) => client.query(statement)));
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Looks over the pool first, since there is seldom something to do. */
  async #keepPartitions(reaching?: RecordsEvents['reaching']): Promise<void> {
    if (await needsPartitions(this.#sql)) await this.#patiently(keepPartitions, reaching);
  }

  async #beat(): Promise<void> {
    await beat(this.#sql, this.node, this.#name, newestVersion());
    this.#writer.namesListNotes ||= await allNameListNotes(this.#sql);
  }

  #laneOf(operation: WriteName, args: readonly unknown[]): Committer {
    return this.#lanes[(accountsOf(operation, args)[0] ?? 0) % LANES]!;
  }

  /** Whether what is to be stored is: a database that is away is trouble as a full disk is. */
  #watched<T>(work: Promise<T>): Promise<T> {
    work.then(
      () => this.#writes.succeeded(),
      (error) => isAway((error as Error).cause) && this.#writes.failed(error as Error),
    );
    return work;
  }

  #keepUp(): void {
    this.#flushUses();
    if (this.#keeping || performance.now() - this.#beatAt < BEAT_MS) return;
    this.#beatAt = performance.now();
    const work: Promise<void>[] = [this.#beat()];
    if (this.#beatAt - this.#partitionsAt > PARTITIONS_MS) {
      this.#partitionsAt = this.#beatAt;
      work.push(this.#keepPartitions());
    }
    // The next one tries again. Until then others may take this node's work, and records have their place.
    this.#keeping = Promise.allSettled(work).then(() => {
      this.#keeping = undefined;
    });
  }

  #flushUses(): void {
    this.#uses.flush(
      (...use) => this.call('keys.touch', use),
      (...use) => this.call('keys.note', use),
    );
  }
}

function isWrite(operation: OperationName): operation is WriteName {
  return operation in WRITES;
}

/** Whoever serves goes before: records have their place until the next try. */
function unlessInTheWay(error: unknown): void {
  if (!isInTheWay(error)) throw error;
}

/** Reading is done again where the connection broke since it was used last. */
async function read(pool: pg.Pool, statement: pg.QueryConfig): Promise<pg.QueryResult> {
  try {
    return await pool.query(statement);
  } catch (error) {
    if (!isAway(error)) throw error;
    return pool.query(statement);
  }
}
