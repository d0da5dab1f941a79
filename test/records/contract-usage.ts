import { expect, test } from 'vitest';
import { usageOf } from '../../src/domain/usage.ts';
import type { Records } from '../../src/records/port.ts';
import type { Store } from './contract.ts';
import { accountWithKey, screening, verification } from './samples.ts';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-03-01T20:00:00.000Z');

export function usageTests({ store }: { records(): Records; store(): Store }): void {
  test('an account sees by day what it made, opened and decided, and how long that took', async () => {
    let at = START;
    const records = await store().open(() => new Date(at));
    const { accountId, keyId } = await accountWithKey(records);
    const other = await accountWithKey(records);
    for (const owner of [{ accountId, keyId }, other]) {
      await records.screenings.create(screening(owner.accountId, owner.keyId, 'Ivo Marlin', 1));
      await records.screenings.create(screening(owner.accountId, owner.keyId, 'Nobody', 0));
    }
    await records.verifications.create(verification(accountId, await records.verifications.reserve()));
    const decide = async (name: 'dismissed' | 'reopened' | 'confirmed', kind: 'match' | 'review') => {
      const [alert] = await records.alerts.page(accountId, { limit: 1, sort: 'newest', kind });
      const step = { step: name, reason: 'other' as const, comment: null, remember: false };
      const action = { accountId, alertId: alert!.id, userId: null, keyId };
      expect(await records.alerts.step(action, step)).toEqual({ kind: 'done' });
    };
    at += 6 * HOUR_MS;
    await decide('dismissed', 'match');
    await decide('confirmed', 'review');
    at += HOUR_MS;
    await decide('reopened', 'match');
    at += 2 * HOUR_MS;
    await decide('dismissed', 'match');

    const usage = await records.usage(accountId, '2026-03-01T00:00:00.000Z', '2026-03-03T00:00:00.000Z');
    const days = usage.days.toSorted((a, b) => (a.day < b.day ? -1 : 1));
    expect(days).toEqual([
      { day: '2026-03-01', clear: 1, matched: 1, verified: 0, notVerified: 0, manualReview: 1, opened: 2 },
    ]);
    expect(usageOf(usage)).toMatchObject({
      alerts: { opened: 2, confirmed: 1, dismissed: 2 },
      dismissedByList: [{ source: 'un-sc', decided: 2, dismissed: 2, share: 1 }],
      medianHoursToDecision: 6,
    });
    const hours = usage.decisions.map(({ day, sources, hours }) => [day, sources, hours.toSorted((a, b) => a - b)]);
    expect(hours.toSorted()).toEqual([
      ['2026-03-02', [], [6]],
      ['2026-03-02', ['un-sc'], [2, 6]],
    ]);
    const first = await records.usage(accountId, '2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z');
    expect([first.days.length, first.decisions]).toEqual([1, []]);
    const before = await records.usage(accountId, '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z');
    expect(before).toEqual({ days: [], decisions: [] });
  });
}
