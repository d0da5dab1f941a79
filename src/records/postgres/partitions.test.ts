import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountWithKey, rowsOf, screening, verification } from '../../../test/records/samples.ts';
import { NO_POSTGRES, POSTGRES, PostgresServer } from '../../../test/support/postgres.ts';
import { readConfig } from '../../config.ts';
import { openRecords } from '../../open-records.ts';
import type { Records } from '../port.ts';

const FORMER = ['001-records.sql', '002-screen-verified.sql', '003-snapshot-content.sql'];

describe.skipIf(!POSTGRES)(`records by month (${NO_POSTGRES})`, () => {
  let server: PostgresServer;
  let url: string;
  let folder: string;
  let opened: Records[];
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server?.remove());
  beforeEach(async () => {
    url = await server.database();
    folder = await mkdtemp(join(tmpdir(), 'touchstone-partitions-'));
    opened = [];
  });
  afterEach(async () => {
    await Promise.all(opened.map((records) => records.close()));
    await rm(folder, { recursive: true, force: true });
  });

  async function open(): Promise<Records> {
    const settings = { TOUCHSTONE_DATA_DIR: join(folder, 'data'), TOUCHSTONE_DATABASE_URL: url };
    const records = await openRecords(readConfig(settings));
    opened.push(records);
    return records;
  }

  const query = async <Row>(text: string) => (await server.query(text, url)) as Row[];

  /** Opens the records as a month later. */
  async function nextMonth(): Promise<Records> {
    await query("UPDATE record_months SET month = month - interval '1 month'");
    return open();
  }

  async function screened(records: Records, accountId: number, name: string, matches = 0): Promise<number> {
    const made = await records.screenings.create(screening(accountId, null, name, matches));
    if (made.kind !== 'created') throw new Error(made.kind);
    return made.record.id;
  }

  /** The partition that each screening lies in. */
  const places = async () =>
    Object.fromEntries(
      (await query<{ name: string; place: string }>('SELECT name, tableoid::regclass AS place FROM screenings')).map(
        ({ name, place }) => [name, place],
      ),
    );

  test('a month begins with a partition of its own, and records of all months are found and listed together', async () => {
    let records = await open();
    const { accountId } = await accountWithKey(records);
    const ids: number[] = [];
    for (const [name, matches] of [
      ['Ada', 2],
      ['Bruno', 1],
      ['Çelik', 3],
    ] as const) {
      ids.push(await screened(records, accountId, name, matches));
      records = await nextMonth();
    }
    expect(await places()).toEqual({
      Ada: 'screenings_from_0',
      Bruno: 'screenings_from_2000000',
      Çelik: 'screenings_from_3000000',
    });
    expect((await rowsOf(records.screenings.list(accountId, 10))).map(({ name }) => name)).toEqual([
      'Çelik',
      'Bruno',
      'Ada',
    ]);
    for (const [index, id] of ids.entries()) {
      expect((await records.screenings.evidence(accountId, id))!.matches).toHaveLength([2, 1, 3][index]!);
    }
    const query = { limit: 1, sort: 'newest' } as const;
    const after = (id: number) => ({ value: 0, id });
    const [, middle, last] = [ids[0]!, ids[1]!, ids[2]!];
    expect(await records.screenings.page(accountId, { ...query, after: after(last) })).toMatchObject([
      { name: 'Bruno' },
    ]);
    expect(await records.screenings.page(accountId, { ...query, after: after(middle) })).toMatchObject([
      { name: 'Ada' },
    ]);
    await records.screenings.delete(middle, 'operator');
    expect(await records.screenings.get(accountId, middle)).toBeUndefined();
    const [left] = await query_left();
    expect(left).toEqual({ evidence: '2', sightings: '5' });
  });

  const query_left = () =>
    query(`SELECT (SELECT count(*) FROM screening_evidence) AS evidence,
      (SELECT count(*) FROM alert_sightings) AS sightings`);

  test('a month begins once, however many nodes begin it', async () => {
    await open();
    await query("UPDATE record_months SET month = month - interval '1 month'");
    await Promise.all([open(), open(), open()]);
    const begun = 'SELECT records, count(*)::int AS months FROM record_months GROUP BY records ORDER BY records';
    expect(await query(begun)).toEqual([
      { records: 'screenings', months: 2 },
      { records: 'verifications', months: 2 },
    ]);
  });

  test('records find a place where no partition was made ahead, and the next look gives it an end', async () => {
    const records = await open();
    const { accountId } = await accountWithKey(records);
    await query("SELECT setval('screenings_id_seq', 77000000), setval('verifications_id_seq', 88000000)");
    const id = await screened(records, accountId, 'Ada', 1);
    expect(await places()).toEqual({ Ada: 'screenings_rest' });
    const later = await open();
    expect((await places()).Ada).toMatch(/^screenings_from_\d+$/);
    expect((await later.screenings.evidence(accountId, id))!.matches).toHaveLength(1);
    const next = await screened(later, accountId, 'Bruno');
    expect(next).toBe(id + 1);
    const reserved = await later.verifications.reserve();
    await later.verifications.create(verification(accountId, reserved));
    expect(await later.verifications.get(accountId, reserved)).toMatchObject({ id: 88_000_001 });
  });

  test('a partition of earlier months goes once its last record has, and the others stay', async () => {
    let records = await open();
    const { accountId } = await accountWithKey(records);
    const ids: number[] = [];
    for (const name of ['Ada', 'Bruno', 'Çelik']) {
      ids.push(await screened(records, accountId, name, 1));
      records = await nextMonth();
    }
    const tables = async () =>
      (
        await query<{ name: string }>(
          "SELECT relname AS name FROM pg_class WHERE relname ~ '^(screenings|screening_evidence|alert_sightings)_from_(0|2000000)$' AND relkind = 'r' ORDER BY 1",
        )
      ).map(({ name }) => name);
    const all = ['alert_sightings', 'screening_evidence', 'screenings'];
    const both = all.flatMap((table) => [`${table}_from_0`, `${table}_from_2000000`]);
    expect(await tables()).toEqual(both);
    await records.screenings.delete(ids[0]!, 'operator');
    records = await open();
    expect(await tables()).toEqual(all.map((table) => `${table}_from_2000000`));
    const names = (await rowsOf(records.screenings.list(accountId, 10))).map(({ name }) => name);
    expect(names).toEqual(['Çelik', 'Bruno']);
    await screened(records, accountId, 'Dora', 1);
    expect(await records.checkIntegrity()).toEqual([]);
  });

  test('no table has a rule that leads to a record, since its partition could not go then', async () => {
    await open();
    const rules = await query<{ name: string }>(
      `SELECT conname AS name FROM pg_constraint
       WHERE contype = 'f' AND confrelid IN ('screenings'::regclass, 'verifications'::regclass)`,
    );
    expect(rules).toEqual([]);
  });

  test('a busy month makes larger partitions', async () => {
    await open();
    await query("SELECT setval('screenings_id_seq', 1500000)");
    await open();
    const ends = `SELECT max(substring(pg_get_expr(relpartbound, oid) FROM 'FROM \\(''(\\d+)')::bigint)::int AS rest
      FROM pg_class WHERE relname = 'screenings_rest'`;
    expect(await query(ends)).toEqual([{ rest: 9_000_000 }]);
  });

  describe('a database of the version before', () => {
    beforeEach(async () => {
      for (const file of FORMER) {
        await query(await readFile(new URL(`migrations/${file}`, import.meta.url), 'utf8'));
      }
      await query('CREATE TABLE schema_version (version integer NOT NULL)');
      await query('INSERT INTO schema_version VALUES (1), (2), (3)');
      await query(
        `INSERT INTO accounts (name, quota, plan, created_at) VALUES ('Harbour Bank', 1000, 'standard', now())`,
      );
      await query(store("'before ' || n", 'FROM generate_series(1, 3) AS n'));
      await query(`INSERT INTO screening_evidence SELECT id, '' FROM screenings;
        INSERT INTO verifications (account_id, face_match, match_confidence, status, extracted_data, reasons, evidence,
          folded, name_key, created_at) VALUES (1, true, 90, 'Verified', '{}', '[]', '{}', '', '', now());
        UPDATE screenings SET verification_id = 1 WHERE id = 2`);
    });

    const store = (name: string, from = '') =>
      `INSERT INTO screenings (account_id, name, folded, name_key, entity_type, min_score, match_count, highest_score,
         matches, qualifying, snapshot, engine, duration_ms, notes, created_at)
       SELECT 1, ${name}, '', '', 'Individual', 70, 0, 0, '[]', 0, 's', '1', 1, '[]', now() ${from} RETURNING id`;

    test('keeps every record and id, and its nodes go on storing, reading and deleting', async () => {
      const node = new pg.Client(url);
      await node.connect();
      try {
        // As nodes ask: prepared once on their connections.
        const insert = { name: 'insert', text: store('$1::text') };
        const get = { name: 'get', text: 'SELECT name, verification_id FROM screenings WHERE id = $1' };
        await node.query({ ...insert, values: ['node 1'] });
        await node.query({ ...get, values: [1] });
        const records = await open();
        expect((await node.query({ ...insert, values: ['node 2'] })).rows).toEqual([{ id: '5' }]);
        expect((await node.query({ ...get, values: [2] })).rows).toEqual([{ name: 'before 2', verification_id: '1' }]);
        const names = (await rowsOf(records.screenings.list(1, 10))).map(({ name }) => name);
        expect(names).toEqual(['node 2', 'node 1', 'before 3', 'before 2', 'before 1']);
        await node.query('DELETE FROM screenings WHERE id = 1');
        expect(await query('SELECT screening_id::int FROM screening_evidence ORDER BY 1')).toEqual([
          { screening_id: 2 },
          { screening_id: 3 },
        ]);
        await records.verifications.delete(1, 'operator');
        expect((await node.query({ ...get, values: [2] })).rows).toEqual([{ name: 'before 2', verification_id: null }]);
        expect(await records.checkIntegrity()).toEqual([]);
        expect((await screened(records, 1, 'after')) > 5).toBe(true);
      } finally {
        await node.end();
      }
    });

    test('is brought to the new one although a node holds a record for a while, which waits a few seconds at most', async () => {
      const node = new pg.Client(url);
      const other = new pg.Client(url);
      await Promise.all([node.connect(), other.connect()]);
      try {
        await node.query('BEGIN');
        await node.query({ text: store('$1::text'), values: ['held'] });
        const opening = open();
        let slowest = 0;
        for (const end = performance.now() + 5_000; performance.now() < end; ) {
          const began = performance.now();
          await other.query('SELECT count(*) FROM screenings');
          slowest = Math.max(slowest, performance.now() - began);
        }
        await node.query('COMMIT');
        const records = await opening;
        expect(slowest).toBeLessThan(4_000);
        expect((await rowsOf(records.screenings.list(1, 10)))[0]).toMatchObject({ name: 'held' });
      } finally {
        await Promise.all([node.end(), other.end()]);
      }
    });
  });
});
