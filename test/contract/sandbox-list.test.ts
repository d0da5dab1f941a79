import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Bench, type Served } from '../support/service.ts';
import { SignedIn } from '../support/signed-in.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';

const PERSON = { name: 'Ottoline Grubbelmeyer', entityType: 'Individual', dateOfBirth: '1969-08-14' };

let bench: Bench;
let served: Served;
let receiver: WebhookReceiver;
let account: number;
let key: string;

beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  bench = await Bench.create({ TOUCHSTONE_ENVIRONMENT: 'sandbox', TOUCHSTONE_WEBHOOKS_ALLOW: receiver.origin });
  account = await bench.account();
  key = (await bench.key(account)).key;
  served = await bench.serve();
});
afterAll(async () => {
  await served?.stop();
  await receiver?.stop();
  await bench?.remove();
});

const change = (which: string, by = key) =>
  served.ask('POST', '/api/Sandbox/lists', { key: by, body: { change: which } });
const told = () => receiver.received.map(({ body }) => JSON.parse(body)).map(({ type }) => type);
/** Each finds the list without its entry. */
beforeEach(async () => void (await change('remove')));

const alerts = async () => (await served.ask('GET', '/api/Alerts?customer=C-1', { key })).body.items;

describe('POST /api/Sandbox/lists', () => {
  test('lets an entry come, change and go, so that each event of monitoring is told', async () => {
    const events = ['alert.opened', 'alert.decided', 'lists.updated', 'lists.failed', 'customer.changed'];
    await served.ask('POST', '/api/Webhooks', { key, body: { url: receiver.origin, events } });
    await served.ask('PUT', '/api/Customers/C-1', { key, body: PERSON });
    expect((await served.screen(key, PERSON)).body.data.hasMatch).toBe(false);

    const added = await change('add');
    expect([added.status, added.body.state, added.body.next]).toEqual([200, 'added', ['change', 'remove', 'fail']]);
    expect(added.body.entry).toEqual({ source: 'eu-fsf', id: 'sandbox:ottoline-grubbelmeyer', ...PERSON });
    // It is in force once it is answered.
    expect((await served.screen(key, PERSON)).body.data.matches[0].sources).toEqual([
      expect.stringMatching(/\(sandbox\)$/),
    ]);
    await expect.poll(async () => (await alerts())[0]?.state).toBe('open');
    const [alert] = await alerts();
    const body = { decision: 'dismissed', reason: 'other-person' };
    await served.ask('POST', `/api/Alerts/${alert.id}/decisions`, { key, body });

    expect((await change('change')).body.state).toBe('changed');
    await expect.poll(async () => (await alerts())[0].state).toBe('open');
    expect((await change('remove')).body.state).toBe('without');
    await expect.poll(async () => (await alerts())[0].state).toBe('delisted');
    expect((await served.screen(key, PERSON)).body.data.hasMatch).toBe(false);
    for (let round = 0; round < 2; round += 1) expect((await change('fail')).status).toBe(200);
    await expect.poll(() => told().filter((type) => type === 'lists.failed').length).toBe(2);
    expect(new Set(told())).toEqual(new Set(events));
  });

  test('says what it takes where a change cannot come now, and refuses others', async () => {
    const early = await change('remove');
    expect([early.status, early.body.code, early.body.detail]).toEqual([
      409,
      'conflict',
      'The list of the sandbox does not take "remove" now; it takes: add, fail.',
    ]);
    for (const body of [{}, { change: 'burn' }, { change: 'add', more: 1 }, []]) {
      const refused = await served.ask('POST', '/api/Sandbox/lists', { key, body });
      expect([body, refused.status]).toEqual([body, 400]);
    }
    const { key: reader } = await bench.key(account, '--scope', 'screening');
    expect((await change('add', reader)).body.code).toBe('scope-missing');
  });

  test('what is in force stays over a restart, and two changes at once are one after the other', async () => {
    const both = await Promise.all([change('add'), change('add')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await served.stop();
    served = await bench.serve();
    expect((await served.screen(key, PERSON)).body.data.hasMatch).toBe(true);
    expect((await change('change')).body.state).toBe('changed');
    expect((await change('change')).body.state).toBe('added');
    expect((await change('remove')).status).toBe(200);
  });

  test('an analyst has it in the desk, a viewer has not', async () => {
    const analyst = await SignedIn.invited(bench, served, account, 'analyst');
    const viewer = await SignedIn.invited(bench, served, account, 'viewer');
    const path = '/api/Sandbox/lists';
    expect((await viewer.post(path, { change: 'add' })).status).toBe(403);
    expect((await analyst.get('/lists')).body.sandbox).toEqual({
      name: PERSON.name,
      born: PERSON.dateOfBirth,
      next: ['add', 'fail'],
    });
    expect((await analyst.post(path, { change: 'fail' })).status).toBe(200);
  });
});

test('no other environment has a list that changes on request', async () => {
  const real = await Bench.create({ TOUCHSTONE_STARTER_LIST: 'on' });
  const service = await real.serve();
  try {
    const { key: own } = await real.key(await real.account());
    const { status, body } = await service.ask('POST', '/api/Sandbox/lists', { key: own, body: { change: 'add' } });
    expect([status, body.code]).toEqual([404, 'sandbox-only']);
  } finally {
    await service.stop();
    await real.remove();
  }
});
