import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { freeWrites } from './free-writes.ts';

interface Sent {
  readonly account?: number;
  readonly method?: string;
  readonly bytes?: number;
  readonly changes?: number;
  readonly bounded?: boolean;
}

const asked = ({ account = 1, method = 'POST', bytes = 100, changes = 1, bounded = false }: Sent) =>
  ({
    method,
    caller: { accountId: account, keyId: 'k', userId: null },
    freeChanges: changes,
    headers: { 'content-length': String(bytes) },
    routeOptions: { config: { bounded, extension: true } },
  }) as unknown as FastifyRequest;
const done = { statusCode: 200 } as FastifyReply;

async function sentUntilRefused(sent: Sent, most: number, status = 200): Promise<number> {
  const free = freeWrites();
  for (let one = 0; one < most; one += 1) {
    const request = asked(sent);
    const isRefused = await free.check(request).then(
      () => false,
      () => true,
    );
    if (isRefused) return one;
    await free.count(request, { statusCode: status } as FastifyReply);
  }
  return most;
}

test('ten thousand changes that cost nothing are taken at once, and no more of this account', async () => {
  expect(await sentUntilRefused({}, 12_000)).toBeGreaterThanOrEqual(10_000);
  expect(await sentUntilRefused({}, 12_000)).toBeLessThan(11_000);
  const free = freeWrites();
  await free.count(asked({ changes: 20_000 }), done);
  await expect(free.check(asked({}))).rejects.toMatchObject({ status: 429, headers: { 'retry-after': /^[1-9]/ } });
  await expect(free.check(asked({ account: 2 }))).resolves.toBeUndefined();
});

test('what was paid for, read, refused or has bounds of its own is not counted', async () => {
  expect(await sentUntilRefused({ changes: 0 }, 11_000)).toBe(11_000);
  expect(await sentUntilRefused({ method: 'GET' }, 11_000)).toBe(11_000);
  expect(await sentUntilRefused({ bounded: true, bytes: 1e9 }, 11_000)).toBe(11_000);
  expect(await sentUntilRefused({}, 11_000, 409)).toBe(11_000);
});

test('long bodies end sooner, and one that many alerts get counts for each of them', async () => {
  expect(await sentUntilRefused({ bytes: 64 * 1024 }, 3_000)).toBeLessThan(1_100);
  expect(await sentUntilRefused({ bytes: 5 * 1024, changes: 100 }, 3_000)).toBeLessThan(200);
});
