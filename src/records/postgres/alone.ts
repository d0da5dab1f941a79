import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { TouchstoneError } from '../../errors.ts';
import type { AloneOptions } from '../port.ts';
import { LOCKS } from '../transaction.ts';
import { told } from './clients.ts';

const RETRY_MS = 250;

/** Runs `run` while this connection holds the lock of that name, then ends the connection. As the port says. */
export async function alone<T>(
  client: pg.Client,
  work: string,
  { sentence, patienceMs }: AloneOptions,
  run: (held: () => Promise<void>) => Promise<T>,
): Promise<T> {
  // A connection that breaks says so to whoever uses it next.
  client.on('error', () => {});
  try {
    await client.connect().catch(refuse);
    const end = performance.now() + patienceMs;
    while (!(await takes(client, work))) {
      if (performance.now() >= end) throw new TouchstoneError('busy', sentence);
      await pause(RETRY_MS);
    }
    return await run(async () => {
      await client.query('SELECT 1').catch(refuse);
    });
  } finally {
    await client.end().catch(() => {});
  }
}

async function takes(client: pg.Client, work: string): Promise<boolean> {
  const lock = 'SELECT pg_try_advisory_lock($1, hashtext($2)) AS taken';
  const { rows } = await client.query<{ taken: boolean }>(lock, [LOCKS.alone, work]).catch(refuse);
  return rows[0]!.taken;
}

function refuse(error: unknown): never {
  throw told(error);
}
