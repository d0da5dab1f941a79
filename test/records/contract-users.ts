import { describe, expect, test } from 'vitest';
import { passkeyTests } from './contract-passkeys.ts';
import { signInTests } from './contract-sign-in.ts';
import { accountWithKey, screening, verification } from './samples.ts';
import { type Context, hash, joined, LATER, userOf } from './samples-users.ts';

export function userTests({ records, store }: Context): void {
  describe('users', () => {
    linkTests({ records, store });
    signInTests({ records, store });
    passkeyTests({ records, store });
    roleTests({ records, store });
  });
  describe('the audit log by account', () => auditPageTests({ records, store }));
  test('records are counted by when they were made and by their result, of one account alone', async () => {
    const { accountId, keyId } = await accountWithKey(records());
    const other = await accountWithKey(records());
    for (const [at, matches] of [
      ['2026-11-20T23:59:59.999Z', 0],
      ['2026-11-21T00:00:00.000Z', 2],
      ['2026-11-21T00:45:00.000Z', 1],
      ['2026-11-21T00:45:30.000Z', 0],
    ] as const) {
      const then = await store().open(() => new Date(at));
      await then.screenings.create(screening(accountId, keyId, 'Somebody', matches));
      await then.screenings.create(screening(other.accountId, other.keyId, 'Somebody', 1));
    }
    const id = await records().verifications.reserve();
    const review = { ...verification(accountId, id), status: 'Manual Review Required' } as const;
    await (await store().open(() => new Date('2026-11-21T00:10:00Z'))).verifications.create(review);
    const none = { clear: 0, matched: 0, verified: 0, notVerified: 0, review: 0 };
    const from = ['2026-11-20T23:00:00.000Z', '2026-11-21T00:00:00.000Z', '2026-11-21T00:45:00.000Z'];
    expect(await records().counts(accountId, from)).toEqual([
      { ...none, clear: 1 },
      { ...none, matched: 1, review: 1 },
      { ...none, clear: 1, matched: 1 },
    ]);
    expect(await records().counts(accountId, ['2026-11-21T00:45:30.001Z'])).toEqual([none]);
  });
}

function linkTests({ records, store }: Context): void {
  test('the views that a person keeps are theirs alone, and go with the person', async () => {
    const { accountId } = await accountWithKey(records());
    const [ada, bob] = [
      await joined(records(), accountId, 'ada-v', 'analyst'),
      await joined(records(), accountId, 'bob-v', 'owner'),
    ];
    const views = [{ name: 'Strong – متين', filter: { sort: 'score', text: "O'Neil" } }];
    expect(await records().users.views(ada.id)).toEqual([]);
    await records().users.setViews(ada.id, views);
    expect(await records().users.views(ada.id)).toEqual(views);
    expect(await records().users.views(bob.id)).toEqual([]);
    await records().users.remove(accountId, ada.id, 'operator');
    expect(await records().users.views(ada.id)).toEqual([]);
  });

  test('a link is used once, and who accepted it can sign in with the address however it is written', async () => {
    const { accountId } = await accountWithKey(records());
    const link = {
      accountId,
      email: 'Ada@Example.org',
      role: 'analyst',
      hash: hash('link'),
      expiresAt: LATER,
    } as const;
    await records().users.invite(link, 'operator');
    const { accountId: _, hash: __, ...shown } = link;
    expect(await records().users.invitation(hash('link'))).toEqual({ accountId, ...shown, mayByPassword: true });
    const [listed] = await records().users.list(accountId);
    expect(listed).toMatchObject({ email: 'Ada@Example.org', role: 'analyst', totp: false, invitedUntil: LATER });
    expect(await records().users.credentials('ada@example.org')).toBeUndefined();
    const accepted = { link: hash('link'), email: 'ignored@example.org', password: 'phc', session: hash('s') };
    const user = userOf(await records().users.accept(accepted));
    expect(user).toMatchObject({ id: listed!.id, email: 'Ada@Example.org', role: 'analyst' });
    expect(await records().users.accept(accepted)).toBe('used-up');
    expect(await records().users.invitation(hash('link'))).toBeUndefined();
    expect(await records().users.credentials('ADA@example.ORG')).toMatchObject({
      user: { id: user.id },
      password: 'phc',
    });
    expect((await records().users.session(hash('s')))?.user.id).toBe(user.id);
    expect((await records().users.list(accountId))[0]?.invitedUntil).toBeNull();
  });

  test('a link that has expired, or that a newer one replaced, is no link', async () => {
    const { accountId } = await accountWithKey(records());
    const link = { accountId, email: 'ada@example.org', role: 'viewer', expiresAt: LATER } as const;
    await records().users.invite({ ...link, hash: hash('older') }, 'operator');
    await records().users.invite({ ...link, hash: hash('newer') }, 'operator');
    expect(await records().users.invitation(hash('older'))).toBeUndefined();
    expect(await records().users.invitation(hash('newer'))).toBeDefined();
    const late = await store().open(() => new Date(LATER));
    expect(await late.users.invitation(hash('newer'))).toBeUndefined();
    const accepted = { link: hash('newer'), email: '', password: 'phc', session: hash('s') };
    expect(await late.users.accept(accepted)).toBe('used-up');
  });

  test('the link of the first set-up asks for an address and makes its user', async () => {
    const { accountId } = await accountWithKey(records());
    const setUp = { accountId, email: null, role: 'owner', hash: hash('set-up'), expiresAt: LATER } as const;
    await records().users.invite(setUp, 'service');
    expect(await records().users.invitation(hash('set-up'))).toMatchObject({ email: null, role: 'owner' });
    expect(await records().users.list(accountId)).toEqual([]);
    const accepted = { link: hash('set-up'), email: 'first@example.org', password: 'phc', session: hash('s') };
    expect(await records().users.accept(accepted)).toMatchObject({ email: 'first@example.org', role: 'owner' });
  });

  test('every account can invite an address; it belongs to whoever accepts first, until they are removed', async () => {
    const [one, two] = [await accountWithKey(records()), await accountWithKey(records())];
    const { users } = records();
    const ada = await joined(records(), one.accountId, 'ada@example.org', 'viewer');
    const link = { accountId: two.accountId, email: 'ADA@example.org', role: 'owner', expiresAt: LATER } as const;
    await users.invite({ ...link, hash: hash('two') }, 'operator');
    expect(await users.list(two.accountId)).toMatchObject([{ email: 'ADA@example.org', invitedUntil: LATER }]);
    const accepted = { link: hash('two'), email: '', password: 'phc of two', session: hash('session of two') };
    expect(await users.accept(accepted)).toBe('address-taken');
    expect(await users.session(hash('session of two'))).toBeUndefined();
    expect(await users.credentials('ada@example.org')).toMatchObject({ user: { id: ada.id }, password: 'phc' });
    expect(await records().audit.page(two.accountId, { limit: 1 })).toMatchObject([{ action: 'user.join-refused' }]);

    expect(await users.remove(one.accountId, ada.id, 'operator')).toBe(true);
    expect(await users.accept(accepted)).toMatchObject({ accountId: two.accountId, role: 'owner' });
    expect(await users.list(one.accountId)).toEqual([]);
    expect(await users.emails(one.accountId)).toEqual(new Map([[ada.id, 'ada@example.org']]));
  });

  test('of two invitations of one address that are accepted at the same moment one succeeds', async () => {
    const accounts = [await accountWithKey(records()), await accountWithKey(records())];
    for (const { accountId } of accounts) {
      const link = { accountId, email: 'ada@example.org', role: 'viewer', expiresAt: LATER } as const;
      await records().users.invite({ ...link, hash: hash(`link ${accountId}`) }, 'operator');
    }
    const nodes = await Promise.all(accounts.map(() => store().open()));
    const results = await Promise.all(
      accounts.map(({ accountId }, index) =>
        nodes[index]!.users.accept({
          link: hash(`link ${accountId}`),
          email: '',
          password: 'phc',
          session: hash(`session ${accountId}`),
        }),
      ),
    );
    expect(results.filter((result) => result === 'address-taken')).toHaveLength(1);
    expect(results.filter((result) => typeof result === 'object')).toHaveLength(1);
  });

  test('the link of the first set-up takes over nobody who signs in already', async () => {
    const { accountId } = await accountWithKey(records());
    const ada = await joined(records(), accountId, 'ada@example.org', 'viewer');
    const setUp = { accountId, email: null, role: 'owner', hash: hash('set-up'), expiresAt: LATER } as const;
    await records().users.invite(setUp, 'service');
    const accepted = { link: hash('set-up'), email: 'ada@example.org', password: 'other', session: hash('s') };
    expect(await records().users.accept(accepted)).toBe('address-taken');
    expect(await records().users.credentialsOf(ada.id)).toMatchObject({ user: { role: 'viewer' }, password: 'phc' });
  });

  test('nobody is invited into an account that does not exist', async () => {
    const link = { accountId: 77, email: 'a@example.org', role: 'owner', hash: hash('x'), expiresAt: LATER } as const;
    await expect(records().users.invite(link, 'operator')).rejects.toMatchObject({ code: 'not-found' });
  });
}

function roleTests({ records }: Context): void {
  test('an administrator places people below an owner, and nobody who became something else meanwhile', async () => {
    const { accountId } = await accountWithKey(records());
    const [keeper, owner, auditor] = [
      await joined(records(), accountId, `keeper-${accountId}`, 'administrator'),
      await joined(records(), accountId, `owner-${accountId}`, 'owner'),
      await joined(records(), accountId, `auditor-${accountId}`, 'auditor'),
    ];
    const { users } = records();
    const actor = `user:${keeper.id}`;
    expect((await users.list(accountId)).map(({ role }) => role)).toEqual(['administrator', 'owner', 'auditor']);
    for (const refused of [
      () => users.setRole(accountId, owner.id, 'viewer', actor),
      () => users.setRole(accountId, auditor.id, 'owner', actor),
      () => users.setRole(accountId, keeper.id, 'analyst', actor),
      () => users.remove(accountId, owner.id, actor),
      () =>
        users.invite(
          { accountId, email: `mine-${accountId}`, role: 'owner', hash: hash(`mine-${accountId}`), expiresAt: LATER },
          actor,
        ),
    ]) {
      await expect(refused()).rejects.toMatchObject({ code: 'forbidden' });
    }
    expect(await users.setRole(accountId, auditor.id, 'viewer', actor)).toBe(true);
    await users.setRole(accountId, auditor.id, 'owner', `user:${owner.id}`);
    await expect(users.setRole(accountId, auditor.id, 'viewer', actor)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('whoever gets another role, or is removed, is signed out', async () => {
    const { accountId } = await accountWithKey(records());
    const { users } = records();
    await joined(records(), accountId, 'owner@example.org', 'owner');
    const ada = await joined(records(), accountId, 'ada@example.org', 'analyst');
    expect(await users.setRole(accountId, ada.id, 'viewer', 'operator')).toBe(true);
    expect(await users.session(hash('ada@example.org'))).toBeUndefined();
    await users.beginSession(ada.id, hash('again'), undefined, '2000');
    expect((await users.session(hash('again')))?.user.role).toBe('viewer');
    expect(await users.remove(accountId, ada.id, 'operator')).toBe(true);
    expect(await users.session(hash('again'))).toBeUndefined();
    expect(await users.credentials('ada@example.org')).toBeUndefined();
    expect(await users.remove(accountId, ada.id, 'operator')).toBe(false);
  });

  test('an account keeps an owner who can sign in, also where the last one is invited anew with less', async () => {
    const { accountId } = await accountWithKey(records());
    const { users } = records();
    const owner = await joined(records(), accountId, 'owner@example.org', 'owner');
    const link = { accountId, hash: hash('again'), expiresAt: LATER };
    await users.invite({ ...link, email: 'invited@example.org', role: 'owner' }, 'operator');
    const refused = { code: 'last-owner' };
    await expect(users.setRole(accountId, owner.id, 'analyst', 'operator')).rejects.toMatchObject(refused);
    await expect(users.remove(accountId, owner.id, 'operator')).rejects.toMatchObject(refused);
    const less = { ...link, hash: hash('less'), email: 'owner@example.org', role: 'viewer' } as const;
    await expect(users.invite(less, 'operator')).rejects.toMatchObject(refused);
    expect((await users.credentialsOf(owner.id))?.user.role).toBe('owner');
    await joined(records(), accountId, 'second@example.org', 'owner');
    expect(await users.setRole(accountId, owner.id, 'analyst', 'operator')).toBe(true);
  });

  test('of another account nobody is found', async () => {
    const [one, two] = [await accountWithKey(records()), await accountWithKey(records())];
    const user = await joined(records(), one.accountId, 'ada@example.org', 'analyst');
    expect(await records().users.setRole(two.accountId, user.id, 'owner', 'operator')).toBe(false);
    expect(await records().users.remove(two.accountId, user.id, 'operator')).toBe(false);
    expect(await records().users.list(two.accountId)).toEqual([]);
    expect(await records().users.emails(two.accountId)).toEqual(new Map());
  });
}

function auditPageTests({ records, store }: Context): void {
  test('entries are found by time, action and actor, page by page, newest first', async () => {
    const { accountId } = await accountWithKey(records());
    const entry = { subject: 'thing:1', accountId, details: { count: 1 } };
    for (let day = 1; day <= 5; day += 1) {
      const then = await store().open(() => new Date(`2099-03-0${day}T12:00:00Z`));
      await then.audit.append({ ...entry, actor: `user:${day % 2}`, action: day > 3 ? 'late' : 'early' });
    }
    const days = async (query: object) =>
      (await records().audit.page(accountId, { limit: 10, from: '2099', ...query })).map(({ at }) => at.slice(9, 10));
    expect(await days({})).toEqual(['5', '4', '3', '2', '1']);
    expect(await days({ action: 'early' })).toEqual(['3', '2', '1']);
    expect(await days({ actor: 'user:1' })).toEqual(['5', '3', '1']);
    expect(await days({ from: '2099-03-02T12:00:00.000Z', to: '2099-03-04T12:00:00.000Z' })).toEqual(['3', '2']);
    const first = await records().audit.page(accountId, { limit: 2 });
    const second = await records().audit.page(accountId, { limit: 2, before: first[1]!.sequence });
    expect([...first, ...second].map(({ at }) => at.slice(9, 10))).toEqual(['5', '4', '3', '2']);
    expect(first[0]).toMatchObject({ ...entry, actor: 'user:1', action: 'late' });
  });

  test('entries of another account, and those of none, are not shown', async () => {
    const [one, two] = [await accountWithKey(records()), await accountWithKey(records())];
    await records().audit.append({ actor: 'x', action: 'y', subject: 'z', accountId: null, details: {} });
    const page = await records().audit.page(one.accountId, { limit: 100 });
    expect(page.length).toBeGreaterThan(0);
    expect(page.every(({ accountId }) => accountId === one.accountId)).toBe(true);
    expect(await records().audit.page(two.accountId, { limit: 100, action: 'y' })).toEqual([]);
  });
}
