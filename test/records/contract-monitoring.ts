import { describe, expect, test } from 'vitest';
import type { EvidencedMatch } from '../../src/domain/match.ts';
import type { Records } from '../../src/records/port.ts';
import type { Store } from './contract.ts';
import { accountWithKey, customerPut, screening } from './samples.ts';

interface Context {
  store(): Store;
  records(): Records;
}

const NOBODY = { scores: [], matches: [], entries: [], evidence: '[]' };
const GONE = ['un-sc:QDi.999'];

export function monitoringTests({ records, store }: Context): void {
  const customer = (accountId: number, reference: string, snapshot = 'a', matches = 0) => {
    const found = { ...screening(accountId, null, `Ivo ${reference}`, matches), snapshot };
    return customerPut(records(), accountId, reference, found);
  };
  const matchOf = (accountId: number, name: string) =>
    JSON.parse(screening(accountId, null, name).evidence) as EvidencedMatch[];

  describe('runs of monitoring', () => {
    test('one is under way at a time, and its counts are those of whoever asks', async () => {
      const [one, two] = [await accountWithKey(records()), await accountWithKey(records())];
      expect(await records().monitoring.latest()).toBeUndefined();
      const a = await customer(one.accountId, 'a');
      const b = await customer(two.accountId, 'b');
      const run = (await records().monitoring.begin({ reason: 'lists', from: 'a', to: 'b' }))!;
      expect(run).toMatchObject({
        reason: 'lists',
        from: 'a',
        to: 'b',
        customers: 2,
        compared: 0,
        after: 0,
        endedAt: null,
      });
      expect(await (await store().open()).monitoring.begin({ reason: 'lists', from: 'a', to: 'c' })).toBeUndefined();
      const found = [{ customerId: b.id, matches: matchOf(two.accountId, 'Ivo b') }];
      const compared = [one, two].map(({ accountId }) => [accountId, 1] as const);
      const page = { from: 0, to: b.id, compared, found, gone: [] };
      expect(a.id).toBeLessThan(b.id);
      expect(await records().monitoring.apply(run.id, page)).toBe(true);
      await records().monitoring.end(run.id);
      expect(await records().monitoring.latest()).toMatchObject({ customers: 2, compared: 2, opened: 1, after: b.id });
      const [own] = await records().monitoring.runs(one.accountId, 9);
      expect(own).toEqual({
        id: run.id,
        reason: 'lists',
        from: 'a',
        to: 'b',
        customers: 1,
        compared: 1,
        opened: 0,
        reopened: 0,
        delisted: 0,
        startedAt: run.startedAt,
        endedAt: expect.any(String),
        lists: null,
      });
      expect((await records().monitoring.runs(two.accountId, 9))[0]).toMatchObject({ customers: 1, opened: 1 });
      const later = (await records().monitoring.begin({ reason: 'engine', from: null, to: 'c' }))!;
      expect((await records().monitoring.runs(one.accountId, 1)).map(({ id }) => id)).toEqual([later.id]);
      expect((await records().monitoring.runs(one.accountId, 9, later.id)).map(({ id }) => id)).toEqual([run.id]);
    });

    test('a page is applied once, by whichever process, and what it found goes with its place', async () => {
      const { accountId } = await accountWithKey(records());
      const { id } = await customer(accountId, 'a');
      const run = (await records().monitoring.begin({ reason: 'lists', from: 'a', to: 'b' }))!;
      const found = [{ customerId: id, matches: matchOf(accountId, 'Ivo a') }];
      const page = { from: 0, to: id, compared: [[accountId, 1]] as const, found, gone: [] };
      const other = await store().open();
      const applied = await Promise.all([records(), other].map((each) => each.monitoring.apply(run.id, page)));
      expect(applied.sort()).toEqual([false, true]);
      expect(await records().monitoring.latest()).toMatchObject({ after: id, compared: 1, opened: 1 });
      await records().monitoring.end(run.id);
      expect(await records().monitoring.apply(run.id, { ...page, from: id, to: id + 1 })).toBe(false);
    });

    test('who has an alert for entries that left their lists is among what is applied, found or not', async () => {
      const { accountId } = await accountWithKey(records());
      const listed = await customer(accountId, 'a', 'a', 1);
      expect(await records().monitoring.watchedEntries()).toEqual(GONE);
      const run = (await records().monitoring.begin({ reason: 'lists', from: 'a', to: 'b' }))!;
      const page = { from: 0, to: listed.id, compared: [[accountId, 1]] as const, found: [], gone: GONE };
      await records().monitoring.apply(run.id, page);
      const lists = [{ source: 'un-sc', name: 'UN', added: 0, removed: 1, changed: 0 }];
      await records().monitoring.noteLists(run.id, lists);
      expect(await records().monitoring.latest()).toMatchObject({ opened: 0, delisted: 1, lists });
      expect(await records().alerts.page(accountId, { limit: 9, sort: 'newest', run: run.id })).toHaveLength(1);
      expect(await records().alerts.count(accountId, { run: run.id + 1 })).toBe(0);
      expect(await records().monitoring.watchedEntries()).toEqual([]);
      await records().monitoring.restart(run.id, 'c');
      expect(await records().monitoring.latest()).toMatchObject({
        from: null,
        to: 'c',
        after: 0,
        compared: 0,
        delisted: 1,
        lists: null,
      });
    });

    test('screenings that rest on other lists and came after its beginning are late until they were compared', async () => {
      const { accountId } = await accountWithKey(records());
      await customer(accountId, 'before');
      const run = (await records().monitoring.begin({ reason: 'lists', from: 'a', to: 'b' }))!;
      await records().monitoring.end(run.id);
      expect((await records().monitoring.late(9)).customers).toEqual([]);
      await customer(accountId, 'in time', 'b');
      const late = await customer(accountId, 'late', 'a');
      await customer(accountId, 'another', 'a');
      const first = await records().monitoring.late(1);
      expect(first.customers).toMatchObject([{ id: late.id, name: 'Ivo late' }]);
      const found = [{ customerId: late.id, matches: matchOf(accountId, 'Ivo late') }];
      expect(first.isLast).toBe(false);
      const applied = { customers: [late.id], found, gone: [], screening: first.screening };
      await records().monitoring.applyLate(run.id, applied);
      const second = await records().monitoring.late(9);
      expect(second).toMatchObject({ customers: [{ name: 'Ivo another' }], isLast: true });
      expect(await records().monitoring.latest()).toMatchObject({ opened: 1 });
      const leaving = { customers: [late.id], found: [], gone: GONE, screening: first.screening };
      await records().monitoring.applyLate(run.id, leaving);
      expect(await records().monitoring.latest()).toMatchObject({ opened: 1, delisted: 1 });
      const seen = first.screening;
      await records().monitoring.begin({ reason: 'lists', from: 'b', to: 'c', seen });
      expect((await records().monitoring.late(9)).customers).toMatchObject([{ name: 'Ivo another' }]);
      await records().screenings.create({ ...screening(accountId, null, 'Nobody'), ...NOBODY, snapshot: 'a' });
      expect((await records().monitoring.late(9)).customers).toHaveLength(1);
    });
  });
}
