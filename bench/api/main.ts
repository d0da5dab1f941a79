// Measures the service as a client sees it: `npm run bench:api [-- --data DIR --seconds 20 --clients 8]`.
// Imports every list of the benchmark data (TOUCHSTONE_BENCH_DATA, default ../shared) into a new data directory, or
// takes the one given; starts the service as a process of its own; screens with every record durably stored.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'undici';
import { SHARED_LISTS, sharedListPaths } from '../shared-lists.ts';
import { drive, type Target } from './load.ts';
import { memory, type Settings, serve, touchstone } from './process.ts';
import { mixedQueries } from './queries.ts';

const READY_POLL_MS = 10;
const WARM_UP_SECONDS = 3;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    seconds: { type: 'string', default: '20' },
    clients: { type: 'string', default: '8' },
  },
});

const dataDir = values.data ?? (await mkdtemp(join(tmpdir(), 'touchstone-bench-')));
const settings: Settings = {
  TOUCHSTONE_DATA_DIR: dataDir,
  TOUCHSTONE_PORT: String(await freePort()),
  TOUCHSTONE_METRICS: 'off',
  TOUCHSTONE_LISTS_SYNC: 'off',
  TOUCHSTONE_FIRST_ACCOUNT: 'off',
};
try {
  if (!existsSync(join(dataDir, 'touchstone.sqlite'))) await importLists();
  await measure();
} finally {
  if (!values.data) await rm(dataDir, { recursive: true, force: true });
}

async function importLists(): Promise<void> {
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

async function measure(): Promise<void> {
  const account = await touchstone<{ id: number }>(
    settings,
    'accounts',
    'create',
    '--name',
    'Bench',
    '--quota',
    '100000000',
  );
  const key = await touchstone<{ key: string }>(
    settings,
    'keys',
    'create',
    '--account',
    String(account.result.id),
    '--name',
    'Bench',
  );
  await certificateMade();
  const started = performance.now();
  const service = serve(settings);
  try {
    const target = await ready(key.result.key);
    console.log(`start to ready: ${(performance.now() - started).toFixed(0)} ms`);
    const queries = mixedQueries();
    const clients = Number(values.clients);
    await drive(target, queries, { clients, seconds: WARM_UP_SECONDS });
    const { requests, failed, perSecond, p50, p99, longest } = await drive(target, queries.toReversed(), {
      clients,
      seconds: Number(values.seconds),
    });
    const { residentMiB, peakMiB } = memory(service);
    console.log(`${clients} clients, ${queries.length} different queries: ${requests} screenings, ${failed} failed`);
    console.log(
      `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${longest.toFixed(0)} ms, ${perSecond.toFixed(0)} a second`,
    );
    console.log(`resident ${residentMiB.toFixed(0)} MiB, at most ${peakMiB.toFixed(0)} MiB`);
    if (failed > 0) process.exitCode = 1;
  } finally {
    service.kill('SIGTERM');
    await once(service, 'exit');
  }
}

/** The first start makes a certificate; what is measured is the usual start. */
async function certificateMade(): Promise<void> {
  if (existsSync(join(dataDir, 'tls', 'cert.pem'))) return;
  const service = serve(settings);
  await ready('none');
  service.kill('SIGTERM');
  await once(service, 'exit');
}

async function ready(key: string): Promise<Target> {
  const url = `https://127.0.0.1:${settings.TOUCHSTONE_PORT}`;
  for (;;) {
    try {
      const ca = await readFile(join(dataDir, 'tls', 'cert.pem'), 'utf8');
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
