import { execFile } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { deflateRawSync } from 'node:zlib';
import RawDatabase from 'better-sqlite3';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recordsContract, type Store } from '../../../test/records/contract.ts';
import { accountWithKey, rowsOf, screening, withEntries } from '../../../test/records/samples.ts';
import { type Config, readConfig } from '../../config.ts';
import { DATABASE_FILE, openRecords } from '../../open-records.ts';
import type { Records } from '../port.ts';
import { openConnection } from './connection.ts';
import { copyBeside, copyName } from './copies.ts';
import { migrate, migrations } from './migrate.ts';

/** The migration that made one alert of many. */
const ALERTS_OF_SUBJECTS = migrations().find(({ sql }) => sql.includes('CREATE TABLE alert_sightings'))!.version;
const WRITER = fileURLToPath(new URL('../../../test/records/second-process.ts', import.meta.url));

/** A data directory with the tables of the newest version and no records, of which each store is a copy. */
let template: ReturnType<typeof emptyStore> | undefined;
afterAll(async () => (await template)?.remove());

async function emptyStore(): ReturnType<typeof dataDirectory> {
  const directory = await dataDirectory();
  const records = await openRecords(directory.config);
  await records.close();
  return directory;
}

recordsContract('SQLite', async (): Promise<Store> => {
  const { config, remove } = await dataDirectory();
  template ??= emptyStore();
  await cp((await template).config.dataDir, config.dataDir, { recursive: true });
  const opened: Records[] = [];
  return {
    async open(now) {
      const records = await openRecords(config, now);
      opened.push(records);
      return records;
    },
    async remove() {
      await Promise.all(opened.map((records) => records.close()));
      await remove();
    },
  };
});

async function dataDirectory(): Promise<{ config: Config; file: string; remove(): Promise<void> }> {
  const parent = await mkdtemp(join(tmpdir(), 'touchstone-records-'));
  const config = readConfig({ TOUCHSTONE_DATA_DIR: join(parent, 'data') });
  const file = join(config.dataDir, DATABASE_FILE);
  return { config, file, remove: () => rm(parent, { recursive: true, force: true }) };
}

describe('the SQLite database', () => {
  let config: Config;
  let file: string;
  let remove: () => Promise<void>;
  beforeEach(async () => {
    ({ config, file, remove } = await dataDirectory());
  });
  afterEach(() => remove());

  async function raw(work: (db: RawDatabase.Database) => void): Promise<void> {
    const db = new RawDatabase(file);
    work(db);
    db.close();
  }

  test('what is said of lists is kept once a day, and records of before keep their words', async () => {
    const records = await openRecords(config);
    const { accountId } = await accountWithKey(records);
    const said = { notes: ['Of the name.', 'The lists are old.'], aboutLists: 1 };
    for (let count = 0; count < 3; count += 1) {
      await records.screenings.create({ ...screening(accountId, null, 'Ada', 0), ...said });
    }
    await raw((db) => {
      expect(db.prepare('SELECT DISTINCT notes FROM screenings').pluck().all()).toEqual(['["Of the name."]']);
      expect(db.prepare('SELECT notes FROM list_notes').pluck().all()).toEqual(['["The lists are old."]']);
      db.prepare('UPDATE screenings SET notes = ?, about_lists = NULL WHERE id = 1').run(JSON.stringify(said.notes));
    });
    for (const id of [1, 2]) expect((await records.screenings.evidence(accountId, id))!.notes).toEqual(said.notes);
    await records.close();
  });

  test('only its owner can read it', async () => {
    const records = await openRecords(config);
    await accountWithKey(records);
    expect((await stat(config.dataDir)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(config.dataDir)) {
      expect((await stat(join(config.dataDir, name))).mode & 0o777, name).toBe(0o600);
    }
    await records.close();
  });

  test('a command that only writes starts one thread', async () => {
    const started: unknown[] = [];
    const note = (worker: unknown) => void started.push(worker);
    subscribe('worker_threads', note);
    const records = await openRecords(config);
    await accountWithKey(records);
    await records.close();
    unsubscribe('worker_threads', note);
    expect(started).toHaveLength(1);
  });

  test('every connection commits with synchronous=FULL, also to a database that exists', () => {
    for (let opening = 0; opening < 2; opening += 1) {
      const db = openConnection(file);
      expect(db.pragma('synchronous', { simple: true })).toBe(2);
      expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
      db.close();
    }
  });

  test('a long log begins again in the room that its file has', async () => {
    const records = await openRecords(config);
    const db = openConnection(file);
    db.exec('CREATE TABLE scratch (page BLOB)');
    const fill = db.prepare('INSERT INTO scratch VALUES (zeroblob(8000))');
    db.transaction(() => {
      for (let row = 0; row < 2_500; row += 1) fill.run();
    })();
    const { size } = await stat(`${file}-wal`);
    expect(size).toBeGreaterThan(4_096 * 4_096);
    const frames = () => (db.pragma('wal_checkpoint(PASSIVE)') as [{ log: number }])[0].log;
    // What is written next is at its start.
    await expect
      .poll(
        async () => {
          await accountWithKey(records);
          return frames();
        },
        { timeout: 10_000, interval: 300 },
      )
      .toBeLessThan(1_000);
    expect((await stat(`${file}-wal`)).size).toBeGreaterThanOrEqual(size);
    db.close();
    await records.close();
  });

  test('entries of the audit log can be neither changed, deleted nor replaced', async () => {
    const records = await openRecords(config);
    await accountWithKey(records);
    await records.close();
    await raw((db) => {
      expect(() => db.exec("UPDATE audit SET actor = 'x' WHERE sequence = 1")).toThrow('cannot be changed');
      expect(() => db.exec('DELETE FROM audit')).toThrow('cannot be deleted');
      const replace = "INSERT OR REPLACE INTO audit VALUES (1, '', '', '', '', NULL, '{}', '', NULL)";
      expect(() => db.exec(replace)).toThrow('without gaps');
    });
  });

  test.each([
    ['changed', "UPDATE audit SET subject = 'account:9' WHERE sequence = 3", 3],
    ['deleted', 'DELETE FROM audit WHERE sequence = 2', 2],
    [
      'made to point elsewhere',
      'UPDATE audit SET hash = (SELECT hash FROM audit WHERE sequence = 2) WHERE sequence = 1',
      1,
    ],
  ])('an entry %s past the triggers is named', async (_, sql, broken) => {
    let records = await openRecords(config);
    for (let account = 0; account < 3; account += 1) await accountWithKey(records);
    await records.close();
    await raw((db) => db.exec(`DROP TRIGGER audit_keeps_words; DROP TRIGGER audit_keeps_entries; ${sql}`));
    records = await openRecords(config);
    expect(await records.audit.verify()).toMatchObject({ ok: false, broken });
    await records.close();
  });

  test('a name that was deleted is nowhere in the files of the database any more', async () => {
    const records = await openRecords(config);
    const { accountId, keyId } = await accountWithKey(records);
    const spent = await records.screenings.create(screening(accountId, keyId, 'Quirinus Unforgettable', 200));
    const kept = await records.screenings.create(screening(accountId, keyId, 'Somebody Else'));
    if (spent.kind !== 'created' || kept.kind !== 'created') throw new Error('the quota is spent');
    const filesWithName = async (): Promise<string[]> => {
      const names = await readdir(config.dataDir);
      const files = await Promise.all(names.map((name) => readFile(join(config.dataDir, name))));
      return names.filter((_, index) => /quirinus/i.test(files[index]!.toString('latin1')));
    };
    const [alert] = await records.alerts.page(accountId, { limit: 1, sort: 'newest', text: 'quirinus' });
    const action = { accountId, alertId: alert!.id, userId: 1 };
    const dismissal = { step: 'dismissed', reason: null, comment: 'Not that Quirinus', remember: true } as const;
    await records.alerts.step(action, dismissal);
    expect(await filesWithName()).not.toEqual([]);
    await records.screenings.delete(spent.record.id, 'operator');
    expect(await filesWithName()).toEqual([]);
    expect(await records.screenings.get(accountId, kept.record.id)).toBeDefined();
    await records.close();
  });

  test('a newer schema is refused with a sentence and stays untouched', async () => {
    await (await openRecords(config)).close();
    await raw((db) => db.pragma('user_version = 99'));
    await expect(openRecords(config)).rejects.toMatchObject({ code: 'schema-newer' });
    await raw((db) => expect(db.pragma('user_version', { simple: true })).toBe(99));
  });

  test('a file that is no database is refused as damaged', async () => {
    await (await openRecords(config)).close();
    await writeFile(file, 'this was never a database, whatever its name says '.repeat(100));
    await expect(openRecords(config)).rejects.toMatchObject({ code: 'damaged' });
  });

  test('an upgrade copies the database first and keeps the two newest copies', async () => {
    const records = await openRecords(config);
    const { accountId } = await accountWithKey(records);
    await records.close();
    const db = openConnection(file);
    const known = migrations();
    const newest = () => known.at(-1)!.version;
    const released = newest();
    for (const day of [1, 2, 3]) {
      const version = newest() + 1;
      known.push({ version, sql: `CREATE TABLE later_${day} (id INTEGER PRIMARY KEY) STRICT` });
      migrate(db, file, known, new Date(Date.UTC(2026, 11, day)));
      expect(db.pragma('user_version', { simple: true })).toBe(version);
    }
    db.close();
    const byTime = (a: string, b: string) => a.slice(-16).localeCompare(b.slice(-16));
    const copies = (await readdir(config.dataDir)).filter((name) => name.includes('.before-')).sort(byTime);
    expect(copies).toEqual([
      `${DATABASE_FILE}.before-${released + 2}-20261202T000000Z`,
      `${DATABASE_FILE}.before-${released + 3}-20261203T000000Z`,
    ]);
    const copy = new RawDatabase(join(config.dataDir, copies[0]!), { readonly: true });
    expect(copy.prepare('SELECT id FROM accounts').all()).toEqual([{ id: accountId }]);
    expect(copy.pragma('user_version', { simple: true })).toBe(released + 1);
    copy.close();
  });

  test('a copy that cannot be made whole leaves nothing behind', async () => {
    const db = openConnection(file);
    db.exec('CREATE TABLE other (id INTEGER)');
    // Nothing here has ids that could leap, as every database of this program has.
    expect(() => copyBeside(db, file, copyName(file, 2, new Date()))).toThrow('no such table');
    db.close();
    expect((await readdir(config.dataDir)).filter((name) => name.includes('.before-'))).toEqual([]);
  });

  test('an upgrade that fails changes nothing', async () => {
    await (await openRecords(config)).close();
    const db = openConnection(file);
    const known = migrations();
    const newest = known.at(-1)!.version;
    const broken = {
      version: newest + 1,
      sql: 'CREATE TABLE half (id INTEGER) STRICT; SELECT id FROM nowhere',
    };
    expect(() => migrate(db, file, [...known, broken], new Date())).toThrow('nowhere');
    expect(db.pragma('user_version', { simple: true })).toBe(newest);
    expect(db.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'half'").get()).toEqual({ n: 0 });
    db.close();
  });

  test('two processes write at the same time: nothing is lost, no id is given twice, the chain holds', async () => {
    const records = await openRecords(config);
    const { accountId, keyId } = await accountWithKey(records);
    const run = promisify(execFile);
    const environment = { ...process.env, TOUCHSTONE_DATA_DIR: config.dataDir };
    const outputs = await Promise.all(
      [1, 2].map(() => run(process.execPath, [WRITER, String(accountId), keyId], { env: environment })),
    );
    const ids = outputs.flatMap(({ stdout }) => JSON.parse(stdout) as number[]);
    expect(new Set(ids).size).toBe(200);
    const listed = (await rowsOf(records.screenings.list(accountId, 1000))).map(({ id }) => id);
    expect(listed.sort((a, b) => a - b)).toEqual(ids.sort((a, b) => a - b));
    expect(await records.audit.verify()).toMatchObject({ entries: 22, ok: true });
    await records.close();
  });

  test('records made before there were alerts get theirs, and are found by their names', async () => {
    const db = openConnection(file);
    const older = migrations().filter(({ sql }) => !sql.includes('CREATE TABLE alerts'));
    migrate(db, file, older.slice(0, 2), new Date());
    const account = "INSERT INTO accounts (name, quota, plan, created_at) VALUES ('Old', 9, 'standard', '2026-01-01')";
    const accountId = Number(db.prepare(account).run().lastInsertRowid);
    const insert = db.prepare(
      `INSERT INTO screenings (account_id, name, entity_type, min_score, match_count, highest_score, matches, qualifying,
       snapshot, engine, duration_ms, created_at) VALUES (?, ?, 'Individual', 70, ?, 99, ?, 12, 's', '1', 1, '2026-01-01')`,
    );
    for (const count of [0, 2, 12]) {
      const old = screening(accountId, null, `Jörg Öld ${count}`, count);
      const { lastInsertRowid } = insert.run(accountId, old.name, count, JSON.stringify(old.matches.slice(0, 10)));
      const evidence = deflateRawSync(old.evidence);
      if (count > 0) db.prepare('INSERT INTO screening_evidence VALUES (?, ?)').run(lastInsertRowid, evidence);
    }
    db.close();
    const records = await openRecords(config);
    const [best] = await records.alerts.page(accountId, { limit: 1, sort: 'newest', text: 'jorg old 12' });
    expect(best).toMatchObject({ state: 'open', score: 99.5, subject: 'Jörg Öld 12', match: { score: 99.5 } });
    expect(await records.alerts.open(accountId)).toEqual({ matches: 14, reviews: 0 });
    const page = await records.screenings.page(accountId, { limit: 9, sort: 'newest', text: 'jorg' });
    expect(page.map(({ open }) => open)).toEqual([12, 2, 0]);
    await records.close();
  });

  test('alerts of before, one for each match, become one for a subject and an entity, and nothing of them is lost', async () => {
    const db = openConnection(file);
    migrate(
      db,
      file,
      migrations().filter(({ version }) => version < ALERTS_OF_SUBJECTS),
      new Date(),
    );
    db.exec("INSERT INTO accounts (name, quota, plan, created_at) VALUES ('Old', 9, 'standard', '2026-01-01')");
    const insert = db.prepare(
      `INSERT INTO screenings (account_id, name, entity_type, date_of_birth, min_score, match_count, highest_score, matches,
       qualifying, snapshot, engine, duration_ms, created_at) VALUES (1, ?, 'Individual', ?, 70, ?, 99, '[]', 1, 's', '1', 1, ?)`,
    );
    const evidence = db.prepare('INSERT INTO screening_evidence VALUES (?, ?)');
    const alert = db.prepare(
      'INSERT INTO alerts (account_id, screening_id, place, score, state, revision) VALUES (1, ?, ?, ?, ?, ?)',
    );
    const screened = (name: string, day: string, keys: readonly string[], states: readonly string[]) => {
      const { dateOfBirth, evidence: json, matches } = withEntries(screening(1, null, name, keys.length), keys);
      const id = Number(insert.run(name, dateOfBirth, keys.length, `2026-01-0${day}T00:00:00.000Z`).lastInsertRowid);
      evidence.run(id, deflateRawSync(json));
      return states.map((state, place) =>
        Number(alert.run(id, place, matches[place]!.score, state, state === 'open' ? 0 : 1).lastInsertRowid),
      );
    };
    // The middle screening joins two entries that are apart in the other two.
    const [first] = screened('Ivo Marlin', '1', ['un-sc:1'], ['confirmed']);
    const [joined, apart] = screened('IVO márlin', '2', ['un-sc:1 eu-fsf:2', 'un-sc:9'], ['open', 'open']);
    const [third] = screened('Ivo Marlin', '3', ['eu-fsf:2'], ['open']);
    const [other] = screened('Iva Marlin', '3', ['un-sc:1'], ['dismissed']);
    const [again] = screened('Iva Marlin', '4', ['un-sc:1'], ['dismissed']);
    const [, reopened] = [
      screened('Ove', '5', ['un-sc:1'], ['dismissed']),
      screened('Ove', '6', ['un-sc:1'], ['open']),
    ];
    db.exec(`INSERT INTO alert_events (alert_id, at, user_id, kind, comment) VALUES
        (${first}, '2026-01-01T10:00:00.000Z', 7, 'confirmed', 'it is him'),
        (${third}, '2026-01-08T10:00:00.000Z', 7, 'commented', 'again'),
        (${again}, '2026-01-05T10:00:00.000Z', 8, 'dismissed', 'not her');
      INSERT INTO alert_memory VALUES (${again}, 1, 'iva marlin', '["un-sc:1"]', 'print'), (${first}, 1, 'x', '[]', 'y');
      INSERT INTO verifications (account_id, face_match, match_confidence, status, extracted_data, reasons, created_at)
        VALUES (1, 1, 75, 'Manual Review Required', '{"fullName":"ADA","dateOfBirth":null}', '[]', '2026-01-07');
      INSERT INTO alerts (account_id, verification_id, score) VALUES (1, 1, 75)`);
    const newest = db.prepare('SELECT max(id) FROM alerts').pluck().get() as number;
    db.close();

    const records = await openRecords(config);
    const alerts = await records.alerts.page(1, { limit: 50, sort: 'oldest' });
    expect(alerts.map(({ id, state, kind }) => [id, state, kind])).toEqual([
      [first, 'confirmed', 'match'],
      [apart, 'open', 'match'],
      [other, 'dismissed', 'match'],
      [reopened![0]! - 1, 'open', 'match'],
      [newest, 'open', 'review'],
    ]);
    expect(joined).toBeLessThan(apart!);
    expect(alerts[0]).toMatchObject({
      record: 3,
      score: 99.5,
      revision: 1,
      remembered: false,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-08T10:00:00.000Z',
      subject: 'Ivo Marlin',
      match: { entries: [{ id: '2' }] },
    });
    expect(alerts[0]?.history.map(({ kind, comment }) => [kind, comment])).toEqual([
      ['confirmed', 'it is him'],
      ['seen', null],
      ['seen', null],
      ['commented', 'again'],
    ]);
    expect((await records.screenings.page(1, { limit: 9, sort: 'oldest' })).map(({ open }) => open)).toEqual([
      0, 1, 0, 0, 0, 1, 1,
    ]);
    // What was dismissed stays so while its entry is the same.
    const same = withEntries(screening(1, null, 'Iva Marlin'), ['un-sc:1']);
    await records.screenings.create(same);
    expect(await records.alerts.get(1, other!)).toMatchObject({ state: 'dismissed', remembered: true });
    await records.screenings.create(screening(1, null, 'New'));
    expect((await records.alerts.page(1, { limit: 1, sort: 'newest' }))[0]?.id).toBe(newest + 1);
    expect(await records.checkIntegrity()).toEqual([]);
    await records.close();
  });

  test('every table that gives ids remembers the highest, so that a restore can leap over those given since', async () => {
    await (await openRecords(config)).close();
    await raw((db) => {
      const tables = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql IS NOT NULL").all();
      for (const { name, sql } of tables as { name: string; sql: string }[]) {
        const columns = db.pragma(`table_info(${name})`) as { name: string; type: string; pk: number }[];
        const keys = columns.filter(({ pk }) => pk > 0);
        const references = db.pragma(`foreign_key_list(${name})`) as { from: string }[];
        const gives =
          keys.length === 1 && keys[0]!.type === 'INTEGER' && !references.some(({ from }) => from === keys[0]!.name);
        // The audit log numbers its entries itself, without gaps. Clients of entries and states of own lists have the
        // ids of what they belong to.
        const isNumberedElsewhere = ['audit', 'audit_clients', 'own_list_states'].includes(name);
        if (gives && !isNumberedElsewhere) expect(sql, name).toContain('AUTOINCREMENT');
      }
    });
  });

  test.each([
    ['service', true],
    ['operator', false],
  ])('an upgrade leaves account 1 made by the %s with operator: %s', async (actor, operator) => {
    const db = openConnection(file);
    migrate(db, file, migrations().slice(0, 4), new Date());
    db.exec(`INSERT INTO accounts (name, quota, plan, created_at) VALUES ('First', 9, 'standard', '2026-01-01');
      INSERT INTO audit VALUES (1, '2026-01-01', '${actor}', 'account.created', 'account:1', 1, '{}', '')`);
    db.close();
    const records = await openRecords(config);
    expect(await records.accounts.get(1)).toMatchObject({ operator });
    await records.close();
  });

  test('whoever had a password before the upgrade has joined, and whoever was invited has not', async () => {
    const joins = migrations().find(({ sql }) => sql.includes('ADD COLUMN joined_at'))!.version;
    const db = openConnection(file);
    migrate(db, file, migrations().slice(0, joins - 1), new Date());
    db.exec(`INSERT INTO accounts (name, quota, plan, created_at) VALUES ('First', 9, 'standard', '2026-01-01');
      INSERT INTO users (account_id, email, password, created_at)
      VALUES (1, 'ada@example.org', 'phc', '2026-01-02'), (1, 'bob@example.org', NULL, '2026-01-03')`);
    db.close();
    const records = await openRecords(config);
    expect(await records.users.credentials('ada@example.org')).toMatchObject({ password: 'phc' });
    expect(await records.users.credentials('bob@example.org')).toBeUndefined();
    await records.close();
    await raw((sql) => {
      const joined = sql.prepare('SELECT joined_at FROM users ORDER BY id').pluck().all();
      expect(joined).toEqual(['2026-01-02', null]);
    });
  });

  test('a closed database refuses calls with a sentence', async () => {
    const records = await openRecords(config);
    await records.close();
    await expect(records.accounts.list()).rejects.toMatchObject({ code: 'busy' });
  });
});
