import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { screening } from '../../../test/records/samples.ts';
import { CuttableProxy } from '../../../test/support/cuttable-proxy.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { NO_POSTGRES, POSTGRES, PostgresServer } from '../../../test/support/postgres.ts';
import { readConfig } from '../../config.ts';
import { openRecords } from '../../open-records.ts';
import type { Records } from '../port.ts';

const QUIET = { died() {}, lost() {}, troubled() {}, recovered() {}, copies() {}, migrating() {} };

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
    const open = (port: number) =>
      openRecords(readConfig({ TOUCHSTONE_DATA_DIR: directory, TOUCHSTONE_DATABASE_URL: through(port) }));
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

  function through(port: number): string {
    const address = new URL(url);
    address.port = String(port);
    return address.href;
  }

  /** Opens the records as a service does. `told`: what that was told of a server that takes its time. */
  async function start(address: string, told: string[]): Promise<void> {
    const folder = readConfig({ TOUCHSTONE_DATA_DIR: directory, TOUCHSTONE_DATABASE_URL: address });
    const events = { ...QUIET, reaching: (phase: string) => told.push(phase) };
    const opened = await openRecords(folder, undefined, { events, node: 'slow', moreComing: () => false });
    await opened.close();
  }

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

  test('does not end a start: it waits while a busy server takes 3 s for each connection', async () => {
    const told: string[] = [];
    proxy.delayMs = 3_000;
    try {
      await start(through(proxy.port), told);
    } finally {
      proxy.delayMs = 0;
    }
    expect(told).toEqual(['begun', 'over']);
  });

  test('is told from a server that refuses, which ends a start at once', async () => {
    const told: string[] = [];
    await expect(start(`${server.url}_none`, told)).rejects.toMatchObject({ code: '3D000' });
    await expect(start(through(await freePort()), told)).rejects.toMatchObject({ code: 'busy' });
    expect(told).toEqual([]);
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
