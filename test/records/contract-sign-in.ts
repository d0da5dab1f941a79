import { expect, test } from 'vitest';
import { sessionId } from '../../src/domain/user.ts';
import { accountWithKey } from './samples.ts';
import { type Context, hash, joined, LATER } from './samples-users.ts';

/** Sessions, passwords, the second factor and known browsers. */
export function signInTests({ records, store }: Context): void {
  test('a session names its user until it is ended, and replaces the one before', async () => {
    const { accountId } = await accountWithKey(records());
    const user = await joined(records(), accountId, 'ada@example.org', 'analyst');
    await records().users.beginSession(user.id, hash('new'), hash('ada@example.org'), '2000-01-01T00:00:00.000Z');
    expect(await records().users.session(hash('ada@example.org'))).toBeUndefined();
    const later = await store().open(() => new Date('2098-01-01T00:00:00Z'));
    await later.users.sawSession(hash('new'));
    expect(await records().users.session(hash('new'))).toMatchObject({
      user: { ...user, lastSeenAt: '2098-01-01T00:00:00.000Z' },
      seenAt: '2098-01-01T00:00:00.000Z',
    });
    await records().users.endSession(hash('new'));
    expect(await records().users.session(hash('new'))).toBeUndefined();
  });

  test('the sessions of a person are listed by their last use and end one by one, or all but one', async () => {
    const { accountId } = await accountWithKey(records());
    const { users } = records();
    const user = await joined(records(), accountId, `listed-${accountId}`, 'analyst');
    const other = await joined(records(), accountId, `other-${accountId}`, 'analyst');
    const [one, two] = [hash(`one-${accountId}`), hash(`two-${accountId}`)];
    await users.beginSession(user.id, one, hash(`listed-${accountId}`), '2000', 'Firefox 128, Windows');
    await users.beginSession(user.id, two, undefined, '2000');
    await (await store().open(() => new Date('2098-01-01T00:00:00Z'))).users.sawSession(one);
    const listed = await users.sessions(user.id, 9);
    expect(listed).toMatchObject([
      { id: sessionId(one), agent: 'Firefox 128, Windows', seenAt: '2098-01-01T00:00:00.000Z' },
      { id: sessionId(two), agent: null },
    ]);
    expect(await users.sessions(user.id, 1)).toHaveLength(1);
    expect(await users.endSessionOf(other.id, sessionId(one))).toBe(false);
    expect(await users.endOtherSessions(user.id, one)).toBe(1);
    expect(await users.endOtherSessions(user.id, one)).toBe(0);
    expect(await users.endSessionOf(user.id, sessionId(one))).toBe(true);
    expect(await users.sessions(user.id, 9)).toEqual([]);
    expect(await users.sessions(other.id, 9)).toHaveLength(1);
    const ended = await records().audit.page(accountId, { limit: 9, action: 'user.sessions-ended' });
    expect(ended.map(({ subject }) => subject)).toEqual([`user:${user.id}`, `user:${user.id}`]);
  });

  test('browsers that people of an account first signed in with are told since when, but for one', async () => {
    const { accountId } = await accountWithKey(records());
    const { users } = records();
    const email = `new-${accountId}@example.org`;
    const { id } = await joined(records(), accountId, email, 'analyst');
    const [mine, theirs] = [hash(`mine-${accountId}`), hash(`theirs-${accountId}`)];
    await users.rememberBrowser(id, { presented: undefined, fresh: mine, agent: 'Safari 17, iPhone' });
    await users.rememberBrowser(id, { presented: undefined, fresh: theirs });
    const since = new Date(Date.now() - 60_000).toISOString();
    expect((await users.newBrowsers(accountId, { since, limit: 9 })).length).toBe(2);
    const others = await users.newBrowsers(accountId, { since, limit: 9, except: theirs });
    expect(others).toMatchObject([{ email, agent: 'Safari 17, iPhone', at: expect.stringMatching(/Z$/) }]);
    expect(await users.newBrowsers(accountId, { since: LATER, limit: 9 })).toEqual([]);
    // It came again, so it is no newer.
    const later = await store().open(() => new Date('2098-01-01T00:00:00Z'));
    await later.users.rememberBrowser(id, { presented: mine, fresh: hash('unused'), agent: 'Safari 18, iPhone' });
    expect(await users.newBrowsers(accountId, { since: '2097-01-01T00:00:00.000Z', limit: 9 })).toEqual([]);
    const { accountId: strange } = await accountWithKey(records());
    expect(await users.newBrowsers(strange, { since, limit: 9 })).toEqual([]);
  });

  test('after a restore people and invitations are suspended until they are resumed, and nobody is signed in', async () => {
    const { accountId } = await accountWithKey(records());
    const { users } = records();
    await joined(records(), accountId, 'ada@example.org', 'owner');
    await joined(records(), accountId, 'cy@example.org', 'analyst');
    const link = { accountId, email: 'b@example.org', role: 'viewer', hash: hash('b'), expiresAt: LATER } as const;
    await users.invite(link, 'operator');
    await records().afterRestore({ backup: '2026-11-01', resume: false }, 'operator');
    expect(await users.session(hash('ada@example.org'))).toBeUndefined();
    expect(await users.credentials('ada@example.org')).toBeUndefined();
    expect(await users.invitation(hash('b'))).toBeUndefined();
    expect(await records().suspended()).toEqual({ keys: 1, people: 2, invitations: 1 });

    const ada = { people: [{ email: 'ada@example.org', accountId, role: 'owner' }], invitations: [] };
    expect(await users.resume('ADA@example.org', 'operator')).toMatchObject(ada);
    expect((await users.credentials('ada@example.org'))?.password).toBe('phc');
    expect(await users.session(hash('ada@example.org'))).toBeUndefined();
    expect(await users.resume('b@example.org', 'operator')).toMatchObject({ people: [], invitations: [{ accountId }] });
    expect(await users.invitation(hash('b'))).toMatchObject({ email: 'b@example.org' });
    const listed = await users.list(accountId);
    expect(listed.map(({ email, suspendedAt }) => [email, suspendedAt !== null])).toEqual([
      ['ada@example.org', false],
      ['cy@example.org', true],
      ['b@example.org', false],
    ]);
    expect(await users.resume('nobody@example.org', 'operator')).toEqual({ people: [], invitations: [] });
    expect((await users.resume(null, 'operator')).people).toMatchObject([{ email: 'cy@example.org' }]);
    expect(await records().suspended()).toMatchObject({ people: 0, invitations: 0 });
  });

  test.each([true, false])(
    'a restore (resume: %s) forgets recovery codes, known browsers and a second factor that was only begun',
    async (resume) => {
      const { accountId } = await accountWithKey(records());
      const { users } = records();
      const { id } = await joined(records(), accountId, 'ada@example.org', 'owner');
      await users.setTotp(id, { secret: 'SECRET', recoveryCodes: ['one', 'two'] }, hash('ada@example.org'));
      await users.beginTotp(id, 'NEXT');
      await users.rememberBrowser(id, { presented: undefined, fresh: hash('browser') });
      await records().afterRestore({ backup: '2026-11-01', resume }, 'operator');
      await users.resume(null, 'operator');
      expect(await users.recoveryCodes(id)).toEqual([]);
      expect(await users.knowsBrowser('ada@example.org', hash('browser'))).toBe(false);
      expect(await users.pendingTotp(id)).toBeUndefined();
      // The authenticator itself goes on: a second factor that fell away would be worse.
      expect((await users.credentials('ada@example.org'))?.totpSecret).toBe('SECRET');
    },
  );

  test('stored secrets of one-time codes are listed, and replaced only where they are still the same', async () => {
    const { accountId } = await accountWithKey(records());
    const { users } = records();
    const { id } = await joined(records(), accountId, 'ada@example.org', 'owner');
    await joined(records(), accountId, 'cy@example.org', 'owner');
    await users.setTotp(id, { secret: 'SECRET', recoveryCodes: [] }, hash('ada@example.org'));
    const [before] = await users.totpSecrets();
    expect(await users.totpSecrets()).toEqual([{ id, secret: 'SECRET', pending: null }]);
    await users.beginTotp(id, 'NEXT');
    expect(await users.resealTotp(before!, { secret: 'sealed', pending: null })).toBe(false);
    const [present] = await users.totpSecrets();
    expect(await users.resealTotp(present!, { secret: 'sealed', pending: 'begun' })).toBe(true);
    expect(await users.totpSecrets()).toEqual([{ id, secret: 'sealed', pending: 'begun' }]);
    expect(await users.pendingTotp(id)).toBe('begun');
  });

  test('a new invitation lets a suspended person in again', async () => {
    const { accountId } = await accountWithKey(records());
    await joined(records(), accountId, 'ada@example.org', 'owner');
    await records().afterRestore({ backup: '2026-11-01', resume: false }, 'operator');
    await joined(records(), accountId, 'ada@example.org', 'owner', 'anew');
    expect((await records().users.credentials('ada@example.org'))?.password).toBe('phc');
  });

  test('a new password, a second factor and its end each end every other session', async () => {
    const { accountId } = await accountWithKey(records());
    const user = await joined(records(), accountId, 'ada@example.org', 'analyst');
    const { users } = records();
    const others = async (change: () => Promise<unknown>) => {
      for (const name of ['one', 'two']) await users.beginSession(user.id, hash(name), hash(name), '2000');
      await change();
      return [await users.session(hash('one')), await users.session(hash('two'))].map(Boolean);
    };
    expect(await others(() => users.setPassword(user.id, 'other', hash('one'), undefined))).toEqual([true, false]);
    expect(await others(() => users.setTotp(user.id, { secret: 'SECRET', recoveryCodes: [] }, hash('one')))).toEqual([
      true,
      false,
    ]);
    expect(await users.credentialsOf(user.id)).toMatchObject({ password: 'other', totpSecret: 'SECRET' });
    expect((await users.session(hash('one')))?.user.totp).toBe(true);
    expect(await others(() => users.setTotp(user.id, null, hash('two')))).toEqual([false, true]);
    expect((await users.credentialsOf(user.id))?.totpSecret).toBeNull();
  });

  test('recovery codes are used once each, are replaced together, and end with the second factor', async () => {
    const { accountId } = await accountWithKey(records());
    const ada = await joined(records(), accountId, 'ada@example.org', 'analyst');
    const bob = await joined(records(), accountId, 'bob@example.org', 'viewer');
    const { users } = records();
    const hashes = async () => (await users.recoveryCodes(ada.id)).map((code) => code.hash);
    await users.setTotp(ada.id, { secret: 'SECRET', recoveryCodes: ['one', 'two'] }, hash('s'));
    expect(await users.recoveryCodes(ada.id)).toContainEqual({ hash: 'one', usedAt: null });
    expect(await users.useRecoveryCode(bob.id, 'one')).toBe(false);
    const uses = [users.useRecoveryCode(ada.id, 'one'), users.useRecoveryCode(ada.id, 'one')];
    expect((await Promise.all(uses)).sort()).toEqual([false, true]);
    expect(await users.recoveryCodes(ada.id)).toContainEqual({ hash: 'one', usedAt: expect.any(String) });
    expect(await users.recoveryCodes(ada.id)).toContainEqual({ hash: 'two', usedAt: null });
    await users.setRecoveryCodes(ada.id, ['three']);
    expect(await hashes()).toEqual(['three']);
    expect(await users.useRecoveryCode(ada.id, 'two')).toBe(false);
    await users.setTotp(ada.id, null, hash('s'));
    expect(await hashes()).toEqual([]);
  });

  test('a browser is known by its fresh value, or by the one that it was known by already, until it is forgotten', async () => {
    const { accountId } = await accountWithKey(records());
    const ada = await joined(records(), accountId, 'ada@example.org', 'analyst');
    const bob = await joined(records(), accountId, 'bob@example.org', 'viewer');
    const { users } = records();
    const knows = (email: string) => users.knowsBrowser(email, hash('browser'));
    const invented = { presented: hash('invented'), fresh: hash('browser') };
    expect(await users.rememberBrowser(ada.id, invented)).toBe(false);
    expect([await knows('ADA@example.org'), await knows('bob@example.org')]).toEqual([true, false]);
    expect(await users.knowsBrowser('ada@example.org', hash('invented'))).toBe(false);
    expect(await users.rememberBrowser(bob.id, { presented: hash('browser'), fresh: hash('unused') })).toBe(true);
    expect([await knows('ada@example.org'), await knows('bob@example.org')]).toEqual([true, true]);
    await users.setPassword(ada.id, 'other', hash('s'), hash('browser'));
    expect(await knows('ada@example.org')).toBe(true);
    await users.setPassword(ada.id, 'other', hash('s'), undefined);
    await users.remove(accountId, bob.id, 'operator');
    expect([await knows('ada@example.org'), await knows('bob@example.org')]).toEqual([false, false]);
  });

  test('of each person the twenty browsers are known that were used last', async () => {
    const { accountId } = await accountWithKey(records());
    const ada = await joined(records(), accountId, 'ada@example.org', 'analyst');
    let now = Date.UTC(2099, 0, 1);
    const { users } = await store().open(() => new Date(now));
    for (let browser = 0; browser <= 20; browser += 1) {
      now += 1000;
      await users.rememberBrowser(ada.id, { presented: undefined, fresh: hash(`browser ${browser}`) });
    }
    expect(await users.knowsBrowser('ada@example.org', hash('browser 0'))).toBe(false);
    expect(await users.knowsBrowser('ada@example.org', hash('browser 1'))).toBe(true);
  });

  test('a one-time code counts once, also where two sign-ins bring it at the same time', async () => {
    const { accountId } = await accountWithKey(records());
    const user = await joined(records(), accountId, 'ada@example.org', 'analyst');
    const { users } = records();
    await users.beginTotp(user.id, 'SECRET');
    expect(await users.pendingTotp(user.id)).toBe('SECRET');
    expect((await Promise.all([users.useTotpStep(user.id, 100), users.useTotpStep(user.id, 100)])).sort()).toEqual([
      false,
      true,
    ]);
    expect(await users.useTotpStep(user.id, 99)).toBe(false);
    expect(await users.useTotpStep(user.id, 101)).toBe(true);
  });
}
