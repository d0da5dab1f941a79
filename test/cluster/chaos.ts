import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../specimens/random.ts';
import { NO_S3 } from '../support/object-store.ts';
import type { Cluster, ClusterNode } from './cluster.ts';
import type { LoadState } from './load.ts';
import { verifyAgain, withoutObjects } from './objects.ts';

/** What happens to a cluster under load. Resolves when its cause is over. */
export interface Mishap {
  readonly name: string;
  /** Nodes that are not touched must go on answering within the limit for a slow answer. */
  run(cluster: Cluster, random: Random, use: { readonly state: LoadState; readonly key: string }): Promise<void>;
  /** What must be true once every node stores records again. */
  after?(cluster: Cluster, key: string): Promise<void>;
  /** Why it cannot happen to this cluster. */
  skipped?(cluster: Cluster): string | undefined;
}

const PAUSE_MS = 1_500;
const CLOSED_MS = 4_000;
/** Longer than a node may be silent before others take its work. */
const SILENT_MS = 12_000;

export const MISHAPS: readonly Mishap[] = [
  {
    name: 'a node is killed and started again',
    async run({ nodes }, random) {
      const node = random.pick(nodes);
      await node.kill();
      await sleep(PAUSE_MS);
      await node.start();
    },
  },
  { name: 'PostgreSQL restarts (fast)', run: (cluster) => replaced(cluster, () => cluster.primary.restart('fast')) },
  {
    name: 'PostgreSQL restarts (immediate)',
    run: (cluster) => replaced(cluster, () => cluster.primary.restart('immediate')),
  },
  {
    name: 'a node is cut off the database, its connections break',
    run: ({ nodes }, random) => cut(random.pick(nodes), 'closed', CLOSED_MS),
  },
  {
    name: 'a node is cut off the database, and nobody is told',
    run: ({ nodes }, random) => cut(random.pick(nodes), 'silent', SILENT_MS),
  },
  {
    name: 'a node stands still',
    async run({ nodes }, random) {
      const node = random.pick(nodes);
      node.freeze();
      await sleep(SILENT_MS);
      node.thaw();
    },
  },
  {
    name: 'the object store goes down',
    run: (_cluster, _random, { state, key }) => withoutObjects(state, key),
    after: verifyAgain,
    skipped: ({ objects }) => (objects ? undefined : NO_S3),
  },
  {
    name: 'the primary goes down, and the replica takes its place',
    run: (cluster) => replaced(cluster, () => cluster.failOver()),
  },
];

/** What was in the middle of a commit may be answered with 500: nobody knows what became of it. */
async function replaced({ nodes }: Cluster, work: () => Promise<void>): Promise<void> {
  for (const node of nodes) node.isCut = true;
  await work();
}

async function cut(node: ClusterNode, how: 'closed' | 'silent', milliseconds: number): Promise<void> {
  node.isCut = true;
  node.proxy.cut(how);
  await sleep(milliseconds);
  node.proxy.heal();
}
