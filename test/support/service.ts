import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Agent, type Dispatcher } from 'undici';
import { findCommand } from '../../src/commands/help.ts';
import { startService } from '../../src/compose.ts';
import type { RunningService } from '../../src/composition/start.ts';
import { readConfig } from '../../src/config.ts';
import { DEFAULT_PLAN, DEFAULT_QUOTA } from '../../src/domain/quota.ts';
import type { UserRole } from '../../src/domain/role.ts';
import { openRecords, withRecords } from '../../src/open-records.ts';
import type { Records } from '../../src/records/port.ts';
import { invitationUrl } from '../../src/service-url.ts';
import { announceToNobody } from '../../src/use-cases/events.ts';
import { createKey } from '../../src/use-cases/keys.ts';
import { inviteUser } from '../../src/use-cases/users.ts';
import { breach } from './document.ts';
import { copyImported } from './people-imported.ts';
import { emptyDatabase } from './postgres.ts';
import type { ServingProcess } from './process.ts';
import { PEOPLE, unList } from './un-list.ts';

/** Settings that change what an import leaves, or where. */
const IMPORTED_ELSE = /_(?:LISTS|STARTER|ENVIRONMENT|IMAGES|KEY|KEYS|MASTER|DATABASE)_?/;
const PROGRAM = fileURLToPath(new URL('../../bin/touchstone.js', import.meta.url));

/** A data directory of its own and the settings that go with it; the command line and the service share them. */
export class Bench {
  readonly dataDir: string;
  readonly settings: Readonly<Record<string, string>>;
  /** What the services of this bench printed for a human, and logged. */
  printed = '';
  logged = '';
  #serving = 0;
  readonly #isOther: boolean;
  #records: Promise<Records> | undefined;

  /** `database`: settings of a database that nobody chose. */
  private constructor(dataDir: string, settings: Record<string, string>, database: Record<string, string>) {
    this.dataDir = dataDir;
    this.#isOther = Object.keys(settings).some((name) => IMPORTED_ELSE.test(name));
    this.settings = {
      TOUCHSTONE_PORT: '0',
      TOUCHSTONE_METRICS: 'off',
      TOUCHSTONE_LISTS_SYNC: 'off',
      TOUCHSTONE_STARTER_LIST: 'off',
      TOUCHSTONE_FIRST_ACCOUNT: 'off',
      ...database,
      ...settings,
      TOUCHSTONE_DATA_DIR: dataDir,
    };
  }

  static async create(settings: Record<string, string> = {}): Promise<Bench> {
    const { TOUCHSTONE_TEST_DATABASE_SERVER: server, TOUCHSTONE_TEST_DATABASE_TEMPLATE: template } = process.env;
    const database = server ? { TOUCHSTONE_DATABASE_URL: await emptyDatabase(server, template) } : {};
    return new Bench(await mkdtemp(join(tmpdir(), 'touchstone-test-')), settings, database);
  }

  /** A bench of its own that serves, with the invented UN list. */
  static async serving(settings: Record<string, string> = {}, now?: () => Date): Promise<Serving> {
    const bench = await Bench.create(settings);
    await bench.importPeople();
    return { bench, served: await bench.serve({}, now) };
  }

  /** Imports the invented UN list, first of all that a bench does. */
  async importPeople(): Promise<void> {
    const [first] = await readdir(this.dataDir);
    if (first !== undefined || this.#isOther) return this.run('lists', 'import', 'un-sc', await unList(PEOPLE));
    await copyImported(this.#places, async () => {
      const one = await Bench.create();
      await one.run('lists', 'import', 'un-sc', await unList(PEOPLE));
      return one.#places;
    });
  }

  get #places(): { dataDir: string; databaseUrl: string | undefined } {
    return { dataDir: this.dataDir, databaseUrl: this.settings.TOUCHSTONE_DATABASE_URL };
  }

  /** Runs a command as a process of its own, as an operator does. */
  command(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        [PROGRAM, ...args],
        { env: { ...process.env, ...this.settings }, maxBuffer: 1e8 },
        (error, stdout, stderr) =>
          resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr }),
      );
    });
  }

  /** The same with `--json`; what it printed, parsed. Fails with the command's own sentence. */
  async json<T>(...args: string[]): Promise<T> {
    const { code, stdout, stderr } = await this.command(...args, '--json');
    if (code !== 0) throw new Error(`touchstone ${args.join(' ')}: ${stderr}`);
    return JSON.parse(stdout) as T;
  }

  async account(quota = DEFAULT_QUOTA): Promise<number> {
    const account = { name: 'Test', quota, plan: DEFAULT_PLAN };
    return (await this.records(({ accounts }) => accounts.create(account, 'operator'))).id;
  }

  /** `words`: options of `touchstone keys create`. */
  async key(accountId: number, ...words: string[]): Promise<{ id: string; key: string }> {
    if (words.length > 0) return this.run('keys', 'create', '--account', String(accountId), '--name', 'Test', ...words);
    const { environment } = readConfig(this.settings);
    const { key, value } = await this.records((records) =>
      createKey(
        { records, announce: announceToNobody, environment },
        { accountId, name: 'Test', allow: [] },
        'operator',
      ),
    );
    return { id: key.id, key: value };
  }

  /** Invites as the operator does. The command would open the records once more. `path`: that of the link. */
  async invite(accountId: number, email: string, role: UserRole): Promise<{ token: string; path: string }> {
    const { token } = await this.records((records) =>
      inviteUser(
        { records, announce: announceToNobody, now: () => new Date() },
        { accountId, email, role },
        'operator',
      ),
    );
    const { pathname, hash } = new URL(invitationUrl('https://desk.example', token));
    return { token, path: pathname + hash };
  }

  /**
   * Works with the records beside the service. An opening starts two threads, so they stay open from one piece of work
   * to the next while a service of this bench serves.
   */
  async records<T>(work: (records: Records) => Promise<T>): Promise<T> {
    if (this.#serving === 0) return withRecords(readConfig(this.settings), work);
    this.#records ??= openRecords(readConfig(this.settings));
    return work(await this.#records);
  }

  /** The same as `json`, inside this process: for what a test only needs before it begins. */
  async run<T>(...args: string[]): Promise<T> {
    const command = findCommand(args)!;
    const words = { args: args.slice(command.name.split(' ').length), options: command.options };
    const { values, positionals } = parseArgs({ ...words, allowPositionals: true });
    let printed: unknown;
    const print = (value: unknown) => {
      printed = value;
    };
    await command.run({ values, positionals, config: readConfig(this.settings), json: true, print });
    return printed as T;
  }

  async serve(settings: Record<string, string> = {}, now?: () => Date): Promise<Served> {
    const service = await startService(readConfig({ ...this.settings, ...settings }), {
      print: (text) => {
        this.printed += text;
      },
      log: {
        write: (line) => {
          this.logged += line;
        },
      },
      // Most tests verify nothing, and the models take a second of processor time to load.
      warmUp: false,
      // Each reads its tables for a second of processor time.
      searchThreads: 1,
      // No balancer stands before them.
      leave: false,
      ...(now && { now }),
    });
    const ca = await readFile(join(this.dataDir, 'tls', 'cert.pem'), 'utf8');
    this.#serving += 1;
    const others = await this.#others({ ...settings, TOUCHSTONE_PORT: '0' }, now);
    return new Served(service, ca, async () => {
      await Promise.all(others.map((other) => other.stop()));
      await this.#stopped();
    });
  }

  /** The nodes beside the one that a test asks: all but one of TOUCHSTONE_TEST_NODES. */
  async #others(settings: Record<string, string>, now?: () => Date): Promise<RunningService[]> {
    const others: RunningService[] = [];
    const quiet = { warmUp: false, searchThreads: 1, leave: false };
    const silent = { ...quiet, print: () => {}, log: { write: () => {} }, ...(now && { now }) };
    for (let node = 1; node < Number(process.env.TOUCHSTONE_TEST_NODES ?? 1); node += 1) {
      others.push(await startService(readConfig({ ...this.settings, ...settings }), silent));
    }
    return others;
  }

  async #stopped(): Promise<void> {
    this.#serving -= 1;
    if (this.#serving > 0) return;
    await (await this.#records)?.close();
    this.#records = undefined;
  }

  async remove(): Promise<void> {
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

export interface Serving {
  readonly bench: Bench;
  readonly served: Served;
}

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies whose shape is what they are about.
  readonly body: any;
}

export interface Asked {
  readonly key?: string | undefined;
  readonly headers?: Record<string, string>;
  /** An object is sent as JSON; a string or bytes as they are. */
  readonly body?: unknown;
}

/** A running service and a client that trusts its certificate. */
export class Served {
  readonly service: RunningService;
  readonly ca: string;
  readonly agent: Agent;
  #stopping: (() => Promise<void>) | undefined;

  /** `stopping` is called once, before the service stops. */
  constructor(service: RunningService, ca: string, stopping?: () => Promise<void>) {
    this.service = service;
    this.ca = ca;
    this.#stopping = stopping;
    this.agent = new Agent({ connect: { ca } });
  }

  /** A service in a process of its own, once it serves. Stopping it kills the process. */
  static async by(process: ServingProcess): Promise<Served> {
    const { url, agent, ca } = await process.serving();
    await agent.close();
    const stop = async () => process.kill();
    return new Served(
      { url, stop, fingerprint: '', captureUrl: undefined, metricsAddress: undefined, reload: async () => {} },
      ca,
    );
  }

  /** Asks over HTTPS; every answer is held against the OpenAPI document. */
  async ask(method: string, path: string, { key, headers, body }: Asked = {}): Promise<Answer> {
    const raw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
    const answer = await this.agent.request({
      origin: this.service.url,
      path,
      method: method as Dispatcher.HttpMethod,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'x-api-key': key }),
        ...headers,
      },
      body: body === undefined ? null : raw ? (body as string | Uint8Array) : JSON.stringify(body),
    });
    const text = await answer.body.text();
    const type = String(answer.headers['content-type'] ?? '');
    const json = /^application\/(problem\+)?json/.test(type) && text !== '';
    const parsed = json ? JSON.parse(text) : undefined;
    const said = parsed ?? (text === '' ? undefined : text);
    const broken = breach(method, path, { status: answer.statusCode, type, body: said });
    if (broken) throw new Error(broken);
    return { status: answer.statusCode, headers: answer.headers, text, body: parsed };
  }

  /** A file that is no text. */
  async download(path: string, { key, headers }: Asked): Promise<{ readonly type: string; readonly bytes: Buffer }> {
    const asked = { ...(key !== undefined && { 'x-api-key': key }), ...headers };
    const answer = await this.agent.request({ origin: this.service.url, path, method: 'GET', headers: asked });
    const type = String(answer.headers['content-type'] ?? '');
    return { type, bytes: Buffer.from(await answer.body.arrayBuffer()) };
  }

  screen(key: string | undefined, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.ask('POST', '/api/Screening/screen', { key, body, headers });
  }

  async stop(): Promise<void> {
    const stopping = this.#stopping;
    this.#stopping = undefined;
    await stopping?.();
    await this.agent.close();
    await this.service.stop();
  }
}
