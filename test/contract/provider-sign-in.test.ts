import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProviderBench } from '../support/provider-bench.ts';
import { WebVisitor } from '../support/web-visitor.ts';

let at: ProviderBench;

beforeAll(async () => {
  at = await ProviderBench.start();
});

afterAll(async () => {
  await at?.stop();
});

const PASSWORD = 'a long enough pass phrase 7';
const me = async (visitor: WebVisitor) => (await visitor.ask('GET', '/session')).body;

describe('who gets in by the provider', () => {
  test('somebody who was invited, with the role of the invitation and without a password', async () => {
    const { name, email } = await at.person();
    const link = await at.invite(email, 'analyst');
    const visitor = await at.visit(name, '/sign-in/oidc?next=/alerts');
    expect([visitor.status, new URL(visitor.url).pathname]).toEqual([200, '/alerts']);
    expect(await me(visitor)).toMatchObject({ email, role: 'analyst', password: false, provider: 'Harbour ID' });
    expect([...visitor.cookies.keys()].sort()).toEqual(['__Host-touchstone', '__Host-touchstone-browser']);
    // The invitation is used up.
    expect((await visitor.ask('POST', '/links', { token: link })).status).toBe(404);
    const [joined] = await at.audit('user.joined');
    expect(joined!.details).toEqual({ role: 'analyst', by: 'invitation' });
  });

  test('the same person later, whatever the address is by then, which follows where it is verified', async () => {
    const { name, email, visitor } = await at.invited('viewer');
    await visitor.ask('DELETE', '/session');
    await at.provider.person(name, { email: 'spoofed@harbour.example', email_verified: false });
    expect((await me(await at.visit(name))).email).toBe(email);
    await at.provider.person(name, { email: 'married@harbour.example', email_verified: true });
    expect((await me(await at.visit(name))).email).toBe('married@harbour.example');
    expect((await at.audit('user.address-changed')).length).toBe(1);
  });

  test('nobody who was given the address of somebody else later', async () => {
    const { email } = await at.invited('owner');
    await at.provider.person('newcomer', { email, email_verified: true });
    const visitor = await at.visit('newcomer');
    expect([visitor.status, visitor.refusal]).toEqual([403, expect.stringMatching(/belongs to another person/)]);
    expect((await at.audit('user.sign-in-failed'))[0]!.details).toMatchObject({ reason: 'address-elsewhere' });
  });

  test('somebody with a password goes on by either way, as one person', async () => {
    const { name, email } = await at.person();
    const link = await at.invite(email, 'analyst');
    const there = new WebVisitor(at.served, at.address());
    expect((await there.ask('POST', '/links/accept', { token: link, password: PASSWORD })).status).toBe(200);
    const visitor = await at.visit(name);
    expect(await me(visitor)).toMatchObject({ email, password: true });
    const again = new WebVisitor(at.served, at.address());
    expect((await again.ask('POST', '/session', { email, password: PASSWORD })).status).toBe(200);
    expect((await at.audit('user.provider-linked')).length).toBeGreaterThan(0);
  });

  test('nobody whom nobody invited, and none whose address is not verified', async () => {
    const stranger = await at.person();
    const refused = await at.visit(stranger.name);
    expect([refused.status, refused.refusal]).toEqual([403, expect.stringMatching(/nobody invited you here/)]);
    expect(refused.cookies.has('__Host-touchstone')).toBe(false);
    for (const email_verified of [false, undefined, 'false']) {
      const { name, email } = await at.person({ email_verified });
      await at.invite(email);
      const visitor = await at.visit(name);
      expect([visitor.status, visitor.refusal]).toEqual([
        403,
        expect.stringMatching(/does not say that your email address is verified/),
      ]);
    }
    const reasons = (await at.audit('user.sign-in-failed')).map(({ details }) => details.reason);
    expect(reasons.slice(0, 4)).toEqual([
      'address-unverified',
      'address-unverified',
      'address-unverified',
      'not-invited',
    ]);
  });

  test.each([
    ['the sign of kelvin', 'mi\u212ae'],
    ['a capital i with a dot', 'm\u0130ke'],
    ['a space of no width', 'mi\u200bke'],
    ['a mark of direction', 'mi\u202eke'],
    ['a soft hyphen', 'mi\u00adke'],
  ])('nobody with an address that %s makes like that of another, verified or not', async (_, local) => {
    const domain = `${local.codePointAt(1)}-${local.length}-${local.codePointAt(2)}.example`;
    const token = await at.invite(`mike@${domain}`, 'owner', at.account, '--break-glass');
    const visitor = new WebVisitor(at.served, at.address());
    expect((await visitor.ask('POST', '/links/accept', { token, password: PASSWORD })).status).toBe(200);
    const { name } = await at.person({ email: `${local}@${domain}` });
    const attacker = await at.visit(name);
    expect([attacker.status, attacker.refusal]).toEqual([403, expect.stringMatching(/no email address/)]);
    const [entry] = await at.audit('user.sign-in-failed');
    expect(entry!.details.reason).toBe('address-missing');
    const again = await new WebVisitor(at.served, at.address()).ask('POST', '/session', {
      email: `${local}@${domain}`,
      password: PASSWORD,
    });
    expect(again.status).toBe(401);
  });

  test('nobody of two accounts at once: who belongs where is for an owner to say', async () => {
    const { name, email } = await at.person();
    await at.invite(email, 'viewer');
    await at.invite(email, 'owner', await at.bench.account());
    const visitor = await at.visit(name);
    expect([visitor.status, visitor.refusal]).toEqual([403, expect.stringMatching(/More than one account/)]);
    const [entry] = await at.audit('user.sign-in-failed');
    expect(entry!.details.reason).toBe('several-accounts');
  });

  test('nobody who was removed, until somebody invites them again', async () => {
    const { visitor: owner } = await at.invited('owner');
    const { name, email, visitor } = await at.invited('viewer');
    const users = (await owner.ask('GET', '/users')).body as { id: number; email: string }[];
    const { id } = users.find((one) => one.email === email)!;
    expect((await owner.ask('POST', `/users/${id}/remove`)).status).toBe(204);
    expect((await visitor.ask('GET', '/session')).status).toBe(401);
    expect((await at.visit(name)).status).toBe(403);
    await at.invite(email, 'auditor');
    expect(await me(await at.visit(name))).toMatchObject({ email, role: 'auditor' });
  });
});

describe('browsers', () => {
  test('several tabs may be on their way at once, and each arrives', async () => {
    const { name } = await at.invited();
    const visitor = new WebVisitor(at.served, at.address());
    const here = at.served.service.url;
    const tabs = [];
    for (let tab = 0; tab < 3; tab += 1) {
      await visitor.open(`${here}/sign-in/oidc`, { stopAt: at.provider.issuer });
      tabs.push(visitor.url);
    }
    for (const tab of tabs) {
      await visitor.open(tab);
      if (visitor.url.includes('/interaction/')) await visitor.submit({ login: name });
      expect(visitor.status).toBe(200);
    }
    expect((await me(visitor)).email).toBeDefined();
    expect([...visitor.cookies.keys()].filter((cookie) => cookie.includes('oidc'))).toEqual([]);
  });

  test('a browser that is known is not told of as new, and its session of before ends', async () => {
    const { name, visitor } = await at.invited();
    const before = visitor.cookie;
    await at.provider.signIn(visitor, name);
    const [latest] = await at.audit('user.signed-in');
    expect(latest!.details).toEqual({ newBrowser: false, by: 'provider' });
    const answer = await at.served.ask('GET', '/dashboard/api/session', {
      headers: {
        cookie: before,
        'sec-fetch-site': 'same-origin',
      },
    });
    expect(answer.status).toBe(401);
  });

  test('nobody is led to another site afterwards', async () => {
    const { name } = await at.invited();
    for (const next of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/%09/evil.example',
      '/\t/evil.example',
      '/sign-in',
    ]) {
      const visitor = await at.visit(name, `/sign-in/oidc?next=${encodeURIComponent(next)}`);
      const { origin, pathname } = new URL(visitor.url);
      expect([next, origin, pathname === '/' || pathname.startsWith('/%')]).toEqual([
        next,
        at.served.service.url,
        true,
      ]);
    }
  });

  test('who asks for no page gets a problem with a code', async () => {
    const answer = await at.served.ask('GET', '/sign-in/oidc/callback?state=x&code=y');
    expect([answer.status, answer.body.code]).toEqual([400, 'sign-in-unknown']);
  });

  test('the page to sign in learns of the provider', async () => {
    const visitor = new WebVisitor(at.served, at.address());
    expect((await visitor.ask('GET', '/sign-in')).body).toEqual({ provider: 'Harbour ID' });
  });
});

describe('signing out', () => {
  test('leads to the provider, which signs its own session out and leads back', async () => {
    const { name, visitor } = await at.invited();
    const { status, body } = await visitor.ask('DELETE', '/session');
    expect([status, body.url]).toEqual([200, expect.stringContaining(`${at.provider.issuer}/session/end`)]);
    await visitor.open(body.url);
    await visitor.submit({ logout: 'yes' });
    expect(visitor.url).toBe(`${at.served.service.url}/sign-in`);
    await visitor.open(`${at.served.service.url}/sign-in/oidc`);
    expect(visitor.url).toContain('/interaction/');
    await visitor.submit({ login: name });
    expect((await visitor.ask('GET', '/session')).status).toBe(200);
  });

  test('at the provider ends the session here, by the back channel', async () => {
    const { visitor } = await at.invited();
    const other = new WebVisitor(at.served, at.address());
    await visitor.open(`${at.provider.issuer}/session/end`);
    await visitor.submit({ logout: 'yes' });
    await expect.poll(async () => (await visitor.ask('GET', '/session')).status).toBe(401);
    expect((await at.audit('user.provider-logout'))[0]!.details).toEqual({ ended: 1 });
    await other.close();
  });

  test('while the provider is away still ends the session', async () => {
    const { visitor } = await at.invited();
    at.pass(61);
    await at.provider.mood({ status: 503 });
    expect((await visitor.ask('DELETE', '/session')).status).not.toBe(500);
    await at.provider.mood({});
    expect((await visitor.ask('GET', '/session')).status).toBe(401);
  });
});

describe('without a password', () => {
  test('changes of one’s sign-in take a proof at the provider, which counts for five minutes', async () => {
    const { name, visitor } = await at.invited();
    expect((await visitor.ask('POST', '/totp', { proof: '' })).status).toBe(400);
    await visitor.open(`${at.served.service.url}/sign-in/oidc?proof=1&next=/settings/profile`);
    // The provider asks again, though somebody is signed in there.
    expect(visitor.url).toContain('/interaction/');
    await visitor.submit({ login: name });
    expect(new URL(visitor.url).pathname).toBe('/settings/profile');
    expect((await visitor.ask('POST', '/totp', { proof: '' })).status).toBe(200);
    at.pass(6);
    expect((await visitor.ask('POST', '/totp', { proof: '' })).status).toBe(400);
  });

  test('the proof of another person is none', async () => {
    const [{ visitor }, { name }] = [await at.invited(), await at.invited()];
    await visitor.open(`${at.served.service.url}/sign-in/oidc?proof=1`);
    await visitor.submit({ login: name });
    expect([visitor.status, visitor.refusal]).toEqual([403, expect.stringMatching(/Another person signed in/)]);
    expect((await at.audit('user.sign-in-failed'))[0]!.details).toMatchObject({ reason: 'other-person' });
    // The provider signed the first one out for the other, and said so by the back channel.
    expect((await visitor.ask('POST', '/totp', { proof: '' })).status).toBe(401);
  });
});

describe('an account without passwords', () => {
  test('lets nobody in with one but who was invited to break glass', async () => {
    const [plain, glass] = [await at.person(), await at.person()];
    const links = [
      await at.invite(plain.email, 'owner'),
      await at.invite(glass.email, 'owner', at.account, '--break-glass'),
    ];
    const visitors = await Promise.all(
      links.map(async (token) => {
        const visitor = new WebVisitor(at.served, at.address());
        expect((await visitor.ask('POST', '/links/accept', { token, password: PASSWORD })).status).toBe(200);
        return visitor;
      }),
    );
    await at.signInRules('--password', 'off');
    expect((await visitors[0]!.ask('GET', '/session')).status).toBe(401);
    expect((await visitors[1]!.ask('GET', '/session')).status).toBe(200);
    const again = new WebVisitor(at.served, at.address());
    const refused = await again.ask('POST', '/session', { email: plain.email, password: PASSWORD });
    expect([refused.status, refused.body.code]).toEqual([403, 'password-off']);
    expect((await again.ask('POST', '/session', { email: glass.email, password: PASSWORD })).status).toBe(200);
    const late = await at.person();
    const token = await at.invite(late.email);
    expect((await again.ask('POST', '/links', { token })).body).toMatchObject({ provider: 'Harbour ID' });
    expect((await again.ask('POST', '/links/accept', { token, password: PASSWORD })).body.code).toBe('password-off');
    expect((await me(await at.visit(late.name))).email).toBe(late.email);
    expect((await me(await at.visit(plain.name))).email).toBe(plain.email);
    await at.signInRules('--password', 'on');
    expect((await visitors[0]!.ask('GET', '/session')).status).toBe(200);
  });
});
