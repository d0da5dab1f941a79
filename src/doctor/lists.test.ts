import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { openRecords } from '../open-records.ts';
import type { Records } from '../records/port.ts';
import { Lists } from '../watchlists/lists.ts';
import { sourceById } from '../watchlists/registry.ts';
import { lookAtLists } from './lists.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
let directory: string;
let records: Records;

const config = () =>
  readConfig({ TOUCHSTONE_DATA_DIR: directory, TOUCHSTONE_LISTS_SOURCES: 'un-sc,eu-fsf,uk-sanctions' });

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'touchstone-doctor-'));
  records = await openRecords(config());
  await new Lists(config(), records).ensureSnapshot();
});
afterEach(async () => {
  await records.close();
  await rm(directory, { recursive: true });
});

const name = (source: string) => sourceById(source).name;
const fails = (source: string, why: string) =>
  records.snapshots.recordState({
    source,
    checkedAt: null,
    lastErrorAt: NOW.toISOString(),
    failingSince: NOW.toISOString(),
    address: null,
    failing: [],
    lastError: `${name(source)}, https://lists.example/${source}.xml: ${why}.`,
  });
const failures = async () =>
  (await lookAtLists(config(), records, NOW))
    .filter(({ found }) => found.includes('refresh failed'))
    .map(({ found, todo }) => [found, todo]);

test('a list that fails is named once, with its address', async () => {
  await fails('un-sc', 'it answered with status 500');
  expect(await failures()).toEqual([
    [
      `The last refresh failed of ${name('un-sc')}: https://lists.example/un-sc.xml: it answered with status 500.`,
      'Run: touchstone lists sync un-sc',
    ],
  ]);
});

test('lists that fail for one reason are one finding', async () => {
  await fails('un-sc', 'the host is unknown');
  await fails('eu-fsf', 'the host is unknown');
  expect(await failures()).toEqual([
    [
      `The last refresh failed of ${name('un-sc')}, ${name('eu-fsf')}: the host is unknown.`,
      'Run: touchstone lists sync un-sc eu-fsf',
    ],
  ]);
  const missing = (await lookAtLists(config(), records, NOW)).find(({ found }) => found.includes('starter list'));
  expect(missing!.found).not.toContain('unknown');
});
