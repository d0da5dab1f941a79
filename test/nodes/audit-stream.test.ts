import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ServiceProcess } from '../rig/service-process.ts';
import { NO_POSTGRES, POSTGRES, PostgresServer } from '../support/postgres.ts';
import { Bench } from '../support/service.ts';
import { LineServer, localCertificate } from '../support/stream-receivers.ts';

describe.skipIf(!POSTGRES)(`the audit stream of several nodes (${NO_POSTGRES})`, () => {
  let server: PostgresServer;
  let bench: Bench;
  let receiver: LineServer;
  let nodes: ServiceProcess[];
  let folder: string;

  beforeAll(async () => {
    server = await PostgresServer.start();
    const pems = await localCertificate();
    folder = await mkdtemp(join(tmpdir(), 'touchstone-streamed-'));
    await writeFile(join(folder, 'ca.pem'), pems.cert);
    receiver = new LineServer(pems);
    await receiver.start();
    bench = await Bench.create({ TOUCHSTONE_DATABASE_URL: await server.database() });
    await bench.account();
    const settings = {
      ...bench.settings,
      NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
      TOUCHSTONE_AUDIT_STREAM: `https://127.0.0.1:${receiver.port}/in`,
    };
    nodes = Array.from({ length: 3 }, () => new ServiceProcess(bench.dataDir, { settings }));
    for (const node of nodes) await node.start().serving;
  });
  afterAll(async () => {
    await Promise.all((nodes ?? []).map((node) => node.kill()));
    await receiver?.stop();
    await bench?.remove();
    server?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const numbers = () => receiver.entries.map(({ event }) => event.sequence);
  const head = () => bench.records(async ({ audit }) => (await audit.head())!.sequence);
  const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);
  const note = (count: number) =>
    bench.records(({ audit }) => {
      const entry = { actor: 'operator', action: 'key.created', subject: 'key:x', accountId: null, details: {} };
      return Promise.all(Array.from({ length: count }, () => audit.append(entry)));
    });

  test('one sends, so that each entry comes once and in order', async () => {
    for (let round = 0; round < 5; round += 1) await note(50);
    const last = await head();
    await expect.poll(() => numbers().length).toBe(last);
    expect(numbers()).toEqual(upTo(last));
  });

  test('where that one is killed another goes on, and nothing is missing', async () => {
    for (const node of nodes.slice(0, 2)) {
      await note(200);
      await node.kill();
      await note(20);
    }
    const last = await head();
    await expect.poll(() => new Set(numbers()).size).toBe(last);
    expect([...new Set(numbers())]).toEqual(upTo(last));
  });
});
