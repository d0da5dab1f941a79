import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PEOPLE, unList } from '../../../test/support/un-list.ts';
import { readConfig } from '../../config.ts';
import { openRecords } from '../../open-records.ts';
import type { Records } from '../../records/port.ts';
import { ScreeningPool } from '../../screening/pool.ts';
import { ENGINE_VERSION } from '../../screening/version.ts';
import { importList } from '../import-list.ts';
import { Lists } from '../lists.ts';
import { SnapshotFollower } from './snapshot-follower.ts';

let directory: string;
let records: Records;
let pool: ScreeningPool;
let follower: SnapshotFollower;
let loaded: (() => void)[];
let failures: number;
let rebuilds: string[];

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
  rebuilds = [];
  records = await openRecords(config());
  pool = ScreeningPool.create({ threads: 1 });
  const rebuild = (cause: Error) => rebuilds.push(cause.message);
  follower = new SnapshotFollower(records, pool, join(directory, 'snapshots'), log, rebuild);
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
    await importList(lists(), 'un-sc', [await unList(PEOPLE)]);
    await swapped;
    expect(await search('Zorvan Ilmatok')).toBe(1);
  });

  it('looks at once when it is woken', async () => {
    await lists().ensureSnapshot();
    await follower.start();
    const { snapshot } = await importList(lists(), 'un-sc', [await unList(PEOPLE)]);
    await follower.wake();
    expect(pool.snapshot).toBe(snapshot);
  });

  it('stays on what this version compiled where another one published the same lists, and asks for new lists', async () => {
    const { snapshot } = await importList(lists(), 'un-sc', [await unList(PEOPLE)]);
    await follower.start();
    const own = (await records.snapshots.current())!;
    await records.snapshots.publish({ ...own, id: '20990101T000000Z-00000000', engine: '0.0.1' }, 'operator');
    await follower.wake();
    expect([pool.snapshot, rebuilds]).toEqual([snapshot, []]);
    const sources = own.sources.map((source) => ({ ...source, sha256: 'f'.repeat(64) }));
    await records.snapshots.publish({ ...own, id: '20990102T000000Z-00000000', engine: '0.0.1', sources }, 'operator');
    await follower.wake();
    expect([pool.snapshot, rebuilds]).toEqual([
      snapshot,
      [`Engine 0.0.1 published other lists, this is ${ENGINE_VERSION}.`],
    ]);
    expect(failures).toBe(0);
  });

  it('keeps the loaded snapshot where the newest cannot be loaded, and takes the next', async () => {
    await importList(lists(), 'un-sc', [await unList(PEOPLE)]);
    await follower.start();
    const failed = nextLine();
    const current = (await records.snapshots.current())!;
    await records.snapshots.publish({ ...current, id: '20990101T000000Z-00000000' }, 'operator');
    await failed;
    expect(failures).toBe(1);
    expect(await search('Zorvan Ilmatok')).toBe(1);
    const swapped = nextLine();
    const { snapshot } = await importList(lists(), 'un-sc', [await unList(PEOPLE.slice(0, 7))]);
    await swapped;
    expect(pool.snapshot).toBe(snapshot);
  });
});
