import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { imagesContract } from '../../test/images/contract.ts';
import { DiskImages } from './disk.ts';

imagesContract('files', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'touchstone-images-'));
  return {
    open: () => new DiskImages(join(directory, 'images')),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
});

test('files are readable by this user alone, and nothing unfinished stays', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'touchstone-images-'));
  const store = new DiskImages(directory);
  await store.put(42, 'document', new Uint8Array(10));
  expect(await readdir(directory, { recursive: true })).toEqual(['0', '0/42', '0/42/document.sealed']);
  expect((await stat(join(directory, '0/42/document.sealed'))).mode & 0o077).toBe(0);
  expect((await stat(join(directory, '0/42'))).mode & 0o077).toBe(0);
  await rm(directory, { recursive: true });
});
