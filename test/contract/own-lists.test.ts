import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, promised } from '../support/promised.ts';
import { type Answer, Bench, type Served } from '../support/service.ts';
import { xlsxFile } from '../support/xlsx-file.ts';

let bench: Bench;
let served: Served;
let account: number;
let key: string;
let stranger: string;

beforeAll(async () => {
  ({ bench, served } = await Bench.serving());
  account = await bench.account();
  key = (await bench.key(account)).key;
  stranger = (await bench.key(await bench.account())).key;
});

afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

const ask = (method: string, path: string, body?: unknown, type = 'application/json', by = key): Promise<Answer> =>
  served.ask(method, `/api/OwnLists${path}`, {
    key: by,
    ...(body !== undefined && { body, headers: { 'content-type': type } }),
  });
const makeList = (list: string, title = `Title of ${list}`) => ask('PUT', `/${list}`, { title });
const putEntry = (list: string, id: string, members: object) =>
  ask('PUT', `/${list}/entries/${encodeURIComponent(id)}`, { entityType: 'Individual', ...members });
const screen = async (name: string, members: object = {}, by = key) => {
  const body = { name, entityType: 'Individual', ...members };
  return (await served.ask('POST', '/api/Screening/screen', { key: by, body })).body.data;
};

/** Asks until a condition holds: a change is in force within seconds, a comparison within a minute. */
describe('a list', () => {
  test('is made, changed, read, listed and deleted', async () => {
    const made = await ask('PUT', '/first', { title: 'Former customers', description: 'ours' });
    expect([made.status, made.body]).toMatchObject([201, { list: 'first', entries: 0, enabled: true }]);
    expect((await ask('PUT', '/first', { title: 'Former customers', description: 'ours' })).body).toEqual(made.body);
    const changed = await ask('PUT', '/first', { title: 'Former clients' });
    expect([changed.status, changed.body]).toMatchObject([200, { title: 'Former clients', description: null }]);
    const read = await ask('GET', '/first');
    expect(read.headers.etag).toBe(changed.headers.etag);
    expect((await ask('GET', '?limit=1')).body.items).toEqual([read.body]);
    expect((await ask('DELETE', '/first')).status).toBe(204);
    expect((await ask('GET', '/first')).body.code).toBe('own-list-not-found');
  });

  test.each(['', 'A', 'a b', 'x'.repeat(65), '..'])('has no name like %j', async (name) => {
    expect([400, 404]).toContain((await makeList(encodeURIComponent(name))).status);
  });

  test('of a deleted or unknown name takes no entry', async () => {
    const put = await putEntry('nowhere', '1', { name: 'Wexford Plimsoll' });
    expect([put.status, put.body.code]).toEqual([404, 'own-list-not-found']);
  });
});

describe('an entry', () => {
  test('is found at once by its account, under every name, and says its list and version', async () => {
    await makeList('internal', 'Internal list');
    const put = await putEntry('internal', 'C/1', {
      name: 'Wexford Plimsoll',
      otherNames: ['Галина Стравинская'],
      dateOfBirth: '1970-01-31',
      countries: ['SE'],
      reason: 'Chargebacks',
    });
    expect([put.status, put.body]).toMatchObject([201, { id: 'C/1', version: expect.any(Number), until: null }]);
    const found = await screen('Wexford Plimsol', { dateOfBirth: '1970-01-31' });
    expect(found.matches).toMatchObject([{ name: 'Wexford Plimsoll', sources: ['Internal list'], nationality: 'SE' }]);
    expect((await screen('Galina Stravinskaya')).matches).toMatchObject([{ sources: ['Internal list'] }]);
    const { body } = await served.ask('GET', `/api/Screening/${found.id}/explanation`, { key });
    expect(body.matches[0].entries).toMatchObject([
      { source: 'own:internal', id: 'C/1', version: put.body.version, facts: { remarks: 'Chargebacks' } },
    ]);
    expect((await ask('GET', `/internal/entries/${encodeURIComponent('C/1')}`)).body).toEqual(put.body);
  });

  test('beside a listed person is a match of its own, and the listed one scores as before', async () => {
    await makeList('beside');
    const before = await screen('Zorvan Ilmatok');
    await putEntry('beside', '1', { name: 'Zorvan Ilmatok' });
    const { matches } = await screen('Zorvan Ilmatok');
    expect(matches).toHaveLength(2);
    expect(matches).toContainEqual(before.matches[0]);
    await ask('DELETE', '/beside');
    expect((await screen('Zorvan Ilmatok')).matches).toEqual(before.matches);
  });

  test('is found no more once it is changed, deleted, switched off or ended', async () => {
    await makeList('leaving');
    await putEntry('leaving', '1', { name: 'Ottoline Vasquero' });
    await putEntry('leaving', '2', { name: 'Petronius Galbraithe' });
    expect((await screen('Ottoline Vasquero')).hasMatch).toBe(true);
    await putEntry('leaving', '1', { name: 'Somebody Elsewhere' });
    expect((await screen('Ottoline Vasquero')).hasMatch).toBe(false);
    expect((await screen('Somebody Elsewhere')).hasMatch).toBe(true);
    await ask('DELETE', '/leaving/entries/1');
    expect((await screen('Somebody Elsewhere')).hasMatch).toBe(false);
    await putEntry('leaving', '2', { name: 'Petronius Galbraithe', until: '2020-01-31' });
    expect((await screen('Petronius Galbraithe')).hasMatch).toBe(false);
    await putEntry('leaving', '2', { name: 'Petronius Galbraithe', until: '2099-01-31' });
    expect((await screen('Petronius Galbraithe')).hasMatch).toBe(true);
    await ask('PUT', '/leaving', { title: 'x', enabled: false });
    expect((await screen('Petronius Galbraithe')).hasMatch).toBe(false);
    await ask('PUT', '/leaving', { title: 'x', enabled: true });
    expect((await screen('Petronius Galbraithe')).hasMatch).toBe(true);
  });

  test('is found by its number whatever the name', async () => {
    await makeList('numbers');
    await putEntry('numbers', '1', {
      name: 'Isolde Quenneville',
      identifiers: [{ type: 'passport', value: 'ZZ 987-654' }],
    });
    const items = [{ name: 'Other Person', entityType: 'Individual', identifiers: [{ value: 'zz987654' }] }];
    const { body } = await served.ask('POST', '/api/Screening/batch', { key, body: { items } });
    const path = `/api/Screening/batch/${body.id}`;
    await eventually(
      () => served.ask('GET', path, { key }),
      (batch) => batch.body.status === 'done',
    );
    const { text } = await served.ask('GET', `${path}/results`, { key });
    expect(JSON.parse(text)).toMatchObject({ matchCount: 1, matches: [{ name: 'Isolde Quenneville' }] });
  });

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: '…' }, 'name'],
    [{ name: 'A B', entityType: 'Ship' }, 'entityType'],
    [{ name: 'A B', dateOfBirth: '1970-02-30' }, 'dateOfBirth'],
    [{ name: 'A B', until: '2027-02-30' }, 'until'],
    [{ name: 'A B', identifiers: [{ value: '--' }] }, 'identifiers'],
    [{ name: 'A B', otherNames: ['ok', ''] }, 'otherNames[1]'],
    [{ name: 'A B', colour: 'red' }, 'colour'],
  ])('with %j is refused', async (members, field) => {
    await makeList('wrong');
    const { status, body } = await putEntry('wrong', '1', members);
    expect([status, body.errors?.map((one: { field: string }) => one.field)]).toEqual([400, [field]]);
  });

  test('is kept from being overwritten by If-None-Match and If-Match', async () => {
    await makeList('guarded');
    const path = '/api/OwnLists/guarded/entries/1';
    const body = { name: 'Cordelia Swithin', entityType: 'Individual' };
    const put = (headers: Record<string, string>) => served.ask('PUT', path, { key, body, headers });
    expect((await put({ 'if-none-match': '*' })).status).toBe(201);
    expect((await put({ 'if-none-match': '*' })).status).toBe(412);
    expect((await put({ 'if-match': '"0"' })).status).toBe(412);
  });

  test('is looked for by words, page by page', async () => {
    await makeList('paged');
    for (const id of ['a', 'b', 'c']) await putEntry('paged', id, { name: `Marlin ${id}${id}${id}` });
    const first = await ask('GET', '/paged/entries?limit=2');
    const second = await ask('GET', `/paged/entries?limit=2&cursor=${first.body.nextCursor}`);
    expect([...first.body.items, ...second.body.items].map(({ id }: { id: string }) => id)).toEqual(['a', 'b', 'c']);
    expect((await ask('GET', '/paged/entries?name=bbb%20marlin')).body.items).toMatchObject([{ id: 'b' }]);
  });
});

describe('a file', () => {
  const csv = (...rows: string[]) =>
    ['id,name,entityType,otherNames,dateOfBirth,countries,identifiers,reason,until', ...rows].join('\n');
  const send = (list: string, body: unknown, query = '', type = 'text/csv') =>
    ask('POST', `/${list}/import${query}`, body, type);

  test('replaces a list, tells what it did, and refuses single rows', async () => {
    await makeList('filed');
    const file = csv(
      '1,Anselm Borrowdale,Individual,A. Borrowdale|Anselm B.,1970,SE|NO,passport:P1|77,"why, so",2099-12-31',
      '2,Tanqueray Holdings Ltd,company,,,,,,',
      '2,Twice Given,Individual,,,,,,',
      ',No Id,Individual,,,,,,',
      '3,,Individual,,,,,,',
    );
    const { status, body } = await send('filed', file);
    expect([status, body]).toMatchObject([200, { read: 5, added: 2, changed: 0, removed: 0 }]);
    expect(body.refused.map((one: { row: number }) => one.row)).toEqual([3, 4, 5]);
    expect((await ask('GET', '/filed/entries/1')).body).toMatchObject({
      otherNames: ['A. Borrowdale', 'Anselm B.'],
      dateOfBirth: '1970',
      countries: ['SE', 'NO'],
      identifiers: [{ type: 'passport', value: 'P1' }, { value: '77' }],
      reason: 'why, so',
      until: '2099-12-31',
    });
    expect((await screen('Anselm Borrowdale')).hasMatch).toBe(true);
    expect((await screen('Tanqueray Holdings', { entityType: 'Organization' })).hasMatch).toBe(true);
    const again = await send('filed', csv('2,Tanqueray Holdings Ltd,company,,,,,,'), '?mode=add');
    expect(again.body).toMatchObject({ added: 0, changed: 0, removed: 0 });
    const replaced = await send('filed', csv('4,Other One,Individual,,,,,,'));
    expect(replaced.body).toMatchObject({ added: 1, removed: 2 });
    expect((await screen('Anselm Borrowdale')).hasMatch).toBe(false);
  });

  test('sent again changes nothing, and rows of commas alone are none', async () => {
    await makeList('again');
    const file = csv(
      '1,Leopold Fairweather,Individual,,,,,,',
      ',,,,,,,,',
      '2,Rosalind Inkpen,Individual,,,,,,',
      ',,,,,,,,',
    );
    expect((await send('again', file)).body).toEqual({ read: 2, added: 2, changed: 0, removed: 0, refused: [] });
    const { version } = (await ask('GET', '/again')).body;
    expect((await send('again', file)).body).toEqual({ read: 2, added: 0, changed: 0, removed: 0, refused: [] });
    expect((await ask('GET', '/again')).body.version).toBe(version);
  });

  test('of NDJSON, FollowTheMoney or Excel does the same', async () => {
    await makeList('forms');
    const lines = [
      { id: 'n1', name: 'Ludmilla Ostergaard', entityType: 'Individual', otherNames: ['L. Ostergaard'] },
      {
        id: 'n2',
        schema: 'Company',
        properties: { name: ['Hesperia Freight'], country: ['cy'], leiCode: ['529900T8BM49AURSDO55'] },
      },
      { id: 'n3', schema: 'Vessel', properties: { name: ['Some Ship'] } },
    ];
    const ndjson = lines.map((line) => JSON.stringify(line)).join('\n');
    const sent = await send('forms', ndjson, '', 'application/x-ndjson');
    expect(sent.body).toMatchObject({ read: 3, added: 2, refused: [{ row: 3 }] });
    expect((await ask('GET', '/forms/entries/n2')).body).toMatchObject({
      countries: ['cy'],
      identifiers: [{ type: 'LEI' }],
    });
    const workbook = xlsxFile([
      ['id', 'name', 'entityType', 'reason'],
      ['x1', 'Balthazar Nightingale', 'Individual', 'from Excel'],
    ]);
    const excel = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    expect((await send('forms', workbook, '?mode=add', excel)).body).toMatchObject({ added: 1, removed: 0 });
    expect((await screen('Balthazar Nightingale')).hasMatch).toBe(true);
    const wrong = await send('forms', ndjson, '?mode=add&sheet=One', 'application/x-ndjson');
    expect([wrong.status, wrong.body.detail]).toEqual([400, expect.stringContaining('Only a workbook has sheets')]);
  });

  test('of NDJSON may call its members as a file calls its columns', async () => {
    await makeList('aliased');
    const line = {
      id: 'n1',
      fullName: 'Perpetua Lindqvist',
      type: 'Individual',
      aliases: 'P. Linde|Petra Linde',
      dob: '1970',
    };
    const sent = await send('aliased', JSON.stringify(line), '', 'application/x-ndjson');
    expect(sent.body).toMatchObject({ added: 1, refused: [] });
    const names = { name: 'Perpetua Lindqvist', otherNames: ['P. Linde', 'Petra Linde'] };
    expect((await ask('GET', '/aliased/entries/n1')).body).toMatchObject({ ...names, dateOfBirth: '1970' });
  });

  test('that lacks much of the list is refused, and taken by force', async () => {
    await makeList('shrinking');
    const rows = Array.from({ length: 20 }, (_, at) => `${at},Person Number${at} Long,Individual,,,,,,`);
    await send('shrinking', csv(...rows));
    for (const [body, code] of [
      [csv(...rows.slice(0, 10)), 'own-list-doubtful'],
      [csv(), 'own-list-doubtful'],
      ['a;b\n1;2', 'invalid-request'],
    ]) {
      expect((await send('shrinking', body)).body.code).toBe(code);
    }
    expect((await send('shrinking', csv(), '?force=true')).body.detail).toBe(
      'There are no entries in the file; the list stays as it is. To empty a list, delete it.',
    );
    expect((await ask('GET', '/shrinking')).body.entries).toBe(20);
    const preview = await send('shrinking', csv(...rows.slice(0, 10)), '?force=true&preview=true');
    expect(preview.body).toMatchObject({ removed: 10 });
    expect((await ask('GET', '/shrinking')).body.entries).toBe(20);
    expect((await send('shrinking', csv(...rows.slice(0, 10)), '?force=true')).body).toMatchObject({ removed: 10 });
    expect((await ask('GET', '/shrinking')).body.entries).toBe(10);
  });
});

test('an id of an entry may have slashes, escaped or as they are', async () => {
  await makeList('slashes');
  for (const [id, path] of [
    ['branch/4711', 'branch/4711'],
    ['a/b/c', 'a/b%2Fc'],
    ['case:1/2', encodeURIComponent('case:1/2')],
  ]) {
    const put = await ask('PUT', `/slashes/entries/${path}`, { name: 'Odile Marchetti', entityType: 'Individual' });
    expect([put.status, put.body.id]).toEqual([201, id]);
    for (const same of [id!, encodeURIComponent(id!)]) {
      expect((await ask('GET', `/slashes/entries/${same}`)).body.id).toBe(id);
    }
  }
  expect((await ask('GET', '/slashes/entries/no/such')).body.code).toBe('own-entry-not-found');
  expect((await ask('GET', '/slashes/entries/?limit=1')).body.code).toBe('not-found');
  expect((await ask('DELETE', '/slashes/entries/branch/4711')).status).toBe(204);
  expect((await ask('GET', '/slashes/entries?name=a/b&limit=5')).body.items).toHaveLength(1);
});

describe('entries that ended', () => {
  test('are marked and then deleted so many at a time, and make new versions', async () => {
    await makeList('ended');
    const rows = Array.from({ length: 30 }, (_, at) => {
      const until = at < 12 ? '2020-01-31' : at < 20 ? '2026-10-20' : '2099-12-31';
      return { id: `${at}`, name: `Lucasta Number${at}`, entityType: 'Individual', until };
    });
    const file = rows.map((row) => JSON.stringify(row)).join('\n');
    await ask('POST', '/ended/import', file, 'application/x-ndjson');
    const before = (await ask('GET', '/ended')).body;
    const done = await bench.records(async ({ ownLists }) => {
      const each: number[] = [];
      for (let some = -1; some !== 0; ) {
        some = await ownLists.endSome('2026-11-01', 8);
        each.push(some);
      }
      return each;
    });
    // Others may have ended entries here as well.
    expect(Math.max(...done)).toBeLessThanOrEqual(8);
    expect(done.reduce((sum, some) => sum + some, 0)).toBeGreaterThanOrEqual(20 + 12);
    const after = (await ask('GET', '/ended')).body;
    expect([before.entries, after.entries]).toEqual([30, 18]);
    expect((await ask('GET', '/ended/entries/0')).status).toBe(404);
    expect((await ask('GET', '/ended/entries/12')).body.version).toBeGreaterThan(before.version);
    expect((await ask('GET', '/ended/entries/25')).body.version).toBeLessThanOrEqual(before.version);
  });
});

describe('customers', () => {
  test('have an alert within a minute of an entry, which closes when it leaves', async () => {
    await makeList('watched', 'Watched list');
    await served.ask('PUT', '/api/Customers/W-1', {
      key,
      body: { name: 'Evangeline Thistlewood', entityType: 'Individual', categories: ['sanctions'] },
    });
    await putEntry('watched', 'E1', { name: 'Evangeline Thistlewood', reason: 'fraud' });
    const alerts = () => served.ask('GET', '/api/Alerts?customer=W-1&category=own', { key });
    const opened = await eventually(alerts, ({ body }) => body.items.length > 0);
    expect(opened.body.items).toMatchObject([
      { state: 'open', entity: { sources: ['Watched list'], entries: [{ source: 'own:watched', id: 'E1' }] } },
    ]);
    expect(opened.body.items[0].history[0]).toMatchObject({ action: 'opened', comment: 'New on Watched list.' });
    for (const [query, count] of [
      ['source=own:watched', 1],
      ['source=own:other', 0],
      ['category=pep', 0],
      ['source=un-sc', 0],
    ] as const) {
      const { body } = await served.ask('GET', `/api/Alerts?customer=W-1&${query}`, { key });
      expect(body.items, query).toHaveLength(count);
    }
    await ask('DELETE', '/watched/entries/E1');
    const { id } = opened.body.items[0];
    const one = () => served.ask('GET', `/api/Alerts/${id}`, { key });
    expect((await eventually(one, ({ body }) => body.state === 'delisted')).body.state).toBe('delisted');
  });

  test('keep their alert when the official lists change', async () => {
    await makeList('kept');
    await putEntry('kept', 'E1', { name: 'Fenwick Oddfellow' });
    await served.ask('PUT', '/api/Customers/W-2', {
      key,
      body: { name: 'Fenwick Oddfellow', entityType: 'Individual' },
    });
    const watched = await bench.records(({ monitoring }) => monitoring.watchedEntries());
    expect(watched.filter((one) => one.startsWith('own:'))).toEqual([]);
    const { body } = await served.ask('GET', '/api/Alerts?customer=W-2', { key });
    expect(body.items).toMatchObject([{ state: 'open', entity: { entries: [{ source: 'own:kept' }] } }]);
  });
});

describe('another account', () => {
  test('sees nothing of it, and may have a list of the same name', async () => {
    await makeList('secret');
    await putEntry('secret', 'E1', { name: 'Hyacinth Underbridge' });
    expect((await screen('Hyacinth Underbridge')).hasMatch).toBe(true);
    expect((await screen('Hyacinth Underbridge', {}, stranger)).matches).toEqual([]);
    const as = (method: string, path: string, body?: unknown) => ask(method, path, body, 'application/json', stranger);
    const unknown = await as('GET', '/unknown');
    for (const [method, path] of [
      ['GET', '/secret'],
      ['DELETE', '/secret'],
      ['GET', '/secret/entries'],
      ['GET', '/secret/entries/E1'],
      ['DELETE', '/secret/entries/E1'],
    ] as const) {
      const { status, body } = await as(method, path);
      expect([status, body.code], `${method} ${path}`).toEqual([404, 'own-list-not-found']);
      expect(body.detail).toBe(unknown.body.detail.replace('unknown', 'secret'));
    }
    expect((await as('GET', '')).body.items).toEqual([]);
    expect((await as('PUT', '/secret', { title: 'Mine' })).status).toBe(201);
    expect((await ask('GET', '/secret')).body.title).toBe('Title of secret');
    const file = await ask('POST', '/never/import', 'id,name,entityType\nE1,A Name,Individual', 'text/csv', stranger);
    expect([file.status, file.body.code]).toEqual([404, 'own-list-not-found']);
    const ftm = await served.ask('GET', '/entities/own--3Asecret-E1', { key: stranger });
    expect(ftm.status).toBe(404);
  });
});

describe('the interfaces of others', () => {
  test('find it in /match, and give the entity by its id', async () => {
    await makeList('com-pat', 'Compat');
    await putEntry('com-pat', 'A:1', { name: 'Araminta Fotheringay' });
    const queries = { q: { schema: 'Person', properties: { name: ['Araminta Fotheringay'] } } };
    const { body } = await served.ask('POST', '/match/default', { key, body: { queries } });
    expect(body.responses.q.results).toMatchObject([{ id: 'own--3Acom--2Dpat-A--3A1', datasets: ['own_com_pat'] }]);
    const { id } = body.responses.q.results[0];
    expect((await served.ask('GET', `/entities/${id}`, { key })).body).toMatchObject({
      caption: 'Araminta Fotheringay',
    });
  });

  test('find it by its words, as long as it is there, and for nobody else', async () => {
    await putEntry('com-pat', 'A:2', { name: 'Peregrine Wolstencroft' });
    await putEntry('com-pat', 'A:3', { name: 'Peregrine Wolstencroft-Hay', until: '2020-01-01' });
    const found = async (by: string) =>
      (await served.ask('GET', '/search/default?q=wolstencroft', { key: by })).body.results.map(
        ({ caption }: { caption: string }) => caption,
      );
    expect(await found(key)).toEqual(['Peregrine Wolstencroft']);
    expect(await found(stranger)).toEqual([]);
    await ask('DELETE', '/com-pat/entries/A%3A2');
    expect(await found(key)).toEqual([]);
  });
});

describe('the operator', () => {
  test('has lists for everybody, which accounts find and cannot change', async () => {
    const file = `${bench.dataDir}/house.csv`;
    await (await import('node:fs/promises')).writeFile(
      file,
      'id,name,entityType\nH1,Mortimer Clutterbuck,Individual\n',
    );
    const imported = await bench.json('own-lists', 'import', 'house', file, '--everybody', '--title', 'House list');
    expect(imported).toMatchObject({ list: 'house', read: 1, added: 1, refused: [] });
    const found = await promised(
      5_000,
      () => screen('Mortimer Clutterbuck', {}, stranger),
      ({ hasMatch }) => hasMatch,
    );
    expect(found.matches).toMatchObject([{ sources: ['House list'] }]);
    const own = { name: 'Philomena Entwhistle-Grubb', entityType: 'Individual' };
    await makeList('desk');
    await putEntry('desk', 'E1', own);
    const at = ['screen', own.name, '--type', 'Individual'] as const;
    const mine = await bench.json<{ matches: unknown[] }>(...at, '--account', String(account));
    expect(mine.matches).toMatchObject([{ entries: [{ source: 'own:desk', id: 'E1' }] }]);
    expect((await bench.json<{ matches: unknown[] }>(...at)).matches).toEqual([]);
    const house = await bench.json<{ matches: unknown[] }>('screen', 'Mortimer Clutterbuck', '--type', 'Individual');
    expect(house.matches).toMatchObject([{ entries: [{ source: 'own:house' }] }]);
    expect((await bench.command(...at, '--account', '4711')).stderr).toContain('There is no account 4711');
    expect((await makeList('house')).body.code).toBe('own-list-taken');
    expect((await ask('GET', '/house')).status).toBe(404);
    const all = await bench.json<{ list: string; everybody: boolean; entries: number }[]>('own-lists', 'list');
    expect(all).toContainEqual(expect.objectContaining({ list: 'house', everybody: true, entries: 1 }));
    const missing = await bench.command('own-lists', 'import', 'absent', '/no/such.csv', '--everybody');
    expect([missing.code, missing.stderr]).toEqual([
      2,
      'touchstone: /no/such.csv cannot be read: there is no such file.\n',
    ]);
    const command = await bench.command('own-lists', 'import', 'x y', file, '--everybody');
    expect([command.code, command.stderr]).toEqual([1, expect.stringContaining('A list is named by')]);
    await bench.json('own-lists', 'remove', 'house');
    const gone = await promised(
      5_000,
      () => screen('Mortimer Clutterbuck', {}, stranger),
      ({ hasMatch }) => !hasMatch,
    );
    expect(gone.hasMatch).toBe(false);
  });
});

test.skipIf(process.env.TOUCHSTONE_TEST_DATABASE_SERVER)(
  'a backup has them, and a restore puts them back',
  async () => {
    await makeList('saved');
    await putEntry('saved', 'C/1', { name: 'Wexford Plimsoll', countries: ['SE'] });
    const folder = `${bench.dataDir}-backup`;
    const other = await Bench.create();
    try {
      await bench.run('backup', folder);
      await other.run('restore', folder);
      const lists = (list: { id: number }[]) => list.map(({ id: _, ...rest }) => rest);
      const [before, after] = [bench, other].map((one) => one.records(({ ownLists }) => ownLists.all(account)));
      expect(lists(await after!)).toEqual(lists(await before!));
      const entry = await other.records(({ ownLists }) => ownLists.entry(account, 'saved', 'C/1'));
      expect(entry).toMatchObject({ name: 'Wexford Plimsoll', countries: ['SE'] });
    } finally {
      await other.remove();
      await rm(folder, { recursive: true, force: true });
    }
  },
);

test('a large list is deleted in steps that hold nobody up, and its log says how much it was', async () => {
  await makeList('large');
  const rows = Array.from({ length: 4_500 }, (_, at) => `L${at},Entry Number ${at},Organization`);
  await ask('POST', '/large/import', `id,name,entityType\n${rows.join('\n')}\n`, 'text/csv');
  const before = await bench.records(({ ownLists }) => ownLists.versions());
  expect((await ask('DELETE', '/large')).status).toBe(204);
  const after = await bench.records(({ ownLists }) => ownLists.versions());
  const version = (all: readonly { owner: number; version: number }[]) =>
    all.find(({ owner }) => owner === account)!.version;
  // 2,000 entries, 2,000, the other 500, and the list.
  expect(version(after) - version(before)).toBe(4);
  const [entry] = await bench.records(({ audit }) => audit.page(account, { limit: 1 }));
  expect(entry).toMatchObject({ action: 'own-list.deleted', details: { entries: 4_500 } });
  const status = await bench.json<{ ownLists: { behind: { accountId: number }[] } }>('monitor', 'status');
  expect(status.ownLists.behind).toContainEqual(expect.objectContaining({ accountId: account }));
});

test('the audit log has ids and no names', async () => {
  const entries = await bench.records(({ audit }) => audit.page(account, { limit: 1_000 }));
  const actions = new Set(entries.map(({ action }) => action).filter((action) => action.startsWith('own-list')));
  expect([...actions].sort()).toEqual([
    'own-list.changed',
    'own-list.created',
    'own-list.deleted',
    'own-list.entry-added',
    'own-list.entry-changed',
    'own-list.entry-deleted',
    'own-list.imported',
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/Plimsoll|Thistlewood|Borrowdale/);
});
