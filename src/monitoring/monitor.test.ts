import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountWithKey, customerPut, screening } from '../../test/records/samples.ts';
import { entityOf, snapshotOf } from '../../test/support/engine.ts';
import { readConfig } from '../config.ts';
import type { SnapshotEntity, SnapshotSource } from '../domain/snapshot.ts';
import { openRecords } from '../open-records.ts';
import type { Records } from '../records/port.ts';
import { snapshotFiles } from '../screening/index/build.ts';
import { ENGINE_VERSION } from '../screening/version.ts';
import { Monitor } from './monitor.ts';

const SOURCE: SnapshotSource = {
  source: 'test',
  name: 'Test list',
  category: 'sanctions',
  starter: false,
  entries: 1,
  names: 1,
  sha256: '',
  fetched: '2030-01-02T03:04:05.000Z',
};
/** Enough others that a changed entity is one of few. */
const OTHERS = Array.from({ length: 40 }, (_, index) =>
  entityOf(`o${index}`, [`Somebody Else${'abcdefgh'[index % 8]} ${index}`]),
);
const QUILL = entityOf('q', ['Ferrabast Quillon']);
const MARLIN = entityOf('m', ['Astravane Bromiel']);

describe('monitoring', () => {
  let directory: string;
  let records: Records;
  let monitor: Monitor;
  let time: Date;
  const now = () => time;
  const logged: unknown[] = [];
  const log = { info: () => {}, error: (line: unknown) => void logged.push(line) };

  beforeEach(async () => {
    logged.length = 0;
    directory = await mkdtemp(join(tmpdir(), 'touchstone-monitor-'));
    time = new Date('2030-01-02T03:04:05.000Z');
    records = await openRecords(readConfig({ TOUCHSTONE_DATA_DIR: directory }), now);
    open();
  });
  afterEach(async () => {
    await monitor.stop();
    await records.close();
    await rm(directory, { recursive: true });
    expect(logged).toEqual([]);
  });

  function open(): void {
    monitor = new Monitor({ records, directory, now, log });
  }
  async function publish(id: string, entities: readonly SnapshotEntity[], engine = ENGINE_VERSION): Promise<void> {
    await snapshotOf([...OTHERS, ...entities], directory, id, [SOURCE]);
    time = new Date(time.getTime() + 1000);
    await records.snapshots.publish({ id, createdAt: now().toISOString(), engine, sources: [SOURCE] }, 'operator');
  }
  async function account(): Promise<{ accountId: number; add(reference: string, name: string): Promise<unknown> }> {
    const { accountId, keyId } = await accountWithKey(records);
    const add = async (reference: string, name: string) => {
      const current = (await records.snapshots.current())?.id ?? 'none';
      return customerPut(records, accountId, reference, {
        ...screening(accountId, keyId, name, 0),
        snapshot: current,
        dateOfBirth: null,
      });
    };
    return { accountId, add };
  }
  const alerts = async (accountId: number) =>
    (await records.alerts.page(accountId, { limit: 50, sort: 'newest' })).map(({ customer, state, changed }) => ({
      customer,
      state,
      changed,
    }));
  const runs = (accountId: number) => records.monitoring.runs(accountId, 9);

  test('who matches an entity that is new gets an alert; who is listed as before costs nothing', async () => {
    const [one, two] = [await account(), await account()];
    await publish('a', []);
    await monitor.look();
    for (let count = 0; count < 30; count += 1) await one.add(`n-${count}`, `Nobody Whatsoever ${count}`);
    await one.add('q', 'Ferrabast Quillon');
    await two.add('q', 'Quillon Ferrabast');
    await publish('b', [QUILL]);
    await monitor.look();
    expect(await alerts(one.accountId)).toEqual([{ customer: 'q', state: 'open', changed: [] }]);
    expect(await alerts(two.accountId)).toEqual([{ customer: 'q', state: 'open', changed: [] }]);
    expect(await runs(one.accountId)).toEqual([
      {
        id: 2,
        reason: 'lists',
        from: 'a',
        to: 'b',
        customers: 31,
        compared: 31,
        opened: 1,
        reopened: 0,
        delisted: 0,
        startedAt: expect.any(String),
        endedAt: expect.any(String),
        lists: [{ source: 'test', name: 'Test list', added: 1, removed: 0, changed: 0 }],
      },
      {
        id: 1,
        reason: 'lists',
        from: null,
        to: 'a',
        customers: 0,
        compared: 0,
        opened: 0,
        reopened: 0,
        delisted: 0,
        startedAt: expect.any(String),
        endedAt: expect.any(String),
        lists: null,
      },
    ]);
    expect((await runs(two.accountId))[0]).toMatchObject({ customers: 1, compared: 1, opened: 1 });
    await monitor.look();
    expect(await runs(one.accountId)).toHaveLength(2);
  });

  test('a dismissed match whose facts change opens again, and one that leaves its list is delisted', async () => {
    const { accountId, add } = await account();
    await publish('a', [MARLIN]);
    await monitor.look();
    await add('q', 'Ferrabast Quillon');
    await add('m', 'Astravane Bromiel');
    await publish('b', [MARLIN, QUILL]);
    await monitor.look();
    const [alert] = await records.alerts.page(accountId, { limit: 1, sort: 'newest' });
    const step = { step: 'dismissed', reason: 'other-person', comment: null, remember: false } as const;
    await records.alerts.step({ accountId, alertId: alert!.id, userId: 7 }, step);
    const born = entityOf('q', ['Ferrabast Quillon'], { birthDates: [{ date: '1970-01-31' }] });
    await publish('c', [MARLIN, born]);
    await monitor.look();
    expect(await alerts(accountId)).toEqual([
      { customer: 'q', state: 'open', changed: [expect.stringContaining('1970-01-31')] },
    ]);
    await publish('d', [MARLIN]);
    await monitor.look();
    expect(await alerts(accountId)).toEqual([{ customer: 'q', state: 'delisted', changed: [] }]);
    expect((await runs(accountId)).map(({ opened, reopened, delisted }) => [opened, reopened, delisted])).toEqual([
      [0, 0, 1],
      [0, 1, 0],
      [1, 0, 0],
      [0, 0, 0],
    ]);
    const lists = (await runs(accountId)).map((run) => run.lists?.map((one) => [one.added, one.removed, one.changed]));
    expect(lists).toEqual([[[0, 1, 0]], [[0, 0, 1]], [[1, 0, 0]], undefined]);
    // The same alert: opened, opened again and closed, each by another run.
    for (const run of [1, 2, 3, 4]) {
      expect(await records.alerts.count(accountId, { run }), `run ${run}`).toBe(run === 1 ? 0 : 1);
    }
    const elsewhere = await account();
    expect(await records.alerts.count(elsewhere.accountId, { run: 2 })).toBe(0);
  });

  test('only customers that are monitored are compared, and only with lists of their categories', async () => {
    const { accountId, add } = await account();
    const { keyId } = await accountWithKey(records);
    await publish('a', []);
    await monitor.look();
    await add('wanted', 'Ferrabast Quillon');
    const found = { ...screening(accountId, keyId, 'Ferrabast Quillon', 0), snapshot: 'a', dateOfBirth: null };
    await customerPut(records, accountId, 'pep', found, { categories: ['pep'] });
    await customerPut(records, accountId, 'off', found, { monitored: false });
    await publish('b', [QUILL]);
    await monitor.look();
    expect((await alerts(accountId)).map(({ customer }) => customer)).toEqual(['wanted']);
    expect((await runs(accountId))[0]).toMatchObject({ customers: 2, compared: 2, opened: 1 });
  });

  test('a run that was interrupted goes on behind the customers that were compared', async () => {
    const { accountId, add } = await account();
    await publish('a', []);
    await monitor.look();
    for (let count = 0; count < 6; count += 1) await add(`q-${count}`, 'Ferrabast Quillon');
    await publish('b', [QUILL]);
    const run = (await records.monitoring.begin({ reason: 'lists', from: 'a', to: 'b' }))!;
    // The three first ones were compared before the process ended, whatever was found.
    const page = { from: 0, to: 3, compared: [[accountId, 3]] as const, found: [], gone: [] };
    expect(await records.monitoring.apply(run.id, page)).toBe(true);
    expect(await records.monitoring.apply(run.id, page)).toBe(false);
    await monitor.look();
    expect((await alerts(accountId)).map(({ customer }) => customer).sort()).toEqual(['q-3', 'q-4', 'q-5']);
    expect((await runs(accountId))[0]).toMatchObject({ id: run.id, customers: 6, compared: 6, opened: 3 });
  });

  test('whose screening rests on the lists of before, but was stored after, is compared nevertheless', async () => {
    const { accountId, add } = await account();
    await publish('a', []);
    await monitor.look();
    await publish('b', [QUILL]);
    await monitor.look();
    const { keyId } = await accountWithKey(records);
    const found = { ...screening(accountId, keyId, 'Ferrabast Quillon', 0), snapshot: 'a', dateOfBirth: null };
    await customerPut(records, accountId, 'late', found);
    await add('in time', 'Ferrabast Quillon');
    await monitor.look();
    expect((await alerts(accountId)).map(({ customer }) => customer)).toEqual(['late']);
    await monitor.look();
    expect((await runs(accountId))[0]).toMatchObject({ compared: 0, opened: 1 });
  });

  test('whose screening was late, and found who has left the lists meanwhile, has no open alert', async () => {
    const { accountId } = await account();
    const { keyId } = await accountWithKey(records);
    await publish('a', [QUILL]);
    await monitor.look();
    await publish('b', [MARLIN]);
    await monitor.look();
    const found = { ...screening(accountId, keyId, 'Ferrabast Quillon'), snapshot: 'a', dateOfBirth: null };
    await customerPut(records, accountId, 'late', found);
    expect(await alerts(accountId)).toHaveLength(1);
    await monitor.look();
    expect((await alerts(accountId)).map(({ state }) => state)).toEqual(['delisted']);
  });

  test('an alert from lists that no run was about is delisted with the next run', async () => {
    const { accountId } = await account();
    const { keyId } = await accountWithKey(records);
    await publish('a', [MARLIN]);
    await monitor.look();
    // The lists of `between` were in force for a moment, in which a customer was screened and compared.
    const found = { ...screening(accountId, keyId, 'Ferrabast Quillon'), snapshot: 'between', dateOfBirth: null };
    await customerPut(records, accountId, 'moment', found);
    const run = (await records.monitoring.latest())!;
    const { customers, screening: seen } = await records.monitoring.late(9);
    const late = { customers: customers.map(({ id }) => id), found: [], gone: [], screening: seen };
    await records.monitoring.applyLate(run.id, late);
    await publish('b', [MARLIN]);
    await monitor.look();
    expect((await alerts(accountId)).map(({ state }) => state)).toEqual(['delisted']);
  });

  test('a late screening is not forgotten where the lists change again before it was looked at', async () => {
    const { accountId } = await account();
    const { keyId } = await accountWithKey(records);
    await publish('a', []);
    await monitor.look();
    await publish('b', [QUILL]);
    await monitor.look();
    const found = { ...screening(accountId, keyId, 'Ferrabast Quillon', 0), snapshot: 'a', dateOfBirth: null };
    await customerPut(records, accountId, 'late', found);
    await publish('c', [QUILL, MARLIN]);
    await monitor.look();
    expect((await alerts(accountId)).map(({ customer }) => customer)).toEqual(['late']);
  });

  test('where files of the earlier lists are gone, or the engine changed, everybody is compared with everything', async () => {
    const { accountId, add } = await account();
    await publish('a', []);
    await monitor.look();
    await add('q', 'Ferrabast Quillon');
    await publish('b', [QUILL]);
    await rm(snapshotFiles(directory, 'a').facts);
    await monitor.look();
    expect((await runs(accountId))[0]).toMatchObject({ reason: 'lists', from: null, to: 'b', compared: 1, opened: 1 });
    await records.snapshots.publish(
      { id: 'old', createdAt: now().toISOString(), engine: '0.9.0', sources: [SOURCE] },
      'operator',
    );
    const old = (await records.monitoring.begin({ reason: 'engine', from: null, to: 'old' }))!;
    await records.monitoring.end(old.id);
    await publish('c', [QUILL, MARLIN]);
    await add('m', 'Astravane Bromiel');
    await monitor.look();
    expect((await runs(accountId))[0]).toMatchObject({ reason: 'engine', from: null, to: 'c', compared: 2, opened: 1 });
    expect((await alerts(accountId)).map(({ customer }) => customer)).toEqual(['m', 'q']);
  });
});
