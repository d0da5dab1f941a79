/**
 * Three nodes on one PostgreSQL with a replica, under load. Nodes are killed and frozen, the database restarts and
 * fails over, the object store goes down, and lines are cut: `npm run test:cluster -- --rounds 5 --seed 1`. The third
 * node's clock is ahead. Another three nodes are replaced one by one by those of a newer version.
 * Ends with 1 and a sentence at the first failure. `--only WORD` runs the mishaps that have the word.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Random } from '../../specimens/random.ts';
import { endOnSignals } from '../rig/ending.ts';
import { ObjectStoreServer, S3_SERVER } from '../support/object-store.ts';
import { NO_POSTGRES, POSTGRES } from '../support/postgres.ts';
import { unList } from '../support/un-list.ts';
import { MISHAPS, type Mishap } from './chaos.ts';
import { checkAll } from './checks.ts';
import { Cluster } from './cluster.ts';
import { contract } from './contract.ts';
import { Ledger } from './ledger.ts';
import { handIn, type LoadState, screen } from './load.ts';
import { accountWith, burst, FIRST_PEOPLE, publication, RATE, rateLimit, revocation } from './quiet.ts';
import { upgrade } from './upgrade.ts';

/** What issue and specification promise. */
const MAX_RECOVERY_MS = 15_000;
const QUOTA = 100_000_000;
const BEFORE_MS = 1_500;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1' },
    clients: { type: 'string', default: '8' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    only: { type: 'string', default: '' },
  },
});

const settings = { TOUCHSTONE_STARTER_LIST: 'off', TOUCHSTONE_RATE_LIMIT: `${RATE.rate}:${RATE.burst}` };

if (POSTGRES) await run();
else console.log(NO_POSTGRES);

async function run(): Promise<void> {
  endOnSignals();
  try {
    if (values.only === '') console.log(await contract());
    if ('upgrade'.includes(values.only)) console.log(await upgrade(settings, Number(values.clients), values.seed));
    if (values.only !== 'upgrade') await fail();
  } catch (error) {
    console.error(`Seed ${values.seed}: ${error instanceof Error ? error.stack : error}`);
    process.exitCode = 1;
  }
}

async function fail(): Promise<void> {
  const objects = S3_SERVER ? await ObjectStoreServer.start() : undefined;
  const cluster = await Cluster.create({ settings, objects });
  try {
    await cluster.nodes[0]!.service.command('lists', 'import', 'un-sc', await unList(FIRST_PEOPLE));
    for (const node of cluster.nodes) await node.start();
    if (values.only === '') {
      for (const check of [burst, revocation, publication, rateLimit]) console.log(await check(cluster));
    }
    await chaos(cluster);
  } catch (error) {
    for (const { name, log } of cluster.nodes) console.error(`The end of the log of ${name}:\n${log.slice(-3_000)}`);
    throw error;
  } finally {
    await cluster.remove();
  }
}

async function chaos(cluster: Cluster): Promise<void> {
  const clients = Number(values.clients);
  const keys = await accountWith(cluster.nodes[0]!, QUOTA, clients + 3);
  const [probe, batches, reader, ...own] = keys as [string, string, string, ...string[]];
  const ledger = new Ledger();
  const state: LoadState = { cluster, ledger, over: false };
  const random = new Random(values.seed);
  const load = own.map((key, index) => screen(state, key, `client${index}`, new Random(`${values.seed} ${index}`)));
  load.push(handIn(state, batches, new Random(`${values.seed} batches`)));
  const late: string[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const mishap of possible(cluster)) {
      if (round > 0 && mishap.name.includes('replica')) continue;
      await sleep(BEFORE_MS);
      ledger.slowest();
      await mishap.run(cluster, random, { state, key: probe });
      const took = await cluster.recovered(probe, MAX_RECOVERY_MS);
      for (const node of cluster.nodes) {
        node.isCut = false;
        node.isFrozen = false;
      }
      const [seconds, slowest] = [took, ledger.slowest()].map((ms) => (ms / 1000).toFixed(1));
      console.log(`${mishap.name}: all store records again after ${seconds} s; the slowest answer took ${slowest} s`);
      await mishap.after?.(cluster, probe);
      if (took > MAX_RECOVERY_MS) late.push(`${mishap.name}: recovered after ${seconds} s`);
    }
  }
  await sleep(BEFORE_MS);
  state.over = true;
  await Promise.all(load);
  console.log(await checkAll(cluster, ledger, reader));
  assert.deepEqual(ledger.wrong, []);
  assert.deepEqual(late, []);
}

/** Those that were asked for; says which cannot happen here. */
function possible(cluster: Cluster): Mishap[] {
  return MISHAPS.filter(({ name, skipped }) => {
    if (!name.includes(values.only)) return false;
    const why = skipped?.(cluster);
    if (why) console.log(`${name}: ${why}`);
    return !why;
  });
}
