import { describe, expect, test } from 'vitest';
import { TouchstoneError } from '../errors.ts';
import type { ScreeningRecords } from '../records/port.ts';
import { BulkJob, type ScreenRow } from './job.ts';
import { BulkJobs } from './jobs.ts';
import { resultsCsv } from './results.ts';
import { type BulkRow, readRows } from './rows.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const now = () => new Date('2026-11-20T10:00:00Z');

describe('a file of names', () => {
  test.each([
    ['comma', 'id,name,type,dob\r\n7,"Quill, Ada",Individual,1970-01-31\r\n'],
    ['semicolon', '\ufeffName;Entity Type;Date of birth;ID\n"Quill, Ada";Individual;1970-01-31;7\n'],
    ['tab', 'ref\tfull_name\tdateOfBirth\tentityType\n7\tQuill, Ada\t1970-01-31\tIndividual'],
  ])('is read whatever the order of its columns, separated by %s', async (_what, text) => {
    const [row, ...more] = await readRows(bytes(text));
    expect(row).toEqual({ line: 2, reference: '7', name: 'Quill, Ada', type: 'Individual', dateOfBirth: '1970-01-31' });
    expect(more).toEqual([]);
  });

  test('keeps the lines of the file where some are blank, and names of every script across slices', async () => {
    const names = Array.from({ length: 9_000 }, (_, index) => `Зорван 佐爾萬 ${index}`);
    const rows = await readRows(bytes(`name\n\n${names.join('\n')}`));
    expect(rows.map(({ name }) => name)).toEqual(names);
    expect(rows[0]?.line).toBe(3);
  });

  test.each([
    ['without a column of names', bytes('first,last\nAda,Quill'), /"name"/],
    ['without a row', bytes('name\n\n'), /no row/],
    ['empty', bytes(''), /no row/],
    ['in another encoding', Uint8Array.from([...bytes('name\nJos'), 0xe9, ...bytes('\n')]), /UTF-8/],
    ['with too many rows', bytes(`name\n${'a\n'.repeat(200_001)}`), /at most 200000/],
    ['with a quote that never ends', bytes(`name\n"${'a\n'.repeat(80_000)}`), /not readable as CSV/],
  ])('%s is refused with a sentence', async (_what, file, sentence) => {
    await expect(readRows(file)).rejects.toMatchObject({
      code: 'validation',
      message: expect.stringMatching(sentence),
    });
  });
});

const ROWS = ['Ada', '', '=Bruno', 'Çelik'].map(
  (name, place): BulkRow => ({ line: place + 2, reference: `@${place}`, name, type: '', dateOfBirth: '' }),
);

/** Screens with a quota: ids from 1, blank names refused. */
function screener(quota: { left: number }): ScreenRow {
  let id = 0;
  return async ({ name }) => {
    if (name === '') throw new TouchstoneError('validation', 'The name is missing.');
    if (quota.left === 0) return 'exhausted';
    quota.left -= 1;
    id += 1;
    return { id, matched: name === 'Ada' };
  };
}

async function csv(job: BulkJob, names: Readonly<Record<number, string>>): Promise<string[]> {
  const some: ScreeningRecords['some'] = async (_accountId, ids) =>
    ids
      .filter((id) => names[id] !== undefined)
      .map((id) => ({
        ...{ id, name: names[id]!, entityType: 'Individual', dateOfBirth: null, createdAt: '', open: 0 },
        ...(id === 1
          ? { matchCount: 1, highestScore: 91.5, best: 'ADA "The Quill"' }
          : { matchCount: 0, highestScore: 0, best: '' }),
      }));
  let text = '';
  for await (const slice of resultsCsv(job, { some })) text += slice;
  return text.split('\r\n').slice(1, -1);
}

describe('a file under way', () => {
  test('counts what was screened, matched and refused with its line', async () => {
    const job = new BulkJob(1, ROWS, screener({ left: 9 }), now);
    await job.run();
    expect(job).toMatchObject({ state: 'done', total: 4, done: 4, matched: 1, refusedCount: 1 });
    expect(job.refused).toEqual([{ row: 3, message: 'The name is missing.' }]);
  });

  test('waits when the quota is spent, keeps what is done, and goes on with exactly the rest', async () => {
    const quota = { left: 1 };
    const job = new BulkJob(1, ROWS, screener(quota), now);
    await job.run();
    expect(job).toMatchObject({ state: 'waiting-for-quota', done: 2, endedAt: undefined });
    quota.left = 2;
    await job.resume();
    expect(job).toMatchObject({ state: 'done', done: 4 });
    expect(job.outcomes.flatMap((outcome) => (outcome && 'id' in outcome ? [outcome.id] : [])).sort()).toEqual([
      1, 2, 3,
    ]);
  });

  test('that is stopped stays stopped', async () => {
    const job = new BulkJob(1, ROWS, screener({ left: 0 }), now);
    await job.run();
    job.stop();
    await job.resume();
    expect(job.state).toBe('stopped');
  });

  test('that fails says why and ends', async () => {
    const broken: ScreenRow = () => Promise.reject(new TouchstoneError('busy', 'The disk is full.'));
    const job = new BulkJob(1, ROWS, broken, now);
    await job.run();
    expect(job).toMatchObject({ state: 'stopped', problem: 'The disk is full.', done: 0 });
  });

  test('its results tell every row apart and cannot become formulas; a deleted record is not in them', async () => {
    const job = new BulkJob(1, ROWS, screener({ left: 9 }), now);
    await job.run();
    expect(await csv(job, { 1: 'Ada', 2: '=Bruno' })).toEqual([
      `2,'@0,Ada,Individual,,matched,1,91.5,"ADA ""The Quill""",1,`,
      `3,'@1,,,,refused,,,,,The name is missing.`,
      `4,'@2,'=Bruno,Individual,,clear,0,0,,2,`,
      `5,'@3,,,,deleted,,,,3,`,
    ]);
  });

  test('only one of an account is under way, and three that ended are kept for a day', async () => {
    let time = now();
    const jobs = new BulkJobs(() => time);
    const ended: BulkJob[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const job = new BulkJob(1, ROWS, screener({ left: 9 }), () => time);
      jobs.add(job);
      expect(() => jobs.checkRoom(1)).toThrow('under way');
      jobs.checkRoom(2);
      await job.run();
      ended.push(job);
    }
    expect(jobs.list(1)).toEqual(ended.slice(1).reverse());
    expect(jobs.get(2, ended[3]!.id)).toBeUndefined();
    time = new Date(time.getTime() + 25 * 3_600_000);
    expect(jobs.list(1)).toEqual([]);
  });
});
