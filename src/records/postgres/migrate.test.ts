import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_POSTGRES, POSTGRES, PostgresServer } from '../../../test/support/postgres.ts';
import type { Migrating } from '../port.ts';
import { clients } from './clients.ts';
import { PostgresSql } from './driver.ts';
import { migrate, newestVersion } from './migrate.ts';

describe.skipIf(!POSTGRES)(`a migration of PostgreSQL (${NO_POSTGRES})`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server?.remove());

  test('a node tells each step of a database with records, and that it waits for another node', async () => {
    const { single } = clients(await server.database(), 'test');
    const [first, second] = [single(), single()];
    await Promise.all([first.connect(), second.connect()]);
    const [one, two] = [first, second].map((client) => new PostgresSql((statement) => client.query(statement)));
    const told: Migrating[] = [];
    // A new database is told nothing of. The first connection keeps the lock, as a node does that still migrates.
    await migrate(one!, (state) => told.push(state));
    expect(told).toEqual([]);
    const newest = newestVersion();
    await one!.run('DELETE FROM schema_version WHERE version = $1', newest);
    const other = migrate(two!, (state) => told.push(state)).catch((error: Error) => error);
    await expect.poll(() => told.map(({ phase }) => phase)).toEqual(['wait']);
    await first.end();
    // What the last step adds is there already, so it fails; it was told before it began.
    await other;
    expect(told[1]).toMatchObject({ phase: 'step', found: newest - 1, step: newest, newest, copy: null });
    expect(told[1]!.rows).toBeGreaterThanOrEqual(0);
    await second.end();
  });
});
