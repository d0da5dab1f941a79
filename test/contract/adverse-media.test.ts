import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GkgServer, gkgArchive, gkgLine } from '../support/gkg.ts';
import { eventually } from '../support/promised.ts';
import { type Answer, Bench, type Served } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

let server: GkgServer;
let bench: Bench;
let served: Served;
let account: number;
let key: string;
let stranger: string;

/** A quarter of an hour of today, so that the source is not late. */
const QUARTER = 15 * 60_000;
const NEWEST = new Date(Math.floor(Date.now() / QUARTER) * QUARTER);
const STAMP = NEWEST.toISOString().slice(0, 19).replace(/\D/g, '');

beforeAll(async () => {
  server = await new GkgServer().start();
  const lines = [
    {
      url: 'https://a.example/1',
      themes: 'ECON_MONEYLAUNDERING',
      persons: 'Zorvan Ilmatok,5;Mira Quellund,9',
      organisations: 'Brontal Holdings,7',
      places: '1#Germany#GM#GM##51#9#GM#10',
      extras: '<PAGE_TITLE>Zorvan Ilmatok in court</PAGE_TITLE>',
    },
    { url: 'https://b.example/2', themes: 'CORRUPTION', persons: 'Otto Brandtner,5' },
  ];
  server.files.set(
    STAMP,
    gkgArchive(
      STAMP,
      lines.map((line) => gkgLine(STAMP, line)),
    ),
  );
  ({ bench, served } = await Bench.serving({ TOUCHSTONE_MEDIA: 'gdelt', TOUCHSTONE_MEDIA_URL: server.address }));
  account = await bench.account();
  key = (await bench.key(account)).key;
  stranger = (await bench.key(await bench.account())).key;
  await eventually(
    () => ask('GET', '/status'),
    ({ body }) => body.events === 2,
  );
});

afterAll(async () => {
  await served?.stop();
  await bench?.remove();
  await server?.stop();
});

const ask = (method: string, path: string, body?: unknown, by = key): Promise<Answer> =>
  served.ask(method, `/api/AdverseMedia${path}`, { key: by, ...(body !== undefined && { body }) });
const search = (name: string, members: object = {}) =>
  ask('POST', '/search', { name, entityType: 'Individual', ...members });

describe('the news', () => {
  test('is fetched by the service, and its state says what is there', async () => {
    const { status, body } = await ask('GET', '/status');
    expect(status).toBe(200);
    expect(body).toMatchObject({ source: 'gdelt', files: 1, articles: 2, events: 2, newest: NEWEST.toISOString() });
    expect(body.gaps).toEqual([{ from: expect.any(String), to: expect.any(String), files: 95 }]);
  });

  test('is found in another script, and says why; the record is a unit and stays as it was', async () => {
    const found = await search('Зорван Ильматок', { countries: ['DEU'], otherNames: ['Mira Quellund'] });
    expect(found.status).toBe(200);
    const { events, coverage, remainingRequests, id } = found.body;
    expect(events).toMatchObject([
      {
        offences: ['money-laundering'],
        names: ['Zorvan Ilmatok', 'Mira Quellund', 'Brontal Holdings'],
        countries: ['de'],
        articles: [{ url: 'https://a.example/1', site: 'a.example', title: 'Zorvan Ilmatok in court' }],
        articleCount: 1,
      },
    ]);
    const { nameScore, adjustments } = events[0].explanation;
    const sum = adjustments.reduce((total: number, { points }: { points: number }) => total + points, nameScore);
    expect(sum).toBeCloseTo(events[0].score, 2);
    expect(coverage).toMatchObject({ articles: 2, sources: ['gdelt'] });
    expect((await search('Nobody Whatsoever')).body).toMatchObject({
      score: 0,
      events: [],
      eventCount: 0,
      remainingRequests: remainingRequests - 1,
    });
    const read = await ask('GET', `/${id}`);
    expect(read.body).toMatchObject({ id, events, coverage, score: events[0].score });
    expect(read.headers.etag).toBeTruthy();
    const { items, nextCursor } = (await ask('GET', '?limit=1')).body;
    expect(items).toMatchObject([{ name: 'Nobody Whatsoever', eventCount: 0 }]);
    expect((await ask('GET', `?limit=1&cursor=${nextCursor}`)).body.items).toMatchObject([{ id }]);
  });

  test('is filtered by offence and time', async () => {
    const [day] = NEWEST.toISOString().split('T');
    expect((await search('Otto Brandtner', { offences: ['corruption'], from: day, to: day })).body.eventCount).toBe(1);
    expect((await search('Otto Brandtner', { offences: ['drugs'] })).body.eventCount).toBe(0);
    expect((await search('Otto Brandtner', { to: '2020-01-01' })).body.eventCount).toBe(0);
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'N/A' }, 'name'],
    [{ countries: ['zz'] }, 'countries[0]'],
    [{ offences: ['theft'] }, 'offences[0]'],
    [{ from: '2026-02-30' }, 'from'],
    [{ otherNames: ['-'] }, 'otherNames[0]'],
    [{ minScore: 101 }, 'minScore'],
    [{ surname: 'x' }, 'surname'],
  ])('is not searched for %j', async (members, field) => {
    const { status, body } = await search('Otto Brandtner', members);
    expect([status, body.code, body.errors?.[0]?.field]).toEqual([400, 'invalid-request', field]);
  });

  test('has offences with the words of the FATF', async () => {
    const { body } = await ask('GET', '/offences');
    expect(body.items).toHaveLength(15);
    expect(body.items[0]).toEqual({ code: 'corruption', offence: 'Corruption and bribery' });
  });

  test("shows nobody another account's searches, and is closed to keys of other scopes", async () => {
    const { id } = (await search('Otto Brandtner')).body;
    expect((await ask('GET', `/${id}`, undefined, stranger)).body.code).toBe('media-search-not-found');
    expect((await ask('GET', '', undefined, stranger)).body.items).toEqual([]);
    const narrow = (await bench.key(account, '--scope', 'screening')).key;
    expect((await ask('GET', '/status', undefined, narrow)).body.code).toBe('scope-missing');
  });

  test('costs a unit, and without one is 429 and no record', async () => {
    const poor = (await bench.key(await bench.account(1))).key;
    const once = { name: 'Otto Brandtner', entityType: 'Individual' };
    expect((await ask('POST', '/search', once, poor)).body.remainingRequests).toBe(0);
    const refused = await ask('POST', '/search', once, poor);
    expect([refused.status, refused.body.code]).toEqual([429, 'quota-exhausted']);
    expect((await ask('GET', '', undefined, poor)).body.items).toHaveLength(1);
  });

  test('lets the operator bar a name, whom nobody finds from then on', async () => {
    const body = { name: 'MIRA  quellund', reason: 'Request 17' };
    expect((await ask('DELETE', '/names', body)).body.code).toBe('forbidden');
    const operator = await bench.records(({ accounts }) =>
      accounts.create({ name: 'Operator', quota: 1, plan: 'standard', operator: true }, 'operator'),
    );
    const operators = (await bench.key(operator.id)).key;
    expect((await ask('DELETE', '/names', { ...body, name: '–' }, operators)).status).toBe(400);
    for (const _ of ['first', 'again']) expect((await ask('DELETE', '/names', body, operators)).status).toBe(204);
    await bench.run('media', 'bar', 'Otto  Barrt', '--reason', 'Request 18');
    expect((await search('Mira Quellund')).body.eventCount).toBe(0);
    expect((await search('Zorvan Ilmatok')).body.events[0].names).toEqual(['Zorvan Ilmatok', 'Brontal Holdings']);
  });

  test('is in no answer of the contract', async () => {
    const body = { name: 'Otto Brandtner', entityType: 'Individual' };
    const { data } = (await served.ask('POST', '/api/Screening/screen', { key, body })).body;
    expect(data).toMatchObject({ hasMatch: false, matches: [] });
  });
});

describe('a customer who is watched for the news', () => {
  const STEP = 60_000;
  let published = 0;

  /** Publishes a file of the next minute with an event of each of these names, and fetches it. */
  async function publish(...names: string[]): Promise<void> {
    published += 1;
    const stamp = new Date(NEWEST.getTime() + published * STEP).toISOString().slice(0, 19).replace(/\D/g, '');
    const lines = names.map((persons, at) =>
      gkgLine(stamp, {
        url: `https://c.example/${stamp}/${at}`,
        themes: at % 2 === 0 ? 'CORRUPTION' : 'TERROR',
        persons,
      }),
    );
    server.files.set(stamp, gkgArchive(stamp, lines));
    await bench.run('media', 'sync').catch(() => {});
  }
  const put = (reference: string, name: string, members: object = {}) =>
    served.ask('PUT', `/api/Customers/${reference}`, {
      key,
      body: { name, entityType: 'Individual', categories: ['sanctions', 'adverse-media'], ...members },
    });
  const alertsOf = async (reference: string) =>
    (await served.ask('GET', `/api/Alerts?category=adverse-media&customer=${reference}`, { key })).body.items;

  test('has an alert for a new event, which is decided like others; nobody else has', async () => {
    expect((await put('M-1', 'Иварда Кантелло')).body.categories).toEqual(['adverse-media', 'sanctions']);
    await put('M-2', 'Ivarda Kantello', { categories: ['sanctions'] });
    await eventually(
      () => bench.records(({ media }) => media.barred()),
      (barred) => barred.length > 0,
    );
    // What was there before the first comparison is nothing new.
    await eventually(
      () => bench.records(({ media }) => media.lastCompared()),
      (day) => day !== undefined,
    );
    await publish('Ivarda Kantello,5');
    const [alert, ...others] = await eventually(
      () => alertsOf('M-1'),
      (items) => items.length > 0,
    );
    expect(others).toEqual([]);
    expect(alert).toMatchObject({
      state: 'open',
      entity: { name: 'Ivarda Kantello', sources: ['adverse-media'], entries: [{ source: 'adverse-media' }] },
      subject: { customer: 'M-1' },
    });
    expect(await alertsOf('M-2')).toEqual([]);
    expect((await served.ask('GET', '/api/Customers/M-1', { key })).body.state).toBe('open');
    const decision = { decision: 'dismissed', reason: 'not-adverse' };
    const decided = await served.ask('POST', `/api/Alerts/${alert.id}/decisions`, { key, body: decision });
    expect(decided.body).toMatchObject({ state: 'dismissed', history: [{}, { reason: 'not-adverse' }] });
    await publish('Otto Brandtner,5');
    await sleep(6_000);
    expect(await alertsOf('M-1')).toMatchObject([{ id: alert.id, state: 'dismissed' }]);
  });
});

test('where it is off, no customer asks for it', async () => {
  const other = await sharedService();
  const by = (await other.bench.key(await other.bench.account())).key;
  const body = { name: 'Otto Brandtner', entityType: 'Individual', categories: ['adverse-media'] };
  const { status, body: problem } = await other.served.ask('PUT', '/api/Customers/M-9', { key: by, body });
  expect([status, problem.errors?.[0].field]).toEqual([400, 'categories']);
});

test('where it is off, every path answers 404 with its code', async () => {
  const other = await sharedService();
  const by = (await other.bench.key(await other.bench.account())).key;
  for (const [method, path, body] of [
    ['POST', '/search', { name: 'Otto Brandtner', entityType: 'Individual' }],
    ['GET', '/status'],
    ['GET', '/offences'],
    ['GET', '/1'],
    ['GET', ''],
    ['DELETE', '/names', { name: 'A B', reason: 'x' }],
    ['POST', '/search', {}],
    ['POST', '/search', 'no JSON'],
    ['DELETE', '/names', {}],
    ['GET', '/0', undefined],
    ['GET', '?limit=x', undefined],
  ] as const) {
    const answer = await other.served.ask(method, `/api/AdverseMedia${path}`, { key: by, ...(body && { body }) });
    expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'media-off']);
  }
});
