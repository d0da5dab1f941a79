import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileFailure, isMissing, makeDirectory, unwritable } from './file-failure.ts';

describe('what the system refuses', () => {
  let directory: string;
  let file: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'touchstone-files-'));
    file = join(directory, 'file');
    await writeFile(file, 'x');
  });
  afterAll(() => rm(directory, { recursive: true }));

  test('a directory is made with those above it, for this user alone; one that is there stays', async () => {
    const deep = join(directory, 'a', 'b', 'c');
    await Promise.all([makeDirectory(deep), makeDirectory(deep)]);
    await makeDirectory(deep);
    for (const path of [deep, join(directory, 'a')]) expect((await stat(path)).mode & 0o777).toBe(0o700);
  });

  test('a directory that cannot be made is one sentence', async () => {
    const refused = (why: string) => ({ code: 'usage', message: expect.stringMatching(why) });
    await expect(makeDirectory(file)).rejects.toMatchObject(refused(`^The directory ${file} cannot be made: a file`));
    const below = join(file, 'x', 'y');
    await expect(makeDirectory(below)).rejects.toMatchObject(refused('a part of its path is no directory\\.$'));
  });

  test.runIf(existsSync('/proc/self'))(
    'a file system that takes no directory is told, not tried for ever',
    async () => {
      await expect(makeDirectory('/proc/x')).rejects.toThrow(
        'The directory /proc/x cannot be made: its place takes no directory.',
      );
      await expect(makeDirectory('/proc/x/y')).rejects.toThrow('its place takes no directory');
    },
  );

  test('codes of the system become words; what is unknown keeps its own', async () => {
    const error = (code: string) => Object.assign(new Error('the original'), { code });
    expect(fileFailure(error('ENOSPC'))).toBe('the disk is full');
    expect(fileFailure(error('EWHATEVER'))).toBe('the original');
    const absent = join(directory, 'none', 'out.jsonl');
    const why = `there is no directory ${join(directory, 'none')}`;
    expect(unwritable(absent, error('ENOENT')).message).toBe(`${absent} cannot be written: ${why}.`);
    expect(unwritable(directory, error('EISDIR')).message).toBe(`${directory} cannot be written: it is a directory.`);
    for (const path of [absent, join(file, 'x')]) expect(isMissing(await readFile(path).catch((e) => e))).toBe(true);
  });
});
