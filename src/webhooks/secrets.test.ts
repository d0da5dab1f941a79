import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { SealedSecrets } from '../domain/webhook.ts';
import { WebhookSecrets } from './secrets.ts';

const [OLD, NEW] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')] as const;
const under = (...masters: string[]) => new WebhookSecrets(async () => masters);

test('a secret has the form of Standard Webhooks, is stored sealed and opens for its account alone', async () => {
  const { secret, sealed } = await under(OLD).create(7);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(Buffer.from(sealed).includes(secret.slice(6))).toBe(false);
  expect(await under(NEW, OLD).open([sealed], 7)).toEqual([secret]);
  await expect(under(OLD).open([sealed], 8)).rejects.toMatchObject({ code: 'damaged' });
  await expect(under(NEW).open([sealed], 7)).rejects.toMatchObject({ code: 'damaged' });
  await expect(under().open([sealed], 7)).rejects.toMatchObject({ code: 'damaged' });
  await expect(under(OLD).open([sealed.slice(0, 9)], 7)).rejects.toMatchObject({ code: 'damaged' });
  await expect(under(OLD).open([new Uint8Array()], 7)).rejects.toMatchObject({ code: 'damaged' });
  const changed = sealed.map((byte, index) => (index === sealed.length - 20 ? byte ^ 1 : byte));
  await expect(under(OLD).open([changed], 7)).rejects.toMatchObject({ code: 'damaged' });
});

test('under a new master key every secret is sealed anew, and one that no key opens stays', async () => {
  const [first, second] = [await under(OLD).create(1), await under(OLD).create(1)];
  const lost = new Uint8Array(80);
  let stored: SealedSecrets[] = [
    { id: 1, accountId: 1, secret: first.sealed, former: second.sealed },
    { id: 2, accountId: 1, secret: lost, former: null },
  ];
  const webhooks = {
    secrets: async () => stored,
    reseal: async ({ id }: SealedSecrets, after: Pick<SealedSecrets, 'secret' | 'former'>) => {
      stored = stored.map((one) => (one.id === id ? { ...one, ...after } : one));
      return true;
    },
  };
  await under(NEW, OLD).reseal(webhooks);
  const [kept] = stored;
  expect(await under(NEW).open([kept!.secret, kept!.former!], 1)).toEqual([first.secret, second.secret]);
  expect(stored[1]).toEqual({ id: 2, accountId: 1, secret: lost, former: null });
  const before = stored;
  await under(NEW, OLD).reseal(webhooks);
  expect(stored).toBe(before);
});
