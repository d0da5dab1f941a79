import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { asCsv, ODS_TYPE, WORKBOOK_TYPE } from '../../src/spreadsheets/as-csv.ts';
import type { Answer, Bench, Served } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { odsFile, xlsxFile } from '../support/xlsx-file.ts';

const PATH = '/api/Screening/batch';
const CSV = { 'content-type': 'text/csv' };
const LISTED = 'Quillon Ferrabast';

let bench: Bench;
let served: Served;
let key: string;

beforeAll(async () => {
  ({ bench, served } = await sharedService());
  ({ key } = await bench.key(await bench.account()));
});

const send = (body: unknown, headers: Record<string, string> = {}, by = key): Promise<Answer> =>
  served.ask('POST', PATH, { key: by, body, headers });
const get = async (id: string, by = key) => (await served.ask('GET', `${PATH}/${id}`, { key: by })).body;
const becomes = (id: string, status: string, by = key) =>
  expect.poll(async () => (await get(id, by)).status).toBe(status);
async function results(id: string, by = key) {
  const { text } = await served.ask('GET', `${PATH}/${id}/results`, { key: by });
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}
const names = (count: number) => Array.from({ length: count }, (_, row) => `Nobody ${row}`);
const fileOf = (rows: readonly string[]) => `name,entityType\n${rows.map((name) => `${name},Individual\n`).join('')}`;

describe('a batch', () => {
  test('of items: each is a record like any other, and a wrong one is refused alone with its reason', async () => {
    const person = { entityType: 'Individual' };
    const items = [
      { ...person, reference: 'a', name: `  ${LISTED} ` },
      { ...person, reference: 'b', name: 7 },
      { ...person, reference: 'c', name: 'Bromiel Astravane', dateOfBirth: '1970-01-31' },
      { name: 'Without Type' },
      { ...person, name: 'Born Never', dateOfBirth: '1970-02-30' },
      { ...person, name: LISTED.replace('Q', 'K'), minScore: 100 },
    ];
    const sent = await send({ items });
    expect(sent.status).toBe(202);
    expect(sent.headers.location).toBe(`${PATH}/${sent.body.id}`);
    expect(sent.body).toEqual({
      id: expect.any(String),
      kind: 'screenings',
      title: null,
      actor: expect.stringMatching(/^key:/),
      status: expect.stringMatching(/queued|running/),
      total: 6,
      done: 0,
      matched: 0,
      failed: 0,
      createdAt: expect.any(String),
      endedAt: null,
    });
    await becomes(sent.body.id, 'done');
    const state = await get(sent.body.id);
    expect(state).toMatchObject({ total: 6, done: 6, matched: 1, failed: 3, endedAt: expect.any(String) });
    const rows = await results(sent.body.id);
    expect(rows.map(({ row, reference, error }) => [row, reference, error !== null])).toEqual([
      [1, 'a', false],
      [2, 'b', true],
      [3, 'c', false],
      ...[4, 5].map((row) => [row, '', true]),
      [6, '', false],
    ]);
    expect(rows[0]).toMatchObject({ hasMatch: true, matchCount: 1, matches: [{ name: LISTED }], error: null });
    expect(rows[1]).toEqual({
      row: 2,
      reference: 'b',
      screeningId: null,
      hasMatch: null,
      matchCount: null,
      highestScore: null,
      matches: [],
      error: 'name must be text.',
      code: 'no-text',
      notes: [],
    });
    expect(rows[2]).toMatchObject({ hasMatch: false, matchCount: 0, highestScore: 0, matches: [] });
    const record = (await served.ask('GET', `/api/Screening/${rows[0].screeningId}`, { key })).body;
    expect(record).toMatchObject({ name: LISTED, matches: rows[0].matches });
    const dated = (await served.ask('GET', `/api/Screening/${rows[2].screeningId}`, { key })).body;
    expect(dated).toMatchObject({ dateOfBirth: '1970-01-31T00:00:00Z', minScore: 70 });
    expect((await served.ask('GET', `/api/Screening/${rows[5].screeningId}`, { key })).body.minScore).toBe(100);
  });

  const text = `id;name;entityType;dateOfBirth\r\n1;"${LISTED}";Individual;\r\n2;Somebody;Ship;\r\n`;
  const cells = text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(';').map((cell) => cell.replaceAll('"', '')));
  test.each([
    ['a CSV file in UTF-8 with semicolons', Buffer.from(text)],
    ['a CSV file in UTF-8 with commas', Buffer.from(text.replaceAll(';', ','))],
    ['a CSV file in UTF-16 with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['a CSV file in UTF-16, big-endian', Buffer.from(text, 'utf16le').swap16()],
    ['an Excel workbook', xlsxFile(cells), { 'content-type': WORKBOOK_TYPE }],
    ['an Excel workbook sent as CSV', xlsxFile(cells)],
    ['a spreadsheet of LibreOffice', odsFile(cells), { 'content-type': ODS_TYPE }],
  ])('of %s', async (_what, file, type = CSV) => {
    const { status, body } = await send(file, type);
    expect([status, body.total]).toEqual([202, 2]);
    await becomes(body.id, 'done');
    const rows = await results(body.id);
    expect(rows).toMatchObject([
      { row: 1, reference: '1', hasMatch: true, error: null },
      { row: 2, reference: '2', screeningId: null, error: expect.stringContaining('Individual or Organization') },
    ]);
    const csv = await served.ask('GET', `${PATH}/${body.id}/results`, { key, headers: { accept: 'text/csv' } });
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = csv.text.split('\r\n');
    expect(lines[0]).toBe('row,reference,screeningId,hasMatch,matchCount,highestScore,matches,error,code,notes');
    expect(lines[1]).toMatch(/^1,1,\d+,true,1,100,"\[\{""name"":""Quillon Ferrabast""/);
    expect(lines[2]).toMatch(/^2,2,,,,,\[\],/);
    const accept = { accept: `${WORKBOOK_TYPE}, text/csv;q=0.5` };
    const workbook = await served.download(`${PATH}/${body.id}/results`, { key, headers: accept });
    expect(workbook.type).toBe(WORKBOOK_TYPE);
    const table = async (sheet: string) =>
      Buffer.concat(await Array.fromAsync(asCsv(Readable.from([workbook.bytes]), sheet))).toString();
    expect(await table('Results')).toMatch(/^"2","1","Quillon Ferrabast","Individual",,"matched","1","100",/m);
    expect(await table('Matches')).toMatch(/^"2","1","Quillon Ferrabast","100","Quillon Ferrabast",/m);
  });

  test('searches other names, too, and calls members as files call columns', async () => {
    const items = [
      { ref: 'a', fullName: 'Ada Quill', type: 'person', otherNames: ['A. Quill', LISTED] },
      { id: 'b', name: LISTED, entityType: 'Individual', dob: '1970-02-30' },
      { name: 'Ada Quill', entityType: 'Individual', aka: 7 },
      { name: 'Ada Quill', entityType: 'Individual', otherNames: ['---'] },
    ];
    const { body } = await send({ items });
    await becomes(body.id, 'done');
    const found = await results(body.id);
    expect(found.map(({ reference, hasMatch, code }) => [reference, hasMatch, code])).toEqual([
      ['a', true, null],
      ['b', null, 'birth-date-invalid'],
      ['', null, 'no-texts'],
      ['', null, 'name-without-letters'],
    ]);
    const csv = `name,type,alias,minScore\nAda Quill,person,A. Quill|${LISTED},\n${LISTED.replace('Q', 'K')},person,,100\n`;
    const file = await send(csv, CSV);
    await becomes(file.body.id, 'done');
    const [ada, other] = await results(file.body.id);
    expect([ada.hasMatch, ada.matches[0].name, other.hasMatch]).toEqual([true, LISTED, false]);
  });

  test('of a workbook with several sheets: the one that is named, or why not', async () => {
    const file = await readFile(new URL('../../src/spreadsheets/fixtures/libreoffice-features.ods', import.meta.url));
    const ask = (sheet: string) =>
      served.ask('POST', `${PATH}?sheet=${sheet}`, { key, body: file, headers: { 'content-type': ODS_TYPE } });
    expect((await ask('Old')).body).toMatchObject({ total: 3 });
    const none = await ask('None');
    expect([none.status, none.body.detail]).toEqual([
      400,
      expect.stringContaining('Its sheets: Notes, Old, Customers.'),
    ]);
    expect((await ask('')).status).toBe(400);
  });

  test('of no workbook has no sheets: a request that names one is refused', async () => {
    const items = [{ name: 'Nobody One', entityType: 'Individual' }];
    const json = await served.ask('POST', `${PATH}?sheet=Old`, { key, body: { items } });
    expect([json.status, json.body.errors]).toMatchObject([400, [{ field: 'sheet' }]]);
    const headers = { 'content-type': 'text/csv' };
    const csv = await served.ask('POST', `${PATH}?sheet=Old`, {
      key,
      body: 'name,entityType\nNobody One,p\n',
      headers,
    });
    expect([csv.status, csv.body.detail]).toEqual([400, expect.stringContaining('Only a workbook has sheets')]);
  });

  test('of a CSV file counts every row: none is lost by its line end, a cut name is no clear one', async () => {
    const rows = [
      '1,Individual,Nobody One\n',
      `2,Individual,${LISTED}\r`,
      '3,Individual,Ferrabast, Quillon\r\n',
      '4,Individual,"Nobody Four\n',
      `5,Individual,${LISTED}"\n`,
      '6,Individual\n',
      `7,Individual,${LISTED},,\n`,
      '8,Individual,"Quillon\nFerrabast"',
    ];
    const { body } = await send(`sep=,\r\nid,entityType,name\r\n${rows.join('')}`, CSV);
    expect(body.total).toBe(8);
    await becomes(body.id, 'done');
    expect(await get(body.id)).toMatchObject({ total: 8, done: 8, matched: 2, failed: 5 });
    const told = (await results(body.id)).map(({ reference, hasMatch, error }) => [reference, hasMatch, error]);
    expect(told).toEqual([
      ['1', false, null],
      ['2', true, null],
      ['3', null, expect.stringContaining('more cells than columns')],
      ['4', null, expect.stringContaining('quotation mark in line 6')],
      ['5', null, expect.stringContaining('quotation mark in line 6')],
      ['6', null, expect.stringContaining('fewer cells than columns')],
      ['7', true, null],
      ['8', null, 'There is a line break in name.'],
    ]);
  });

  test('refuses rows of which the name lost letters or is not known, each with a sentence that names it', async () => {
    const refused = ['Jos\ufffd Quist', 'FNU LNU', 'N/A'];
    const items = refused.map((name) => ({ name, entityType: 'Individual' }));
    for (const sent of [await send({ items }), await send(fileOf(refused), CSV)]) {
      expect(sent.status).toBe(202);
      await becomes(sent.body.id, 'done');
      const errors = (await results(sent.body.id)).map(({ error }) => error);
      expect(errors).toEqual([
        expect.stringMatching(/^name: .*U\+FFFD/),
        ...[1, 2].map(() => expect.stringMatching(/^name: says that the name is not known/)),
      ]);
    }
  });

  test('is stopped by DELETE: finished rows stay, and the others have no outcome', async () => {
    const { key: own } = await bench.key(await bench.account(2));
    const { body } = await send(fileOf(names(5)), CSV, own);
    await becomes(body.id, 'waiting-for-quota', own);
    const stopped = await served.ask('DELETE', `${PATH}/${body.id}`, { key: own });
    expect([stopped.status, stopped.body.status, stopped.body.done]).toEqual([200, 'cancelled', 2]);
    expect((await served.ask('DELETE', `${PATH}/${body.id}`, { key: own })).body).toEqual(stopped.body);
    const rows = await results(body.id, own);
    expect(rows.map(({ row }) => row)).toEqual([1, 2, 3, 4, 5]);
    expect(rows.filter(({ screeningId }) => screeningId !== null)).toHaveLength(2);
    expect(rows.filter(({ error }) => error !== null)).toEqual([]);
  });

  test('without quota is accepted and waits, and a higher quota lets it go on', async () => {
    const account = await bench.account(1);
    const { key: own } = await bench.key(account);
    await served.screen(own, { name: 'The Only Unit', entityType: 'Individual' });
    const sent = await send({ items: [{ name: LISTED, entityType: 'Individual' }] }, {}, own);
    expect([sent.status, sent.body.status]).toEqual([202, 'waiting-for-quota']);
    await bench.run('accounts', 'set', String(account), '--quota', '5');
    await expect.poll(async () => (await get(sent.body.id, own)).status).toBe('done');
    expect(await get(sent.body.id, own)).toMatchObject({ done: 1, matched: 1 });
  });

  test('waits behind an earlier one of its account, and the list shows them newest first, page by page', async () => {
    const { key: own } = await bench.key(await bench.account());
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.unshift((await send(fileOf(names(3)), CSV, own)).body.id);
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await served.ask('GET', `${PATH}?limit=2${cursor && `&cursor=${cursor}`}`, { key: own });
      seen.push(...page.body.items.map(({ id }: { id: string }) => id));
      cursor = page.body.nextCursor ?? '';
    } while (cursor);
    expect(seen).toEqual(ids);
    expect((await served.ask('GET', `${PATH}?limit=1&cursor=bm8`, { key: own })).status).toBe(400);
    for (const id of ids) await becomes(id, 'done', own);
  });

  test('sent again with the same Idempotency-Key is the same one, as JSON and as a file', async () => {
    const account = await bench.account();
    const { key: own } = await bench.key(account);
    const bodies: [unknown, unknown, Record<string, string>][] = [
      [{ items: [{ name: 'Ada', entityType: 'Individual' }] }, { items: [{ name: 'Bruno' }] }, {}],
      [fileOf(['Ada']), fileOf(['Bruno']), CSV],
    ];
    for (const [turn, [body, other, media]] of bodies.entries()) {
      const headers = { ...media, 'idempotency-key': `batch ${turn}` };
      const first = await send(body, headers, own);
      const again = await send(body, headers, own);
      expect([again.status, again.body.id]).toEqual([202, first.body.id]);
      expect(await send(other, headers, own)).toMatchObject({ status: 409, body: { code: 'idempotency-key-reused' } });
    }
    const { body } = await served.ask('GET', PATH, { key: own });
    expect(body.items).toHaveLength(2);
  });

  test('has an ETag, and another account cannot tell it from one that never was', async () => {
    const { body } = await send(fileOf(['Ada']), CSV);
    await becomes(body.id, 'done');
    const first = await served.ask('GET', `${PATH}/${body.id}`, { key });
    const headers = { 'if-none-match': String(first.headers.etag) };
    expect((await served.ask('GET', `${PATH}/${body.id}`, { key, headers })).status).toBe(304);
    const { key: stranger } = await bench.key(await bench.account());
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/results'],
    ] as const) {
      const answer = await served.ask(method, `${PATH}/${body.id}${path}`, { key: stranger });
      expect([answer.status, answer.body.code]).toEqual([404, 'batch-not-found']);
    }
  });
});

describe('a body that is no batch is refused, and nothing of it is kept', () => {
  const item = { name: 'Ada', entityType: 'Individual' };
  test.each<[string, unknown, Record<string, string>, number, string, string]>([
    ['nothing', '', {}, 400, 'invalid-request', 'empty'],
    ['no list', { items: 'Ada' }, {}, 400, 'invalid-request', 'items must be a list'],
    ['no items', { items: [] }, {}, 400, 'invalid-request', 'items'],
    ['an item that is no object', { items: [item, 'Ada'] }, {}, 400, 'invalid-request', 'items[1]'],
    ['10,001 items', { items: Array(10_001).fill(item) }, {}, 400, 'invalid-request', '10000'],
    ['over 4 MiB', `{"items":[],"x":"${'x'.repeat(4 * 1024 * 1024)}"}`, {}, 413, 'body-too-large', '4 MiB'],
    ['text', 'Ada', { 'content-type': 'text/plain' }, 400, 'invalid-request', 'text/csv'],
    ['a file without names', 'a,b\n1,2\n', CSV, 400, 'invalid-request', '"name"'],
    ['a file without rows', 'name,entityType\n', CSV, 400, 'invalid-request', 'no row'],
    ['an empty file', '', CSV, 400, 'invalid-request', 'no row'],
    ['a file that is no CSV', `name\n"${'x\n'.repeat(80_000)}`, CSV, 400, 'invalid-request', 'CSV'],
    ['a file in Latin-1', Buffer.from('name\nJos\u00e9\n', 'latin1'), CSV, 400, 'invalid-request', 'UTF-8'],
  ])('%s', async (_what, body, headers, status, code, says) => {
    const { key: own } = await bench.key(await bench.account());
    const answer = await send(body, headers, own);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.detail).toContain(says);
    expect((await served.ask('GET', PATH, { key: own })).body.items).toEqual([]);
  });

  test('an unknown parameter', async () => {
    expect((await served.ask('GET', `${PATH}?page=1`, { key })).status).toBe(400);
    expect((await served.ask('GET', `${PATH}/x/results?format=csv`, { key })).status).toBe(400);
  });

  test('more than 100 that are not over', async () => {
    const { key: own } = await bench.key(await bench.account(1));
    await served.screen(own, { name: 'The Only Unit', entityType: 'Individual' });
    for (let count = 0; count < 100; count += 1) {
      expect((await send({ items: [item] }, {}, own)).status).toBe(202);
    }
    for (const [body, headers] of [
      [{ items: [item] }, {}],
      [fileOf(['Ada']), CSV],
    ] as const) {
      expect(await send(body, headers, own)).toMatchObject({ status: 409, body: { code: 'too-many-batches' } });
    }
  });
});

test('while a file of many names arrives and is screened, requests are answered', async () => {
  const { key: own } = await bench.key(await bench.account(200_000));
  const sending = send(fileOf(names(60_000)), CSV, own);
  let answered = 0;
  let over = false;
  void sending.then(() => {
    over = true;
  });
  while (!over) {
    expect((await served.screen(key, { name: LISTED, entityType: 'Individual' })).status).toBe(200);
    answered += 1;
  }
  const { body } = await sending;
  expect(body.total).toBe(60_000);
  expect(answered).toBeGreaterThan(10);
  expect((await served.ask('DELETE', `${PATH}/${body.id}`, { key: own })).body.status).toBe('cancelled');
});
