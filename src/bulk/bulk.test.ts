import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountWithKey, screening } from '../../test/records/samples.ts';
import { readConfig } from '../config.ts';
import { type Batch, MAX_UNFINISHED, type PendingRow } from '../domain/batch.ts';
import { TouchstoneError } from '../errors.ts';
import { DATABASE_FILE, openRecords } from '../open-records.ts';
import type { Records } from '../records/port.ts';
import { recordsOf } from '../records/records.ts';
import { Database } from '../records/sqlite/database.ts';
import type { SearchRow } from '../use-cases/batches.ts';
import { readItems } from './items.ts';
import { resultsCsv } from './results.ts';
import { readRows, type TakeRows, typesNeeded } from './rows.ts';
import { BulkRunner } from './runner.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const reading = (file: Uint8Array) => (take: TakeRows) => readRows(Readable.from([file]), take, { kind: 'screenings' });

async function rowsOf(file: Uint8Array): Promise<PendingRow[]> {
  const rows: PendingRow[] = [];
  await reading(file)(async (page) => void rows.push(...page));
  return rows;
}

describe('a file of names', () => {
  test.each([
    ['comma', 'id,name,type,dob\r\n7,"Quill, Ada",Individual,1970-01-31\r\n'],
    ['semicolon', '\ufeffName;Entity Type;Date of birth;ID\n"Quill, Ada";Individual;1970-01-31;7\n'],
    ['tab', 'ref\tfull_name\tdateOfBirth\tentityType\n7\tQuill, Ada\t1970-01-31\tIndividual'],
  ])('is read whatever the order of its columns, separated by %s', async (_what, text) => {
    const [row, ...more] = await rowsOf(bytes(text));
    const sent = { name: 'Quill, Ada', type: 'Individual', dateOfBirth: '1970-01-31' };
    expect(row).toEqual({ row: 0, line: 2, reference: '7', ...sent });
    expect(more).toEqual([]);
  });

  test('keeps the lines of the file where some are blank, and names of every script across slices', async () => {
    const names = Array.from({ length: 9_000 }, (_, index) => `Зорван 佐爾萬 ${index}`);
    const rows = await rowsOf(bytes(`name\n\n${names.join('\n')}`));
    expect(rows.map(({ name }) => name)).toEqual(names);
    expect(rows.map(({ row }) => row)).toEqual([...names.keys()]);
    expect(rows[0]?.line).toBe(3);
  });

  test.each([
    ['without a column of names', bytes('first,last\nAda,Quill'), /"name"/],
    ['without a row', bytes('name\n\n'), /no row/],
    ['empty', bytes(''), /no row/],
    ['in another encoding', Uint8Array.from([...bytes('name\nJos'), 0xe9, ...bytes('\n')]), /UTF-8/],
    ['with too many rows', bytes(`name\n${'a\n'.repeat(1_000_001)}`), /at most 1000000/],
    ['with a quote that never ends', bytes(`name\n"${'a\n'.repeat(80_000)}`), /not readable as CSV/],
  ])('%s is refused with a sentence', async (_what, file, sentence) => {
    await expect(rowsOf(file)).rejects.toMatchObject({
      code: 'validation',
      message: expect.stringMatching(sentence),
    });
  });
});

const DAY_MS = 24 * 3_600_000;

describe('a list of items', () => {
  test('keeps what is wrong with an item in its row, and all others as they were sent', async () => {
    const rows: PendingRow[] = [];
    const take = typesNeeded(async (page) => void rows.push(...page));
    const person = { name: 'Ada Quill', entityType: 'Individual', title: null, watched: true };
    const items = [
      { ...person, reference: 'a1', dateOfBirth: '1970-01-31', minScore: 80 },
      { ...person, reference: null, dateOfBirth: null, minScore: null },
      { ...person, name: 7 },
      { ...person, minScore: '80' },
      { ...person, minScore: 101 },
      { name: 'Ada \ud800' },
      { name: 'Ada \0' },
      { name: 'Ada Quill' },
    ];
    const read = readItems(bytes(JSON.stringify({ items })));
    expect(read).toMatchObject({ digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
    if ('pages' in read) for (const page of read.pages) await take(page);
    const sent = { reference: '', name: 'Ada Quill', type: 'Individual', dateOfBirth: '' };
    expect(rows[0]).toEqual({ ...sent, row: 0, line: 1, reference: 'a1', dateOfBirth: '1970-01-31', minScore: 80 });
    expect(rows[1]).toEqual({ ...sent, row: 1, line: 2 });
    expect(rows.slice(2).map(({ problem }) => problem)).toEqual([
      'name must be text.',
      'minScore must be from 0 to 100.',
      'minScore must be from 0 to 100.',
      'name must be text.',
      'name must be text.',
      'The type is missing: Individual or Organization.',
    ]);
  });
});

const MAKER = {
  kind: 'screenings',
  keyId: null,
  userId: 7,
  entityType: 'Individual',
  title: null,
  watched: true,
} as const;
const importRow = () => Promise.reject(new Error('no customers are imported here'));

/** Screens without lists: blank names are refused, and Ada is on a list. */
const search: SearchRow = async ({ name }, { accountId }) => {
  if (name === '') throw new TouchstoneError('validation', 'The name is missing.');
  return screening(accountId, null, name, name === 'Ada' ? 1 : 0);
};

describe('files under way', () => {
  let directory: string;
  let records: Records;
  let runner: BulkRunner;
  let time: Date;
  const now = () => time;
  const logged: unknown[] = [];
  const log = { error: (line: unknown) => void logged.push(line) };

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'touchstone-bulk-'));
    time = new Date('2026-11-20T10:00:00Z');
    await open();
  });
  afterEach(async () => {
    await close();
    await rm(directory, { recursive: true });
  });

  async function open(searching: SearchRow = search): Promise<void> {
    records = await openRecords(readConfig({ TOUCHSTONE_DATA_DIR: directory }), now);
    runner = new BulkRunner({ batches: records.batches, search: searching, now, log, announce: () => {}, importRow });
  }
  async function close(): Promise<void> {
    await runner.stop();
    await records.close();
  }
  async function reopen(searching?: SearchRow): Promise<void> {
    await close();
    await open(searching);
  }
  async function upload(accountId: number, names: readonly string[]): Promise<Batch> {
    const maker = { ...MAKER, accountId };
    const file = names.map((name, row) => `@${row},${name}\n`).join('');
    return (await runner.upload(maker, reading(bytes(`id,name\n${file}`))))!;
  }
  const state = (batch: Batch) => records.batches.get(batch.accountId, batch.id);
  const becomes = (batch: Batch, status: string) => expect.poll(async () => (await state(batch))?.status).toBe(status);
  const used = (accountId: number) => records.accounts.used(accountId, now().toISOString().slice(0, 7));
  const manyNames = (count: number) => Array.from({ length: count }, (_, row) => `Nobody ${row}`);

  test('what was screened, matched and refused is counted, and refused rows are named with their line', async () => {
    const { accountId } = await accountWithKey(records);
    const batch = await upload(accountId, ['Ada', '', 'Bruno']);
    await becomes(batch, 'done');
    expect(await state(batch)).toMatchObject({ total: 3, done: 3, matched: 1, refused: 1 });
    expect(await records.batches.refusals(batch.id, 9)).toEqual([{ line: 3, error: 'The name is missing.' }]);
    expect(await used(accountId)).toBe(2);
  });

  test('a restart loses no row and screens and charges none twice', async () => {
    const { accountId } = await accountWithKey(records);
    const names = manyNames(150);
    let searched = 0;
    await reopen(async (row, batch) => {
      searched += 1;
      if (searched === 40) void runner.stop();
      return search(row, batch);
    });
    const batch = await upload(accountId, names);
    await expect.poll(() => searched).toBe(40);
    await reopen();
    expect(await state(batch)).toMatchObject({ status: 'running', done: 40 });
    await runner.start();
    await becomes(batch, 'done');
    expect(await used(accountId)).toBe(150);
    const results = await records.batches.results(batch.id, -1, 999);
    expect(results.map(({ screening }) => screening?.name)).toEqual(names);
    expect(new Set(results.map(({ screeningId }) => screeningId)).size).toBe(150);
  });

  test('a small file of one account does not wait behind a large one of another', async () => {
    const [one, two] = [await accountWithKey(records), await accountWithKey(records)];
    const turns: number[] = [];
    await reopen(async (row, batch) => {
      turns.push(batch.accountId);
      return search(row, batch);
    });
    const large = await upload(one.accountId, manyNames(1_000));
    const small = await upload(two.accountId, manyNames(20));
    await becomes(small, 'done');
    expect((await state(large))?.status).toBe('running');
    const from = turns.indexOf(two.accountId);
    expect(turns.lastIndexOf(two.accountId) - from).toBeLessThan(60);
  });

  test('files that wait for quota hold nothing up, and go on in the next period with exactly the rest', async () => {
    const waiting: Batch[] = [];
    for (let count = 0; count < 10; count += 1) {
      const { accountId } = await accountWithKey(records, 1);
      waiting.push(await upload(accountId, ['Ada', 'Bruno']));
    }
    for (const batch of waiting) await becomes(batch, 'waiting-for-quota');
    const { accountId } = await accountWithKey(records);
    const batch = await upload(accountId, ['Ada', 'Bruno']);
    await becomes(batch, 'done');
    time = new Date('2026-12-01T00:00:00Z');
    await runner.look();
    for (const each of waiting) await becomes(each, 'done');
    for (const each of waiting) expect(await used(each.accountId)).toBe(1);
  });

  test('a database that cannot be written to is told and ends nothing: the file goes on once it can', async () => {
    const { accountId } = await accountWithKey(records, 1);
    const batch = await upload(accountId, ['Ada', 'Bruno']);
    await becomes(batch, 'waiting-for-quota');
    await close();
    const database = await Database.open(join(directory, DATABASE_FILE), now, []);
    records = recordsOf(database, async () => []);
    runner = new BulkRunner({ batches: records.batches, search, importRow, now, log, announce: () => {} });
    await database.writer.close();
    time = new Date('2026-12-01T00:00:00Z');
    await runner.look();
    await expect.poll(() => runner.problem(batch.id)).toBe('The service is shutting down. The file goes on by itself.');
    expect(logged).toContainEqual(expect.objectContaining({ batch: batch.id }));
    expect(await state(batch)).toMatchObject({ status: 'running', done: 1 });
    await reopen();
    await runner.start();
    await becomes(batch, 'done');
    expect(runner.problem(batch.id)).toBeNull();
  });

  test('a row that the search fails on again and again is refused, and the others are screened', async () => {
    await reopen(async (row, batch) => {
      if (row.name === 'Poison') throw new Error('a search that ends its thread');
      return search(row, batch);
    });
    const { accountId } = await accountWithKey(records);
    const batch = await upload(accountId, ['Poison', ...manyNames(30)]);
    await expect.poll(async () => runner.look().then(async () => (await state(batch))?.status)).toBe('done');
    expect(await state(batch)).toMatchObject({ done: 31, refused: 1 });
    expect((await records.batches.refusals(batch.id, 9))[0]?.error).toContain('The service failed');
  });

  test('files of an account are screened in their order, and one that was ended makes room at once', async () => {
    const { accountId } = await accountWithKey(records, 2);
    const [one, two] = [await upload(accountId, ['Ada']), await upload(accountId, ['Bruno', 'Ada'])];
    await becomes(one, 'done');
    await becomes(two, 'waiting-for-quota');
    expect(await runner.cancel(accountId, two.id)).toMatchObject({ status: 'cancelled', done: 1 });
    for (let open = 0; open < MAX_UNFINISHED; open += 1) await upload(accountId, ['Ada']);
    expect(await upload(accountId, ['Ada'])).toBeUndefined();
    const [newest] = await records.batches.list(accountId, 1);
    await runner.cancel(accountId, newest!.id);
    expect(await upload(accountId, ['Ada'])).toBeDefined();
  });

  test('a file that was not sent whole, or that is not valid, leaves nothing', async () => {
    const { accountId } = await accountWithKey(records);
    const maker = { ...MAKER, accountId };
    await expect(runner.upload(maker, reading(bytes(`name\n${'x\n'.repeat(2_000)}"`)))).rejects.toThrow('CSV');
    expect(await records.batches.incomplete()).toEqual([]);
    await records.batches.open({ ...maker, id: 'half' });
    const sent = { row: 0, line: 2, reference: '', name: 'Ada', type: '', dateOfBirth: '' };
    await records.batches.add('half', [sent]);
    await reopen();
    await runner.start();
    expect(await records.batches.incomplete()).toEqual([]);
    await becomes(await upload(accountId, ['Ada']), 'done');
  });

  test('a file that was cleaned up while its node stood still is to be sent again, and nobody is to blame', async () => {
    const { accountId } = await accountWithKey(records);
    await records.batches.open({ ...MAKER, accountId, id: 'stood-still' });
    await records.batches.remove('stood-still');
    const row = { row: 0, line: 2, reference: '', name: 'Ada', type: '', dateOfBirth: '' };
    await expect(records.batches.add('stood-still', [row])).rejects.toMatchObject({ code: 'busy' });
    await expect(records.batches.seal('stood-still')).rejects.toMatchObject({ code: 'busy' });
  });

  test('one that ended is kept for 30 days, with what was refused', async () => {
    const { accountId } = await accountWithKey(records);
    const batch = await upload(accountId, ['']);
    await becomes(batch, 'done');
    time = new Date(time.getTime() + 29 * DAY_MS);
    await runner.look();
    expect(await state(batch)).toMatchObject({ refused: 1 });
    time = new Date(time.getTime() + 2 * DAY_MS);
    await runner.look();
    expect(await state(batch)).toBeUndefined();
    expect(await records.batches.results(batch.id, -1, 9)).toEqual([]);
  });

  test('a name whose record is deleted on request, or whose file is removed, is nowhere in the database any more', async () => {
    const { accountId } = await accountWithKey(records);
    const batch = await upload(accountId, ['Quirinus Unforgettable', '', 'Bruno']);
    await becomes(batch, 'done');
    const [{ screeningId } = { screeningId: null }] = await records.batches.results(batch.id, -1, 1);
    const holds = async (text: string) => {
      const names = await readdir(directory);
      const files = await Promise.all(names.map((name) => readFile(join(directory, name), 'latin1')));
      return files.some((file) => file.includes(text));
    };
    expect(await holds('Quirinus')).toBe(true);
    await records.screenings.delete(screeningId!, 'operator');
    expect(await holds('Quirinus')).toBe(false);
    expect(await holds('The name is missing')).toBe(true);
    time = new Date(time.getTime() + 31 * DAY_MS);
    await runner.look();
    expect(await holds('The name is missing')).toBe(false);
  });

  test('its results tell every row apart and cannot become formulas; a deleted record is not in them', async () => {
    const { accountId } = await accountWithKey(records, 3);
    const batch = await upload(accountId, ['Ada', '', '=Bruno', 'Çelik', 'Dora']);
    await becomes(batch, 'waiting-for-quota');
    const results = await records.batches.results(batch.id, -1, 9);
    const [ada, , bruno, celik] = results.map(({ screeningId }) => screeningId);
    await records.screenings.delete(celik!, 'operator');
    let csv = '';
    for await (const page of resultsCsv(batch.id, records.batches)) csv += page;
    expect(csv.split('\r\n').slice(1, -1)).toEqual([
      `2,'@0,Ada,Individual,1970-02-03,matched,1,99.5,Ada Ölund,${ada},`,
      `3,'@1,,,,refused,,,,,The name is missing.`,
      `4,'@2,'=Bruno,Individual,1970-02-03,clear,0,0,,${bruno},`,
      `5,'@3,,,,deleted,,,,${celik},`,
      `6,'@4,Dora,,,not screened,,,,,`,
    ]);
  });
});
