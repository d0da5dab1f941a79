import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'undici';
import { freePort } from '../../test/support/free-port.ts';
import { grownCustomers } from '../monitoring/customers.ts';
import { SHARED_LISTS, sharedListPaths } from '../shared-lists.ts';
import type { Target } from './load.ts';
import { type Settings, serve, touchstone } from './process.ts';
import { mixedQueries } from './queries.ts';

const READY_POLL_MS = 10;

/** Settings of a service on a free port over a data directory. */
export async function benchSettings(dataDir: string): Promise<Settings> {
  return {
    TOUCHSTONE_DATA_DIR: dataDir,
    TOUCHSTONE_PORT: String(await freePort()),
    TOUCHSTONE_METRICS: 'off',
    TOUCHSTONE_LISTS_SYNC: 'off',
    TOUCHSTONE_FIRST_ACCOUNT: 'off',
  };
}

/** Imports every list of the benchmark data, one after another, and says what each took. */
export async function importLists(settings: Settings): Promise<void> {
  let total = 0;
  for (const source of SHARED_LISTS) {
    const paths = sharedListPaths(source);
    if (!paths) {
      console.log(`import ${source}: not at hand`);
      continue;
    }
    const { result, cost } = await touchstone<{ sources: { entries: number }[] }>(
      settings,
      'lists',
      'import',
      source,
      ...paths,
      '--force',
    );
    total += cost.seconds;
    const { entries } = result.sources[0]!;
    console.log(
      `import ${source}: ${entries} entries, ${cost.seconds.toFixed(1)} s, peak ${cost.peakMiB.toFixed(0)} MiB`,
    );
  }
  console.log(`imports together: ${total.toFixed(1)} s`);
}

/** Whose entries an own list has. */
export type OwnNames = readonly { readonly name: string; readonly entityType: string }[];

/** A key of a new account that cannot run out. `own`: what the account has on an own list. */
export async function benchKey(settings: Settings, own: OwnNames = []): Promise<string> {
  const quota = ['--quota', '100000000'];
  const account = await touchstone<{ id: number }>(settings, 'accounts', 'create', '--name', 'Bench', ...quota);
  if (own.length > 0) await importOwnList(settings, account.result.id, own);
  const words = ['--account', String(account.result.id), '--name', 'Bench'];
  return (await touchstone<{ key: string }>(settings, 'keys', 'create', ...words)).result.key;
}

/** Own lists of so many entries: ordinary customers, and people whose words are those of the queries. */
export const ownLists = (count: number): readonly (readonly [string, OwnNames])[] => [
  ['customers of 52 countries', [...grownCustomers(count)]],
  ['words of the queries', ownNames(count).map((name) => ({ name, entityType: 'Individual' }))],
];

/** Names of own entries that share their words with the queries, so that searches have to look at them. */
export function ownNames(count: number): string[] {
  const words = [...new Set(mixedQueries().flatMap(({ name }) => name.split(/[\s,;"]+/)))].filter(
    (word) => word.length > 2,
  );
  const word = (at: number) => words[at % words.length]!;
  return Array.from({ length: count }, (_, at) => `${word(at * 7_919)} ${word(at * 104_729 + 1)}`);
}

async function importOwnList(settings: Settings, account: number, entries: OwnNames): Promise<void> {
  const rows = entries.map(({ name, entityType }, at) => `E${at},"${name.replaceAll('"', '""')}",${entityType}`);
  const file = join(settings.TOUCHSTONE_DATA_DIR!, 'own.csv');
  await writeFile(file, `id,name,entityType\n${rows.join('\n')}\n`);
  const { cost } = await touchstone(settings, 'own-lists', 'import', 'bench', file, '--account', String(account));
  console.log(`own list of ${entries.length} entries imported in ${cost.seconds.toFixed(1)} s`);
}

/** Starts the service as a process of its own and waits until it is ready; milliseconds that took. */
export async function startBench(
  settings: Settings,
  key: string,
): Promise<{ service: ChildProcess; target: Target; readyMs: number }> {
  const started = performance.now();
  const service = serve(settings);
  const target = await ready(settings, key);
  return { service, target, readyMs: performance.now() - started };
}

export async function stopBench(service: ChildProcess): Promise<void> {
  service.kill('SIGTERM');
  await once(service, 'exit');
}

/** The first start makes a certificate; what is measured is the usual start. */
export async function certificateMade(settings: Settings): Promise<void> {
  if (existsSync(join(settings.TOUCHSTONE_DATA_DIR!, 'tls', 'cert.pem'))) return;
  const { service } = await startBench(settings, 'none');
  await stopBench(service);
}

async function ready(settings: Settings, key: string): Promise<Target> {
  const url = `https://127.0.0.1:${settings.TOUCHSTONE_PORT}`;
  for (;;) {
    try {
      const ca = await readFile(join(settings.TOUCHSTONE_DATA_DIR!, 'tls', 'cert.pem'), 'utf8');
      const client = new Client(url, { connect: { ca } });
      const { statusCode, body } = await client
        .request({ method: 'GET', path: '/health/ready' })
        .finally(() => client.close());
      await body.dump();
      if (statusCode === 200) return { url, ca, key };
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, READY_POLL_MS));
  }
}
