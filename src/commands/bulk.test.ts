import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EXAMPLE_FILE } from '../../dashboard/src/pages/bulk-example.ts';
import { inDirectory } from '../../test/support/engine.ts';
import { readConfig } from '../config.ts';
import type { Column } from '../csv/columns.ts';
import { TouchstoneError } from '../errors.ts';
import { readQuery } from '../screening/query.ts';
import { bulk, type Row } from './bulk.ts';
import { command as screen } from './screen.ts';
import { numberOption } from './screening.ts';

async function run(csv: string | Uint8Array, work: (row: Row) => Promise<object>, columns: Column[] = ['name']) {
  return inDirectory(async (directory) => {
    const [input, output] = [join(directory, 'in.csv'), join(directory, 'out.jsonl')];
    await writeFile(input, csv);
    const result = await bulk(input, output, columns, async (row) => JSON.stringify(await work(row)));
    const lines = (await readFile(output, 'utf8')).split('\n').filter(Boolean);
    return { ...result, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
  });
}

const NOW = new Date('2026-08-01T12:00:00Z');

test('rows come out in their order, however long each takes', async () => {
  const csv = `id,name\n${Array.from({ length: 600 }, (_, row) => `${row},n${row}`).join('\n')}\n`;
  const { rows, failed, lines } = await run(csv, async ({ id, name }) => {
    if (Number(id) % 3 === 0) await new Promise(setImmediate);
    return { name };
  });
  expect({ rows, failed }).toEqual({ rows: 600, failed: 0 });
  expect(lines.map(({ id }) => Number(id))).toEqual(Array.from({ length: 600 }, (_, row) => row));
});

test('a row that is wrong gets a line that says why, and the others go on', async () => {
  const { failed, lines } = await run('id,name\n1,x\n2,\n3,"y, z"\n', async ({ name }) => {
    if (name === '') throw new TouchstoneError('validation', 'The name is missing.');
    return { name };
  });
  expect(failed).toBe(1);
  expect(lines).toEqual([
    { id: '1', name: 'x' },
    { id: '2', error: 'The name is missing.' },
    { id: '3', name: 'y, z' },
  ]);
});

test("the dashboard's own example is screened by the command line too", async () => {
  const { lines } = await run(EXAMPLE_FILE, async (row) => readQuery(row, 70, 5, NOW), ['name', 'entityType']);
  expect(lines).toMatchObject([
    { id: '2', name: 'Jane Q. Example', entityType: 'Individual', dateOfBirth: '1970-01-31' },
    { id: '3', name: 'Example Trading Ltd', entityType: 'Organization' },
  ]);
});

test('pairs to compare come with semicolons and in UTF-16 as spreadsheets write them', async () => {
  const text = '\ufeffEntity type;B;A;Reference\r\nPerson;Zoë;Zoe;p1\r\n';
  const { lines } = await run(Buffer.from(text, 'utf16le'), async (row) => row, ['a', 'b', 'entityType']);
  expect(lines).toMatchObject([{ id: 'p1', a: 'Zoe', b: 'Zoë', entityType: 'Individual' }]);
});

test('an option that a file of names would not heed is refused, not ignored', async () => {
  for (const name of ['type', 'dob']) {
    const values = { file: 'in.csv', out: 'out.jsonl', [name]: 'Individual' };
    const invocation = { values, positionals: [], config: readConfig({}), json: false, print: () => {} };
    await expect(screen.run(invocation)).rejects.toThrow(`--${name} does not go with --file`);
  }
});

test('a missing column is refused with its name', async () => {
  await expect(run('id,surname\n1,x\n', async () => ({}))).rejects.toMatchObject({ code: 'usage' });
  await expect(run('', async () => ({}))).rejects.toMatchObject({ code: 'usage' });
});

test('a query out of a row: trimmed name, day as written, every wrong part refused', () => {
  const given = { name: ' Tilman ', entityType: 'Individual', dateOfBirth: '1961-04-09T23:00:00-08:00' };
  expect(readQuery(given, 70, 5, NOW)).toEqual({
    name: 'Tilman',
    entityType: 'Individual',
    dateOfBirth: '1961-04-09',
    minScore: 70,
    limit: 5,
    today: '2026-08-01',
  });
  for (const wrong of [
    { name: '  ' },
    { name: 'x'.repeat(201) },
    { entityType: 'Person' },
    { dateOfBirth: '1961-02-30' },
    { dateOfBirth: '2026-08-02' },
    { dateOfBirth: '2026-09' },
    { dateOfBirth: '2027' },
  ]) {
    expect(() => readQuery({ ...given, ...wrong }, 70, 5, NOW)).toThrow(TouchstoneError);
  }
  expect(() => numberOption('seventy', 'min-score', 70, [0, 100])).toThrow(
    '--min-score must be a number from 0 to 100',
  );
});

describe('input and output of a bulk run', () => {
  let directory: string;
  let input: string;
  let output: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'touchstone-bulk-'));
    input = join(directory, 'in.csv');
    output = join(directory, 'out.jsonl');
  });
  afterEach(() => rm(directory, { recursive: true }));

  const runTo = (to = output) => bulk(input, to, ['name'], async ({ name }) => JSON.stringify({ name }));
  const lines = async () =>
    (await readFile(output, 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));

  test('BOM, line ends of every kind, quotes, blank lines and columns in any order are read', async () => {
    await writeFile(
      input,
      '\ufeffname,id,more\r\n"Ferrabast, ""Q"" Quillon",1,x\n\r\nAda,2\rBo,3,"a\nb"\n"two\r\nlines",4\n',
    );
    expect(await runTo()).toEqual({ rows: 4, failed: 1 });
    expect(await lines()).toEqual([
      { id: '1', name: 'Ferrabast, "Q" Quillon' },
      { id: '2', name: 'Ada' },
      { id: '3', name: 'Bo' },
      { id: '4', error: 'There is a line break in name.' },
    ]);
  });

  test('a CRLF header over LF rows loses none of them', async () => {
    const rows = Array.from({ length: 1_000 }, (_, row) => `${row},n${row},x`);
    await writeFile(input, `id,name,more\r\n${rows.join('\n')}\n`);
    expect(await runTo()).toEqual({ rows: 1_000, failed: 0 });
    expect(await lines()).toHaveLength(1_000);
  });

  test('each row that a quotation mark takes in has a line that says so', async () => {
    await writeFile(input, 'id,more,name\n1,x,"Ada\n2,x,Bo\n3,x,Cy"\n4,x,Di\n');
    expect(await runTo()).toEqual({ rows: 4, failed: 3 });
    expect(await lines()).toEqual([
      ...['1', '2', '3'].map((id) => ({ id, error: expect.stringContaining('A quotation mark in line 2') })),
      { id: '4', name: 'Di' },
    ]);
  });

  test.each([
    ['is not there', undefined, 'there is no such file'],
    ['is empty', '', 'is empty; it must have the columns name'],
    ['lacks a column', 'id,surname\n1,x\n', 'it has no name'],
  ])('an input that %s leaves an earlier output as it was', async (_, content, sentence) => {
    if (content !== undefined) await writeFile(input, content);
    await writeFile(output, 'of the last run');
    await expect(runTo()).rejects.toThrow(sentence);
    expect(await readFile(output, 'utf8')).toBe('of the last run');
  });

  test('an output that is the input, also by another name, is refused and the input stays', async () => {
    await writeFile(input, 'id,name\n1,x\n');
    await symlink(input, output);
    for (const to of [input, output]) await expect(runTo(to)).rejects.toThrow('is the input itself');
    expect(await readFile(input, 'utf8')).toBe('id,name\n1,x\n');
  });

  test('an output that cannot be written is one sentence', async () => {
    await writeFile(input, 'id,name\n1,x\n');
    const nowhere = join(directory, 'nowhere');
    const absent = `cannot be written: there is no directory ${nowhere}.`;
    await expect(runTo(join(nowhere, 'out.jsonl'))).rejects.toThrow(absent);
    await expect(runTo(directory)).rejects.toThrow(/cannot be written: it is a directory\.$/);
  });

  test('a row that is not UTF-8 says so and is no all-clear', async () => {
    await writeFile(input, Buffer.concat([Buffer.from('id,name\n1,M'), Buffer.of(0xfc), Buffer.from('ller\n2,x\n')]));
    expect(await runTo()).toEqual({ rows: 2, failed: 1 });
    expect(await lines()).toEqual([
      { id: '1', error: 'The row is not UTF-8 text.' },
      { id: '2', name: 'x' },
    ]);
  });

  test('a fault of the program in many rows at once is one error', async () => {
    await writeFile(input, `id,name\n${'1,x\n'.repeat(20)}`);
    const fails = async () => {
      throw new TouchstoneError('damaged', 'The snapshot is damaged.');
    };
    await expect(bulk(input, output, ['name'], fails)).rejects.toThrow('The snapshot is damaged.');
  });
});
