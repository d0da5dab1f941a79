import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { screening } from '../../../test/records/samples.ts';
import { CuttableProxy } from '../../../test/support/cuttable-proxy.ts';
import { NO_POSTGRES, POSTGRES, PostgresServer } from '../../../test/support/postgres.ts';
import { readConfig } from '../../config.ts';
import { openRecords } from '../../open-records.ts';
import type { Records } from '../port.ts';

describe.skipIf(!POSTGRES)(`a line to the database that died silently (${NO_POSTGRES})`, () => {
  let server: PostgresServer;
  let proxy: CuttableProxy;
  let directory: string;
  let records: Records;
  let other: Records;
  let account: number;
  let url: string;

  beforeAll(async () => {
    server = await PostgresServer.start();
    proxy = await CuttableProxy.start(server.port);
    directory = await mkdtemp(join(tmpdir(), 'touchstone-stalled-'));
    url = await server.database();
    const open = (port: number) => {
      const address = new URL(url);
      address.port = String(port);
      return openRecords(readConfig({ TOUCHSTONE_DATA_DIR: directory, TOUCHSTONE_DATABASE_URL: address.href }));
    };
    records = await open(proxy.port);
    other = await open(server.port);
    account = (await records.accounts.create({ name: 'A', quota: 100, plan: 'test' }, 'operator')).id;
  });
  afterAll(async () => {
    await other?.close();
    await records?.close();
    proxy?.close();
    await rm(directory, { recursive: true, force: true });
    server?.remove();
  });

  const store = () => records.screenings.create(screening(account, null, 'Somebody', 0));

  test('is given up: reads, writes and notes go on as soon as there is another one', async () => {
    const heard: string[] = [];
    records.nodes.hear('rate', (note) => heard.push(note));
    await store();
    proxy.cut('silent');
    await expect(store()).rejects.toMatchObject({ code: expect.stringMatching(/^(busy|interrupted)$/) });
    await expect(records.accounts.list()).rejects.toMatchObject({ code: 'busy' });
    proxy.heal();
    expect(await store()).toMatchObject({ kind: 'created' });
    expect(await records.accounts.list()).toHaveLength(1);
    const hearing = async () => {
      other.nodes.tell('rate', 'note');
      return heard.length;
    };
    await expect.poll(hearing, { interval: 200, timeout: 15_000 }).toBeGreaterThan(0);
  });

  test('is told from one whose answer is late: behind a lock for 6 s a write is stored', async () => {
    const held = server.query(`BEGIN; LOCK TABLE accounts IN EXCLUSIVE MODE; SELECT pg_sleep(6); COMMIT`, url);
    await expect
      .poll(() =>
        server.query("SELECT 1 FROM pg_locks WHERE mode = 'ExclusiveLock' AND relation = 'accounts'::regclass", url),
      )
      .toHaveLength(1);
    expect(await store()).toMatchObject({ kind: 'created' });
    await held;
  });
});
