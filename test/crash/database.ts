import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { DATABASE_FILE } from '../../src/open-records.ts';
import { type KeptDecision, type Ledger, RECORD_KINDS, type RecordKind } from './ledger.ts';

const TABLES: Readonly<Record<RecordKind, string>> = { screening: 'screenings', verification: 'verifications' };
/** A stored verification has a picture of the document and one of the face. */
const IMAGES = 2;

/** Reads the database beside the service, in one transaction: nothing of the service's own code is believed. */
export function checkDatabase(dataDir: string, ledger: Ledger, thorough: boolean): void {
  const db = new Database(join(dataDir, DATABASE_FILE), { readonly: true });
  try {
    db.transaction(() => {
      checkUnits(db);
      for (const kind of RECORD_KINDS) checkRecords(db, ledger, kind, thorough);
      checkKeys(db, ledger);
      checkDecisions(db, ledger);
      checkCustomers(db, ledger);
      checkAlerts(db);
      if (thorough) checkRows(db);
    })();
  } finally {
    db.close();
  }
}

/** Of every file that was accepted, each row is exactly one record. For the end, when all files are done. */
export function checkFiles(dataDir: string, ledger: Ledger): void {
  const db = new Database(join(dataDir, DATABASE_FILE), { readonly: true });
  const names = new Set(db.prepare('SELECT name FROM screenings').pluck().all() as string[]);
  db.close();
  const labelled = [...names].filter((name) => name.includes(' file '));
  for (const { label, rows } of ledger.files) {
    const found = labelled.filter((name) => name.includes(`${label} `)).length;
    assert.equal(found, rows, `the file "${label}" was accepted with ${rows} rows; ${found} are records`);
  }
}

/** A unit of quota for each record that there is or was, and none without. */
export function checkUnits(db: Database.Database): void {
  const accounts = db
    .prepare(
      `SELECT id,
         (SELECT coalesce(sum(used), 0) FROM quota_use WHERE account_id = accounts.id) AS used,
         (SELECT count(*) FROM screenings WHERE account_id = accounts.id)
           + (SELECT count(*) FROM verifications WHERE account_id = accounts.id)
           + (SELECT count(*) FROM audit WHERE account_id = accounts.id
                AND action IN ('screening.deleted', 'verification.deleted')) AS created
       FROM accounts`,
    )
    .all() as { id: number; used: number; created: number }[];
  for (const { id, used, created } of accounts) {
    assert.equal(used, created, `account ${id}: ${used} units are spent, and ${created} records were made`);
  }
}

function checkRecords(db: Database.Database, ledger: Ledger, kind: RecordKind, thorough: boolean): void {
  const highest = db.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').pluck().get(TABLES[kind]);
  assert.ok(Number(highest ?? 0) >= ledger.newest(kind), `the newest ${kind} that was acknowledged is lost`);
  if (!thorough) return;
  const stored = new Set(db.prepare(`SELECT id FROM ${TABLES[kind]}`).pluck().all() as number[]);
  for (const { id, state } of ledger.records[kind].values()) {
    if (state === 'kept') assert.ok(stored.has(id), `${kind} ${id} was acknowledged and is lost`);
    if (state === 'deleted')
      assert.ok(!stored.has(id), `the deletion of ${kind} ${id} was acknowledged, and it is there`);
  }
}

/** A key that exists still exists, one that was revoked stays so. What was in doubt is known from here on. */
function checkKeys(db: Database.Database, { keys }: Ledger): void {
  const rows = db.prepare('SELECT id, revoked_at AS revokedAt FROM keys').all() as { id: string; revokedAt: unknown }[];
  const stored = new Map(rows.map(({ id, revokedAt }) => [id, revokedAt !== null]));
  for (const key of keys.values()) {
    const revoked = stored.get(key.id);
    assert.ok(revoked !== undefined, `key ${key.id} was handed out and is lost`);
    if (key.state === 'revoking') key.state = revoked ? 'revoked' : 'alive';
    assert.equal(revoked, key.state === 'revoked', `key ${key.id} is ${key.state}, and the database disagrees`);
  }
}

type Standing = Pick<KeptDecision, 'state' | 'revision'>;

/** An import that lacks the entity closes its alert, and one that has it again opens it: nobody asked for that. */
function isOfLists(stored: Standing, acknowledged: number): boolean {
  const steps = stored.revision - acknowledged;
  return (stored.state === 'delisted' && steps > 0) || (stored.state === 'open' && steps > 1);
}

function checkDecisions(db: Database.Database, { decisions, records }: Ledger): void {
  const rows = db.prepare('SELECT id, state, revision FROM alerts WHERE revision > 0').all();
  const stored = new Map((rows as (Standing & { id: number })[]).map((row) => [row.id, row]));
  for (const [id, decision] of decisions) {
    const { record, kind, state, revision, unanswered } = decision;
    const row: Standing = stored.get(id) ?? { state: 'open', revision: 0 };
    const gone = records[kind].get(record)?.state;
    if (gone === 'deleting' || gone === 'deleted') decisions.delete(id);
    else if (unanswered > 0 || isOfLists(row, revision))
      Object.assign(decision, { state: row.state, revision: row.revision, unanswered: 0 });
    else assert.equal(`${row.state} ${row.revision}`, `${state} ${revision}`, `alert ${id} lost a decision`);
  }
}

function checkCustomers(db: Database.Database, { customers }: Ledger): void {
  const stored = new Map(
    (db.prepare('SELECT reference, name FROM customers').all() as { reference: string; name: string }[]).map((row) => [
      ...([row.reference, row.name] as const),
    ]),
  );
  for (const [reference, { name }] of customers) {
    assert.equal(stored.get(reference), name, `customer ${reference} was acknowledged and is lost`);
  }
}

/** A subject and an entity have one alert, and the state of a customer is what its alerts make of it. */
export function checkAlerts(db: Database.Database): void {
  const twice = db
    .prepare(
      'SELECT min(id) FROM alerts WHERE verification_id IS NULL GROUP BY account_id, customer_id, subject, entries HAVING count(*) > 1',
    )
    .pluck()
    .all();
  assert.deepEqual(twice, [], `a subject and an entity have two alerts: ${twice.slice(0, 3).join(', ')}`);
  const wrong = db
    .prepare(
      `SELECT reference FROM customers WHERE state <> CASE
         WHEN EXISTS (SELECT 1 FROM alerts WHERE customer_id = customers.id AND alerts.state = 'confirmed') THEN 'confirmed'
         WHEN EXISTS (SELECT 1 FROM alerts WHERE customer_id = customers.id AND alerts.state IN ('open', 'escalated')) THEN 'open'
         ELSE 'clear' END`,
    )
    .pluck()
    .all();
  assert.deepEqual(wrong, [], `customers have another state than their alerts: ${wrong.slice(0, 3).join(', ')}`);
}

/** No row of a file became two records. */
function checkRows(db: Database.Database): void {
  const twice = db
    .prepare(`SELECT name FROM screenings WHERE name LIKE '% file %' GROUP BY name HAVING count(*) > 1`)
    .pluck()
    .all();
  assert.equal(twice.length, 0, `rows of a file were screened twice: ${twice.slice(0, 3).join(', ')}`);
}

/** Every acknowledged verification has its images, and only those that were cut off have images without a record. */
export function checkImages(dataDir: string, { records, unanswered }: Ledger): { images: number; leftover: number } {
  const stored = new Map<number, number>();
  const root = join(dataDir, 'images');
  for (const file of existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }) : []) {
    const [, folder] = /(?:^|\/)(\d+)\/[^/]+\.sealed$/.exec(file) ?? [];
    if (folder) stored.set(Number(folder), (stored.get(Number(folder)) ?? 0) + 1);
  }
  const leftover = [...stored.keys()].filter((id) => !records.verification.has(id)).length;
  for (const { id, state } of records.verification.values()) {
    const count = stored.get(id) ?? 0;
    if (state === 'kept') assert.equal(count, IMAGES, `verification ${id} was acknowledged and has ${count} images`);
    if (state === 'deleted') assert.equal(count, 0, `verification ${id} was deleted, and ${count} images are there`);
  }
  assert.ok(leftover <= unanswered, `${leftover} verifications have images and no record; ${unanswered} were cut off`);
  return { images: stored.size, leftover };
}
