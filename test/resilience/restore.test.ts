import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, Bench, type Served } from '../support/service.ts';
import { SignedIn } from '../support/signed-in.ts';

/** A service whose backup is put back elsewhere, after one key and one person were withdrawn. */
describe('a restored service', () => {
  let former: Bench;
  let bench: Bench;
  let served: Served;
  let account: number;
  let owner: SignedIn;
  let invitation: string;
  const keys: { id: string; key: string }[] = [];

  beforeAll(async () => {
    former = await Bench.create();
    const before = await former.serve();
    account = await former.account();
    for (let count = 0; count < 3; count += 1) keys.push(await former.key(account));
    owner = await SignedIn.invited(former, before, account, 'owner');
    invitation = (await invited(former, 'new@harbour.example')).hash.slice(1);
    await former.json('backup', `${former.dataDir}-backup`);
    await former.json('keys', 'revoke', keys[2]!.id);
    await former.account();
    await before.stop();

    bench = await Bench.create();
    await bench.json('restore', `${former.dataDir}-backup`);
    await copyFile(join(former.dataDir, 'master.key'), join(bench.dataDir, 'master.key'));
    served = await bench.serve();
  });
  afterAll(async () => {
    await served?.stop();
    await rm(`${former.dataDir}-backup`, { recursive: true, force: true });
    await former.remove();
    await bench?.remove();
  });

  async function invited(where: Bench, email: string): Promise<URL> {
    const words = ['--account', String(account), '--email', email, '--role', 'viewer'];
    return new URL((await where.json<{ url: string }>('users', 'invite', ...words)).url);
  }

  const list = async (key: string | undefined) => (await served.ask('GET', '/api/Screening/list', { key })).status;
  const signIn = (email: string): Promise<Answer> =>
    served.ask('POST', '/dashboard/api/session', {
      headers: { 'sec-fetch-site': 'same-origin' },
      body: { email, password: 'a long enough pass phrase 7' },
    });
  const link = (token: string): Promise<Answer> =>
    served.ask('POST', '/dashboard/api/links', { headers: { 'sec-fetch-site': 'same-origin' }, body: { token } });

  test('lets no key in until it is resumed, also none that was revoked after the backup', async () => {
    for (const { key } of keys) expect(await list(key)).toBe(401);
    expect(bench.logged).toContain('"keys":3,"people":1,"invitations":1');
    await bench.json('keys', 'resume', keys[0]!.id);
    expect(await Promise.all(keys.map(({ key }) => list(key)))).toEqual([200, 401, 401]);
    const listed = await bench.json<{ suspendedAt: string | null }[]>('keys', 'list', '--account', String(account));
    expect(listed.filter(({ suspendedAt }) => suspendedAt)).toHaveLength(2);
    expect((await bench.command('keys', 'list', '--account', String(account))).stdout).toContain('suspended');
  });

  test('lets nobody sign in and no invitation be accepted until they are resumed', async () => {
    expect((await signIn(owner.email)).status).toBe(401);
    expect((await link(invitation)).status).toBe(404);
    await bench.json('users', 'resume', owner.email);
    expect((await signIn(owner.email)).status).toBe(200);
    expect((await link(invitation)).status).toBe(404);
    const { stdout } = await bench.command('users', 'resume', '--all');
    expect(stdout).toContain('the invitation of new@harbour.example as viewer');
    expect((await link(invitation)).status).toBe(200);
  });

  test('gives no account the number of one that was made after the backup', async () => {
    expect(await bench.account()).toBe(1_000_002);
  });

  test('has an audit log that holds, with the restore as a marked break', async () => {
    const verdict = await bench.json<{ ok: boolean; restores: object[] }>('audit', 'verify');
    expect(verdict).toMatchObject({ ok: true, keyedFrom: 1, unchecked: 0, restores: [{ keyed: false }] });
    const { stdout } = await bench.command('audit', 'verify');
    expect(stdout).toMatch(/Entry \d+ says that a backup was put back/);
    const cookie = [(await signIn(owner.email)).headers['set-cookie']].flat().map((one) => one?.split(';')[0]);
    const headers = { 'sec-fetch-site': 'same-origin', cookie: cookie.join('; ') };
    const shown = await served.ask('POST', '/dashboard/api/audit/verify', { headers, body: {} });
    expect(shown.body).toMatchObject({ ok: true, plainRestores: [expect.any(Number)] });
  });

  test('goes on at once with --resume, which prints each key, person and invitation', async () => {
    const other = await Bench.create({ TOUCHSTONE_MASTER_KEY: '5e'.repeat(32) });
    const { code, stdout } = await other.command('restore', `${former.dataDir}-backup`, '--resume');
    expect(code).toBe(0);
    for (const said of [...keys.map(({ id }) => id), owner.email, 'new@harbour.example'])
      expect(stdout).toContain(said);
    const listed = await other.json<object[]>('keys', 'list', '--account', String(account));
    expect(listed).toMatchObject(keys.map(() => ({ suspendedAt: null })));
    await other.remove();
  });
});
