import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProviderBench } from '../support/provider-bench.ts';
import type { TokenChange } from '../support/sign-in-provider.ts';
import { WebVisitor } from '../support/web-visitor.ts';

let at: ProviderBench;

beforeAll(async () => {
  at = await ProviderBench.start();
});

afterAll(async () => {
  await at?.stop();
});

const LOGOUT = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const now = () => Math.floor(Date.now() / 1000);
const reason = async () => (await at.audit('user.sign-in-failed'))[0]?.details.reason;
const here = (path: string) => at.served.service.url + path;

/** A browser that is on its way, at the point where it would come back: the address that the provider sends it to. */
async function returning(name: string, visitor = new WebVisitor(at.served, at.address())): Promise<[WebVisitor, URL]> {
  await visitor.open(here('/sign-in/oidc'));
  await visitor.submit({ login: name }, { stopAt: '/sign-in/oidc/callback' });
  return [visitor, new URL(visitor.url)];
}

describe('a logout token', () => {
  const post = (token: string, address = at.address()) => {
    const visitor = new WebVisitor(at.served, address);
    return visitor.open(here('/sign-in/oidc/logout'), {
      body: new URLSearchParams({ logout_token: token }).toString(),
    });
  };

  test('ends every session of a person, once', async () => {
    const { name, visitor } = await at.invited();
    const second = await at.visit(name);
    const token = await at.provider.make({ sub: name, events: LOGOUT, iat: now() });
    expect((await post(token)).status).toBe(200);
    for (const one of [visitor, second]) expect((await one.ask('GET', '/session')).status).toBe(401);
    const third = await at.visit(name);
    const again = await post(token);
    expect([again.status, JSON.parse(again.text).error]).toEqual([400, 'invalid_request']);
    expect(await reason()).toBe('replayed');
    expect((await third.ask('GET', '/session')).status).toBe(200);
  });

  test('that names a session ends that one, or those of a person whose ID tokens named none', async () => {
    const { name, visitor } = await at.invited();
    const other = await at.provider.make({ sub: name, sid: 'of somebody else', events: LOGOUT, iat: now() });
    expect((await post(other)).status).toBe(200);
    expect((await visitor.ask('GET', '/session')).status).toBe(200);
    await at.provider.tokens({ claims: { sid: null } });
    const nameless = await at.visit(name).finally(() => at.provider.tokens(null));
    const token = await at.provider.make({ sub: name, sid: 'never told', events: LOGOUT, iat: now() });
    expect((await post(token)).status).toBe(200);
    expect((await nameless.ask('GET', '/session')).status).toBe(401);
  });

  test('whose own end is beyond any calendar, or whose session has no form, ends those of the person once', async () => {
    for (const claims of [{ exp: 1e18 }, { exp: 1e308 }, { sid: 'a\u0000b' }, { sid: 5 }]) {
      const { name, visitor } = await at.invited();
      await at.provider.tokens({ claims: { sid: null } });
      const nameless = await at.visit(name).finally(() => at.provider.tokens(null));
      const token = await at.provider.make({ sub: name, events: LOGOUT, iat: now(), ...claims });
      expect([claims, (await post(token)).status]).toEqual([claims, 200]);
      for (const one of [visitor, nameless]) expect((await one.ask('GET', '/session')).status).toBe(401);
      expect([claims, (await post(token)).status, await reason()]).toEqual([claims, 400, 'replayed']);
    }
  });

  test.each<[string, Record<string, unknown>, TokenChange, string]>([
    ['signed by another key', {}, { foreignKey: true }, 'signature'],
    ['not signed', {}, { algorithm: 'none' }, 'signature'],
    ['signed by the secret of the client', {}, { algorithm: 'HS256' }, 'signature'],
    ['for another client', { aud: 'other' }, {}, 'audience'],
    ['of another issuer', { iss: 'https://evil.example' }, {}, 'issuer'],
    ['with a nonce, as an ID token has one', { nonce: 'n' }, {}, 'events'],
    ['without the event', { events: {} }, {}, 'events'],
    ['about nobody', { sub: null }, {}, 'events'],
    ['that is an hour old', { iat: now() - 3600 }, {}, 'expired'],
    ['without an id', { jti: null }, {}, 'answer'],
  ])('%s is refused, and an entry says so', async (_, claims, change, expected) => {
    const { name, visitor } = await at.invited();
    const token = await at.provider.make({ sub: name, events: LOGOUT, iat: now(), ...claims }, change);
    const answer = await post(token);
    expect([answer.status, await reason()]).toEqual([400, expected]);
    expect(JSON.parse(answer.text).error_description).toMatch(new RegExp(`\\b${expected}\\b`));
    expect((await visitor.ask('GET', '/session')).status).toBe(200);
  });

  test('that is none is refused, whatever is sent in its place', async () => {
    for (const body of ['logout_token=', 'x=y', '', `logout_token=${'a'.repeat(20_000)}`, 'logout_token=a.b.c']) {
      const visitor = new WebVisitor(at.served, at.address());
      expect([body.slice(0, 20), (await visitor.open(here('/sign-in/oidc/logout'), { body })).status]).toEqual([
        body.slice(0, 20),
        400,
      ]);
    }
    const json = await at.served.ask('POST', '/sign-in/oidc/logout', { body: { logout_token: 'x' } });
    expect(json.status).toBe(400);
  });
});

describe('an answer that is not the provider’s, or not for this service', () => {
  const hour = 3600;
  test.each<[string, TokenChange, string]>([
    ['another issuer', { claims: { iss: 'https://evil.example' } }, 'issuer'],
    ['another audience', { claims: { aud: 'another-client' } }, 'audience'],
    ['several audiences and another party', { claims: { aud: ['touchstone', 'other'], azp: 'other' } }, 'audience'],
    ['another nonce', { claims: { nonce: 'of another attempt' } }, 'nonce'],
    ['no nonce', { claims: { nonce: null } }, 'answer'],
    ['a foreign signature', { foreignKey: true }, 'signature'],
    ['no signature', { algorithm: 'none' }, 'signature'],
    ['a signature by the secret of the client', { algorithm: 'HS256' }, 'signature'],
    ['an end an hour ago', { claims: { exp: now() - hour } }, 'expired'],
    ['a beginning in an hour', { claims: { nbf: now() + hour } }, 'expired'],
    ['a subject that is no text', { claims: { sub: { $ne: null } } }, 'answer'],
    ['a subject of control characters', { claims: { sub: 'a\u0000b' } }, 'answer'],
    ['an end that is no number', { claims: { exp: 'later' } }, 'answer'],
  ])('%s is refused with a sentence and an entry', async (_, change, expected) => {
    const { name, email } = await at.person();
    await at.invite(email);
    await at.provider.tokens(change);
    const visitor = await at.visit(name).finally(() => at.provider.tokens(null));
    expect([visitor.status, visitor.refusal]).toEqual([400, expect.stringMatching(/cannot be trusted/)]);
    expect(visitor.cookies.has('__Host-touchstone')).toBe(false);
    expect(await reason()).toBe(expected);
  });

  test('a clock that is half a minute off is believed', async () => {
    const { name, email } = await at.person();
    await at.invite(email);
    await at.provider.tokens({ claims: { iat: now() + 30, nbf: now() + 30, exp: now() - 30 } });
    const visitor = await at.visit(name).finally(() => at.provider.tokens(null));
    expect((await visitor.ask('GET', '/session')).status).toBe(200);
  });

  test('keys that the provider turned are asked for again, at once', async () => {
    const { name } = await at.invited();
    await at.provider.rotateKeys();
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    expect((await (await at.visit(name)).ask('GET', '/session')).status).toBe(200);
  });

  test('claims of the wrong kind are no claims', async () => {
    const { name, email } = await at.person({ groups: { admin: true }, email_verified: 'yes' });
    await at.invite(email);
    expect((await at.visit(name)).status).toBe(403);
    expect(await reason()).toBe('address-unverified');
  });
});

describe('an address that the token and the answer about a person say otherwise', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['is not verified by a word of the token that names none', { email_verified: true }, 'address-unverified'],
    ['is that of the token', { email: 'own@harbour.example', email_verified: true }, 'not-invited'],
  ])('%s', async (_, claims, expected) => {
    const { name, email } = await at.person({ email_verified: undefined });
    await at.invite(email);
    await at.provider.tokens({ claims });
    const visitor = await at.visit(name).finally(() => at.provider.tokens(null));
    expect([visitor.status, visitor.cookies.has('__Host-touchstone')]).toEqual([403, false]);
    expect(await reason()).toBe(expected);
  });
});

describe('coming back', () => {
  test('in a browser that began nothing signs nobody in: no stranger signs another in as themselves', async () => {
    const { name } = await at.invited();
    const [, address] = await returning(name);
    const victim = new WebVisitor(at.served, at.address());
    await victim.open(address.href);
    expect([victim.status, victim.refusal]).toEqual([400, expect.stringMatching(/not begun in this browser/)]);
    expect(victim.cookies.size).toBe(0);
    expect(await reason()).toBe('state');
  });

  test('with another state, without one, or with that of another tab is refused', async () => {
    const { name } = await at.invited();
    for (const state of [undefined, '', 'x'.repeat(43), '../../etc']) {
      const [visitor, address] = await returning(name);
      if (state === undefined) address.searchParams.delete('state');
      else address.searchParams.set('state', state);
      await visitor.open(address.href);
      expect([state, visitor.status, await reason()]).toEqual([state, 400, 'state']);
      expect(visitor.refusal).toMatch(/not begun in this browser/);
    }
    const visitor = new WebVisitor(at.served, at.address());
    await visitor.open(here('/sign-in/oidc'), { stopAt: at.provider.issuer });
    const other = new URL(visitor.url).searchParams.get('state')!;
    const [, address] = await returning(name, visitor);
    // The code of one attempt with the state of another of the same browser: its nonce and verifier are others.
    address.searchParams.set('state', other);
    await visitor.open(address.href);
    expect([visitor.status, ['code', 'nonce']]).toEqual([400, expect.arrayContaining([await reason()])]);
  });

  test('in the name of another issuer, of two, or of none where the provider always says it, is refused', async () => {
    const { name } = await at.invited();
    const own = at.provider.issuer;
    for (const issuers of [['https://evil.example'], [], [`${own}/`], [own, 'https://evil.example']]) {
      const [visitor, address] = await returning(name);
      expect(address.searchParams.get('iss')).toBe(own);
      address.searchParams.delete('iss');
      for (const issuer of issuers) address.searchParams.append('iss', issuer);
      await visitor.open(address.href);
      const said = [visitor.status, visitor.refusal, await reason()];
      expect([issuers, ...said]).toEqual([
        issuers,
        400,
        expect.stringMatching(/cannot be trusted \(issuer\)/),
        'issuer',
      ]);
      expect(visitor.cookies.has('__Host-touchstone')).toBe(false);
    }
  });

  test('a second time with the same code is refused, also with the cookie of the first', async () => {
    const { name } = await at.invited();
    const [visitor, address] = await returning(name);
    const kept = new Map(visitor.cookies);
    await visitor.open(address.href);
    expect(visitor.status).toBe(200);
    const thief = new WebVisitor(at.served, at.address());
    const answer = await at.served.ask('GET', address.pathname + address.search, {
      headers: { cookie: [...kept].map(([cookie, value]) => `${cookie}=${value}`).join('; ') },
    });
    expect([answer.status, answer.body.code, await reason()]).toEqual([400, 'provider-answer', 'code']);
    await thief.close();
  });

  test('with the code of another client, or one that is invented, is refused', async () => {
    const { name } = await at.invited();
    const [visitor, address] = await returning(name);
    address.searchParams.set('code', 'invented');
    await visitor.open(address.href);
    expect([visitor.status, await reason()]).toEqual([400, 'code']);
    expect(visitor.refusal).toMatch(/cannot be trusted \(code\)/);
    const client = { client_id: 'other', client_secret: 'x', redirect_uris: [here('/sign-in/oidc/callback')] };
    await at.provider.change({ more: [client] });
    const [tab] = await returning(name);
    const forged = new URL(tab.url);
    const own = forged.searchParams.get('state')!;
    const other = new WebVisitor(at.served, at.address());
    await other.open(
      `${at.provider.issuer}/auth?client_id=other&response_type=code&scope=openid&redirect_uri=${encodeURIComponent(client.redirect_uris[0]!)}&state=${own}&code_challenge=${'x'.repeat(43)}&code_challenge_method=S256`,
    );
    await other.submit({ login: name }, { stopAt: '/sign-in/oidc/callback' });
    await tab.open(other.url);
    expect([tab.status, await reason()]).toEqual([400, 'code']);
    expect(tab.refusal).toMatch(/cannot be trusted \(code\)/);
  });

  test('after half an hour is too late', async () => {
    const { name } = await at.invited();
    const [visitor, address] = await returning(name);
    at.pass(31);
    await visitor.open(address.href);
    expect([visitor.status, await reason()]).toEqual([400, 'state']);
  });

  test('without having been let in says so', async () => {
    const visitor = new WebVisitor(at.served, at.address());
    await visitor.open(here('/sign-in/oidc'));
    await visitor.submit({ login: 'nobody' });
    expect([visitor.status, visitor.refusal]).toEqual([403, 'Harbour ID did not sign you in.']);
    expect(await reason()).toBe('provider-refused');
  });

  test('with parameters of an attacker shows none of them as a page', async () => {
    const visitor = new WebVisitor(at.served, at.address());
    await visitor.open(
      here('/sign-in/oidc/callback?error=%3Cscript%3Ealert(1)%3C/script%3E&error_description=%22%3E%3Cimg%3E&state=x'),
    );
    expect(visitor.text).not.toMatch(/alert\(1\)|<img>/);
  });

  test('again and again is slowed down, for this client alone', async () => {
    const visitor = new WebVisitor(at.served, at.address());
    for (let attempt = 0; attempt < 20; attempt += 1) await visitor.open(here('/sign-in/oidc/callback?state=x'));
    await visitor.open(here('/sign-in/oidc/callback?state=x'));
    expect(visitor.status).toBe(429);
    const { name } = await at.invited();
    expect((await at.visit(name)).status).toBe(200);
  });
});

describe('a provider that is slow, away or wrong', () => {
  test('is said on a page to sign in, and people with a password get in', async () => {
    const { email } = await at.person();
    const token = await at.invite(email, 'owner');
    const password = 'a long enough pass phrase 7';
    const visitor = new WebVisitor(at.served, at.address());
    expect((await visitor.ask('POST', '/links/accept', { token, password })).status).toBe(200);
    // What it said of itself counts for an hour; its tokens are asked for each time.
    const { name } = await at.invited();
    const [back, address] = await returning(name);
    await at.provider.mood({ status: 503 });
    await back.open(address.href);
    expect([back.status, back.refusal]).toEqual([503, expect.stringMatching(/^Harbour ID does not answer now/)]);
    // Nor is a browser sent where nobody answers.
    at.pass(1);
    await back.open(here('/sign-in/oidc'));
    expect([back.status, new URL(back.url).origin]).toEqual([503, at.served.service.url]);
    at.pass(61);
    const again = new WebVisitor(at.served, at.address());
    expect((await again.ask('POST', '/session', { email, password })).status).toBe(200);
    await at.provider.mood({});
    at.pass(1);
    expect((await (await at.visit(name)).ask('GET', '/session')).status).toBe(200);
  });

  test('does not keep a request waiting for more than some seconds', async () => {
    const { name } = await at.invited();
    const [back, address] = await returning(name);
    await at.provider.mood({ waitMs: 20_000 });
    const begun = Date.now();
    await back.open(address.href);
    await at.provider.mood({});
    expect([back.status, Date.now() - begun < 8_000]).toEqual([503, true]);
  });

  test('a provider that calls itself otherwise than the setting is not believed', async () => {
    await at.provider.change({ metadata: { issuer: 'https://evil.example' } });
    at.pass(61);
    const visitor = new WebVisitor(at.served, at.address());
    await visitor.open(here('/sign-in/oidc'));
    expect([visitor.status, visitor.refusal]).toEqual([400, expect.stringMatching(/cannot be trusted \(issuer\)/)]);
    expect(await reason()).toBe('issuer');
    for (let click = 0; click < 20; click += 1) await visitor.open(here('/sign-in/oidc'));
    expect(visitor.status).toBe(429);
  });
});
