import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ORIGIN } from '../support/passkey-person.ts';
import { ProviderBench } from '../support/provider-bench.ts';
import { Bench, type Served } from '../support/service.ts';
import { SoftwareAuthenticator } from '../support/software-authenticator.ts';
import { WebVisitor } from '../support/web-visitor.ts';

const PASSWORD = 'a long enough pass phrase 7';
const isSqlite = process.env.TOUCHSTONE_TEST_DATABASE_SERVER === undefined;

describe.skipIf(!isSqlite)('a backup that is put back (of a data directory)', () => {
  let at: ProviderBench;
  let restored: Bench;
  let served: Served;
  let folder: string;

  beforeAll(async () => {
    at = await ProviderBench.start({ TOUCHSTONE_PUBLIC_URL: ORIGIN });
    folder = await mkdtemp(join(tmpdir(), 'touchstone-restored-'));
    restored = await Bench.create({ ...at.provider.settings, TOUCHSTONE_PUBLIC_URL: ORIGIN });
  });
  afterAll(async () => {
    await served?.stop();
    await restored?.remove();
    await at?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const withPasskey = async (visitor: WebVisitor, proof: string) => {
    const authenticator = new SoftwareAuthenticator(ORIGIN);
    const { body } = await visitor.ask('POST', '/passkeys/options', { proof });
    const made = { name: 'Laptop', passkey: authenticator.make(body) };
    expect((await visitor.ask('POST', '/passkeys', made)).status).toBe(201);
    return authenticator;
  };
  const byPasskey = async (authenticator: SoftwareAuthenticator) => {
    const visitor = new WebVisitor(served, at.address());
    const { body } = await visitor.ask('POST', '/session/passkey/options');
    return visitor.ask('POST', '/session/passkey', { passkey: authenticator.answer(body) });
  };

  test('knows people of the provider by their subject and passkeys by their keys, once they are resumed', async () => {
    const { name, email, visitor } = await at.invited('analyst');
    await visitor.open(`${at.served.service.url}/sign-in/oidc?proof=1`);
    await visitor.submit({ login: name });
    const theirs = await withPasskey(visitor, '');
    const owner = await at.person();
    const link = await at.invite(owner.email, 'owner');
    const there = new WebVisitor(at.served, at.address());
    await there.ask('POST', '/links/accept', { token: link, password: PASSWORD });
    const owners = await withPasskey(there, PASSWORD);
    const leaver = await at.invited('viewer');
    await at.bench.records(async ({ users }) => {
      const { id } = (await users.list(at.account)).find((one) => one.email === leaver.email)!;
      await users.remove(at.account, id, 'operator');
    });

    await at.bench.run('backup', join(folder, 'copy'));
    await restored.run('restore', join(folder, 'copy'));
    await copyFile(join(at.bench.dataDir, 'master.key'), join(restored.dataDir, 'master.key'));
    served = await restored.serve();
    await at.provider.serve(served);

    const cookie = { headers: { cookie: visitor.cookie, 'sec-fetch-site': 'same-origin' } };
    expect((await served.ask('GET', '/dashboard/api/session', cookie)).status).toBe(401);
    const early = await at.visit(name);
    expect([early.status, early.refusal]).toEqual([
      403,
      expect.stringMatching(/suspended since a backup was restored/),
    ]);
    expect((await byPasskey(owners)).status).toBe(401);

    await restored.run('users', 'resume', email);
    await restored.run('users', 'resume', owner.email);
    // The address has changed meanwhile: who it is the subject says.
    await at.provider.person(name, { email: 'married@harbour.example', email_verified: true });
    const again = await at.visit(name);
    expect((await again.ask('GET', '/session')).body).toMatchObject({ role: 'analyst', passkeys: 1, mustProve: true });
    const { body } = await again.ask('POST', '/session/factor/options');
    const shown = await again.ask('POST', '/session/factor', { passkey: theirs.answer(body) });
    expect([shown.status, shown.body.email]).toEqual([200, 'married@harbour.example']);
    expect((await byPasskey(owners)).status).toBe(200);
    // Recovery codes of before are gone, and who was removed stays out.
    expect((await again.ask('GET', '/recovery-codes')).body).toMatchObject({ left: 0 });
    expect((await at.visit(leaver.name)).status).toBe(403);
  });
});
