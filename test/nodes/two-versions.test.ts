import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENGINE_VERSION } from '../../src/screening/version.ts';
import { type Client, connected } from '../rig/client.ts';
import { ServiceProcess } from '../rig/service-process.ts';
import { otherVersion } from '../support/other-version.ts';
import { NO_POSTGRES, POSTGRES, PostgresServer } from '../support/postgres.ts';
import { Bench, type Served } from '../support/service.ts';
import { PEOPLE, unList } from '../support/un-list.ts';

const NEWER = '99.0.0';
/** A node compiles what the other version published, in a process of its own. */
const HEARD_MS = 30_000;
/** Nodes look every second. */
const LOOKS_MS = 3_500;

describe.skipIf(!POSTGRES)(`two versions of the engine on one database (${NO_POSTGRES})`, () => {
  let server: PostgresServer;
  let bench: Bench;
  let older: Served;
  let program: Awaited<ReturnType<typeof otherVersion>>;
  let newer: ServiceProcess;
  let client: Client;
  let key: string;

  beforeAll(async () => {
    server = await PostgresServer.start();
    bench = await Bench.create({ TOUCHSTONE_DATABASE_URL: await server.database() });
    key = (await bench.key(await bench.account())).key;
    await bench.run('lists', 'import', 'un-sc', await unList(PEOPLE.slice(0, 2)));
    older = await bench.serve();
    program = await otherVersion(NEWER);
    newer = new ServiceProcess(bench.dataDir, { settings: bench.settings, program: program.folder });
    client = await connected(newer);
  });
  afterAll(async () => {
    await newer?.kill();
    await client?.close();
    await older?.stop();
    await bench?.remove();
    await program?.remove();
    server?.remove();
  });

  const engines = async () => {
    const text = 'SELECT engine FROM snapshots ORDER BY sequence';
    const rows = (await server.query(text, bench.settings.TOUCHSTONE_DATABASE_URL!)) as { engine: string }[];
    return rows.map(({ engine }) => engine);
  };
  const asked = (name: string) => ({ name, entityType: 'Individual' });
  const atOlder = async (name: string) => (await older.screen(key, asked(name))).body.data.hasMatch as boolean;
  const atNewer = async (name: string) =>
    (await client.call('POST', '/api/Screening/screen', { key, body: asked(name) })).body.data.hasMatch as boolean;

  async function untilBothKnow(name: string): Promise<void> {
    const end = performance.now() + HEARD_MS;
    while (!((await atOlder(name)) && (await atNewer(name))) && performance.now() < end) await sleep(100);
    expect([await atOlder(name), await atNewer(name)]).toEqual([true, true]);
  }

  test('the newer one compiles for itself when it starts, and the older one keeps what it has', async () => {
    await untilBothKnow(PEOPLE[0]!.name);
    await expect.poll(engines).toEqual([ENGINE_VERSION, NEWER]);
    await sleep(LOOKS_MS);
    expect(await engines()).toEqual([ENGINE_VERSION, NEWER]);
  });

  test('a list that one of them imports is in force at both, compiled once by each', async () => {
    await newer.command('lists', 'import', 'un-sc', await unList(PEOPLE.slice(0, 4), '2026-02-02T03:04:05Z'));
    await untilBothKnow(PEOPLE[3]!.name);
    await expect.poll(engines).toEqual([ENGINE_VERSION, NEWER, NEWER, ENGINE_VERSION]);
    await sleep(LOOKS_MS);
    expect(await engines()).toEqual([ENGINE_VERSION, NEWER, NEWER, ENGINE_VERSION]);
    expect(await atNewer(PEOPLE[3]!.name)).toBe(true);
  });
});
