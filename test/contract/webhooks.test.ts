import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_WEBHOOKS } from '../../src/domain/webhook.ts';
import { type Answer, type Asked, Bench, type Served } from '../support/service.ts';
import { SignedIn } from '../support/signed-in.ts';
import { PEOPLE, unList } from '../support/un-list.ts';
import { type Received, WebhookReceiver } from '../support/webhook-receiver.ts';

const MATCHING = { name: 'Quillon Ferrabast', entityType: 'Individual', dateOfBirth: '1975-11-02' };
const GUIDE = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
const [SECOND, DAY] = [1_000, 86_400_000];

let bench: Bench;
let served: Served;
let receiver: WebhookReceiver;
let account: number;
let key: string;
/** The service's clock runs ahead by so much. */
let ahead = 0;

beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  bench = await Bench.create({ TOUCHSTONE_WEBHOOKS_ALLOW: `${receiver.origin},10.0.0.0/8` });
  await bench.importPeople();
  served = await start();
});

afterAll(async () => {
  await served?.stop();
  await receiver?.stop();
  await bench?.remove();
});

beforeEach(async () => {
  ahead = 0;
  account = await bench.account();
  key = (await bench.key(account)).key;
  receiver.status = 204;
  receiver.received.length = 0;
  // What an earlier test had sent may still arrive.
  receiver.wanted = (url) => !url.startsWith('/of-') || url === path();
});

afterEach(async () => {
  for (const { id } of (await ask('GET', '?limit=200')).body.items) await ask('DELETE', `/${id}`);
});

const path = () => `/of-${account}`;
const start = () => bench.serve({}, () => new Date(Date.now() + ahead));

function ask(method: string, path: string, asked: Asked = {}): Promise<Answer> {
  return served.ask(method, `/api/Webhooks${path}`, { key, ...asked });
}

async function hook(events: readonly string[], rest: object = {}) {
  const { status, body } = await ask('POST', '', { body: { url: receiver.origin + path(), events, ...rest } });
  expect(status).toBe(201);
  return body;
}

function verified({ headers, body }: Received, secret: string) {
  // biome-ignore lint/suspicious/noExplicitAny: what is in an event is what tests look at.
  return new Webhook(secret).verify(body, headers as Record<string, string>) as any;
}

async function deliveries(id: number) {
  return (await ask('GET', `/${id}/deliveries`)).body.items;
}

/** Asks until the answer is as it should be; the service looks for due deliveries once a second. */
async function eventually(look: () => Promise<unknown>, expected: unknown): Promise<void> {
  await expect.poll(look, { interval: 50 }).toEqual(expected);
}

describe('making a webhook', () => {
  test('shows its secret this once, and every member from then on', async () => {
    const wanted = { url: 'https://10.1.2.3/in?token=Zeder', events: ['lists.failed', 'quota.low'], details: true };
    const made = await ask('POST', '', { body: { ...wanted, description: ' Operations ' } });
    expect(made.status).toBe(201);
    const { secret, ...webhook } = made.body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toEqual({
      id: expect.any(Number),
      ...wanted,
      description: ' Operations ',
      state: 'active',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(made.headers.location).toBe(`/api/Webhooks/${webhook.id}`);
    const read = await ask('GET', `/${webhook.id}`);
    expect(read.body).toEqual(webhook);
    const again = await ask('GET', `/${webhook.id}`, { headers: { 'if-none-match': String(read.headers.etag) } });
    expect(again.status).toBe(304);
    const plain = await hook(['quota.low'], { description: null });
    expect(plain).toMatchObject({ description: null, details: false });
    const { body } = await ask('GET', '');
    expect(body.items.map(({ id }: { id: number }) => id)).toEqual([plain.id, webhook.id]);
    expect(JSON.stringify(body)).not.toContain('whsec_');
    expect(bench.logged).not.toContain('whsec_');
    expect(bench.logged).not.toContain('Zeder');
  });

  test('takes no Idempotency-Key, whose answer would have to be kept', async () => {
    const asked = { body: { url: receiver.origin, events: ['quota.low'] }, headers: { 'idempotency-key': 'one' } };
    const [one, two] = [await ask('POST', '', asked), await ask('POST', '', asked)];
    expect(one.body.id).not.toBe(two.body.id);
  });

  test.each([
    ['not a url', 'url-invalid'],
    ['https://user:word@hooks.example/', 'url-invalid'],
    ['https://hooks.example/#part', 'url-invalid'],
    ['http://hooks.example/', 'url-not-https'],
    ['ftp://hooks.example/', 'url-not-https'],
    ['https://127.0.0.1:8443/', 'url-not-public'],
    ['https://[::ffff:169.254.169.254]/latest/meta-data', 'url-not-public'],
    ['https://2130706433/', 'url-not-public'],
    ['https://name.that.never.was.invalid/', 'url-unresolvable'],
  ])('at %s is refused as %s', async (url, code) => {
    const { status, body } = await ask('POST', '', { body: { url, events: ['quota.low'] } });
    expect([status, body.code]).toEqual([400, code]);
    expect(body.errors).toEqual([{ field: 'url', message: body.detail }]);
  });

  test.each([
    [{ events: ['quota.low'] }, 'url'],
    [{ url: 7, events: ['quota.low'] }, 'url'],
    [{ url: '', events: ['quota.low'] }, 'url'],
    [{ url: `https://hooks.example/${'x'.repeat(2_048)}`, events: ['quota.low'] }, 'url'],
    [{ url: 'https://hooks.example/' }, 'events'],
    [{ url: 'https://hooks.example/', events: [] }, 'events'],
    [{ url: 'https://hooks.example/', events: ['webhook.test'] }, 'events[0]'],
    [{ url: 'https://hooks.example/', events: ['quota.low', 'quota.low'] }, 'events'],
    [{ url: 'https://hooks.example/', events: ['quota.low'], details: 'yes' }, 'details'],
    [{ url: 'https://hooks.example/', events: ['quota.low'], description: 'a\0b' }, 'description'],
    [{ url: 'https://hooks.example/', events: ['quota.low'], description: 'x'.repeat(201) }, 'description'],
  ])('with %j is refused for its %s', async (body, field) => {
    const refused = await ask('POST', '', { body });
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid-request']);
    expect(refused.body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
  });

  test('an account has so many at most', async () => {
    for (let count = 0; count < MAX_WEBHOOKS; count += 1) await hook(['quota.low']);
    const { status, body } = await ask('POST', '', { body: { url: receiver.origin, events: ['quota.low'] } });
    expect([status, body.code]).toEqual([409, 'too-many-webhooks']);
    const first = await ask('GET', '?limit=15');
    const second = await ask('GET', `?limit=15&cursor=${first.body.nextCursor}`);
    expect([first.body.items.length, second.body.items.length, second.body.nextCursor]).toEqual([15, 5, null]);
    const ids = [...first.body.items, ...second.body.items].map(({ id }) => id);
    expect(new Set(ids).size).toBe(MAX_WEBHOOKS);
  });

  test('goes on where the quota is spent, and so do its tests', async () => {
    account = await bench.account(1);
    key = (await bench.key(account)).key;
    await served.screen(key, MATCHING);
    expect((await served.screen(key, MATCHING)).status).toBe(429);
    const { id } = await hook(['quota.low']);
    expect((await ask('POST', `/${id}/test`)).status).toBe(202);
  });
});

describe('a webhook', () => {
  test('that is deleted is gone, and is told nothing more', async () => {
    const { id } = await hook(['screening.matched']);
    const deleted = await ask('DELETE', `/${id}`);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    const other = await hook(['screening.matched']);
    await served.screen(key, MATCHING);
    verified(await receiver.reached(1), other.secret);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/deliveries'],
      ['POST', '/test'],
      ['POST', '/rotate'],
    ] as const) {
      const { status, body } = await ask(method, `/${id}${path}`);
      expect([method, path, status, body.code]).toEqual([method, path, 404, 'webhook-not-found']);
    }
    expect(receiver.received).toHaveLength(1);
  });

  test('is told of what was stored, signed, without names; and with them where it asks', async () => {
    const plain = await hook(['screening.matched']);
    const { body } = await served.screen(key, MATCHING);
    await served.screen(key, { name: 'Nobody Whatsoever Quillfeather', entityType: 'Individual' });
    const arrived = await receiver.reached(1);
    expect([arrived.method, arrived.url, arrived.headers['content-type']]).toEqual([
      'POST',
      path(),
      'application/json',
    ]);
    const event = verified(arrived, plain.secret);
    expect(event).toMatchObject({ id: arrived.headers['webhook-id'], type: 'screening.matched' });
    expect(event.data).toMatchObject({
      screeningId: body.data.id,
      matchCount: 1,
      highestScore: body.data.highestScore,
    });
    expect(arrived.body).not.toContain('Ferrabast');
    expect(arrived.body).not.toContain(MATCHING.dateOfBirth);
    expect(event.data).not.toHaveProperty('details');
    await eventually(
      () => deliveries(plain.id),
      [
        {
          id: expect.any(Number),
          eventId: event.id,
          event: 'screening.matched',
          attempts: 1,
          state: 'delivered',
          lastStatus: 204,
          lastError: null,
          nextAt: null,
          payload: expect.objectContaining({ type: 'screening.matched' }),
          lastAnswer: '',
        },
      ],
    );
    await ask('DELETE', `/${plain.id}`);
    const detailed = await hook(['screening.matched'], { details: true });
    await served.screen(key, MATCHING);
    const { details } = verified(await receiver.reached(2), detailed.secret).data;
    expect(details).toMatchObject({ name: MATCHING.name, matches: [{ name: 'Quillon Ferrabast' }] });
  });

  test('hears of lists that a command beside the service brought into force', async () => {
    const { secret } = await hook(['lists.updated']);
    const more = { reference: 'QDi.999', name: 'Anselm Torvenquist' };
    await bench.command('lists', 'import', 'un-sc', await unList([...PEOPLE, more]));
    const { data } = verified(await receiver.reached(1), secret);
    expect(data).toMatchObject({ sources: [{ source: 'un-sc', entries: PEOPLE.length + 1 }] });
  });

  test('of another account hears nothing', async () => {
    const ours = await hook(['screening.matched']);
    const [mine, others] = [key, (await bench.key(await bench.account())).key];
    await served.screen(others, MATCHING);
    await served.screen(mine, MATCHING);
    verified(await receiver.reached(1), ours.secret);
    await eventually(
      async () => (await deliveries(ours.id)).map(({ state }: { state: string }) => state),
      ['delivered'],
    );
    expect(receiver.received).toHaveLength(1);
  });

  test('can be tried by a client that names the type of a body and sends none', async () => {
    const { id } = await hook(['quota.low']);
    const headers = { 'content-type': 'application/json' };
    for (const action of ['test', 'rotate'])
      expect((await ask('POST', `/${id}/${action}`, { headers })).status).toBeLessThan(300);
    const empty = await ask('POST', '', { headers });
    expect([empty.status, empty.body.code]).toEqual([400, 'invalid-request']);
  });

  test('can be tried, also twice with one Idempotency-Key for one event', async () => {
    const { id, secret } = await hook(['quota.low']);
    const headers = { 'idempotency-key': 'try' };
    const [one, two] = [await ask('POST', `/${id}/test`, { headers }), await ask('POST', `/${id}/test`, { headers })];
    expect(one.status).toBe(202);
    expect(one.body).toMatchObject({ event: 'webhook.test', attempts: 0, state: 'pending', lastStatus: null });
    expect(two.body).toEqual(one.body);
    const event = verified(await receiver.reached(1), secret);
    expect(event).toMatchObject({ id: one.body.eventId, type: 'webhook.test', data: { webhookId: id } });
    expect(await deliveries(id)).toHaveLength(1);
  });

  test('that changes its secret is signed with both for a day', async () => {
    const { id, secret } = await hook(['quota.low']);
    const rotated = await ask('POST', `/${id}/rotate`);
    expect(rotated.status).toBe(200);
    expect(rotated.body).toMatchObject({ id, secret: expect.stringMatching(/^whsec_/) });
    await ask('POST', `/${id}/test`);
    const during = await receiver.reached(1);
    for (const one of [secret, rotated.body.secret]) verified(during, one);
    ahead += DAY;
    await ask('POST', `/${id}/test`);
    const { headers } = await receiver.reached(2);
    expect(String(headers['webhook-signature']).split(' ')).toHaveLength(1);
    ahead -= DAY;
  });

  test('that does not take an event gets it again, under the same id, and over a restart', async () => {
    receiver.status = 503;
    const { id, secret } = await hook(['screening.matched']);
    await served.screen(key, MATCHING);
    const first = verified(await receiver.reached(1), secret);
    await eventually(async () => (await deliveries(id))[0], {
      id: expect.any(Number),
      eventId: first.id,
      event: 'screening.matched',
      attempts: 1,
      state: 'pending',
      lastStatus: 503,
      lastError: 'It answered 503.',
      nextAt: expect.any(String),
      payload: expect.objectContaining({ type: 'screening.matched' }),
      lastAnswer: '',
    });
    receiver.status = 302;
    receiver.headers = { location: `${receiver.origin}/elsewhere` };
    ahead += 5 * SECOND;
    await receiver.reached(2);
    await eventually(async () => (await deliveries(id))[0].lastError, 'It redirects (302), which is not followed.');
    await served.stop();
    receiver.status = 200;
    receiver.headers = {};
    ahead += 300 * SECOND;
    served = await start();
    const last = await receiver.reached(3);
    expect(new Set(receiver.received.map(({ url }) => url))).toEqual(new Set([path()]));
    expect(JSON.parse(last.body)).toEqual(first);
    await eventually(async () => (await deliveries(id))[0].state, 'delivered');
    ahead = 0;
  });

  test('that does not answer holds up no other, and a stop waits for none', async () => {
    receiver.status = undefined;
    const stuck = await hook(['screening.matched']);
    await served.screen(key, MATCHING);
    await receiver.reached(1);
    receiver.status = 204;
    const other = await hook(['quota.low']);
    await ask('POST', `/${other.id}/test`);
    verified(await receiver.reached(2), other.secret);
    const began = performance.now();
    await served.stop();
    // An attempt that is not answered ends after ten seconds.
    expect(performance.now() - began).toBeLessThan(9_000);
    served = await start();
    verified(await receiver.reached(3), stuck.secret);
    expect(receiver.received[2]!.body).toBe(receiver.received[0]!.body);
  });

  test('gets an event again when somebody asks', async () => {
    const { id } = await hook(['quota.low']);
    const sent = (await ask('POST', `/${id}/test`)).body;
    await receiver.reached(1);
    await eventually(async () => (await deliveries(id))[0].state, 'delivered');
    const again = await ask('POST', `/${id}/deliveries/${sent.id}/retry`);
    expect([again.status, again.body.state, again.body.attempts]).toEqual([202, 'pending', 1]);
    const { headers } = await receiver.reached(2);
    expect(headers['webhook-id']).toBe(sent.eventId);
    for (const path of [`/${id}/deliveries/987654`, `/987654/deliveries/${sent.id}`, `/${id}/deliveries/x`]) {
      const { status, body } = await ask('POST', `${path}/retry`);
      expect([status, body.code]).toEqual([404, 'delivery-not-found']);
    }
  });

  test('that fails for five days is switched off, which the overview says, until a test reaches it', async () => {
    receiver.status = 500;
    const owner = await SignedIn.invited(bench, served, account, 'owner');
    const { id } = await hook(['screening.matched']);
    await served.screen(key, MATCHING);
    const attempts = (count: number) => eventually(async () => (await deliveries(id)).at(-1).attempts, count);
    await attempts(1);
    for (const pause of [5, 300, 1_800]) {
      // Up to a tenth more is added to a pause.
      ahead += 1.1 * pause * SECOND;
      await attempts([5, 300, 1_800].indexOf(pause) + 2);
    }
    expect((await owner.get('/overview')).body.webhooksOff).toEqual([]);
    ahead += 5 * DAY;
    await attempts(5);
    expect((await ask('GET', `/${id}`)).body.state).toBe('off');
    // A session does not last that long.
    ahead -= 5 * DAY;
    expect((await owner.get('/overview')).body.webhooksOff).toEqual([{ id, description: null }]);
    receiver.status = 200;
    await ask('POST', `/${id}/test`);
    await eventually(async () => (await ask('GET', `/${id}`)).body.state, 'active');
    expect((await owner.get('/overview')).body.webhooksOff).toEqual([]);
  });

  test('has its deliveries on pages, the newest first', async () => {
    const { id } = await hook(['quota.low']);
    for (let count = 0; count < 5; count += 1) await ask('POST', `/${id}/test`);
    const first = (await ask('GET', `/${id}/deliveries?limit=3`)).body;
    await ask('POST', `/${id}/test`);
    const second = (await ask('GET', `/${id}/deliveries?limit=3&cursor=${first.nextCursor}`)).body;
    const ids = [...first.items, ...second.items].map((delivery: { id: number }) => delivery.id);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect([ids.length, second.nextCursor]).toEqual([5, null]);
    const { id: other } = await hook(['quota.low']);
    const wrong = await ask('GET', `/${other}/deliveries?cursor=${first.nextCursor}`);
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'cursor']);
  });
});

describe('the guide to webhooks', () => {
  const code = (language: string) =>
    [...GUIDE.matchAll(new RegExp(`\`\`\`${language}\n(.+?)\`\`\``, 'gs'))].map(([, text]) => text!);

  async function delivery() {
    const { id, secret } = await hook(['quota.low']);
    await ask('POST', `/${id}/rotate`);
    await ask('POST', `/${id}/test`);
    const { headers, body } = await receiver.reached(1);
    return { secret, body, headers };
  }

  test('has TypeScript that verifies a delivery and refuses others', async () => {
    const { secret, headers, body } = await delivery();
    const file = join(bench.dataDir, 'verify.ts');
    await writeFile(file, code('ts')[0]!);
    const { verify } = await import(/* @vite-ignore */ pathToFileURL(file).href);
    expect(verify(secret, headers, body)).toEqual(JSON.parse(body));
    expect(() => verify(secret, headers, `${body} `)).toThrow('no signature fits');
    expect(() => verify(`whsec_${'A'.repeat(43)}=`, headers, body)).toThrow('no signature fits');
    expect(() => verify(secret, { ...headers, 'webhook-id': 'evt_2' }, body)).toThrow('no signature fits');
    expect(() => verify(secret, { ...headers, 'webhook-timestamp': '1' }, body)).toThrow('too old');
    expect(() => verify(secret, {}, body)).toThrow('too old');
  });

  test('has Python that verifies a delivery and refuses others', async (context) => {
    const { secret, headers, body } = await delivery();
    const harness = `${code('python')[0]}
import sys
given = json.load(sys.stdin)
try:
    print(json.dumps(verify(given["secret"], given["headers"], given["body"].encode())))
except ValueError as error:
    print(error)
`;
    const run = (given: object) =>
      new Promise<string | undefined>((done, failed) => {
        const child = execFile('python3', ['-c', harness], (error, output) => {
          if ((error as NodeJS.ErrnoException | null)?.code === 'ENOENT') done(undefined);
          else if (error) failed(error);
          else done(output.trim());
        });
        child.stdin!.on('error', () => {}).end(JSON.stringify(given));
      });
    const output = await run({ secret, headers, body });
    context.skip(output === undefined, 'no Python on this machine');
    expect(JSON.parse(output!)).toEqual(JSON.parse(body));
    expect(await run({ secret, headers, body: `${body} ` })).toBe('no signature fits');
    expect(await run({ secret: `whsec_${'A'.repeat(43)}=`, headers, body })).toBe('no signature fits');
    expect(await run({ secret, headers: { ...headers, 'webhook-timestamp': '1' }, body })).toBe('too old or too new');
  });
});
