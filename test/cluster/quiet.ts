import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { PEOPLE, unList } from '../support/un-list.ts';
import type { Cluster, ClusterNode } from './cluster.ts';

const HEARD_MS = 5_000;
const BURST_CLIENTS = 60;
const QUOTA = 500;
const BURST = 600;
/** The limit of every key, as the nodes are started. */
export const RATE = { rate: 40, burst: 80 };
const HAMMER_MS = 4_000;

/** Makes an account; answers keys of it. */
export async function accountWith(node: ClusterNode, quota: number, keys: number): Promise<string[]> {
  const words = ['--name', 'Rig', '--quota', String(quota)];
  const { id } = await node.service.command<{ id: number }>('accounts', 'create', ...words);
  return Promise.all(Array.from({ length: keys }, async () => (await keyOf(node, id)).key));
}

async function keyOf(node: ClusterNode, account: number): Promise<{ id: string; key: string }> {
  return node.service.command('keys', 'create', '--account', String(account), '--name', 'Rig');
}

/** 600 requests on a quota of 500, over three nodes: exactly 500 are done, and each says truly what is left. */
export async function burst({ nodes }: Cluster): Promise<string> {
  const keys = await accountWith(nodes[0]!, QUOTA, 10);
  const left: number[] = [];
  let refused = 0;
  const client = async (first: number) => {
    for (let number = first; number < BURST; number += BURST_CLIENTS) {
      const body = { name: `Burst ${number}`, entityType: 'Individual' };
      const asked = { key: keys[number % keys.length]!, body };
      const { status, body: said, text } = await nodes[number % 3]!.client.call('POST', SCREEN, asked);
      if (status === 200) left.push(said.data.remainingRequests);
      else if (status === 429) refused += 1;
      else throw new Error(`a request of the burst was answered with ${status}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: BURST_CLIENTS }, (_, first) => client(first)));
  assert.equal(refused, BURST - QUOTA);
  left.sort((a, b) => a - b);
  assert.deepEqual(left, [...Array(QUOTA).keys()]);
  return `${BURST} requests on a quota of ${QUOTA} over three nodes: ${left.length} done, ${refused} refused, and what is left said once each`;
}

const SCREEN = '/api/Screening/screen';

/** A key that one node revokes is refused by all within 5 seconds. */
export async function revocation({ nodes }: Cluster): Promise<string> {
  const account = await nodes[0]!.service.command<{ id: number }>('accounts', 'create', '--name', 'Revoked');
  const { id, key } = await keyOf(nodes[0]!, account.id);
  const asked = { key, body: { name: 'Somebody', entityType: 'Individual' } };
  for (const node of nodes) assert.equal((await node.client.call('POST', SCREEN, asked)).status, 200);
  await nodes[1]!.service.command('keys', 'revoke', id);
  const began = performance.now();
  for (const node of nodes) {
    for (;;) {
      const { status } = await node.client.call('POST', SCREEN, asked);
      if (status === 401) break;
      assert.ok(performance.now() - began < HEARD_MS, `${node.name} takes a revoked key after ${HEARD_MS} ms`);
      await sleep(20);
    }
  }
  return `a revoked key is refused by all nodes ${Math.round(performance.now() - began)} ms after the command`;
}

const [ADDED, ...others] = PEOPLE;
/** The list that nodes start with; `publication` adds the other one. */
export const FIRST_PEOPLE = others;

/** A list that one node imports is in force at all within 5 seconds, and was compiled once. */
export async function publication(cluster: Cluster): Promise<string> {
  const { nodes } = cluster;
  const [key] = await accountWith(nodes[0]!, 100_000, 1);
  const before = await snapshots(cluster);
  const list = await unList(PEOPLE, '2026-02-02T03:04:05Z');
  await nodes[1]!.service.command('lists', 'import', 'un-sc', list);
  const began = performance.now();
  const body = { name: ADDED!.name, entityType: 'Individual' };
  for (const node of nodes) {
    while (!(await node.client.call('POST', SCREEN, { key: key!, body })).body.data.hasMatch) {
      assert.ok(performance.now() - began < HEARD_MS, `${node.name} lacks a new list after ${HEARD_MS} ms`);
      await sleep(20);
    }
  }
  const took = Math.round(performance.now() - began);
  assert.equal(await snapshots(cluster), before + 1);
  return `a list imported at one node is in force at all ${took} ms after the command, and was compiled once`;
}

async function snapshots(cluster: Cluster): Promise<number> {
  return (await cluster.query('SELECT id FROM snapshots')).length;
}

/** One key at three nodes at once gets its rate, and at most three times its burst. */
export async function rateLimit({ nodes }: Cluster): Promise<string> {
  const [key] = await accountWith(nodes[0]!, 100_000, 1);
  let done = 0;
  const began = performance.now();
  const client = async (number: number) => {
    while (performance.now() - began < HAMMER_MS) {
      const body = { name: `Hammer ${number}`, entityType: 'Individual' };
      const { status } = await nodes[number % 3]!.client.call('POST', SCREEN, { key: key!, body });
      if (status === 200) done += 1;
      else assert.equal(status, 429);
    }
  };
  await Promise.all(Array.from({ length: 12 }, (_, number) => client(number)));
  const seconds = (performance.now() - began) / 1000;
  const [one, most] = [RATE.burst + RATE.rate * seconds, 3 * RATE.burst + RATE.rate * seconds];
  assert.ok(done <= most, `${done} requests were let through in ${seconds} s, at most ${most} may be`);
  return `a limit of ${RATE.rate}:${RATE.burst} let ${done} requests through in ${seconds.toFixed(1)} s over three nodes (one node: ${Math.round(one)}, never over ${Math.round(most)})`;
}
