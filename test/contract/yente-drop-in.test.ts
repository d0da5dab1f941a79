import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Bench, type Served } from '../support/service.ts';
import { PEOPLE, type UnEntry, unList } from '../support/un-list.ts';

const SDN = fileURLToPath(new URL('../../src/watchlists/sources/ofac/fixtures/sdn.csv', import.meta.url));

let bench: Bench;
let served: Served;
let key: string;

beforeAll(async () => {
  bench = await Bench.create();
  await bench.importPeople();
  await bench.run('lists', 'import', 'us-ofac-sdn', SDN);
  key = (await bench.key(await bench.account())).key;
  served = await bench.serve();
});
afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

const get = (path: string, headers: Record<string, string> = {}) => served.ask('GET', path, { key, headers });
const example = (schema: string, properties: object) => ({ schema, properties });
async function match(queries: object, query = '') {
  return (await served.ask('POST', `/match/default${query}`, { key, body: { queries } })).body.responses;
}

describe('an example', () => {
  test('of a vessel or an aircraft is answered from the index, by name and by IMO', async () => {
    const answers = await match({
      ship: example('Vessel', { name: ['Imaginary Star'] }),
      number: example('Vessel', { name: ['Another Name'], imoNumber: ['IMO 9999991'] }),
      bare: example('Vessel', { imoNumber: ['9999991'] }),
      plane: example('Airplane', { name: ['XX-FAKE'] }),
      none: example('Airplane', { name: ['Imaginary Star'] }),
      company: example('Company', { name: ['Imaginary Star'] }),
    });
    for (const name of ['ship', 'number', 'bare']) {
      expect([name, answers[name].results[0]]).toEqual([
        name,
        expect.objectContaining({ schema: 'Vessel', match: true }),
      ]);
      expect(answers[name].screenings).toHaveLength(1);
    }
    expect(answers.plane.results[0]).toMatchObject({ schema: 'Airplane', match: true });
    expect([answers.none.results, answers.company.results]).toEqual([[], []]);
    expect(answers.company.notes.join(' ')).toContain('A vessel with a matching name is on');
  });

  test('with more than 20 names is searched by those that say most, and says so', async () => {
    const many = Array.from({ length: 40 }, (_, at) => `N${at}`);
    const { q } = await match({
      q: example('Person', { name: ['Nobody At All'], alias: [...many, 'Quillon Ferrabast'] }),
    });
    expect(q.results[0]).toMatchObject({ caption: 'Quillon Ferrabast', match: true });
    expect(q.notes[0]).toBe('Of 42 names the 20 that say most were searched.');
  });

  test('without a Content-Type is taken', async () => {
    const body = JSON.stringify({ queries: { q: example('Person', { name: ['Quillon Ferrabast'] }) } });
    const answer = await served.agent.request({
      origin: served.service.url,
      path: '/match/default',
      method: 'POST',
      headers: { 'x-api-key': key },
      body,
    });
    expect([
      answer.statusCode,
      ((await answer.body.json()) as { responses: { q: { results: unknown[] } } }).responses.q.results.length,
    ]).toEqual([200, 1]);
  });
});

test('OpenSanctions’ names of datasets mean the lists here', async () => {
  const queries = { q: example('Person', { name: ['Quillon Ferrabast'] }) };
  const found = async (scope: string) =>
    (await served.ask('POST', `/match/${scope}`, { key, body: { queries } })).body.responses?.q.results.length;
  expect(await Promise.all(['un_sc_sanctions', 'un_sc', 'sanctions', 'default', 'all'].map(found))).toEqual([
    1, 1, 1, 1, 1,
  ]);
  expect(await found('us_ofac_sdn')).toBe(0);
  expect(await found('nowhere')).toBeUndefined();
  expect((await match(queries, '?exclude_dataset=un_sc_sanctions')).q.results).toEqual([]);
});

test('the catalogue has an ETag, and its older addresses lead somewhere', async () => {
  const first = await get('/catalog');
  const again = await get('/catalog', { 'if-none-match': String(first.headers.etag) });
  expect([again.status, again.text]).toEqual([304, '']);
  expect((await get('/catalog', { 'if-none-match': '"other"' })).status).toBe(200);
  expect((await get('/manifest')).headers.location).toBe('/catalog');
  const refused = await served.ask('POST', '/updatez?token=x', { key });
  expect([refused.status, refused.body]).toEqual([403, { detail: 'Invalid token.' }]);
});

/** What the worker of Marble does: no key, versions behind the last one up to the present, each file line by line. */
async function changesSince(version: string, dataset = 'default') {
  const { body: catalog } = await served.ask('GET', '/catalog');
  const { version: now, delta_url: address } = catalog.datasets.find(({ name }: { name: string }) => name === dataset);
  const index = await served.ask('GET', new URL(address).pathname);
  expect(index.status).toBe(200);
  const versions = Object.keys(index.body.versions).filter((one) => one > version && one <= now);
  const lines = [];
  for (const one of versions.sort()) {
    const file = await served.ask('GET', new URL(index.body.versions[one]).pathname);
    expect(file.status).toBe(200);
    lines.push(
      ...file.text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    );
  }
  return { now, lines };
}

async function imported(list: readonly UnEntry[], before: string): Promise<void> {
  await bench.run('lists', 'import', 'un-sc', await unList(list, new Date().toISOString()), '--force');
  await expect
    .poll(async () => (await served.ask('GET', '/catalog')).body.datasets[0].version, { timeout: 20_000 })
    .not.toBe(before);
}

test('delta_url leads to what was added, changed and removed between two snapshots, without a key', async () => {
  const { now: start, lines } = await changesSince('9');
  expect(lines).toEqual([]);
  const added = { reference: 'QDi.999', name: 'Newly Addedson' };
  await imported(
    [...PEOPLE.slice(0, -1), added].map((one) => (one.reference === 'QDi.903' ? { ...one, born: '1970' } : one)),
    start,
  );
  const { now, lines: changed } = await changesSince(start);
  const brief = changed.map(({ op, entity }) => [op, entity.id, entity.caption]);
  expect(brief.sort()).toEqual([
    ['ADD', 'un-sc-QDi--2E999', 'Newly Addedson'],
    ['DEL', 'un-sc-QDe--2E902', undefined],
    ['MOD', 'un-sc-QDi--2E903', 'Theskara Wumbolt'],
  ]);
  expect(changed.find(({ op }) => op === 'ADD').entity).toMatchObject({ schema: 'Person', datasets: ['un_sc'] });
  expect((await changesSince(now)).lines).toEqual([]);
  // A list that stays the same tells nothing, and a collection without it neither.
  expect((await changesSince(start, 'sanctions')).lines).toHaveLength(3);
  expect((await served.ask('GET', '/delta/un_sc')).status).toBe(404);
  expect((await served.ask('GET', `/delta/${'x'.repeat(101)}`)).status).toBe(404);
  expect((await served.ask('GET', '/delta/default/20000101000000-abc')).status).toBe(404);
});
