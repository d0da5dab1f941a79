// Measures the service as a client sees it: `npm run bench:api [-- --data DIR --seconds 20 --clients 8]`.
// Imports every list of the benchmark data (TOUCHSTONE_BENCH_DATA, default ../shared) into a new data directory, or
// takes the one given. Starts the service as its own process, and screens with every record durably stored.
// `--beside CHECKOUT --data DIR --beside-data DIR [--rounds 24]` compares it with another version, in turn.
// `--own 10000 [--rounds 24]` compares accounts that have so many own entries with one that has none, in turn.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareInTurn, otherVersion, ownVersion } from './in-turn.ts';
import { drive } from './load.ts';
import { compareOwn } from './own.ts';
import { cpuSeconds, memory } from './process.ts';
import { mixedQueries } from './queries.ts';
import { benchKey, benchSettings, certificateMade, importLists, startBench, stopBench } from './service.ts';

const WARM_UP_SECONDS = 3;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    seconds: { type: 'string', default: '20' },
    clients: { type: 'string', default: '8' },
    // Entries of own lists.
    own: { type: 'string' },
    // Another checkout with its dependencies, and a data directory of its own with the same lists.
    beside: { type: 'string' },
    'beside-data': { type: 'string' },
    rounds: { type: 'string', default: '24' },
  },
});

const dataDir = values.data ?? (await mkdtemp(join(tmpdir(), 'touchstone-bench-')));
const settings = await benchSettings(dataDir);
try {
  if (!existsSync(join(dataDir, 'touchstone.sqlite'))) await importLists(settings);
  const [clients, rounds] = [Number(values.clients), Number(values.rounds)];
  if (values.own !== undefined) await compareOwn(dataDir, Number(values.own), clients, rounds);
  else if (values.beside === undefined) await measure();
  else await compare(values.beside);
} finally {
  if (!values.data) await rm(dataDir, { recursive: true, force: true });
}

async function compare(checkout: string): Promise<void> {
  const otherData = values['beside-data'];
  if (!otherData) throw new Error('--beside-data must name the data directory of the other checkout.');
  const other = await otherVersion(checkout, otherData);
  await compareInTurn(ownVersion(dataDir), other, Number(values.clients), Number(values.rounds));
}

async function measure(): Promise<void> {
  const key = await benchKey(settings);
  await certificateMade(settings);
  const { service, target, readyMs } = await startBench(settings, key);
  try {
    console.log(`start to ready: ${readyMs.toFixed(0)} ms`);
    const queries = mixedQueries();
    const clients = Number(values.clients);
    await drive(target, queries, { clients, seconds: WARM_UP_SECONDS });
    const before = cpuSeconds(service);
    const { requests, failed, perSecond, p50, p99, longest } = await drive(target, queries.toReversed(), {
      clients,
      seconds: Number(values.seconds),
    });
    const { residentMiB, peakMiB } = memory(service);
    console.log(`${clients} clients, ${queries.length} different queries: ${requests} screenings, ${failed} failed`);
    console.log(
      `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${longest.toFixed(0)} ms, ${perSecond.toFixed(0)} a second`,
    );
    console.log(`processor: ${((1000 * (cpuSeconds(service) - before)) / requests).toFixed(2)} ms a screening`);
    console.log(`resident ${residentMiB.toFixed(0)} MiB, at most ${peakMiB.toFixed(0)} MiB`);
    if (failed > 0) process.exitCode = 1;
  } finally {
    await stopBench(service);
  }
}
