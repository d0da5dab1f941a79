import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accountWithKey } from '../../test/records/samples.ts';
import { WebhookReceiver } from '../../test/support/webhook-receiver.ts';
import { readConfig } from '../config.ts';
import { openRecords } from '../open-records.ts';
import type { Records } from '../records/port.ts';
import { AddressPolicy } from './addresses.ts';
import { type DeliveryResult, WebhookDispatcher } from './dispatcher.ts';
import { WebhookSecrets } from './secrets.ts';
import { WebhookSender } from './sender.ts';

const MASTER = randomBytes(32).toString('hex');
const log = { info: () => {}, warn: () => {}, error: () => {} };

let directory: string;
let records: Records;
let receiver: WebhookReceiver;
let dispatchers: WebhookDispatcher[];
let results: DeliveryResult[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'touchstone-dispatcher-'));
  records = await openRecords(readConfig({ TOUCHSTONE_DATA_DIR: directory }));
  receiver = await WebhookReceiver.start();
  dispatchers = [];
  results = [];
});

afterEach(async () => {
  await Promise.all(dispatchers.map((one) => one.stop()));
  await receiver.stop();
  await records.close();
  await rm(directory, { recursive: true });
});

function dispatcher(master = MASTER): WebhookDispatcher {
  const policy = new AddressPolicy({ ranges: [], origins: [receiver.origin] });
  const made = new WebhookDispatcher({
    webhooks: records.webhooks,
    secrets: new WebhookSecrets(async () => [master]),
    sender: new WebhookSender({ policy, now: () => new Date() }),
    log,
    ended: (result) => results.push(result),
  });
  dispatchers.push(made);
  return made;
}

/** A hook of a new account with so many events on their way to it. */
async function hook(events: number): Promise<{ accountId: number; id: number }> {
  const { accountId } = await accountWithKey(records);
  const { sealed } = await new WebhookSecrets(async () => [MASTER]).create(accountId);
  const wanted = { accountId, url: `${receiver.origin}/`, events: [], description: null, details: false };
  const made = await records.webhooks.create({ ...wanted, secret: sealed }, 'operator');
  if (made === 'too-many') throw new Error(made);
  for (let count = 0; count < events; count += 1) await records.webhooks.test(accountId, made.id);
  return { accountId, id: made.id };
}

const pendingOf = async ({ accountId, id }: { accountId: number; id: number }) =>
  (await records.webhooks.deliveries(accountId, id, { limit: 50 }))!.filter(({ state }) => state === 'pending').length;

test('a hook gets eight events at once, and one that does not answer holds up no other', async () => {
  receiver.status = undefined;
  await hook(10);
  const made = dispatcher();
  made.start();
  await receiver.reached(8);
  receiver.status = 204;
  const other = await hook(3);
  made.wake();
  await receiver.reached(11);
  await expect.poll(() => pendingOf(other)).toBe(0);
  // The store has it a moment before the dispatcher hears of that.
  await expect.poll(() => results).toEqual(['delivered', 'delivered', 'delivered']);
  expect(receiver.received).toHaveLength(11);
});

test('more than fit at once are all delivered, each once', async () => {
  const all = await hook(30);
  dispatcher().start();
  await expect.poll(() => pendingOf(all)).toBe(0);
  expect(receiver.received).toHaveLength(30);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(30);
});

test('a stop breaks attempts off, and the next start makes them at once', async () => {
  receiver.status = undefined;
  const all = await hook(2);
  const first = dispatcher();
  first.start();
  await receiver.reached(2);
  await first.stop();
  expect((await records.webhooks.deliveries(all.accountId, all.id, { limit: 1 }))![0]).toMatchObject({ attempts: 0 });
  receiver.status = 200;
  dispatcher().start();
  await expect.poll(() => pendingOf(all)).toBe(0);
  await expect.poll(() => results).toEqual(['delivered', 'delivered']);
  expect(receiver.received).toHaveLength(4);
});

test('without the master key nothing is sent, and the delivery says why', async () => {
  const { accountId, id } = await hook(1);
  dispatcher(randomBytes(32).toString('hex')).start();
  await expect.poll(() => results).toEqual(['failed']);
  expect((await records.webhooks.deliveries(accountId, id, { limit: 1 }))![0]).toMatchObject({
    state: 'pending',
    attempts: 1,
    lastStatus: null,
    lastError: 'The secret of the webhook cannot be opened: the master key that sealed it is not at hand.',
  });
  expect(receiver.received).toEqual([]);
});

test('it counts what waits and what is off', async () => {
  receiver.status = 500;
  await hook(3);
  const made = dispatcher();
  expect(made.counts).toEqual({ pending: 0, off: 0 });
  made.start();
  await expect.poll(() => made.counts).toEqual({ pending: 3, off: 0 });
});
