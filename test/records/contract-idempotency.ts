import { expect, test } from 'vitest';
import type { Records } from '../../src/records/port.ts';
import type { Store } from './contract.ts';
import { accountWithKey, screening } from './samples.ts';

const ANSWER = { status: 202, headers: { location: '/b1' }, body: '{"id":"b1"}', namesNobody: false };
const DAY_MS = 86_400_000;

export function idempotencyTests({ records, store }: { records(): Records; store(): Store }): void {
  test('a key is taken once, and its answer comes again for the same request alone', async () => {
    const { accountId } = await accountWithKey(records());
    const place = { accountId, key: 'k-1' };
    const { idempotency } = records();
    expect(await idempotency.claim(place, 'print')).toEqual({ kind: 'new' });
    expect(await idempotency.claim(place, 'print')).toEqual({ kind: 'pending' });
    expect(await idempotency.claim(place, 'other')).toEqual({ kind: 'other' });
    await idempotency.answer(place, ANSWER);
    expect(await idempotency.claim(place, 'print')).toEqual({ kind: 'answered', answer: ANSWER });
    expect(await idempotency.claim(place, 'other')).toEqual({ kind: 'other' });
    const reopened = await store().open();
    expect(await reopened.idempotency.claim(place, 'print')).toEqual({ kind: 'answered', answer: ANSWER });
  });

  test('an answer that was too long to be kept leaves its status and headers', async () => {
    const { accountId } = await accountWithKey(records());
    const place = { accountId, key: 'k-long' };
    await records().idempotency.claim(place, 'print');
    await records().idempotency.answer(place, { ...ANSWER, body: null });
    const answered = { kind: 'answered', answer: { ...ANSWER, body: null } };
    expect(await records().idempotency.claim(place, 'print')).toEqual(answered);
  });

  test('of several processes that claim a key at once one gets it', async () => {
    const { accountId } = await accountWithKey(records());
    const other = await store().open();
    const claims = await Promise.all(
      [records(), other, records(), other].map(({ idempotency }) => idempotency.claim({ accountId, key: 'k' }, 'p')),
    );
    expect(claims.map(({ kind }) => kind).sort()).toEqual(['new', 'pending', 'pending', 'pending']);
  });

  test('a key that was given back is new, one with an answer is not given back', async () => {
    const { accountId } = await accountWithKey(records());
    const place = { accountId, key: 'k' };
    const { idempotency } = records();
    await idempotency.claim(place, 'p');
    await idempotency.release(place);
    expect(await idempotency.claim(place, 'q')).toEqual({ kind: 'new' });
    await idempotency.answer(place, ANSWER);
    await idempotency.release(place);
    expect((await idempotency.claim(place, 'q')).kind).toBe('answered');
  });

  test('accounts have keys of their own', async () => {
    const [a, b] = [await accountWithKey(records()), await accountWithKey(records())];
    for (const { accountId } of [a, b]) {
      expect(await records().idempotency.claim({ accountId, key: 'k' }, `of ${accountId}`)).toEqual({ kind: 'new' });
    }
  });

  test('a key is forgotten after 24 hours, and swept', async () => {
    const { accountId } = await accountWithKey(records());
    const at = Date.now();
    const [young, old] = await Promise.all(
      [DAY_MS - 1_000, DAY_MS + 1_000].map((age) => store().open(() => new Date(at + age))),
    );
    for (const key of ['a', 'b']) {
      const then = await store().open(() => new Date(at));
      await then.idempotency.claim({ accountId, key }, 'p');
    }
    expect((await young!.idempotency.claim({ accountId, key: 'a' }, 'p')).kind).toBe('pending');
    expect(await young!.idempotency.sweep()).toBe(0);
    expect((await old!.idempotency.claim({ accountId, key: 'a' }, 'p')).kind).toBe('new');
    expect(await old!.idempotency.sweep()).toBe(1);
  });

  test('a deletion on request takes the kept answers that may name people, and nothing is done twice', async () => {
    const { accountId, keyId } = await accountWithKey(records());
    const [place, other] = [
      { accountId, key: 'k' },
      { accountId, key: 'names nobody' },
    ];
    for (const each of [place, other]) await records().idempotency.claim(each, 'p');
    await records().idempotency.answer(place, ANSWER);
    await records().idempotency.answer(other, { ...ANSWER, namesNobody: true });
    const spent = await records().screenings.create(screening(accountId, keyId, 'Ivo Marlin'));
    if (spent.kind !== 'created') throw new Error('the quota is spent');
    await records().screenings.delete(spent.record.id, 'operator');
    expect(await records().idempotency.claim(place, 'p')).toEqual({ kind: 'pending' });
    expect((await records().idempotency.claim(other, 'p')).kind).toBe('answered');
  });
}
