import { expect, test } from 'vitest';
import { MAX_PASSKEYS } from '../../src/domain/passkey.ts';
import { accountWithKey } from './samples.ts';
import { type Context, hash, joined } from './samples-users.ts';

let made = 0;

/** Passkeys of people, and second factors that an account requires. */
export function passkeyTests({ records, store }: Context): void {
  const fresh = (userId: number, credential = `credential-${++made}`, synced = false) => ({
    passkey: {
      userId,
      credential,
      publicKey: new Uint8Array([1, 2, 3]),
      counter: 0,
      transports: ['internal'],
      rpId: 'desk.example',
      name: 'Laptop',
      synced,
    },
    challenge: hash(`challenge-${++made}`),
    session: hash('s'),
    recoveryCodes: ['one', 'two'],
  });
  const person = async () => {
    const { accountId } = await accountWithKey(records());
    const { id } = await joined(records(), accountId, `passkey-${accountId}@example.org`, 'owner');
    const added = async (enrolment = fresh(id)) => {
      const answer = await records().users.addPasskey(enrolment);
      if (typeof answer === 'string') throw new Error(answer);
      return answer;
    };
    return { accountId, id, email: `passkey-${accountId}@example.org`, added };
  };

  test('a passkey is stored with what answers are checked against, and the first one brings recovery codes', async () => {
    const { accountId, id, added } = await person();
    const { users } = records();
    const handle = await users.passkeyHandle(id, 'random');
    expect([handle, await users.passkeyHandle(id, 'another')]).toEqual(['random', 'random']);
    const enrolment = fresh(id);
    const first = await added(enrolment);
    expect(first).toMatchObject({ isFirst: true });
    const { session: _, challenge: __, recoveryCodes: ___, ...stored } = enrolment;
    const whole = { ...stored.passkey, id: first.id, lastUsedAt: null, copiedAt: null };
    expect(await users.passkey(stored.passkey.credential)).toMatchObject({ ...whole, handle: 'random' });
    expect(await users.passkeys(id)).toMatchObject([{ id: first.id, name: 'Laptop', synced: false }]);
    expect((await users.recoveryCodes(id)).map((code) => code.hash).sort()).toEqual(['one', 'two']);
    const other = { ...fresh(id), recoveryCodes: ['three'] };
    expect(await added(other)).toMatchObject({ isFirst: false });
    expect(await users.recoveryCodes(id)).toHaveLength(2);
    expect((await users.list(accountId))[0]).toMatchObject({ passkeys: 2, totp: false });
    expect(await users.passkey('nobody')).toBeUndefined();
  });

  test('a challenge counts once, also where two nodes get its answer at the same time', async () => {
    const { id, added } = await person();
    const { id: passkey } = await added();
    const other = await store().open();
    const use = { id: passkey, counter: 0, challenge: hash(`once-${passkey}`) };
    const uses = await Promise.all([records().users.usePasskey(use), other.users.usePasskey(use)]);
    expect(uses.sort()).toEqual(['ok', 'used']);
    expect((await records().users.passkeys(id))[0]).toMatchObject({ lastUsedAt: expect.any(String) });
    const enrolment = fresh(id);
    await added(enrolment);
    expect(await other.users.addPasskey({ ...fresh(id), challenge: enrolment.challenge })).toBe('used');
  });

  test('a counter goes on only, and what counted back stays refused', async () => {
    const { id, added } = await person();
    const { id: passkey } = await added();
    const use = (counter: number) =>
      records().users.usePasskey({ id: passkey, counter, challenge: hash(`use-${++made}`) });
    expect([await use(0), await use(3), await use(4), await use(4), await use(9)]).toEqual([
      'ok',
      'ok',
      'ok',
      'copied',
      'copied',
    ]);
    expect((await records().users.passkeys(id))[0]?.copiedAt).not.toBeNull();
    await records().users.removePasskey(id, passkey, hash('s'));
    expect(await use(10)).toBe('removed');
  });

  test('a synced one counts for each device apart, so that a lower number is as good', async () => {
    const { id, added } = await person();
    const { id: passkey } = await added(fresh(id, `synced-${id}`, true));
    const use = (counter: number) =>
      records().users.usePasskey({ id: passkey, counter, challenge: hash(`use-${++made}`) });
    expect([await use(7), await use(2), await use(2), await use(0)]).toEqual(['ok', 'ok', 'ok', 'ok']);
  });

  test('a credential is of one person, and a person has a bounded number', async () => {
    const [one, two] = [await person(), await person()];
    const enrolment = fresh(one.id);
    await one.added(enrolment);
    const { credential } = enrolment.passkey;
    expect(await records().users.addPasskey(fresh(two.id, credential))).toBe('known');
    for (let count = 1; count < MAX_PASSKEYS; count += 1) await one.added();
    expect(await records().users.addPasskey(fresh(one.id))).toBe('full');
    const { id } = (await records().users.passkeys(one.id))[0]!;
    expect(await records().users.renamePasskey(two.id, id, 'mine')).toBe(false);
    expect(await records().users.removePasskey(two.id, id, hash('s'))).toBe(false);
  });

  test('a session that the provider or a link began waits for the second factor, until it is shown or made', async () => {
    const { id, email, added } = await person();
    const { users } = records();
    const provider = { tokens: hash('sealed'), session: null };
    const due = async (name: string) => (await users.session(hash(name)))?.mustProve;
    const begin = (name: string, factorDue: boolean) =>
      users.beginSession(id, hash(name), undefined, '2000', null, { ...provider, factorDue });
    await begin(`due ${id}`, true);
    expect([await due(email), await due(`due ${id}`)]).toEqual([false, false]);
    await added({ ...fresh(id), session: hash(`due ${id}`) });
    expect(await due(`due ${id}`)).toBe(false);
    await begin(`again ${id}`, true);
    await begin(`shown ${id}`, false);
    expect([await due(`again ${id}`), await due(`shown ${id}`)]).toEqual([true, false]);
    await users.showFactor(id, hash(`again ${id}`), 'passkey');
    expect(await due(`again ${id}`)).toBe(false);
  });

  test('the last second factor stays where the account requires one, whichever it is', async () => {
    const { accountId, id, email, added } = await person();
    const { users, accounts } = records();
    await accounts.set(accountId, { secondFactorRequired: true }, 'operator');
    const session = hash(email);
    expect((await users.session(session))?.mustEnrol).toBe(true);
    const passkey = (await added({ ...fresh(id), session })).id;
    expect((await users.session(session))?.mustEnrol).toBe(false);
    await expect(users.removePasskey(id, passkey, session)).rejects.toMatchObject({ code: 'last-factor' });
    await users.setTotp(id, { secret: 'SECRET', recoveryCodes: ['four'] }, session);
    expect(await users.removePasskey(id, passkey, session)).toBe(true);
    await expect(users.setTotp(id, null, session)).rejects.toMatchObject({ code: 'last-factor' });
    expect((await users.credentialsOf(id))?.totpSecret).toBe('SECRET');
    await accounts.set(accountId, { secondFactorRequired: false }, 'operator');
    await users.setTotp(id, null, session);
    expect(await users.recoveryCodes(id)).toEqual([]);
  });

  test('a reset takes all of a person and nothing of others; a removed person keeps none', async () => {
    const [one, two] = [await person(), await person()];
    for (const { added } of [one, two]) await added();
    const { users } = records();
    expect(await users.resetSecondFactor(two.accountId, one.id, 'operator')).toBe(false);
    expect(await users.resetSecondFactor(one.accountId, one.id, 'operator')).toBe(true);
    expect(await users.passkeys(one.id)).toEqual([]);
    expect(await users.recoveryCodes(one.id)).toEqual([]);
    expect(await users.session(hash(one.email))).toBeUndefined();
    expect(await users.passkeys(two.id)).toHaveLength(1);
    const { id } = await joined(records(), two.accountId, `second-${two.accountId}`, 'viewer');
    await users.addPasskey(fresh(id));
    await users.remove(two.accountId, id, 'operator');
    expect(await users.passkeys(id)).toEqual([]);
  });

  test('a restore keeps passkeys, whose owners wait to be resumed', async () => {
    const { id, added } = await person();
    await added();
    await records().afterRestore({ backup: '2026-11-01', resume: false }, 'operator');
    expect(await records().users.passkeys(id)).toHaveLength(1);
    expect(await records().users.credentialsOf(id)).toBeUndefined();
    await records().users.resume(null, 'operator');
  });
}
