import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { openRecords } from '../records/open.ts';
import type { Records } from '../records/port.ts';
import { People, type SignedIn } from './people.ts';

const PASSWORD = 'correct horse battery';
const CLIENT = '203.0.113.7';
const HOUR_MS = 3_600_000;

describe('people of the dashboard', () => {
  let directory: string;
  let records: Records;
  let now: Date;
  let people: People;
  let accountId: number;
  let email: string;
  let me: SignedIn;
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
    people = new People(records, () => now);
    count += 1;
    email = `person${count}@example.org`;
    const { token } = await people.invite({ accountId, email, role: 'owner' }, 'operator');
    const accepted = await people.accept({ token, password: PASSWORD });
    if (accepted.kind !== 'ok') throw new Error(accepted.kind);
    me = accepted;
  });
  const later = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };
  const signIn = (given: { email?: string; password?: string; code?: string } = {}, client = CLIENT) =>
    people.signIn({ email, password: PASSWORD, ...given }, client);
  /** Switches the second factor on; answers the codes that an authenticator shows. */
  const enrol = async (): Promise<() => string> => {
    const { secret } = await people.beginTotp(me.user);
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    const code = () => totp.generate({ timestamp: now.getTime() });
    expect(await people.confirmTotp(me.user, me.session, code())).toBe(true);
    later(30_000);
    return code;
  };

  test('a session ends twelve hours after its last request, and after seven days whatever is done', async () => {
    later(12 * HOUR_MS - 1);
    expect(await people.of(me.session)).toMatchObject({ email });
    later(12 * HOUR_MS + 1);
    expect(await people.of(me.session)).toBeUndefined();
    const again = await signIn();
    if (again.kind !== 'ok') throw new Error(again.kind);
    for (let hours = 0; hours < 7 * 24; hours += 8) {
      expect(await people.of(again.session)).toBeDefined();
      later(8 * HOUR_MS);
    }
    later(1);
    expect(await people.of(again.session)).toBeUndefined();
  });

  test('after five wrong passwords an address waits, from wherever, also one that nobody has', async () => {
    for (const given of [{ password: 'wrong' }, { email: `nobody${count}@example.org` }]) {
      for (let attempt = 0; attempt < 5; attempt += 1) {
        expect(await signIn(given, `198.51.100.${attempt}`)).toEqual({ kind: 'wrong' });
      }
      expect(await signIn({ ...given, password: PASSWORD }, '192.0.2.1')).toEqual({ kind: 'wait', seconds: 60 });
    }
    later(60_000);
    expect(await signIn()).toMatchObject({ kind: 'ok' });
  });

  test('a client waits after five failures, whatever IPv6 address of its network it takes, and whoever else it is', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await signIn({ email: `n${attempt}@example.org` }, `2001:db8::${attempt}`)).toEqual({ kind: 'wrong' });
      if (attempt === 3) expect(await signIn({}, '2001:db8::99')).toMatchObject({ kind: 'ok' });
    }
    expect(await signIn({}, '2001:db8::abcd')).toMatchObject({ kind: 'wait' });
    expect(await signIn({}, '2001:db8:0:1::1')).toMatchObject({ kind: 'ok' });
  });

  test('with a second factor the password alone asks for a code, and a code works once', async () => {
    const code = await enrol();
    expect(await signIn()).toEqual({ kind: 'code-required' });
    expect(await signIn({ code: code() })).toMatchObject({ kind: 'ok' });
    expect(await signIn({ code: code() })).toEqual({ kind: 'wrong' });
    later(60_000);
    expect(await signIn({ code: code() })).toMatchObject({ kind: 'ok' });
  });

  test('codes cannot be tried without end by giving the password alone in between', async () => {
    const code = await enrol();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await signIn({ code: code() === '000000' ? '000001' : '000000' })).toEqual({ kind: 'wrong' });
      if (attempt < 4) expect(await signIn()).toEqual({ kind: 'code-required' });
    }
    expect(await signIn()).toMatchObject({ kind: 'wait' });
    expect(await signIn({ code: code() })).toMatchObject({ kind: 'wait' });
  });

  test('a link cannot be used after its time, nor with a password that is too short', async () => {
    const { token } = await people.invite({ accountId, email: `x${count}@example.org`, role: 'viewer' }, 'operator');
    await expect(people.accept({ token, password: 'too short' })).rejects.toMatchObject({ code: 'validation' });
    later(7 * 24 * HOUR_MS);
    expect(await people.accept({ token, password: PASSWORD })).toEqual({ kind: 'used-up' });
  });

  test('the link of the first set-up works for a day, an invitation for seven', async () => {
    const { token, expires } = await people.invite({ accountId, email: null, role: 'owner' }, 'service');
    expect(expires).toBe('2026-11-21T12:00:00.000Z');
    later(24 * HOUR_MS);
    expect(await people.link(token)).toBeUndefined();
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
