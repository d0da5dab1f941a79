import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProviderBench } from '../support/provider-bench.ts';
import type { WebVisitor } from '../support/web-visitor.ts';

let at: ProviderBench;

beforeAll(async () => {
  at = await ProviderBench.start();
  await at.signInRules(
    '--group',
    'watchers=viewer',
    '--group',
    'CN=Analysts,OU=x=analyst',
    '--group',
    'keepers=administrator',
  );
});

afterAll(async () => {
  await at?.stop();
});

const ANALYSTS = 'CN=Analysts,OU=x';
const roleOf = async (visitor: WebVisitor) => {
  const { status, body } = await visitor.ask('GET', '/session');
  return status === 200 ? body.role : status;
};

describe('groups', () => {
  test('let their people in, in the role that they have, and make them known', async () => {
    const { name, email } = await at.person({ groups: ['others', ANALYSTS] });
    const visitor = await at.visit(name);
    expect((await visitor.ask('GET', '/session')).body).toMatchObject({ email, role: 'analyst', password: false });
    expect((await at.audit('user.joined'))[0]!.details).toEqual({ role: 'analyst', by: 'group' });
  });

  test('count as one name where the provider sends a text in place of a list, and not at all where it sends none', async () => {
    const { name } = await at.person({ groups: 'watchers' });
    expect(await roleOf(await at.visit(name))).toBe('viewer');
    const guest = await at.invited('auditor', { groups: undefined });
    expect(await roleOf(guest.visitor)).toBe('auditor');
  });

  test('of several the role counts that stands first among the roles', async () => {
    const { name } = await at.person({ groups: ['watchers', ANALYSTS, 'keepers'] });
    expect(await roleOf(await at.visit(name))).toBe('administrator');
  });

  test('are followed at each sign-in', async () => {
    const { name, email } = await at.person({ groups: ['watchers'] });
    expect(await roleOf(await at.visit(name))).toBe('viewer');
    await at.provider.person(name, { email, email_verified: true, groups: [ANALYSTS] });
    expect(await roleOf(await at.visit(name))).toBe('analyst');
    expect((await at.audit('user.role-changed'))[0]!.details).toEqual({ from: 'viewer', to: 'analyst', by: 'group' });
    await at.provider.person(name, { email, email_verified: true, groups: ['others'] });
    const visitor = await at.visit(name);
    expect([visitor.status, visitor.refusal]).toEqual([403, expect.stringMatching(/None of your groups/)]);
    expect((await at.audit('user.sign-in-failed'))[0]!.details).toEqual({ by: 'provider', reason: 'no-group' });
  });

  test('a group that is lost is seen at the next sign-in in any browser, and ends those in the others at once', async () => {
    const { name, email } = await at.person({ groups: ['watchers'] });
    const [one, two] = [await at.visit(name), await at.visit(name)];
    await at.provider.person(name, { email, email_verified: true, groups: [] });
    expect((await at.visit(name)).refusal).toMatch(/None of your groups/);
    expect([await roleOf(one), await roleOf(two)]).toEqual([401, 401]);
    expect((await at.audit('user.access-lost'))[0]!.details).toEqual({ by: 'provider', reason: 'no-group' });
  });

  test('are followed within 15 minutes while somebody works, with the session going on', async () => {
    const { name, email } = await at.person({ groups: ['watchers'] });
    const visitor = await at.visit(name);
    await at.provider.person(name, { email, email_verified: true, groups: [ANALYSTS] });
    at.pass(9);
    expect(await roleOf(visitor)).toBe('viewer');
    at.pass(6);
    expect(await roleOf(visitor)).toBe('analyst');
  });

  test('a group that is lost at work ends it within 15 minutes, in every browser, and the audit log says so', async () => {
    const { name, email } = await at.person({ groups: ['watchers'] });
    const [one, two] = [await at.visit(name), await at.visit(name)];
    await at.provider.person(name, { email, email_verified: true, groups: [] });
    at.pass(15);
    expect(await roleOf(one)).toBe(401);
    expect(await roleOf(two)).toBe(401);
    expect((await at.audit('user.access-lost'))[0]!.details).toEqual({ by: 'provider', reason: 'no-group' });
  });

  test('somebody whom the provider does not know any more is out within 15 minutes', async () => {
    const { name } = await at.person({ groups: ['watchers'] });
    const visitor = await at.visit(name);
    await at.provider.person(name, undefined);
    at.pass(15);
    expect(await roleOf(visitor)).toBe(401);
    expect((await at.audit('user.access-lost'))[0]!.details).toEqual({ by: 'provider', reason: 'withdrawn' });
  });

  test('many requests at once ask the provider once, and its turned token is kept', async () => {
    const { name } = await at.person({ groups: ['watchers'] });
    const visitor = await at.visit(name);
    for (let round = 0; round < 3; round += 1) {
      at.pass(16);
      expect(await Promise.all(Array.from({ length: 8 }, () => roleOf(visitor)))).toEqual(Array(8).fill('viewer'));
    }
  });

  test('while the provider is away people go on for an hour, and not longer', async () => {
    const { name } = await at.person({ groups: ['watchers'] });
    const visitor = await at.visit(name);
    await at.provider.mood({ status: 503 });
    at.pass(16);
    expect(await roleOf(visitor)).toBe('viewer');
    at.pass(40);
    expect(await roleOf(visitor)).toBe('viewer');
    at.pass(10);
    expect(await roleOf(visitor)).toBe(401);
    await at.provider.mood({});
    at.pass(1);
    // It was nobody's decision: once the provider answers, the session goes on.
    expect(await roleOf(visitor)).toBe('viewer');
  });

  test('an owner who was invited stays one where no group makes owners, and goes on without a group', async () => {
    const { name, email } = await at.person({ groups: ['watchers'] });
    await at.invite(email, 'owner');
    expect(await roleOf(await at.visit(name))).toBe('owner');
    const other = await at.person({ groups: [] });
    await at.invite(other.email, 'auditor');
    const visitor = await at.visit(other.name);
    at.pass(16);
    expect(await roleOf(visitor)).toBe('auditor');
  });

  test('decide the role: an owner cannot set another, and may take the person out for good', async () => {
    const { visitor: owner } = await at.invited('owner');
    const { name, email } = await at.person({ groups: ['watchers'] });
    await at.visit(name);
    const users = (await owner.ask('GET', '/users')).body as { id: number; email: string; byGroup: boolean }[];
    const { id, byGroup } = users.find((one) => one.email === email)!;
    expect(byGroup).toBe(true);
    expect((await owner.ask('POST', `/users/${id}/role`, { role: 'owner' })).status).toBe(400);
    expect((await owner.ask('POST', `/users/${id}/remove`)).status).toBe(204);
    const visitor = await at.visit(name);
    expect([visitor.status, visitor.refusal]).toEqual([403, expect.stringMatching(/You were removed/)]);
  });

  test('need an address that is not known to be unverified, and that nobody else has', async () => {
    const unverified = await at.person({ groups: ['watchers'], email_verified: false });
    expect((await at.visit(unverified.name)).refusal).toMatch(/is verified/);
    const none = await at.person({ groups: ['watchers'], email: undefined });
    expect((await at.visit(none.name)).refusal).toMatch(/says no email address/);
    const holder = await at.invited('owner');
    const spoof = await at.person({ groups: ['watchers'], email: holder.email, email_verified: undefined });
    expect((await at.visit(spoof.name)).refusal).toMatch(/belongs to another person/);
  });

  test('with an address of another account lead into neither of the two', async () => {
    const other = await at.bench.account();
    const { name, email } = await at.person();
    await at.invite(email, 'owner', other);
    expect((await (await at.visit(name)).ask('GET', '/session')).body.account.id).toBe(other);
    for (const email_verified of [true, false, undefined]) {
      const spoof = await at.person({ groups: ['watchers'], email, email_verified });
      const visitor = await at.visit(spoof.name);
      const [entry] = await at.audit('user.sign-in-failed');
      const expected = email_verified === false ? 'address-unverified' : 'address-elsewhere';
      expect([visitor.status, visitor.cookies.has('__Host-touchstone'), entry!.details.reason]).toEqual([
        403,
        false,
        expected,
      ]);
    }
  });

  test('of two accounts let nobody in, and one group leads to one account', async () => {
    const other = await at.bench.account();
    await at.bench.run('accounts', 'sign-in', String(other), '--group', 'elsewhere=owner');
    await expect(at.bench.run('accounts', 'sign-in', String(other), '--group', 'watchers=owner')).rejects.toThrow(
      `The group "watchers" leads to account ${at.account} already.`,
    );
    const { name } = await at.person({ groups: ['watchers', 'elsewhere'] });
    expect((await at.visit(name)).refusal).toMatch(/More than one account/);
    const { name: there } = await at.person({ groups: ['elsewhere'] });
    expect((await (await at.visit(there)).ask('GET', '/session')).body.account.id).toBe(other);
  });

  test('a link in place of groups is no group, and is said', async () => {
    const claims = {
      groups: undefined,
      _claim_names: { groups: 'src1' },
      _claim_sources: { src1: { endpoint: 'http://169.254.169.254/' } },
    };
    const { name } = await at.person(claims);
    const visitor = await at.visit(name);
    expect([visitor.status, visitor.refusal]).toEqual([403, expect.stringMatching(/too many groups/)]);
  });
});

describe('the command', () => {
  test('says how things are, and refuses what cannot be', async () => {
    const run = (...words: string[]) => at.bench.run('accounts', 'sign-in', ...words);
    const id = String(await at.bench.account());
    expect(await run(id)).toEqual({ id: Number(id), groups: [], password: 'on' });
    expect(await run(id, '--group', 'a=b=owner')).toMatchObject({ groups: [{ group: 'a=b', role: 'owner' }] });
    expect(await run(id, '--no-groups')).toMatchObject({ groups: [] });
    await expect(run(id, '--group', 'a=king')).rejects.toThrow('--group must be NAME=ROLE');
    await expect(run(id, '--group', '=owner')).rejects.toThrow('--group must be NAME=ROLE');
    await expect(run(id, '--group', 'a=owner', '--group', 'a=viewer')).rejects.toThrow('stands there twice');
    await expect(run('987654')).rejects.toThrow('There is no account 987654.');
  });
});
