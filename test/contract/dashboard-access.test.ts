import { existsSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditRow, KeyRow, Overview, Page, UserRow } from '../../src/http/dashboard/wire.ts';
import type { FieldError } from '../../src/http/extensions/problems.ts';
import { type Answer, Bench, type Served } from '../support/service.ts';
import { SignedIn } from '../support/signed-in.ts';

const NAME = { name: 'Quillon Ferrabast', entityType: 'Individual' };
const PASSWORD = 'a long enough pass phrase 8';
const HERE = { 'sec-fetch-site': 'same-origin' };
const BUILT = existsSync(new URL('../../dashboard/dist/index.html', import.meta.url));

/** The session cookie that an answer sets, as a browser sends it back. */
function cookieIn({ headers }: Answer): string {
  return String(headers['set-cookie']).split(';', 1)[0]!;
}

describe('the first set-up', () => {
  let bench: Bench;
  let served: Served;
  let token: string;
  let cookie: string;
  beforeAll(async () => {
    bench = await Bench.create({ TOUCHSTONE_FIRST_ACCOUNT: 'on', TOUCHSTONE_STARTER_LIST: 'on' });
    served = await bench.serve();
    token = /https:\/\/\S+\/welcome#(\S+)/.exec(bench.printed)![1]!;
  });
  afterAll(async () => {
    await served?.stop();
    await bench?.remove();
  });
  const accept = (body: object) =>
    served.ask('POST', '/dashboard/api/links/accept', { headers: HERE, body: { token, ...body } });

  test('starts from the link that the first start printed, which asks for an address', async () => {
    const { status, body } = await served.ask('POST', '/dashboard/api/links', { headers: HERE, body: { token } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ email: null, role: 'owner', expires: expect.any(String) });
  });

  test('refuses a password that is too short and an address that is none, and the link still works', async () => {
    expect((await accept({ email: 'first@harbour.example', password: 'short' })).status).toBe(400);
    expect((await accept({ email: 'nobody', password: PASSWORD })).status).toBe(400);
  });

  test('makes an owner who is signed in with a cookie that no script and no other site can use', async () => {
    const answer = await accept({ email: 'first@harbour.example', password: PASSWORD });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ email: 'first@harbour.example', role: 'owner', operator: true, totp: false });
    const [session, browser] = answer.headers['set-cookie'] as string[];
    const attributes = (cookie: string) => cookie.split('; ').slice(1).sort();
    const strict = ['Path=/', 'SameSite=Strict', 'Secure'];
    expect(attributes(session!)).toEqual(['HttpOnly', 'Max-Age=604800', ...strict]);
    // It lets nobody in, and comes along when somebody is back from the provider of sign-in.
    expect(attributes(browser!)).toEqual(['HttpOnly', 'Max-Age=34560000', 'Path=/', 'SameSite=Lax', 'Secure']);
    expect(browser).toMatch(/^__Host-touchstone-browser=[\w-]{43};/);
    cookie = cookieIn(answer);
    expect(cookie).toMatch(/^__Host-touchstone=[\w-]{43}$/);
    const me = await served.ask('GET', '/dashboard/api/session', { headers: { cookie } });
    expect(me.body).toEqual(answer.body);
  });

  test('works once', async () => {
    expect((await accept({ email: 'second@harbour.example', password: PASSWORD })).status).toBe(404);
    expect((await served.ask('POST', '/dashboard/api/links', { headers: HERE, body: { token } })).status).toBe(404);
  });

  test('leaves neither link, cookie, password nor address in the log', async () => {
    await served.ask('GET', '/dashboard/api/overview', { headers: { cookie } });
    for (const secret of [token, cookie.split('=')[1]!, PASSWORD, 'harbour.example']) {
      expect(bench.logged).not.toContain(secret);
    }
  });
});

describe('the dashboard of two accounts', () => {
  let bench: Bench;
  let served: Served;
  let account: number;
  let screening: number;
  const people = {} as Record<'owner' | 'analyst' | 'viewer' | 'stranger', SignedIn>;
  beforeAll(async () => {
    bench = await Bench.create({
      TOUCHSTONE_LISTS_SOURCES: 'un-sc',
      TOUCHSTONE_LISTS_URL_UN_SC: 'http://127.0.0.1:9/nothing-listens-here',
    });
    account = await bench.account();
    await bench.importPeople();
    served = await bench.serve();
    for (const role of ['owner', 'analyst', 'viewer'] as const) {
      people[role] = await SignedIn.invited(bench, served, account, role);
    }
    people.stranger = await SignedIn.invited(bench, served, await bench.account(), 'owner');
    screening = (await people.analyst.post('/screenings', NAME)).body.id;
  });
  afterAll(async () => {
    await served?.stop();
    await bench?.remove();
  });
  const call = (who: SignedIn, method: string, path: string, body?: unknown): Promise<Answer> =>
    method === 'GET'
      ? who.get(path)
      : method === 'DELETE'
        ? who.delete(path)
        : method === 'PUT'
          ? who.put(path, body)
          : who.post(path, body);

  const RANK = { viewer: 0, analyst: 1, owner: 2 };
  const ROUTES: [string, string, 'owner' | 'analyst' | 'viewer', unknown?][] = [
    ['GET', '/session', 'viewer'],
    ['GET', '/overview', 'viewer'],
    ['GET', '/lists', 'viewer'],
    ['GET', '/screenings', 'viewer'],
    ['GET', '/screenings/999999', 'viewer'],
    ['POST', '/screenings', 'analyst', {}],
    ['GET', '/verifications', 'viewer'],
    ['GET', '/verifications/999999', 'viewer'],
    ['GET', '/alerts', 'viewer'],
    ['POST', '/alerts/999999/decision', 'analyst', { decision: 'dismissed' }],
    ['POST', '/alerts/999999/undo', 'analyst'],
    ['POST', '/alerts/999999/proposal', 'analyst', { accept: true }],
    ['POST', '/alerts/999999/comments', 'analyst', { comment: 'x' }],
    ['GET', '/bulk/nothing', 'viewer'],
    ['GET', '/api/Screening/batch', 'viewer'],
    ['DELETE', '/api/Screening/batch/nothing', 'analyst'],
    ['GET', '/keys', 'viewer'],
    ['POST', '/keys', 'owner', { name: '' }],
    ['POST', '/keys/nothing/revoke', 'owner'],
    ['GET', '/users', 'owner'],
    ['POST', '/users/invite', 'owner', { email: '', role: 'viewer' }],
    ['POST', '/users/999999/role', 'owner', { role: 'viewer' }],
    ['POST', '/users/999999/link', 'owner'],
    ['POST', '/users/999999/remove', 'owner'],
    ['GET', '/audit', 'owner'],
    ['GET', '/audit/export?format=csv', 'owner'],
    ['POST', '/audit/verify', 'owner'],
    ['POST', '/totp', 'viewer'],
    ['GET', '/recovery-codes', 'viewer'],
    ['POST', '/recovery-codes', 'viewer'],
    ['GET', '/api/Usage', 'viewer'],
    ['GET', '/api/Monitoring/runs', 'viewer'],
    ['GET', '/api/Customers', 'viewer'],
    ['PUT', '/api/Customers/C-1', 'analyst', {}],
    ['DELETE', '/api/Customers/C-404', 'owner'],
    ['GET', '/api/Webhooks', 'owner'],
    ['POST', '/api/Webhooks', 'owner', {}],
  ];
  test.each(ROUTES)('%s %s: %s and above, nobody who is not signed in', async (method, path, least, body) => {
    for (const role of ['viewer', 'analyst', 'owner'] as const) {
      const { status } = await call(people[role], method, path, body);
      if (RANK[role] < RANK[least]) expect(status, role).toBe(403);
      else expect([200, 201, 204, 400, 404, 409], `${role}: ${status}`).toContain(status);
    }
    const anonymous = { headers: HERE, ...(method !== 'GET' && { body: body ?? {} }) };
    const whole = path.startsWith('/api/') ? path : `/dashboard/api${path}`;
    expect((await served.ask(method, whole, anonymous)).status).toBe(401);
  });

  test('an API key is nobody in the dashboard, and a session is nobody in the contract', async () => {
    const { key } = await bench.key(account);
    expect((await served.ask('GET', '/dashboard/api/screenings', { key, headers: HERE })).status).toBe(401);
    const { url } = await invited('crossing@harbour.example');
    const accepted = await served.ask('POST', '/dashboard/api/links/accept', {
      headers: HERE,
      body: { token: new URL(url).hash.slice(1), password: PASSWORD },
    });
    const cookie = cookieIn(accepted);
    expect((await served.ask('GET', '/api/Screening/list', { headers: { cookie } })).status).toBe(401);
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another origin of the same site', { 'sec-fetch-site': 'same-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['another origin, by an older browser', { origin: 'https://evil.example' }],
    ['nobody knows where', {}],
  ])('a session changes nothing over the API from %s, whatever the type of the body', async (_where, from) => {
    const path = '/api/Customers/forged';
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const headers = { cookie: people.owner.cookie, 'content-type': type, ...from };
      const { status, body } = await served.ask('PUT', path, { headers, body: JSON.stringify(NAME) });
      expect([type, status, body.code]).toEqual([type, 403, 'forbidden']);
    }
    expect((await people.owner.get('/customers/forged')).status).toBe(404);
  });

  test('a session from the dashboard changes what its person may, as theirs; a form is no body', async () => {
    const headers = { cookie: people.analyst.cookie, origin: new URL(served.service.url).origin };
    const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
    expect((await served.ask('PUT', '/api/Customers/C-2', { headers: form, body: 'name=x' })).status).toBe(400);
    const before = (await people.owner.get('/account')).body.used;
    const made = await served.ask('PUT', '/api/Customers/C-2', { headers, body: NAME });
    expect([made.status, made.headers.ratelimit]).toEqual([201, undefined]);
    expect((await people.owner.get('/account')).body.used).toBe(before + 1);
    const record = await people.viewer.get(`/screenings/${made.body.screening.id}`);
    expect(record.body.madeBy).toBe(people.analyst.email);
    expect((await people.viewer.get('/api/Customers?text=C-2')).body.items).toMatchObject([{ reference: 'C-2' }]);
  });

  test('the key counts where a request has a key and a session', async () => {
    const { key } = await bench.key(await bench.account());
    const headers = { cookie: people.owner.cookie, ...HERE };
    expect((await served.ask('GET', '/api/Usage', { headers })).body.used).toBeGreaterThan(0);
    expect((await served.ask('GET', '/api/Usage', { headers, key })).body.used).toBe(0);
    expect((await served.ask('GET', '/api/Usage', { headers, key: 'wrong' })).status).toBe(401);
  });

  test.each([
    ['POST', '/api/Alerts/1/decisions'],
    ['GET', '/api/Alerts'],
    ['POST', '/api/Screening/screen'],
    ['GET', '/api/Screening/batch/nothing'],
    ['POST', '/api/Screening/batch'],
    ['GET', '/api/Lists'],
  ])('a session is nobody at %s %s', async (method, path) => {
    const headers = { cookie: people.owner.cookie, ...HERE };
    expect((await served.ask(method, path, { headers, ...(method === 'POST' && { body: {} }) })).status).toBe(401);
  });

  const invited = async (email: string): Promise<{ url: string }> =>
    (await people.owner.post('/users/invite', { email, role: 'viewer' })).body;

  test('nothing of one account can be seen or changed from another', async () => {
    const { body: made } = await people.owner.post('/keys', { name: 'till', allow: [] });
    const users = (await people.owner.get('/users')).body as UserRow[];
    const viewer = users.find(({ email }) => email === people.viewer.email)!;
    const { stranger } = people;
    const alert = (await people.analyst.get(`/screenings/${screening}`)).body.matches[0].alert.id;
    for (const [method, path, body] of [
      ['GET', `/screenings/${screening}`],
      ['POST', `/alerts/${alert}/decision`, { decision: 'dismissed' }],
      ['POST', `/alerts/${alert}/undo`],
      ['POST', `/alerts/${alert}/proposal`, { accept: true }],
      ['POST', `/alerts/${alert}/comments`, { comment: 'mine' }],
      ['POST', `/keys/${made.id}/revoke`],
      ['POST', `/users/${viewer.id}/role`, { role: 'owner' }],
      ['POST', `/users/${viewer.id}/remove`],
    ] as const) {
      expect((await call(stranger, method, path, body)).status, path).toBe(404);
    }
    for (const path of ['/screenings', '/verifications', '/alerts']) {
      expect((await stranger.get(path)).body).toEqual({ items: [], nextCursor: null });
    }
    expect((await stranger.get('/keys')).body).toEqual([]);
    expect((await stranger.get('/users')).body).toHaveLength(1);
    expect((await stranger.get('/overview')).body).toMatchObject({ quota: { used: 0 }, open: { matches: 0 } });
    const theirs =
      (await stranger.get('/audit?limit=200')).text + (await stranger.get('/audit/export?format=csv')).text;
    expect(theirs).toContain(stranger.email);
    for (const secret of [made.id, `user:${viewer.id}"`, people.owner.email]) expect(theirs).not.toContain(secret);
    expect((await people.owner.get('/users')).body).toEqual(expect.arrayContaining([expect.objectContaining(viewer)]));
    const [kept] = ((await people.owner.get('/keys')).body as KeyRow[]).filter(({ id }) => id === made.id);
    expect(kept?.revokedAt).toBeNull();
    expect((await people.analyst.get(`/screenings/${screening}`)).body.open).toBe(1);
  });

  test('an invitation says nothing of other accounts, reserves nothing, and ends with a sentence if it cannot work', async () => {
    const known = await people.stranger.post('/users/invite', { email: people.analyst.email, role: 'analyst' });
    const unknown = await people.stranger.post('/users/invite', { email: 'new@harbour.example', role: 'analyst' });
    expect([known.status, unknown.status]).toEqual([201, 201]);
    expect({ ...known.body, url: '', expires: '' }).toEqual({ email: people.analyst.email, url: '', expires: '' });
    const accept = (url: string) =>
      served.ask('POST', '/dashboard/api/links/accept', {
        headers: HERE,
        body: { token: new URL(url).hash.slice(1), password: PASSWORD },
      });
    const refused = await accept(known.body.url);
    expect([refused.status, refused.body.code]).toEqual([409, 'address-taken']);
    expect(refused.body.detail).toMatch(/Sign in with it, or ask for an invitation to another address/);
    expect((await people.analyst.get('/session')).body.account.id).toBe(account);

    // The stranger's invitation of a free address is in nobody's way.
    const { url } = await invited('new@harbour.example');
    expect((await accept(url)).status).toBe(200);
    expect((await accept(unknown.body.url)).status).toBe(409);
  });

  test('the operator is told where an address signs in that cannot be invited', async () => {
    const other = String(await bench.account());
    const words = ['--account', other, '--email', people.viewer.email.toUpperCase(), '--role', 'viewer'];
    const { code, stderr } = await bench.command('users', 'invite', ...words);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`already signs in to account ${account}`)]);
  });

  test("only an owner of an operator's account may fetch the lists, whichever account is the first", async () => {
    expect([account, (await people.owner.post('/lists/sync')).status]).toEqual([1, 403]);
    await bench.json('accounts', 'set', String(account), '--operator', 'on');
    expect((await people.owner.get('/session')).body.operator).toBe(true);
    for (const who of [people.viewer, people.analyst, people.stranger]) {
      expect((await who.post('/lists/sync')).status).toBe(403);
      expect((await who.get('/session')).body.operator).toBe(false);
    }
    const begun = await people.owner.post('/lists/sync');
    expect([begun.status, begun.body.syncing]).toEqual([202, true]);
    expect((await people.owner.post('/lists/sync')).status).toBe(202);
  });

  test('a key made here screens at once, and not any more once it is revoked', async () => {
    const made = await people.owner.post('/keys', { name: ' till ', allow: ['127.0.0.0/8', '127.0.0.0/8', '::1'] });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ name: 'till', allow: ['127.0.0.0/8', '::1'], revokedAt: null });
    expect((await served.screen(made.body.value, NAME)).status).toBe(200);
    const listed = await people.viewer.get('/keys');
    expect(listed.body[0].id).toBe(made.body.id);
    expect(listed.text).not.toContain(made.body.value);
    expect((await people.owner.post(`/keys/${made.body.id}/revoke`)).body.revokedAt).toEqual(expect.any(String));
    expect((await served.screen(made.body.value, NAME)).status).toBe(401);
  });

  test('what is wrong with a key that is wanted is said beside each field', async () => {
    const wrong = { name: ' ', allow: ['10.0.0.5/8'], expiresAt: '2020-01-01' };
    const { status, body } = await people.owner.post('/keys', wrong);
    expect(status).toBe(400);
    expect(body.errors.map(({ field }: FieldError) => field)).toEqual(['name', 'allow', 'expiresAt']);
    const checked = await people.owner.post('/keys/check-allow', { allow: ['::1', '10.0.0.5/8'] });
    expect(checked.body).toEqual({ problems: [null, expect.stringContaining('10.0.0.0/8')] });
  });

  test('a key’s name cannot steer the terminal of the operator who lists keys', async () => {
    for (const name of ['a\u001b[2Jb', 'a\nkey 7', 'a\tb']) {
      const { status, body } = await people.owner.post('/keys', { name });
      expect([status, body.errors.map(({ field }: FieldError) => field)]).toEqual([400, ['name']]);
    }
  });

  test('an account keeps its last owner', async () => {
    const [me] = ((await people.stranger.get('/users')).body as UserRow[]).map(({ id }) => id);
    expect((await people.stranger.post(`/users/${me}/role`, { role: 'viewer' })).status).toBe(409);
    expect((await people.stranger.post(`/users/${me}/remove`)).status).toBe(409);
    const again = { email: people.stranger.email.toUpperCase(), role: 'viewer' };
    expect((await people.stranger.post('/users/invite', again)).status).toBe(400);
    expect((await people.stranger.get('/session')).body.role).toBe('owner');
  });

  test('the audit log says who did what, finds it, and turns no cell of an export into a formula', async () => {
    await invited('=1+1@harbour.example');
    const rows = async (query: string) => ((await people.owner.get(`/audit?${query}`)).body as Page<AuditRow>).items;
    const [entry] = await rows('action=user.invited&limit=1');
    expect(entry).toMatchObject({ actor: people.owner.email, subject: '=1+1@harbour.example' });
    const own = await rows(`actor=${encodeURIComponent(people.owner.email)}`);
    expect(own.length).toBeGreaterThan(1);
    expect(new Set(own.map(({ actor }) => actor))).toEqual(new Set([people.owner.email]));
    const csv = await people.owner.get('/audit/export?format=csv&action=user.invited');
    expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="audit-[\d-]+\.csv"$/);
    expect(csv.text).toContain(",'=1+1@harbour.example,");
    const json = await people.owner.get('/audit/export?format=json&action=user.invited');
    expect(json.body).toContainEqual(entry);
    const [exported] = await rows('action=audit.exported&limit=1');
    expect(exported).toMatchObject({ actor: people.owner.email, details: { format: 'json' } });
    expect((await people.owner.post('/audit/verify')).body).toMatchObject({
      ok: true,
      broken: null,
      plainRestores: [],
    });
    const everything = (await people.owner.get('/audit?limit=200')).text;
    expect(everything).not.toContain('Ferrabast');
  });

  test('pages of the audit log join without a gap', async () => {
    const first = (await people.owner.get('/audit?limit=3')).body as Page<AuditRow>;
    const second = (await people.owner.get(`/audit?limit=3&cursor=${first.nextCursor}`)).body as Page<AuditRow>;
    const both = [...first.items, ...second.items].map(({ sequence }) => sequence);
    const all = ((await people.owner.get('/audit?limit=200')).body as Page<AuditRow>).items;
    expect(both).toEqual(all.slice(0, 6).map(({ sequence }) => sequence));
  });

  test('the overview counts thirty days in the zone that is asked for, and tells what the lists lack', async () => {
    for (const zone of ['UTC', 'Asia/Kathmandu', 'America/St_Johns']) {
      const { body } = await people.viewer.get(`/overview?zone=${encodeURIComponent(zone)}`);
      const { days, quota, lists } = body as Overview;
      expect(days).toHaveLength(30);
      expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).sort());
      expect(days.reduce((sum, { clear, matched }) => sum + clear + matched, 0)).toBe(quota.used);
      expect(lists.sources.map(({ source }) => source)).toContain('un-sc');
    }
    expect((await people.viewer.get('/overview?zone=Nowhere/AtAll')).status).toBe(400);
  });

  test('everything but screening goes on when the quota is spent', async () => {
    const small = await bench.account(1);
    const owner = await SignedIn.invited(bench, served, small, 'owner');
    expect((await owner.post('/screenings', NAME)).status).toBe(201);
    const spent = await owner.post('/screenings', NAME);
    expect(spent.status).toBe(429);
    expect([spent.body.code, Number(spent.headers['retry-after']) > 0]).toEqual(['quota-exhausted', true]);
    for (const path of ['/overview', '/screenings', '/alerts', '/keys', '/users', '/audit', '/lists']) {
      expect((await owner.get(path)).status, path).toBe(200);
    }
    expect((await owner.post('/keys', { name: 'still' })).status).toBe(201);
  });

  describe('requests that do not come from its own pages', () => {
    let cookie: string;
    beforeAll(async () => {
      const { url } = await invited('forged@harbour.example');
      const body = { token: new URL(url).hash.slice(1), password: PASSWORD };
      cookie = cookieIn(await served.ask('POST', '/dashboard/api/links/accept', { headers: HERE, body }));
    });
    const post = (headers: Record<string, string>) =>
      served.ask('POST', '/dashboard/api/totp', { headers: { cookie, ...headers }, body: { proof: PASSWORD } });
    const evil = { origin: 'https://evil.example' };
    const own = () => ({ origin: served.service.url });

    test.each<[string, () => Record<string, string>]>([
      ['another site', () => ({ 'sec-fetch-site': 'cross-site' })],
      ['another host of the same site', () => ({ 'sec-fetch-site': 'same-site' })],
      ['an address that was typed', () => ({ 'sec-fetch-site': 'none' })],
      ['another origin', () => evil],
      ['an origin that is hidden', () => ({ origin: 'null' })],
      ['another port of this host', () => ({ origin: served.service.url.replace(/\d+$/, '1') })],
      ['nobody knows where', () => ({})],
    ])('change nothing when they come from %s', async (_where, headers) => {
      expect((await post(headers())).status).toBe(403);
    });

    test('are served to browsers that say no more than their origin, where it is this one', async () => {
      expect((await post(own())).status).toBe(200);
    });

    test('read nothing from another site, not even by a link to an export', async () => {
      for (const path of ['/session', '/screenings', '/audit/export?format=csv']) {
        const headers = { cookie, 'sec-fetch-site': 'cross-site' };
        expect((await served.ask('GET', `/dashboard/api${path}`, { headers })).status).toBe(403);
      }
    });

    test('cannot be a form: bodies are JSON', async () => {
      const headers = { cookie, ...HERE, 'content-type': 'text/plain' };
      const answer = await served.ask('POST', '/dashboard/api/password', { headers, body: '{"current":"x"}' });
      expect(answer.status).toBe(400);
    });
  });

  test('its API is not in the OpenAPI document and answers errors with a sentence', async () => {
    expect((await served.ask('GET', '/openapi.json')).text).not.toContain('/dashboard');
    const { status, body } = await people.owner.get('/screenings/999999');
    expect([status, body]).toMatchObject([404, { code: 'not-found', detail: expect.stringMatching(/\.$/) }]);
    expect((await people.owner.get('/nothing')).status).toBe(404);
  });

  test('JSON that a person reads goes out compressed to whoever takes it, and to programs as it is', async () => {
    const owner = await SignedIn.invited(bench, served, await bench.account(), 'owner');
    const ask = async (path: string, headers: Record<string, string>) => {
      const sent = { 'accept-encoding': 'gzip, br', ...headers };
      const answer = await served.agent.request({ origin: served.service.url, path, method: 'GET', headers: sent });
      return { coding: answer.headers['content-encoding'], bytes: Buffer.from(await answer.body.arrayBuffer()) };
    };
    const person = { cookie: owner.cookie, 'sec-fetch-site': 'same-origin' };
    const packed = await ask('/dashboard/api/overview', person);
    const plain = await ask('/dashboard/api/overview', { ...person, 'accept-encoding': 'br, gzip;q=0' });
    expect([packed.coding, plain.coding]).toEqual(['gzip', undefined]);
    expect(gunzipSync(packed.bytes)).toEqual(plain.bytes);
    expect(packed.bytes.length * 3).toBeLessThan(plain.bytes.length);
    // A short one, and a program's.
    expect((await ask('/dashboard/api/views', person)).coding).toBeUndefined();
    const { key } = await bench.key(await bench.account());
    expect((await ask('/api/Lists', { 'x-api-key': key })).coding).toBeUndefined();
  });

  test.skipIf(!BUILT)('pages carry a policy without exceptions, and only paths that exist are pages', async () => {
    for (const path of ['/', '/sign-in', '/screenings/17', '/settings/keys', '/docs']) {
      const { status, headers, text } = await served.ask('GET', path);
      expect(status, path).toBe(200);
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers['cache-control']).toBe('no-cache');
      expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=/);
    }
    const script = /src="(\/assets\/[^"]+\.js)"/.exec((await served.ask('GET', '/')).text)![1]!;
    const { headers } = await served.ask('GET', script, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'text/javascript; charset=utf-8' });
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    for (const path of ['/index.html', '/screenings/17/x', '/assets/../index.html', '/assets/%2e%2e%2findex.html']) {
      expect((await served.ask('GET', path)).status, path).toBe(404);
    }
  });
});
