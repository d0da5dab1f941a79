import { afterAll, beforeAll, expect, test } from 'vitest';
import { Bench, type Served } from '../support/service.ts';

const NAME = { name: 'Quillon Ferrabast', entityType: 'Individual' };
const FROM = '203.0.113.7';

let bench: Bench;
let served: Served;
let open: string;
let restricted: string;

beforeAll(async () => {
  ({ bench, served } = await Bench.serving({ TOUCHSTONE_TRUSTED_PROXIES: '127.0.0.0/8, 10.9.0.0/16' }));
  const account = await bench.account();
  open = (await bench.key(account)).key;
  restricted = (await bench.key(account, '--allow', FROM, '--allow', '2001:db8::/32')).key;
});

afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

const status = async (key: string | undefined, headers: Record<string, string>) =>
  (await served.screen(key, NAME, headers)).status;

test('a request that its proxy took over https is served', async () => {
  expect(await status(open, { 'x-forwarded-proto': 'https', 'x-forwarded-for': FROM })).toBe(200);
});

test.each([{}, { 'x-forwarded-proto': 'http' }, { 'x-forwarded-proto': '' }, { 'x-forwarded-proto': 'https, http' }])(
  'a request that its proxy did not take over https is 403: %o',
  async (headers) => {
    const answer = await served.screen(open, NAME, headers as Record<string, string>);
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ success: false, data: null, errors: [expect.stringMatching(/https/)] });
    const read = await served.ask('GET', '/api/Screening/list', {
      key: open,
      headers: headers as Record<string, string>,
    });
    expect([read.status, read.body.success]).toEqual([403, false]);
  },
);

test('authentication comes first', async () => {
  expect(await status(undefined, { 'x-forwarded-proto': 'http' })).toBe(401);
});

test('the whitelist is held against the nearest address that no trusted proxy has', async () => {
  const https = { 'x-forwarded-proto': 'https' };
  expect(await status(restricted, { ...https, 'x-forwarded-for': FROM })).toBe(200);
  expect(await status(restricted, { ...https, 'x-forwarded-for': `${FROM}, 10.9.1.1` })).toBe(200);
  expect(await status(restricted, { ...https, 'x-forwarded-for': '2001:db8::5' })).toBe(200);
  expect(await status(restricted, { ...https, 'x-forwarded-for': `::ffff:${FROM}` })).toBe(200);
  expect(await status(restricted, { ...https, 'x-forwarded-for': `${FROM}, 198.51.100.1` })).toBe(403);
  expect(await status(restricted, { ...https, 'x-forwarded-for': 'unknown' })).toBe(403);
  expect(await status(restricted, https)).toBe(403);
});

test('probes of the proxy itself are answered', async () => {
  expect((await served.ask('GET', '/health/live')).status).toBe(200);
  expect((await served.ask('GET', '/openapi.json')).status).toBe(403);
});
