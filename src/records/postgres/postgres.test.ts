import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recordsContract, type Store } from '../../../test/records/contract.ts';
import { accountWithKey, screening } from '../../../test/records/samples.ts';
import { hash, LATER } from '../../../test/records/samples-users.ts';
import { NO_POSTGRES, POSTGRES, PostgresServer } from '../../../test/support/postgres.ts';
import { readConfig } from '../../config.ts';
import { openRecords } from '../../open-records.ts';
import type { Records } from '../port.ts';
import { newestVersion } from './migrate.ts';

describe.skipIf(!POSTGRES)(`PostgreSQL (${NO_POSTGRES})`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server?.remove());

  recordsContract('PostgreSQL', async (): Promise<Store> => {
    const url = await server.migrated();
    const parent = await mkdtemp(join(tmpdir(), 'touchstone-records-'));
    const config = readConfig({ TOUCHSTONE_DATA_DIR: join(parent, 'data'), TOUCHSTONE_DATABASE_URL: url });
    const opened: Records[] = [];
    return {
      async open(now) {
        const records = await openRecords(config, now);
        opened.push(records);
        return records;
      },
      async remove() {
        await Promise.all(opened.map((records) => records.close()));
        await server.drop(url);
        await rm(parent, { recursive: true, force: true });
      },
    };
  });

  describe('the PostgreSQL database', () => {
    let url: string;
    let parent: string;
    let opened: Records[];
    beforeEach(async () => {
      url = await server.database();
      parent = await mkdtemp(join(tmpdir(), 'touchstone-records-'));
      opened = [];
    });
    afterEach(async () => {
      await Promise.all(opened.map((records) => records.close()));
      await rm(parent, { recursive: true, force: true });
    });

    async function open(folder = 'data'): Promise<Records> {
      const settings = { TOUCHSTONE_DATA_DIR: join(parent, folder), TOUCHSTONE_DATABASE_URL: url };
      const records = await openRecords(readConfig(settings));
      opened.push(records);
      return records;
    }

    test('text that it does not take is refused with a sentence, and what was queued with it is stored', async () => {
      const records = await open();
      const { accountId } = await accountWithKey(records);
      const stored = ['Ada', 'Ada \0 Quill', 'Bruno'].map((name) =>
        records.screenings.create(screening(accountId, null, name, 0)),
      );
      const [ada, nul, bruno] = await Promise.allSettled(stored);
      expect([ada!.status, bruno!.status]).toEqual(['fulfilled', 'fulfilled']);
      expect(nul).toMatchObject({ status: 'rejected', reason: { code: 'validation' } });
    });

    /** As if every node had been silent for a minute; those that are alive say so within two seconds. */
    const silence = () => server.query("UPDATE nodes SET seen_at = seen_at - interval '1 minute'", url);

    test('what is said of lists stays in the record while a node of before is alive, and is kept once from then on', async () => {
      const first = await open();
      const { accountId } = await accountWithKey(first);
      await server.query(
        "INSERT INTO nodes (id, name, seen_at) VALUES (gen_random_uuid(), 'older', now() + interval '1 hour')",
        url,
      );
      const node = await open();
      const said = { notes: ['Of the name.', 'The lists are old.'], aboutLists: 1 };
      const store = async (records: Records) => {
        const made = await records.screenings.create({ ...screening(accountId, null, 'Ada', 0), ...said });
        return made.kind === 'created' ? made.record.id : 0;
      };
      const kept = () => server.query('SELECT notes FROM screenings ORDER BY id', url);
      const ids = [await store(node)];
      expect(await kept()).toEqual([{ notes: said.notes }]);
      await server.query("UPDATE nodes SET seen_at = now() - interval '1 minute' WHERE name = 'older'", url);
      const later = await open();
      ids.push(await store(later), await store(later));
      expect((await kept()).slice(1)).toEqual([{ notes: ['Of the name.'] }, { notes: ['Of the name.'] }]);
      expect(await server.query('SELECT notes FROM list_notes', url)).toEqual([{ notes: ['The lists are old.'] }]);
      for (const id of ids) expect((await node.screenings.evidence(accountId, id))!.notes).toEqual(said.notes);
    });

    test('nodes that start at once make it together, and a newer one is refused', async () => {
      await Promise.all([open(), open(), open()]);
      const made = Array.from({ length: newestVersion() }, (_, before) => ({ version: before + 1 }));
      expect(await server.query('SELECT version FROM schema_version ORDER BY version', url)).toEqual(made);
      await server.query('INSERT INTO schema_version VALUES (99)', url);
      await expect(open()).rejects.toMatchObject({ code: 'schema-newer' });
    });

    test('a node with another folder of images and lists is refused', async () => {
      await open();
      await expect(open('elsewhere')).rejects.toThrow(/goes with another data directory/);
    });

    test('the node that has the folder may take it to a bucket; then nodes without that bucket are refused', async () => {
      const settings = { TOUCHSTONE_DATA_DIR: join(parent, 'data'), TOUCHSTONE_DATABASE_URL: url };
      const aws = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', TOUCHSTONE_MASTER_KEY: 'a'.repeat(64) };
      const use = async (more: Record<string, string>) =>
        (await openRecords(readConfig({ ...settings, ...aws, ...more }))).close();
      await use({});
      const bucket = { TOUCHSTONE_IMAGES_URL: 's3://bucket/screening?endpoint=https://one.example' };
      const elsewhere = { TOUCHSTONE_DATA_DIR: join(parent, 'elsewhere') };
      await expect(use({ ...elsewhere, ...bucket })).rejects.toThrow(/goes with another data directory/);
      await use(bucket);
      await use({ ...elsewhere, TOUCHSTONE_IMAGES_URL: 's3://bucket/screening?endpoint=https://two.example' });
      await expect(use({})).rejects.toThrow('goes with the bucket s3://bucket/screening');
      await expect(use({ TOUCHSTONE_IMAGES_URL: 's3://bucket/other' })).rejects.toThrow('goes with the bucket');
    });

    test('work that one may do at a time waits, is refused in the end, and is free once its holder is gone', async () => {
      const [one, two] = [await open(), await open()];
      const options = { sentence: 'Not now.', patienceMs: 0 };
      const done: string[] = [];
      const begun = Promise.withResolvers<void>();
      const cut = Promise.withResolvers<void>();
      const first = one.alone('lists-publish', options, async (held) => {
        await held();
        begun.resolve();
        await cut.promise;
        await held();
        done.push('first');
      });
      await begun.promise;
      await expect(two.alone('lists-publish', options, async () => {})).rejects.toThrow('Not now.');
      await two.alone('lists-sync', options, async () => done.push('other work'));
      const waits = two.alone('lists-publish', { ...options, patienceMs: 30_000 }, async () => done.push('second'));
      await server.query("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted", url);
      await waits;
      cut.resolve();
      // Whoever lost the lock learns it before it publishes.
      await expect(first).rejects.toMatchObject({ code: 'busy' });
      expect(done).toEqual(['other work', 'second']);
    });

    test('whoever sets a password at a node of an older version has joined here too', async () => {
      const records = await open();
      const { accountId } = await accountWithKey(records);
      const link = {
        accountId,
        email: 'ada@example.org',
        role: 'analyst',
        hash: hash('link'),
        expiresAt: LATER,
      } as const;
      await records.users.invite(link, 'operator');
      expect(await records.users.credentials('ada@example.org')).toBeUndefined();
      await server.query("UPDATE users SET password = 'phc'", url);
      expect(await records.users.credentials('ada@example.org')).toMatchObject({ password: 'phc' });
    });

    test('entries of the audit log can be neither changed, deleted, emptied nor put between others', async () => {
      await accountWithKey(await open());
      const attempts = [
        "UPDATE audit SET actor = 'x'",
        'DELETE FROM audit',
        'TRUNCATE audit',
        "INSERT INTO audit VALUES (9, '', '', '', '', NULL, '{}', '', NULL)",
      ];
      for (const attempt of attempts) await expect(server.query(attempt, url)).rejects.toThrow(/^audit entries/);
    });

    test('work and batches of a node that is gone go on at another one, and of one that is alive they do not', async () => {
      const [one, two] = [await open(), await open()];
      const { accountId } = await accountWithKey(one);
      const file = {
        kind: 'screenings',
        accountId,
        keyId: null,
        userId: 1,
        entityType: 'Individual',
        title: null,
        watched: true,
      } as const;
      await one.batches.open({ ...file, id: 'whole' });
      await one.batches.add('whole', [{ row: 0, line: 2, reference: '', name: 'Ada', type: '', dateOfBirth: '' }]);
      await one.batches.seal('whole');
      await one.batches.open({ ...file, id: 'half' });
      const work = async (node: Records) => [
        (await node.batches.due()).map(({ id }) => id),
        await node.batches.incomplete(),
        await node.leads('monitoring'),
      ];
      const all = [['whole'], ['half'], true];
      expect(await work(one)).toEqual(all);
      expect(await work(two)).toEqual([[], [], false]);
      await silence();
      expect(await work(two)).toEqual(all);
    });

    test('what is said to be stored is, and nothing else, however often connections break', async () => {
      const records = await open();
      const accounts = await Promise.all([1, 2, 3, 4].map(() => accountWithKey(records)));
      const breaking = setInterval(() => {
        const mine = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name LIKE 'touchstone%' AND datname = current_database() AND random() < 0.3`;
        // Not each of them every time: on a busy machine no transaction would come to its end.
        server.query(mine, url).catch(() => {});
      }, 15);
      const made: number[] = [];
      try {
        // A slow machine tries on until something came through.
        const goesOn = (turn: number) => turn < 40 || (made.length === 0 && turn < 1000);
        for (let turn = 0; goesOn(turn); turn += 1) {
          const group = [0, 1, 2, 3, 4, 5, 6, 7].map((row) => {
            const { accountId, keyId } = accounts[row % accounts.length]!;
            return records.screenings.create(screening(accountId, keyId, `person ${turn} ${row}`));
          });
          for (const one of await Promise.allSettled(group)) {
            if (one.status === 'fulfilled' && one.value.kind === 'created') made.push(one.value.record.id);
          }
        }
      } finally {
        clearInterval(breaking);
      }
      const stored = await server.query('SELECT id FROM screenings ORDER BY id', url);
      expect(stored.map((row) => Number((row as { id: string }).id))).toEqual(made.sort((a, b) => a - b));
      const period = new Date().toISOString().slice(0, 7);
      const used = await Promise.all(accounts.map(({ accountId }) => records.accounts.used(accountId, period)));
      expect(used.reduce((sum, one) => sum + one, 0)).toBe(made.length);
      expect(made.length).toBeGreaterThan(0);
    });
  });
});
