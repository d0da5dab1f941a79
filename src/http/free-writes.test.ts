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

function sentUntilRefused(sent: Sent, most: number, status = 200): number {
  const free = freeWrites();
  for (let one = 0; one < most; one += 1) {
    const request = asked(sent);
    try {
      free.check(request);
    } catch {
      return one;
    }
    free.count(request, { statusCode: status } as FastifyReply);
  }
  return most;
}

test('ten thousand changes that cost nothing are taken at once, and no more of this account', () => {
  expect(sentUntilRefused({}, 12_000)).toBeGreaterThanOrEqual(10_000);
  expect(sentUntilRefused({}, 12_000)).toBeLessThan(11_000);
  const free = freeWrites();
  free.count(asked({ changes: 20_000 }), done);
  expect(() => free.check(asked({}))).toThrow(
    expect.objectContaining({ status: 429, headers: { 'retry-after': expect.stringMatching(/^[1-9]/) } }),
  );
  expect(() => free.check(asked({ account: 2 }))).not.toThrow();
});

test('what was paid for, read, refused or has bounds of its own is not counted', () => {
  expect(sentUntilRefused({ changes: 0 }, 11_000)).toBe(11_000);
  expect(sentUntilRefused({ method: 'GET' }, 11_000)).toBe(11_000);
  expect(sentUntilRefused({ bounded: true, bytes: 1e9 }, 11_000)).toBe(11_000);
  expect(sentUntilRefused({}, 11_000, 409)).toBe(11_000);
});

test('long bodies end sooner, and one that many alerts get counts for each of them', () => {
  expect(sentUntilRefused({ bytes: 64 * 1024 }, 3_000)).toBeLessThan(1_100);
  expect(sentUntilRefused({ bytes: 5 * 1024, changes: 100 }, 3_000)).toBeLessThan(200);
});
