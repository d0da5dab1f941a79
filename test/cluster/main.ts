/**
 * Three nodes on one PostgreSQL with a replica, under load. Nodes are killed and frozen, the database restarts and
 * fails over, and lines are cut: `npm run test:cluster -- --rounds 5 --seed 1`. The third node's clock is ahead.
 * Ends with 1 and a sentence at the first failure. `--only WORD` runs the mishaps that have the word.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Random } from '../specimens/random.ts';
import { NO_POSTGRES, POSTGRES } from '../support/postgres.ts';
import { PEOPLE, unList } from '../support/un-list.ts';
import { MISHAPS } from './chaos.ts';
import { checkAll } from './checks.ts';
import { Cluster } from './cluster.ts';
import { contract } from './contract.ts';
import { Ledger } from './ledger.ts';
import { handIn, type LoadState, screen } from './load.ts';
import { accountWith, burst, RATE, rateLimit, revocation } from './quiet.ts';

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

if (POSTGRES) await run();
else console.log(NO_POSTGRES);

async function run(): Promise<void> {
  if (values.only === '') console.log(await contract());
  const cluster = await Cluster.create({
    ...{ TOUCHSTONE_STARTER_LIST: 'off', TOUCHSTONE_RATE_LIMIT: `${RATE.rate}:${RATE.burst}` },
  });
  try {
    await cluster.nodes[0]!.service.command('lists', 'import', 'un-sc', await unList(PEOPLE));
    for (const node of cluster.nodes) await node.start();
    if (values.only === '') {
      for (const check of [burst, revocation, rateLimit]) console.log(await check(cluster));
    }
    await chaos(cluster);
  } catch (error) {
    for (const { name, log } of cluster.nodes) console.error(`The end of the log of ${name}:\n${log.slice(-3_000)}`);
    console.error(`Seed ${values.seed}: ${error instanceof Error ? error.stack : error}`);
    process.exitCode = 1;
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
    for (const mishap of MISHAPS.filter(({ name }) => name.includes(values.only))) {
      if (round > 0 && mishap.name.includes('replica')) continue;
      await sleep(BEFORE_MS);
      ledger.slowest();
      await mishap.run(cluster, random);
      const took = await cluster.recovered(probe, MAX_RECOVERY_MS);
      for (const node of cluster.nodes) {
        node.isCut = false;
        node.isFrozen = false;
      }
      const [seconds, slowest] = [took, ledger.slowest()].map((ms) => (ms / 1000).toFixed(1));
      console.log(`${mishap.name}: all store records again after ${seconds} s; the slowest answer took ${slowest} s`);
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
