import { beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { openRecords } from '../../src/open-records.ts';
import type { Answer, Bench, Served } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

const ENVELOPE = { success: false, message: expect.any(String), data: null, errors: [expect.any(String)] };
const NAME = { name: 'Quillon Ferrabast', entityType: 'Individual' };
const READS = ['/api/Screening/list', '/api/Screening/1', '/api/IdVerification/list', '/api/IdVerification/1'];
const CREATES = ['/api/Screening/screen', '/api/IdVerification/verify'];

let bench: Bench;
let served: Served;
let account: number;
let key: string;

beforeAll(async () => {
  ({ bench, served } = await sharedService());
  account = await bench.account();
  key = (await bench.key(account)).key;
});

function expectProblem(answer: Answer, status: number): void {
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(answer.body).toEqual({
    type: expect.stringMatching(/^[a-z]+:/),
    title: expect.any(String),
    status,
    detail: expect.any(String),
    requestId: answer.headers['x-request-id'],
  });
}

function expectEnvelope(answer: Answer, status: number): void {
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.body).toEqual(ENVELOPE);
}

describe('401', () => {
  const wrongKeys: [string, () => string | undefined][] = [
    ['no key', () => undefined],
    ['an empty key', () => ''],
    ['a word', () => 'secret'],
    ['a key with one letter changed', () => key.replace(/.(?=.{8}$)/, (letter) => (letter === 'a' ? 'b' : 'a'))],
    ['a key that is too long', () => `${key}${'x'.repeat(4000)}`],
    ['two keys', () => `${key}, ${key}`],
  ];
  test.each(wrongKeys)('%s: envelope on POST, problem-details on GET', async (_what, value) => {
    for (const path of READS) expectProblem(await served.ask('GET', path, { key: value() }), 401);
    for (const path of CREATES) expectEnvelope(await served.ask('POST', path, { key: value(), body: NAME }), 401);
  });

  test('comes before 404 and 405 for everything under /api', async () => {
    for (const path of [
      '/api',
      '/api/',
      '/api/nothing',
      '/API/Screening/list',
      '//api/x',
      '/%61pi/Screening/list',
      '/api/%zz',
    ]) {
      expectProblem(await served.ask('GET', path), 401);
    }
    expect((await served.ask('DELETE', '/api/Screening/list')).status).toBe(401);
    expect((await served.ask('OPTIONS', '/api/Screening/list')).status).toBe(401);
  });

  test('comes before a wrong or oversized body is looked at', async () => {
    expectEnvelope(await served.screen(undefined, '{'), 401);
    expectEnvelope(await served.screen(undefined, 'x'.repeat(100_000)), 401);
  });

  test('a key that another process revoked stops at once', async () => {
    const { id, key: value } = await bench.key(account);
    expect((await served.screen(value, NAME)).status).toBe(200);
    await bench.json('keys', 'revoke', id);
    expectEnvelope(await served.screen(value, NAME), 401);
    expectProblem(await served.ask('GET', '/api/Screening/list', { key: value }), 401);
  });

  test('a key that another process revoked stops where it was used a moment ago', async () => {
    const records = await openRecords(readConfig(bench.settings));
    for (const body of [NAME, '{', { name: 'Anna' }]) {
      const { id, key: value } = await bench.key(account);
      expect((await served.screen(value, NAME)).status).toBe(200);
      await records.accounts.revokeKey(id, 'test');
      expectEnvelope(await served.screen(value, body), 401);
    }
    await records.close();
  });

  test('an expired key is refused', async () => {
    const hour = 3_600_000;
    const { key: value } = await bench.key(account, '--expires', new Date(Date.now() + hour).toISOString());
    let ahead = 0;
    const later = await bench.serve({}, () => new Date(Date.now() + ahead));
    expect((await later.screen(value, NAME)).status).toBe(200);
    ahead = hour;
    expectEnvelope(await later.screen(value, NAME), 401);
    await later.stop();
  });
});

describe('403', () => {
  test('an address outside of the whitelist: the envelope on every endpoint', async () => {
    const { key: value } = await bench.key(account, '--allow', '203.0.113.0/24', '--allow', '2001:db8::/32');
    for (const path of READS) expectEnvelope(await served.ask('GET', path, { key: value }), 403);
    for (const path of CREATES) expectEnvelope(await served.ask('POST', path, { key: value, body: NAME }), 403);
    const { body } = await served.screen(value, '{');
    expect(body.errors[0]).toMatch(/not whitelisted/);
  });

  test.each(['127.0.0.1', '127.0.0.0/8', '0.0.0.0/0', '::ffff:127.0.0.0/104'])(
    '%s lets this machine in',
    async (range) => {
      const { key: value } = await bench.key(account, '--allow', range);
      expect((await served.screen(value, NAME)).status).toBe(200);
    },
  );

  test('X-Forwarded-For of somebody who is no trusted proxy counts for nothing', async () => {
    const { key: value } = await bench.key(account, '--allow', '203.0.113.7');
    const headers = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' };
    expectEnvelope(await served.screen(value, NAME, headers), 403);
  });
});

describe('429', () => {
  test('a spent quota: the envelope with Retry-After on every endpoint, before the body is looked at', async () => {
    const { key: value } = await bench.key(await bench.account(2));
    const first = await served.screen(value, NAME);
    expect(first.body.data.remainingRequests).toBe(1);
    expect((await served.screen(value, NAME)).body.data.remainingRequests).toBe(0);
    const now = new Date();
    const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
    for (const path of [...READS, '/api/nothing']) {
      const answer = await served.ask('GET', path, { key: value });
      expectEnvelope(answer, 429);
      expect(answer.body.errors[0]).toMatch(/exhausted/);
      expect(Math.abs(Number(answer.headers['retry-after']) - (end - now.getTime()) / 1000)).toBeLessThan(30);
    }
    for (const path of CREATES) expectEnvelope(await served.ask('POST', path, { key: value, body: '{' }), 429);
  });

  test('two requests never share the last unit', async () => {
    const { key: value } = await bench.key(await bench.account(5));
    const answers = await Promise.all(Array.from({ length: 20 }, () => served.screen(value, NAME)));
    const made = answers.filter(({ status }) => status === 200).map(({ body }) => body.data);
    expect(made).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
    expect(new Set(made.map(({ id }) => id)).size).toBe(5);
    expect(made.map(({ remainingRequests }) => remainingRequests).sort()).toEqual([0, 1, 2, 3, 4]);
  });

  test('a key that asks too fast waits a moment; another key of the account does not', async () => {
    const limited = await bench.serve({ TOUCHSTONE_RATE_LIMIT: '0.01:3' });
    const other = (await bench.key(account)).key;
    const answers: Answer[] = [];
    for (let index = 0; index < 4; index += 1) answers.push(await limited.ask('GET', '/api/Screening/list', { key }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expectEnvelope(answers[3]!, 429);
    expect(Number(answers[3]!.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect((await limited.ask('GET', '/api/Screening/list', { key: other })).status).toBe(200);
    await limited.stop();
  });
});

describe('404 and 405', () => {
  test('unknown paths are problem-details on every method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
      expectProblem(await served.ask(method, '/api/nothing', { key }), 404);
      expectProblem(await served.ask(method, '/nothing'), 404);
    }
    for (const path of [
      '/api/Screening/list/',
      '/api/screening/list',
      '/api/Screening/1/matches',
      '/dashboard',
      '/dashboard/api',
      '/favicon.ico',
    ]) {
      expectProblem(await served.ask('GET', path, { key }), 404);
    }
  });

  const wrongMethods: [string, string, string][] = [
    ['GET', '/api/Screening/screen', 'POST'],
    ['GET', '/api/IdVerification/verify', 'POST'],
    ['POST', '/api/Screening/list', 'GET, HEAD'],
    ['DELETE', '/api/Screening/1', 'GET, HEAD'],
    ['PUT', '/api/IdVerification/1', 'GET, HEAD'],
    ['POST', '/health/live', 'GET, HEAD'],
    ['POST', '/openapi.json', 'GET, HEAD'],
  ];
  test.each(wrongMethods)('%s %s is 405 and says what is allowed', async (method, path, allow) => {
    const answer = await served.ask(method, path, { key });
    expectProblem(answer, 405);
    expect(answer.headers.allow).toBe(allow);
  });

  test('OPTIONS tells the methods, HEAD answers like GET without a body', async () => {
    const options = await served.ask('OPTIONS', '/api/Screening/screen', { key });
    expect([options.status, options.headers.allow]).toEqual([204, 'POST']);
    const head = await served.ask('HEAD', '/api/Screening/list', { key });
    expect([head.status, head.text]).toEqual([200, '']);
  });
});

describe('an account without verifications', () => {
  test('lists nothing, finds nothing', async () => {
    const list = await served.ask('GET', '/api/IdVerification/list', { key });
    expect([list.status, list.body]).toEqual([200, []]);
    for (const id of ['1', '0', 'abc', '99999999999999999999']) {
      const answer = await served.ask('GET', `/api/IdVerification/${id}`, { key });
      expectProblem(answer, 404);
      expect(answer.body.detail).toContain(id);
    }
  });
});

describe('two accounts', () => {
  test('see their own records and nothing of each other, whichever key of theirs they use', async () => {
    const [mine, theirs] = [await bench.account(), await bench.account()];
    const keys = [await bench.key(mine), await bench.key(mine), await bench.key(theirs)].map((made) => made.key);
    const made = await Promise.all(keys.map(async (value) => (await served.screen(value, NAME)).body.data.id));
    const sees = await Promise.all(
      keys.map((value) =>
        Promise.all(made.map(async (id) => (await served.ask('GET', `/api/Screening/${id}`, { key: value })).status)),
      ),
    );
    expect(sees).toEqual([
      [200, 200, 404],
      [200, 200, 404],
      [404, 404, 200],
    ]);
    const lists = await Promise.all(keys.map((value) => served.ask('GET', '/api/Screening/list', { key: value })));
    expect(lists.map(({ body }) => body.length)).toEqual([2, 2, 1]);
  });
});

test('every answer carries a request id of ours and the headers of a private, https-only service', async () => {
  const answers = await Promise.all([
    served.ask('GET', '/api/Screening/list', { key, headers: { 'x-request-id': 'mine' } }),
    served.ask('GET', '/api/Screening/list'),
    served.ask('GET', '/nothing'),
    served.ask('GET', '/health/ready'),
    served.screen(key, NAME),
    served.screen(key, {}),
  ]);
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'cache-control': 'no-store',
      'strict-transport-security': expect.stringMatching(/^max-age=\d{7,}/),
      'x-content-type-options': 'nosniff',
    });
  }
  expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(answers.length);
});

test('the log has a line for each answer and nothing of names, dates, keys or addresses', async () => {
  const secret = { name: 'Wimbledorf Hushabaye', entityType: 'Individual', dateOfBirth: '1912-06-23' };
  const { headers } = await served.screen(key, secret, { 'x-forwarded-for': '198.51.100.77' });
  await served.screen(key, { ...secret, minScore: 'Wimbledorf' });
  await served.ask('GET', '/api/Screening/list?name=Wimbledorf', { key });
  await served.ask('GET', '/Wimbledorf');
  const lines = bench.logged
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toContainEqual(
    expect.objectContaining({
      requestId: headers['x-request-id'],
      route: '/api/Screening/screen',
      status: 200,
      method: 'POST',
    }),
  );
  // Whole values: a request id or a hash may hold 1912, and a time 198.51 ms.
  expect(bench.logged).not.toMatch(/Wimbledorf|Hushabaye|1912-06-23|198\.51\.100\.77|127\.0\.0\.1"|Quillon/);
  expect(bench.logged).not.toContain(key.slice(-30));
});
