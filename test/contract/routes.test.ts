import { setTimeout as sleep } from 'node:timers/promises';
import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashToken } from '../../src/accounts/secrets.ts';
import { sessionId } from '../../src/domain/user.ts';
import { COMPONENTS } from '../../src/http/wire/schemas.ts';
import { ROUTES } from '../fuzz/routes.ts';
import { verification as newVerification } from '../records/samples.ts';
import { RegisteredRoutes } from '../support/registered-routes.ts';
import { type Answer, Bench, type Served } from '../support/service.ts';
import { PASSWORD, SignedIn } from '../support/signed-in.ts';

/**
 * Whoever adds a route need not think of this file. What a route cannot keep is named here with its reason.
 */
const routes = new RegisteredRoutes();

/** Served without a key or a session, and why. */
const OPEN: Readonly<Record<string, string>> = {
  'POST /dashboard/api/session': 'signing in',
  'POST /dashboard/api/session/passkey': 'signing in',
  'POST /dashboard/api/session/passkey/options': 'what a browser is asked before signing in',
  'GET /dashboard/api/sign-in': 'what the page to sign in shows',
  'POST /dashboard/api/links': 'a one-time link is its own proof',
  'POST /dashboard/api/links/accept': 'a one-time link is its own proof',
};

/** Makes what is not there, so that an id of another account is free, and why. */
const MAKES: Readonly<Record<string, string>> = {
  'PUT /api/Customers/:reference': 'an account chooses its references',
  'PUT /api/OwnLists/:list': 'an account chooses the names of its lists',
};

/** Takes a file, which other tests send as another account. */
const FILES: Readonly<Record<string, string>> = {
  'POST /api/OwnLists/:list/import': 'own-lists.test.ts',
};

/** Shows what is the same for every account, and why. */
const SHARED: Readonly<Record<string, string>> = {
  'GET /dashboard/api/entities/:key': 'lists are published; only the alerts beside them are of an account',
  'GET /dashboard/api/lists/:source/versions': 'lists are published',
  'POST /dashboard/api/lists/:source/import': 'lists are of the operator, whose owners alone may bring them',
};

/** A body that the schema of a route with an id lets through, so that the owner check is what answers. */
const BODIES: Readonly<Record<string, object>> = {
  'POST /dashboard/api/alerts/:id/decision': { decision: 'dismissed' },
  'POST /dashboard/api/alerts/:id/undo': {},
  'POST /dashboard/api/verifications/:id/pictures': { reason: 'manual review' },
  'POST /dashboard/api/alerts/:id/proposal': { accept: true },
  'POST /api/Alerts/:id/decisions': { decision: 'escalated', reason: 'other' },
  'PATCH /api/Webhooks/:id': { description: 'Mine' },
  'PUT /api/Customers/:reference': { name: 'Alphard Customer', entityType: 'Individual' },
  'PUT /api/OwnLists/:list/entries/:id': { name: 'Alphard Entry', entityType: 'Individual' },
  'POST /dashboard/api/alerts/:id/assignment': { to: '' },
  'POST /api/Alerts/:id/assignment': { assignee: null },
  'POST /dashboard/api/alerts/:id/comments': { comment: 'Seen.' },
  'POST /dashboard/api/customers/:reference/notes': { text: 'Seen.' },
  'POST /dashboard/api/users/:id/role': { role: 'owner' },
  'POST /dashboard/api/keys/:id/rotate': { overlap: '7d' },
  'PUT /dashboard/api/passkeys/:id': { name: 'Mine' },
  'DELETE /dashboard/api/passkeys/:id': { proof: PASSWORD },
};

/** One account with a record of every kind; `ids` by the beginning of the paths that take them. */
interface Tenant {
  readonly key: string;
  readonly owner: SignedIn;
  readonly ids: Readonly<Record<string, string>>;
}

let bench: Bench;
let served: Served;
let alpha: Tenant;
let beta: Tenant;

beforeAll(async () => {
  routes.collect();
  // Port 9 (discard) answers nobody: the news is on, and empty.
  const news = { TOUCHSTONE_MEDIA: 'gdelt', TOUCHSTONE_MEDIA_URL: 'http://127.0.0.1:9/' };
  ({ bench, served } = await Bench.serving(news));
  alpha = await tenant('Alphard');
  beta = await tenant('Betony');
});

afterAll(async () => {
  routes.stop();
  await served?.stop();
  await bench?.remove();
});

async function tenant(name: string): Promise<Tenant> {
  const account = await bench.account();
  const { id: keyId, key } = await bench.key(account);
  const owner = await SignedIn.invited(bench, served, account, 'owner');
  const screening = await served.screen(key, { name: 'Quillon Ferrabast', entityType: 'Individual' });
  await served.screen(key, { name: `${name} Quillon`, entityType: 'Individual', minScore: 100 });
  const verification = await bench.records(async ({ verifications }) => {
    const id = await verifications.reserve();
    await verifications.create(newVerification(account, id));
    return id;
  });
  /** A busy service may ask to come again. Any other refusal is what failed, not what an id leads to. */
  const made = async (method: string, path: string, body: object): Promise<Answer> => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await served.ask(method, path, { key, body });
      if (answer.status < 300) return answer;
      if (answer.status !== 503 || attempt === 60)
        throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      await sleep(1_000);
    }
  };
  const session = await made('POST', '/api/IdVerification/sessions', {});
  const [webhook, delivery] = await bench.records(async ({ webhooks }) => {
    const hook = { url: 'https://hooks.example/', events: ['quota.low'] as const, description: name, details: false };
    const made = await webhooks.create({ ...hook, accountId: account, secret: new Uint8Array() }, 'operator');
    if (made === 'too-many') throw new Error(made);
    return [made.id, (await webhooks.test(account, made.id))!.id];
  });
  const [{ id: person }] = (await owner.get('/users')).body;
  const passkey = await passkeyOf(person, owner);
  const elsewhere = new Uint8Array(32).fill(account);
  await bench.records(({ users }) => users.beginSession(person, elsewhere, undefined, '2000-01-01'));
  const csv = { 'content-type': 'text/csv' };
  const batch = await owner.post('/bulk', `id,name\n1,${name} Row\n`, csv);
  const customer = { name: `${name} Customer`, entityType: 'Individual' };
  await made('PUT', `/api/Customers/C-${account}`, customer);
  const list = `/api/OwnLists/own-${account}`;
  await made('PUT', list, { title: `${name} List` });
  await made('PUT', `${list}/entries/E1`, { name: `${name} Entry`, entityType: 'Individual' });
  const news = await made('POST', '/api/AdverseMedia/search', { name: `${name} News`, entityType: 'Individual' });
  const [alerts, users] = await Promise.all([owner.get('/alerts?kind=match'), owner.get('/users')]);
  const ids = {
    '/api/Screening/': screening.body.data.id,
    '/api/IdVerification/': verification,
    '/api/IdVerification/sessions/': session.body.id,
    '/api/Webhooks/': webhook,
    ':deliveryId': delivery,
    '/dashboard/api/screenings/': screening.body.data.id,
    '/dashboard/api/verifications/': verification,
    '/dashboard/api/alerts/': alerts.body.items[0].id,
    '/dashboard/api/reports/alerts/': alerts.body.items[0].id,
    '/dashboard/api/reports/screenings/': screening.body.data.id,
    '/dashboard/api/reports/customers/': `C-${account}`,
    '/api/Alerts/': alerts.body.items[0].id,
    '/api/Customers/': `C-${account}`,
    '/dashboard/api/customers/': `C-${account}`,
    '/dashboard/api/keys/': keyId,
    '/dashboard/api/users/': users.body[0].id,
    '/dashboard/api/sessions/': sessionId(elsewhere),
    '/dashboard/api/passkeys/': passkey,
    '/dashboard/api/bulk/': batch.body.id,
    '/api/Screening/batch/': batch.body.id,
    '/api/AdverseMedia/': news.body.id,
    '/api/OwnLists/': `own-${account}`,
    '/dashboard/api/own-lists/': `own-${account}`,
    ':id': 'E1',
  };
  return { key, owner, ids: Object.fromEntries(Object.entries(ids).map(([path, id]) => [path, String(id)])) };
}

/** A passkey of somebody, and of no authenticator. */
async function passkeyOf(userId: number, { cookie }: SignedIn): Promise<number> {
  const passkey = {
    userId,
    credential: `credential-${userId}`,
    publicKey: new Uint8Array(1),
    counter: 0,
    transports: [],
    rpId: 'desk.example',
    name: 'Laptop',
    synced: false,
  };
  const session = hashToken(cookie.slice(cookie.indexOf('=') + 1));
  const enrolment = { passkey, challenge: hashToken(passkey.credential), session, recoveryCodes: [] };
  const added = await bench.records(({ users }) => users.addPasskey(enrolment));
  if (typeof added === 'string') throw new Error(added);
  return added.id;
}

/** `METHOD /path` of everything that answers with data of an account or changes it. */
function guarded(): { name: string; method: string; url: string; route: RouteOptions }[] {
  return routes.all
    .filter(({ url }) => /^\/(dashboard\/)?api\//.test(url))
    .flatMap((route) =>
      [route.method].flat().map((method) => ({ name: `${method} ${route.url}`, method, url: route.url, route })),
    )
    .filter(({ method }) => method !== 'HEAD');
}

function ask(by: Tenant | undefined, method: string, path: string, body?: object): Promise<Answer> {
  if (path.startsWith('/api/')) return served.ask(method, path, { key: by?.key, body });
  const headers = { 'sec-fetch-site': 'same-origin' };
  if (!by) return served.ask(method, path, { headers, ...(method === 'POST' && { body: body ?? {} }) });
  const below = path.slice('/dashboard/api'.length);
  if (method === 'GET') return by.owner.get(below);
  if (method === 'DELETE') return by.owner.delete(below, body);
  return method === 'PUT' ? by.owner.put(below, body) : by.owner.post(below, body);
}

/** The first id of a path is `id`; a further one belongs to the same account. */
function withIds(url: string, id: string): string {
  return url.replace(/:\w+/, id).replace(/:\w+/, (name) => alpha.ids[name]!);
}

/** A schema's strings and lists without a limit, as paths to them. */
function unlimited(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { $ref, type, anyOf, properties, items, ...rest } = schema as Record<string, unknown>;
  if ($ref)
    return unlimited(
      COMPONENTS.find((component) => `${(component as { $id?: string }).$id}#` === $ref),
      path,
    );
  const types = [type].flat();
  const bounds = types.includes('string') ? ['maxLength', 'enum', 'const', 'format'] : ['maxItems'];
  const needs = types.includes('string') || types.includes('array');
  return [
    ...(needs && !bounds.some((bound) => bound in rest) ? [path] : []),
    ...Object.entries(properties ?? {}).flatMap(([name, member]) => unlimited(member, `${path}.${name}`)),
    ...(Array.isArray(anyOf) ? anyOf : []).flatMap((one) => unlimited(one, path)),
    ...unlimited(items, `${path}[]`),
  ];
}

/** Routes of other services' interfaces, whose parameters may come several times. */
function compatible(): { name: string; method: string; url: string }[] {
  return routes.all
    .filter(({ url }) => /^\/(match|search|entities|v2)(\/|$)/.test(url))
    .flatMap((route) =>
      [route.method].flat().map((method) => ({ name: `${method} ${route.url}`, method, url: route.url })),
    )
    .filter(({ method }) => method !== 'HEAD');
}

test('routes of other services are fuzzed and need a key', async () => {
  const fuzzed = ROUTES.map(({ method, path }) => `${method} ${path}`);
  expect(compatible()).toHaveLength(4);
  for (const { name, method, url } of compatible()) {
    const path = url.replace(':scope', 'default');
    expect([name, fuzzed.includes(`${method} ${path}`)]).toEqual([name, true]);
    const { status } = await served.ask(method, path.replace(':id', '1'), method === 'POST' ? { body: {} } : {});
    expect([name, status]).toEqual([name, 401]);
  }
});

test('routes are found', () => {
  const names = guarded().map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['GET /api/Screening/list', 'POST /dashboard/api/users/:id/role']));
  expect(Object.keys({ ...OPEN, ...MAKES, ...BODIES }).filter((name) => !names.includes(name))).toEqual([]);
});

describe('every route', () => {
  test('is fuzzed', () => {
    const fuzzed = ROUTES.map(({ method, path }) => `${method} ${path}`);
    expect(
      guarded()
        .map(({ name }) => name)
        .filter((name) => !fuzzed.includes(name)),
    ).toEqual([]);
  });

  test('answers nobody without a key or a session, but for those that say why', async () => {
    for (const { name, method, url } of guarded()) {
      const { status } = await ask(undefined, method, url.replace(/:\w+/g, '1'));
      expect([name, status === 401]).toEqual([name, !(name in OPEN)]);
    }
  });

  test('that takes an id answers for another account as for an id that never was', async () => {
    const withId = guarded().filter(
      ({ name, url }) => url.includes('/:') && !(name in MAKES) && !(name in SHARED) && !(name in FILES),
    );
    // What reads comes first, and what deletes last: it ends what others need.
    const turn = ({ method }: { method: string }) => (method === 'GET' ? 0 : method === 'DELETE' ? 2 : 1);
    for (const { name, method, url } of withId.sort((a, b) => turn(a) - turn(b))) {
      const kind = url.slice(0, url.indexOf(':'));
      expect([name, Object.keys(alpha.ids)]).toEqual([name, expect.arrayContaining([kind])]);
      const id = alpha.ids[kind]!;
      const never = /^\d+$/.test(id) ? '987654321' : id.replace(/[0-9a-z]/gi, (digit) => (digit === '7' ? '3' : '7'));
      const body = BODIES[name];
      const answers = await Promise.all(
        [id, never].map(async (one) => {
          const { status, text } = await ask(beta, method, withIds(url, one), body);
          return { name, status, text: text.replaceAll(`${one} was`, 'ID was').replace(/"requestId":"[^"]+"/, '') };
        }),
      );
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]).toMatchObject({ name, status: 404 });
    }
    // The same requests of the account itself find what they name, so that the answers above were for the owner's sake.
    for (const { name, method, url } of withId) {
      const id = alpha.ids[url.slice(0, url.indexOf(':'))]!;
      const { status, text } = await ask(alpha, method, withIds(url, id), BODIES[name]);
      expect(status < 500 && status !== 404 && status !== 400, `${name}: ${status} ${text}`).toBe(true);
    }
  });

  test('that takes no id says nothing of another account, and no list is without a limit', async () => {
    for (const { name, url } of guarded().filter(({ method, url }) => method === 'GET' && !url.includes(':'))) {
      const { status, text } = await ask(beta, 'GET', url);
      expect([name, status]).toEqual([name, 200]);
      for (const secret of [
        'Alphard',
        alpha.owner.email,
        alpha.ids['/dashboard/api/keys/']!,
        alpha.ids['/dashboard/api/bulk/']!,
      ]) {
        expect([name, text.includes(secret)]).toEqual([name, false]);
      }
    }
  });

  test('bounds every text and list of its query and body', () => {
    const without = guarded().flatMap(({ name, route }) => {
      const { body, querystring, consumes } = (route.schema ?? {}) as Record<string, unknown>;
      // The images of a form are bounded by the reader of the form.
      const read = [querystring, consumes ? undefined : body];
      return read.flatMap((schema) => unlimited(schema, name));
    });
    expect(without).toEqual([]);
  });

  test('refuses a parameter of its query that comes twice, and ignores those it does not know, or refuses them beyond the contract', async () => {
    for (const { name, method, url, route } of guarded().filter(({ url }) => !url.includes(':'))) {
      if (method !== 'GET') continue;
      const { querystring } = (route.schema ?? {}) as { querystring?: { properties: object } };
      for (const parameter of Object.keys(querystring?.properties ?? {})) {
        const { status, body } = await ask(beta, 'GET', `${url}?${parameter}=a&${parameter}=b`);
        const says = body.errors[0].message;
        expect([name, status, says]).toEqual([name, 400, `${parameter} may be given only once.`]);
      }
      const unknown = await ask(beta, 'GET', `${url}?unknown=a&unknown=b`);
      expect([name, unknown.status]).toEqual([name, route.config?.extension ? 400 : 200]);
    }
    const audit = await beta.owner.get('/audit?actor=a&actor=b');
    expect([audit.status, audit.body.detail]).toEqual([400, 'actor may be given only once.']);
    const twice = await beta.owner.post('/bulk?type=a&type=b', 'name\nA\n', { 'content-type': 'text/csv' });
    expect([twice.status, twice.body.detail]).toEqual([400, 'type may be given only once.']);
  });
});

test('a member that no body has is refused, also where it is null', async () => {
  for (const member of ['', 'colour']) {
    const refused = await ask(beta, 'POST', '/api/Alerts/1/assignment', { [member]: null });
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid-request']);
  }
  expect((await ask(beta, 'POST', '/api/Alerts/1/assignment', { assignee: null })).status).toBe(404);
});

test('null for an optional member of a body is the same as leaving it out', async () => {
  const made = await beta.owner.post('/keys', { name: 'Nulls', allow: null, expiresAt: null });
  expect([made.status, made.body.allow, made.body.expiresAt]).toEqual([201, [], null]);
  expect((await beta.owner.post('/keys', { name: null })).body.errors).toEqual([
    { field: 'name', message: 'name is missing.' },
  ]);
  const screened = { name: 'A B', entityType: 'Individual', dateOfBirth: null, minScore: null };
  expect((await beta.owner.post('/screenings', screened)).status).toBe(201);
});
