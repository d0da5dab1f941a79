import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ListImportNews } from '../../src/http/dashboard/wire.ts';
import { say } from '../../src/sentences.ts';
import { Bench, type Served } from '../support/service.ts';
import { SignedIn } from '../support/signed-in.ts';
import { PEOPLE, type UnEntry, unList } from '../support/un-list.ts';

const MORE: readonly UnEntry[] = [
  ...PEOPLE,
  { reference: 'QDi.960', name: 'Quibbly Varnmoor' },
  { reference: 'QDi.961', name: 'Estrild Ombrane' },
];

let bench: Bench;
let served: Served;
let key: string;
let owner: SignedIn;
let analyst: SignedIn;
let stranger: SignedIn;

beforeAll(async () => {
  bench = await Bench.create();
  await bench.importPeople();
  const account = await bench.account();
  await bench.records(({ accounts }) => accounts.set(account, { operator: true }, 'operator'));
  ({ key } = await bench.key(account));
  served = await bench.serve();
  owner = await SignedIn.invited(bench, served, account, 'owner');
  analyst = await SignedIn.invited(bench, served, account, 'analyst');
  stranger = await SignedIn.invited(bench, served, await bench.account(), 'owner');
});

afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

async function form(files: Readonly<Record<string, string>>): Promise<[Uint8Array, Record<string, string>]> {
  const data = new FormData();
  for (const [name, content] of Object.entries(files)) data.append('files', new Blob([content]), name);
  const encoded = new Response(data);
  return [new Uint8Array(await encoded.arrayBuffer()), { 'content-type': encoded.headers.get('content-type')! }];
}

const unFile = async (entries: readonly UnEntry[], published?: string) =>
  readFile(await unList(entries, published), 'utf8');

/** What the last line of the answer says. */
async function imported(files: Readonly<Record<string, string>>, query = ''): Promise<ListImportNews> {
  const answer = await owner.post(`/lists/un-sc/import${query}`, ...(await form(files)));
  expect(answer.status, answer.text).toBe(200);
  const lines = answer.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ListImportNews);
  expect(lines[0]).toEqual({ kind: 'importing' });
  return lines.at(-1)!;
}

const current = () => bench.records(({ snapshots }) => snapshots.current());

test('a list that an owner sends is in force, and the audit log names the owner', async () => {
  const news = await imported({ 'consolidated.xml': await unFile(MORE) });
  expect(news).toMatchObject({ kind: 'imported', entries: MORE.length, skipped: 0 });
  const snapshot = await current();
  expect(news).toMatchObject({ snapshot: snapshot!.id });
  const found = async () =>
    (await served.screen(key, { name: 'Quibbly Varnmoor', entityType: 'Individual' })).body.data.matchCount;
  await expect.poll(found).toBe(1);
  const [entry] = (await owner.get('/audit?action=list.imported')).body.items;
  expect(entry).toMatchObject({
    actor: owner.email,
    subject: 'list:un-sc',
    details: { entries: MORE.length, snapshot: snapshot!.id },
  });
  expect(await leftOver()).toEqual([]);
});

test('a file of another kind is refused with its sentence, the list stays, and the audit log says so', async () => {
  const before = (await current())!.id;
  expect(await imported({ 'list.xml': '<html><body>Sign in</body></html>' })).toEqual({
    kind: 'refused',
    problem: expect.stringMatching(/^list\.xml is of another kind: its root element is <html>, not /),
  });
  expect((await current())!.id).toBe(before);
  expect((await owner.get('/audit?action=list.refused')).body.items).toHaveLength(1);
  expect(await leftOver()).toEqual([]);
});

test('a list that lost over a fifth of its entries is taken only where somebody insists', async () => {
  const files = { 'consolidated.xml': await unFile(PEOPLE.slice(0, 4)) };
  const why = say('list-file.shrunk', { count: 4, before: MORE.length });
  const problem = say('list-file.doubtful', { files: 'consolidated.xml', why });
  expect(await imported(files)).toEqual({ kind: 'refused', problem });
  expect(await imported(files, '?force=yes')).toMatchObject({ kind: 'imported', entries: 4 });
});

test('the day of publication is the one that is given, where the file says none', async () => {
  const file = (await unFile(PEOPLE)).replace(/ dateGenerated="[^"]*"/, '');
  expect(await imported({ 'list.xml': file }, '?published=2026-01-31')).toMatchObject({ kind: 'imported' });
  expect((await current())!.sources.find(({ source }) => source === 'un-sc')?.published).toBe('2026-01-31');
});

test.each([
  ['an owner of another account', 403, say('refusal.import-operator-only'), '/lists/un-sc/import', () => stranger],
  ['an analyst', 403, say('refusal.role', { needed: 'owner', role: 'analyst' }), '/lists/un-sc/import', () => analyst],
  ['an unknown list', 404, say('refusal.no-list', { id: 'no-list' }), '/lists/no-list/import', () => owner],
  ['a day to come', 400, say('refusal.import-day'), '/lists/un-sc/import?published=2999-01-01', () => owner],
])('%s is refused before a byte is kept', async (_what, status, message, path, who) => {
  const answer = await who().post(path, ...(await form({ 'a.xml': '<a/>' })));
  expect({ status: answer.status, message: answer.body?.detail }).toEqual({ status, message });
});

test('a body without files, or that is no form, is told what to send', async () => {
  const none = await owner.post('/lists/un-sc/import', ...(await form({})));
  expect({ status: none.status, message: none.body?.detail }).toEqual({
    status: 400,
    message: say('refusal.import-no-file'),
  });
  const json = await owner.post('/lists/un-sc/import', {});
  expect({ status: json.status, message: json.body?.detail }).toEqual({
    status: 400,
    message: say('refusal.import-form'),
  });
  expect(await leftOver()).toEqual([]);
});

test('a form that breaks off leaves nothing behind', async () => {
  const [body, headers] = await form({ 'a.xml': 'x'.repeat(100_000) });
  const cut = await owner.post('/lists/un-sc/import', body.subarray(0, 50_000), headers);
  expect(cut.status).toBe(400);
  expect(await leftOver()).toEqual([]);
});

test('a name that leads elsewhere is only a name', async () => {
  const news = await imported({ '../../../etc/-rf x.xml': 'no list' });
  expect(news).toMatchObject({ kind: 'refused', problem: expect.stringMatching(/^rf x\.xml /) });
  expect(existsSync(join(bench.dataDir, 'etc'))).toBe(false);
});

test.each([
  ['400 letters of two bytes', 'ж'.repeat(400)],
  ['100 characters of four bytes', '𐤀'.repeat(100)],
  ['spaces', ' '.repeat(100)],
  ['a day behind 300 letters', `${'л'.repeat(300)}-20260801.xml`],
  ['control characters and direction marks', 'a\u001b[2J\u202egro.xml'],
])('a name of %s is no reason to refuse a list', async (_what, name) => {
  expect(await imported({ [name]: await unFile(MORE) })).toMatchObject({ kind: 'imported' });
  expect(await leftOver()).toEqual([]);
});

/** Files that were sent and are still there. */
async function leftOver(): Promise<string[]> {
  return readdir(join(bench.dataDir, 'uploads'));
}
