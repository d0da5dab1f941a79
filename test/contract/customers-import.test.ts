import { beforeAll, describe, expect, test } from 'vitest';
import type { Bench, Served } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

const CSV = { 'content-type': 'text/csv' };
const LISTED = 'Quillon Ferrabast';

let bench: Bench;
let served: Served;

beforeAll(async () => {
  ({ bench, served } = await sharedService());
});

describe('a file of customers', () => {
  const send = (key: string, body: unknown, headers: Record<string, string> = CSV) =>
    served.ask('POST', '/api/Customers/import', { key, body, headers });
  const ended = async (key: string, id: string, status = 'done') => {
    const state = async () => (await served.ask('GET', `/api/Screening/batch/${id}`, { key })).body;
    await expect.poll(async () => (await state()).status).toBe(status);
    return state();
  };
  const results = async (key: string, id: string) =>
    (await served.ask('GET', `/api/Screening/batch/${id}/results`, { key })).text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  const customer = async (key: string, reference: string) =>
    (await served.ask('GET', `/api/Customers/${reference}`, { key })).body;
  const left = async (key: string) =>
    Number(/r=(\d+)/.exec(String((await served.ask('GET', '/api/Customers', { key })).headers.ratelimit))?.[1]);

  test('makes those that are new and changes those that are there; the same again costs nothing', async () => {
    const { key } = await bench.key(await bench.account(10));
    const settings = { name: 'Old Name', entityType: 'Individual', categories: ['sanctions'], minScore: 90 };
    await served.ask('PUT', '/api/Customers/c-2', { key, body: settings });
    const file = `id;name;type;dob\nc-1;${LISTED};Individual;\nc-2;Bromiel Astravane;person;1970-01-31\n`;
    const sent = await send(key, `${file};Nobody;Individual;\nc 4;Nobody;Individual;\nc-5;Nobody;;\n`);
    expect([sent.status, sent.body.kind, sent.body.total]).toEqual([202, 'customers', 5]);
    expect(sent.headers.location).toBe(`/api/Screening/batch/${sent.body.id}`);
    expect(await ended(key, sent.body.id)).toMatchObject({ done: 5, matched: 1, failed: 3 });
    expect(await left(key)).toBe(7);
    const rows = await results(key, sent.body.id);
    expect(rows.map(({ reference, hasMatch, error }) => [reference, hasMatch, error === null])).toEqual([
      ['c-1', true, true],
      ['c-2', false, true],
      ...['', 'c 4', 'c-5'].map((reference) => [reference, null, false]),
    ]);
    expect(await customer(key, 'c-1')).toMatchObject({ name: LISTED, state: 'open', monitored: true, minScore: 70 });
    expect(await customer(key, 'c-2')).toMatchObject({
      name: 'Bromiel Astravane',
      dateOfBirth: '1970-01-31T00:00:00Z',
      categories: ['sanctions'],
      minScore: 90,
    });
    const again = await send(key, file);
    expect(await ended(key, again.body.id)).toMatchObject({ done: 2, matched: 1, failed: 0 });
    expect(await left(key)).toBe(7);
    const same = await results(key, again.body.id);
    expect(same).toMatchObject([
      { screeningId: rows[0].screeningId, error: null },
      { screeningId: rows[1].screeningId, error: null },
    ]);
    expect((await served.ask('GET', '/api/Alerts', { key })).body.items).toHaveLength(1);
  });

  test('says other names, categories, score and whether one is monitored; an empty cell leaves what is there', async () => {
    const { key } = await bench.key(await bench.account());
    const header = 'id,name,type,aliases,categories,minScore,monitored\n';
    const first = await send(
      key,
      `${header}c-1,Ada Quill,person,${LISTED}|A. Quill,sanctions|wanted,80,no\nc-2,Bo Quill,person,,,"72,5",\n`,
    );
    expect(await ended(key, first.body.id)).toMatchObject({ matched: 1, failed: 0 });
    const ada = {
      otherNames: [LISTED, 'A. Quill'],
      categories: ['sanctions', 'wanted'],
      minScore: 80,
      monitored: false,
    };
    expect(await customer(key, 'c-1')).toMatchObject({ ...ada, state: 'open' });
    expect(await customer(key, 'c-2')).toMatchObject({ otherNames: [], minScore: 72.5, monitored: true });
    const again = await send(key, `${header}c-1,Ada Quill,person,,,,\nc-2,Bo Quill,person,,pep,,WAHR\n`);
    expect(await ended(key, again.body.id)).toMatchObject({ failed: 0 });
    expect(await customer(key, 'c-1')).toMatchObject(ada);
    expect(await customer(key, 'c-2')).toMatchObject({ categories: ['pep'], minScore: 72.5 });
  });

  test.each([
    ['eleven names', Array.from({ length: 11 }, (_, at) => `Quill${at}`).join('|'), '', '', '', 'too-many'],
    ['a name without a letter', '---', '', '', '', 'name-without-letters'],
    ['a category that is none', '', 'sanctions|crime', '', '', 'categories'],
    ['the news where it is off', '', 'adverse-media', '', '', 'no-news'],
    ['a score above 100', '', '', '101', '', 'min-score-invalid'],
    ['a score that is no number', '', '', 'high', '', 'min-score-invalid'],
    ['neither yes nor no', '', '', '', 'perhaps', 'monitored'],
  ])('with %s is refused in that row alone', async (_, names, categories, score, monitored, code) => {
    const { key } = await bench.key(await bench.account());
    const rows = [`c-1,Ada Quill,person,${names},${categories},${score},${monitored}`, 'c-2,Bo Quill,person,,,,'];
    const sent = await send(key, `id,name,type,otherNames,categories,minScore,monitored\n${rows.join('\n')}\n`);
    expect(await ended(key, sent.body.id)).toMatchObject({ done: 2, failed: 1 });
    expect((await results(key, sent.body.id)).map((row) => row.code)).toEqual([code, null]);
    expect((await served.ask('GET', '/api/Customers/c-1', { key })).status).toBe(404);
  });

  test('with a CRLF header over other line ends makes every customer, and none of a cut name', async () => {
    const { key } = await bench.key(await bench.account());
    const file = `id,type,name\r\nc-1,person,Ada Quill\nc-2,person,${LISTED}\rc-3,person,Quill, Bo\n`;
    const { body } = await send(key, file);
    expect(await ended(key, body.id)).toMatchObject({ total: 3, done: 3, matched: 1, failed: 1 });
    expect(await customer(key, 'c-2')).toMatchObject({ name: LISTED, state: 'open' });
    expect((await served.ask('GET', '/api/Customers/c-3', { key })).status).toBe(404);
  });

  test('with several rows of a customer leaves what the last one says', async () => {
    const { key } = await bench.key(await bench.account());
    const names = Array.from({ length: 20 }, (_, place) => `Ada Quill ${'abcdefghijklmnopqrst'[place]}`);
    const sent = await send(key, `id,name,entityType\n${names.map((name) => `c-1,${name},Individual\n`).join('')}`);
    await ended(key, sent.body.id);
    const ids = (await results(key, sent.body.id)).map(({ screeningId }) => screeningId);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(await customer(key, 'c-1')).toMatchObject({ name: names.at(-1), screeningId: ids.at(-1) });
  });

  test('makes a customer whose reference is "import", too', async () => {
    const { key } = await bench.key(await bench.account());
    await ended(key, (await send(key, 'id,name,entityType\nimport,Ada Quill,Individual\n')).body.id);
    expect(await customer(key, 'import')).toMatchObject({ reference: 'import', name: 'Ada Quill' });
    expect((await served.ask('DELETE', '/api/Customers/import', { key })).status).toBe(204);
  });

  test('waits without quota, and is the same one with the same Idempotency-Key', async () => {
    const { key } = await bench.key(await bench.account(1));
    const headers = { ...CSV, 'idempotency-key': 'import 1' };
    const file = 'id,name,entityType\na,Ada Quill,Individual\nb,Bo Reed,Individual\n';
    const sent = await send(key, file, headers);
    expect((await send(key, file, headers)).body.id).toBe(sent.body.id);
    expect(await ended(key, sent.body.id, 'waiting-for-quota')).toMatchObject({ total: 2, done: 1 });
  });

  test('that is none is refused', async () => {
    const { key } = await bench.key(await bench.account());
    for (const [body, headers] of [
      [{ items: [] }, {}],
      ['', CSV],
      ['id,first\n1,2\n', CSV],
    ] as const) {
      const refused = await send(key, body, headers);
      expect([refused.status, refused.body.code]).toEqual([400, 'invalid-request']);
    }
    const text = await send(key, 'id,name', { 'content-type': 'text/plain' });
    const message = 'The Content-Type must be text/csv or a workbook.';
    expect(text.body.errors).toEqual([{ field: 'Content-Type', message }]);
  });
});
