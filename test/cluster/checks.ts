import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Ledger } from './ledger.ts';

const MAX_BATCHES_MS = 300_000;
const READERS = 8;
/** So many of the acknowledged screenings are fetched over HTTPS; all of them are looked up in the database. */
const FETCHED = 60;

/** Of all that was acknowledged nothing is lost, no unit was spent twice, and no row or batch was done twice. */
export async function checkAll(cluster: Cluster, ledger: Ledger, key: string): Promise<string> {
  await batchesDone(cluster, ledger, key);
  const stored = await cluster.query<{ id: string; name: string }>('SELECT id, name FROM screenings');
  const byId = new Map(stored.map(({ id, name }) => [Number(id), name]));
  for (const [id, name] of ledger.screenings) {
    assert.equal(byId.get(id), name, `screening ${id} was acknowledged for "${name}"`);
  }
  const names = stored.map(({ name }) => name).filter((name) => name.startsWith('client') || name.startsWith('batch'));
  assert.equal(new Set(names).size, names.length, 'a name that was asked for once is stored twice');
  for (const [label, { rows }] of ledger.batches) {
    const found = names.filter((name) => name.startsWith(`${label} `)).length;
    assert.equal(found, rows, `${label} has ${rows} rows, and ${found} records`);
  }
  const units = await cluster.query<{ id: string; used: string; created: string }>(`
    SELECT id, (SELECT coalesce(sum(used), 0) FROM quota_use WHERE account_id = accounts.id) AS used,
      (SELECT count(*) FROM screenings WHERE account_id = accounts.id)
        + (SELECT count(*) FROM verifications WHERE account_id = accounts.id) AS created FROM accounts`);
  for (const { id, used, created } of units) {
    assert.equal(used, created, `account ${id}: ${used} units are spent, and ${created} records were made`);
  }
  await fetchSome(cluster, ledger, key);
  const { ok } = await cluster.nodes[0]!.service.command<{ ok: boolean }>('audit', 'verify');
  assert.ok(ok, 'the audit chain is broken');
  return `0 lost, 0 units spent twice, 0 rows done twice: ${ledger.screenings.size} acknowledged screenings, ${ledger.batches.size} batches with ${names.filter((name) => name.startsWith('batch')).length} rows, ${ledger.doubtful} requests without an acknowledgement`;
}

async function batchesDone({ nodes }: Cluster, { batches }: Ledger, key: string): Promise<void> {
  const end = performance.now() + MAX_BATCHES_MS;
  for (const [label, { id }] of batches) {
    for (;;) {
      const { body } = await nodes[0]!.client.call('GET', `/api/Screening/batch/${id}`, { key });
      if (body?.status === 'done') break;
      assert.ok(performance.now() < end, `${label} is not done: ${JSON.stringify(body)}`);
      await sleep(200);
    }
  }
}

/** Every node has what any of them acknowledged. */
async function fetchSome({ nodes }: Cluster, { screenings }: Ledger, key: string): Promise<void> {
  const newest = [...screenings].slice(-FETCHED).values();
  const reader = async (index: number) => {
    for (const [id, name] of newest) {
      const { status, body } = await nodes[index % 3]!.client.call('GET', `/api/Screening/${id}`, { key });
      // The reader's key has a limit of its own.
      if (status === 429) await sleep(100);
      else assert.equal(body?.name, name, `screening ${id} is answered with ${status}`);
    }
  };
  await Promise.all(Array.from({ length: READERS }, (_, index) => reader(index)));
}
