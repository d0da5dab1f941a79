import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PEOPLE, unList } from '../../../test/support/un-list.ts';
import { readConfig } from '../../config.ts';
import { openRecords } from '../../open-records.ts';
import type { Records } from '../../records/port.ts';
import { ScreeningPool } from '../../screening/pool.ts';
import { Lists } from '../list-service.ts';
import { SnapshotFollower } from './snapshot-follower.ts';

let directory: string;
let records: Records;
let pool: ScreeningPool;
let follower: SnapshotFollower;
let loaded: (() => void)[];
let failures: number;

const log = {
  info: () => {
    for (const tell of loaded.splice(0)) tell();
  },
  error: () => {
    failures++;
    for (const tell of loaded.splice(0)) tell();
  },
} as never;
const nextLine = () => new Promise<void>((resolve) => loaded.push(resolve));

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'touchstone-follow-'));
  loaded = [];
  failures = 0;
  records = await openRecords(config());
  pool = ScreeningPool.create({ threads: 1 });
  follower = new SnapshotFollower(records, pool, join(directory, 'snapshots'), log);
});

afterEach(async () => {
  follower.stop();
  await pool.close();
  await records.close();
  await rm(directory, { recursive: true, force: true });
});

const config = () => readConfig({ TOUCHSTONE_DATA_DIR: directory, TOUCHSTONE_STARTER_LIST: 'off' });
const lists = () => new Lists(config(), records);
const search = async (name: string) =>
  (await pool.search({ name, entityType: 'Individual', minScore: 80, limit: 10 })).matches.length;

describe('the follower', () => {
  it('loads the snapshot in force at its start and every newer one by itself', async () => {
    await lists().ensureSnapshot();
    await follower.start();
    expect(await search('Zorvan Ilmatok')).toBe(0);
    const swapped = nextLine();
    await lists().importFiles('un-sc', [await unList(PEOPLE)]);
    await swapped;
    expect(await search('Zorvan Ilmatok')).toBe(1);
  });

  it('keeps the loaded snapshot where the newest cannot be loaded, and takes the next', async () => {
    await lists().importFiles('un-sc', [await unList(PEOPLE)]);
    await follower.start();
    const failed = nextLine();
    const current = (await records.snapshots.current())!;
    await records.snapshots.publish({ ...current, id: '20990101T000000Z-00000000' }, 'operator');
    await failed;
    expect(failures).toBe(1);
    expect(await search('Zorvan Ilmatok')).toBe(1);
    const swapped = nextLine();
    const { snapshot } = await lists().importFiles('un-sc', [await unList(PEOPLE.slice(0, 7))]);
    await swapped;
    expect(pool.snapshot).toBe(snapshot);
  });
});
