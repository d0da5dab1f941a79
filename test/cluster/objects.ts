import assert from 'node:assert/strict';
import { type Form, verificationForms } from '../rig/forms.ts';
import type { Cluster } from './cluster.ts';
import type { LoadState } from './load.ts';

const VERIFY = '/api/IdVerification/verify';

/** While the object store is away, every node refuses verifications with 503, and no screening is refused. */
export async function withoutObjects({ cluster, ledger }: LoadState, key: string): Promise<void> {
  const [form] = await verificationForms(1);
  const before = ledger.doubtful;
  await cluster.objects!.stop();
  for (const { name, client } of cluster.nodes) {
    const { status, headers, text } = await client.call('POST', VERIFY, { key, ...(form as Form) });
    assert.equal(status, 503, `${name} answered a verification with ${status}: ${text}`);
    assert.ok(Number(headers['retry-after']) > 0, `${name} does not say when to come again`);
  }
  assert.equal(ledger.doubtful, before, 'a screening failed while the object store was away');
  await cluster.objects!.start();
}

/** Every node stores a verification again. */
export async function verifyAgain({ nodes }: Cluster, key: string): Promise<void> {
  const [form] = await verificationForms(1);
  for (const { name, client } of nodes) {
    const { status, text } = await client.call('POST', VERIFY, { key, ...(form as Form) });
    assert.equal(status, 200, `${name} answered a verification with ${status}: ${text}`);
  }
}
