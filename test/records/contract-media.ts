import { expect, test } from 'vitest';
import type { NewMediaSearch } from '../../src/domain/adverse-media.ts';
import { expireRecords } from '../../src/use-cases/retention.ts';
import type { Store } from './contract.ts';
import { accountWithKey, customerPut, screening } from './samples.ts';

const DAY_MS = 86_400_000;

const searchOf = (accountId: number, name: string, change: Partial<NewMediaSearch> = {}): NewMediaSearch => ({
  accountId,
  keyId: null,
  userId: null,
  name,
  entityType: 'Individual',
  dateOfBirth: null,
  otherNames: ['Ää "Quote"'],
  countries: ['de'],
  offences: [],
  from: null,
  to: '2026-01-31',
  minScore: 70,
  events: [],
  eventCount: 0,
  coverage: { from: null, to: null, articles: 0, sources: ['gdelt'] },
  notes: ['No news has been fetched yet'],
  ...change,
});

/** Searches in the news, and names that are barred from it. */
export function mediaTests({ store }: { store(): Store }): void {
  test('a search in the news costs a unit and comes back as it was, to its account alone', async () => {
    const records = await store().open();
    const [one, other] = [await accountWithKey(records), await accountWithKey(records)];
    await records.accounts.set(one.accountId, { quota: 2 }, 'operator');
    const first = await records.media.create(searchOf(one.accountId, 'Ada'));
    const second = await records.media.create(
      searchOf(one.accountId, 'Bruno', { eventCount: 3, dateOfBirth: '1970-01-31' }),
    );
    expect([first, second]).toMatchObject([
      { kind: 'created', remaining: 1 },
      { kind: 'created', remaining: 0 },
    ]);
    expect(await records.media.create(searchOf(one.accountId, 'Celik'))).toEqual({ kind: 'exhausted' });
    if (second.kind !== 'created') throw new Error(second.kind);
    const {
      accountId: _,
      keyId: __,
      userId: ___,
      events,
      eventCount,
      coverage,
      notes,
      ...asked
    } = searchOf(one.accountId, 'Bruno', {
      eventCount: 3,
      dateOfBirth: '1970-01-31',
    });
    expect(await records.media.get(one.accountId, second.record.id)).toEqual({
      id: second.record.id,
      name: 'Bruno',
      entityType: 'Individual',
      dateOfBirth: '1970-01-31',
      score: 0,
      eventCount,
      createdAt: second.record.createdAt,
      events,
      coverage,
      notes,
      asked,
    });
    expect(await records.media.get(other.accountId, second.record.id)).toBeUndefined();
    const page = await records.media.page(one.accountId, { limit: 9 });
    expect(page.map(({ name }) => name)).toEqual(['Bruno', 'Ada']);
    expect(await records.media.page(one.accountId, { limit: 9, before: second.record.id })).toMatchObject([
      { name: 'Ada' },
    ]);
    expect(await records.media.page(other.accountId, { limit: 9 })).toEqual([]);
  });

  test('a name is barred once, and the log has no name', async () => {
    const records = await store().open();
    const name = { name: 'Ada Quill', folded: 'ada quill', reason: 'Request 17' };
    expect([await records.media.bar(name, 'operator'), await records.media.bar(name, 'operator')]).toEqual([
      true,
      false,
    ]);
    expect(await records.media.barred()).toEqual(['ada quill']);
    expect(await records.audit.verify()).toMatchObject({ entries: expect.any(Number) });
  });

  test('alerts of the news are bounded a day, the same events open nothing, and the newest says how many are beyond', async () => {
    const clock = { now: new Date('2026-01-10T12:00:00.000Z') };
    const records = await store().open(() => clock.now);
    const { accountId, keyId } = await accountWithKey(records);
    const found = { ...screening(accountId, keyId, 'Ada Quill', 0), snapshot: 'a', dateOfBirth: null };
    await customerPut(records, accountId, 'C-1', found, { categories: ['adverse-media'] });
    const customerId = (await records.customers.pageForMedia(0, 9))[0]!.id;
    const matchOf = (id: string) => ({
      ...screening(accountId, keyId, 'Ada Quill', 1).matches[0]!,
      entries: [{ source: 'adverse-media', id }],
      explanation: { matchedName: 'Ada Quill', adjustments: [] } as never,
      facts: [{ id, source: 'adverse-media', sourceName: 'adverse-media', kind: 'person' as const, names: [] }],
    });
    const alert = (...ids: string[]) => records.media.alert({ customerId, matches: ids.map(matchOf) }, 2);
    expect(await alert('a', 'b', 'c')).toBe(2);
    expect(await alert('a', 'b')).toBe(0);
    const page = await records.alerts.page(accountId, { limit: 9, sort: 'newest', sources: ['adverse-media'] });
    expect(page).toHaveLength(2);
    const comments = page.flatMap(({ history }) => history.map(({ comment }) => comment));
    expect(comments.filter((one) => one?.startsWith('1 more events'))).toHaveLength(1);
    clock.now = new Date(clock.now.getTime() + DAY_MS);
    expect(await alert('c')).toBe(1);
    expect(await records.monitoring.watchedEntries()).toEqual([]);
  });

  test('how far customers were compared is kept for each index', async () => {
    const records = await store().open();
    expect([await records.media.compared('7'), await records.media.lastCompared()]).toEqual([undefined, undefined]);
    await records.media.keepCompared('7', 12);
    await records.media.keepCompared('7', 15);
    expect([await records.media.compared('7'), await records.media.compared('8')]).toEqual([15, undefined]);
    expect(await records.media.lastCompared()).toEqual(expect.stringMatching(/Z$/));
  });

  test('searches go with the days that the account keeps screenings', async () => {
    const clock = { now: new Date('2026-01-10T12:00:00.000Z') };
    const records = await store().open(() => clock.now);
    const { accountId } = await accountWithKey(records);
    await records.accounts.set(accountId, { keepScreenings: 40 }, 'operator');
    await records.media.create(searchOf(accountId, 'Old'));
    clock.now = new Date(clock.now.getTime() + 30 * DAY_MS);
    await records.media.create(searchOf(accountId, 'Young'));
    clock.now = new Date(clock.now.getTime() + 10 * DAY_MS);
    const expected = [{ accountId, kind: 'screening', days: 40, due: 1, kept: 0 }];
    expect(await expireRecords(records, { now: clock.now, dryRun: true })).toEqual(expected);
    expect(await expireRecords(records, { now: clock.now })).toEqual(expected);
    expect((await records.media.page(accountId, { limit: 9 })).map(({ name }) => name)).toEqual(['Young']);
  });
}
