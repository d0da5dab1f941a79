import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ProviderBench } from '../support/provider-bench.ts';

let at: ProviderBench;

beforeAll(async () => {
  at = await ProviderBench.start();
});

afterAll(async () => {
  await at?.stop();
});

describe('differences of providers', () => {
  test('Entra ID: claims in the token, no word whether an address is verified, groups as ids, a link for too many', async () => {
    await at.provider.change({ claimsInToken: true });
    await at.signInRules('--group', '6f1c7f9e-2a51-4d6e-9d0c-1f2e3d4c5b6a=analyst');
    const entra = { email_verified: undefined, groups: ['6f1c7f9e-2a51-4d6e-9d0c-1f2e3d4c5b6a'] };
    const { name, email } = await at.person(entra);
    const visitor = await at.visit(name);
    expect((await visitor.ask('GET', '/session')).body).toMatchObject({ email, role: 'analyst' });
    const many = await at.person({ ...entra, groups: undefined, hasgroups: true });
    expect((await at.visit(many.name)).refusal).toMatch(/too many groups/);
    await at.provider.person(name, { ...entra, email, groups: ['other'] });
    at.pass(15);
    expect((await visitor.ask('GET', '/session')).status).toBe(401);
  });

  test('Okta and Entra ID without offline_access: groups are told at sign-in alone, so that one comes back for them', async () => {
    await at.provider.change({ claimsInToken: true, refresh: false, hideGroups: true });
    await at.signInRules('--group', 'okta=analyst');
    const { name } = await at.person({ groups: ['okta'] });
    const visitor = await at.visit(name);
    at.pass(14);
    expect((await visitor.ask('GET', '/session')).status).toBe(200);
    at.pass(2);
    expect((await visitor.ask('GET', '/session')).status).toBe(401);
    expect((await at.audit('user.access-lost'))[0]!.details.reason).toBe('unconfirmed');
    await at.provider.signIn(visitor, name);
    expect((await visitor.ask('GET', '/session')).status).toBe(200);
  });

  test('Google: no groups and no refresh token; who was invited goes on for a day at work', async () => {
    await at.provider.change({ claimsInToken: true, refresh: false, accessSeconds: 600 });
    const { visitor } = await at.invited('analyst', { groups: undefined });
    for (const minutes of [16, 300, 300]) {
      at.pass(minutes);
      expect([minutes, (await visitor.ask('GET', '/session')).status]).toEqual([minutes, 200]);
    }
    at.pass(200);
    expect((await visitor.ask('GET', '/session')).status).toBe(401);
  });

  test('Keycloak: groups as paths, in the answer about a person alone', async () => {
    await at.provider.change({ claimsInToken: false, refresh: true });
    await at.signInRules('--group', '/touchstone/analysts=analyst');
    const { name } = await at.person({ groups: ['/touchstone/analysts'] });
    const visitor = await at.visit(name);
    at.pass(16);
    expect((await visitor.ask('GET', '/session')).body.role).toBe('analyst');
  });

  test('Entra ID: a subject is one of the registration, so that another one makes everybody a stranger', async () => {
    await at.provider.change({ pairwise: 'first registration' });
    const { name, email, visitor } = await at.invited();
    await at.visit(name);
    await visitor.open(`${at.provider.issuer}/session/end`);
    await visitor.submit({ logout: 'yes' });
    await expect.poll(async () => (await visitor.ask('GET', '/session')).status).toBe(401);
    await at.provider.change({ pairwise: 'second registration' });
    expect((await at.visit(name)).refusal).toMatch(/belongs to another person/);
    await at.bench.records(async ({ users }) => {
      const { id } = (await users.list(at.account)).find((one) => one.email === email)!;
      await users.remove(at.account, id, 'operator');
    });
    await at.invite(email);
    expect((await (await at.visit(name)).ask('GET', '/session')).body.email).toBe(email);
    await at.provider.serve(at.served);
  });

  test('a secret that is taken in the body alone is sent there', async () => {
    await at.provider.change({ auth: 'client_secret_post' });
    const { visitor } = await at.invited();
    expect((await visitor.ask('GET', '/session')).status).toBe(200);
  });
});
