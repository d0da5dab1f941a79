import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { PostgresSql } from '../../src/records/postgres/driver.ts';
import { migrate } from '../../src/records/postgres/migrate.ts';
import { endWithProcess } from '../rig/ending.ts';
import { freePort } from './free-port.ts';

/** Where Debian keeps the programs of each version. */
const DEBIAN = '/usr/lib/postgresql';
const FOLDERS = [
  ...(process.env.PATH ?? '').split(':'),
  ...(existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : []),
  process.env.TOUCHSTONE_TEST_POSTGRES ?? '',
];

// Some systems link to a few of the programs from elsewhere; beside the real one are all of them.
const INITDB = FOLDERS.map((folder) => folder && join(folder, 'initdb')).findLast((file) => file && existsSync(file));
/** The folder with the programs of a PostgreSQL server: `TOUCHSTONE_TEST_POSTGRES`, else where systems put them. */
export const POSTGRES = INITDB && dirname(realpathSync(INITDB));

export const NO_POSTGRES = 'skipped: no PostgreSQL on this machine (Debian: apt-get install postgresql)';

/** What a server forgets when the machine goes down and a test does not mind. */
const HURRIED = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=on', 'max_connections=200'];

/** A real server in a folder of its own, on a free port of this machine. */
export class PostgresServer {
  readonly port: number;
  readonly #folder: string;
  readonly #settings: readonly string[];
  #template: Promise<string> | undefined;
  /** It has a life of its own: a process that ends before it removed the server takes it along. */
  readonly #stay = endWithProcess(() => this.remove());

  private constructor(folder: string, port: number, settings: readonly string[]) {
    this.#folder = folder;
    this.port = port;
    this.#settings = settings;
  }

  /** `settings` stand in place of those that make tests quick. */
  static async start(settings: readonly string[] = HURRIED): Promise<PostgresServer> {
    const folder = privateFolder();
    const server = new PostgresServer(folder, await freePort(), settings);
    // As servers are made in production: `lower()` knows more letters than those of ASCII.
    const locale = ['-E', 'UTF8', '--locale=C.UTF-8'];
    server.#run('initdb', '-D', join(folder, 'data'), '-U', 'touchstone', '-A', 'trust', '--no-sync', ...locale);
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

  /** Makes a database with the tables of the newest version and no records, as a copy of one; its address. */
  async migrated(): Promise<string> {
    return emptyDatabase(this.url, await this.template());
  }

  /** The name of what `migrated` copies. */
  template(): Promise<string> {
    this.#template ??= this.#makeTemplate();
    return this.#template;
  }

  /** Answers its name. Nobody may be connected to what is copied. */
  async #makeTemplate(): Promise<string> {
    const url = await this.database();
    const client = new pg.Client(url);
    await client.connect();
    try {
      await migrate(new PostgresSql((statement) => client.query(statement)));
    } finally {
      await client.end();
    }
    return nameOf(url);
  }

  async drop(url: string): Promise<void> {
    await this.query(`DROP DATABASE IF EXISTS ${nameOf(url)} WITH (FORCE)`);
  }

  /** Asks a database of this server past the records; `url`: as `database` gave it. */
  query(text: string, url = this.url): Promise<unknown[]> {
    return query(url, text);
  }

  start(): void {
    this.#run('pg_ctl', ...this.#startWords, 'start');
  }

  /** A streaming copy of this server, which is taken while it runs. */
  async replica(): Promise<PostgresServer> {
    const folder = privateFolder();
    const replica = new PostgresServer(folder, await freePort(), this.#settings);
    const from = ['-h', '127.0.0.1', '-p', String(this.port), '-U', 'touchstone'];
    await replica.#later('pg_basebackup', ...from, '-D', join(folder, 'data'), '-R', '-c', 'fast', '--no-sync');
    await replica.#later('pg_ctl', ...replica.#startWords, 'start');
    return replica;
  }

  /** Makes a replica a server of its own, which takes writes. */
  async promote(): Promise<void> {
    await this.#later('pg_ctl', '-D', join(this.#folder, 'data'), '-w', 'promote');
  }

  /** Stops and starts it, while whoever asks for it goes on. `immediate`: as if the machine went down. */
  async restart(how: 'fast' | 'immediate'): Promise<void> {
    await this.#later('pg_ctl', ...this.#startWords, '-m', how, 'restart');
  }

  get #startWords(): string[] {
    const options = [...this.#settings, `port=${this.port}`, 'listen_addresses=127.0.0.1'].map((one) => `-c ${one}`);
    const socket = `-c unix_socket_directories=${this.#folder}`;
    const words = ['-D', join(this.#folder, 'data'), '-w', '-l', join(this.#folder, 'log')];
    return [...words, '-o', [...options, socket].join(' ')];
  }

  /** `immediate`: as if the machine went down. */
  stop(how: 'fast' | 'immediate' = 'fast'): void {
    this.#run('pg_ctl', '-D', join(this.#folder, 'data'), '-w', '-m', how, 'stop');
  }

  remove(): void {
    this.#stay();
    if (existsSync(join(this.#folder, 'data', 'postmaster.pid'))) this.stop('immediate');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #run(program: string, ...args: string[]): void {
    const file = join(POSTGRES!, program);
    const { status, stderr, stdout } = spawnSync(file, args, {
      cwd: '/',
      encoding: 'utf8',
      stdio: ['ignore', program === 'pg_ctl' ? 'ignore' : 'pipe', 'pipe'],
      ...(serverUser() ?? {}),
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
    if (status !== 0) throw new Error(`${program}: ${stderr}${stdout ?? ''}${this.#log()}`);
  }

  /** What the server said last: `pg_ctl` only names the file, which goes with the folder. */
  #log(): string {
    const file = join(this.#folder, 'log');
    return existsSync(file) ? readFileSync(file, 'utf8').slice(-2_000) : '';
  }

  /** The same without holding up this process. The server inherits no pipe, which would never end. */
  async #later(program: string, ...args: string[]): Promise<void> {
    const words = [join(POSTGRES!, program), ...args].map((word) => `'${word}'`).join(' ');
    const options = { cwd: '/', ...(serverUser() ?? {}), env: { ...process.env, LC_ALL: 'C.UTF-8' } };
    await promisify(execFile)('sh', ['-c', `${words} > '${join(this.#folder, 'tool')}' 2>&1`], options);
  }
}

/** A new folder of the user for whom servers run. */
function privateFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-postgres-'));
  const user = serverUser();
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

/** Makes an empty database on the server of this address; its own address. */
export async function emptyDatabase(server: string, template = 'template1'): Promise<string> {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await query(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}

/** Puts a copy of a database in the place of another one on the same server. Nobody may be connected to either. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const server = new URL(to);
  server.pathname = 'postgres';
  await query(server.href, `DROP DATABASE ${nameOf(to)}`);
  await query(server.href, `CREATE DATABASE ${nameOf(to)} TEMPLATE ${nameOf(from)}`);
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
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
