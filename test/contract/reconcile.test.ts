import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, Bench, type Served } from '../support/service.ts';

const SDN = fileURLToPath(new URL('../../src/watchlists/sources/ofac/fixtures/sdn.csv', import.meta.url));

let bench: Bench;
let served: Served;
let account: number;
let key: string;

beforeAll(async () => {
  bench = await Bench.create();
  await bench.importPeople();
  await bench.run('lists', 'import', 'us-ofac-sdn', SDN);
  account = await bench.account();
  key = (await bench.key(account)).key;
  served = await bench.serve();
});
afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

const get = (path: string) => served.ask('GET', `/reconcile/default${path}`, { key });
const left = ({ headers }: Answer) => /"quota";r=(\d+)/.exec(String(headers.ratelimit))?.[1];

function post(form: Record<string, object | string>, path = '/reconcile/default', by: string | undefined = key) {
  const members = new URLSearchParams();
  for (const [name, value] of Object.entries(form)) {
    members.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...(by && { 'x-api-key': by }) };
  return served.ask('POST', path, { headers, body: String(members) });
}

describe('OpenRefine', () => {
  test('learns from the manifest where everything is, and its key goes along', async () => {
    const { status, body } = await served.ask('GET', `/reconcile/default?api_key=${key}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ versions: ['0.2'], name: 'All lists (Touchstone)', batchSize: 3 });
    expect(body.defaultTypes.map(({ id }: { id: string }) => id)).toContain('Person');
    const { service_url: base, service_path: path } = body.suggest.entity;
    const suggested = await served.ask('GET', `${new URL(base).pathname}${path}&prefix=quill`);
    expect(suggested.body.result[0]).toMatchObject({ name: 'Quillon Ferrabast', type: [{ id: 'Person' }] });
    const queries = { q0: { query: 'Quillon Ferrabast', type: 'Person' } };
    const matched = await post({ queries }, `/reconcile/default?api_key=${key}`, '');
    expect(matched.body.q0.result[0]).toMatchObject({ name: 'Quillon Ferrabast', match: true });
  });

  test('takes a key in the address nowhere else, and needs one', async () => {
    expect((await served.ask('GET', `/search/default?q=a&api_key=${key}`)).status).toBe(401);
    expect((await served.ask('GET', `/api/Lists?api_key=${key}`)).status).toBe(401);
    const refused = await served.ask('GET', '/reconcile/default');
    expect([refused.status, Object.keys(refused.body)]).toEqual([401, ['detail']]);
    const { key: webhooks } = await bench.key(account, '--scope', 'webhooks');
    expect((await served.ask('GET', `/reconcile/default?api_key=${webhooks}`)).status).toBe(403);
    expect((await served.ask('GET', '/reconcile/nowhere', { key })).status).toBe(404);
  });

  test('each query is a screening with its record, and what is known of somebody counts', async () => {
    const before = left(await get(''));
    const properties = [{ pid: 'Person:birthDate', v: '1962-01-17' }];
    const answer = await post({
      queries: {
        a: { query: 'Ivan Petrovich Sampleov', type: 'Person', properties },
        b: { query: 'Imaginary Star', type: ['Vessel'], limit: 1 },
        c: { query: 'Nobody At All Whatever', type: 'Person' },
      },
    });
    expect(answer.headers['x-batch-size']).toBe('3');
    const [best] = answer.body.a.result;
    expect(best).toMatchObject({ id: 'us-ofac-sdn-1001', description: 'Person', match: true });
    expect(answer.body.b.result).toMatchObject([{ type: [{ id: 'Vessel', name: 'Vessels' }] }]);
    expect(answer.body.c.result).toEqual([]);
    expect(Number(before) - Number(left(answer))).toBe(3);
    const other = [{ pid: 'birthDate', v: ['1990-05-05'] }];
    const lower = await post({
      queries: { a: { query: 'Ivan Petrovich Sampleov', type: 'Person', properties: other } },
    });
    expect(lower.body.a.result[0]?.score ?? 0).toBeLessThan(best.score);
    for (const limit of [-1, 0, 'x', 1.5, 1e9]) {
      const odd = await post({ queries: { a: { query: 'Ivan Petrovich Sampleov', type: 'Person', limit } } });
      expect([limit, odd.body.a.result.length]).toEqual([limit, 1]);
    }
    const [record] = (await served.ask('GET', '/api/Screening/list', { key })).body;
    expect(record.name).toBe('Ivan Petrovich Sampleov');
  });

  test('one that cannot be asked refuses its request by name, so that no row looks clean', async () => {
    const before = left(await get(''));
    for (const [queries, sentence] of [
      [
        { a: { query: 'Quillon', type: 'Person' }, bad: { type: 'Banana', query: 'A' } },
        /^bad: Entities of the schema/,
      ],
      [{ bad: { query: 37473874 } }, /^bad: query must be a text/],
      [{ bad: { query: 'x'.repeat(201) } }, /^bad: .*200/],
      [{ bad: { query: '…' } }, /^bad: /],
      [{ bad: {} }, /^bad: The example has no name/],
      [{ bad: { query: 'A B', properties: 'x' } }, /^bad: properties must be a list/],
      [{}, /No queries/],
      ['{', /must be a JSON object/],
      ['[]', /must be a JSON object/],
    ] as const) {
      const { status, body } = await post({ queries });
      expect([queries, status, body.detail]).toEqual([queries, 400, expect.stringMatching(sentence)]);
    }
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`q${at}`, { query: 'A B' }]));
    expect((await post({ queries: many })).status).toBe(400);
    expect((await post({ other: 'x' })).status).toBe(400);
    expect((await served.ask('POST', '/reconcile/default', { key, body: { queries: {} } })).status).toBe(400);
    expect(left(await get(''))).toBe(before);
  });

  test('a spent quota is 429, and suggestions go on', async () => {
    const { key: poor } = await bench.key(await bench.account(1));
    const queries = { a: { query: 'Quillon Ferrabast' } };
    const { status, body } = await post({ queries }, '/reconcile/default', poor);
    expect([status, body.detail]).toEqual([429, expect.stringContaining('2 units')]);
    expect((await served.ask('GET', '/reconcile/default/suggest/entity?prefix=q', { key: poor })).status).toBe(200);
  });

  test('suggestions begin as somebody types, in any script, and nothing suggests nothing', async () => {
    const names = async (what: string, prefix?: string) => {
      const { body } = await get(
        `/suggest/${what}${prefix === undefined ? '' : `?prefix=${encodeURIComponent(prefix)}`}`,
      );
      return body.result.map(({ id, name }: { id: string; name: string }) => (what === 'entity' ? name : id));
    };
    expect(await names('type', 'organ')).toEqual(['Organization']);
    expect(await names('property', 'country')).toEqual(['Thing:country', 'LegalEntity:mainCountry']);
    expect(await names('property', 'Birth d')).toEqual(['Person:birthDate']);
    expect(await names('entity', 'quillon ferr')).toEqual(['Quillon Ferrabast']);
    expect(await names('entity', 'Ferrabast Q')).toEqual(['Quillon Ferrabast']);
    expect(await names('entity', 'uillon')).toEqual([]);
    for (const what of ['type', 'property', 'entity']) {
      for (const prefix of [undefined, '', 'banana']) expect([what, await names(what, prefix)]).toEqual([what, []]);
    }
    expect((await get('/suggest/entity?prefix=%E2%80%A6')).status).toBe(400);
    expect((await get('/suggest/entity?prefix=q&limit=501')).status).toBe(422);
    const { body } = await served.ask('GET', '/reconcile/us_ofac_sdn/suggest/entity?prefix=quillon', { key });
    expect(body.result).toEqual([]);
  });

  test('rows are extended by what the lists say, with any id of an entity', async () => {
    const properties = [
      { id: 'name' },
      { id: 'nationality' },
      { id: 'banana' },
      { id: 'alias', settings: { limit: 1 } },
    ];
    const extend = { ids: ['us-ofac-sdn-1001', 'un-sc-QDi--2E902', 'nobody'], properties };
    const { body } = await post({ extend });
    expect(body.meta.map(({ id }: { id: string }) => id)).toEqual(['name', 'nationality', 'alias']);
    expect(body.rows['us-ofac-sdn-1001'].nationality).toEqual([{ str: 'Russia' }]);
    expect(body.rows['us-ofac-sdn-1001'].alias.length).toBeLessThanOrEqual(1);
    expect(body.rows['un-sc-QDi--2E902'].name).toEqual([{ str: expect.any(String) }]);
    expect(body.rows.nobody).toEqual({});
    const raw = [{ id: 'nationality', settings: { render: 'raw' } }];
    expect((await post({ extend: { ids: ['us-ofac-sdn-1001'], properties: raw } })).body.rows).toEqual({
      'us-ofac-sdn-1001': { nationality: [{ str: 'ru' }] },
    });
    const proposed = await get('/extend/property?type=LegalEntity&limit=5');
    expect([proposed.body.limit, proposed.body.type, proposed.body.properties.length]).toEqual([5, 'LegalEntity', 5]);
    expect((await get('/extend/property?type=Banana')).status).toBe(400);
    for (const wrong of ['{', { ids: 'x', properties: [] }, { ids: Array(101).fill('x'), properties: [] }]) {
      expect((await post({ extend: wrong })).status).toBe(400);
    }
  });

  test('a link leads to the page of the entity', async () => {
    const { status, headers } = await served.ask('GET', '/reconcile/default/view/un-sc-QDi--2E902');
    expect([status, headers.location]).toEqual([302, '/listed/un-sc/QDi.902']);
    expect((await served.ask('GET', '/reconcile/default/view/%2e%2e%2f')).status).toBe(404);
  });
});
