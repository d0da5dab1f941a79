import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { TouchstoneError } from '../../src/errors.ts';
import type { App } from '../../src/http/app-type.ts';
import { PROBLEM_CODES } from '../../src/http/extensions/codes.ts';
import { CURSOR_QUERY, cursorPage, pageSchema, readCursor } from '../../src/http/extensions/cursor.ts';
import { checkIfMatch, etagOf, resourceEtag } from '../../src/http/extensions/etag.ts';
import { idempotencyHooks } from '../../src/http/extensions/idempotency.ts';
import { Problem } from '../../src/http/extensions/problems.ts';
import { extensionRoute } from '../../src/http/extensions/route.ts';
import { CodedProblem } from '../../src/http/extensions/schemas.ts';
import { declaredQuery } from '../../src/http/route-rules.ts';
import { answer, asRefusal } from '../../src/http/wire/answer.ts';
import { openRecords } from '../../src/open-records.ts';
import type { Records } from '../../src/records/port.ts';
import { screening } from '../records/samples.ts';
import type { Answer, Bench, Served } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

const NAME = { name: 'Quillon Ferrabast', entityType: 'Individual' };
const GUIDE = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');

let bench: Bench;
let served: Served;

beforeAll(async () => {
  ({ bench, served } = await sharedService());
});

function expectProblem({ status, headers, body }: Answer, code: keyof typeof PROBLEM_CODES): void {
  expect([status, body?.code]).toEqual([PROBLEM_CODES[code].status, code]);
  expect(headers['content-type']).toMatch(/^application\/problem\+json/);
  const requestId = headers['x-request-id'];
  const standing = {
    type: 'about:blank',
    title: expect.any(String),
    status,
    detail: expect.any(String),
    requestId,
    code,
  };
  expect(body).toMatchObject(standing);
  if (status === 400) expect(body.errors.length).toBeGreaterThan(0);
  else expect(body.errors).toBeUndefined();
}

test('the guide lists every code with its status', () => {
  const missing = Object.entries(PROBLEM_CODES)
    .filter(([code, { status }]) => !GUIDE.includes(`| \`${code}\` | ${status} |`))
    .map(([code]) => code);
  expect(missing).toEqual([]);
});

describe('an error on a path beyond the contract is a problem with a code', () => {
  test('401 and 403, whatever the method', async () => {
    const account = await bench.account();
    const { key } = await bench.key(account, '--allow', '203.0.113.7');
    for (const method of ['GET', 'POST', 'DELETE', 'PUT']) {
      expectProblem(await served.ask(method, '/api/Lists'), 'unauthorized');
      const refused = await served.ask(method, '/api/Lists', { key });
      expectProblem(refused, 'forbidden');
      expect(refused.headers.ratelimit).toMatch(/^"quota";r=10000;t=\d+$/);
    }
  });

  test('404 and 405 below its name; unknown paths elsewhere keep the shape of the contract', async () => {
    const { key } = await bench.key(await bench.account());
    expectProblem(await served.ask('GET', '/api/Lists/nothing', { key }), 'not-found');
    expectProblem(await served.ask('POST', '/api/Lists/nothing/at/all', { key }), 'not-found');
    const wrong = await served.ask('DELETE', '/api/Lists', { key });
    expectProblem(wrong, 'method-not-allowed');
    expect(wrong.headers.allow).toBe('GET, HEAD');
    for (const path of ['/api/Screening/1', '/api/Screening/x/y', '/api/nothing', '/api/List']) {
      expect((await served.ask('GET', path, { key })).body.code).toBeUndefined();
    }
  });

  test('an empty part of a path is no id: there is nothing there', async () => {
    const { key } = await bench.key(await bench.account());
    for (const [method, path] of [
      ['GET', '/api/Screening/batch/'],
      ['DELETE', '/api/Screening/batch/'],
      ['GET', '/api/Screening/batch//results'],
      ['GET', '/api/Customers/'],
      ['PUT', '/api/Customers/'],
      ['POST', '/api/Alerts//decisions'],
      ['POST', '/api/Webhooks/1/deliveries//retry'],
    ] as const) {
      const refused = await served.ask(method, path, { key });
      expectProblem(refused, 'not-found');
      expect(refused.body.detail).toBe(`There is nothing at ${path}.`);
    }
    const ofContract = await served.ask('GET', '/api/Screening/', { key });
    expect([ofContract.status, ofContract.body.detail]).toEqual([404, 'There is nothing at /api/Screening/.']);
  });

  test('an unknown parameter is 400 and named', async () => {
    const { key } = await bench.key(await bench.account());
    const refused = await served.ask('GET', '/api/Lists?sort=name&x=1', { key });
    expectProblem(refused, 'invalid-request');
    expect(refused.body.errors.map(({ field }: { field: string }) => field)).toEqual(['sort', 'x']);
  });

  test('429 by rate; a spent quota stops the contract alone', async () => {
    const { key } = await bench.key(await bench.account(1));
    expect((await served.screen(key, NAME)).status).toBe(200);
    const spent = await served.screen(key, NAME);
    expect([spent.status, spent.body.success]).toEqual([429, false]);
    expect(spent.headers.ratelimit).toMatch(/^"quota";r=0;t=\d+$/);
    expect((await served.ask('GET', '/api/Lists', { key })).status).toBe(200);
    const limited = await bench.serve({ TOUCHSTONE_RATE_LIMIT: '0.5:2' });
    try {
      for (let count = 0; count < 2; count += 1) await limited.ask('GET', '/api/Lists', { key });
      const tooFast = await limited.ask('GET', '/api/Lists', { key });
      expectProblem(tooFast, 'rate-limited');
      expect(tooFast.headers['ratelimit-policy']).toMatch(/^"quota";q=1;w=\d+, "rate";q=2;w=4$/);
      expect(tooFast.headers.ratelimit).toMatch(/^"quota";r=0;t=\d+, "rate";r=0;t=[12]$/);
    } finally {
      await limited.stop();
    }
  });
});

test('every answer that knows its account says what is left, and nothing else does', async () => {
  const { key } = await bench.key(await bench.account(3));
  const screened = await served.screen(key, NAME);
  expect(screened.headers.ratelimit).toMatch(/^"quota";r=2;t=\d+$/);
  const seconds = Number(/w=(\d+)/.exec(String(screened.headers['ratelimit-policy']))?.[1]);
  expect(screened.headers['ratelimit-policy']).toBe(`"quota";q=3;w=${seconds}`);
  expect([28, 29, 30, 31]).toContain(seconds / 86_400);
  for (const path of ['/api/Screening/list', '/api/Screening/999', '/api/Lists', '/api/nothing']) {
    expect((await served.ask('GET', path, { key })).headers.ratelimit).toMatch(/^"quota";r=2;t=\d+$/);
  }
  for (const path of ['/api/Lists', '/health/live', '/nothing']) {
    expect((await served.ask('GET', path)).headers.ratelimit).toBeUndefined();
  }
});

test('the lists are told with their dates and states', async () => {
  const { key } = await bench.key(await bench.account());
  const { status, body } = await served.ask('GET', '/api/Lists', { key });
  expect([status, body.nextCursor]).toEqual([200, null]);
  const un = body.items.find(({ source }: { source: string }) => source === 'un-sc');
  expect(un).toMatchObject({ title: 'UN Security Council Consolidated List', category: 'sanctions', lastError: null });
  expect([un.entries > 0, un.state === 'real' || un.state === 'stale']).toEqual([true, true]);
  const others = body.items.filter(({ source }: { source: string }) => source !== 'un-sc');
  expect(new Set(others.map(({ state }: { state: string }) => state))).toEqual(new Set(['missing']));
});

describe('what routes beyond the contract have in common', () => {
  const BOATS = Array.from({ length: 7 }, (_, index) => ({ id: index + 1 }));
  let app: App;
  let records: Records;
  let accountId: number;
  let launched = 0;
  let hold: Promise<void> = Promise.resolve();
  /** So many times keys cannot be given back. */
  let away = 0;

  beforeAll(async () => {
    accountId = await bench.account();
    records = await openRecords(readConfig(bench.settings), () => new Date());
    app = fastify() as unknown as App;
    app.addSchema(CodedProblem);
    for (const name of ['caller', 'idempotency', 'bodyDigest'] as const) app.decorateRequest(name, undefined);
    app.decorateRequest('extension', true);
    app.addHook('onRequest', async (request) => {
      request.caller = { keyId: 'k', userId: null, accountId, scopes: null };
    });
    app.addHook('preValidation', declaredQuery);
    app.setErrorHandler((error, request, reply) => answer(request, reply, asRefusal(error, request)));
    const release: Records['idempotency']['release'] = async (place) => {
      away -= 1;
      if (away >= 0) throw new TouchstoneError('busy', 'The database is away.');
      return records.idempotency.release(place);
    };
    const faulty = { ...records, idempotency: { ...records.idempotency, release } };
    const { begin, end } = idempotencyHooks({ records: faulty, log: app.log, now: () => new Date() });
    app.addHook('preHandler', begin);
    app.addHook('onSend', end);
    app.addHook('onSend', resourceEtag);
    const about = { tag: 'Boats', summary: 'Boats' };
    const thing = { 200: { description: 'It.', schema: Type.Object({ id: Type.Integer(), n: Type.Integer() }) } };
    extensionRoute(
      app,
      {
        method: 'GET',
        url: '/boats',
        operationId: 'listBoats',
        scopes: ['usage'],
        ...about,
        query: CURSOR_QUERY,
        success: { 200: { description: 'A page.', schema: pageSchema(Type.Object({ id: Type.Integer() })) } },
      },
      async ({ query }) => {
        const { limit, after } = readCursor(query, 'boats', [0]);
        const rows = BOATS.filter(({ id }) => id > Number(after?.[0] ?? 0)).slice(0, limit + 1);
        return cursorPage(
          rows,
          { limit, list: 'boats' },
          ({ id }) => [id],
          (boat) => boat,
        );
      },
    );
    extensionRoute(
      app,
      {
        method: 'GET',
        url: '/boats/:id',
        operationId: 'getBoat',
        scopes: ['usage'],
        ...about,
        kind: 'resource',
        params: { id: Type.Integer() },
        missing: (id) => new Problem('not-found', `Boat ${id} was not found.`),
        success: thing,
      },
      async ({ params: { id } }) => ({ id, n: launched }),
    );
    extensionRoute(
      app,
      {
        method: 'POST',
        url: '/boats',
        operationId: 'launchBoat',
        scopes: ['usage'],
        ...about,
        body: Type.Object({ id: Type.Integer({ minimum: 1 }), flag: Type.Optional(Type.String({ maxLength: 3 })) }),
        success: { 201: thing[200] },
      },
      async ({ body: { id } }, reply) => {
        await hold;
        if (id === 13) throw new Problem('conflict', 'No boat has this number.');
        if (id === 15) throw new TouchstoneError('busy', 'The database is away.');
        if (id === 16) throw new TouchstoneError('interrupted', 'It may or may not be stored.');
        launched += 1;
        return reply.code(201).header('location', `/boats/${id}`).send({ id, n: launched });
      },
    );
    extensionRoute(
      app,
      {
        method: 'PUT',
        url: '/boats/:id',
        operationId: 'putBoat',
        scopes: ['usage'],
        ...about,
        params: { id: Type.Integer() },
        success: thing,
      },
      async ({ request }) => {
        checkIfMatch(request, etagOf(7));
        return { id: 1, n: 1 };
      },
    );
    await app.ready();
  });

  afterAll(async () => {
    await app.close();
    await records.close();
  });

  const launch = (body: object, key?: string) =>
    app.inject({ method: 'POST', url: '/boats', payload: body, ...(key && { headers: { 'idempotency-key': key } }) });

  test('a list is read to its end by cursor, and stays stable', async () => {
    const seen: number[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null && page < 9; page += 1) {
      const url: string = `/boats?limit=3${cursor && `&cursor=${cursor}`}`;
      const { items, nextCursor } = (await app.inject(url)).json();
      seen.push(...items.map(({ id }: { id: number }) => id));
      cursor = nextCursor;
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test.each([
    ['limit=0', 'limit', 'limit must be 1 or more.'],
    ['limit=201', 'limit', 'limit must be 200 or less.'],
    ['limit=x', 'limit', 'limit must be a whole number.'],
    ['limit=1&limit=2', 'limit', 'limit may be given only once.'],
    ['cursor=a&cursor=b', 'cursor', 'cursor may be given only once.'],
    ['cursor=abc', 'cursor', 'cursor is none of this list. Begin again without it.'],
    [`cursor=${Buffer.from('["ships",3]').toString('base64url')}`, 'cursor', expect.any(String)],
    [`cursor=${Buffer.from('["boats","3"]').toString('base64url')}`, 'cursor', expect.any(String)],
    [`cursor=${Buffer.from('["boats",1.5]').toString('base64url')}`, 'cursor', expect.any(String)],
    [`cursor=${Buffer.from('["boats",1e300]').toString('base64url')}`, 'cursor', expect.any(String)],
    ['colour=red', 'colour', 'colour is no parameter of this request.'],
  ])('a list refuses %s', async (query, field, message) => {
    const refused = await app.inject(`/boats?${query}`);
    expect([refused.statusCode, refused.json().errors]).toEqual([400, [{ field, message }]]);
  });

  test('a member of the body is named with what is wrong with it, and null is left out', async () => {
    const refused = (await launch({ id: 'x', flag: 'long flag' })).json();
    expect(refused.errors).toEqual([{ field: 'id', message: 'id must be a whole number.' }]);
    expect((await launch({})).json().errors).toEqual([{ field: 'id', message: 'id is missing.' }]);
    expect((await launch({ id: 1, flag: null })).statusCode).toBe(201);
  });

  test('one resource has an ETag, and 304 for who has it', async () => {
    const read = await app.inject('/boats/1');
    const etag = String(read.headers.etag);
    expect(etag).toMatch(/^"[\w-]+"$/);
    const known = await app.inject({ url: '/boats/1', headers: { 'if-none-match': `"x", ${etag}` } });
    expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', etag]);
    const other = await app.inject({ url: '/boats/2', headers: { 'if-none-match': etag } });
    expect(other.statusCode).toBe(200);
    expect((await app.inject('/boats/01')).json()).toMatchObject({ status: 404, detail: 'Boat 01 was not found.' });
  });

  test('If-Match is honoured', async () => {
    const put = (value?: string) =>
      app.inject({ method: 'PUT', url: '/boats/1', ...(value && { headers: { 'if-match': value } }) });
    for (const fine of [undefined, '*', '"7"', '"6", "7"']) expect((await put(fine)).statusCode).toBe(200);
    for (const stale of ['"6"', 'W/"7"', '7']) {
      const refused = await put(stale);
      expect([refused.statusCode, refused.json().code, refused.headers.etag]).toEqual([
        412,
        'precondition-failed',
        '"7"',
      ]);
    }
  });

  test('the same key and body give the first answer again, another body 409', async () => {
    const before = launched;
    const first = await launch({ id: 1 }, 'first');
    const again = await launch({ id: 1 }, 'first');
    expect([first.statusCode, again.statusCode, again.body]).toEqual([201, 201, first.body]);
    expect([again.headers.location, again.headers['content-type']]).toEqual([
      '/boats/1',
      first.headers['content-type'],
    ]);
    const other = await launch({ id: 2 }, 'first');
    expect([other.statusCode, other.json().code]).toEqual([409, 'idempotency-key-reused']);
    expect(launched - before).toBe(1);
    await launch({ id: 1 });
    expect(launched - before).toBe(2);
  });

  test('of requests at once one is done, and all get its answer', async () => {
    const before = launched;
    const open = Promise.withResolvers<void>();
    hold = open.promise;
    const all = Promise.all([1, 2, 3, 4].map(() => launch({ id: 5 }, 'at once')));
    open.resolve();
    const answers = await all;
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(launched - before).toBe(1);
  });

  test('a refused request did nothing: its key is free again', async () => {
    expect((await launch({ id: 13 }, 'free')).json().code).toBe('conflict');
    expect((await launch({ id: 0 }, 'free')).statusCode).toBe(400);
    expect((await launch({ id: 14 }, 'free')).statusCode).toBe(201);
  });

  test('a request that was refused with 503 may come again, also where the database was away when it ended', async () => {
    away = 1;
    expect((await launch({ id: 15 }, 'away')).statusCode).toBe(503);
    const again = async () => (await launch({ id: 17 }, 'away')).statusCode;
    expect(await again()).toBe(409);
    await expect.poll(again).toBe(201);
  });

  test('where nobody knows what a request did, its key stays taken', async () => {
    expect((await launch({ id: 16 }, 'unknown')).statusCode).toBe(500);
    const again = await launch({ id: 16 }, 'unknown');
    expect([again.statusCode, again.json().code]).toEqual([409, 'idempotency-key-in-use']);
  });

  test('a key whose answer is lost is 409, and a wrong key 400', async () => {
    await launch({ id: 3 }, 'lost');
    const spent = await records.screenings.create(screening(accountId, null, 'Ivo Marlin'));
    if (spent.kind !== 'created') throw new Error('the quota is spent');
    await records.screenings.delete(spent.record.id, 'operator');
    const lost = await launch({ id: 3 }, 'lost');
    expect([lost.statusCode, lost.json().code]).toEqual([409, 'idempotency-key-in-use']);
    for (const key of ['', 'x'.repeat(129), 'ä']) {
      const refused = await app.inject({
        method: 'POST',
        url: '/boats',
        payload: { id: 1 },
        headers: { 'idempotency-key': key },
      });
      expect([key, refused.statusCode, refused.json().errors?.[0].field]).toEqual([key, 400, 'Idempotency-Key']);
    }
    expect((await launch({ id: 1 }, 'x'.repeat(128))).statusCode).toBe(201);
  });
});
