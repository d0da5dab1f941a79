import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { operationsByTag, type Placed } from '../../dashboard/src/docs/calls.ts';
import type { Document } from '../../dashboard/src/docs/openapi.ts';
import type { Bench, Served } from './service.ts';
import { SignedIn } from './signed-in.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

const PICTURES = new URL('../../src/sandbox/pictures/', import.meta.url);

const POLL_MS = 50;

/** An account of the sandbox that has one of everything. */
export interface ReadyAccount {
  readonly key: string;
  /** Address of somebody who decides. */
  readonly person: string;
  /** Parameters of paths that lead to what the account has, by the paths of the document. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** All operations: a sandbox answers each. Deletions come last, since what is read must still be there. */
export function sandboxOperations(document: Document): Placed[] {
  return operationsByTag(document)
    .flatMap(([, placed]) => placed)
    .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
}

/** Makes an account with one of everything: a webhook has a delivery, and a batch is on its way. */
export async function readyAccount(bench: Bench, served: Served, receiver: WebhookReceiver): Promise<ReadyAccount> {
  // The operator's: no other account bars names from the news.
  const { id: account } = await bench.records(({ accounts }) =>
    accounts.create({ name: 'Ready', quota: 10_000, plan: 'standard', operator: true }, 'operator'),
  );
  const { key } = await bench.key(account);
  const { email: person } = await SignedIn.invited(bench, served, account, 'analyst');
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await served.ask(method, path, { key, ...(body !== undefined && { body }) });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const subject = { name: 'Quillon Ferrabast', entityType: 'Individual' };
  const { screeningId } = await ask('PUT', '/api/Customers/C-1', subject);
  const [alert] = (await ask('GET', '/api/Alerts')).items;
  const batch = await ask('POST', '/api/Screening/batch', { items: [subject] });
  const hook = await ask('POST', '/api/Webhooks', { url: `${receiver.origin}/ready`, events: ['screening.matched'] });
  await ask('POST', `/api/Webhooks/${hook.id}/test`);
  const deliveries = `/api/Webhooks/${hook.id}/deliveries`;
  // The event of the batch is another one; any does.
  let delivery: { id: number } | undefined;
  for (; !delivery; await sleep(POLL_MS)) [delivery] = (await ask('GET', deliveries)).items;
  await ask('PUT', '/api/OwnLists/former-customers', { title: 'Former customers' });
  await ask('PUT', '/api/OwnLists/former-customers/entries/C-4711', { ...subject, name: 'Vesper Corlanth' });
  const query = { schema: 'Person', properties: { name: [subject.name] } };
  const { responses } = await ask('POST', '/match/default', { queries: { one: query } });
  // Each account finds the list of the sandbox without its changing entry.
  await served.ask('POST', '/api/Sandbox/lists', { key, body: { change: 'remove' } });
  const id = (value: unknown) => ({ id: String(value) });
  const session = id((await ask('POST', '/api/IdVerification/sessions', {})).id);
  const search = id((await ask('POST', '/api/AdverseMedia/search', subject)).id);
  const verification = id(await verified(served, key));
  const webhook = id(hook.id);
  return {
    key,
    person,
    values: {
      '/api/Screening/{id}': id(screeningId),
      '/api/Screening/{id}/explanation': id(screeningId),
      '/api/IdVerification/sessions/{id}': session,
      '/api/IdVerification/{id}': verification,
      '/api/IdVerification/{id}/explanation': verification,
      '/api/AdverseMedia/{id}': search,
      '/api/Alerts/{id}': id(alert.id),
      '/api/Alerts/{id}/assignment': id(alert.id),
      '/api/Alerts/{id}/decisions': id(alert.id),
      '/api/Screening/batch/{id}': id(batch.id),
      '/api/Screening/batch/{id}/results': id(batch.id),
      '/api/Webhooks/{id}': webhook,
      '/api/Webhooks/{id}/rotate': webhook,
      '/api/Webhooks/{id}/test': webhook,
      '/api/Webhooks/{id}/deliveries': webhook,
      '/api/Webhooks/{id}/deliveries/{deliveryId}/retry': { ...webhook, deliveryId: String(delivery.id) },
      '/entities/{id}': id(responses.one.results[0].id),
    },
  };
}

/** Id of a verification of the specimen pictures. */
async function verified(served: Served, key: string): Promise<number> {
  const form = new FormData();
  for (const [field, name] of Object.entries({ IdCardImage: 'passport', SelfieImage: 'selfie-holder' })) {
    form.append(field, new Blob([await readFile(new URL(`${name}.jpg`, PICTURES))]), `${name}.jpg`);
  }
  const request = new Request('https://sandbox.invalid/', { method: 'POST', body: form });
  const headers = { 'content-type': request.headers.get('content-type')! };
  const body = new Uint8Array(await request.arrayBuffer());
  return (await served.ask('POST', '/api/IdVerification/verify', { key, headers, body })).body.data.id;
}
