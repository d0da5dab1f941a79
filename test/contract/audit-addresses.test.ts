import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { Bench, type Served } from '../support/service.ts';

const ADDRESS = '203.0.113.9';
const proxied = { 'x-forwarded-for': ADDRESS, 'x-forwarded-proto': 'https', 'sec-fetch-site': 'same-origin' };

let folder: string;
let bench: Bench;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-streamed-'));
  bench = await Bench.create({ TOUCHSTONE_TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(async () => {
  await bench?.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Signs in with a wrong password; answers what the stream says of that, once it has told of so many. */
async function streamed(file: string, told: number, settings: Record<string, string>) {
  const served: Served = await bench.serve({ TOUCHSTONE_AUDIT_STREAM: `file:${join(folder, file)}`, ...settings });
  const entries = async () => {
    const text = await readFile(join(folder, file), 'utf8').catch(() => '');
    const lines = text.split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line)).filter(({ event }) => event.action === 'user.sign-in-failed');
  };
  try {
    const body = { email: 'ada@harbour.example', password: 'wrong pass phrase 7' };
    expect((await served.ask('POST', '/dashboard/api/session', { body, headers: proxied })).status).toBe(401);
    await expect.poll(async () => (await entries()).length).toBe(told);
    return { sources: (await entries()).map(({ source }) => source), logged: bench.logged };
  } finally {
    await served.stop();
  }
}

test('the stream names the client where the operator asks, and nothing else ever does', async () => {
  const { sources } = await streamed('without.jsonl', 1, {});
  expect(sources).toEqual([undefined]);
  const asked = await streamed('with.jsonl', 2, { TOUCHSTONE_AUDIT_STREAM_SOURCE_IP: 'on' });
  // A receiver that is new gets the log from its beginning; of before nobody kept an address.
  expect(asked.sources).toEqual([undefined, { ip: ADDRESS }]);
  expect(asked.logged).not.toContain(ADDRESS);
  const { entries } = await bench.records(({ audit }) => audit.unsent('a third receiver', 1_000));
  expect(JSON.stringify(entries)).not.toContain(ADDRESS);
});

test('addresses that nobody gets are not asked for', () => {
  const alone = { ...bench.settings, TOUCHSTONE_AUDIT_STREAM_SOURCE_IP: 'on' };
  expect(() => readConfig(alone)).toThrow('set TOUCHSTONE_AUDIT_STREAM too, or unset it.');
  expect(() => readConfig({ TOUCHSTONE_AUDIT_STREAM_SOURCE_IP: 'yes' })).toThrow('must be "on" or "off"');
});
