import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { AuditRow } from '../../src/http/dashboard/wire.ts';
import { DATABASE_FILE, openRecords } from '../../src/open-records.ts';
import { auditKey } from '../../src/records/audit-keys.ts';
import { openConnection } from '../../src/records/sqlite/connection.ts';
import { SqliteDriver } from '../../src/records/sqlite/driver.ts';
import { Transaction } from '../../src/records/transaction.ts';
import { Bench, type Served } from '../support/service.ts';
import { SignedIn } from '../support/signed-in.ts';

const MASTER = '7'.repeat(64);
const ENTRIES = 12_000;

/** An account whose audit log has grown, as after years. */
let bench: Bench;
let served: Served;
let owner: SignedIn;
beforeAll(async () => {
  bench = await Bench.create({ TOUCHSTONE_MASTER_KEY: MASTER });
  const account = await bench.account();
  const db = openConnection(join(bench.dataDir, DATABASE_FILE));
  const tx = new Transaction(new SqliteDriver(db), { node: '', auditKeys: [auditKey(MASTER)], namesListNotes: true });
  const at = '2026-11-01T00:00:00.000Z';
  const entry = {
    at,
    actor: 'operator',
    action: 'test.done',
    subject: 'test:1',
    accountId: account,
    details: { n: 1 },
  };
  db.exec('BEGIN');
  for (let index = 0; index < ENTRIES; index += 1) tx.audit(entry);
  await tx.writeAudit();
  db.exec('COMMIT');
  db.close();
  served = await bench.serve();
  owner = await SignedIn.invited(bench, served, account, 'owner');
});
afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

test('a hundred people who check the chain at once wait for two checks, not for a hundred', async () => {
  const check = () => owner.post('/audit/verify');
  const begun = performance.now();
  expect((await check()).body).toMatchObject({ ok: true, broken: null });
  const alone = performance.now() - begun;
  const together = performance.now();
  const answers = await Promise.all(Array.from({ length: 100 }, check));
  for (const { status, body } of answers) expect([status, body.ok]).toEqual([200, true]);
  expect((performance.now() - together) / alone).toBeLessThan(25);
});

test('while the chain is checked, other work of the same thread goes in between', async () => {
  const records = await openRecords(readConfig(bench.settings));
  const done: string[] = [];
  const check = records.audit.verify().then(() => done.push('check'));
  await records.keepUpCopies();
  await Promise.all([check, records.keepUpCopies().then(() => done.push('upkeep'))]);
  expect(done).toEqual(['upkeep', 'check']);
  await records.close();
});

test.each(['csv', 'json'])('an export as %s is sent while it is read, and has every entry once', async (format) => {
  const { headers, text } = await owner.get(`/audit/export?format=${format}&action=test.done`);
  expect(headers['content-length']).toBeUndefined();
  const numbers =
    format === 'json'
      ? (JSON.parse(text) as AuditRow[]).map(({ sequence }) => sequence)
      : text
          .split('\r\n')
          .slice(1, -1)
          .map((line) => Number.parseInt(line, 10));
  expect(numbers).toHaveLength(ENTRIES);
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => b - a));
  if (format === 'json') expect(text).toBe(JSON.stringify(JSON.parse(text), null, 2));
});

test('an export that finds nothing is an empty list', async () => {
  expect((await owner.get('/audit/export?format=json&action=nothing')).text).toBe('[]');
  expect((await owner.get('/audit/export?format=csv&action=nothing')).text).toMatch(/^sequence,[a-z,]+\r\n$/);
});
