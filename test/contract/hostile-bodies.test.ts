import { beforeAll, describe, expect, test } from 'vitest';
import { type HostileBody, hostileBodies, hostileFiles } from '../fuzz/hostile-bodies.ts';
import { ROUTES, type Route } from '../fuzz/routes.ts';
import type { Answer, Bench, Served } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { SignedIn } from '../support/signed-in.ts';

/** No answer to a request that is refused is longer. */
const MAX_ANSWER_BYTES = 64 * 1024;
/**
 * The thread of these tests runs the service's event loop, and sends and receives too. Its processor time bounds how
 * long the loop stood still, whatever else the machine does. It was 13 s before.
 */
const LONGEST_HOLD_MS = 1_000;
const SMALL = 63 * 1024;
const LARGE: Readonly<Record<string, number>> = {
  '/api/Screening/batch': 4 * 1024 * 1024 - 1_000,
  '/match/default': 1024 * 1024 - 1_000,
};

let bench: Bench;
let served: Served;
let key: string;
let owner: SignedIn;

beforeAll(async () => {
  ({ bench, served } = await sharedService());
  const account = await bench.account();
  ({ key } = await bench.key(account));
  owner = await SignedIn.invited(bench, served, account, 'owner');
});

const withBodies = ROUTES.filter(({ body, endsSession }) => typeof body === 'object' && body !== null && !endsSession);

function send({ access, method, path }: Route, { type, body }: HostileBody): Promise<Answer> {
  const filled = path.replace(/:\w+/g, '1');
  const headers = { 'content-type': type };
  if (access === 'session') return owner.post(filled.replace('/dashboard/api', ''), body, headers);
  const repeatable = method === 'POST' && filled.startsWith('/api/') && !/Screening\/screen$|Webhooks$/.test(filled);
  return served.ask(method, filled, {
    key,
    body,
    headers: {
      ...headers,
      ...(repeatable && { 'idempotency-key': `${body.length} ${body.slice(0, 60).replace(/[^ -~]/g, '')}` }),
    },
  });
}

/** Milliseconds of processor time that this thread took while the work was done. */
async function timeTaken(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

async function holdsNobody(route: Route, bodies: readonly HostileBody[]): Promise<void> {
  for (const one of bodies) {
    let answer: Answer | undefined;
    const taken = await timeTaken(async () => {
      answer = await send(route, one);
    });
    const { status, text } = answer!;
    const told = `${one.kind}: ${status} ${text.slice(0, 300)}`;
    expect(status < 500 || status === 503, told).toBe(true);
    if (status >= 400) expect(text.length, told).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
    expect(taken, told).toBeLessThan(LONGEST_HOLD_MS);
  }
}

describe('a body that is made to cost much', () => {
  test.each(withBodies.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'holds nobody else up at %s, and its answer stays short',
    async (_, route) => {
      await holdsNobody(route, hostileBodies(route.body as object, SMALL));
      const large = LARGE[route.path];
      if (large) await holdsNobody(route, hostileBodies(route.body as object, large));
    },
  );

  test.each(['/api/Screening/batch', '/api/Customers/import'])(
    'holds nobody else up as a file of names at %s',
    async (path) => {
      const route = { method: 'POST', path, access: 'key' } as const;
      await holdsNobody(route, hostileFiles(512 * 1024));
    },
  );
});

describe('a batch of nothing but mistakes', () => {
  const batch = (body: string, headers: Record<string, string> = {}) =>
    served.ask('POST', '/api/Screening/batch', { key, body, headers });

  test('is told its first fifty, and its size before any', async () => {
    const items = (count: number) => `{"items":[${Array(count).fill(1).join(',')}]}`;
    const wrong = await batch(items(10_000));
    expect(wrong.status).toBe(400);
    expect(wrong.body.errors).toHaveLength(50);
    expect(wrong.body.errors[49]).toEqual({ field: 'items[49]', message: 'items[49] must be an object.' });
    const long = await batch(items(2_000_000));
    expect(long.status).toBe(400);
    expect(long.body.errors).toEqual([{ field: 'items', message: 'items must have 10000 items or fewer.' }]);
  });

  test('with an Idempotency-Key is refused for its depth, and the key stays free', async () => {
    const headers = { 'idempotency-key': 'deep' };
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const refused = await batch(`{"items":[{"name":${deep}}]}`, headers);
    expect(refused.status).toBe(400);
    expect(refused.body.detail).toBe('The body has more than 64 levels of lists and objects.');
    const right = `{"items":[{"name":"Ada Quill","entityType":"Individual"}]}`;
    expect((await batch(right, headers)).status).toBe(202);
  });

  test('is not read for a key that nobody has', async () => {
    const body = `{"items":[${Array(1_000_000).fill(1).join(',')}]}`;
    expect((await served.ask('POST', '/api/Screening/batch', { key: 'tsk_none', body })).status).toBe(401);
  });

  test('keeps the rows with long texts short, and refuses these alone', async () => {
    const long = { name: 'Ada '.repeat(250_000), entityType: 'Individual', reference: 'long' };
    const items = [long, { name: 'Ada Quill', entityType: 'Individual', reference: 'short' }];
    const { id } = (await batch(JSON.stringify({ items }))).body;
    const done = async () => (await served.ask('GET', `/api/Screening/batch/${id}`, { key })).body.status;
    await expect.poll(done).toBe('done');
    const { text } = await served.ask('GET', `/api/Screening/batch/${id}/results`, { key });
    const rows = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.map(({ reference, error }) => [reference, error])).toEqual([
      ['long', 'name must have at most 1000 characters.'],
      ['short', null],
    ]);
    expect(text.length).toBeLessThan(2_000);
  });
});
