import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROGRAM, ServiceProcess } from './rig/service-process.ts';

const run = promisify(execFile);
const { bundleOf }: { bundleOf: (root: string) => string | undefined } = await import(
  pathToFileURL(join(PROGRAM, 'bin/bundle.js')).href
);

let root: string;
let bundle: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'touchstone-bundle-'));
  bundle = join(root, 'dist/main.js');
  const keepsTimes = { recursive: true, preserveTimestamps: true };
  for (const part of ['bin', 'src', 'tables', 'package.json', 'openapi.json', 'scripts/bundle.js']) {
    await cp(join(PROGRAM, part), join(root, part), keepsTimes);
  }
  await symlink(join(PROGRAM, 'node_modules'), join(root, 'node_modules'));
  await run(process.execPath, ['scripts/bundle.js'], { cwd: root });
});
afterAll(() => rm(root, { recursive: true }));

test('the bundle serves, and its commands run', async () => {
  expect(bundleOf(root)).toBe(bundle);
  const service = new ServiceProcess(join(root, 'data'), { program: root });
  expect(await service.start().serving).toMatch(/^https:/);
  const loaded = await run('ps', ['-o', 'args=', '-p', String(service.pid)]);
  expect(loaded.stdout).toContain(bundle);
  expect((await service.command('lists', 'status')).sources).not.toEqual([]);
  expect(await service.stop()).toBe(0);
});

test('the bundle counts in a copy or an image that changed the times of files, and not where a source has other bytes', async () => {
  const source = join(root, 'src/errors.ts');
  await utimes(source, 1, 1);
  expect(bundleOf(root)).toBe(bundle);
  await writeFile(source, (await readFile(source, 'utf8')).replace('a', 'b'));
  expect(bundleOf(root)).toBeUndefined();
  await cp(join(PROGRAM, 'src/errors.ts'), source, { preserveTimestamps: true });
  expect(bundleOf(root)).toBe(bundle);
  await appendFile(source, '\n');
  expect(bundleOf(root)).toBeUndefined();
  await rm(source);
  expect(bundleOf(root)).toBeUndefined();
  await cp(join(PROGRAM, 'src/errors.ts'), source, { preserveTimestamps: true });
  await rm(join(root, 'dist/inputs.json'));
  expect(bundleOf(root)).toBeUndefined();
});
