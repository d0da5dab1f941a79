import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { UserRole } from '../../src/domain/role.ts';
import { ORIGIN, PASSWORD, PasskeyPerson } from '../support/passkey-person.ts';
import { type Answer, Bench, type Served } from '../support/service.ts';
import { SoftwareAuthenticator } from '../support/software-authenticator.ts';

const MINUTE_MS = 60_000;
const proxied = { 'x-forwarded-for': '198.51.100.250', 'x-forwarded-proto': 'https' };

let bench: Bench;
let served: Served;
let account: number;
let shift = 0;

beforeAll(async () => {
  bench = await Bench.create({ TOUCHSTONE_TRUSTED_PROXIES: '127.0.0.1', TOUCHSTONE_PUBLIC_URL: ORIGIN });
  account = await bench.account();
  served = await bench.serve({}, () => new Date(Date.now() + shift));
});
afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});
beforeEach(() => {
  shift = 0;
});

const joined = (role: UserRole = 'viewer', where = account) => PasskeyPerson.joined(bench, served, where, role);
const said = ({ status, body }: Answer) => [status, body?.code];
/** Actions of the audit log about somebody, the newest first. */
async function audited(person: PasskeyPerson, action: string, where = account) {
  const id = await idOf(person, where);
  const entries = await bench.records(({ audit }) => audit.page(where, { limit: 50, action }));
  return entries.filter(({ subject }) => subject === `user:${id}`);
}
async function idOf({ email }: PasskeyPerson, where = account): Promise<number> {
  return (await bench.records(({ users }) => users.list(where))).find((one) => one.email === email)!.id;
}

describe('a passkey', () => {
  test('is made with the password, signs in without one, and is named, listed and removed', async () => {
    const person = await joined();
    expect(said(await person.ask('POST', '/passkeys/options', { proof: 'not mine' }))).toEqual([400, 'proof-wrong']);
    expect(said(await person.ask('POST', '/passkeys/options', {}))).toEqual([400, 'proof-wrong']);
    const asked = (await person.ask('POST', '/passkeys/options', { proof: PASSWORD })).body;
    expect(asked).toMatchObject({
      rp: { id: 'desk.example', name: 'Touchstone' },
      user: { name: person.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const id = await person.enrol();
    expect(person.codes).toHaveLength(10);
    person.cookie = undefined;
    const asks = (await person.ask('POST', '/session/passkey/options')).body;
    expect(asks).toMatchObject({ rpId: 'desk.example', userVerification: 'required', allowCredentials: [] });
    expect((await person.signIn()).body).toMatchObject({ email: person.email, passkeys: 1, mustEnrol: false });
    await person.ask('PUT', `/passkeys/${id}`, { name: ' Blue key ' });
    const [row] = (await person.ask('GET', '/passkeys')).body;
    expect(row).toMatchObject({ id, name: 'Blue key', host: 'desk.example', isOfHere: true, copiedAt: null });
    expect(row.lastUsedAt).not.toBeNull();
    expect(JSON.stringify(row)).not.toContain(person.authenticator.id);
    expect((await audited(person, 'user.signed-in'))[0]?.details).toEqual({ newBrowser: true, passkey: true });
    expect((await person.ask('DELETE', `/passkeys/${id}`, await person.proof())).status).toBe(204);
    expect(await audited(person, 'user.passkey-removed')).toHaveLength(1);
    expect((await person.ask('GET', '/recovery-codes')).body).toMatchObject({ left: 0 });
    expect(said(await person.signIn())).toEqual([401, 'passkey-refused']);
    expect((await person.signInWithPassword()).status).toBe(200);
  });

  test.each([
    ['was asked for by another site', { origin: 'https://desk.example.evil.example' }],
    ['was asked for by a site whose name ends alike', { origin: 'https://evildesk.example:8443' }],
    ['was asked for by a site below this one', { origin: 'https://sub.desk.example:8443' }],
    ['was asked for at another port', { origin: 'https://desk.example' }],
    ['was asked for without encryption', { origin: 'http://desk.example:8443' }],
    ['did not verify the person', { uv: false }],
    ['is for another host', { rpId: 'example' }],
    ['was asked for inside another page', { crossOrigin: true }],
    ['has a signature that was changed', { tampered: true }],
    ['calls itself synced, which it was not', { synced: true, counter: 0 }],
    ['names another person', { userHandle: 'AAAA' }],
    ['names nobody', { userHandle: null }],
    ['was made for a new passkey', { type: 'webauthn.create' }],
    ['answers a challenge that nobody gave', { challenge: Buffer.alloc(54, 7).toString('base64url') }],
  ])('that %s signs nobody in, and the audit log says so', async (_, ways) => {
    const person = await joined();
    await person.enrol();
    person.cookie = undefined;
    expect(said(await person.signIn(ways))).toEqual([401, 'passkey-refused']);
    const failed = await audited(person, 'user.sign-in-failed');
    expect(failed).toHaveLength(1);
    expect((await person.signIn()).status).toBe(200);
  });

  test('answers each challenge once, within five minutes, and for what it was asked for', async () => {
    const person = await joined();
    await person.enrol();
    const options = (await person.ask('POST', '/session/passkey/options')).body;
    const answer = { passkey: person.authenticator.answer(options) };
    expect((await person.ask('POST', '/session/passkey', answer)).status).toBe(200);
    expect(said(await person.ask('POST', '/session/passkey', answer))).toEqual([400, 'passkey-late']);
    const other = (await person.ask('POST', '/session/passkey/options')).body;
    shift = 6 * MINUTE_MS;
    const late = { passkey: person.authenticator.answer(other) };
    expect(said(await person.ask('POST', '/session/passkey', late))).toEqual([400, 'passkey-late']);
    shift = 0;
    const proof = await person.proof();
    expect(said(await person.ask('POST', '/session/passkey', proof))).toEqual([401, 'passkey-refused']);
    await person.signIn();
    const forSignIn = (await person.ask('POST', '/session/passkey/options')).body;
    const elsewhere = { passkey: person.authenticator.answer(forSignIn) };
    expect(said(await person.ask('POST', '/recovery-codes', elsewhere))).toEqual([400, 'proof-wrong']);
  });

  test('whose counter goes back is refused from then on, and the password alone still lets nobody in', async () => {
    const person = await joined();
    await person.enrol();
    for (let use = 0; use < 3; use += 1) expect((await person.signIn()).status).toBe(200);
    const before = person.authenticator.counter;
    expect(said(await person.signIn({ counter: before }))).toEqual([401, 'passkey-copied']);
    expect(said(await person.signIn({ counter: before + 50 }))).toEqual([401, 'passkey-copied']);
    expect((await audited(person, 'user.passkey-copied'))[0]?.details).toMatchObject({ counter: before, before });
    expect(said(await person.signInWithPassword())).toEqual([401, 'passkey-required']);
    expect((await person.signInWithPassword(person.codes[0])).status).toBe(200);
    expect((await person.ask('GET', '/passkeys')).body).toMatchObject([{ copiedAt: expect.any(String) }]);
  });

  test('whose counter leapt is held to where it leapt to', async () => {
    const person = await joined();
    await person.enrol();
    const { counter } = person.authenticator;
    expect((await person.signIn({ counter: counter + 10 })).status).toBe(200);
    expect(said(await person.signIn({ counter: counter + 5 }))).toEqual([401, 'passkey-copied']);
  });

  test('whose authenticator never counts signs in each time', async () => {
    const person = await joined();
    await person.enrol();
    for (let use = 0; use < 3; use += 1) expect((await person.signIn({ counter: 0 })).status).toBe(200);
  });

  test.each([
    ['did not verify the person', { uv: false }],
    ['was made for another site', { origin: 'https://evil.example' }],
    ['was made for a site whose name ends alike', { origin: 'https://evildesk.example:8443' }],
    ['is for another host', { rpId: 'evil.example' }],
    ['was asked for inside another page', { crossOrigin: true }],
    ['names a certificate', { attestation: { fmt: 'packed', attStmt: new Map([['x5c', [new Uint8Array(9)]]]) } }],
    [
      'says that it has no attestation, and has one',
      { attestation: { fmt: 'none', attStmt: new Map([['sig', 'x']]) } },
    ],
    ['comes with an attestation that nobody asked for', { attestation: { fmt: 'android-key', attStmt: new Map() } }],
  ])('that %s is not taken', async (_, ways) => {
    const person = await joined();
    const { body } = await person.ask('POST', '/passkeys/options', { proof: PASSWORD });
    const passkey = person.authenticator.make(body, ways);
    expect(said(await person.ask('POST', '/passkeys', { name: 'x', passkey }))).toEqual([400, 'passkey-unusable']);
    expect((await person.ask('GET', '/passkeys')).body).toEqual([]);
  });

  test('is made in the session that asked for it, once, and by one person alone', async () => {
    const [person, other] = [await joined(), await joined()];
    const { body } = await person.ask('POST', '/passkeys/options', { proof: PASSWORD });
    const made = { name: 'x', passkey: person.authenticator.make(body) };
    expect(said(await other.ask('POST', '/passkeys', made))).toEqual([400, 'passkey-unusable']);
    expect((await person.ask('POST', '/passkeys', made)).status).toBe(201);
    expect(said(await person.ask('POST', '/passkeys', made))).toEqual([400, 'passkey-late']);
    const theirs = (await other.ask('POST', '/passkeys/options', { proof: PASSWORD })).body;
    const again = { name: 'x', passkey: person.authenticator.make(theirs) };
    expect(said(await other.ask('POST', '/passkeys', again))).toEqual([409, 'passkey-known']);
    const own = (await person.ask('POST', '/passkeys/options', { proof: PASSWORD })).body;
    expect(own.excludeCredentials).toMatchObject([{ id: person.authenticator.id }]);
    expect(own.user.id).toBe(body.user.id);
    expect(theirs.user.id).not.toBe(body.user.id);
  });

  test('is no proof for anybody else, and a session that guesses has to wait', async () => {
    const [person, other] = [await joined(), await joined()];
    await person.enrol();
    await other.enrol();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const proof = await person.proof(other.authenticator);
      expect(said(await person.ask('POST', '/recovery-codes', proof))).toEqual([400, 'proof-wrong']);
    }
    expect((await person.ask('POST', '/recovery-codes', { proof: PASSWORD })).status).toBe(429);
  });

  test('shows in place of the password whom a change is for', async () => {
    const person = await joined();
    await person.enrol();
    expect((await person.ask('POST', '/recovery-codes', await person.proof())).body.codes).toHaveLength(10);
    expect((await person.ask('POST', '/totp', await person.proof())).body.secret).toBeDefined();
    const second = new SoftwareAuthenticator(ORIGIN);
    await person.enrol(second, await person.proof());
    expect((await person.ask('GET', '/passkeys')).body).toHaveLength(2);
    const password = 'another long pass phrase 3';
    const changed = await person.ask('POST', '/password', { ...(await person.proof()), password });
    expect(changed.status).toBe(204);
    expect(said(await person.signInWithPassword())).toEqual([401, 'sign-in-wrong']);
  });

  test('ends the other sessions when it is added and when it is removed', async () => {
    const person = await joined();
    const first = person.cookie;
    await person.signInWithPassword();
    const id = await person.enrol();
    const here = person.cookie;
    person.cookie = first;
    expect((await person.ask('GET', '/session')).status).toBe(401);
    await person.signIn();
    person.cookie = here;
    await person.ask('DELETE', `/passkeys/${id}`, { proof: PASSWORD });
    expect((await person.ask('GET', '/sessions')).body).toHaveLength(1);
  });

  test('of somebody who was removed or is suspended signs nobody in', async () => {
    const where = await bench.account();
    const [person, owner] = [await joined('viewer', where), await joined('owner', where)];
    await person.enrol();
    await owner.ask('POST', `/users/${await idOf(person, where)}/remove`);
    expect(said(await person.signIn())).toEqual([401, 'passkey-refused']);
  });

  test('guesses of one client have to wait', async () => {
    const person = await joined();
    await person.enrol();
    person.cookie = undefined;
    for (let attempt = 0; attempt < 5; attempt += 1) await person.signIn({ tampered: true });
    expect((await person.signIn()).status).toBe(429);
  });
});

describe('a second factor that the account requires', () => {
  const required = async (where: number, value = true) => {
    const change = { secondFactorRequired: value };
    await bench.records(({ accounts }) => accounts.set(where, change, 'operator'));
  };

  test('is made before anything else, and the last one cannot be removed', async () => {
    const where = await bench.account();
    const person = await joined('owner', where);
    expect((await person.ask('GET', '/api/Customers')).status).toBe(200);
    await required(where);
    for (const [method, path] of [
      ['GET', '/api/Customers'],
      ['GET', '/users'],
      ['POST', '/password'],
      ['POST', '/account'],
      ['GET', '/audit'],
    ] as const) {
      const answer = await person.ask(method, path, method === 'POST' ? {} : undefined);
      expect([path, ...said(answer)]).toEqual([path, 403, 'second-factor-missing']);
    }
    expect((await person.ask('GET', '/session')).body).toMatchObject({ mustEnrol: true });
    const id = await person.enrol();
    expect((await person.ask('GET', '/api/Customers')).status).toBe(200);
    expect((await person.signIn()).body).toMatchObject({ mustEnrol: false });
    const last = await person.ask('DELETE', `/passkeys/${id}`, { proof: PASSWORD });
    expect([last.status, last.body.detail]).toEqual([409, expect.stringContaining('this is your last one')]);
    await person.enrol(new SoftwareAuthenticator(ORIGIN));
    expect((await person.ask('DELETE', `/passkeys/${id}`, { proof: PASSWORD })).status).toBe(204);
    await required(where, false);
    const [left] = (await person.ask('GET', '/passkeys')).body;
    expect((await person.ask('DELETE', `/passkeys/${left.id}`, { proof: PASSWORD })).status).toBe(204);
  });

  test('is switched on and off by owners, and keys of the API go on', async () => {
    const where = await bench.account();
    const { key } = await bench.key(where);
    const owner = await joined('owner', where);
    const on = await owner.ask('POST', '/account', { secondFactorRequired: true });
    expect(on.body.secondFactorRequired).toBe(true);
    expect((await owner.ask('POST', '/account', { secondFactorRequired: false })).status).toBe(403);
    expect((await served.ask('GET', '/api/Customers', { key, headers: proxied })).status).toBe(200);
    await owner.enrol();
    expect((await owner.ask('POST', '/account', { secondFactorRequired: false })).status).toBe(200);
  });

  test('of somebody who lost it is reset by an owner, and made again at the next sign-in', async () => {
    const where = await bench.account();
    const [owner, person, keeper] = [
      await joined('owner', where),
      await joined('analyst', where),
      await joined('administrator', where),
    ];
    await required(where);
    for (const one of [owner, person, keeper]) await one.enrol();
    const [ownerId, personId] = [await idOf(owner, where), await idOf(person, where)];
    expect((await person.ask('POST', `/users/${ownerId}/reset`)).status).toBe(403);
    expect((await keeper.ask('POST', `/users/${ownerId}/reset`)).status).toBe(403);
    expect((await owner.ask('POST', `/users/${ownerId}/reset`)).status).toBe(403);
    expect((await owner.ask('POST', '/users/999999/reset')).status).toBe(404);
    expect((await keeper.ask('POST', `/users/${personId}/reset`)).status).toBe(204);
    expect((await audited(person, 'user.second-factor-reset', where))[0]).toMatchObject({ details: { passkeys: 1 } });
    expect((await person.ask('GET', '/session')).status).toBe(401);
    expect(said(await person.signIn())).toEqual([401, 'passkey-refused']);
    expect(said(await person.signInWithPassword(person.codes[0]))).not.toEqual([401, 'sign-in-wrong']);
    expect((await person.ask('GET', '/session')).body).toMatchObject({ mustEnrol: true, passkeys: 0 });
    expect(said(await person.ask('GET', '/api/Customers'))).toEqual([403, 'second-factor-missing']);
  });

  test('is reset by the operator with the command', async () => {
    const where = await bench.account();
    const owner = await joined('owner', where);
    await owner.enrol();
    const words = ['users', 'reset-second-factor', '--account', String(where), '--email'];
    expect(await bench.json(...words, owner.email.toUpperCase())).toMatchObject({ email: owner.email, passkeys: 1 });
    const unknown = await bench.command(...words, 'nobody@harbour.example');
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('nobody with the address')]);
    expect((await owner.signInWithPassword()).status).toBe(200);
  });
});

test('without a public address passkeys go with the host that a browser names, and an IP address has none', async () => {
  const bare = await Bench.create({ TOUCHSTONE_TRUSTED_PROXIES: '127.0.0.1' });
  const here = await bare.serve();
  const ask = (host: string) =>
    here.ask('POST', '/dashboard/api/session/passkey/options', {
      headers: { ...proxied, host, 'sec-fetch-site': 'same-origin' },
    });
  expect((await ask('localhost:8443')).body.rpId).toBe('localhost');
  expect(said(await ask('127.0.0.1:8443'))).toEqual([409, 'passkey-unavailable']);
  await here.stop();
  await bare.remove();
});
