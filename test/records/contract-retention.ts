import { expect, test } from 'vitest';
import type { Records } from '../../src/records/port.ts';
import { expireRecords } from '../../src/use-cases/retention.ts';
import type { Store } from './contract.ts';
import { batch } from './contract-batches.ts';
import { claimed, hook } from './contract-webhooks.ts';
import { accountWithKey, customerPut, rowsOf, screening, verification } from './samples.ts';

const DAY_MS = 86_400_000;

export function retentionTests({ store }: { store(): Store }): void {
  /** Records of an account whose clock a test moves. */
  async function dated(
    changes: Partial<Record<'keepScreenings' | 'keepVerifications' | 'keepBatches' | 'keepDeliveries', number>>,
  ) {
    const clock = { now: new Date('2026-01-10T12:00:00.000Z') };
    const records = await store().open(() => clock.now);
    const { accountId } = await accountWithKey(records);
    await records.accounts.set(accountId, changes, 'operator');
    const days = (count: number) => {
      clock.now = new Date(clock.now.getTime() + count * DAY_MS);
    };
    const screened = async (name: string, matches = 0): Promise<number> => {
      const made = await records.screenings.create(screening(accountId, null, name, matches));
      if (made.kind !== 'created') throw new Error(made.kind);
      return made.record.id;
    };
    const verified = async (status: 'Verified' | 'Manual Review Required'): Promise<number> => {
      const id = await records.verifications.reserve();
      await records.verifications.create({ ...verification(accountId, id), status });
      return id;
    };
    const expire = (dryRun = false) => expireRecords(records, { now: clock.now, dryRun });
    return { records, accountId, days, screened, verified, expire };
  }

  const namesOf = async (records: Records, accountId: number) =>
    (await rowsOf(records.screenings.list(accountId, 1_000))).map(({ name }) => name);

  test('screenings past their days go, after a dry run that names them and deletes nothing', async () => {
    const { records, accountId, days, screened, expire } = await dated({ keepScreenings: 40 });
    for (let count = 0; count < 450; count += 1) await screened(`Old ${count}`);
    days(30);
    await screened('Young');
    days(10);
    const expected = [{ accountId, kind: 'screening', days: 40, due: 450, kept: 0 }];
    expect(await expire(true)).toEqual(expected);
    expect(await namesOf(records, accountId)).toHaveLength(451);
    expect(await records.audit.page(accountId, { limit: 9, action: 'records.expired' })).toEqual([]);
    expect(await expire()).toEqual(expected);
    expect(await namesOf(records, accountId)).toEqual(['Young']);
    const [entry] = await records.audit.page(accountId, { limit: 1 });
    expect(entry).toMatchObject({ actor: 'service', action: 'records.expired', accountId });
    expect(entry?.details).toEqual({ kind: 'screening', days: 40, deleted: 450 });
    expect(await expire()).toEqual([{ ...expected[0], due: 0 }]);
  });

  test('what an alert or the state of a customer rests on stays', async () => {
    const { records, accountId, days, screened, expire } = await dated({ keepScreenings: 30 });
    await screened('Matched', 1);
    await customerPut(records, accountId, 'c1', screening(accountId, null, 'Customer', 0));
    days(1);
    await screened('Clear');
    days(90);
    expect(await expire()).toEqual([{ accountId, kind: 'screening', days: 30, due: 1, kept: 2 }]);
    expect(await namesOf(records, accountId)).toEqual(['Customer', 'Matched']);
  });

  test('a verification stays while its review is open, and accounts that keep all lose nothing', async () => {
    const { records, accountId, days, verified, screened, expire } = await dated({ keepVerifications: 365 });
    const done = await verified('Verified');
    const open = await verified('Manual Review Required');
    await screened('Kept');
    days(366);
    expect(await expire()).toEqual([{ accountId, kind: 'verification', days: 365, due: 1, kept: 1 }]);
    expect(await records.verifications.get(accountId, done)).toBeUndefined();
    expect(await records.verifications.get(accountId, open)).toMatchObject({ id: open });
    expect(await namesOf(records, accountId)).toEqual(['Kept']);
  });

  test('files of names go after their days, their records stay, and those of others too', async () => {
    const { records, accountId, days, expire } = await dated({ keepBatches: 2 });
    const other = await accountWithKey(records);
    const ended = async (account: number): Promise<string> => {
      const { id } = await batch(records, account, ['Ada Quill']);
      await records.batches.screen({ batch: id, row: 0 }, screening(account, null, 'Ada Quill'));
      return id;
    };
    const [old, others] = [await ended(accountId), await ended(other.accountId)];
    days(2);
    const [young, { id: waiting }] = [await ended(accountId), await batch(records, accountId, ['Bram Vail'])];
    days(1);
    const expected = [{ accountId, kind: 'batch', days: 2, due: 1, kept: 0 }];
    expect(await expire(true)).toEqual(expected);
    expect(await records.batches.get(accountId, old)).toMatchObject({ id: old });
    expect(await expire()).toEqual(expected);
    expect(await records.batches.get(accountId, old)).toBeUndefined();
    for (const id of [young, waiting]) expect(await records.batches.get(accountId, id)).toMatchObject({ id });
    expect(await records.batches.get(other.accountId, others)).toMatchObject({ id: others });
    expect(await namesOf(records, accountId)).toEqual(['Ada Quill', 'Ada Quill']);
    const [entry] = await records.audit.page(accountId, { limit: 1, action: 'records.expired' });
    expect(entry?.details).toEqual({ kind: 'batch', days: 2, deleted: 1 });
  });

  test('deliveries that ended go after their days, and what waits stays', async () => {
    const { records, accountId, days, expire } = await dated({ keepDeliveries: 1 });
    const other = await accountWithKey(records);
    const { id: own } = await hook(records, accountId, ['quota.low']);
    const { id: theirs } = await hook(records, other.accountId, ['quota.low']);
    for (const [account, id] of [
      [accountId, own],
      [other.accountId, theirs],
    ] as const) {
      await records.webhooks.test(account, id);
    }
    for (const { id } of await claimed(records)) await records.webhooks.settle(id, { status: 204, error: null });
    days(2);
    await records.webhooks.test(accountId, own);
    const expected = [{ accountId, kind: 'delivery', days: 1, due: 1, kept: 0 }];
    expect(await expire(true)).toEqual(expected);
    expect(await records.webhooks.deliveries(accountId, own, { limit: 9 })).toHaveLength(2);
    expect(await expire()).toEqual(expected);
    expect(await records.webhooks.deliveries(accountId, own, { limit: 9 })).toMatchObject([{ state: 'pending' }]);
    expect(await records.webhooks.deliveries(other.accountId, theirs, { limit: 9 })).toHaveLength(1);
  });

  test('an account that keeps its records loses none to the days of another', async () => {
    const { records, days, expire } = await dated({ keepScreenings: 30 });
    const other = await accountWithKey(records);
    await records.screenings.create(screening(other.accountId, null, 'Of another', 0));
    days(400);
    await expire();
    expect(await namesOf(records, other.accountId)).toEqual(['Of another']);
  });
}
