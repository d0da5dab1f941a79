import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client, type Reply } from '../rig/client.ts';
import { endWithProcess } from '../rig/ending.ts';
import { PROGRAM, ServiceProcess } from '../rig/service-process.ts';
import { freePort } from '../support/free-port.ts';
import { NO_POSTGRES, POSTGRES, PostgresServer } from '../support/postgres.ts';
import { Bench } from '../support/service.ts';
import { PEOPLE } from '../support/un-list.ts';

const FOLDERS = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
const HAPROXY = FOLDERS.map((folder) => join(folder, 'haproxy')).find(existsSync);
const NO_HAPROXY = 'skipped: no HAProxy on this machine (Debian: apt-get install haproxy)';
const CLIENTS = 6;

describe.skipIf(!HAPROXY || !POSTGRES)(
  `deploy/haproxy.cfg before three nodes (${POSTGRES ? NO_HAPROXY : NO_POSTGRES})`,
  () => {
    let server: PostgresServer;
    let bench: Bench;
    let nodes: ServiceProcess[];
    let balancer: ChildProcess;
    let client: Client;
    let key: string;

    beforeAll(async () => {
      server = await PostgresServer.start();
      bench = await Bench.create({ TOUCHSTONE_DATABASE_URL: await server.database() });
      key = (await bench.key(await bench.account())).key;
      await bench.importPeople();
      nodes = Array.from({ length: 3 }, () => new ServiceProcess(bench.dataDir, { settings: bench.settings }));
      const urls: string[] = [];
      for (const node of nodes) urls.push((await node.start().serving)!);
      const port = await freePort();
      const file = join(bench.dataDir, 'haproxy.cfg');
      await writeFile(file, configOf(port, urls));
      balancer = spawn(HAPROXY!, ['-f', file, '-db'], { stdio: 'ignore' });
      balancer.once(
        'exit',
        endWithProcess(() => balancer.kill('SIGKILL')),
      );
      client = new Client(`https://127.0.0.1:${port}`, nodes[0]!.certificate);
      // The balancer looks every second.
      while (!(await ready())) await sleep(50);
    });
    afterAll(async () => {
      await client?.close();
      balancer?.kill('SIGKILL');
      if (balancer?.exitCode === null) await once(balancer, 'exit');
      await Promise.all((nodes ?? []).map((node) => node.kill()));
      await bench?.remove();
      server?.remove();
    });

    const ready = () =>
      client.call('GET', '/health/ready').then(
        ({ status }) => status === 200,
        () => false,
      );
    const screen = (name: string): Promise<Reply> =>
      client.call('POST', '/api/Screening/screen', { key, body: { name, entityType: 'Individual' } });

    test('passes TLS on: a client that trusts the certificate of the nodes is answered', async () => {
      expect((await screen(PEOPLE[0]!.name)).body.data.hasMatch).toBe(true);
    });

    test('while nodes stop one after the other, no request fails', async () => {
      const state = { over: false };
      const answers: number[] = [];
      const load = Array.from({ length: CLIENTS }, async (_, index) => {
        for (let asked = 0; !state.over; asked += 1) answers.push((await screen(`Client ${index} ${asked}`)).status);
      });
      try {
        for (const node of nodes.slice(0, 2)) {
          const before = answers.length;
          expect(await node.stop()).toBe(0);
          // As many again as are under way at once, so that each client was answered by a node that is left.
          while (answers.length < before + 4 * CLIENTS) await sleep(20);
        }
      } finally {
        state.over = true;
      }
      await Promise.all(load);
      expect(answers.filter((status) => status !== 200)).toEqual([]);
    });
  },
);

/** The file as it is, with the ports of this machine in place of names. */
function configOf(port: number, urls: readonly string[]): string {
  let config = readFileSync(join(PROGRAM, 'deploy', 'haproxy.cfg'), 'utf8')
    .replace(/^resolvers docker\n.*\n/m, '')
    .replace(' resolvers docker init-addr none', '')
    .replace('bind :8443', `bind 127.0.0.1:${port}`);
  for (const [index, url] of urls.entries()) {
    config = config.replace(`node-${index + 1}:8443`, new URL(url).host);
  }
  return config;
}
