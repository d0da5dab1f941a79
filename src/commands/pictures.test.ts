import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linesOf } from './face-threads.ts';
import { pictureFile } from './pictures.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'touchstone-pictures-'));
});
afterAll(() => rm(directory, { recursive: true }));

test('what never ends is refused, as a picture and as a list of them', async () => {
  await expect(pictureFile('/dev/zero')).rejects.toThrow('/dev/zero cannot be read: it is not a regular file.');
  await expect(linesOf('/dev/zero')).rejects.toThrow('/dev/zero is not a file.');
});

test('a picture of 10 MB is read, a larger one, a folder and nothing at all are told apart', async () => {
  const file = join(directory, 'large.jpg');
  await writeFile(file, 'x');
  await truncate(file, 10 * 1024 ** 2);
  expect((await pictureFile(file)).length).toBe(10 * 1024 ** 2);
  await truncate(file, 10 * 1024 ** 2 + 1);
  await expect(pictureFile(file)).rejects.toThrow('it is over 10 MB');
  await expect(pictureFile(directory)).rejects.toThrow('it is a directory');
  await expect(pictureFile(join(directory, 'none.jpg'))).rejects.toThrow('there is no such file');
});
