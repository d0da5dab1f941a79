import { expect, test } from 'vitest';
import { newKeyValue } from '../../src/accounts/api-keys.ts';
import type { Records } from '../../src/records/port.ts';
import type { Store } from './contract.ts';
import { accountWithKey } from './samples.ts';

interface Context {
  store(): Store;
  records(): Records;
}

const SOON = '2099-01-01T00:00:00.000Z';
const PAST = '2000-01-01T00:00:00.000Z';

/** Rotation of keys, and what is noted of what they do. */
export function keyTests({ records, store }: Context): void {
  const hash = (id: string) => new Uint8Array(newKeyValue(id, false).hash);

  test('a rotated key keeps the value of before until then, and no more than that one', async () => {
    const { accountId, keyId } = await accountWithKey(records());
    const { accounts } = records();
    const first = (await accounts.access(keyId, '2026-11'))!.hash;
    const [second, third] = [hash(keyId), hash(keyId)];
    const rotated = await accounts.rotateKey(keyId, { hash: second, previousUntil: SOON }, 'operator');
    expect(rotated).toMatchObject({ id: keyId, accountId, previousUntil: SOON, rotatedAt: expect.any(String) });
    expect(await accounts.access(keyId, '2026-11')).toMatchObject({ hash: second, previousHash: first });
    await accounts.rotateKey(keyId, { hash: third, previousUntil: SOON }, 'operator');
    expect(await accounts.access(keyId, '2026-11')).toMatchObject({ hash: third, previousHash: second });
    await accounts.rotateKey(keyId, { hash: first, previousUntil: PAST }, 'operator');
    const ended = await accounts.access(keyId, '2026-11');
    expect(ended).toMatchObject({ hash: first, previousHash: null, key: { previousUntil: null } });
    const entries = await records().audit.page(accountId, { limit: 3, action: 'key.rotated' });
    expect(entries.map(({ subject, details }) => [subject, details])).toEqual([
      [`key:${keyId}`, { previousUntil: null }],
      [`key:${keyId}`, { previousUntil: SOON }],
      [`key:${keyId}`, { previousUntil: SOON }],
    ]);
    expect(await accounts.rotateKey('nobody', { hash: first, previousUntil: SOON }, 'operator')).toBeUndefined();
  });

  test('a key that was revoked or has expired gets no other value', async () => {
    const { accountId, keyId } = await accountWithKey(records());
    const { accounts } = records();
    await accounts.revokeKey(keyId, 'operator');
    const wanted = { hash: hash(keyId), previousUntil: SOON };
    await expect(accounts.rotateKey(keyId, wanted, 'operator')).rejects.toMatchObject({ code: 'validation' });
    const old = { id: `old${accountId}`, hash: hash('old'), accountId, name: 'old', allow: [], expiresAt: PAST };
    await accounts.createKey(old, 'operator');
    await expect(accounts.rotateKey(old.id, wanted, 'operator')).rejects.toMatchObject({ code: 'validation' });
  });

  test('what a key did is noted by scope with its last day, across a restart, and never goes back', async () => {
    const { accountId, keyId } = await accountWithKey(records());
    const other = await accountWithKey(records());
    for (const [at, scopes] of [
      ['2026-11-20T10:00:00Z', ['screening', 'usage']],
      ['2026-11-22T23:59:59Z', ['screening']],
      ['2026-11-21T00:00:00Z', ['screening', 'alerts:read']],
    ] as const) {
      const then = await store().open(() => new Date(at));
      for (let request = 0; request < 3; request += 1) {
        for (const scope of scopes) then.accounts.note(keyId, scope);
      }
      await then.close();
    }
    const uses = await records().accounts.keyUses(accountId);
    expect([...uses]).toEqual([[keyId, { screening: '2026-11-22', usage: '2026-11-20', 'alerts:read': '2026-11-21' }]]);
    expect((await records().accounts.keyUses(other.accountId)).size).toBe(0);
  });
}
