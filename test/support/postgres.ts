import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** Where Debian keeps the programs of each version. */
const DEBIAN = '/usr/lib/postgresql';
const FOLDERS = [
  process.env.TOUCHSTONE_TEST_POSTGRES ?? '',
  ...(existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : []),
  ...(process.env.PATH ?? '').split(':'),
];

/** The folder with the programs of a PostgreSQL server: `TOUCHSTONE_TEST_POSTGRES`, else where systems put them. */
export const POSTGRES = FOLDERS.findLast((folder) => folder && existsSync(join(folder, 'initdb')));

export const NO_POSTGRES = 'skipped: no PostgreSQL on this machine (Debian: apt-get install postgresql)';

/** What a server forgets when the machine goes down and a test does not mind. */
const HURRIED = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=on', 'max_connections=200'];

/** A real server in a folder of its own, on a free port of this machine. */
export class PostgresServer {
  readonly port: number;
  readonly #folder: string;
  readonly #settings: readonly string[];

  private constructor(folder: string, port: number, settings: readonly string[]) {
    this.#folder = folder;
    this.port = port;
    this.#settings = settings;
  }

  /** `settings` stand in place of those that make tests quick. */
  static async start(settings: readonly string[] = HURRIED): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-postgres-'));
    const user = serverUser();
    if (user) chownSync(folder, user.uid, user.gid);
    const server = new PostgresServer(folder, await freePort(), settings);
    server.#run('initdb', '-D', join(folder, 'data'), '-U', 'touchstone', '-A', 'trust', '--no-sync', '-E', 'UTF8');
    server.start();
    return server;
  }

  get url(): string {
    return `postgres://touchstone@127.0.0.1:${this.port}/postgres`;
  }

  /** Makes an empty database; its address. */
  database(): Promise<string> {
    return emptyDatabase(this.url);
  }

  async drop(url: string): Promise<void> {
    await this.query(`DROP DATABASE IF EXISTS ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
  }

  /** Asks a database of this server past the records; `url`: as `database` gave it. */
  query(text: string, url = this.url): Promise<unknown[]> {
    return query(url, text);
  }

  start(): void {
    const options = [...this.#settings, `port=${this.port}`, 'listen_addresses=127.0.0.1'].map((one) => `-c ${one}`);
    const socket = `-c unix_socket_directories=${this.#folder}`;
    const log = join(this.#folder, 'log');
    this.#run(
      'pg_ctl',
      '-D',
      join(this.#folder, 'data'),
      '-w',
      '-l',
      log,
      '-o',
      [...options, socket].join(' '),
      'start',
    );
  }

  /** `immediate`: as if the machine went down. */
  stop(how: 'fast' | 'immediate' = 'fast'): void {
    this.#run('pg_ctl', '-D', join(this.#folder, 'data'), '-w', '-m', how, 'stop');
  }

  remove(): void {
    if (existsSync(join(this.#folder, 'data', 'postmaster.pid'))) this.stop('immediate');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #run(program: string, ...args: string[]): void {
    const file = join(POSTGRES!, program);
    const { status, stderr, stdout } = spawnSync(file, args, {
      ...{ cwd: '/', encoding: 'utf8', stdio: ['ignore', program === 'pg_ctl' ? 'ignore' : 'pipe', 'pipe'] },
      ...(serverUser() ?? {}),
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
    if (status !== 0) throw new Error(`${program}: ${stderr}${stdout ?? ''}`);
  }
}

/** Makes an empty database on the server of this address; its own address. */
export async function emptyDatabase(server: string): Promise<string> {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await query(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** PostgreSQL refuses to run for root: then it runs for the user that its package made. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
