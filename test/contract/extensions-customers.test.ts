import { beforeAll, describe, expect, test } from 'vitest';
import { PROBLEM_CODES } from '../../src/http/extensions/codes.ts';
import type { Answer, Bench, Served } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { SignedIn } from '../support/signed-in.ts';

const LISTED = { name: 'Quillon Ferrabast', entityType: 'Individual' };
const CLEAR = { name: 'Margaret Thistlewood', entityType: 'Individual' };

let bench: Bench;
let served: Served;
let account: number;
let key: string;

beforeAll(async () => {
  ({ bench, served } = await sharedService());
  account = await bench.account();
  ({ key } = await bench.key(account));
});

const ask = (method: string, path: string, body?: object, headers = {}, by = key) =>
  served.ask(method, `/api/Customers${path}`, { key: by, headers, ...(body && { body }) });
const put = (reference: string, body: object, headers = {}, by = key) => ask('PUT', `/${reference}`, body, headers, by);

function expectProblem({ status, body }: Answer, code: keyof typeof PROBLEM_CODES, field?: string): void {
  expect([status, body.code]).toEqual([PROBLEM_CODES[code].status, code]);
  if (field) expect(body.errors.map((error: { field: string }) => error.field)).toContain(field);
}

/** Units left, as the header of an answer says. */
const left = ({ headers }: Answer) => Number(/"quota";r=(\d+)/.exec(String(headers.ratelimit))![1]);

describe('PUT', () => {
  test('with `If-None-Match: *` makes a customer, and changes nothing of one that is there', async () => {
    const onlyNew = { 'if-none-match': '*' };
    const made = await put('only-new', CLEAR, onlyNew);
    expect(made.status).toBe(201);
    const units = left(made);
    const again = await put('only-new', { ...LISTED, monitored: false }, onlyNew);
    expectProblem(again, 'precondition-failed');
    expect(again.body.detail).toBe('The reference only-new is taken: a customer has it already.');
    const kept = await ask('GET', '/only-new');
    expect(kept.body).toMatchObject({ ...CLEAR, monitored: true });
    expect([again.headers.etag, left(kept)]).toEqual([kept.headers.etag, units]);
    expectProblem(
      await put('only-new', LISTED, { 'if-none-match': `"x", ${kept.headers.etag}` }),
      'precondition-failed',
    );
    const document = (await served.ask('GET', '/openapi.json')).body.paths['/api/Customers/{reference}'].put;
    expect(document.parameters).toContainEqual(expect.objectContaining({ name: 'If-None-Match', in: 'header' }));
    expect(document.parameters.find(({ name }: { name: string }) => name === 'If-None-Match').required).toBeFalsy();
  });

  test('of two who make the same customer at once one is told that it is taken', async () => {
    const both = [CLEAR, LISTED].map((body) => put('both', body, { 'if-none-match': '*' }));
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([201, 412]);
  });

  test('makes a customer with every member, screens it once, and says so', async () => {
    const body = {
      ...LISTED,
      name: `  ${LISTED.name} `,
      dateOfBirth: '1975-11-02',
      otherNames: ['Q. Ferrabast'],
      identifiers: [{ value: 'X1234567' }],
      categories: ['wanted', 'sanctions'],
      minScore: 65.5,
      monitored: false,
    };
    const before = left(await ask('GET', ''));
    const made = await put('a:1._@-B', body);
    expect(made.status).toBe(201);
    expect(left(made)).toBe(before - 1);
    const screening = (await served.ask('GET', `/api/Screening/${made.body.screeningId}`, { key })).body;
    expect(screening).toMatchObject({ name: LISTED.name, minScore: 65.5, hasMatch: true, matchCount: 1 });
    expect(made.body).toEqual({
      reference: 'a:1._@-B',
      name: LISTED.name,
      entityType: 'Individual',
      dateOfBirth: '1975-11-02T00:00:00Z',
      otherNames: ['Q. Ferrabast'],
      identifiers: [{ value: 'X1234567' }],
      categories: ['sanctions', 'wanted'],
      minScore: 65.5,
      monitored: false,
      state: 'open',
      createdAt: screening.createdAt,
      updatedAt: screening.createdAt,
      screeningId: screening.id,
      screening,
    });
    const read = await ask('GET', '/a:1._@-B');
    expect([read.body, read.headers.etag]).toEqual([made.body, made.headers.etag]);
    const { items } = (await served.ask('GET', '/api/Alerts?customer=a:1._@-B', { key })).body;
    expect(items).toMatchObject([{ state: 'open', subject: { name: LISTED.name, customer: 'a:1._@-B' } }]);
  });

  test('defaults to all categories, a least score of 70, and monitoring', async () => {
    const { body } = await put('defaults', { ...CLEAR, dateOfBirth: null, otherNames: null, minScore: null });
    expect(body).toMatchObject({
      dateOfBirth: null,
      otherNames: [],
      categories: ['pep', 'sanctions', 'wanted'],
      minScore: 70,
      monitored: true,
      state: 'clear',
      screening: { hasMatch: false },
    });
  });

  test('of the same content changes and costs nothing, also where twenty come at once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => put('same', LISTED)));
    expect(all.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(all.map(({ body }) => body.screeningId)).size).toBe(1);
    const before = left(await ask('GET', '/same'));
    const again = await put('same', { ...LISTED, minScore: 70, categories: ['pep', 'wanted', 'sanctions'] });
    expect([again.status, left(again)]).toEqual([200, before]);
    expect(again.body).toEqual(all[0]!.body);
  });

  test.each([
    ['name', { name: 'Margaret Thistlewood-Green' }, 1],
    ['type', { entityType: 'Organization' }, 1],
    ['birth date', { dateOfBirth: '1950-01-01' }, 1],
    ['other names', { otherNames: ['Maggie Thistlewood'] }, 1],
    ['categories', { categories: ['pep'] }, 0],
    ['least score', { minScore: 90 }, 0],
    ['monitoring', { monitored: false }, 0],
  ])('that changes the %s is screened or not, and costs as it should', async (what, change, units) => {
    const reference = `change-${what.replace(' ', '-')}`;
    const made = await put(reference, CLEAR);
    const before = left(await ask('GET', `/${reference}`));
    const changed = await put(reference, { ...CLEAR, ...change });
    expect([changed.status, before - left(changed)]).toEqual([200, units]);
    expect(changed.body.screeningId === made.body.screeningId).toBe(units === 0);
    expect(changed.body.createdAt).toBe(made.body.createdAt);
  });

  test('screens other names within the one record, and keeps matches of the wanted categories alone', async () => {
    const other = await put('by-other-name', { ...CLEAR, otherNames: [LISTED.name, 'Theskara Wumbolt'] });
    expect(other.body.screening.matches.map(({ name }: { name: string }) => name).sort()).toEqual([
      LISTED.name,
      'Theskara Wumbolt',
    ]);
    expect((await served.ask('GET', '/api/Alerts?customer=by-other-name', { key })).body.items).toHaveLength(2);
    const peps = await put('peps-alone', { ...LISTED, categories: ['pep'] });
    expect(peps.body).toMatchObject({ state: 'clear', screening: { matchCount: 0, highestScore: 0 } });
  });

  test('that lets more through opens alerts without a record and without a unit', async () => {
    const made = await put('widened', { ...LISTED, categories: ['pep'] });
    const widened = await put('widened', LISTED);
    expect([left(made) - left(widened), widened.body.state]).toEqual([0, 'open']);
    expect(widened.body.screening).toEqual(made.body.screening);
    const { items } = (await served.ask('GET', '/api/Alerts?customer=widened', { key })).body;
    expect(items).toMatchObject([{ state: 'open' }]);
  });

  test('follows decisions: a confirmed customer stays so however often it is screened', async () => {
    await put('decided', LISTED);
    const [{ id }] = (await served.ask('GET', '/api/Alerts?customer=decided', { key })).body.items;
    const body = { decision: 'confirmed', reason: 'same-person' };
    await served.ask('POST', `/api/Alerts/${id}/decisions`, { key, body });
    expect((await ask('GET', '/decided')).body.state).toBe('confirmed');
    const again = await put('decided', { ...LISTED, otherNames: ['Quillon'] });
    expect(again.body.state).toBe('confirmed');
    const alerts = (await served.ask('GET', '/api/Alerts?customer=decided&state=confirmed', { key })).body.items;
    expect(alerts.map((alert: { id: number }) => alert.id)).toEqual([id]);
    expect(alerts[0].history.map(({ action }: { action: string }) => action)).toEqual([
      'opened',
      'confirmed',
      'seen',
      'renamed',
    ]);
  });

  test('honours If-Match', async () => {
    expectProblem(await put('matched', CLEAR, { 'if-match': '*' }), 'precondition-failed');
    expectProblem(await ask('GET', '/matched'), 'customer-not-found');
    const { headers } = await put('matched', CLEAR);
    const etag = headers.etag as string;
    expect((await ask('GET', '/matched', undefined, { 'if-none-match': etag })).status).toBe(304);
    expectProblem(await put('matched', LISTED, { 'if-match': '"0-0-0"' }), 'precondition-failed');
    const changed = await put('matched', { ...CLEAR, minScore: 80 }, { 'if-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
    expectProblem(await put('matched', { ...CLEAR, minScore: 81 }, { 'if-match': etag }), 'precondition-failed');
    expectProblem(await ask('DELETE', '/matched', undefined, { 'if-match': etag }), 'precondition-failed');
    expect((await ask('GET', '/matched')).headers.etag).toBe(changed.headers.etag);
    const last = { 'if-match': changed.headers.etag as string };
    expect((await ask('DELETE', '/matched', undefined, last)).status).toBe(204);
    expectProblem(await ask('DELETE', '/matched', undefined, last), 'customer-not-found');
  });

  test('without quota refuses what makes a record; reading, settings, decisions and deleting go on', async () => {
    const small = await bench.account(1);
    const { key: poor } = await bench.key(small);
    await put('one', LISTED, {}, poor);
    expectProblem(await put('two', LISTED, {}, poor), 'quota-exhausted');
    expectProblem(await ask('GET', '/two', undefined, {}, poor), 'customer-not-found');
    expectProblem(await put('one', { ...LISTED, name: 'Other Name' }, {}, poor), 'quota-exhausted');
    expect((await put('one', { ...LISTED, minScore: 50 }, {}, poor)).status).toBe(200);
    const [{ id }] = (await served.ask('GET', '/api/Alerts', { key: poor })).body.items;
    const body = { decision: 'escalated', reason: 'other' };
    expect((await served.ask('POST', `/api/Alerts/${id}/decisions`, { key: poor, body })).status).toBe(200);
    expect((await ask('DELETE', '/one', undefined, {}, poor)).status).toBe(204);
  });

  test.each([
    ['no name', { entityType: 'Individual' }, 'name'],
    ['a blank name', { ...CLEAR, name: '  ' }, 'name'],
    ['a name without letters', { ...CLEAR, name: '---' }, 'name'],
    ['a name that is too long', { ...CLEAR, name: 'x'.repeat(201) }, 'name'],
    ['a name that is no Unicode text', { ...CLEAR, name: 'a\ud800' }, 'name'],
    ['a name with lost letters', { ...CLEAR, name: 'Jos\ufffd Quist' }, 'name'],
    ['a name that is not known', { ...CLEAR, name: 'FNU LNU' }, 'name'],
    ['another name that is not known', { ...CLEAR, otherNames: ['Ada', 'N/A'] }, 'otherNames[1]'],
    ['a name with NUL', { ...CLEAR, name: 'a\0b' }, 'name'],
    ['no type', { name: 'Ada' }, 'entityType'],
    ['an unknown type', { name: 'Ada', entityType: 'Ship' }, 'entityType'],
    ['no day', { ...CLEAR, dateOfBirth: '1970-02-30' }, 'dateOfBirth'],
    ['eleven other names', { ...CLEAR, otherNames: Array(11).fill('Ada') }, 'otherNames'],
    ['a wrong other name', { ...CLEAR, otherNames: ['Ada', ' '] }, 'otherNames[1]'],
    ['another name with NUL', { ...CLEAR, otherNames: ['Ada', 'a\0b'] }, 'otherNames[1]'],
    ['no category', { ...CLEAR, categories: [] }, 'categories'],
    ['a category twice', { ...CLEAR, categories: ['pep', 'pep'] }, 'categories'],
    ['an unknown category', { ...CLEAR, categories: ['crime'] }, 'categories[0]'],
    ['a score over 100', { ...CLEAR, minScore: 101 }, 'minScore'],
    ['no truth value', { ...CLEAR, monitored: 'yes' }, 'monitored'],
    ['an unknown member', { ...CLEAR, country: 'SE' }, 'country'],
  ])('with %s is refused and names the member', async (_what, body, field) => {
    expectProblem(await put('refused', body), 'invalid-request', field);
    expectProblem(await ask('GET', '/refused'), 'customer-not-found');
  });

  test.each(['a%20b', 'a%2Fb', 'ä', 'x'.repeat(129)])('of the reference %s is refused', async (reference) => {
    expectProblem(await put(encodeURI(decodeURI(reference)), CLEAR), 'invalid-request', 'reference');
  });
});

describe('the list', () => {
  test('is filtered by state and by change, and its pages join while customers are added', async () => {
    const { key: other } = await bench.key(await bench.account());
    const list = (query: string) => ask('GET', query, undefined, {}, other);
    for (let turn = 0; turn < 5; turn += 1) await put(`C-${turn}`, turn % 2 ? LISTED : CLEAR, {}, other);
    const references: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: Answer = await list(`?limit=2${cursor && `&cursor=${cursor}`}`);
      references.push(...body.items.map(({ reference }: { reference: string }) => reference));
      cursor = body.nextCursor;
      if (references.length === 2) await put('C-new', CLEAR, {}, other);
    }
    expect(references).toEqual(['C-0', 'C-1', 'C-2', 'C-3', 'C-4', 'C-new']);
    const of = async (query: string) =>
      (await list(query)).body.items.map(({ reference }: { reference: string }) => reference);
    expect(await of('?state=open')).toEqual(['C-1', 'C-3']);
    expect(await of('?state=confirmed')).toEqual([]);
    const { updatedAt } = (await put('C-0', { ...CLEAR, minScore: 80 }, {}, other)).body;
    expect(await of(`?updatedSince=${updatedAt}`)).toEqual(['C-0']);
    expect(await of('?updatedSince=2026-01-01&state=clear')).toEqual(['C-2', 'C-4', 'C-new', 'C-0']);
    const { nextCursor } = (await list('?limit=1&updatedSince=2026-01-01')).body;
    expect(await of(`?limit=2&updatedSince=2026-01-01&cursor=${nextCursor}`)).toEqual(['C-2', 'C-3']);
    expectProblem(await list(`?cursor=${nextCursor}`), 'invalid-request', 'cursor');
    const [first] = (await list('?limit=1')).body.items;
    expect(first).toEqual({ ...(await list('/C-0')).body, screening: undefined });
  });

  test('is filtered by names, watch, type and category, and walked from A to Z', async () => {
    const { key: other } = await bench.key(await bench.account());
    const list = (query: string) => ask('GET', query, undefined, {}, other);
    const of = async (query: string) =>
      (await list(query)).body.items.map(({ reference }: { reference: string }) => reference);
    await put('C-1', { ...CLEAR, name: 'Zora Thistle', otherNames: ['Anna Wexly'] }, {}, other);
    await put('C-2', { ...CLEAR, name: 'Bela Wexly', monitored: false, categories: ['pep'] }, {}, other);
    await put('wexly', { name: 'Amber Trading', entityType: 'Organization' }, {}, other);
    expect(await of('?name=wexly')).toEqual(['C-1', 'C-2']);
    expect(await of('?name=WEXLY+anna')).toEqual(['C-1']);
    expect(await of('?monitored=false')).toEqual(['C-2']);
    expect(await of('?monitored=true&type=Organization')).toEqual(['wexly']);
    expect(await of('?category=wanted')).toEqual(['C-1', 'wexly']);
    expect(await of('?sort=name')).toEqual(['wexly', 'C-2', 'C-1']);
    const { nextCursor } = (await list('?sort=name&limit=1')).body;
    expect(await of(`?sort=name&limit=9&cursor=${nextCursor}`)).toEqual(['C-2', 'C-1']);
    expectProblem(await list(`?sort=newest&cursor=${nextCursor}`), 'invalid-request', 'cursor');
  });

  test.each([
    ['state=bad', 'state'],
    ['updatedSince=yesterday', 'updatedSince'],
    ['updatedSince=2026-02-30', 'updatedSince'],
    ['limit=201', 'limit'],
    ['cursor=x', 'cursor'],
    ['fullName=Ada', 'fullName'],
    ['monitored=yes', 'monitored'],
    ['type=Person', 'type'],
    ['category=all', 'category'],
    ['sort=score', 'sort'],
  ])('with %s is refused', async (query, field) => {
    expectProblem(await ask('GET', `?${query}`), 'invalid-request', field);
  });
});

describe('DELETE', () => {
  test('takes alerts and comments along; records stay unless they are to go', async () => {
    const owner = await SignedIn.invited(bench, served, account, 'owner');
    const deletions = async () => (await owner.get('/audit?action=customer.deleted')).body.items.length;
    const before = await deletions();
    for (const [reference, query, status] of [
      ['kept', '', 200],
      ['gone', '?records=true', 404],
    ] as const) {
      const { screeningId } = (await put(reference, LISTED)).body;
      const [{ id }] = (await served.ask('GET', `/api/Alerts?customer=${reference}`, { key })).body.items;
      await owner.post(`/alerts/${id}/comments`, { comment: 'seen' });
      const deleted = await ask('DELETE', `/${reference}${query}`);
      expect([deleted.status, deleted.text]).toEqual([204, '']);
      expectProblem(await ask('GET', `/${reference}`), 'customer-not-found');
      expectProblem(await ask('DELETE', `/${reference}`), 'customer-not-found');
      expectProblem(await served.ask('GET', `/api/Alerts/${id}`, { key }), 'alert-not-found');
      expect((await served.ask('GET', `/api/Screening/${screeningId}`, { key })).status).toBe(status);
    }
    expect(await deletions()).toBe(before + 2);
    expectProblem(await ask('DELETE', '/x?records=maybe'), 'invalid-request', 'records');
  });

  test('leaves the first answer to an Idempotency-Key, where it names nobody', async () => {
    const send = (path: string, body: object, name: string) =>
      served.ask('POST', path, { key, body, headers: { 'idempotency-key': name } });
    for (const reference of ['stays', 'goes']) await put(reference, LISTED);
    const [{ id }] = (await served.ask('GET', '/api/Alerts?customer=stays', { key })).body.items;
    const batch = () => send('/api/Screening/batch', { items: [CLEAR] }, 'a batch');
    const decide = () => send(`/api/Alerts/${id}/decisions`, { decision: 'escalated', reason: 'other' }, 'a decision');
    const first = await batch();
    const decided = await decide();
    expect((await decide()).text).toBe(decided.text);
    await ask('DELETE', '/goes');
    expect((await batch()).text).toBe(first.text);
    expectProblem(await decide(), 'idempotency-key-in-use');
  });
});

test('a body that is too large is refused, also where none is wanted, and the document says so', async () => {
  const large = { ...CLEAR, otherNames: Array(10).fill('x'.repeat(7_000)) };
  const { paths } = (await served.ask('GET', '/openapi.json')).body;
  for (const method of ['PUT', 'DELETE']) {
    expectProblem(await ask(method, '/large', large), 'body-too-large');
    expect(Object.keys(paths['/api/Customers/{reference}'][method.toLowerCase()].responses)).toContain('413');
  }
});

test("another account's customers are not found, and a reference is free for each account", async () => {
  const { key: stranger } = await bench.key(await bench.account());
  await put('shared', LISTED);
  expectProblem(await ask('GET', '/shared', undefined, {}, stranger), 'customer-not-found');
  expectProblem(await ask('DELETE', '/shared', undefined, {}, stranger), 'customer-not-found');
  expect((await ask('GET', '', undefined, {}, stranger)).body.items).toEqual([]);
  expect((await put('shared', CLEAR, {}, stranger)).status).toBe(201);
  expect((await ask('GET', '/shared')).body.name).toBe(LISTED.name);
});
