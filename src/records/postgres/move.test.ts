import { access, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountWithKey, customerPut, rowsOf, screening, verification } from '../../../test/records/samples.ts';
import { NO_S3, ObjectStoreServer, S3_SERVER } from '../../../test/support/object-store.ts';
import { NO_POSTGRES, POSTGRES, PostgresServer } from '../../../test/support/postgres.ts';
import { COMMANDS } from '../../commands/index.ts';
import { type Config, readConfig } from '../../config.ts';
import { openImages } from '../../images/open-images.ts';
import { ImageVault } from '../../images/vault.ts';
import { DATABASE_FILE, moveToPostgres, openRecords, withRecords } from '../../open-records.ts';
import type { Records } from '../port.ts';

const OWN_ENTRY = {
  entityType: 'Individual',
  otherNames: ['Ü'],
  dateOfBirth: '1970',
  countries: [],
  identifiers: [{ value: 'X1' }],
  reason: null,
} as const;

describe.skipIf(!POSTGRES)(`records that move to PostgreSQL (${NO_POSTGRES})`, () => {
  let server: PostgresServer;
  let parent: string;
  let config: Config;
  let url: string;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server?.remove());
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'touchstone-move-'));
    config = readConfig({ TOUCHSTONE_DATA_DIR: join(parent, 'data') });
    url = await server.database();
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  const there = () => ({ ...config, databaseUrl: url });

  /** A little of everything; answers the account. */
  async function fill(records: Records): Promise<number> {
    const { accountId, keyId } = await accountWithKey(records);
    for (const name of ['Ivo Marlin', 'Quirinus "Öl" \\ Ünd', 'nobody']) {
      const said = { notes: ['Of the name.', 'The lists are old.'], aboutLists: name === 'nobody' ? 1 : 0 };
      await records.screenings.create({ ...screening(accountId, keyId, name, name === 'nobody' ? 0 : 3), ...said });
    }
    await records.verifications.create(verification(accountId, await records.verifications.reserve()));
    await customerPut(records, accountId, 'c-1', screening(accountId, keyId, 'Tove Lund', 2));
    const [alert] = await records.alerts.page(accountId, { limit: 1, sort: 'newest' });
    const action = { accountId, alertId: alert!.id, userId: 1 };
    await records.alerts.step(action, { step: 'dismissed', reason: null, comment: 'not her', remember: true });
    const hook = { url: 'https://hook.example', events: ['screening.matched'], description: null, details: true };
    await records.webhooks.create({ ...hook, accountId, secret: new Uint8Array([1, 2]) } as never, 'operator');
    await records.ownLists.put(accountId, 'former', { title: 'Former', description: null, enabled: true }, 'operator');
    const entry = { id: 'E/1', content: { ...OWN_ENTRY, name: 'Quirinus "Öl" Ünd', until: '2099-12-31' } };
    const entries = { owner: accountId, list: 'former', entries: [entry], most: 10, actor: 'operator' };
    await records.ownLists.putEntries(entries);
    const spent = await records.screenings.create(screening(accountId, keyId, 'gone', 1));
    if (spent.kind === 'created') await records.screenings.delete(spent.record.id, 'operator');
    return accountId;
  }

  test('the address may stand in a file or in the setting, and a backup then says that the records are elsewhere', async () => {
    const account = await withRecords(config, fill);
    const file = join(parent, 'address');
    await writeFile(file, `${url}\n`, { mode: 0o600 });
    const run = (name: string, words: { values?: Record<string, string>; positionals?: string[] }, as: Config) => {
      const command = COMMANDS.find((one) => one.name === name)!;
      const given = { values: {}, positionals: [], ...words };
      return new Promise<Record<string, unknown>>((resolve, reject) => {
        const print = (value: unknown) => resolve(value as Record<string, unknown>);
        Promise.resolve(command.run({ ...given, config: as, json: true, print })).catch(reject);
      });
    };
    const both = run('migrate', { values: { to: url, 'to-file': file } }, config);
    await expect(both).rejects.toThrow('--to or --to-file, not both');
    await expect(run('migrate', { values: { 'to-file': join(parent, 'none') } }, config)).rejects.toThrow(
      'cannot be read',
    );
    await expect(run('migrate', {}, config)).rejects.toThrow(
      'needs --to URL, --to-file FILE or TOUCHSTONE_DATABASE_URL',
    );
    expect(await run('migrate', { values: { 'to-file': file } }, config)).toMatchObject({ auditOk: true });
    expect(await withRecords(there(), (records) => rowsOf(records.screenings.list(account, 9)))).toHaveLength(4);
    const made = await run('backup', { positionals: [join(parent, 'backup')] }, there());
    expect(made.notIncluded).toContain('the records in PostgreSQL (pg_dump, pg_basebackup)');
    // On another machine, beside the same database.
    const elsewhere = { ...there(), dataDir: join(parent, 'elsewhere') };
    const restored = await run('restore', { positionals: [join(parent, 'backup')] }, elsewhere);
    expect(restored).toMatchObject({ hasRecords: false });
    await cp(join(config.dataDir, 'master.key'), join(elsewhere.dataDir, 'master.key'));
    expect(await withRecords(elsewhere, (records) => records.audit.verify())).toMatchObject({ ok: true });
    const intoSqlite = run(
      'restore',
      { positionals: [join(parent, 'backup')] },
      { ...config, dataDir: join(parent, 'x') },
    );
    await expect(intoSqlite).rejects.toThrow('set TOUCHSTONE_DATABASE_URL');
  });

  /** What an account sees. */
  async function seen(records: Records, accountId: number) {
    return {
      account: await records.accounts.get(accountId),
      keys: await records.accounts.listKeys(accountId),
      screenings: await rowsOf(records.screenings.list(accountId, 100)),
      notes: await Promise.all([1, 2, 3].map(async (id) => (await records.screenings.evidence(accountId, id))?.notes)),
      verifications: await rowsOf(records.verifications.list(accountId, 100)),
      customers: await records.customers.page(accountId, { limit: 9 }),
      alerts: await records.alerts.page(accountId, { limit: 99, sort: 'oldest' }),
      hooks: await records.webhooks.page(accountId, { limit: 9 }),
      head: await records.audit.head(),
      used: await records.accounts.used(accountId, new Date().toISOString().slice(0, 7)),
    };
  }

  test('are the same there, and ids, quota and the audit log go on', async () => {
    const account = await withRecords(config, fill);
    const before = await withRecords(config, (records) => seen(records, account));
    const moved = await moveToPostgres(config, url, () => {});
    expect(moved).toMatchObject({ auditOk: true, setAside: `${join(config.dataDir, DATABASE_FILE)}.moved` });
    await withRecords(there(), async (records) => {
      const { head, ...after } = await seen(records, account);
      const { head: headBefore, ...rest } = before;
      expect(after).toEqual(rest);
      expect(head!.sequence).toBe(headBefore!.sequence + 1);
      expect(await records.audit.verify(headBefore!.hash)).toMatchObject({ ok: true, headFound: true });
      const next = await records.screenings.create(screening(account, null, 'next'));
      // The newest record was deleted, and its id is not given again.
      expect(next).toMatchObject({ kind: 'created', record: { id: before.screenings.length + 2 } });
    });
    await expect(openRecords(config)).rejects.toThrow('TOUCHSTONE_DATABASE_URL');
  });

  test('go on where they were interrupted, and no other directory goes on with them', async () => {
    const account = await withRecords(config, fill);
    const before = await withRecords(config, (records) => seen(records, account));
    const interrupted = moveToPostgres(config, url, (table) => {
      if (table === 'screenings') throw new Error('interrupted');
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    await access(join(config.dataDir, DATABASE_FILE));
    const other = readConfig({ TOUCHSTONE_DATA_DIR: join(parent, 'other') });
    await withRecords(other, fill);
    await expect(moveToPostgres(other, url, () => {})).rejects.toMatchObject({ code: 'usage' });
    const again: Record<string, number> = {};
    await moveToPostgres(config, url, (table, rows) => {
      again[table] = rows;
    });
    expect(again).toMatchObject({ accounts: 0, screenings: 0, alerts: before.alerts.length });
    expect((await withRecords(there(), (records) => seen(records, account))).alerts).toEqual(before.alerts);
  });

  test.skipIf(!S3_SERVER)(`take the images to a bucket, also after an interruption (${NO_S3})`, async () => {
    const objects = await ObjectStoreServer.start();
    try {
      const settings = { ...objects.bucket(), TOUCHSTONE_DATA_DIR: config.dataDir };
      await withRecords(config, fill);
      const vault = await ImageVault.open(config);
      const picture = (id: number) => ({ document: Buffer.from(`passport ${id}`), selfie: Buffer.from(`face ${id}`) });
      for (const id of [1, 2, 1500]) await vault.put(id, picture(id));
      // One of them was copied by a try before, and one was cut short.
      const bucket = await openImages(readConfig(settings));
      await bucket.put(1, 'document', (await (await openImages(config)).get(1, 'document'))!);
      await bucket.put(2, 'selfie', Uint8Array.of(1));
      const moved = await moveToPostgres(readConfig(settings), url, () => {});
      expect(moved.images).toMatchObject({ images: 6, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
      await access(join(config.dataDir, 'images.moved/1/1500/selfie.sealed'));
      const there = await ImageVault.open(readConfig(settings));
      for (const id of [1, 2, 1500]) expect(String(await there.get(id, 'selfie'))).toBe(`face ${id}`);
    } finally {
      await objects.remove();
    }
  });

  test('stay where they are while a service uses them, and a service does not start on both', async () => {
    const records = await openRecords(config);
    await fill(records);
    await expect(moveToPostgres(config, url, () => {})).rejects.toMatchObject({ code: 'busy' });
    await records.close();
    await expect(openRecords(there())).rejects.toThrow('touchstone migrate --to');
  });
});
