import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from '../rig/client.ts';
import { endWithProcess } from '../rig/ending.ts';
import { ServiceProcess, type ServiceProcessOptions } from '../rig/service-process.ts';
import { CuttableProxy } from '../support/cuttable-proxy.ts';
import type { ObjectStoreServer } from '../support/object-store.ts';
import { PostgresServer } from '../support/postgres.ts';

/** Ten minutes: so far ahead is the clock of the last node. */
const SKEW_MS = 600_000;
const SKEWED_CLOCK = fileURLToPath(new URL('skewed-clock.ts', import.meta.url));
const MAX_LOG_CHARACTERS = 20_000;
const POLL_MS = 100;
const MASTER_KEY = '0123456789abcdef'.repeat(4);
/** What is acknowledged is on the disks of both servers. A replica looks for a primary that came back at once. */
const DURABLE = ['max_connections=200', 'shared_buffers=128MB', 'wal_retrieve_retry_interval=200ms'];

type NodeOptions = Pick<ServiceProcessOptions, 'settings' | 'program'> & { readonly aheadMs: number };

export interface ClusterOptions {
  readonly settings: NodeJS.ProcessEnv;
  /** Keeps images and lists of all nodes; else they share a folder. */
  readonly objects?: ObjectStoreServer | undefined;
  /** The folder of the program; this one by default. */
  readonly program?: string;
}

/** One process of the service, with a way of its own to the database. */
export class ClusterNode {
  readonly name: string;
  readonly proxy: CuttableProxy;
  readonly #dataDir: string;
  readonly #options: ServiceProcessOptions;
  service: ServiceProcess;
  client!: Client;
  log = '';
  /** Clients are led elsewhere, as a balancer does. */
  isDown = false;
  /** Connections to it may break. */
  isKilled = false;
  /** The database does not hear it, or did not just now. */
  isCut = false;
  /** It stands still, or did just now: connections to it may be given up. */
  isFrozen = false;

  constructor(name: string, proxy: CuttableProxy, dataDir: string, { aheadMs, ...options }: NodeOptions) {
    this.name = name;
    this.proxy = proxy;
    this.#dataDir = dataDir;
    this.#options = {
      ...options,
      serviceOnly:
        aheadMs === 0 ? {} : { NODE_OPTIONS: `--import ${SKEWED_CLOCK}`, RIG_CLOCK_AHEAD_MS: String(aheadMs) },
      log: (text) => {
        const lines = text.split('\n').filter((line) => line !== '' && !line.includes('"level":"info"'));
        if (lines.length > 0) this.log = `${this.log}${lines.join('\n')}\n`.slice(-MAX_LOG_CHARACTERS);
      },
    };
    this.service = new ServiceProcess(dataDir, this.#options);
  }

  async start(): Promise<void> {
    const url = await this.service.start().serving;
    assert.ok(url, `${this.name} did not start`);
    this.client = new Client(url, this.service.certificate);
    this.isDown = false;
    this.isKilled = false;
  }

  /** Asks it to end, as a supervisor does, while requests are under way. */
  async stop(): Promise<void> {
    this.isDown = true;
    assert.equal(await this.service.stop(), 0, `${this.name} did not end in order\n${this.log}`);
    await this.client.close();
  }

  async kill(): Promise<void> {
    this.isDown = true;
    this.isKilled = true;
    await this.service.kill();
    await this.client.close();
  }

  /** The program in this folder takes the place of the one that was stopped. */
  become(program: string): void {
    this.service = new ServiceProcess(this.#dataDir, { ...this.#options, program });
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
  readonly objects: ObjectStoreServer | undefined;
  readonly #folder: string;
  readonly #database: string;
  readonly #stay = endWithProcess(() => rmSync(this.#folder, { recursive: true, force: true }));

  private constructor(
    [primary, replica]: [PostgresServer, PostgresServer],
    nodes: ClusterNode[],
    objects: ObjectStoreServer | undefined,
    where: [string, string],
  ) {
    this.primary = primary;
    this.replica = replica;
    this.nodes = nodes;
    this.objects = objects;
    [this.#folder, this.#database] = where;
  }

  /** The nodes are not started yet. */
  static async create({ settings, objects, program }: ClusterOptions): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-cluster-'));
    const primary = await PostgresServer.start(DURABLE);
    const database = new URL(await primary.database()).pathname.slice(1);
    const replica = await primary.replica();
    // From now on a commit waits until the replica has it too.
    await primary.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await primary.query('SELECT pg_reload_conf()');
    const nodes: ClusterNode[] = [];
    const shared = { ...settings, TOUCHSTONE_MASTER_KEY: MASTER_KEY, ...objects?.bucket() };
    for (const [name, aheadMs] of [['node 1', 0] as const, ['node 2', 0] as const, ['node 3', SKEW_MS] as const]) {
      const proxy = await CuttableProxy.start(primary.port);
      const url = `postgres://touchstone@127.0.0.1:${proxy.port}/${database}`;
      const own = { settings: { ...shared, TOUCHSTONE_DATABASE_URL: url }, aheadMs, ...(program && { program }) };
      nodes.push(new ClusterNode(name, proxy, join(folder, objects ? name : 'data'), own));
    }
    return new Cluster([primary, replica], nodes, objects, [folder, database]);
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
    await this.objects?.remove();
    this.#stay();
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
  // A reason beside `ready` tells that verifications are refused.
  return answers.length === 2 && answers.every(({ status, body }) => status === 200 && body.reason === undefined);
}
