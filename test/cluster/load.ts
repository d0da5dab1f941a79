import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../specimens/random.ts';
import type { Reply } from '../rig/client.ts';
import type { Cluster, ClusterNode } from './cluster.ts';
import type { Ledger } from './ledger.ts';

const BATCH_ROWS = 30;
const BETWEEN_MS = 20;
const BETWEEN_BATCHES_MS = 1_500;
/** Where the node that had a key was killed, nobody knows what it did, and its key stays taken. */
const MAX_TAKEN_MS = 20_000;
const AFTER_REFUSAL_MS = 100;

export interface LoadState {
  readonly cluster: Cluster;
  readonly ledger: Ledger;
  /** Nothing fails: what breaks off or is refused is a fault, but for what is under way at a node that is killed. */
  readonly strict?: boolean;
  over: boolean;
}

/** Screens one name after the other, each at any node, until the load is over. */
export async function screen(state: LoadState, key: string, label: string, random: Random): Promise<void> {
  for (let number = 0; !state.over; number += 1) {
    const name = `${label} ${number}`;
    const node = random.pick(state.cluster.nodes.filter(({ isDown }) => !isDown));
    const reply = await ask(state, node, '/api/Screening/screen', { key, body: { name, entityType: 'Individual' } });
    if (reply?.status === 200) state.ledger.keep(reply.body.data.id, name);
    await sleep(reply?.status === 200 ? BETWEEN_MS : AFTER_REFUSAL_MS);
  }
}

/** Hands in batches, each under one Idempotency-Key at one node after the other until one has accepted it. */
export async function handIn(state: LoadState, key: string, random: Random): Promise<void> {
  for (let number = 0; !state.over; number += 1) {
    const label = `batch${number}x`;
    const items = Array.from({ length: BATCH_ROWS }, (_, row) => ({
      name: `${label} row ${row}`,
      entityType: 'Individual',
    }));
    const headers = { 'idempotency-key': `${label}-${random.code('XXXXXXXXXXXX')}` };
    const began = performance.now();
    for (let isTaken = false; !isTaken || performance.now() - began < MAX_TAKEN_MS; ) {
      const node = random.pick(state.cluster.nodes.filter(({ isDown }) => !isDown));
      const reply = await ask(state, node, '/api/Screening/batch', { key, headers, body: { items } }, [202, 409]);
      if (reply?.status === 202) {
        state.ledger.batches.set(label, { id: reply.body.id, rows: BATCH_ROWS });
        break;
      }
      isTaken = reply?.status === 409;
      await sleep(AFTER_REFUSAL_MS);
    }
    await sleep(BETWEEN_BATCHES_MS);
  }
}

/**
 * Undefined where there is no acknowledgement: the connection broke, or it was refused with 503. A node that is cut off
 * may not know itself what became of it (500).
 */
async function ask(
  { ledger, strict }: LoadState,
  node: ClusterNode,
  path: string,
  request: { key: string; headers?: Record<string, string>; body: unknown },
  expected: readonly number[] = [200],
): Promise<Reply | undefined> {
  const began = performance.now();
  let reply: Reply | undefined;
  try {
    reply = await node.client.call('POST', path, request);
  } catch (error) {
    if (!node.isKilled && !node.isFrozen) ledger.wrong.push(`${node.name} broke a connection: ${error}`);
  }
  ledger.took(performance.now() - began);
  if (reply && expected.includes(reply.status)) return reply;
  ledger.doubtful += 1;
  if (reply?.status === 500 && node.isCut) return undefined;
  if (reply && (strict || reply.status !== 503 || !(Number(reply.headers['retry-after']) > 0))) {
    ledger.wrong.push(`${node.name} answered ${path} with ${reply.status}: ${reply.text.slice(0, 300)}`);
  }
  return undefined;
}
