import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { mixedQueries, type ScreeningBody } from '../../bench/api/queries.ts';
import { SHARED_LISTS, sharedListPaths } from '../../bench/shared-lists.ts';
import { Client } from '../rig/client.ts';
import { type Form, verificationForms } from '../rig/forms.ts';
import { Person } from '../rig/person.ts';
import { ServiceProcess } from '../rig/service-process.ts';
import { freePort } from '../support/free-port.ts';
import { namesakes, unList } from '../support/un-list.ts';
import { Recorder } from './recorder.ts';

const QUOTA = '1000000000';
const PEOPLE = 12;
/** The small list that is imported and synced again and again; it changes by one entry. */
const SMALL_LIST = 'un-sc';
const SMALL_ENTRIES = 200;

/** Everything that the tasks share. */
export interface World {
  readonly service: ServiceProcess;
  readonly url: string;
  readonly certificate: string;
  readonly client: Client;
  readonly recorder: Recorder;
  readonly key: string;
  /** Of another account, whose uploads are all refused. */
  readonly otherKey: string;
  readonly owner: Person;
  readonly analyst: Person;
  readonly forms: readonly Form[];
  readonly queries: readonly ScreeningBody[];
  readonly metrics: string;
  /** Two editions of the small list. */
  readonly editions: readonly [string, string];
  readonly stop: () => Promise<void>;
}

/** A service with lists, two accounts and two users, and a server on this machine from which it syncs a small list. */
export async function setUp(directory: string, lists: 'starter' | 'all', log: (text: string) => void): Promise<World> {
  // One date for both: a sync refuses a list that is older than the one in force.
  const published = new Date(Date.now() - 3_600_000).toISOString();
  const [fewer, more] = [namesakes(SMALL_ENTRIES), namesakes(SMALL_ENTRIES + 1)];
  const editions = [await unList(fewer, published), await unList(more, published)] as const;
  const mirror = await serveFile(editions[0]);
  const metrics = `127.0.0.1:${await freePort()}`;
  const settings = {
    TOUCHSTONE_METRICS: metrics,
    TOUCHSTONE_LISTS_SOURCES: SMALL_LIST,
    TOUCHSTONE_LISTS_URL_UN_SC: mirror.url,
  };
  const service = new ServiceProcess(join(directory, 'data'), { settings, log });
  if (lists === 'all') await importAll(service);
  await service.command('lists', 'import', SMALL_LIST, editions[0], '--force');
  const { account, key } = await accountAndKey(service, 'Soak', '--operator');
  const other = await accountAndKey(service, 'Refused');
  const forms = await verificationForms(PEOPLE);
  const url = await service.start().serving;
  if (!url) throw new Error('The service ended while it started.');
  const certificate = service.certificate;
  const client = new Client(url, certificate);
  const owner = await Person.invited(service, client, { account, role: 'owner', email: 'owner@harbour.example' });
  const analyst = await Person.invited(service, client, { account, role: 'analyst', email: 'ada@harbour.example' });
  const stop = async (): Promise<void> => {
    await client.close();
    await service.kill();
    await mirror.close();
  };
  return {
    service,
    url,
    certificate,
    client,
    recorder: new Recorder(),
    key,
    otherKey: other.key,
    owner,
    analyst,
    forms,
    queries: mixedQueries(),
    metrics: `http://${metrics}/metrics`,
    editions,
    stop,
  };
}

async function importAll(service: ServiceProcess): Promise<void> {
  for (const source of SHARED_LISTS.filter((id) => id !== SMALL_LIST)) {
    const paths = sharedListPaths(source);
    if (paths) await service.command('lists', 'import', source, ...paths, '--force');
    console.log(paths ? `imported ${source}` : `${source} is not at hand (TOUCHSTONE_BENCH_DATA)`);
  }
}

async function accountAndKey(
  service: ServiceProcess,
  name: string,
  ...more: string[]
): Promise<{ account: number; key: string }> {
  const words = ['--name', name, '--quota', QUOTA, ...more];
  const { id } = await service.command<{ id: number }>('accounts', 'create', ...words);
  const { key } = await service.command<{ key: string }>('keys', 'create', '--account', String(id), '--name', name);
  return { account: id, key };
}

/** A list server on this machine: nothing of a soak leaves it. */
async function serveFile(file: string): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/xml');
    createReadStream(file).pipe(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${port}/consolidated.xml`, close };
}
