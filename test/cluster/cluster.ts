import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from '../rig/client.ts';
import { ServiceProcess } from '../rig/service-process.ts';
import { CuttableProxy } from '../support/cuttable-proxy.ts';
import { PostgresServer } from '../support/postgres.ts';

/** Ten minutes: so far ahead is the clock of the last node. */
const SKEW_MS = 600_000;
const SKEWED_CLOCK = fileURLToPath(new URL('skewed-clock.ts', import.meta.url));
const MAX_LOG_CHARACTERS = 20_000;
const POLL_MS = 100;
/** What is acknowledged is on the disks of both servers. A replica looks for a primary that came back at once. */
const DURABLE = ['max_connections=200', 'shared_buffers=128MB', 'wal_retrieve_retry_interval=200ms'];

/** One process of the service, with a way of its own to the database. */
export class ClusterNode {
  readonly name: string;
  readonly proxy: CuttableProxy;
  readonly service: ServiceProcess;
  client!: Client;
  log = '';
  /** Connections to it may break. */
  isDown = false;
  /** The database does not hear it, or did not just now. */
  isCut = false;
  /** It stands still, or did just now: connections to it may be given up. */
  isFrozen = false;

  constructor(name: string, proxy: CuttableProxy, dataDir: string, settings: NodeJS.ProcessEnv, aheadMs: number) {
    this.name = name;
    this.proxy = proxy;
    this.service = new ServiceProcess(dataDir, {
      settings,
      serviceOnly:
        aheadMs === 0 ? {} : { NODE_OPTIONS: `--import ${SKEWED_CLOCK}`, RIG_CLOCK_AHEAD_MS: String(aheadMs) },
      log: (text) => {
        const lines = text.split('\n').filter((line) => line !== '' && !line.includes('"msg":"answered"'));
        if (lines.length > 0) this.log = `${this.log}${lines.join('\n')}\n`.slice(-MAX_LOG_CHARACTERS);
      },
    });
  }

  async start(): Promise<void> {
    const url = await this.service.start().serving;
    assert.ok(url, `${this.name} did not start`);
    this.client = new Client(url, this.service.certificate);
    this.isDown = false;
  }

  async kill(): Promise<void> {
    this.isDown = true;
    await this.service.kill();
    await this.client.close();
  }

  /** Stands still, or goes on: the main process with everything that it started. */
  freeze(): void {
    this.isFrozen = true;
    process.kill(-this.service.pid, 'SIGSTOP');
  }

  thaw(): void {
    process.kill(-this.service.pid, 'SIGCONT');
  }
}

/** Three nodes on one database, which a replica follows. */
export class Cluster {
  primary: PostgresServer;
  replica: PostgresServer;
  readonly nodes: readonly ClusterNode[];
  readonly #folder: string;
  readonly #database: string;

  private constructor(primary: PostgresServer, replica: PostgresServer, nodes: ClusterNode[], where: [string, string]) {
    this.primary = primary;
    this.replica = replica;
    this.nodes = nodes;
    [this.#folder, this.#database] = where;
  }

  /** The nodes are not started yet. */
  static async create(settings: NodeJS.ProcessEnv): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-cluster-'));
    const primary = await PostgresServer.start(DURABLE);
    const database = new URL(await primary.database()).pathname.slice(1);
    const replica = await primary.replica();
    // From now on a commit waits until the replica has it too.
    await primary.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await primary.query('SELECT pg_reload_conf()');
    const nodes: ClusterNode[] = [];
    for (const [name, aheadMs] of [['node 1', 0] as const, ['node 2', 0] as const, ['node 3', SKEW_MS] as const]) {
      const proxy = await CuttableProxy.start(primary.port);
      const url = `postgres://touchstone@127.0.0.1:${proxy.port}/${database}`;
      const own = { ...settings, TOUCHSTONE_DATABASE_URL: url };
      nodes.push(new ClusterNode(name, proxy, join(folder, 'data'), own, aheadMs));
    }
    return new Cluster(primary, replica, nodes, [folder, database]);
  }

  /** Address of the database, past the proxies. */
  get url(): string {
    return `postgres://touchstone@127.0.0.1:${this.primary.port}/${this.#database}`;
  }

  async query<Row>(text: string): Promise<Row[]> {
    return (await this.primary.query(text, this.url)) as Row[];
  }

  /** The primary goes down as by a power cut; the replica takes its place. */
  async failOver(): Promise<void> {
    this.primary.stop('immediate');
    for (const { proxy } of this.nodes) {
      proxy.target = this.replica.port;
    }
    await this.replica.promote();
    [this.primary, this.replica] = [this.replica, this.primary];
  }

  /** Milliseconds until every node that should be there stores records again. */
  async recovered(key: string, limitMs: number): Promise<number> {
    const began = performance.now();
    for (const node of this.nodes) {
      for (;;) {
        const took = performance.now() - began;
        assert.ok(took < limitMs * 4, `${node.name} has not recovered after ${Math.round(took / 1000)} s\n${node.log}`);
        if (await stores(node, key)) break;
        await sleep(POLL_MS);
      }
    }
    return performance.now() - began;
  }

  async remove(): Promise<void> {
    for (const node of this.nodes) {
      if (node.service.running) await node.service.kill();
      node.proxy.close();
    }
    for (const server of [this.primary, this.replica]) server.remove();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

let probes = 0;

async function stores({ client }: ClusterNode, key: string): Promise<boolean> {
  probes += 1;
  const body = { name: `Probe ${probes}`, entityType: 'Individual' };
  const answers = await Promise.all([
    client.call('GET', '/health/ready'),
    client.call('POST', '/api/Screening/screen', { key, body }),
  ]).catch(() => []);
  return answers.length === 2 && answers.every(({ status }) => status === 200);
}
