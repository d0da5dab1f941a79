import { expect, test } from 'vitest';
import { askedBy } from '../../src/client-of-request.ts';
import type { Records } from '../../src/records/port.ts';
import type { Store } from './contract.ts';

interface Context {
  store(): Store;
  records(): Records;
}

const ENTRY = {
  actor: 'operator',
  action: 'key.created',
  subject: 'key:x',
  accountId: null,
  details: { b: 1, a: 'x' },
};

/** How far whoever gets the audit log outside is. */
export function auditStreamTests({ records, store }: Context): void {
  test('entries that a receiver has not come in order, and each receiver goes its own way', async () => {
    const { audit } = records();
    for (let count = 0; count < 5; count += 1) await audit.append(ENTRY);
    const { sequence: head } = (await audit.head())!;
    const first = await audit.unsent('one', 3);
    expect(first.entries.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect(first.entries[2]).toMatchObject({ ...ENTRY, at: expect.stringMatching(/Z$/), hash: expect.any(String) });
    expect(first.head).toBe(head);
    await audit.sent('one', 3);
    // One who comes late does not take it back.
    await audit.sent('one', 2);
    expect((await audit.unsent('one', 9)).entries.map(({ sequence }) => sequence)).toEqual([4, 5].slice(0, head - 3));
    expect((await audit.unsent('two', 9)).entries).toHaveLength(head);
    expect(await audit.stream('one')).toMatchObject({
      sequence: 3,
      waiting: head - 3,
      error: null,
      failingSince: null,
    });
    await audit.sent('one', head);
    expect(await audit.unsent('one', 9)).toEqual({ entries: [], head, failingSince: null });
    expect(await audit.stream('one')).toMatchObject({ waiting: 0, oldest: null });
  });

  test('the address of a client is kept beside its entry until a receiver has it, and is no part of the log', async () => {
    const { audit } = records();
    const append = (client?: string) =>
      new Promise<void>((resolve, reject) => {
        const work = () => void audit.append(ENTRY).then(resolve, reject);
        if (client === undefined) work();
        else askedBy(client, work);
      });
    const { sequence: before = 0 } = (await audit.head()) ?? {};
    for (const client of ['203.0.113.7', undefined, '2001:db8::7']) await append(client);
    const clients = async () =>
      (await audit.unsent('addresses', 999)).entries
        .filter(({ sequence }) => sequence > before)
        .map(({ client }) => client);
    expect(await clients()).toEqual(['203.0.113.7', null, '2001:db8::7']);
    expect(await audit.verify()).toMatchObject({ ok: true });
    await audit.sent('another', before + 1);
    expect(await clients()).toEqual([null, null, '2001:db8::7']);
    await audit.forgetClients();
    expect(await clients()).toEqual([null, null, null]);
  });

  test('since when a receiver takes nothing is kept until it takes something', async () => {
    const { audit } = records();
    await audit.append(ENTRY);
    const then = await store().open(() => new Date('2026-11-20T10:00:00Z'));
    await then.audit.notSent('one', 'It answered 500.');
    await audit.notSent('one', 'It answered 503.');
    const since = '2026-11-20T10:00:00.000Z';
    expect(await audit.stream('one')).toMatchObject({ sequence: 0, failingSince: since, error: 'It answered 503.' });
    expect((await audit.unsent('one', 9)).failingSince).toBe(since);
    await audit.sent('one', 1);
    expect(await audit.stream('one')).toMatchObject({ sequence: 1, failingSince: null, error: null });
  });
}
