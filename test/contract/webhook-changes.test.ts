import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { afterAttempt } from '../../src/domain/webhook.ts';
import { type Answer, type Asked, Bench, type Served } from '../support/service.ts';
import { SignedIn } from '../support/signed-in.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';

const MATCHING = { name: 'Quillon Ferrabast', entityType: 'Individual', reference: 'case/7' };
const AT = new Date('2026-03-01T12:00:00.000Z');
const FRESH = { webhook: 'active', failingSince: null, attempts: 0 } as const;

let bench: Bench;
let served: Served;
let receiver: WebhookReceiver;
let key: string;

beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  bench = await Bench.create({ TOUCHSTONE_WEBHOOKS_ALLOW: `${receiver.origin},10.0.0.0/8` });
  await bench.importPeople();
  served = await bench.serve();
});
afterAll(async () => {
  await served?.stop();
  await receiver?.stop();
  await bench?.remove();
});
beforeEach(async () => {
  key = (await bench.key(await bench.account())).key;
  Object.assign(receiver, { status: 204, headers: {}, answer: '' });
  receiver.received.length = 0;
});

const ask = (method: string, path: string, asked: Asked = {}): Promise<Answer> =>
  served.ask(method, `/api/Webhooks${path}`, { key, ...asked });

async function hook(url = `${receiver.origin}/in`): Promise<number> {
  const made = await ask('POST', '', { body: { url, events: ['screening.matched'], description: 'Mine' } });
  return made.body.id;
}

async function delivery(id: number, attempts: number) {
  await expect
    .poll(async () => (await ask('GET', `/${id}/deliveries`)).body.items[0]?.attempts, { timeout: 10_000 })
    .toBe(attempts);
  return (await ask('GET', `/${id}/deliveries`)).body.items[0];
}

describe('PATCH', () => {
  test('changes what is given and leaves the rest', async () => {
    const id = await hook();
    const changed = await ask('PATCH', `/${id}`, { body: { events: ['quota.low', 'batch.finished'], details: true } });
    expect(changed.body).toMatchObject({ events: ['quota.low', 'batch.finished'], details: true, description: 'Mine' });
    expect((await ask('PATCH', `/${id}`, { body: { description: '' } })).body.description).toBeNull();
    expect((await ask('GET', `/${id}`)).body).toMatchObject({ description: null, details: true });
    expect(receiver.received).toEqual([]);
  });

  test('of the address sends a test there at once', async () => {
    const id = await hook('https://10.9.9.9/never');
    await ask('PATCH', `/${id}`, { body: { url: `${receiver.origin}/new` } });
    const { url, body } = await receiver.reached(1);
    expect([url, JSON.parse(body).type]).toEqual(['/new', 'webhook.test']);
  });

  test('refuses an address that may not be told, members that it does not know, and hooks of others', async () => {
    const id = await hook();
    const refused = await ask('PATCH', `/${id}`, { body: { url: 'http://example.com/' } });
    expect([refused.status, refused.body.code]).toEqual([400, 'url-not-https']);
    expect((await ask('PATCH', `/${id}`, { body: { state: 'off' } })).status).toBe(400);
    expect((await ask('PATCH', `/${id}`, { body: { events: [] } })).status).toBe(400);
    key = (await bench.key(await bench.account())).key;
    expect((await ask('PATCH', `/${id}`, { body: { details: true } })).body.code).toBe('webhook-not-found');
  });
});

test('who may make webhooks in the desk may change them there, and nobody else', async () => {
  const account = await bench.account();
  key = (await bench.key(account)).key;
  const id = await hook();
  const owner = await SignedIn.invited(bench, served, account, 'owner');
  const changed = await owner.patch(`/api/Webhooks/${id}`, { events: ['quota.low'], description: 'Theirs' });
  expect([changed.status, changed.body.events, changed.body.description]).toEqual([200, ['quota.low'], 'Theirs']);
  const analyst = await SignedIn.invited(bench, served, account, 'analyst');
  expect((await analyst.patch(`/api/Webhooks/${id}`, { details: true })).status).toBe(403);
});

describe('a delivery', () => {
  test('shows its payload with the reference of the record, and what the receiver answered', async () => {
    Object.assign(receiver, { status: 500, answer: `first\0${'x'.repeat(5_000)}` });
    const id = await hook();
    const { body } = await served.screen(key, MATCHING);
    const tried = await delivery(id, 1);
    expect(tried.payload).toMatchObject({ type: 'screening.matched', data: { reference: 'case/7' } });
    expect(tried.payload.data.screeningId).toBe(body.data.id);
    expect(tried.payload.timestamp).toBe(tried.payload.createdAt);
    expect([tried.lastAnswer.slice(0, 6), tried.lastAnswer.length]).toEqual(['firstx', 2_047]);
    expect(JSON.parse((await receiver.reached(1)).body)).toEqual(tried.payload);
  });

  test('that is answered 410 switches its webhook off', async () => {
    receiver.status = 410;
    const id = await hook();
    await served.screen(key, MATCHING);
    expect((await delivery(id, 1)).state).toBe('failed');
    expect((await ask('GET', `/${id}`)).body.state).toBe('off');
  });

  test.each([
    ['120', 120_000],
    ['1', 0],
    ['x', 0],
  ])('that is answered 503 with Retry-After: %s waits so long', async (after, least) => {
    Object.assign(receiver, { status: 503, headers: { 'retry-after': after } });
    const id = await hook();
    await served.screen(key, MATCHING);
    const wait = Date.parse((await delivery(id, 1)).nextAt) - Date.now();
    expect(wait).toBeGreaterThan(Math.max(least, 5_000) - 4_000);
    expect(wait).toBeLessThan(Math.max(least, 5_500) + 1_000);
  });
});

test('pauses are spread, a receiver is believed for a day at most, and 410 is for good', () => {
  const wait = (attempt: object) => {
    const after = afterAttempt(FRESH, { status: 503, error: 'It answered 503.', ...attempt }, AT);
    return after.nextAt === null ? after.webhook : Date.parse(after.nextAt) - AT.getTime();
  };
  expect([wait({}), wait({ spread: 1 }), wait({ spread: 0.5 })]).toEqual([5_000, 5_500, 5_250]);
  expect([wait({ retryAfterMs: 60_000 }), wait({ retryAfterMs: 1e12 })]).toEqual([60_000, 86_400_000]);
  expect(wait({ status: 410 })).toBe('off');
});
