import { expect, test } from 'vitest';
import type { StoredTotp } from '../domain/user.ts';
import { TotpSecrets } from './totp-secrets.ts';

const [OLD, NEW] = ['ab'.repeat(32), 'cd'.repeat(32)];
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const under = (...masters: string[]) => new TotpSecrets(async () => masters);

/** Records of these people alone; `changes` counts what was written. */
function kept(...people: StoredTotp[]) {
  const records = {
    changes: 0,
    totpSecrets: async () => people,
    resealTotp: async ({ id }: StoredTotp, after: Pick<StoredTotp, 'secret' | 'pending'>) => {
      records.changes += 1;
      people = people.map((one) => (one.id === id ? { id, ...after } : one));
      return true;
    },
    of: (id: number) => people.find((one) => one.id === id)!,
  };
  return records;
}

test('a secret is stored sealed, opens for its person alone, and not where a sign of it changed', async () => {
  const sealed = await under(OLD).seal(SECRET, 7);
  expect(Buffer.from(sealed.slice(7), 'base64url').toString('latin1')).not.toContain(SECRET);
  expect(sealed).not.toContain(SECRET);
  expect(await under(NEW, OLD).open(sealed, 7)).toBe(SECRET);
  await expect(under(OLD).open(sealed, 8)).rejects.toMatchObject({ code: 'damaged' });
  await expect(under(NEW).open(sealed, 7)).rejects.toMatchObject({ code: 'damaged' });
  await expect(under().open(sealed, 7)).rejects.toMatchObject({ code: 'damaged' });
  for (const length of [0, 1, 20, sealed.length - 8]) {
    await expect(under(OLD).open(`sealed:${sealed.slice(7, 7 + length)}`, 7)).rejects.toMatchObject({
      code: 'damaged',
    });
  }
  const changed = Buffer.from(sealed.slice(7), 'base64url');
  changed[30]! ^= 1;
  await expect(under(OLD).open(`sealed:${changed.toString('base64url')}`, 7)).rejects.toThrow('was changed');
});

test('secrets of an older program are sealed once, those that were only begun too', async () => {
  const records = kept({ id: 1, secret: SECRET, pending: null }, { id: 2, secret: null, pending: SECRET });
  await under(OLD).reseal(records);
  expect(JSON.stringify(await records.totpSecrets())).not.toContain(SECRET);
  expect(await under(OLD).open(records.of(1).secret!, 1)).toBe(SECRET);
  expect(await under(OLD).open(records.of(2).pending!, 2)).toBe(SECRET);
  expect([records.of(1).pending, records.of(2).secret]).toEqual([null, null]);
  await under(OLD).reseal(records);
  expect(records.changes).toBe(2);
});

test('under a new master key every secret is sealed anew, and one that no key opens stays', async () => {
  const lost = await under('ef'.repeat(32)).seal(SECRET, 2);
  const former = await under(OLD).seal(SECRET, 1);
  const records = kept({ id: 1, secret: former, pending: null }, { id: 2, secret: lost, pending: null });
  await under(NEW, OLD).reseal(records);
  expect(await under(NEW).open(records.of(1).secret!, 1)).toBe(SECRET);
  expect(records.of(2).secret).toBe(lost);
  expect(records.changes).toBe(1);
});
