import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TouchstoneError } from '../errors.ts';
import { bulk } from './bulk.ts';

describe('a file of rows on the command line', () => {
  let directory: string;
  let input: string;
  let output: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'touchstone-bulk-'));
    input = join(directory, 'in.csv');
    output = join(directory, 'out.jsonl');
  });
  afterEach(() => rm(directory, { recursive: true }));

  const run = (to = output) => bulk(input, to, ['id', 'name'], async ({ name }) => ({ name }));
  const lines = async () =>
    (await readFile(output, 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));

  test('BOM, CRLF, quotes, line breaks in cells, blank lines and columns in any order are read', async () => {
    await writeFile(input, '\ufeffname,id,more\r\n"Ferrabast, ""Q"" Quillon",1,x\r\n\r\n"two\r\nlines",2\r\n');
    expect(await run()).toEqual({ rows: 2, failed: 0 });
    expect(await lines()).toEqual([
      { id: '1', name: 'Ferrabast, "Q" Quillon' },
      { id: '2', name: 'two\r\nlines' },
    ]);
  });

  test.each([
    ['is not there', undefined, 'there is no such file'],
    ['is empty', '', 'is empty; it must have the columns id, name'],
    ['lacks a column', 'id,Name\n1,x\n', 'it has no name'],
  ])('an input that %s leaves an earlier output as it was', async (_, content, sentence) => {
    if (content !== undefined) await writeFile(input, content);
    await writeFile(output, 'of the last run');
    await expect(run()).rejects.toThrow(sentence);
    expect(await readFile(output, 'utf8')).toBe('of the last run');
  });

  test('an output that is the input, also by another name, is refused and the input stays', async () => {
    await writeFile(input, 'id,name\n1,x\n');
    await symlink(input, output);
    for (const to of [input, output]) await expect(run(to)).rejects.toThrow('is the input itself');
    expect(await readFile(input, 'utf8')).toBe('id,name\n1,x\n');
  });

  test('an output that cannot be written is one sentence', async () => {
    await writeFile(input, 'id,name\n1,x\n');
    await expect(run(join(directory, 'nowhere', 'out.jsonl'))).rejects.toThrow(/cannot be written: ENOENT/);
    await expect(run(directory)).rejects.toThrow(/cannot be written: EISDIR/);
  });

  test('a row that is not UTF-8 says so and is no all-clear', async () => {
    await writeFile(input, Buffer.concat([Buffer.from('id,name\n1,M'), Buffer.of(0xfc), Buffer.from('ller\n2,x\n')]));
    expect(await run()).toEqual({ rows: 2, failed: 1 });
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
    await expect(bulk(input, output, ['id', 'name'], fails)).rejects.toThrow('The snapshot is damaged.');
  });
});
