import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountWithKey, rowsOf, screening } from '../../../test/records/samples.ts';
import { CuttableProxy } from '../../../test/support/cuttable-proxy.ts';
import { NO_POSTGRES, POSTGRES, PostgresServer } from '../../../test/support/postgres.ts';
import { readConfig } from '../../config.ts';
import { openRecords } from '../../open-records.ts';
import type { Records } from '../port.ts';

/** Longer than a replica that was found wanting is left alone. */
const LEFT_MS = 10_000;

describe.skipIf(!POSTGRES)(`a replica that answers (${NO_POSTGRES})`, () => {
  let primary: PostgresServer;
  let replica: PostgresServer;
  /** The address that nodes know the primary by. */
  let proxy: CuttableProxy;
  let name: string;
  let folder: string;
  let opened: Records[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchstone-replica-'));
    primary = await PostgresServer.start();
    name = new URL(await primary.database()).pathname.slice(1);
    replica = await primary.replica();
    proxy = await CuttableProxy.start(primary.port);
    opened = [];
  });
  afterEach(async () => {
    await Promise.all(opened.map((records) => records.close()));
    proxy.close();
    for (const server of [primary, replica]) server.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const at = (port: number) => `postgres://touchstone@127.0.0.1:${port}/${name}`;

  async function open(): Promise<Records> {
    const settings = {
      TOUCHSTONE_DATA_DIR: join(folder, 'data'),
      TOUCHSTONE_DATABASE_URL: at(proxy.port),
      TOUCHSTONE_DATABASE_READ_URL: at(replica.port),
    };
    const records = await openRecords(readConfig(settings));
    opened.push(records);
    return records;
  }

  /** How many of the connections to a server asked for a list last. */
  async function lists(server: PostgresServer): Promise<number> {
    const asked = `SELECT count(*)::int AS lists FROM pg_stat_activity WHERE query LIKE '%string_agg(listed%' AND pid <> pg_backend_pid()`;
    return ((await server.query(asked, at(server.port))) as { lists: number }[])[0]!.lists;
  }

  async function store(records: Records, accountId: number, who: string): Promise<void> {
    expect(await records.screenings.create(screening(accountId, null, who, 0))).toMatchObject({ kind: 'created' });
  }

  async function newest(records: Records, accountId: number): Promise<string> {
    return (await rowsOf(records.screenings.list(accountId, 1)))[0].name;
  }

  /** Reads until the replica answered, and looks that each answer has what was stored last. */
  async function answers(records: Records, accountId: number, who: string): Promise<void> {
    const end = performance.now() + LEFT_MS;
    while ((await lists(replica)) === 0) {
      expect(performance.now()).toBeLessThan(end);
      expect(await newest(records, accountId)).toBe(who);
      await sleep(20);
    }
  }

  test('has every list that any node stored to before, also while it is behind, stops and comes back', async () => {
    const [writer, reader] = [await open(), await open()];
    const { accountId } = await accountWithKey(writer);
    await store(writer, accountId, 'first');
    await answers(reader, accountId, 'first');
    const mishaps: Record<number, () => unknown> = {
      20: () => replica.query('SELECT pg_wal_replay_pause()'),
      60: () => replica.query('SELECT pg_wal_replay_resume()'),
      80: () => replica.stop('immediate'),
      120: () => replica.start(),
      160: () => replica.restart('fast'),
    };
    for (let turn = 0; turn < 200; turn += 1) {
      await mishaps[turn]?.();
      await store(writer, accountId, `turn ${turn}`);
      const seen = await Promise.all([
        newest(reader, accountId),
        reader.screenings.page(accountId, { limit: 1, sort: 'newest' }),
      ]);
      expect(seen).toEqual([`turn ${turn}`, [expect.objectContaining({ name: `turn ${turn}` })]]);
    }
    await answers(reader, accountId, 'turn 199');
  });

  test('is not read once it was promoted, nor where it is another database', async () => {
    const records = await open();
    const { accountId } = await accountWithKey(records);
    await store(records, accountId, 'first');
    await answers(records, accountId, 'first');
    await replica.promote();
    for (const who of ['second', 'third']) {
      await store(records, accountId, who);
      expect(await newest(records, accountId)).toBe(who);
    }
  });

  test('is not read where it followed a primary further than the one that took its place', async () => {
    const other = await primary.replica();
    try {
      const records = await open();
      const { accountId } = await accountWithKey(records);
      await store(records, accountId, 'first');
      await answers(records, accountId, 'first');
      // The other replica misses what comes next, and takes the place of the primary all the same.
      other.stop();
      for (let turn = 0; turn < 300; turn += 1) await store(records, accountId, `lost ${turn}`);
      await answers(records, accountId, 'lost 299');
      primary.stop('immediate');
      other.start();
      await other.promote();
      proxy.target = other.port;
      const stored = async (who: string) => {
        const end = performance.now() + LEFT_MS;
        for (;;) {
          const made = await records.screenings.create(screening(accountId, null, who, 0)).catch(() => undefined);
          if (made?.kind === 'created') return;
          expect(performance.now()).toBeLessThan(end);
        }
      };
      for (const who of ['after', 'later']) {
        await stored(who);
        expect(await newest(records, accountId)).toBe(who);
        await sleep(1_200);
        expect(await newest(records, accountId)).toBe(who);
      }
    } finally {
      other.remove();
    }
  });
});
