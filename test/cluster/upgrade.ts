import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../specimens/random.ts';
import { PROGRAM } from '../rig/service-process.ts';
import { PEOPLE, unList } from '../support/un-list.ts';
import { checkAll } from './checks.ts';
import { Cluster } from './cluster.ts';
import { earlierProgram } from './earlier.ts';
import { Ledger } from './ledger.ts';
import { handIn, type LoadState, screen } from './load.ts';
import { accountWith } from './quiet.ts';

const QUOTA = 100_000_000;
const BETWEEN_MS = 2_000;

/**
 * Three nodes of an earlier program, with an older schema, are replaced one by one under load. Two are asked to stop,
 * and the one between them is killed. No request fails but those under way at the killed one.
 */
export async function upgrade(settings: NodeJS.ProcessEnv, clients: number, seed: string): Promise<string> {
  const earlier = await earlierProgram();
  if (!earlier) return 'upgrade between two versions: skipped, since the history before the last migration is not here';
  const cluster = await Cluster.create({ settings, program: earlier.folder });
  try {
    await cluster.nodes[0]!.service.command('lists', 'import', 'un-sc', await unList(PEOPLE));
    for (const node of cluster.nodes) await node.start();
    const [batches, reader, ...own] = await accountWith(cluster.nodes[0]!, QUOTA, clients + 2);
    const before = await versionOf(cluster);
    const ledger = new Ledger();
    const state: LoadState = { cluster, ledger, strict: true, over: false };
    const load = own.map((key, index) => screen(state, key, `client${index}`, new Random(`${seed} up ${index}`)));
    load.push(handIn(state, batches!, new Random(`${seed} up batches`)));
    await replaceAll(cluster);
    state.over = true;
    await Promise.all(load);
    const after = await versionOf(cluster);
    assert.deepEqual(ledger.wrong, []);
    assert.ok(after > before, `the schema is of version ${after} before and after`);
    const result = await checkAll(cluster, ledger, reader!);
    const slowest = (ledger.slowest() / 1000).toFixed(1);
    return `upgrade from ${earlier.commit} (schema ${before}) to schema ${after} under load: the slowest answer took ${slowest} s; ${result}`;
  } catch (error) {
    for (const { name, log } of cluster.nodes) console.error(`The end of the log of ${name}:\n${log.slice(-3_000)}`);
    throw error;
  } finally {
    await cluster.remove();
    earlier.remove();
  }
}

async function replaceAll({ nodes }: Cluster): Promise<void> {
  for (const [index, node] of nodes.entries()) {
    await sleep(BETWEEN_MS);
    if (index === 1) await node.kill();
    else await node.stop();
    node.become(PROGRAM);
    await node.start();
  }
  await sleep(BETWEEN_MS);
}

async function versionOf(cluster: Cluster): Promise<number> {
  const [row] = await cluster.query<{ version: number }>('SELECT max(version) AS version FROM schema_version');
  return row!.version;
}
