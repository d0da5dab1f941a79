import { beforeAll, expect, test } from 'vitest';
import type { Answer, Bench, Served } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

const LISTED = 'Quillon Ferrabast';

let bench: Bench;
let served: Served;
let key: string;

beforeAll(async () => {
  ({ bench, served } = await sharedService());
  ({ key } = await bench.key(await bench.account()));
});

const customer = (reference: string): Promise<Answer> =>
  served.ask('PUT', `/api/Customers/${reference}`, { key, body: { name: LISTED, entityType: 'Individual' } });

test('a long answer comes again for the same key, as things are then, and nothing is done twice', async () => {
  expect((await customer('C-long')).status).toBe(201);
  const listed = await served.ask('GET', '/api/Alerts?customer=C-long', { key });
  const { id } = listed.body.items[0];
  const decide = (decision: string, idempotencyKey: string) =>
    served.ask('POST', `/api/Alerts/${id}/decisions`, {
      key,
      body: { decision, reason: 'other', comment: `${decision} ${'word '.repeat(780)}`.trim() },
      headers: { 'idempotency-key': idempotencyKey },
    });
  for (let step = 0; step < 4; step += 1) {
    expect((await decide(step % 2 === 0 ? 'escalated' : 'reopened', `long-${step}`)).status).toBe(200);
  }
  const first = await decide('escalated', 'long-last');
  expect(first.text.length).toBeGreaterThan(16 * 1024);
  const again = await decide('escalated', 'long-last');
  expect(again.status).toBe(200);
  expect(again.body).toEqual(first.body);
  expect(again.headers.etag).toBe(first.headers.etag);
  expect((await decide('reopened', 'long-last')).status).toBe(409);
});

test('a search of more than eight words is refused with a sentence, one of eight is answered', async () => {
  const search = (words: number) =>
    served.ask('GET', `/api/Alerts?text=${Array.from({ length: words }, (_, at) => `w${at}`).join('%20')}`, { key });
  expect((await search(8)).status).toBe(200);
  const refused = await search(9);
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ code: 'invalid-request', detail: 'A search may have at most 8 words.' });
});

test.each(['.', '..', '%2e', '%2e%2e'])('no customer is called %s', async (reference) => {
  expect((await customer(reference)).status).toBeGreaterThanOrEqual(400);
  const all = await served.ask('GET', '/api/Customers', { key });
  const references = all.body.items.map((one: { reference: string }) => one.reference);
  expect(references.filter((one: string) => /^\.+$/.test(one))).toEqual([]);
});

test('names of dots that are no part of a path are taken', async () => {
  for (const reference of ['...', '.a', 'a..b']) expect((await customer(reference)).status).toBe(201);
});
