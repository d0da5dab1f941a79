import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GkgServer, gkgArchive, gkgLine } from '../../test/support/gkg.ts';
import { MAIN } from '../../test/support/program.ts';

const STAMP = '20260301001500';
let directory: string;
let server: GkgServer;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'touchstone-media-command-'));
  server = await new GkgServer().start();
  const persons = 'Zorvan Ilmatok,5';
  const line = gkgLine(STAMP, { url: 'https://a.example/1', themes: 'ECON_MONEYLAUNDERING', persons });
  server.files.set(STAMP, gkgArchive(STAMP, [line]));
});
afterEach(async () => {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

function touchstone(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = {
    ...process.env,
    TOUCHSTONE_DATA_DIR: directory,
    TOUCHSTONE_MEDIA: 'gdelt',
    TOUCHSTONE_MEDIA_URL: server.address,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...args], { env }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

test('a sync makes the news searchable, also in another script, and status says what is there', async () => {
  expect(await touchstone('media', 'sync')).toMatchObject({ code: 0, out: expect.stringContaining('1 events new') });
  const { out } = await touchstone('media', 'search', 'Зорван Ильматок', '--type', 'Individual', '--json');
  expect(JSON.parse(out)).toMatchObject({
    eventCount: 1,
    events: [{ names: ['Zorvan Ilmatok'], offences: ['money-laundering'], articles: [{ url: 'https://a.example/1' }] }],
  });
  const status = JSON.parse((await touchstone('media', 'status', '--json')).out) as unknown;
  expect(status).toMatchObject({ source: 'gdelt', files: 1, articles: 1, events: 1 });
});
