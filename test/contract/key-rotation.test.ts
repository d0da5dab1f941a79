import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { examine } from '../../src/doctor/doctor.ts';
import { KEY_SCOPES, spareScopes } from '../../src/domain/key-scope.ts';
import { promised } from '../support/promised.ts';
import { Bench, type Served } from '../support/service.ts';
import { SignedIn } from '../support/signed-in.ts';

const PERSON = { name: 'Quillon Ferrabast', entityType: 'Individual' };
const DAY_MS = 86_400_000;

interface Rotated {
  readonly id: string;
  readonly key: string;
  readonly previousUntil: string | null;
}

let bench: Bench;
let served: Served;
let account: number;
let owner: SignedIn;

beforeAll(async () => {
  ({ bench, served } = await Bench.serving());
  account = await bench.account();
  owner = await SignedIn.invited(bench, served, account, 'owner');
});

afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

const status = async (key: string): Promise<number> => (await served.screen(key, PERSON)).status;

test('the command gives a key another value; the one before works on, and at once no more where it leaked', async () => {
  const { id, key: first } = await bench.key(account, '--scope', 'screening');
  expect(await status(first)).toBe(200);
  const second = await bench.run<Rotated>('keys', 'rotate', id);
  const days = (Date.parse(second.previousUntil!) - Date.now()) / DAY_MS;
  expect([second.id, Math.round(days)]).toEqual([id, 7]);
  expect([await status(first), await status(second.key)]).toEqual([200, 200]);
  const third = await bench.run<Rotated>('keys', 'rotate', second.key, '--overlap', '0');
  expect(third.previousUntil).toBeNull();
  expect(
    await promised(
      5_000,
      () => status(second.key),
      (code) => code === 401,
    ),
  ).toBe(401);
  expect([await status(first), await status(third.key)]).toEqual([401, 200]);
  const refused = await served.ask('GET', '/api/Alerts', { key: third.key });
  expect(refused.headers['x-error-code']).toBe('scope-missing');
});

test('an overlap in another form, and a key that has ended or never was, are refused with a sentence', async () => {
  const { id } = await bench.key(account);
  for (const overlap of ['7', '7 days', '-1d', '91d', '1.5h', '', '7D', '999999999d']) {
    await expect(bench.run('keys', 'rotate', id, `--overlap=${overlap}`)).rejects.toThrow(/like 7d, 12h, 30m or 0/);
    expect((await owner.post(`/keys/${id}/rotate`, { overlap })).status).toBe(400);
  }
  await bench.run('keys', 'revoke', id);
  await expect(bench.run('keys', 'rotate', id)).rejects.toThrow(`Key ${id} no longer works`);
  await expect(bench.run('keys', 'rotate', 'nothing')).rejects.toThrow('There is no such key.');
});

test('in the dashboard the old value ends at once on this node, and the audit log names who did it', async () => {
  const made = await owner.post('/keys', { name: 'Turned', scopes: ['screening'] });
  expect(await status(made.body.value)).toBe(200);
  const rotated = await owner.post(`/keys/${made.body.id}/rotate`, { overlap: '0' });
  expect([rotated.status, rotated.body.id, rotated.body.scopes]).toEqual([200, made.body.id, ['screening']]);
  expect([await status(made.body.value), await status(rotated.body.value)]).toEqual([401, 200]);
  const { items } = (await owner.get('/audit?action=key.rotated')).body as {
    items: { actor: string; subject: string }[];
  };
  expect(items[0]).toMatchObject({ actor: owner.email, subject: `key:${made.body.id}` });
  const stranger = await SignedIn.invited(bench, served, await bench.account(), 'owner');
  expect((await stranger.post(`/keys/${made.body.id}/rotate`, { overlap: '0' })).status).toBe(404);
  expect(await status(rotated.body.value)).toBe(200);
  for (const text of [bench.logged, (await owner.get('/keys')).text]) {
    expect(text).not.toContain(rotated.body.value);
  }
});

test('the doctor names keys that may do more than they did in 90 days, and not before', async () => {
  const own = await Bench.serving();
  try {
    const id = await own.bench.account();
    const [all, idle, fit] = [
      await own.bench.key(id),
      await own.bench.key(id, '--scope', 'usage'),
      await own.bench.key(id, '--scope', 'screening'),
    ];
    const day = async (now: Date) => {
      const service = await own.bench.serve({}, () => now);
      for (const { key } of [all, fit]) expect((await service.screen(key, PERSON)).status).toBe(200);
      expect((await service.ask('GET', '/api/Alerts', { key: all.key })).status).toBe(200);
      await service.stop();
    };
    await own.served.stop();
    const at = (days: number) => new Date(Date.now() + days * DAY_MS);
    await day(at(50));
    const said = async (now: Date) => {
      const found = await examine(readConfig(own.bench.settings), now);
      return found.filter(({ check, found: text }) => check === 'keys' && text.includes('may do more'));
    };
    expect(await said(at(89))).toEqual([]);
    const [finding] = await said(at(91));
    expect(finding?.state).toBe('advice');
    expect(finding?.found).toContain(`${all.id} did screening, alerts:read`);
    expect(finding?.found).toContain(`${idle.id} did nothing`);
    expect(finding?.found).not.toContain(fit.id);
    expect(finding?.todo).toContain('touchstone keys create --scope');
    // What was done once is too long ago by then.
    expect((await said(at(150)))[0]?.found).toContain(`${fit.id} did nothing`);
    const spare = await own.bench.records(async ({ accounts }) => {
      const [keys, uses] = [await accounts.listKeys(id), await accounts.keyUses(id)];
      return new Map(keys.map((key) => [key.id, spareScopes(key, uses.get(key.id) ?? {}, at(91))]));
    });
    expect(spare.get(all.id)).toEqual(KEY_SCOPES.filter((scope) => !/^screening|^alerts:read/.test(scope)));
    expect([spare.get(idle.id), spare.get(fit.id)]).toEqual([['usage'], []]);
  } finally {
    await own.bench.remove();
  }
});
