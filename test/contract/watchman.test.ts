import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Bench, type Served } from '../support/service.ts';
import { PEOPLE, type UnEntry, unList } from '../support/un-list.ts';

const SDN = fileURLToPath(new URL('../../src/watchlists/sources/ofac/fixtures/sdn.csv', import.meta.url));

/** The other list names it by this reference, so the two entries are one entity. */
const TRADING: UnEntry = { reference: 'QDe.999', name: 'Fictional Trading Company', kind: 'organization' };

let bench: Bench;
let served: Served;
let account: number;
let key: string;

beforeAll(async () => {
  bench = await Bench.create();
  account = await bench.account();
  await bench.run('lists', 'import', 'un-sc', await unList([...PEOPLE, TRADING]));
  await bench.run('lists', 'import', 'us-ofac-sdn', SDN);
  key = (await bench.key(account)).key;
  served = await bench.serve();
});

afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

const search = (query: string, by = key) => served.ask('GET', `/v2/search?${query}`, { key: by });

describe('GET /v2/search', () => {
  test('answers the query and one entity for each entry, in the members of watchman', async () => {
    const { status, body } = await search(
      'name=Ivan+Sampleov&type=person&altNames=Ivan+Petrovich+Sampleov&birthDate=1962-01-17',
    );
    expect(status).toBe(200);
    const nothing = { business: null, organization: null, aircraft: null, vessel: null, cryptoAddresses: null };
    expect(body.query).toMatchObject({
      ...nothing,
      name: 'Ivan Sampleov',
      entityType: 'person',
      sourceList: 'api-request',
      person: { altNames: ['Ivan Petrovich Sampleov'], birthDate: '1962-01-17T00:00:00Z' },
    });
    expect(body.entities).toHaveLength(1);
    const [{ match, sourceData, ...entity }] = body.entities;
    expect(entity).toMatchObject({
      ...nothing,
      name: expect.stringContaining('SAMPLEOV'),
      entityType: 'person',
      sourceList: 'us_ofac',
      sourceID: '1001',
      person: {
        birthDate: '1962-01-17T00:00:00Z',
        gender: 'male',
        placeOfBirth: 'Exampletown, Russia',
        governmentIDs: expect.arrayContaining([
          { name: 'Passport', type: 'passport', country: 'RU', identifier: '4500123456' },
        ]),
      },
      sanctionsInfo: { programs: ['SDGT', 'TESTPROG'], secondary: false },
    });
    expect(match).toBeGreaterThan(0.9);
    expect(sourceData).toMatchObject({ source: 'us-ofac-sdn', id: '1001' });
  });

  test('is a screening record, which names the other names and the list that was asked for', async () => {
    const { body } = await search('name=Quillon+Ferrabast&type=person&altNames=Q+Ferrabast&source=un_csl&minMatch=0.8');
    expect(body.entities).toMatchObject([{ sourceList: 'un_csl', sourceID: 'QDi.902' }]);
    const [id] = body.screenings;
    const record = await bench.records(({ screenings }) => screenings.evidence(account, id));
    expect(record).toMatchObject({ name: 'Quillon Ferrabast', entityType: 'Individual', minScore: 80, matchCount: 1 });
    expect(record!.notes.slice(0, 2)).toEqual([
      'Also searched under: Q Ferrabast.',
      'Only a part of the matches was asked for: source un_csl.',
    ]);
    expect((await search('name=Quillon+Ferrabast&type=person&source=us_ofac')).body.entities).toEqual([]);
  });

  test('entries of one entity are results of their own, with its score', async () => {
    const of = async (rest: string) =>
      (await search(`name=Fictional+Trading+Company&type=business${rest}`)).body.entities;
    const lists = (entities: { sourceList: string; match: number }[]) =>
      entities.map(({ sourceList, match }) => [sourceList, match]);
    expect(lists(await of(''))).toEqual([
      ['us_ofac', 1],
      ['un_csl', 1],
    ]);
    expect(lists(await of('&source=un_csl'))).toEqual([['un_csl', 1]]);
    expect(lists(await of('&limit=1'))).toEqual([['us_ofac', 1]]);
  });

  test('a business is an organisation; without a type both kinds are searched', async () => {
    for (const type of ['business', 'organization']) {
      const { body } = await search(`name=Glimmerfax+Trading+Company&type=${type}`);
      expect(body.entities).toMatchObject([{ sourceID: 'QDe.901', entityType: 'organization', match: 1 }]);
      expect([body.screenings.length, body.query[type].name]).toEqual([1, 'Glimmerfax Trading Company']);
    }
    const { body } = await search('name=Glimmerfax+Trading+Company');
    expect([body.entities.length, body.screenings.length, body.query.entityType]).toEqual([1, 2, '']);
  });

  test('without minMatch a result needs 0.7, and limit is kept within 1 and 100', async () => {
    const all = (await search('name=Zorvan&type=person&minMatch=0.3&limit=1000')).body.entities;
    expect(all.length).toBeGreaterThan(0);
    const some = (await search('name=Zorvan&type=person')).body.entities;
    expect(some.every(({ match }: { match: number }) => match >= 0.7)).toBe(true);
    expect((await search('name=Zorvan&type=person&minMatch=0.3&limit=0')).body.entities).toEqual(all.slice(0, 1));
  });

  test.each([
    ['', /name is missing/],
    ['name=%E2%80%A6', /^name/],
    ['name=A%00B', /valid Unicode/],
    ['name=Jos%EF%BF%BD', /^name: .*U\+FFFD/],
    ['name=Ada&altNames=Jos%EF%BF%BD', /^name: .*U\+FFFD/],
    ['name=N%2FA&type=person', /^name: says that the name is not known/],
    [`name=${'x'.repeat(201)}`, /200/],
    ['name=A&type=vessel', /^type: vessel is not screened/],
    ['name=A&type=constructor', /^type/],
    ['name=A&minMatch=2', /^minMatch/],
    ['name=A&minMatch=x', /^minMatch/],
    ['name=A&limit=x', /^limit/],
    ['name=A&source=nope', /^source: there is no list nope; these are: us_ofac, un_csl\.$/],
    ['name=A&format=senzing', /^format/],
    [`name=A&${'altNames=B&'.repeat(1)}altNames=%E2%80%A6`, /^name/],
    [`name=A&${Array.from({ length: 20 }, (_, at) => `altNames=B${at}`).join('&')}`, /^altNames/],
  ])('?%s is 400', async (query, error) => {
    const { status, body } = await search(query);
    expect([status, body]).toEqual([400, { error: expect.stringMatching(error) }]);
  });

  test('keys, quotas and methods, with errors in the shape of watchman', async () => {
    const one = { error: expect.any(String) };
    const none = await served.ask('GET', '/v2/search?name=A');
    expect([none.status, none.body]).toEqual([401, one]);
    const bearer = { authorization: `Bearer ${key}` };
    expect((await served.ask('GET', '/v2/search?name=Quillon+Ferrabast', { headers: bearer })).status).toBe(200);
    const { key: poor } = await bench.key(await bench.account(1));
    const spent = await search('name=Quillon+Ferrabast', poor);
    // Watchman's client would sleep until the quota is renewed.
    expect([spent.status, spent.body, spent.headers['retry-after']]).toEqual([429, one, undefined]);
    expect((await search('name=Quillon+Ferrabast&type=person', poor)).status).toBe(200);
    expect((await search('name=Quillon+Ferrabast&type=person', poor)).status).toBe(429);
    const wrong = await served.ask('POST', '/v2/search', { key, body: {} });
    expect([wrong.status, wrong.body, wrong.headers.allow]).toEqual([405, one, 'GET']);
    expect((await served.ask('HEAD', '/v2/search?name=A', { key })).status).toBe(405);
    const unknown = await served.ask('GET', '/v2/listinfo', { key });
    expect([unknown.status, unknown.body]).toEqual([404, one]);
  });
});
