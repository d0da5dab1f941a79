import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, Bench, type Served } from '../support/service.ts';
import { namesakes, PEOPLE, type UnEntry, unList } from '../support/un-list.ts';

/** Has a vessel, an aircraft, and people with documents. */
const SDN = fileURLToPath(new URL('../../src/watchlists/sources/ofac/fixtures/sdn.csv', import.meta.url));
/** The other list names it by this reference, so the two entries are one entity. */
const TRADING: UnEntry = { reference: 'QDe.999', name: 'Fictional Trading Company', kind: 'organization' };
const PERSON = { schema: 'Person', properties: { name: ['Quillon Ferrabast'] } };

let bench: Bench;
let served: Served;
let account: number;
let key: string;

beforeAll(async () => {
  bench = await Bench.create();
  account = await bench.account();
  await bench.run('lists', 'import', 'un-sc', await unList([...PEOPLE, TRADING, ...namesakes(230)]));
  await bench.run('lists', 'import', 'us-ofac-sdn', SDN);
  key = (await bench.key(account)).key;
  served = await bench.serve();
});

afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

function match(queries: object, query = '', by = key): Promise<Answer> {
  return served.ask('POST', `/match/default${query}`, { key: by, body: { queries } });
}

async function results(example: object, query = '') {
  const { status, body } = await match({ q: example }, query);
  expect([status, body.detail]).toEqual([200, undefined]);
  return body.responses.q.results;
}

const get = (path: string, by = key) => served.ask('GET', path, { key: by });
const evidence = (id: number, of = account) => bench.records(({ screenings }) => screenings.evidence(of, id));

describe('POST /match', () => {
  test('answers each example under its name, with the shape of yente and the ids of the records', async () => {
    const { status, body, headers } = await match({
      first: { id: 'mine', ...PERSON },
      second: { schema: 'Company', properties: { name: 'Glimmerfax Trading Company', country: ['xx'] } },
    });
    expect(status).toBe(200);
    expect(headers['x-batch-size']).toBe('2');
    expect(body).toEqual({
      limit: 5,
      algorithm: 'touchstone',
      responses: { first: expect.anything(), second: expect.anything() },
    });
    const { first, second } = body.responses;
    expect(first).toEqual({
      status: 200,
      results: [
        {
          id: 'un-sc-QDi--2E902',
          caption: 'Quillon Ferrabast',
          schema: 'Person',
          properties: {
            name: ['Quillon Ferrabast'],
            birthDate: ['1975-11-02'],
            program: ['Al-Qaida'],
            topics: ['sanction'],
          },
          datasets: ['un_sc'],
          referents: [],
          target: true,
          first_seen: null,
          last_seen: null,
          last_change: null,
          score: 1,
          match: true,
          explanations: {
            name: {
              score: 1,
              detail: 'Quillon = Quillon (exact), Ferrabast = Ferrabast (exact)',
              query: 'Quillon Ferrabast',
              candidate: 'Quillon Ferrabast',
            },
          },
        },
      ],
      total: { value: 1, relation: 'eq' },
      query: { id: 'mine', schema: 'Person', properties: { name: ['Quillon Ferrabast'] } },
      screenings: [expect.any(Number)],
      notes: expect.any(Array),
    });
    expect(second.results).toMatchObject([{ id: 'un-sc-QDe--2E901', schema: 'Organization', score: 1 }]);
    expect(second.query).toEqual({
      id: null,
      schema: 'Company',
      properties: { name: ['Glimmerfax Trading Company'], country: ['xx'] },
    });
  });

  test('each example is a screening record like any other, and costs a unit', async () => {
    const before = await get('/entities/un-sc-QDi--2E902');
    const { body, headers } = await match({ a: PERSON, b: { ...PERSON, schema: 'Organization' } });
    const left = (answer: Answer) => Number(/"quota";r=(\d+)/.exec(String(answer.headers.ratelimit))![1]);
    expect(left({ headers } as Answer)).toBe(left(before) - 2);
    const { a, b } = body.responses;
    const [stored] = [await served.ask('GET', `/api/Screening/${a.screenings[0]}`, { key })];
    expect(stored.body).toMatchObject({
      name: 'Quillon Ferrabast',
      entityType: 'Individual',
      minScore: 70,
      matchCount: 1,
      highestScore: 100,
    });
    expect(await evidence(b.screenings[0])).toMatchObject({
      entityType: 'Organization',
      matchCount: 0,
      keyName: 'Test',
    });
    expect(a.notes).toEqual((await evidence(a.screenings[0]))!.notes);
  });

  test('LegalEntity and Thing search people and organisations: two records', async () => {
    for (const schema of ['LegalEntity', 'Thing']) {
      const { body } = await match({
        a: { ...PERSON, schema },
        b: { schema, properties: { name: ['Glimmerfax Trading Company'] } },
      });
      const { a, b } = body.responses;
      expect([a, b].map(({ screenings }) => screenings.length)).toEqual([2, 2]);
      expect(a.results).toMatchObject([{ schema: 'Person' }]);
      expect(b.results).toMatchObject([{ schema: 'Organization' }]);
      const types = await Promise.all(a.screenings.map(async (id: number) => (await evidence(id))!.entityType));
      expect(types).toEqual(['Individual', 'Organization']);
    }
  });

  test('other names are searched too, an entity counts with its best, and the record says so', async () => {
    const example = {
      schema: 'Person',
      properties: { name: 'Wexford Gantry', alias: ['Quillon Ferrabast', 'Zorvan Ilmatok'] },
    };
    const { body } = await match({ q: example });
    const { results: found, screenings } = body.responses.q;
    expect(found.map(({ id }: { id: string }) => id).slice(0, 2)).toEqual(['un-sc-QDi--2E902', 'un-sc-QDi--2E901']);
    const record = (await evidence(screenings[0]))!;
    expect(record.name).toBe('Wexford Gantry');
    expect(record.notes).toContain('Also searched under: Quillon Ferrabast, Zorvan Ilmatok.');
    expect(record.matches.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Quillon Ferrabast', 'Zorvan Ilmatok']),
    );
  });

  test('the parts of a name are a name where there is no whole one', async () => {
    const parts = { firstName: 'Quillon', lastName: ['Ferrabast'] };
    expect(await results({ schema: 'Person', properties: parts })).toMatchObject([
      { id: 'un-sc-QDi--2E902', score: 1 },
    ]);
  });

  test('one whole date of birth is compared; a year or month as far as it tells', async () => {
    const scored = async (birthDate: unknown) => {
      const properties = { name: ['Quillon Ferabast'], birthDate };
      const [best] = await results({ schema: 'Person', properties }, '?cutoff=0.3&threshold=0.7');
      return best;
    };
    const { score } = await scored(undefined);
    const right = await scored(['1975-11-02']);
    expect(right.score).toBeGreaterThan(score);
    expect(right.explanations.same_date_of_birth).toMatchObject({ detail: 'Same date of birth' });
    const wrong = await scored('1931-05-06');
    expect(wrong.score).toBeLessThan(score);
    const parts = Object.values(wrong.explanations as Record<string, { score: number }>);
    expect(parts.reduce((sum, part) => sum + part.score, 0)).toBeCloseTo(wrong.score, 4);
    for (const date of ['1975', '1975-11']) expect((await scored([date])).score).toBeGreaterThan(score);
    expect((await scored(['1931'])).score).toBeLessThan(score);
    for (const date of [['1931-05-06', '1975-11-02'], ['soon'], []]) {
      expect([date, (await scored(date)).score]).toEqual([date, score]);
    }
  });

  test('a date of birth to come is refused, not passed over', async () => {
    const example = { schema: 'Person', properties: { name: ['Quillon Ferabast'], birthDate: ['2999-01-01'] } };
    const { status, body } = await match({ q: example });
    expect([status, body.responses.q.status, body.responses.q.results]).toEqual([200, 400, []]);
  });

  test('limit, threshold and cutoff', async () => {
    const zorvan = { schema: 'Person', properties: { name: ['Zorvan'] } };
    const of = async (query: string) => (await match({ q: zorvan }, query)).body.responses.q;
    const wide = await of('?limit=500&cutoff=0.4&threshold=0.9');
    const scores = wide.results.map(({ score }: { score: number }) => score);
    expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a));
    expect(scores.at(-1)).toBeLessThan(0.9);
    for (const { score, match: isMatch } of wide.results) expect(isMatch).toBe(score >= 0.9);
    expect(wide.total.value).toBe(wide.results.filter((one: { match: boolean }) => one.match).length);
    // The record keeps what is a match, and only that opens alerts.
    expect(await evidence(wide.screenings[0])).toMatchObject({ minScore: 90, matchCount: wide.total.value });
    expect((await of('?limit=2&cutoff=0.4&threshold=0.9')).results).toEqual(wide.results.slice(0, 2));
    expect((await of('?limit=0')).results).toEqual([]);
    // A cutoff is never above the threshold.
    const low = await of('?limit=500&threshold=0.4');
    expect(low.results.length).toBe(scores.filter((score: number) => score >= 0.4).length);
    expect((await evidence(low.screenings[0]))!.minScore).toBe(40);
  });

  test('at most 200 results come back, and total says that there are more', async () => {
    const { body } = await match(
      { q: { schema: 'Person', properties: { name: 'Zorvan Ilmatok' } } },
      '?cutoff=0&threshold=0&limit=500',
    );
    const { results: found, total, screenings } = body.responses.q;
    expect([found.length, total]).toEqual([200, { value: 200, relation: 'gte' }]);
    expect((await evidence(screenings[0]))!.qualifying).toBeGreaterThan(230);
  });

  test('the scope and the filters say which matches are wanted; the record says so and keeps no others', async () => {
    const of = async (path: string, example: object = PERSON) => {
      const { body } = await served.ask('POST', path, { key, body: { queries: { q: example } } });
      return body.responses.q;
    };
    const ids = ({ results: found }: { results: { id: string }[] }) => found.map(({ id }) => id);
    for (const scope of ['default', 'sanctions', 'un_sc']) expect(ids(await of(`/match/${scope}`))).toHaveLength(1);
    for (const path of [
      '/match/us_ofac_sdn',
      '/match/default?include_dataset=us_ofac_sdn',
      '/match/default?exclude_dataset=un_sc',
      '/match/default?exclude_schema=Person',
      '/match/default?exclude_entity_ids=un-sc-QDi--2E902&exclude_entity_ids=un-sc-QDi--2E903',
      '/match/default?topics=role.pep',
    ]) {
      const { results: found, total, screenings } = await of(path);
      expect([path, found, total.value]).toEqual([path, [], 0]);
      const record = (await evidence(screenings[0]))!;
      expect(record.matchCount).toBe(0);
      expect(record.notes.join(' ')).toMatch(/Only a part of the matches was asked for: (scope us_ofac_sdn|\w+ \S+)/);
    }
    for (const query of ['include_dataset=un_sc', 'topics=role.pep&topics=sanction', 'exclude_dataset=us_ofac_sdn']) {
      expect(ids(await of(`/match/default?${query}`))).toEqual(['un-sc-QDi--2E902']);
    }
  });

  test('any algorithm of yente is accepted, and the answer names the one that scored', async () => {
    for (const name of [
      'best',
      'logic-v1',
      'logic-v2',
      'name-based',
      'name-qualified',
      'regression-v1',
      'touchstone',
    ]) {
      const { status, body } = await match({ q: PERSON }, `?algorithm=${name}`);
      expect([name, status, body.algorithm]).toEqual([name, 200, 'touchstone']);
    }
    expect((await match({ q: PERSON }, '?algorithm=guess')).body).toEqual({ detail: 'Invalid algorithm: guess' });
  });

  test('what a client sends besides is without effect', async () => {
    const body = { queries: { q: PERSON }, weights: { name_literal: 0.8 }, config: { nm_number_mismatch: 0.4 } };
    const { status } = await served.ask('POST', '/match/default?fuzzy=false&unknown=1', { key, body });
    expect(status).toBe(200);
  });

  test('a hundred examples are answered in their order, and more are refused', async () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`q${at}`, PERSON]));
    const { status, body } = await match(many);
    expect([status, Object.keys(body.responses)]).toEqual([200, Object.keys(many)]);
    const tooMany = await match({ ...many, more: PERSON });
    expect([tooMany.status, tooMany.body]).toEqual([400, { detail: 'Too many queries in one batch (limit: 100)' }]);
  });

  test('a vessel of the same name is told in the notes', async () => {
    const { body } = await match({ q: { schema: 'Organization', properties: { name: 'Imaginary Star' } } });
    expect(body.responses.q.results).toEqual([]);
    expect(body.responses.q.notes.join(' ')).toContain('A vessel with a matching name is on: OFAC');
  });
});

describe('what is wrong with a match request', () => {
  test.each([
    [{}, { loc: ['body', 'queries'], msg: 'Field required', type: 'missing' }],
    [{ queries: [] }, { loc: ['body', 'queries'], msg: 'Input should be a valid dictionary', type: 'dict_type' }],
    [{ queries: { a: 1 } }, { loc: ['body', 'queries', 'a'], msg: 'Input should be an object', type: 'model_type' }],
    [
      { queries: { a: { properties: {} } } },
      { loc: ['body', 'queries', 'a', 'schema'], msg: 'Field required', type: 'missing' },
    ],
    [
      { queries: { a: { schema: 'Person' } } },
      { loc: ['body', 'queries', 'a', 'properties'], msg: 'Field required', type: 'missing' },
    ],
    [
      { queries: { a: { ...PERSON, id: 4 } } },
      { loc: ['body', 'queries', 'a', 'id'], msg: 'Input should be a valid string', type: 'string_type' },
    ],
  ])('%j is 422 with what is wrong', async (body, detail) => {
    const answer = await served.ask('POST', '/match/default', { key, body });
    expect([answer.status, answer.body]).toEqual([422, { detail: [detail] }]);
  });

  test.each(['limit=501', 'limit=-1', 'limit=x', 'threshold=2', 'cutoff=-1', 'threshold=NaN'])(
    '%s is 422',
    async (query) => {
      const { status, body } = await match({ q: PERSON }, `?${query}`);
      expect([status, body.detail[0].loc]).toEqual([422, ['query', query.split('=')[0]]]);
    },
  );

  test.each([
    ['another schema', { q: { ...PERSON, schema: 'Address' } }, /^Entities of the schema Address are not screened/],
    ['no name', { q: { schema: 'Person', properties: { birthDate: '1970-01-01' } } }, /has no name/],
    ['a name without letters', { q: { schema: 'Person', properties: { name: '…' } } }, /letter or digit/],
    ['NUL in a name', { q: { schema: 'Person', properties: { name: 'A\0B' } } }, /valid Unicode/],
    ['half a character', { q: { schema: 'Person', properties: { name: ['Ada', 'A\ud800'] } } }, /valid Unicode/],
    ['lost letters', { q: { schema: 'Person', properties: { name: ['Ada', 'Jos\ufffd'] } } }, /U\+FFFD/],
    ['no name but a placeholder', { q: { schema: 'Person', properties: { name: 'FNU LNU' } } }, /is not known/],
    ['nothing to compare', { q: { schema: 'Person', properties: { name: 'ー' } } }, /letter or digit/],
    ['a long name', { q: { schema: 'Person', properties: { name: 'x'.repeat(201) } } }, /200/],
  ])(
    '%s answers alone with 400 and a note, since an answer without results would look clean',
    async (_what, queries, detail) => {
      const { status, body } = await match({ ...queries, other: PERSON });
      expect([status, body.responses.q.status, body.responses.q.results]).toEqual([200, 400, []]);
      expect(body.responses.q.notes).toEqual([expect.stringMatching(detail)]);
      expect(body.responses.other).toMatchObject({ status: 200, results: [{ match: true }] });
      expect(body.responses.q.screenings).toEqual([]);
    },
  );

  test('no queries are 400', async () => {
    expect(await match({})).toMatchObject({ status: 400, body: { detail: 'No queries provided.' } });
  });

  test('what cannot be kept is refused: unknown datasets, changed_since', async () => {
    for (const query of [
      'include_dataset=nope',
      'exclude_dataset=nope',
      'include_dataset=un_sc&exclude_dataset=sanctions',
      'topics=crime',
      'changed_since=2026-01-01',
    ]) {
      expect([query, (await match({ q: PERSON }, `?${query}`)).status]).toEqual([query, 400]);
    }
    const unknown = await served.ask('POST', '/match/nope', { key, body: { queries: { q: PERSON } } });
    expect([unknown.status, unknown.body]).toEqual([404, { detail: 'No such dataset.' }]);
  });

  test('bodies that are no JSON, and those over a mebibyte', async () => {
    for (const body of ['{', '', '[]']) {
      const { status, body: answer } = await served.ask('POST', '/match/default', {
        key,
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect([body, status, 'detail' in answer]).toEqual([body, body === '[]' ? 422 : 400, true]);
    }
    const large = { schema: 'Person', properties: { name: 'A B', notes: 'x'.repeat(200_000) } };
    expect((await match({ q: large })).status).toBe(200);
    const tooLarge = await match({ q: { ...large, properties: { name: 'A B', notes: 'x'.repeat(1_100_000) } } });
    expect([tooLarge.status, Object.keys(tooLarge.body)]).toEqual([413, ['detail']]);
  });
});

describe('keys and quotas', () => {
  const paths = ['/match/default', '/search/default?q=Quillon', '/entities/un-sc-QDi--2E902'];
  const method = (path: string) => (path.startsWith('/match') ? 'POST' : 'GET');

  test('a key in any of the three headers, and none elsewhere', async () => {
    for (const path of paths) {
      const body = path.startsWith('/match') ? { queries: { q: PERSON } } : undefined;
      for (const headers of [
        { 'x-api-key': key },
        { authorization: `ApiKey ${key}` },
        { authorization: `bearer ${key}` },
      ]) {
        expect([path, (await served.ask(method(path), path, { body, headers })).status]).toEqual([path, 200]);
      }
      for (const headers of [
        {},
        { authorization: key },
        { authorization: `Basic ${key}` },
        { authorization: 'ApiKey x' },
      ]) {
        const { status, body: answer } = await served.ask(method(path), path, {
          body,
          headers: headers as Record<string, string>,
        });
        expect([path, status, Object.keys(answer)]).toEqual([path, 401, ['detail']]);
      }
    }
    const own = await served.ask('GET', '/api/Screening/list', { headers: { authorization: `ApiKey ${key}` } });
    expect(own.status).toBe(401);
  });

  test('an address that is not allowed is 403', async () => {
    const elsewhere = (await bench.key(account, '--allow', '10.9.8.7')).key;
    const { status, body } = await get('/entities/un-sc-QDi--2E902', elsewhere);
    expect([status, Object.keys(body)]).toEqual([403, ['detail']]);
  });

  test('two requests of 60 at once on a quota of 100: one is whole, the other costs nothing', async () => {
    const poor = await bench.account(100);
    const { key: by } = await bench.key(poor);
    const sixty = Object.fromEntries(Array.from({ length: 60 }, (_, place) => [`q${place}`, PERSON]));
    const answers = await Promise.all([match(sixty, '', by), match(sixty, '', by)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
    expect((await served.ask('GET', '/api/Usage', { key: by })).body).toMatchObject({ used: 60 });
  });

  test('where the quota is not enough for all, nothing is screened; with none left, reading goes on', async () => {
    const poor = await bench.account(3);
    const { key: by } = await bench.key(poor);
    const many = { a: PERSON, b: { ...PERSON, schema: 'Thing' }, c: PERSON };
    const refused = await match(many, '', by);
    const detail = 'This request needs 4 units of the quota, and the account has 3 left.';
    expect([refused.status, refused.body]).toEqual([429, { detail }]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await match({ a: PERSON, b: { ...PERSON, schema: 'Thing' } }, '', by)).status).toBe(200);
    expect((await match({ a: PERSON }, '', by)).status).toBe(429);
    for (const path of ['/search/default?q=Quillon', '/catalog', '/algorithms', '/entities/un-sc-QDi--2E902']) {
      expect([path, (await get(path, by)).status]).toEqual([path, 200]);
    }
    expect((await served.ask('GET', '/api/Usage', { key: by })).status).not.toBe(500);
  });

  test('the records belong to the account of the key', async () => {
    const other = await bench.account();
    const { key: by } = await bench.key(other);
    const { body } = await match({ q: PERSON });
    const [id] = body.responses.q.screenings;
    expect((await served.ask('GET', `/api/Screening/${id}`, { key: by })).status).toBe(404);
    expect((await served.ask('GET', `/api/Screening/${id}`, { key })).status).toBe(200);
  });

  test('a wrong method is 405 and an unknown path below theirs 404, in their shape', async () => {
    const wrong = await served.ask('GET', '/match/default', { key });
    expect([wrong.status, Object.keys(wrong.body), wrong.headers.allow]).toEqual([405, ['detail'], 'POST']);
    const unknown = await served.ask('GET', '/entities/un-sc-QDi--2E902/adjacent', { key });
    expect([unknown.status, Object.keys(unknown.body)]).toEqual([404, ['detail']]);
  });
});

describe('GET /search', () => {
  test('answers entities that have all words in a name, with total and counts, and makes no record', async () => {
    for (const words of ['Quillon', 'ferrabast', 'Ferrabast+QUILLON']) {
      expect([words, (await get(`/search/default?q=${words}`)).body.results[0]?.caption]).toEqual([
        words,
        'Quillon Ferrabast',
      ]);
    }
    expect((await get('/search/default?q=Quillon+Nobody')).body.results).toEqual([]);
    const before = (await served.ask('GET', '/api/Usage', { key })).body.quota?.used;
    const { status, body } = await get('/search/default?q=Quillon+Ferrabast');
    expect((await served.ask('GET', '/api/Usage', { key })).body.quota?.used).toBe(before);
    expect(status).toBe(200);
    expect(body).toMatchObject({ limit: 10, offset: 0, total: { value: 1, relation: 'eq' } });
    expect(body.results).toMatchObject([{ id: 'un-sc-QDi--2E902', caption: 'Quillon Ferrabast', schema: 'Person' }]);
    expect(body.facets).toEqual({
      countries: { label: 'Countries', values: [] },
      topics: { label: 'Topics', values: [{ name: 'sanction', label: 'sanction', count: 1 }] },
      datasets: { label: 'Data sources', values: [{ name: 'un_sc', label: 'un_sc', count: 1 }] },
    });
    expect([body.screenings, body.notes[0]]).toEqual([[], expect.stringContaining('no screening')]);
    expect((await get('/search/default?q=Quillon+Ferrabast&schema=Vessel')).body.results).toEqual([]);
  });

  test('limit, offset, facets and filters', async () => {
    const all = (await get('/search/default?q=Zorvan&schema=Person&limit=500')).body;
    const page = (await get('/search/default?q=Zorvan&schema=Person&limit=3&offset=2&facets=schema')).body;
    expect(page.results).toEqual(all.results.slice(2, 5));
    expect(page.facets).toEqual({
      schema: {
        label: 'Entity types',
        values: all.total.value ? [{ name: 'Person', label: 'Person', count: all.results.length }] : [],
      },
    });
    const count = async (query: string) =>
      (await get(`/search/default?q=Zorvan+Ilmatok&schema=Person&${query}`)).body.total.value;
    const unfiltered = await count('limit=1');
    expect(unfiltered).toBeGreaterThan(0);
    expect(await count('countries=ut')).toBe(1);
    expect(await count('countries=ru')).toBe(0);
    expect(await count('topics=sanction&topics=wanted')).toBe(unfiltered);
    expect(await count('topics=sanction&topics=wanted&filter_op=AND')).toBe(0);
    expect(await count('datasets=us_ofac_sdn')).toBe(0);
    expect(await count('target=true')).toBe(unfiltered);
    expect(await count('target=false')).toBe(0);
    const born = (await get('/search/default?q=Zorvan+Ilmatok')).body.results[0].properties.birthDate[0];
    expect(await count(`filter=birthDate:${born}`)).toBe(1);
    expect(await count(`filter=properties.birthDate:${born}&filter=topics:sanction`)).toBe(1);
    expect(await count(`filter=birthDate:${born}&filter=topics:wanted`)).toBe(0);
    expect(await count('filter=birthDate:1801-01-01')).toBe(0);
    expect(await count(`filter=birthDate:${born}&filter=birthDate:1801-01-01`)).toBe(1);
    expect(await count(`filter=birthDate:${born}&filter=birthDate:1801-01-01&filter_op=AND`)).toBe(0);
  });

  test.each([
    ['/search/default?q=%E2%80%A6', 400],
    ['/search/default?q=A&schema=Address', 400],
    ['/search/default?q=A&filter=banana:1970', 400],
    ['/search/default?q=A&filter=birthDate', 400],
    ['/search/default?q=A&filter=birthDate:', 400],
    ['/search/default?q=A&changed_since=2026-01-01', 400],
    ['/search/default?q=A&limit=501', 422],
    ['/search/default?q=A&offset=9500', 422],
    ['/search/default?q=A&facets=colour', 422],
    ['/search/default?q=A&target=maybe', 422],
    ['/search/nope?q=A', 404],
  ])('%s is %i', async (path, status) => {
    const answer = await get(path);
    expect([answer.status, Object.keys(answer.body)]).toEqual([status, ['detail']]);
  });
});

describe('GET /entities', () => {
  test('answers the entity of a result, with its listings nested unless asked otherwise', async () => {
    const [found] = await results(PERSON);
    const { score: _, explanations: __, match: ___, ...entity } = found;
    const { status, body } = await get(`/entities/${found.id}`);
    expect(status).toBe(200);
    const { sanctions, ...properties } = body.properties;
    expect({ ...body, properties }).toEqual(entity);
    expect(sanctions).toMatchObject([
      {
        schema: 'Sanction',
        properties: {
          entity: [found.id],
          authority: ['United Nations Security Council'],
          authorityId: ['QDi.902'],
          program: ['Al-Qaida'],
          listingDate: ['2020-01-02'],
        },
      },
    ]);
    expect((await get(`/entities/${found.id}?nested=false`)).body).toEqual(entity);
  });

  test('people, organisations, vessels and aircraft have schemas and properties of their own', async () => {
    const of = async (id: string) => (await get(`/entities/us-ofac-sdn-${id}?nested=false`)).body;
    expect(await of('1001')).toMatchObject({
      schema: 'Person',
      properties: {
        birthDate: expect.arrayContaining(['1962-01-17']),
        nationality: ['ru'],
        gender: ['male'],
        passportNumber: expect.arrayContaining(['4500123456']),
        taxNumber: ['770000000000'],
        topics: ['sanction'],
      },
    });
    expect(await of('1002')).toMatchObject({
      schema: 'Organization',
      properties: { registrationNumber: ['102030'], swiftBic: ['FICTAEAD'] },
    });
    expect(await of('1003')).toMatchObject({
      schema: 'Vessel',
      properties: { imoNumber: ['9999991'], mmsi: ['111222333'], callSign: ['ABCD9'], weakAlias: ['NOWHERE STAR'] },
    });
    expect(await of('1004')).toMatchObject({ schema: 'Airplane', caption: 'XX-FAKE' });
  });

  test('entries of several lists are one entity, and every id of it leads there', async () => {
    const [found] = await results({ schema: 'Organization', properties: { name: 'Fictional Trading Company' } });
    expect(found).toMatchObject({
      id: 'us-ofac-sdn-1002',
      datasets: ['us_ofac_sdn', 'un_sc'],
      referents: ['un-sc-QDe--2E999'],
      properties: { name: ['FICTIONAL TRADING, LLC', 'Fictional Trading Company'] },
    });
    for (const [asked, leads] of [
      ['un-sc-QDe--2E999', '/entities/us-ofac-sdn-1002'],
      ['un-sc-QDe--2E999?nested=false', '/entities/us-ofac-sdn-1002?nested=false'],
    ]) {
      const { status, headers } = await get(`/entities/${asked}`);
      expect([status, headers.location]).toEqual([308, leads]);
    }
    const { body } = await get('/entities/us-ofac-sdn-1002');
    expect(body.properties.sanctions.map(({ id }: { id: string }) => id)).toEqual([
      'us-ofac-sdn-1002-listing',
      'un-sc-QDe--2E999-listing',
    ]);
    // Any of its ids leaves it out, and so does none of its lists alone.
    const without = async (query: string) =>
      (await results({ schema: 'Organization', properties: { name: 'Fictional Trading Company' } }, query)).length;
    expect(await without('?exclude_entity_ids=un-sc-QDe--2E999')).toBe(0);
    expect(await without('?exclude_dataset=us_ofac_sdn')).toBe(1);
  });

  test.each(['un-sc-nobody', 'nope-1', 'x', 'un-sc-', 'UN-SC-QDi--2E902', 'un-sc-QDi.902', '%00', '%2e%2e%2fx'])(
    '%s is 404',
    async (id) => {
      const { status, body } = await get(`/entities/${id}`);
      expect([status, body]).toEqual([404, { detail: 'No such entity!' }]);
    },
  );
});

describe('what clients ask before they screen', () => {
  test('GET /catalog has the lists in force and those together', async () => {
    const { body } = await get('/catalog');
    expect(body).toMatchObject({ outdated: [], index_stale: false });
    expect(body.current).toEqual(['default', 'sanctions', 'us_ofac_sdn', 'un_sc']);
    const [all, , , un] = body.datasets;
    expect(all).toMatchObject({ name: 'default', children: ['us_ofac_sdn', 'un_sc'], category: null, load: true });
    expect(un).toMatchObject({
      title: 'UN Security Council Consolidated List',
      category: 'sanctions',
      updated_at: '2026-01-02T03:04:05',
      entity_count: PEOPLE.length + 231,
      children: [],
      index_current: true,
      deprecated: false,
    });
    for (const { version, index_version } of body.datasets) {
      expect([version, index_version]).toEqual([expect.stringMatching(/^\d{14}-[0-9a-f]{3}$/), version]);
    }
    expect(un.publisher.official).toBe(true);
  });

  test('GET /algorithms names the one that scores', async () => {
    const { body } = await get('/algorithms');
    expect(body).toMatchObject({ default: 'touchstone', best: 'touchstone' });
    expect(body.algorithms[0]).toMatchObject({
      name: 'touchstone',
      docs: { config: {} },
      features: { name: { coefficient: 1 } },
    });
    // Clients look for the one that their settings name; each of them is taken.
    const names: string[] = body.algorithms.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['logic-v1', 'logic-v2', 'name-based']));
    for (const name of names) expect((await match({ q: PERSON }, `?algorithm=${name}`)).status).toBe(200);
  });

  test('these need no key, since Marble sends none there', async () => {
    for (const path of ['/catalog', '/algorithms', '/healthz', '/readyz']) {
      const { status, body } = await served.ask('GET', path);
      expect([path, status]).toEqual([path, 200]);
      if (path.endsWith('z')) expect(body).toEqual({ status: 'ok' });
    }
  });

  test('until lists are loaded nothing is screened and nothing looks empty', async () => {
    const fresh = await Bench.create();
    const of = await fresh.account();
    const { key: by } = await fresh.key(of);
    const empty = await fresh.serve();
    try {
      for (const path of ['/readyz', '/catalog', '/search/default?q=Quillon', '/entities/un-sc-QDi--2E902']) {
        const answer = await empty.ask('GET', path, { key: by });
        // Without a list the snapshot is an empty one.
        expect([path, [200, 404, 503].includes(answer.status)]).toEqual([path, true]);
      }
      expect((await empty.ask('GET', '/search/un_sc?q=Quillon', { key: by })).status).toBe(404);
    } finally {
      await empty.stop();
      await fresh.remove();
    }
  });
});
