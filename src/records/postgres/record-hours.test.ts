import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountWithKey, customerPut, screening, verification } from '../../../test/records/samples.ts';
import { NO_POSTGRES, POSTGRES, PostgresServer } from '../../../test/support/postgres.ts';
import { readConfig } from '../../config.ts';
import { openRecords } from '../../open-records.ts';
import type { Records } from '../port.ts';

const MIGRATIONS = new URL('migrations/', import.meta.url);
const HOUR_MS = 3_600_000;
const BEGIN = Date.parse('2026-03-28T22:00:00.000Z');
const at = (hours: number) => new Date(BEGIN + hours * HOUR_MS).toISOString();

describe.skipIf(!POSTGRES)(`records by hour (${NO_POSTGRES})`, () => {
  let server: PostgresServer;
  let url: string;
  let folder: string;
  let records: Records;
  let now: number;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server?.remove());
  beforeEach(async () => {
    url = await server.database();
    folder = await mkdtemp(join(tmpdir(), 'touchstone-hours-'));
    now = BEGIN;
  });
  afterEach(async () => {
    await records?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function open(): Promise<void> {
    const settings = { TOUCHSTONE_DATA_DIR: join(folder, 'data'), TOUCHSTONE_DATABASE_URL: url };
    records = await openRecords(readConfig(settings), () => new Date(now));
  }

  async function screened(accountId: number, name: string, matches: number): Promise<number> {
    const made = await records.screenings.create(screening(accountId, null, name, matches));
    if (made.kind !== 'created') throw new Error(made.kind);
    return made.record.id;
  }

  const PAGE = { offset: 0, limit: 2, descending: true, sort: 'createdAt' } as const;
  const query = (text: string) => server.query(text, url);

  /** Counts and totals of whole hours, and those of times a moment later, which are counted record by record. */
  async function counted(accountId: number, moved: number) {
    const shift = (hours: number) => new Date(BEGIN + hours * HOUR_MS + moved).toISOString();
    const time = { from: shift(1), to: shift(30) };
    const { days } = await records.usage(accountId, shift(0), shift(48));
    const { screenings, verifications } = records;
    const totals = await Promise.all([
      screenings.filtered(accountId, { ...PAGE, ...time }),
      screenings.filtered(accountId, { ...PAGE, ...time, hasMatch: true }),
      verifications.filtered(accountId, { ...PAGE, ...time }),
      verifications.filtered(accountId, { ...PAGE, ...time, status: 'Verified' }),
      // All there are, and all there are with a bound that keeps none out.
      screenings.filtered(accountId, moved === 0 ? PAGE : { ...PAGE, from: shift(-9) }),
      screenings.filtered(accountId, { ...PAGE, to: shift(99) }),
    ]);
    return {
      parts: await records.counts(accountId, [shift(0), shift(2), shift(24)]),
      days: days.toSorted((a, b) => (a.day < b.day ? -1 : 1)),
      totals: totals.map(({ total }) => total),
    };
  }

  test('are what counting each of them says, after deletions too', async () => {
    await open();
    const { accountId } = await accountWithKey(records);
    const other = (await accountWithKey(records)).accountId;
    const made: number[] = [];
    // A moment after the hour, so that both ways of counting mean the same records.
    for (let hour = 0; hour < 40; hour += 3) {
      now = BEGIN + hour * HOUR_MS + 60_000;
      made.push(await screened(accountId, `Ada ${hour}`, hour % 2), await screened(accountId, `Bruno ${hour}`, 0));
      await screened(other, `Ada ${hour}`, 1);
      for (const status of ['Verified', 'Not Verified', 'Manual Review Required'] as const) {
        const id = await records.verifications.reserve();
        await records.verifications.create({ ...verification(accountId, id), status });
        if (hour === 12) await records.verifications.delete(id, 'operator');
      }
    }
    await customerPut(records, accountId, 'C-1', screening(accountId, null, 'Çelik', 2));
    for (const id of made.slice(4, 9)) await records.screenings.delete(id, 'operator');
    await records.customers.delete(accountId, 'C-1', { records: true, actor: 'operator' });
    const whole = await counted(accountId, 0);
    expect(whole).toEqual(await counted(accountId, 1));
    expect(whole.totals[0]).toBeGreaterThan(10);
    expect(whole.parts[0]).toMatchObject({ clear: 2, matched: 0, verified: 1, notVerified: 1, review: 1 });
    expect(await records.checkIntegrity()).toEqual([]);
    await query(
      `UPDATE record_hours SET amount = amount + 1 WHERE account_id = ${other} AND kind = 'matched' AND hour = '${at(3)}'`,
    );
    expect(await records.checkIntegrity()).toEqual([expect.stringMatching(/^1 hours of record_hours/)]);
  });

  test('of a database of a version before are those of its records, with deletions before and after the count', async () => {
    const files = (await readdir(MIGRATIONS)).sort();
    const upTo = async (last: string) => {
      for (const file of files.splice(0, files.findIndex((name) => name.startsWith(last)) + 1)) {
        await query(`BEGIN; ${await readFile(new URL(file, MIGRATIONS), 'utf8')}; COMMIT`);
      }
    };
    const store = (name: string, time: string) => `
      INSERT INTO screenings (account_id, name, folded, name_key, entity_type, min_score, match_count, highest_score,
        matches, qualifying, snapshot, engine, duration_ms, notes, created_at)
      SELECT 1, '${name}', '', '', 'Individual', 70, n % 2, 0, '[]', 0, 's', '1', 1, '[]', '${time}'
      FROM generate_series(1, 20) AS n`;
    await upTo('007');
    await query(
      `INSERT INTO accounts (name, quota, plan, created_at) VALUES ('Harbour Bank', 1000, 'standard', now())`,
    );
    await query(store('before', at(1)));
    await upTo('008');
    await query(`${store('between', at(1))}; DELETE FROM screenings WHERE id IN (1, 2, 3, 21, 22)`);
    await query('CREATE TABLE schema_version (version integer NOT NULL)');
    await query('INSERT INTO schema_version VALUES (8)');
    await open();
    await query('DELETE FROM screenings WHERE id IN (4, 5, 6, 23)');
    expect(await records.checkIntegrity()).toEqual([]);
    expect(await records.counts(1, [at(1)])).toMatchObject([{ clear: 16, matched: 15 }]);
  });
});
