import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEY_SCOPES, type KeyScope } from '../../src/domain/key-scope.ts';
import { RegisteredRoutes } from '../support/registered-routes.ts';
import { type Answer, Bench, type Served } from '../support/service.ts';
import { SignedIn } from '../support/signed-in.ts';

const routes = new RegisteredRoutes();

let bench: Bench;
let served: Served;
let account: number;
const keys = new Map<KeyScope, string>();

beforeAll(async () => {
  routes.collect();
  ({ bench, served } = await Bench.serving());
  account = await bench.account();
  for (const scope of KEY_SCOPES) keys.set(scope, (await bench.key(account, '--scope', scope)).key);
});

afterAll(async () => {
  routes.stop();
  await served?.stop();
  await bench?.remove();
});

interface KeyRoute {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly scopes: readonly KeyScope[];
}

/** Each method and path that takes a key. */
function ofKeys(): KeyRoute[] {
  return routes.all
    .filter(({ config }) => !config?.public && !config?.desk)
    .flatMap(({ method, url, config }) =>
      [method].flat().map((one) => ({
        name: `${one} ${url}`,
        method: one,
        path: url.replace(/:\w+/g, '7'),
        scopes: config?.scopes ?? [],
      })),
    );
}

function ask({ method, path }: KeyRoute, key: string | undefined): Promise<Answer> {
  const bodiless = method === 'GET' || method === 'HEAD' || method === 'DELETE';
  return served.ask(method, path, { key, ...(!bodiless && { body: {} }) });
}

test('every route that takes a key says what the key needs, and every scope has a route', () => {
  expect(ofKeys().length).toBeGreaterThan(35);
  expect(ofKeys().filter(({ scopes }) => scopes.length === 0)).toEqual([]);
  const used = new Set(ofKeys().flatMap(({ scopes }) => scopes));
  expect(KEY_SCOPES.filter((scope) => !used.has(scope))).toEqual([]);
});

test.each(KEY_SCOPES)('a key for %s alone passes its routes and is refused everywhere else', async (scope) => {
  for (const route of ofKeys()) {
    const may = route.scopes.some((needed) => needed === scope || needed === `${scope}:read`);
    const { status, headers } = await ask(route, keys.get(scope));
    const refused = status === 403 && headers['x-error-code'] === 'scope-missing';
    expect([route.name, refused]).toEqual([route.name, !may]);
  }
});

test('reading alone changes nothing: no route that writes takes a scope of reading', () => {
  const writes = ofKeys().filter(({ method }) => method !== 'GET' && method !== 'HEAD');
  expect(writes.filter(({ scopes }) => scopes.some((scope) => scope.endsWith(':read')))).toEqual([]);
});

const PERSON = { name: 'Quillon Ferrabast', entityType: 'Individual' };

test('a key for screening screens and reads, and sees no customer, alert or verification', async () => {
  const key = keys.get('screening')!;
  const { status, body } = await served.screen(key, PERSON);
  expect(status).toBe(200);
  expect((await served.ask('GET', `/api/Screening/${body.data.id}`, { key })).status).toBe(200);
  for (const path of ['/api/Customers', '/api/Alerts', '/api/IdVerification/list', '/api/Webhooks', '/api/Usage']) {
    expect([path, (await served.ask('GET', path, { key })).status]).toEqual([path, 403]);
  }
  const reader = keys.get('screening:read')!;
  expect((await served.ask('GET', `/api/Screening/${body.data.id}`, { key: reader })).status).toBe(200);
  const refused = await served.screen(reader, PERSON);
  expect(refused.body).toEqual({
    success: false,
    message: 'Forbidden.',
    data: null,
    errors: ['This API key may not do this: it lacks the scope screening.'],
  });
});

test('beyond the contract it is a problem with a code, and where nothing is, a 404', async () => {
  const key = keys.get('usage')!;
  const refused = await served.ask('GET', '/api/Alerts', { key });
  expect(refused.body).toMatchObject({ status: 403, code: 'scope-missing', detail: expect.stringContaining('alerts') });
  expect((await served.ask('GET', '/api/Nothing', { key })).status).toBe(404);
  expect((await served.ask('PATCH', '/api/Alerts', { key })).status).toBe(405);
});

test('a batch is read and stopped by keys of its kind alone', async () => {
  const csv = { 'content-type': 'text/csv' };
  const body = 'id,name,entityType\nC-1,Quillon Ferrabast,Individual\n';
  const [screener, keeper] = [keys.get('screening')!, keys.get('customers')!];
  const made = await served.ask('POST', '/api/Customers/import', { key: keeper, headers: csv, body });
  expect(made.status).toBe(202);
  const path = `/api/Screening/batch/${made.body.id}`;
  for (const [method, below] of [
    ['GET', ''],
    ['GET', '/results'],
    ['DELETE', ''],
  ] as const) {
    const refused = await served.ask(method, path + below, { key: screener });
    expect([method, below, refused.headers['x-error-code']]).toEqual([method, below, 'scope-missing']);
    expect((await served.ask(method, path + below, { key: keeper })).status).toBe(200);
  }
});

interface Made {
  readonly id: string;
  readonly scopes: readonly KeyScope[] | null;
}

test('the command, its list and the audit log say what a key may do', async () => {
  const made = await bench.run<Made>(
    'keys',
    'create',
    '--account',
    String(account),
    '--name',
    'Two',
    '--scope',
    'usage',
    '--scope',
    'alerts:read',
    '--scope',
    'usage',
  );
  expect(made.scopes).toEqual(['alerts:read', 'usage']);
  const all = await bench.run<Made>('keys', 'create', '--account', String(account), '--name', 'All');
  expect(all.scopes).toBeNull();
  const listed: { id: string; scopes: unknown }[] = await bench.run('keys', 'list', '--account', String(account));
  expect(listed.find(({ id }) => id === made.id)?.scopes).toEqual(['alerts:read', 'usage']);
  const owner = await SignedIn.invited(bench, served, account, 'owner');
  const { items } = (await owner.get('/audit')).body as { items: { subject: string; details: { scopes: string } }[] };
  const said = (id: string) => items.find(({ subject }) => subject === `key:${id}`)?.details.scopes;
  expect([said(made.id), said(all.id)]).toEqual(['alerts:read usage', 'all']);
});

test('a scope that does not exist is refused with those that do, and none chosen is not all', async () => {
  for (const scope of ['screen', '', 'SCREENING', 'screening,usage', '*']) {
    const create = bench.run('keys', 'create', '--account', String(account), '--name', 'Wrong', '--scope', scope);
    await expect(create).rejects.toThrow(`There is no scope "${scope}". These are: screening, screening:read`);
  }
  const owner = await SignedIn.invited(bench, served, account, 'owner');
  const none = await owner.post('/keys', { name: 'None', scopes: [] });
  expect([none.status, none.body.errors[0].field]).toEqual([400, 'scopes']);
  const one = await owner.post('/keys', { name: 'One', scopes: ['usage'] });
  expect([one.status, one.body.scopes]).toEqual([201, ['usage']]);
  const all = await owner.post('/keys', { name: 'All', scopes: null });
  expect([all.status, all.body.scopes]).toEqual([201, null]);
});
