import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { openRecords } from '../open-records.ts';
import type { Records } from '../records/port.ts';
import { announceToNobody } from '../use-cases/events.ts';
import { inviteUser, type UserToInvite } from '../use-cases/users.ts';
import type { SignedIn } from './browser-session.ts';
import { PasskeyChallenges } from './passkey-challenges.ts';
import { TotpSecrets } from './totp-secrets.ts';
import { Users } from './users.ts';

const PASSWORD = 'correct horse battery';
const MASTER = 'ab'.repeat(32);
const masters = async () => [MASTER];
const CLIENT = '203.0.113.7';
/** A browser that nobody signed in with. */
const STRANGER = { client: CLIENT, browser: undefined };
const HOUR_MS = 3_600_000;

describe('users of the dashboard', () => {
  let directory: string;
  let records: Records;
  let now: Date;
  let users: Users;
  let accountId: number;
  let email: string;
  let me: SignedIn;
  let recoveryCodes: string[];
  let count = 0;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'touchstone-people-'));
    records = await openRecords(readConfig({ TOUCHSTONE_DATA_DIR: directory }), () => now);
    now = new Date('2026-11-20T12:00:00Z');
    accountId = (await records.accounts.create({ name: 'Ferry Ltd', quota: 5, plan: 'x' }, 'operator')).id;
  });
  afterAll(async () => {
    await records.close();
    await rm(directory, { recursive: true });
  });
  beforeEach(async () => {
    now = new Date('2026-11-20T12:00:00Z');
    users = new Users(records, () => now, new TotpSecrets(masters), new PasskeyChallenges(masters, () => now));
    count += 1;
    email = `person${count}@example.org`;
    const { token } = await invite({ email, role: 'owner' });
    const accepted = await users.accept({ token, password: PASSWORD }, STRANGER);
    if (accepted.kind !== 'ok') throw new Error(accepted.kind);
    me = accepted;
  });
  const invite = (wanted: Omit<UserToInvite, 'accountId'>) =>
    inviteUser({ records, announce: announceToNobody, now: () => now }, { accountId, ...wanted }, 'operator');
  const later = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };
  const signIn = (
    given: { email?: string; password?: string; code?: string } = {},
    client = CLIENT,
    browser?: string,
  ) => users.signIn.byPassword({ email, password: PASSWORD, ...given }, { client, browser });
  /** Switches the second factor on; answers the codes that an authenticator shows. */
  const enrol = async (): Promise<() => string> => {
    const begun = await users.secondFactor.begin({ ...me, proof: { typed: PASSWORD } });
    const totp = new TOTP({ secret: Secret.fromBase32(begun!.secret) });
    const code = () => totp.generate({ timestamp: now.getTime() });
    recoveryCodes = (await users.secondFactor.confirm(me, code()))!;
    later(30_000);
    return code;
  };

  test('a session ends twelve hours after its last request, and after seven days whatever is done', async () => {
    later(12 * HOUR_MS - 1);
    expect(await users.of(me.session)).toMatchObject({ email });
    later(12 * HOUR_MS + 1);
    expect(await users.of(me.session)).toBeUndefined();
    const again = await signIn();
    if (again.kind !== 'ok') throw new Error(again.kind);
    for (let hours = 0; hours < 7 * 24; hours += 8) {
      expect(await users.of(again.session)).toBeDefined();
      later(8 * HOUR_MS);
    }
    later(1);
    expect(await users.of(again.session)).toBeUndefined();
  });

  test('a stranger makes nobody wait but themselves, and is told the same of an address that nobody has', async () => {
    for (const given of [{ password: 'wrong' }, { email: `nobody${count}@example.org` }]) {
      for (let attempt = 0; attempt < 5; attempt += 1) expect(await signIn(given)).toEqual({ kind: 'wrong' });
      expect(await signIn(given)).toEqual({ kind: 'wait', seconds: 15 });
    }
    expect(await signIn({}, '192.0.2.1')).toMatchObject({ kind: 'ok' });
    later(15_000);
    expect(await signIn()).toMatchObject({ kind: 'ok' });
  });

  test('while many addresses guess, the owner comes in at once with a known browser, with a new one after its wait', async () => {
    for (let client = 0; client < 5; client += 1) {
      for (let attempt = 0; attempt < 5; attempt += 1) await signIn({ password: 'wrong' }, `198.51.100.${client}`);
    }
    expect(await signIn({}, '198.51.100.1', me.browser)).toMatchObject({ kind: 'ok', browser: me.browser });
    expect(await signIn({}, '192.0.2.1')).toEqual({ kind: 'wait', seconds: 15 });
    later(15_000);
    const fresh = await signIn({}, '192.0.2.1');
    if (fresh.kind !== 'ok') throw new Error(fresh.kind);
    expect(await signIn({}, '198.51.100.1', fresh.browser)).toMatchObject({ kind: 'ok' });
  });

  test('a browser is known for whom it signed in, by a value of the service, and until the password changes', async () => {
    for (let client = 0; client < 5; client += 1) {
      for (let attempt = 0; attempt < 5; attempt += 1) await signIn({ password: 'wrong' }, `198.51.100.${client}`);
    }
    const other = `other${count}@example.org`;
    const { token } = await invite({ email: other, role: 'viewer' });
    const invented = await users.accept({ token, password: PASSWORD }, { client: CLIENT, browser: 'invented' });
    if (invented.kind !== 'ok') throw new Error(invented.kind);
    expect(invented.browser).toMatch(/^[\w-]{43}$/);
    // What somebody else's browser is known by is no help.
    expect(await signIn({}, '192.0.2.1', invented.browser)).toMatchObject({ kind: 'wait' });
    const second = await signIn({}, '192.0.2.1', me.browser);
    if (second.kind !== 'ok') throw new Error(second.kind);
    const change = { current: PASSWORD, password: 'another pass phrase 9' };
    const present = { session: second.session, browser: undefined };
    expect(await users.changePassword(me.user, present, change)).toBe(true);
    expect(await signIn({ password: change.password }, '192.0.2.2', me.browser)).toMatchObject({ kind: 'wait' });
  });

  test('with a second factor the password alone asks for a code, and a code works once', async () => {
    const code = await enrol();
    expect(await signIn()).toEqual({ kind: 'code-required' });
    expect(await signIn({ code: code() })).toMatchObject({ kind: 'ok' });
    expect(await signIn({ code: code() })).toEqual({ kind: 'wrong' });
    later(60_000);
    expect(await signIn({ code: code() })).toMatchObject({ kind: 'ok' });
  });

  test('codes cannot be tried without end, not by giving the password alone in between nor from many addresses', async () => {
    const code = await enrol();
    const wrong = { code: code() === '000000' ? '000001' : '000000' };
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const client = `198.51.100.${attempt}`;
      expect(await signIn(wrong, client)).toEqual({ kind: 'wrong' });
      expect(await signIn({}, client)).toEqual({ kind: 'code-required' });
    }
    expect(await signIn(wrong, '192.0.2.1')).toEqual({ kind: 'wait', seconds: 15 });
    expect(await signIn({ code: code() }, '192.0.2.2')).toMatchObject({ kind: 'wait' });
    expect(await signIn({ code: code() }, '192.0.2.2', me.browser)).toMatchObject({ kind: 'ok' });
  });

  test('a second factor is neither replaced nor switched off without the password or a current code', async () => {
    const code = await enrol();
    const { secondFactor } = users;
    const spent = code();
    expect(await secondFactor.begin({ ...me, proof: { typed: 'not my password' } })).toBeUndefined();
    expect(await secondFactor.begin({ ...me, proof: { typed: spent } })).toBeDefined();
    expect(await secondFactor.renewCodes({ ...me, proof: { typed: spent } })).toBeUndefined();
    expect(await secondFactor.end({ ...me, proof: { typed: recoveryCodes[0]! } })).toBe(false);
    expect(await signIn()).toEqual({ kind: 'code-required' });
    expect(await secondFactor.end({ ...me, proof: { typed: PASSWORD } })).toBe(true);
    expect(await signIn()).toMatchObject({ kind: 'ok' });
  });

  test('whoever holds a stolen session cannot guess the password without end, and keeps only that session waiting', async () => {
    await enrol();
    for (let attempt = 0; attempt < 5; attempt += 1)
      await users.secondFactor.end({ ...me, proof: { typed: '000000' } });
    await expect(users.secondFactor.begin({ ...me, proof: { typed: PASSWORD } })).rejects.toMatchObject({
      seconds: 15,
    });
    const other = await signIn({ code: recoveryCodes[0]! });
    if (other.kind !== 'ok') throw new Error(other.kind);
    expect(await users.secondFactor.begin({ ...other, proof: { typed: PASSWORD } })).toBeDefined();
  });

  test('a recovery code signs in once, however it is typed, and is counted and audited', async () => {
    await enrol();
    expect(recoveryCodes).toHaveLength(10);
    const [first, second] = recoveryCodes as [string, string];
    expect(first).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(await signIn({ code: first, password: 'not my password' })).toEqual({ kind: 'wrong' });
    expect(await signIn({ code: first })).toMatchObject({ kind: 'ok' });
    expect(await signIn({ code: first })).toEqual({ kind: 'wrong' });
    const typed = second.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    expect(await signIn({ code: typed })).toMatchObject({ kind: 'ok' });
    expect(await users.secondFactor.codesLeft(me.user)).toEqual({ left: 8, lastUsedAt: now.toISOString() });
    const used = await records.audit.page(accountId, { limit: 1, action: 'user.recovery-code-used' });
    expect(used).toMatchObject([{ actor: `user:${me.user.id}`, details: { left: 8 } }]);
  });

  test('new recovery codes take the place of the old ones', async () => {
    await enrol();
    const [old] = recoveryCodes;
    const renewed = await users.secondFactor.renewCodes({ ...me, proof: { typed: PASSWORD } });
    expect(await users.secondFactor.codesLeft(me.user)).toEqual({ left: 10, lastUsedAt: null });
    expect(await signIn({ code: old! })).toEqual({ kind: 'wrong' });
    expect(await signIn({ code: renewed![9]! })).toMatchObject({ kind: 'ok' });
  });

  test('a common password is refused wherever one is set', async () => {
    const { token } = await invite({ email: `y${count}@example.org`, role: 'viewer' });
    const refused = { code: 'validation', rule: 'password-common' };
    await expect(users.accept({ token, password: 'Password1234!' }, STRANGER)).rejects.toMatchObject(refused);
    const present = { session: me.session, browser: undefined };
    const change = { current: PASSWORD, password: 'administrator' };
    await expect(users.changePassword(me.user, present, change)).rejects.toMatchObject(refused);
    expect(await users.changePassword(me.user, present, { ...change, current: 'wrong' })).toBe(false);
  });

  test('a link cannot be used after its time, nor with a password that is too short', async () => {
    const { token } = await invite({ email: `x${count}@example.org`, role: 'viewer' });
    await expect(users.accept({ token, password: 'too short' }, STRANGER)).rejects.toMatchObject({
      code: 'validation',
    });
    later(7 * 24 * HOUR_MS);
    expect(await users.accept({ token, password: PASSWORD }, STRANGER)).toEqual({ kind: 'used-up' });
  });

  test('the link of the first set-up works for a day, an invitation for seven', async () => {
    const { token, expires } = await invite({ email: null, role: 'owner' });
    expect(expires).toBe('2026-11-21T12:00:00.000Z');
    later(24 * HOUR_MS);
    expect(await users.invitation(token)).toBeUndefined();
  });

  test('failed attempts are in the audit log, those of nobody without an account', async () => {
    const before = (await records.audit.head())!.sequence;
    await signIn({ password: 'wrong' });
    await signIn({ email: `nobody-else${count}@example.org` });
    expect((await records.audit.head())!.sequence).toBe(before + 2);
    const [entry] = await records.audit.page(accountId, { limit: 1 });
    expect(entry).toMatchObject({ action: 'user.sign-in-failed', subject: `user:${me.user.id}`, sequence: before + 1 });
  });
});
