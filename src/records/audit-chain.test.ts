import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import RawDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { COMMANDS } from '../commands/index.ts';
import { type Config, readConfig } from '../config.ts';
import type { ChainVerdict } from '../domain/audit.ts';
import { DATABASE_FILE, openRecords, withRecords } from '../open-records.ts';
import { cutAuditLog } from '../use-cases/audit-retention.ts';
import type { Records } from './port.ts';
import { openConnection } from './sqlite/connection.ts';
import { migrate, migrations } from './sqlite/migrate.ts';

const KEYS = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(64));

describe('the audit chain under the master key', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'touchstone-chain-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  function config(...keys: string[]): Config {
    return readConfig({ TOUCHSTONE_DATA_DIR: dataDir, ...(keys.length > 0 && { TOUCHSTONE_MASTER_KEY: keys.join() }) });
  }

  function note({ audit }: Records, action = 'test.done'): Promise<void> {
    return audit.append({ actor: 'service', action, subject: 'test:1', accountId: null, details: {} });
  }

  async function verified(keys: readonly string[] = [], head?: string): Promise<ChainVerdict> {
    return withRecords(config(...keys), ({ audit }) => audit.verify(head));
  }

  async function rotate(keys: readonly string[] = []): Promise<void> {
    const command = COMMANDS.find(({ name }) => name === 'images rotate')!;
    await command.run({ values: {}, positionals: [], config: config(...keys), json: true, print: () => {} });
  }

  /** What somebody can do who holds the database and nothing else. */
  function withDatabase(work: (db: RawDatabase.Database) => void): void {
    const db = new RawDatabase(join(dataDir, DATABASE_FILE));
    work(db);
    db.close();
  }

  /** Recomputes the chain as far as that goes without the master key, from this entry on. */
  function recompute(db: RawDatabase.Database, from: number, keyed: boolean): void {
    db.exec('DROP TRIGGER IF EXISTS audit_keeps_words');
    type Row = Record<'at' | 'actor' | 'action' | 'subject' | 'details' | 'hash', string> & { sequence: number };
    let previous = '';
    for (const row of db.prepare('SELECT * FROM audit ORDER BY sequence').all() as (Row & { account_id: null })[]) {
      const { sequence, at, actor, action, subject, account_id, details } = row;
      const entry = JSON.stringify([sequence, at, actor, action, subject, account_id, details]);
      if (sequence >= from) {
        row.hash = createHash('sha256').update(previous).update(entry).digest('hex');
        db.prepare(`UPDATE audit SET hash = ? ${keyed ? '' : ', key = NULL'} WHERE sequence = ?`).run(
          row.hash,
          sequence,
        );
      }
      previous = row.hash;
    }
  }

  test.each([
    ['with the ids of the keys left as they are', true],
    ['as entries without a key', false],
  ])('whoever holds the database alone cannot recompute it, %s', async (_, keyed) => {
    await withRecords(config(), async (records) => {
      for (const action of ['a', 'b', 'c']) await note(records, action);
    });
    expect(await verified()).toMatchObject({ ok: true, entries: 3, keyedFrom: 1 });
    withDatabase((db) => {
      db.exec("DROP TRIGGER audit_keeps_words; UPDATE audit SET subject = 'other' WHERE sequence = 2");
      recompute(db, 2, keyed);
    });
    expect(await verified()).toMatchObject({ ok: false, broken: 2 });
  });

  test('entries of an older version stay checked as they were; the chain is keyed from the next one on', async () => {
    const db = openConnection(join(dataDir, DATABASE_FILE));
    migrate(db, join(dataDir, DATABASE_FILE), migrations().slice(0, 4), new Date());
    const insert = db.prepare("INSERT INTO audit VALUES (?, '2026-01-01', 'operator', 'old', 's', NULL, '{}', '')");
    for (const sequence of [1, 2]) insert.run(sequence);
    recompute(db, 1, true);
    db.close();
    await withRecords(config(), (records) => note(records));
    expect(await verified()).toMatchObject({ ok: true, entries: 3, keyedFrom: 3 });
    withDatabase((raw) => raw.exec("UPDATE audit SET subject = 'x' WHERE sequence = 1"));
    expect(await verified()).toMatchObject({ ok: false, broken: 1 });
  });

  test('older entries stay checkable after three rotations of the key file, whose former keys are gone', async () => {
    for (let rotation = 0; rotation < 3; rotation += 1) {
      await withRecords(config(), (records) => note(records));
      await rotate();
    }
    expect((await readFile(join(dataDir, 'master.key'), 'utf8')).trim().split('\n')).toHaveLength(2);
    const verdict = await verified();
    expect(verdict).toMatchObject({ ok: true, entries: 6, keyedFrom: 1, unchecked: 0 });
  });

  test('a rotation of TOUCHSTONE_MASTER_KEY keeps older entries checkable once the former key is taken away', async () => {
    await withRecords(config(KEYS[0]!), (records) => note(records));
    await rotate([KEYS[1]!, KEYS[0]!]);
    await rotate([KEYS[2]!, KEYS[1]!]);
    expect(await verified([KEYS[2]!])).toMatchObject({ ok: true, entries: 3, unchecked: 0 });
  });

  test('a service that runs goes on under the new key after a rotation, and checks all of it', async () => {
    const service = await openRecords(config());
    await note(service);
    await rotate();
    await service.audit.followKeys();
    await note(service);
    expect(await service.audit.verify()).toMatchObject({ ok: true, entries: 3, unchecked: 0 });
    await service.close();
    withDatabase((db) => {
      const keys = db.prepare('SELECT key FROM audit ORDER BY sequence').pluck().all();
      expect(keys[2]).toBe(keys[1]);
      expect(keys[1]).not.toBe(keys[0]);
    });
  });

  /** What somebody can do who holds the database, and a key of their own. */
  function forge(sequence: number): void {
    withDatabase((db) => {
      db.prepare(
        `INSERT INTO audit (sequence, at, actor, action, subject, account_id, details, hash, key)
         VALUES (?, '2026-11-22T00:00:00.000Z', 'operator', 'alert.dismissed', 'alert:1', NULL, '{}', ?, ?)`,
      ).run(sequence, 'e'.repeat(64), 'f'.repeat(16));
    });
  }

  test('a log never goes on under another key by itself: not for a command, nor for a service', async () => {
    await withRecords(config(KEYS[0]!), (records) => note(records));
    const put = 'put back master.key';
    await withRecords(config(KEYS[1]!), (records) => expect(note(records)).rejects.toThrow(put));
    await withRecords(config(KEYS[1]!), ({ audit }) => expect(audit.followKeys()).rejects.toThrow(put));
    // A service without any key makes none.
    const service = { events: {} as never, node: undefined, moreComing: () => false };
    await expect(openRecords(config(), undefined, service)).rejects.toThrow(put);
    expect(await readdir(dataDir)).not.toContain('master.key');
    expect(await verified([KEYS[0]!])).toMatchObject({ ok: true, entries: 1, unchecked: 0 });
  });

  test('an operator who says that the key is lost lets the log go on, which an entry says', async () => {
    await withRecords(config(KEYS[0]!), (records) => note(records));
    expect(await verified([KEYS[1]!])).toMatchObject({ ok: false, broken: null, unchecked: 1 });
    const rekey = COMMANDS.find(({ name }) => name === 'audit rekey')!;
    const options = { values: {}, positionals: [], json: true, print: () => {} };
    await rekey.run({ ...options, config: config(KEYS[1]!) });
    expect(await verified([KEYS[1]!])).toMatchObject({ ok: true, entries: 2, unchecked: 1 });
    expect(await verified([KEYS[1]!, KEYS[0]!])).toMatchObject({ ok: true, unchecked: 0 });
    await expect(rekey.run({ ...options, config: config(KEYS[1]!) })).rejects.toThrow('No master key is lost');
    // Without any key at hand it makes one.
    await rekey.run({ ...options, config: config() });
    expect(await verified()).toMatchObject({ ok: true, entries: 3, unchecked: 2 });
    forge(4);
    expect(await verified()).toMatchObject({ ok: false, entries: 4, unchecked: 3 });
  });

  test('entries under an unknown key behind entries of the present one are forged, and no start of a service excuses them', async () => {
    await withRecords(config(KEYS[0]!), (records) => note(records));
    forge(2);
    await withRecords(config(KEYS[0]!), ({ audit }) => expect(audit.followKeys()).rejects.toThrow('not at hand'));
    expect(await verified([KEYS[0]!])).toMatchObject({ ok: false, entries: 2, unchecked: 1 });
    await withRecords(config(KEYS[0]!), ({ audit }) => audit.followKeys(true));
    expect(await verified([KEYS[0]!])).toMatchObject({ ok: false, entries: 3, unchecked: 1 });
  });

  test('a command without the master key refuses what it would have to note, and changes nothing', async () => {
    await withRecords(config(KEYS[0]!), (records) => note(records));
    await withRecords(config(), async (records) => {
      await expect(note(records)).rejects.toThrow('or set TOUCHSTONE_MASTER_KEY to the key');
      const account = { name: 'Ferry', quota: 5, plan: 'standard' };
      await expect(records.accounts.create(account, 'operator')).rejects.toMatchObject({ code: 'damaged' });
      expect(await records.accounts.list()).toEqual([]);
      expect(await records.audit.verify()).toMatchObject({ ok: false, broken: null, entries: 1, unchecked: 1 });
    });
    expect(await readdir(dataDir)).not.toContain('master.key');
  });

  test('the key is nowhere in the database', async () => {
    await withRecords(config(KEYS[0]!), (records) => note(records));
    await rotate([KEYS[1]!, KEYS[0]!]);
    const stored = await readFile(join(dataDir, DATABASE_FILE));
    for (const key of KEYS.slice(0, 2)) {
      expect(stored.includes(Buffer.from(key, 'hex'))).toBe(false);
      expect(stored.includes(key)).toBe(false);
    }
  });

  describe('that was cut at its beginning', () => {
    const BEFORE = new Date(Date.now() + 86_400_000).toISOString();

    /** Three entries, of which the log then says that they were cut, and one more. */
    async function cut(...keys: string[]): Promise<void> {
      await withRecords(config(...keys), async (records) => {
        for (const action of ['a', 'b', 'c']) await note(records, action);
        expect(await records.audit.cut({ before: BEFORE, stream: undefined })).toBe(3);
        expect(await records.audit.dropCut(10)).toBe(3);
        await note(records, 'd');
      });
    }

    /** An entry as somebody writes it who holds the database alone. */
    function insert(db: RawDatabase.Database, sequence: number, details: object, key: string | null): void {
      const values = [sequence, JSON.stringify(details), 'f'.repeat(64), key];
      db.prepare(
        `INSERT INTO audit (sequence, at, actor, action, subject, details, hash, key)
         VALUES (?, '2026-01-01T00:00:00.000Z', 'service', 'audit.cut', 'audit', ?, ?, ?)`,
      ).run(...values);
    }
    const last = (db: RawDatabase.Database) =>
      db.prepare('SELECT sequence, hash, key FROM audit ORDER BY sequence DESC LIMIT 1').get() as {
        sequence: number;
        hash: string;
        key: string;
      };

    test('is checked from there on, and without its key it is not', async () => {
      await cut(KEYS[0]!);
      expect(await verified([KEYS[0]!])).toMatchObject({
        ok: true,
        entries: 2,
        cut: { sequence: 3, by: 4, entries: 3 },
      });
      expect(await verified([KEYS[1]!])).toMatchObject({ ok: false, broken: null, unchecked: 2 });
      withDatabase((db) => {
        db.exec("DROP TRIGGER audit_keeps_words; UPDATE audit SET subject = 'x' WHERE sequence = 5");
      });
      expect(await verified([KEYS[0]!])).toMatchObject({ ok: false, broken: 5 });
    });

    test('loses no other entry unseen, and none at all while the table is as it was made', async () => {
      await cut(KEYS[0]!);
      withDatabase((db) => expect(() => db.exec('DELETE FROM audit WHERE sequence = 4')).toThrow('cannot be deleted'));
      withDatabase((db) => db.exec('DROP TRIGGER audit_keeps_entries; DELETE FROM audit WHERE sequence = 4'));
      expect(await verified([KEYS[0]!])).toMatchObject({ ok: false, broken: 1 });
    });

    test.each([true, false])('cannot be said to be by who holds the database alone, keyed %s', async (isKeyed) => {
      await withRecords(config(KEYS[0]!), async (records) => {
        for (const action of ['a', 'b', 'c']) await note(records, action);
      });
      withDatabase((db) => {
        const { sequence, hash, key } = last(db);
        insert(db, 4, { sequence, hash, key, entries: 3 }, isKeyed ? key : null);
        db.exec('DELETE FROM audit WHERE sequence <= 3');
      });
      expect(await verified([KEYS[0]!])).toMatchObject({ ok: false, broken: 4 });
    });

    test('is not cut further where somebody changed it, such as the dates of what they want to go', async () => {
      await cut(KEYS[0]!);
      withDatabase((db) => {
        db.exec("DROP TRIGGER audit_keeps_words; UPDATE audit SET at = '2020-01-01T00:00:00.000Z'");
      });
      const cutting = withRecords(config(KEYS[0]!), (records) =>
        cutAuditLog(records, { days: 365, stream: undefined }, { now: new Date() }),
      );
      await expect(cutting).rejects.toThrow('does not hold, so nothing of it is cut');
      expect(await verified([KEYS[0]!])).toMatchObject({ ok: false, entries: 2 });
    });

    test('is no excuse where the entry that says so is under a key that is lost', async () => {
      await withRecords(config(KEYS[0]!), async (records) => {
        for (const action of ['a', 'b', 'c']) await note(records, action);
      });
      await withRecords(config(KEYS[1]!), ({ audit }) => audit.followKeys(true));
      expect(await verified([KEYS[1]!])).toMatchObject({ ok: true, unchecked: 3 });
      withDatabase((db) => {
        const [one, two] = db.prepare('SELECT hash, key FROM audit WHERE sequence < 3 ORDER BY 1').all() as never as [
          { hash: string; key: string },
          { hash: string; key: string },
        ];
        const details = JSON.stringify({ sequence: 2, hash: two.hash, key: one.key, entries: 2 });
        db.exec('DROP TRIGGER audit_keeps_words');
        db.prepare("UPDATE audit SET action = 'audit.cut', details = ? WHERE sequence = 3").run(details);
        db.exec('DELETE FROM audit WHERE sequence <= 2');
      });
      expect(await verified([KEYS[1]!])).toMatchObject({ ok: false });
    });
  });
});
