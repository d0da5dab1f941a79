import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { form } from '../support/form.ts';
import { Bench, type Served } from '../support/service.ts';
import { namesakes, PEOPLE, unList } from '../support/un-list.ts';

const PICTURES = new URL('../../src/sandbox/pictures/', import.meta.url);
const SCREEN = '/api/Screening/screen';

let bench: Bench;
let served: Served;

beforeAll(async () => {
  bench = await Bench.create();
  await bench.run('lists', 'import', 'un-sc', await unList([...PEOPLE, ...namesakes(230)]));
  served = await bench.serve();
});

afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

const newKey = async (quota?: number) => (await bench.key(await bench.account(quota))).key;
const person = (members: object = {}) => ({ name: 'Quillon Ferrabast', entityType: 'Individual', ...members });
const keyed = (value: string) => ({ 'idempotency-key': value });

describe('a reference of one’s own on a screening', () => {
  test('comes back where it was sent, and nowhere else', async () => {
    const key = await newKey();
    const made = await served.screen(key, person({ reference: 'case/2026:17@eu' }));
    expect(Object.keys(made.body.data)).not.toContain('reference');
    await served.screen(key, person());
    await served.screen(key, person({ reference: null }));
    const one = await served.ask('GET', `/api/Screening/${made.body.data.id}`, { key });
    expect(one.body.reference).toBe('case/2026:17@eu');
    const list = await served.ask('GET', '/api/Screening/list', { key });
    expect(list.body.map((row: object) => ('reference' in row ? row.reference : 'none'))).toEqual([
      'none',
      'none',
      'case/2026:17@eu',
    ]);
  });

  test('filters the list, alone and beside other filters', async () => {
    const key = await newKey();
    for (const reference of ['a', 'b', 'a', undefined]) await served.screen(key, person({ reference }));
    const found = await served.ask('GET', '/api/Screening/list?reference=a&hasMatch=true&sortBy=name', { key });
    expect([found.headers['x-total-count'], found.body.length]).toEqual(['2', 2]);
    const none = await served.ask('GET', '/api/Screening/list?reference=a&hasMatch=false', { key });
    expect([none.headers['x-total-count'], none.body]).toEqual(['0', []]);
    const other = await served.ask('GET', '/api/Screening/list?reference=a', { key: await newKey() });
    expect(other.body).toEqual([]);
    const wrong = await served.ask('GET', '/api/Screening/list?reference=a%20b', { key });
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'reference']);
  });

  test.each([['a b'], [''], ['x'.repeat(129)], [7], [{}]])('%j is refused', async (reference) => {
    const { status, body } = await served.screen(await newKey(), person({ reference }));
    expect([status, body.message]).toEqual([400, 'Validation failed.']);
    expect(body.errors[0]).toMatch(/^reference must be/);
  });
});

describe('Idempotency-Key on a screening', () => {
  test('gives the first answer again, which costs nothing', async () => {
    const account = await bench.account(1);
    const { key } = await bench.key(account);
    const first = await served.screen(key, person(), keyed('one'));
    const again = await served.screen(key, person(), keyed('one'));
    expect([again.status, again.text]).toEqual([200, first.text]);
    const last = await served.screen(key, person(), keyed('two'));
    expect([last.status, last.headers['x-error-code']]).toEqual([429, 'quota-exhausted']);
    await bench.run('accounts', 'set', String(account), '--quota', '2');
    expect((await served.screen(key, person(), keyed('two'))).status).toBe(200);
    expect((await served.ask('GET', '/api/Screening/list', { key })).status).toBe(429);
  });

  test('with another body is refused with the envelope', async () => {
    const key = await newKey();
    await served.screen(key, person(), keyed('k'));
    const { status, body, headers } = await served.screen(key, person({ minScore: 71 }), keyed('k'));
    expect(status).toBe(409);
    expect(headers['x-error-code']).toBe('idempotency-key-reused');
    expect(Object.keys(body)).toEqual(['success', 'message', 'data', 'errors']);
  });

  test('a long answer comes again in full from its record', async () => {
    const key = await newKey();
    const many = person({ name: 'Zorvan', minScore: 0 });
    const first = await served.screen(key, many, keyed('long'));
    expect(first.text.length).toBeGreaterThan(16 * 1024);
    const again = await served.screen(key, many, keyed('long'));
    expect(again.body).toEqual(first.body);
    expect((await served.ask('GET', '/api/Screening/list', { key })).body).toHaveLength(1);
  });

  test('of several at once one screens', async () => {
    const key = await newKey();
    const all = await Promise.all(Array.from({ length: 5 }, () => served.screen(key, person(), keyed('race'))));
    expect(new Set(all.map(({ text }) => text)).size).toBe(1);
    expect((await served.ask('GET', '/api/Screening/list', { key })).body).toHaveLength(1);
  });

  test('a refused request leaves its key free, and a wrong key is named', async () => {
    const key = await newKey();
    expect((await served.screen(key, { name: 'X' }, keyed('free'))).status).toBe(400);
    expect((await served.screen(key, person(), keyed('free'))).status).toBe(200);
    const { status, body } = await served.screen(key, person(), keyed('x'.repeat(129)));
    expect([status, body.errors[0]]).toEqual([400, expect.stringContaining('Idempotency-Key')]);
  });

  test('a withdrawn key gets no answer again', async () => {
    const account = await bench.account();
    const { id, key } = await bench.key(account);
    await served.screen(key, person(), keyed('k'));
    await bench.run('keys', 'revoke', id);
    expect((await served.ask('POST', SCREEN, { key, body: person(), headers: keyed('k') })).status).toBe(401);
  });
});

test('the alerts and the screenings of a customer are lists of their own', async () => {
  const key = await newKey();
  const put = (body: object) =>
    served.ask('PUT', '/api/Customers/C-7', { key, body: { entityType: 'Individual', ...body } });
  await put({ name: 'Quillon Ferrabast' });
  await put({ name: 'Quillon Ferrabast', otherNames: ['Zorvan Ilmatok'] });
  await served.screen(key, person());
  const list = async (what: string) => (await served.ask('GET', `/api/Customers/C-7/${what}`, { key })).body;
  const alerts = await list('alerts');
  expect(alerts.items.map(({ entity }: { entity: { name: string } }) => entity.name).sort()).toEqual([
    'Quillon Ferrabast',
    'Zorvan Ilmatok',
  ]);
  const first = await list('screenings?limit=1');
  expect(first.items).toMatchObject([{ name: 'Quillon Ferrabast', hasMatch: true, matchCount: 2 }]);
  const rest = await list(`screenings?limit=1&cursor=${first.nextCursor}`);
  expect([rest.items[0].matchCount, rest.nextCursor]).toEqual([1, null]);
  for (const what of ['alerts', 'screenings']) {
    const missing = await served.ask('GET', `/api/Customers/nobody/${what}`, { key });
    expect([missing.status, missing.body.code]).toEqual([404, 'customer-not-found']);
  }
});

describe('a verification', () => {
  let sandbox: Bench;
  let serving: Served;
  let key: string;

  beforeAll(async () => {
    sandbox = await Bench.create({ TOUCHSTONE_ENVIRONMENT: 'sandbox' });
    key = (await sandbox.key(await sandbox.account())).key;
    serving = await sandbox.serve();
  });
  afterAll(async () => {
    await serving?.stop();
    await sandbox?.remove();
  });

  const verify = async (headers: Record<string, string>, parts: Record<string, string> = {}) => {
    const picture = (name: string) => readFile(new URL(`${name}.jpg`, PICTURES));
    const images = { IdCardImage: await picture('passport'), SelfieImage: await picture('selfie-holder') };
    const sent = await form({ ...images, ...parts });
    const path = '/api/IdVerification/verify';
    return serving.ask('POST', path, { key, body: sent.body, headers: { ...sent.headers, ...headers } });
  };

  test('keeps a reference, and the same form under the same key is done once', async () => {
    const first = await verify(keyed('form'), { Reference: 'applicant-9' });
    expect(first.status).toBe(200);
    const again = await verify(keyed('form'), { Reference: 'applicant-9' });
    expect([again.status, again.text]).toEqual([200, first.text]);
    const other = await verify(keyed('form'), { Reference: 'applicant-10' });
    expect([other.status, other.headers['x-error-code']]).toEqual([409, 'idempotency-key-reused']);
    const one = await serving.ask('GET', `/api/IdVerification/${first.body.data.id}`, { key });
    expect(one.body.reference).toBe('applicant-9');
    const list = await serving.ask('GET', '/api/IdVerification/list?reference=applicant-9', { key });
    expect(list.body.map((row: { id: number }) => row.id)).toEqual([first.body.data.id]);
    const plain = await verify({});
    const all = (await serving.ask('GET', '/api/IdVerification/list', { key })).body;
    expect(all[0]).not.toHaveProperty('reference');
    // The form that came again neither made a record nor took a unit, nor does it go on behind its answer.
    expect(all).toHaveLength(2);
    expect(plain.body.data.remainingRequests).toBe(first.body.data.remainingRequests - 1);
  });

  test('a wrong reference or key is refused by its name', async () => {
    const wrong = await verify({}, { Reference: 'a b' });
    expect([wrong.status, wrong.body.errors[0]]).toEqual([400, expect.stringMatching(/^Reference: must be/)]);
    const long = await verify(keyed('x'.repeat(129)));
    expect([long.status, long.body.errors[0]]).toEqual([400, expect.stringContaining('Idempotency-Key')]);
  });
});
