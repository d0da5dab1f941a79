import { expect, test } from 'vitest';
import type { NewMediaSearch } from '../../src/domain/adverse-media.ts';
import { expireRecords } from '../../src/use-cases/retention.ts';
import type { Store } from './contract.ts';
import { accountWithKey } from './samples.ts';

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
