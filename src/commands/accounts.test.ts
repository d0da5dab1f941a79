import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { screening } from '../../test/records/samples.ts';
import { joined } from '../../test/records/samples-users.ts';
import { type Config, readConfig } from '../config.ts';
import { DATABASE_FILE, openRecords, withRecords } from '../open-records.ts';
import { openConnection } from '../records/sqlite/connection.ts';
import { migrate, migrations } from '../records/sqlite/migrate.ts';
import type { Command } from './command.ts';
import { COMMANDS } from './index.ts';

/** What a newer version leaves behind that made its copy and was then taken back. */
function upgradeAndBack(file: string, now: Date): void {
  const db = openConnection(file);
  const known = migrations();
  const { version } = known.at(-1)!;
  migrate(db, file, [...known, { version: version + 1, sql: 'SELECT 1' }], now);
  db.pragma(`user_version = ${version}`);
  db.close();
}

describe('accounts, keys, audit and deletion on the command line', () => {
  let directory: string;
  let config: Config;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'touchstone-commands-'));
    config = readConfig({ TOUCHSTONE_DATA_DIR: join(directory, 'data') });
  });
  afterEach(() => rm(directory, { recursive: true }));

  /** What a command prints with --json. */
  async function run(name: string, ...args: string[]): Promise<unknown> {
    const command = COMMANDS.find((one) => one.name === name) as Command;
    const { values, positionals } = parseArgs({ args, options: command.options, allowPositionals: true });
    let printed: unknown;
    const print = (value: unknown): void => {
      printed = value;
    };
    await command.run({ values, positionals, config, json: true, print });
    return printed;
  }

  test('an account has 10,000 records a month unless it is told otherwise', async () => {
    expect(await run('accounts create', '--name', 'Ferry Ltd')).toMatchObject({
      id: 1,
      name: 'Ferry Ltd',
      quota: 10_000,
    });
    const options = ['--name', ' Harbour ', '--email', 'ops@harbour.example', '--quota', '7', '--plan', 'gold'];
    const account = { id: 2, name: 'Harbour', email: 'ops@harbour.example', quota: 7, plan: 'gold' };
    expect(await run('accounts create', ...options)).toMatchObject(account);
    expect(await run('accounts list')).toMatchObject([{ id: 1 }, account]);
  });

  test('the audit log is kept as long as it is told, and says what it begins with', async () => {
    config = readConfig({ TOUCHSTONE_DATA_DIR: config.dataDir, TOUCHSTONE_AUDIT_RETENTION_DAYS: '365' });
    const former = await openRecords(config, () => new Date('2020-01-31'));
    await former.accounts.create({ name: 'Ferry Ltd', quota: 10, plan: 'standard' }, 'operator');
    const head = await former.audit.head();
    await former.close();
    await run('accounts create', '--name', 'Harbour');
    expect(await run('retention', '--dry-run')).toMatchObject({ dryRun: true, audit: { days: 365, due: 1 } });
    expect(await run('audit verify')).toMatchObject({ entries: 2, cut: null });
    expect(await run('retention')).toMatchObject({ dryRun: false, audit: { due: 1 } });
    expect(await run('retention')).toMatchObject({ audit: { due: 0 } });
    const verdict = { ok: true, entries: 2, keyedFrom: 2, cut: { sequence: 1, by: 3, entries: 1 } };
    expect(await run('audit verify')).toMatchObject(verdict);
    expect(await run('audit verify', '--head', head!.hash)).toMatchObject(verdict);
    await expect(run('audit verify', '--head', 'f'.repeat(64))).rejects.toThrow('1 entry went under the retention');
  });

  test('files of names and deliveries are kept for fewer days where an account says so', async () => {
    await run('accounts create', '--name', 'Ferry Ltd');
    const set = (...words: string[]) => run('accounts set', '1', ...words);
    expect(await set('--keep-batches', '7', '--keep-deliveries', '2')).toMatchObject({
      keepBatches: 7,
      keepDeliveries: 2,
    });
    const kinds = [
      { kind: 'batch', days: 7, due: 0 },
      { kind: 'delivery', days: 2, due: 0 },
    ];
    expect(await run('retention', '--dry-run')).toMatchObject({ expiries: kinds });
    expect(await set('--keep-batches', 'default')).toMatchObject({ keepBatches: null, keepDeliveries: 2 });
    for (const words of [
      ['--keep-batches', '31'],
      ['--keep-deliveries', '8'],
      ['--keep-deliveries', '0'],
    ]) {
      await expect(set(...words)).rejects.toThrow(`${words[0]} must be a whole number`);
    }
  });

  test('an account keeps its records as long as it is told, and "retention" says what goes', async () => {
    await run('accounts create', '--name', 'Ferry Ltd');
    expect(await run('retention')).toEqual({ dryRun: false, expiries: [], audit: null });
    expect(await run('accounts set', '1', '--keep-screenings', '400')).toMatchObject({
      keepScreenings: 400,
      keepVerifications: null,
    });
    const former = await openRecords(config, () => new Date('2020-01-01'));
    await former.screenings.create(screening(1, null, 'Ada', 0));
    await former.close();
    const expiry = { accountId: 1, kind: 'screening', days: 400, due: 1, kept: 0 };
    expect(await run('retention', '--dry-run')).toEqual({ dryRun: true, expiries: [expiry], audit: null });
    expect(await run('retention')).toEqual({ dryRun: false, expiries: [expiry], audit: null });
    expect(await run('retention')).toMatchObject({ expiries: [{ ...expiry, due: 0 }] });
    expect(await run('accounts set', '1', '--keep-screenings', 'all')).toMatchObject({ keepScreenings: null });
    for (const days of ['29', '0', '-5', 'never', '36501']) {
      await expect(run('accounts set', '1', '--keep-screenings', days)).rejects.toThrow('--keep-screenings');
    }
  });

  test.each([
    [['--name', ''], '--name must be one line'],
    [['--name', 'a\u001b[2Jb'], '--name must be one line'],
    [['--name', 'x'.repeat(201)], '--name must be one line'],
    [['--name', 'a', '--quota', '0'], '--quota must be a whole number'],
    [['--name', 'a', '--quota=-5'], '--quota must be a whole number'],
    [['--name', 'a', '--quota', '1.5'], '--quota must be a whole number'],
    [['--name', 'a', '--quota', 'unlimited'], '--quota must be a whole number'],
    [['--name', 'a', '--quota', '2147483648'], '--quota must be a whole number'],
    [['--name', 'a', '--email', 'nobody'], '--email must be an address'],
    [[], 'needs --name NAME'],
    [['--name', 'a', 'extra'], 'does not take "extra"'],
  ])('accounts create %j is refused with a sentence', async (args, why) => {
    await expect(run('accounts create', ...args)).rejects.toThrow(why);
  });

  test("a key's value is shown once, and its list shows what it is allowed to do", async () => {
    await run('accounts create', '--name', 'Ferry Ltd');
    const allow = ['--allow', '10.0.0.0/8', '--allow', '2001:DB8::/32', '--allow', '10.0.0.0/8'];
    const made = await run('keys create', '--account', '1', '--name', 'intake', '--expires', '2099-01-01', ...allow);
    const { id, key } = made as { id: string; key: string };
    expect(key).toMatch(/^tsk_/);
    const listed = await run('keys list', '--account', '1');
    expect(listed).toMatchObject([
      {
        id,
        name: 'intake',
        allow: ['10.0.0.0/8', '2001:db8::/32'],
        expiresAt: '2099-01-01T00:00:00.000Z',
        requests: 0,
      },
    ]);
    expect(JSON.stringify(listed)).not.toContain(key);
  });

  test('an account is changed, also into the operator of the lists', async () => {
    await run('accounts create', '--name', 'Ferry Ltd', '--operator');
    expect(await run('accounts list')).toMatchObject([{ id: 1, operator: true }]);
    const changed = { id: 1, name: 'Quay', quota: 7, plan: 'gold', operator: false };
    const words = ['--name', 'Quay', '--quota', '7', '--plan', 'gold', '--operator', 'off'];
    expect(await run('accounts set', '1', ...words)).toMatchObject(changed);
    expect(await run('accounts list')).toMatchObject([changed]);
    await expect(run('accounts set', '1')).rejects.toThrow('needs something to change');
    await expect(run('accounts set', '1', '--operator', 'yes')).rejects.toThrow('--operator must be on or off');
    await expect(run('accounts set', '2', '--quota', '7')).rejects.toMatchObject({ code: 'not-found' });
  });

  test('a key or a person that is not suspended cannot be resumed', async () => {
    await run('accounts create', '--name', 'Ferry Ltd');
    const { id } = (await run('keys create', '--account', '1', '--name', 'x')) as { id: string };
    await expect(run('keys resume', id)).rejects.toThrow(`There is no suspended key ${id}`);
    await expect(run('keys resume')).rejects.toMatchObject({ code: 'usage' });
    await expect(run('keys resume', id, '--all')).rejects.toThrow('KEYID or --all, not both');
    expect(await run('keys resume', '--all')).toEqual({ keys: [] });
    await expect(run('users resume', 'a@b.example')).rejects.toThrow(
      'Nobody with the address a@b.example is suspended',
    );
  });

  test.each([
    [['--account', '9', '--name', 'x'], 'There is no account 9'],
    [['--account', 'one', '--name', 'x'], '--account must be a whole number'],
    [['--account', '1'], 'needs --name NAME'],
    [['--account', '1', '--name', 'x', '--allow', '10.0.0.300'], 'IPv4 or IPv6 address'],
    [['--account', '1', '--name', 'x', '--expires', '2020-01-01'], 'has passed'],
  ])('keys create %j is refused with a sentence', async (args, why) => {
    await run('accounts create', '--name', 'Ferry Ltd');
    await expect(run('keys create', ...args)).rejects.toThrow(why);
  });

  test('a key is revoked by its id, or by the leaked value itself', async () => {
    await run('accounts create', '--name', 'Ferry Ltd');
    for (const by of ['id', 'key'] as const) {
      const made = (await run('keys create', '--account', '1', '--name', by)) as { id: string; key: string };
      const revoked = (await run('keys revoke', made[by])) as { id: string; revokedAt: string };
      expect(revoked).toMatchObject({ id: made.id, revokedAt: expect.stringMatching(/^\d{4}-/) });
      expect(await run('keys revoke', made.id)).toEqual(revoked);
    }
    await expect(run('keys revoke', 'nobody')).rejects.toMatchObject({ code: 'not-found' });
    await expect(run('keys list', '--account', '2')).rejects.toMatchObject({ code: 'not-found' });
  });

  test('the last owner of an account cannot be invited anew with a lesser role', async () => {
    await run('accounts create', '--name', 'Ferry Ltd');
    await withRecords(config, (records) => joined(records, 1, 'owner@ferry.example', 'owner'));
    const words = ['--account', '1', '--email', 'owner@ferry.example', '--role', 'viewer'];
    await expect(run('users invite', ...words)).rejects.toThrow('This is the last owner');
  });

  test('a deletion reaches the copies that upgrades made, and copies that are old or not readable go', async () => {
    await run('accounts create', '--name', 'Ferry Ltd');
    await withRecords(config, async ({ screenings }) => {
      await screenings.create(screening(1, null, 'Quirinus Unforgettable', 12));
      await screenings.create(screening(1, null, 'Ada Quill'));
    });
    const file = join(config.dataDir, DATABASE_FILE);
    for (const days of [31, 1]) upgradeAndBack(file, new Date(Date.now() - days * 86_400_000));
    const copies = async () => (await readdir(config.dataDir)).filter((name) => name.includes('.before-'));
    const [old, recent] = (await copies()).sort();
    const unreadable = recent!.replace(/\d{6}Z$/, '000000Z');
    await writeFile(join(config.dataDir, unreadable), 'this is no database at all '.repeat(100));
    expect(await run('records delete', 'screening', '1')).toEqual({
      kind: 'screening',
      id: 1,
      deleted: true,
      copies: { cleaned: [recent], expired: [old], unusable: [unreadable] },
    });
    expect(await copies()).toEqual([recent]);
    const texts = (await readdir(config.dataDir))
      .filter((name) => name.startsWith(DATABASE_FILE))
      .map((name) => readFileSync(join(config.dataDir, name), 'latin1'));
    expect(texts.filter((text) => /quirinus/i.test(text))).toEqual([]);
    expect(texts.filter((text) => text.includes('Ada Quill'))).toHaveLength(2);
  });

  test('a record is deleted with an audit entry that names its id alone, and the chain holds', async () => {
    await run('accounts create', '--name', 'Ferry Ltd');
    await withRecords(config, (records) => records.screenings.create(screening(1, null, 'Ada Quill')));
    expect(await run('records delete', 'screening', '1')).toMatchObject({ kind: 'screening', id: 1, deleted: true });
    await expect(run('records delete', 'screening', '1')).rejects.toMatchObject({ code: 'not-found' });
    await expect(run('records delete', 'verification', '1')).rejects.toMatchObject({ code: 'not-found' });
    await expect(run('records delete', 'person', '1')).rejects.toMatchObject({ code: 'usage' });
    const verdict = (await run('audit verify')) as { head: string };
    const whole = { entries: 2, head: expect.stringMatching(/^[0-9a-f]{64}$/), ok: true, keyedFrom: 1, unchecked: 0 };
    expect(verdict).toMatchObject(whole);
    expect(await run('audit verify', '--head', verdict.head.toUpperCase())).toEqual(verdict);
  });

  test('an audit log whose tail was cut off does not pass with a known head', async () => {
    await run('accounts create', '--name', 'Ferry Ltd');
    await expect(run('audit verify', '--head', 'f'.repeat(64))).rejects.toThrow('cut off or replaced');
    await expect(run('audit verify', '--head', 'short')).rejects.toMatchObject({ code: 'validation' });
  });
});
