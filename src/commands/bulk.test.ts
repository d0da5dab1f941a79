import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TouchstoneError } from '../errors.ts';
import { inDirectory } from '../screening/testing.ts';
import { bulk } from './bulk.ts';
import { numberOption, readQuery } from './screening.ts';

async function run(csv: string, work: (row: Readonly<Record<string, string>>) => Promise<object>) {
  return inDirectory(async (directory) => {
    const [input, output] = [join(directory, 'in.csv'), join(directory, 'out.jsonl')];
    await writeFile(input, csv);
    const result = await bulk(input, output, ['id', 'name'], work);
    const lines = (await readFile(output, 'utf8')).split('\n').filter(Boolean);
    return { ...result, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
  });
}

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

test('a missing column is refused with its name', async () => {
  await expect(run('id,surname\n1,x\n', async () => ({}))).rejects.toMatchObject({ code: 'usage' });
  await expect(run('', async () => ({}))).rejects.toMatchObject({ code: 'usage' });
});

test('a query out of a row: trimmed name, day as written, every wrong part refused', () => {
  const given = { name: ' Tilman ', entityType: 'Individual', dateOfBirth: '1961-04-09T23:00:00-08:00' };
  expect(readQuery(given, 70, 5)).toEqual({
    name: 'Tilman',
    entityType: 'Individual',
    dateOfBirth: '1961-04-09',
    minScore: 70,
    limit: 5,
  });
  for (const wrong of [
    { name: '  ' },
    { name: 'x'.repeat(201) },
    { entityType: 'Person' },
    { dateOfBirth: '1961-02-30' },
  ]) {
    expect(() => readQuery({ ...given, ...wrong }, 70, 5)).toThrow(TouchstoneError);
  }
  expect(() => numberOption('seventy', 'min-score', 70, [0, 100])).toThrow(
    '--min-score must be a number from 0 to 100',
  );
});
