import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, Bench, type Served } from '../support/service.ts';

const PASSWORD = 'a long enough pass phrase 8';
const HERE = { 'sec-fetch-site': 'same-origin' };

/** The session cookie that an answer sets, as a browser sends it back. */
function cookieIn(answer: Answer): string {
  return cookiesIn(answer)[0]!;
}

/** All of them: that of the session, then the one by which the browser is known. */
function cookiesIn({ headers }: Answer): string[] {
  return [headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';', 1)[0]!);
}

describe('signing in', () => {
  let bench: Bench;
  let served: Served;
  let account: number;
  let addresses = 0;
  beforeAll(async () => {
    bench = await Bench.create({ TOUCHSTONE_TRUSTED_PROXIES: '127.0.0.1' });
    account = await bench.account();
    served = await bench.serve();
  });
  afterAll(async () => {
    await served?.stop();
    await bench?.remove();
  });
  /** A browser at an address of its own. */
  const browser = (address = `198.51.100.${++addresses}`) => {
    const headers = { ...HERE, 'x-forwarded-for': address, 'x-forwarded-proto': 'https' };
    return (method: string, path: string, body?: object, cookie?: string) =>
      served.ask(method, `/dashboard/api${path}`, { headers: { ...headers, ...(cookie && { cookie }) }, body });
  };
  const person = async () => {
    const email = `person${++addresses}@harbour.example`;
    const { token } = await bench.invite(account, email, 'viewer');
    const ask = browser();
    const accepted = await ask('POST', '/links/accept', { token, password: PASSWORD });
    return { email, ask, cookie: cookieIn(accepted), cookies: cookiesIn(accepted) };
  };

  test('tells nobody whether the address or the password was wrong', async () => {
    const { email, ask } = await person();
    const wrong = await ask('POST', '/session', { email, password: 'wrong' });
    const unknown = await ask('POST', '/session', { email: 'nobody@harbour.example', password: PASSWORD });
    expect(wrong.status).toBe(401);
    const { requestId: _, ...body } = wrong.body;
    expect([unknown.status, unknown.body]).toEqual([wrong.status, { ...body, requestId: expect.any(String) }]);
    expect(wrong.headers['set-cookie']).toBeUndefined();
  });

  test('gives a new session each time and ends the one that the browser had', async () => {
    const { email, ask, cookie } = await person();
    const again = await ask('POST', '/session', { email, password: PASSWORD }, cookie);
    expect(again.status).toBe(200);
    expect(cookieIn(again)).not.toBe(cookie);
    expect((await ask('GET', '/session', undefined, cookie)).status).toBe(401);
    expect((await ask('GET', '/session', undefined, cookieIn(again))).status).toBe(200);
  });

  test('ends on the server: a cookie that was kept is worth nothing after signing out', async () => {
    const { ask, cookie } = await person();
    const out = await ask('DELETE', '/session', {}, cookie);
    expect(out.status).toBe(204);
    expect(String(out.headers['set-cookie'])).toMatch(/^__Host-touchstone=; Max-Age=0/);
    expect((await ask('GET', '/session', undefined, cookie)).status).toBe(401);
    expect((await ask('GET', '/session', undefined, '__Host-touchstone=invented')).status).toBe(401);
  });

  test('is not in the way of its owner while strangers guess, and tells a stranger how long to wait', async () => {
    const { email, cookies } = await person();
    const stranger = browser();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await stranger('POST', '/session', { email, password: 'wrong' })).status).toBe(401);
    }
    const refused = await stranger('POST', '/session', { email: email.toUpperCase(), password: 'wrong' });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.body.detail).toMatch(/try again in \d+ seconds/);
    expect(refused.body.code).toBe('too-many-attempts');
    expect((await browser()('POST', '/session', { email, password: PASSWORD })).status).toBe(200);

    for (let address = 0; address < 4; address += 1) {
      const another = browser();
      for (let attempt = 0; attempt < 4; attempt += 1) await another('POST', '/session', { email, password: 'wrong' });
    }
    // From where strangers guess, too: the cookie that the browser got at its first sign-in makes it known.
    const known = await stranger('POST', '/session', { email, password: PASSWORD }, cookies[1]);
    expect(known.status).toBe(200);
    expect(cookiesIn(known)[1]).toBe(cookies[1]);
    const unknown = await browser()('POST', '/session', { email, password: PASSWORD });
    expect(unknown.status).toBe(429);
    expect(Number(unknown.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  test('has to wait after twenty failures for many people from one address', async () => {
    const { email } = await person();
    const ask = browser();
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const given = { email: `guess${attempt}@harbour.example`, password: 'wrong' };
      expect((await ask('POST', '/session', given)).status).toBe(401);
    }
    expect((await ask('POST', '/session', { email, password: PASSWORD })).status).toBe(429);
    expect((await browser()('POST', '/session', { email, password: PASSWORD })).status).toBe(200);
  });

  /** Switches the second factor on over HTTPS; the codes of its authenticator, for now and for half a minute later. */
  const secondFactor = async ({ ask, cookie }: Pick<Awaited<ReturnType<typeof person>>, 'ask' | 'cookie'>) => {
    const begun = await ask('POST', '/totp', { proof: PASSWORD }, cookie);
    expect(begun.body.uri).toMatch(/^otpauth:\/\/totp\/Touchstone/);
    const totp = new TOTP({ secret: Secret.fromBase32(begun.body.secret) });
    expect((await ask('POST', '/totp/confirm', { code: '12' }, cookie)).body.errors).toEqual([
      { field: 'code', message: expect.any(String) },
    ]);
    const confirmed = await ask('POST', '/totp/confirm', { code: totp.generate() }, cookie);
    expect(confirmed.status).toBe(200);
    // The code that switched it on was used; the next time step's is taken for clocks that run ahead.
    return { next: totp.generate({ timestamp: Date.now() + 30_000 }), codes: confirmed.body.codes as string[] };
  };

  test('asks for a one-time code once that is switched on, until the password switches it off', async () => {
    const { email, ask, cookie } = await person();
    const { next } = await secondFactor({ ask, cookie });
    expect((await ask('GET', '/session', undefined, cookie)).body.totp).toBe(true);
    const without = await ask('POST', '/session', { email, password: PASSWORD });
    expect(without.status).toBe(401);
    expect(without.body.code).toBe('code-required');
    expect((await ask('POST', '/session', { email, password: PASSWORD, code: next })).status).toBe(200);
    expect((await ask('POST', '/session', { email, password: PASSWORD, code: next })).status).toBe(401);
    expect((await ask('DELETE', '/totp', { proof: 'wrong' }, cookie)).status).toBe(400);
    expect((await ask('DELETE', '/totp', { proof: PASSWORD }, cookie)).status).toBe(204);
    expect((await ask('POST', '/session', { email, password: PASSWORD })).status).toBe(200);
  });

  test('keeps no secret of one-time codes that a stolen database would give away', async () => {
    const { ask, cookie } = await person();
    const begun = await ask('POST', '/totp', { proof: PASSWORD }, cookie);
    const { secret } = begun.body;
    const stored = () => bench.records(({ users }) => users.totpSecrets());
    expect(JSON.stringify(await stored())).not.toContain(secret);
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    expect((await ask('POST', '/totp/confirm', { code }, cookie)).status).toBe(200);
    expect(JSON.stringify(await stored())).not.toContain(secret);
  });

  test('seals at its start what an older program stored, and its codes go on', async () => {
    const { email, ask } = await person();
    const secret = new Secret({ size: 20 });
    await bench.records(async ({ users }) => {
      const { user } = (await users.credentials(email))!;
      await users.setTotp(user.id, { secret: secret.base32, recoveryCodes: [] }, new Uint8Array(32));
    });
    await served.stop();
    served = await bench.serve();
    const stored = await bench.records(({ users }) => users.totpSecrets());
    expect(JSON.stringify(stored)).not.toContain(secret.base32);
    expect((await ask('POST', '/session', { email, password: PASSWORD })).body.code).toBe('code-required');
    const given = { email, password: PASSWORD, code: new TOTP({ secret }).generate() };
    expect((await ask('POST', '/session', given)).status).toBe(200);
  });

  test('a session alone can neither replace the second factor nor see or renew its recovery codes', async () => {
    const { ask, cookie } = await person();
    const { next, codes } = await secondFactor({ ask, cookie });
    expect((await ask('POST', '/totp', {}, cookie)).status).toBe(400);
    const guessed = await ask('POST', '/totp', { proof: 'a guess at the password' }, cookie);
    expect([guessed.status, guessed.body.code]).toEqual([400, 'proof-wrong']);
    expect((await ask('POST', '/recovery-codes', { proof: codes[0]! }, cookie)).status).toBe(400);
    const left = await ask('GET', '/recovery-codes', undefined, cookie);
    expect(left.body).toEqual({ left: 10, lastUsedAt: null });
    expect((await ask('POST', '/totp', { proof: next }, cookie)).status).toBe(200);
  });

  test('takes a recovery code in place of the authenticator, once', async () => {
    const { email, ask, cookie } = await person();
    expect((await ask('POST', '/recovery-codes', { proof: PASSWORD }, cookie)).status).toBe(409);
    const { codes } = await secondFactor({ ask, cookie });
    const given = { email, password: PASSWORD, code: codes[3]! };
    expect((await ask('POST', '/session', given)).status).toBe(200);
    expect((await ask('POST', '/session', given)).status).toBe(401);
    expect((await ask('GET', '/recovery-codes', undefined, cookie)).body).toMatchObject({ left: 9 });
    const renewed = await ask('POST', '/recovery-codes', { proof: PASSWORD }, cookie);
    expect(new Set([...codes, ...renewed.body.codes]).size).toBe(20);
    expect((await ask('POST', '/session', { ...given, code: codes[4]! })).status).toBe(401);
    for (const code of [...codes, ...renewed.body.codes]) expect(bench.logged).not.toContain(code);
  });

  test('refuses a password that many people use, that is a pattern, or that is little more than the address', async () => {
    const { email, ask, cookie } = await person();
    for (const [password, reason] of [
      ['Password1234!', 'password-common'],
      ['qwertyuiop12', 'password-pattern'],
      [email, 'password-personal'],
    ]) {
      const { status, body } = await ask('POST', '/password', { current: PASSWORD, password }, cookie);
      expect([status, body.code, body.errors[0].field]).toEqual([400, reason, 'password']);
    }
  });

  test('with a new password ends every other session of that person', async () => {
    const { email, ask, cookie } = await person();
    const other = cookieIn(await browser()('POST', '/session', { email, password: PASSWORD }));
    const change = { current: PASSWORD, password: 'another pass phrase 9' };
    expect((await ask('POST', '/password', { ...change, current: 'wrong' }, cookie)).status).toBe(400);
    expect((await ask('POST', '/password', { ...change, password: 'short' }, cookie)).status).toBe(400);
    expect((await ask('POST', '/password', change, cookie)).status).toBe(204);
    expect((await ask('GET', '/session', undefined, other)).status).toBe(401);
    expect((await ask('GET', '/session', undefined, cookie)).status).toBe(200);
    expect((await browser()('POST', '/session', { email, password: PASSWORD })).status).toBe(401);
    expect((await browser()('POST', '/session', { email, password: change.password })).status).toBe(200);
  });

  test('the password of a session that somebody found cannot be guessed without end', async () => {
    const { ask, cookie } = await person();
    const change = { current: 'wrong', password: 'another pass phrase 9' };
    for (let attempt = 0; attempt < 5; attempt += 1) await ask('POST', '/password', change, cookie);
    const refused = await ask('POST', '/password', { ...change, current: PASSWORD }, cookie);
    expect(refused.status).toBe(429);
    // No word of a quota: nothing that the account pays for was asked.
    expect([refused.body.code, Number(refused.headers['retry-after']) > 0]).toEqual(['too-many-attempts', true]);
  });
});
