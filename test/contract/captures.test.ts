import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Bench, Served } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

const SESSIONS = '/api/IdVerification/sessions';

let bench: Bench;
let served: Served;
let account: number;
let key: string;

beforeAll(async () => {
  ({ bench, served } = await sharedService());
  account = await bench.account();
  key = (await bench.key(account)).key;
});

const make = (body: object = {}, by = key): Promise<Answer> => served.ask('POST', SESSIONS, { key: by, body });
const ask = (method: string, path = '', by = key): Promise<Answer> => served.ask(method, SESSIONS + path, { key: by });

describe('a link by which a person verifies themselves', () => {
  test('is made, shown once, read, listed and cancelled', async () => {
    const made = await make({ reference: 'C-1', language: 'de', country: 'de', documentTypes: ['Passport'] });
    expect(made.status).toBe(201);
    const { url, ...session } = made.body;
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/v#[A-Za-z0-9_-]{43}$/);
    expect(session).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'created',
      reference: 'C-1',
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      attempts: 0,
      verificationId: null,
    });
    expect(Date.parse(session.expiresAt) - Date.parse(session.createdAt)).toBe(86_400_000);
    expect(made.headers.location).toBe(`${SESSIONS}/${session.id}`);
    const read = await ask('GET', `/${session.id}`);
    expect([read.status, read.body]).toEqual([200, session]);
    expect(read.headers.etag).toMatch(/^"/);
    expect((await ask('GET', '?reference=C-1')).body).toEqual({ items: [session], nextCursor: null });
    expect((await ask('GET', '?reference=C-1&status=started')).body.items).toEqual([]);
    const cancelled = await ask('DELETE', `/${session.id}`);
    expect([cancelled.status, cancelled.body]).toEqual([200, { ...session, status: 'cancelled' }]);
    expect((await ask('DELETE', `/${session.id}`)).body.status).toBe('cancelled');
    expect((await ask('GET', '?reference=C-1&status=cancelled')).body.items).toHaveLength(1);
    expect(read.text + cancelled.text).not.toContain(url.split('#')[1]);
  });

  test('comes in pages that stay while others are made', async () => {
    const mine = await bench.account();
    const by = (await bench.key(mine)).key;
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.unshift((await make({}, by)).body.id);
    const first = await ask('GET', '?limit=2', by);
    expect(first.body.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
    await make({}, by);
    const second = await ask('GET', `?limit=2&cursor=${first.body.nextCursor}`, by);
    expect([second.body.items[0].id, second.body.nextCursor]).toEqual([ids[2], null]);
  });

  test.each([
    ['expiresIn', 299],
    ['expiresIn', 604_801],
    ['expiresIn', 1.5],
    ['language', 'xx'],
    ['country', 'XX'],
    ['country', 'Germany'],
    ['documentTypes', ['Visa']],
    ['documentTypes', []],
    ['reference', 'a b'],
    ['movement', 'yes'],
    ['redirectUrl', 'http://shop.example/'],
    ['redirectUrl', 'javascript:alert(1)'],
    ['redirectUrl', 'https://user@shop.example/'],
    ['redirectUrl', 'https://elsewhere.example/'],
    ['redirectUrl', 'https:\\\\elsewhere.example\\'],
    ['redirectUrl', 'https://shop.example.elsewhere.example/'],
  ])('is refused with a wrong %s: %j', async (field, value) => {
    const refused = await make({ [field]: value });
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid-request']);
    expect(refused.body.errors[0].field.split('[')[0]).toBe(field);
  });

  test('leads at its end only where the account says', async () => {
    const mine = await bench.account();
    const by = (await bench.key(mine)).key;
    const redirectUrl = 'https://shop.example/done?a=1';
    expect((await make({ redirectUrl }, by)).status).toBe(400);
    const set = await bench.run<{ redirectOrigins: string[]; asker: string; privacyUrl: string }>(
      'accounts',
      'set',
      String(mine),
      '--redirect-origin',
      'https://Shop.example/',
      '--asker',
      'Harbour',
      '--privacy-url',
      'https://harbour.example/privacy',
    );
    expect(set).toMatchObject({
      redirectOrigins: ['https://shop.example'],
      asker: 'Harbour',
      privacyUrl: 'https://harbour.example/privacy',
    });
    expect((await make({ redirectUrl }, by)).status).toBe(201);
    await bench.run('accounts', 'set', String(mine), '--redirect-origin', 'none');
    expect((await make({ redirectUrl }, by)).status).toBe(400);
    const wrong = bench.run('accounts', 'set', String(mine), '--redirect-origin', 'https://shop.example/path');
    await expect(wrong).rejects.toMatchObject({ code: 'validation' });
  });

  test('takes a scope, and is nobody else’s', async () => {
    const screening = (await bench.key(account, '--scope', 'screening')).key;
    const reading = (await bench.key(account, '--scope', 'verification:read')).key;
    const other = (await bench.key(await bench.account())).key;
    const { id } = (await make()).body;
    expect((await make({}, screening)).body.code).toBe('scope-missing');
    expect((await make({}, reading)).body.code).toBe('scope-missing');
    expect((await ask('GET', `/${id}`, reading)).status).toBe(200);
    for (const method of ['GET', 'DELETE']) {
      const refused = await ask(method, `/${id}`, other);
      expect([refused.status, refused.body.code]).toEqual([404, 'session-not-found']);
    }
    expect((await ask('GET', '/nothing')).body.code).toBe('session-not-found');
  });

  test('costs nothing, also where the quota is spent', async () => {
    const mine = await bench.account(1);
    const by = (await bench.key(mine)).key;
    await served.screen(by, { name: 'Ada', entityType: 'Individual' });
    expect((await served.screen(by, { name: 'Ada', entityType: 'Individual' })).status).toBe(429);
    expect((await make({}, by)).status).toBe(201);
  });

  test('is made, listed and cancelled by the command, too', async () => {
    const mine = String(await bench.account());
    const made = await bench.run<{ id: string; url: string; status: string }>(
      'sessions',
      'create',
      '--account',
      mine,
      '--reference',
      'C-9',
      '--expires-in',
      '300',
      '--no-movement',
      '--document-type',
      'Passport',
      '--country',
      'FR',
      '--language',
      'fr',
    );
    expect(made).toMatchObject({ status: 'created', url: expect.stringMatching(/\/v#[A-Za-z0-9_-]{43}$/) });
    const listed = await bench.run<{ id: string }[]>('sessions', 'list', '--account', mine, '--reference', 'C-9');
    expect(listed.map(({ id }) => id)).toEqual([made.id]);
    const cancelled = await bench.run<{ status: string }>('sessions', 'cancel', made.id, '--account', mine);
    expect(cancelled.status).toBe('cancelled');
    const unknown = bench.run('sessions', 'cancel', 'nothing', '--account', mine);
    await expect(unknown).rejects.toMatchObject({ code: 'not-found' });
    const wrong = bench.run('sessions', 'create', '--account', mine, '--language', 'xx');
    await expect(wrong).rejects.toMatchObject({ code: 'validation' });
  });
});
