import { afterAll, beforeAll, expect, test } from 'vitest';
import { Bench, type Served } from '../support/service.ts';

const NOW = new Date('2026-11-23T10:00:00.000Z');

let bench: Bench;
let served: Served;
let key: string;

beforeAll(async () => {
  ({ bench, served } = await Bench.serving({}, () => NOW));
  key = (await bench.key(await bench.account(50))).key;
  await served.screen(key, { name: 'Quillon Ferrabast', entityType: 'Individual' });
  await served.screen(key, { name: 'Margaret Thistlewood', entityType: 'Individual' });
});

afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

const usage = (query = '', by = key) => served.ask('GET', `/api/Usage${query}`, { key: by });

test('the report has the quota, every day and all together', async () => {
  const { status, body } = await usage();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    from: '2026-10-25T00:00:00.000Z',
    to: '2026-11-24T00:00:00.000Z',
    quota: 50,
    used: 2,
    renewal: '2026-12-01T00:00:00.000Z',
  });
  expect(body.days).toHaveLength(30);
  const today = body.days.at(-1);
  expect(today).toEqual({ day: '2026-11-23', ...body.total });
  expect(today).toEqual({
    day: '2026-11-23',
    screenings: { clear: 1, matched: 1 },
    verifications: { verified: 0, notVerified: 0, manualReview: 0 },
    alerts: { opened: 1, confirmed: 0, dismissed: 0 },
    dismissedByList: [],
    medianHoursToDecision: null,
  });
  expect(body.days[0]).toMatchObject({ day: '2026-10-25', screenings: { clear: 0, matched: 0 } });
});

test('from and to are whole days in UTC', async () => {
  const { body } = await usage('?from=2026-11-22T23:00:00Z&to=2026-11-23T00:30:00Z');
  expect(body.days.map(({ day }: { day: string }) => day)).toEqual(['2026-11-22', '2026-11-23']);
  expect((await usage('?from=2026-11-22&to=2026-11-23')).body.total.screenings).toEqual({ clear: 0, matched: 0 });
  expect((await usage('?from=2025-11-23')).body.days).toHaveLength(366);
});

test('another account sees its own alone', async () => {
  const other = (await bench.key(await bench.account())).key;
  expect((await usage('', other)).body).toMatchObject({ quota: 10_000, used: 0, total: { alerts: { opened: 0 } } });
});

test.each([
  ['from=yesterday', 'from'],
  ['to=2026-02-30', 'to'],
  ['from=2025-11-22', 'from'],
  ['from=2026-11-24', 'from'],
  ['from=2026-11-02&to=2026-11-02', 'to'],
  ['day=2026-11-02', 'day'],
  ['from=2026-11-01&from=2026-11-02', 'from'],
])('%s is 400', async (query, field) => {
  const { status, body } = await usage(`?${query}`);
  expect([status, body.code, body.errors[0].field]).toEqual([400, 'invalid-request', field]);
});

test('a spent quota is told and stops nothing', async () => {
  const spent = (await bench.key(await bench.account(1))).key;
  await served.screen(spent, { name: 'A B', entityType: 'Individual' });
  expect((await usage('', spent)).body).toMatchObject({ quota: 1, used: 1 });
});
