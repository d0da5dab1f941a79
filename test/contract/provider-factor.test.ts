import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ORIGIN } from '../support/passkey-person.ts';
import { ProviderBench } from '../support/provider-bench.ts';
import { SoftwareAuthenticator } from '../support/software-authenticator.ts';
import { WebVisitor } from '../support/web-visitor.ts';

let at: ProviderBench;

beforeAll(async () => {
  at = await ProviderBench.start({ TOUCHSTONE_PUBLIC_URL: ORIGIN });
});

afterAll(async () => {
  await at?.stop();
});

const PASSWORD = 'a long enough pass phrase 7';
const said = ({ status, body }: { status: number; body: { code?: string } | undefined }) => [status, body?.code];
const me = async (visitor: WebVisitor) => (await visitor.ask('GET', '/session')).body;
const proveAtProvider = async (visitor: WebVisitor, name: string) => {
  await visitor.open(`${at.served.service.url}/sign-in/oidc?proof=1`);
  await visitor.submit({ login: name });
};

/** Switches one-time codes on; answers the codes of the authenticator, and those that stand in for it. */
async function withCodes(visitor: WebVisitor, name: string, proof = '') {
  if (!proof) await proveAtProvider(visitor, name);
  const { body } = await visitor.ask('POST', '/totp', { proof });
  const totp = new TOTP({ secret: Secret.fromBase32(body.secret) });
  let used = 0;
  // Each counts once: the next one is that of the next half minute, which the service has by then.
  const code = () => {
    at.pass(used === 0 ? 0 : 0.5);
    used += 1;
    return totp.generate({ timestamp: at.now() });
  };
  const confirmed = await visitor.ask('POST', '/totp/confirm', { code: code() });
  return { code, recovery: confirmed.body.codes as string[] };
}

async function withPasskey(visitor: WebVisitor, proof = ''): Promise<SoftwareAuthenticator> {
  const authenticator = new SoftwareAuthenticator(ORIGIN);
  const { body } = await visitor.ask('POST', '/passkeys/options', { proof });
  const made = await visitor.ask('POST', '/passkeys', { name: 'Laptop', passkey: authenticator.make(body) });
  expect(made.status).toBe(201);
  return authenticator;
}

async function byPasskey(authenticator: SoftwareAuthenticator) {
  const visitor = new WebVisitor(at.served, at.address());
  const { body } = await visitor.ask('POST', '/session/passkey/options');
  return visitor.ask('POST', '/session/passkey', { passkey: authenticator.answer(body) });
}

describe('whoever has a second factor', () => {
  test('shows it after the provider signed them in, before anything else, and the browser is known only then', async () => {
    const { name, visitor } = await at.invited('owner');
    const { code } = await withCodes(visitor, name);
    const again = await at.visit(name);
    expect(await me(again)).toMatchObject({ mustProve: true, mustEnrol: false, totp: true });
    expect([...again.cookies.keys()]).toEqual(['__Host-touchstone']);
    for (const [method, path] of [
      ['GET', '/views'],
      ['GET', '/users'],
      ['GET', '/passkeys'],
      ['POST', '/totp'],
      ['POST', '/passkeys/options'],
      ['POST', '/recovery-codes'],
      ['DELETE', '/sessions'],
    ] as const) {
      expect([path, ...said(await again.ask(method, path, {}))]).toEqual([path, 403, 'second-factor-missing']);
    }
    const api = await at.served.ask('GET', '/api/Customers', {
      headers: { cookie: again.cookie, 'sec-fetch-site': 'same-origin' },
    });
    expect(said(api)).toEqual([403, 'second-factor-missing']);
    expect(said(await again.ask('POST', '/session/factor', { code: '000000' }))).toEqual([400, 'factor-wrong']);
    expect(said(await again.ask('POST', '/session/factor', {}))).toEqual([400, 'factor-wrong']);
    const shown = await again.ask('POST', '/session/factor', { code: code() });
    expect([shown.status, shown.body.mustProve]).toEqual([200, false]);
    expect([...again.cookies.keys()].sort()).toEqual(['__Host-touchstone', '__Host-touchstone-browser']);
    expect((await again.ask('GET', '/views')).status).toBe(200);
    expect((await at.audit('user.second-factor-shown'))[0]!.details).toEqual({ by: 'code' });
    // Once it is shown nothing is owed, so that wrong codes count for nobody.
    const failed = (await at.audit('user.sign-in-failed')).length;
    expect((await again.ask('POST', '/session/factor', { code: '000000' })).status).toBe(200);
    expect((await at.audit('user.sign-in-failed')).length).toBe(failed);
    // It may leave without.
    expect((await (await at.visit(name)).ask('DELETE', '/session')).status).toBe(200);
  });

  test('shows a passkey or a recovery code in its place, each once', async () => {
    const { name, visitor } = await at.invited();
    const { recovery } = await withCodes(visitor, name);
    const authenticator = await withPasskey(visitor);
    const [one, two] = [await at.visit(name), await at.visit(name)];
    expect((await one.ask('POST', '/session/factor', { code: recovery[0] })).status).toBe(200);
    expect(said(await two.ask('POST', '/session/factor', { code: recovery[0] }))).toEqual([400, 'factor-wrong']);
    const passkey = authenticator.answer((await two.ask('POST', '/session/factor/options')).body);
    const third = await at.visit(name);
    // What one session was asked counts in no other.
    expect(said(await third.ask('POST', '/session/factor', { passkey }))).toEqual([401, 'passkey-refused']);
    expect((await two.ask('POST', '/session/factor', { passkey })).status).toBe(200);
    expect((await at.audit('user.second-factor-shown'))[0]!.details).toEqual({ by: 'passkey' });
  });

  test('has shown it where the provider says that it asked for several factors, and in no other words', async () => {
    const { name, visitor } = await at.invited();
    await withCodes(visitor, name);
    for (const [amr, mustProve] of [
      [['pwd', 'otp', 'mfa'], false],
      [['pwd'], true],
      ['mfa', true],
      [[['mfa']], true],
      [null, true],
    ] as const) {
      await at.provider.tokens({ claims: { amr } });
      const again = await at.visit(name).finally(() => at.provider.tokens(null));
      expect([amr, (await me(again)).mustProve]).toEqual([amr, mustProve]);
    }
  });

  test('has to wait after five wrong codes, whichever session they come from', async () => {
    const { name, visitor } = await at.invited();
    const { code } = await withCodes(visitor, name);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const thief = await at.visit(name);
      expect((await thief.ask('POST', '/session/factor', { code: '000000' })).status).toBe(400);
    }
    const next = await at.visit(name);
    expect((await next.ask('POST', '/session/factor', { code: '000000' })).status).toBe(429);
    // The half minute until the next code is over the first wait, of 15 seconds.
    expect((await next.ask('POST', '/session/factor', { code: code() })).status).toBe(200);
  });

  test('shows it behind a link for another password too', async () => {
    const { email } = await at.person();
    const first = new WebVisitor(at.served, at.address());
    const token = await at.invite(email, 'viewer');
    await first.ask('POST', '/links/accept', { token, password: PASSWORD });
    const { code } = await withCodes(first, '', PASSWORD);
    const link = await at.invite(email, 'viewer');
    const holder = new WebVisitor(at.served, at.address());
    const joined = await holder.ask('POST', '/links/accept', { token: link, password: `${PASSWORD} new` });
    expect([joined.status, joined.body.mustProve]).toEqual([200, true]);
    expect([...holder.cookies.keys()]).toEqual(['__Host-touchstone']);
    expect(said(await holder.ask('GET', '/views'))).toEqual([403, 'second-factor-missing']);
    expect(said(await holder.ask('DELETE', '/totp', { proof: `${PASSWORD} new` }))).toEqual([
      403,
      'second-factor-missing',
    ]);
    expect((await holder.ask('POST', '/session/factor', { code: code() })).status).toBe(200);
    expect((await holder.ask('GET', '/views')).status).toBe(200);
  });
});

describe('an account that requires a second factor', () => {
  test('has people of the provider make one within five minutes of signing in, without another proof', async () => {
    await at.bench.run('accounts', 'set', String(at.account), '--second-factor', 'required');
    const { name, visitor } = await at.invited();
    expect(await me(visitor)).toMatchObject({ mustEnrol: true, mustProve: false });
    at.pass(6);
    expect(said(await visitor.ask('POST', '/passkeys/options', {}))).toEqual([400, 'proof-wrong']);
    const again = await at.visit(name);
    const authenticator = await withPasskey(again);
    expect(await me(again)).toMatchObject({ mustEnrol: false, mustProve: false });
    // Another passkey is another matter: a session alone may be a stolen one.
    expect(said(await again.ask('POST', '/passkeys/options', {}))).toEqual([400, 'proof-wrong']);
    const third = await at.visit(name);
    expect(await me(third)).toMatchObject({ mustEnrol: false, mustProve: true });
    const passkey = authenticator.answer((await third.ask('POST', '/session/factor/options')).body);
    expect((await third.ask('POST', '/session/factor', { passkey })).status).toBe(200);
    await at.bench.run('accounts', 'set', String(at.account), '--second-factor', 'optional');
  });
});

describe('a passkey or password of somebody who has to come by the provider', () => {
  test('signs nobody in who came by a group, and an entry says so', async () => {
    await at.signInRules('--group', 'keyed=analyst');
    const { name } = await at.person({ groups: ['keyed'] });
    const visitor = await at.visit(name);
    await proveAtProvider(visitor, name);
    const authenticator = await withPasskey(visitor);
    const before = (await at.audit('user.sign-in-failed')).length;
    expect(said(await byPasskey(authenticator))).toEqual([403, 'password-off']);
    expect((await at.audit('user.sign-in-failed')).length).toBe(before + 1);
  });

  test('ends with the group that gave a role to somebody who was invited before', async () => {
    const { name, email } = await at.person({ groups: ['keyed'] });
    const there = new WebVisitor(at.served, at.address());
    const token = await at.invite(email, 'viewer');
    await there.ask('POST', '/links/accept', { token, password: PASSWORD });
    expect((await there.ask('GET', '/session')).status).toBe(200);
    expect(await me(await at.visit(name))).toMatchObject({ role: 'analyst', password: false });
    expect((await there.ask('GET', '/session')).status).toBe(401);
    await at.provider.person(name, { email, email_verified: true, groups: [] });
    expect((await at.visit(name)).status).toBe(403);
    expect(said(await there.ask('POST', '/session', { email, password: PASSWORD }))).toEqual([403, 'password-off']);
    await at.invite(email, 'viewer');
    expect((await there.ask('POST', '/session', { email, password: PASSWORD })).status).toBe(200);
  });

  test('signs in who breaks glass, and nobody else where the account has no passwords', async () => {
    const [plain, glass] = [await at.person(), await at.person()];
    const keys = [];
    for (const [{ email }, words] of [
      [plain, []],
      [glass, ['--break-glass']],
    ] as const) {
      const visitor = new WebVisitor(at.served, at.address());
      const token = await at.invite(email, 'owner', at.account, ...words);
      await visitor.ask('POST', '/links/accept', { token, password: PASSWORD });
      keys.push(await withPasskey(visitor, PASSWORD));
    }
    await at.signInRules('--password', 'off');
    expect(said(await byPasskey(keys[0]!))).toEqual([403, 'password-off']);
    expect((await byPasskey(keys[1]!)).status).toBe(200);
    await at.signInRules('--password', 'on');
    expect((await byPasskey(keys[0]!)).status).toBe(200);
  });
});
