import pg from 'pg';
import { sentence, TouchstoneError } from '../../errors.ts';
import { say } from '../../sentences.ts';
import type { RecordsEvents } from '../port.ts';

/** How long a new connection may take. Whoever asks whether the database is ready waits little longer. */
const CONNECT_MS = 2_500;
/**
 * The same for the first connection of a start, try by try. A busy server answers late, so each try has more time. A
 * balancer may have led a try to a server that is gone, so there is another one.
 */
const FIRST_CONNECT_MS = [CONNECT_MS, 5_000, 10_000, 20_000] as const;
/** A statement that takes longer is given up. Reading the largest list takes far less. */
const STATEMENT_MS = 30_000;
/** A lock that another one holds for longer is given up, so that whoever waits knows within ten seconds. */
const LOCK_MS = 8_000;
/**
 * An answer that takes longer will not come: a firewall that forgets a connection, or a server whose machine is gone,
 * tells nobody. Of a small read, of a write (which may wait for a lock), and of a large read. A read is done once more
 * on another connection, so that whoever waits for a small one knows within ten seconds too.
 */
export const SMALL_ANSWER_MS = 4_000;
const WRITE_ANSWER_MS = LOCK_MS + 1_000;
const LARGE_ANSWER_MS = STATEMENT_MS + 1_000;
/** A transaction of a node that stopped in the middle ends, and its locks with it. */
const IDLE_IN_TRANSACTION_MS = 15_000;
/** A migration takes as long as it takes. */
const PATIENT = { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 };
/** Transactions at once. Those of one account are in one lane, so that they do not wait in the database. */
export const LANES = 4;
/** Connections that read, unless the address says `pool=N`. */
const READERS = 12;

/** Connections for reading, and those that commit. */
export interface Clients {
  readonly readers: pg.Pool;
  readonly writers: pg.Pool;
  /** Settings for a connection of one's own. */
  readonly single: (connectMs?: number) => pg.Client;
  /** While some work lasts, new connections of the pools may take as long as the first one of a start. */
  readonly unhurried: <T>(work: () => Promise<T>) => Promise<T>;
  /** Connections that both pools open at most. */
  readonly perNode: number;
}

/** Nothing connects before it is first used. `name`: who it is in `pg_stat_activity`. */
export function clients(url: string, name: string): Clients {
  const config = configOf(url, name);
  const readers = Number(new URL(url).searchParams.get('pool')) || READERS;
  const pools = {
    readers: pool({ ...config, max: readers, query_timeout: LARGE_ANSWER_MS }),
    writers: pool({ ...config, max: LANES, pipeline: true, query_timeout: WRITE_ANSWER_MS }),
  };
  return {
    ...pools,
    single: (connectMs = CONNECT_MS) => new pg.Client({ ...config, ...PATIENT, connectionTimeoutMillis: connectMs }),
    unhurried: async (work) => {
      const allow = (connectMs: number) => {
        for (const { options } of Object.values(pools)) options.connectionTimeoutMillis = connectMs;
      };
      allow(FIRST_CONNECT_MS.at(-1)!);
      return work().finally(() => allow(CONNECT_MS));
    },
    perNode: readers + LANES,
  };
}

/** The first connection of a start, which waits while the server says nothing. What it refuses is thrown at once. */
export async function firstConnection(
  single: Clients['single'],
  reaching: RecordsEvents['reaching'],
): Promise<pg.Client> {
  let silence: unknown;
  for (const connectMs of FIRST_CONNECT_MS) {
    try {
      const client = await connected(single(connectMs));
      reaching('over');
      return client;
    } catch (error) {
      if (!isSilent(error)) throw error;
      silence = error;
      reaching('begun');
    }
  }
  throw away(silence);
}

/** Throws what the server or the network says. */
export async function connected(client: pg.Client): Promise<pg.Client> {
  client.on('error', () => {});
  await client.connect();
  return client;
}

function pool(config: pg.PoolConfig): pg.Pool {
  const made = new pg.Pool({ ...config, idleTimeoutMillis: 60_000, allowExitOnIdle: true });
  // One that breaks is replaced when it is needed, and whoever waits for its answer learns it from that.
  made.on('error', () => {});
  made.on('connect', (client) => client.on('error', () => {}));
  return made;
}

function configOf(url: string, name: string): pg.PoolConfig {
  const address = new URL(url);
  // The words of libpq and of everybody's manuals: `require` encrypts, `verify-full` also checks whom it talks to.
  if (address.searchParams.has('sslmode')) address.searchParams.set('uselibpqcompat', 'true');
  address.searchParams.delete('pool');
  return {
    connectionString: address.href,
    application_name: address.searchParams.get('application_name') ?? name,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    // Compiling a statement takes seconds where its plan names many partitions, and gains nothing here.
    options: '-c jit=off',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
  } as pg.PoolConfig;
}

const { builtins } = pg.types;
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
  [builtins.TIMESTAMPTZ]: instant,
  [builtins.BYTEA]: bytes,
  // JSON stays the text that was stored.
  [builtins.JSON]: String,
};

function getTypeParser(type: number, format?: 'text' | 'binary') {
  return PARSERS[type] ?? pg.types.getTypeParser(type, format as 'text');
}

/** `\\x0aff` to bytes. */
function bytes(text: string): Uint8Array {
  const { buffer, byteOffset, length } = Buffer.from(text.slice(2), 'hex');
  return new Uint8Array(buffer, byteOffset, length);
}

/** `2026-11-20 10:00:00.5+00`, as the server writes it in any time zone, to ISO 8601 in UTC with milliseconds. */
function instant(text: string): string {
  return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString();
}

/**
 * Of connections that broke, and of a server that starts, stops or has no connection left. It also ends connections
 * of a node that says nothing in a transaction (25P03) or at all (57P05).
 */
const AWAY = /^(08...|25P03|57P0[1235]|53300|ECONN\w+|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
const BROKEN =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|The server does not support|Cannot use a pool after calling end)/;
/** Of two transactions that waited for each other one is chosen to be done again. */
const CONTESTED = /^(40P01|40001)$/;
/** A statement, or the wait for a lock, took too long. */
const LATE = /^(57014|55P03)$/;
/** Text with a NUL character, and times before year 1 or after the last that PostgreSQL knows. */
const NO_VALUE = /^(22021|22P05|22008)$/;
/** The disk is full, or the server takes no writes, as a replica that was not promoted yet. */
const UNWRITABLE = /^(53100|25006)$/;

function codeOf(error: unknown): string {
  const { code, errors } = (error ?? {}) as { code?: unknown; errors?: unknown[] };
  return String(code ?? (errors?.[0] as { code?: unknown } | undefined)?.code ?? '');
}

/** Whether the database was not to be reached, so that nothing was done. */
export function isAway(error: unknown): boolean {
  return AWAY.test(codeOf(error)) || BROKEN.test(sentence(error));
}

/** Whether a server said nothing to a new connection in the time that it had. */
function isSilent(error: unknown): boolean {
  return codeOf(error) === 'ETIMEDOUT' || sentence(error).startsWith('timeout expired');
}

export function isContested(error: unknown): boolean {
  return CONTESTED.test(codeOf(error));
}

/** Whether a statement took longer than it may. */
export function isLate(error: unknown): boolean {
  return codeOf(error) === '57014';
}

/** Whether another one has a lock that this one waited for in vain. */
export function isLocked(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

/** Whether other work was in the way, so that another try may do. */
export function isInTheWay(error: unknown): boolean {
  return isContested(error) || LATE.test(codeOf(error));
}

function away(cause: unknown): TouchstoneError {
  return new TouchstoneError('busy', say('refusal.database-away'), { cause });
}

/** The error as users may see it. */
export function told(error: unknown): unknown {
  if (error instanceof TouchstoneError) return error;
  const cause = { cause: error };
  if (isAway(error)) return away(error);
  if (NO_VALUE.test(codeOf(error))) return new TouchstoneError('validation', say('refusal.no-value'), cause);
  if (isInTheWay(error)) return new TouchstoneError('busy', say('refusal.database-busy'), cause);
  if (UNWRITABLE.test(codeOf(error))) return new TouchstoneError('unwritable', say('refusal.database-full'), cause);
  return error;
}
