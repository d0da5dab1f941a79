/**
 * What own lists cost: `npm run bench:own-lists [-- --snapshots DIR --entries 10000 --large 100000 --accounts 1000]`.
 * Compiles the lists of the benchmark data, or takes the newest snapshot of a folder. Prints processor time beside wall
 * time, so that a figure holds on a machine that does other work.
 */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { readConfig } from '../../src/config.ts';
import { openRecords } from '../../src/open-records.ts';
import { buildSnapshot } from '../../src/screening/index/build.ts';
import { mergedEntities } from '../quality/index.ts';
import { SHARED_LISTS } from '../shared-lists.ts';
import { asListed } from './as-listed.ts';
import type { Wanted } from './fill.ts';
import { firstSearches } from './in-force.ts';
import { searches } from './searches.ts';

const { values } = parseArgs({
  options: {
    snapshots: { type: 'string' },
    entries: { type: 'string', default: '10000' },
    large: { type: 'string', default: '100000' },
    accounts: { type: 'string', default: '1000' },
  },
});

const directory = mkdtempSync(join(tmpdir(), 'touchstone-own-lists-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
const snapshots = values.snapshots ?? directory;
if (!values.snapshots) {
  const entities = await mergedEntities(SHARED_LISTS);
  await buildSnapshot({ id: 'bench', createdAt: new Date().toISOString(), sources: [], entities }, directory);
}
const newest = readdirSync(snapshots)
  .filter((file) => file.endsWith('.index'))
  .sort()
  .at(-1)!
  .slice(0, -'.index'.length);
const snapshot = { directory: snapshots, id: newest };

const [large, accounts] = [Number(values.large), Number(values.accounts)];
const wanted: Wanted = { dataDir: directory, large, accounts };
const filling = new Worker(new URL('./fill.ts', import.meta.url), { workerData: wanted });
const [[first, ...others]] = (await once(filling, 'message')) as [number[]];
await filling.terminate();
const records = await openRecords(readConfig({ TOUCHSTONE_DATA_DIR: directory }));
if (large > 0) await firstSearches(records, snapshot, [first!]);
if (accounts > 0) await firstSearches(records, snapshot, others);
await records.close();
if (Number(values.entries) > 0) {
  await searches(snapshot, Number(values.entries));
  await asListed(snapshot);
}
process.exit(0);
