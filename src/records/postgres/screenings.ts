import type { Actor } from '../../domain/actor.ts';
import type { CreateResult } from '../../domain/quota.ts';
import type { ScreenedHolder } from '../../domain/screening.ts';
import { LOCKS } from '../locks.ts';
import { packedSoon, unpackedSoon } from '../rows/packed.ts';
import { matchedEvent, type ScreeningRow, type StoredEvidence } from '../rows/screenings.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { seeAll } from './alert-sightings.ts';
import { forgetAnswers } from './idempotency.ts';

type Created = CreateResult<{ id: number; createdAt: string }>;

const SCREENING_VIEW = `screenings.id, screenings.name, screenings.entity_type, screenings.date_of_birth,
  screenings.min_score, match_count, highest_score, screenings.created_at`;

export const screeningWrites = {
  'screenings.create': async (tx: Transaction, row: ScreeningRow): Promise<Created> =>
    (await createScreenings(tx, [row]))[0]!,
  'screenings.delete': async (tx: Transaction, id: number, at: string, actor: Actor): Promise<boolean> => {
    const accountId = await tx.value<number>('SELECT account_id FROM screenings WHERE id = $1', id);
    if (accountId === undefined) return false;
    await tx.lockAccounts([accountId]);
    if ((await tx.run('DELETE FROM screenings WHERE id = $1', id)) === 0) return false;
    await forgetAnswers(tx, accountId);
    tx.audit({ at, actor, action: 'screening.deleted', subject: `screening:${id}`, accountId, details: {} });
    return true;
  },
};

/** Spends a unit for each, and stores those that got one, in one statement each for all of them. */
export async function createScreenings(tx: Transaction, rows: readonly ScreeningRow[]): Promise<Created[]> {
  const paid: { readonly row: ScreeningRow; readonly remaining: number }[] = [];
  const outcomes: (() => Created)[] = [];
  for (const row of rows) {
    const remaining = await tx.quota.spend(row.accountId, row.period, row.createdAt);
    if (remaining === undefined) {
      outcomes.push(() => ({ kind: 'exhausted' }));
      continue;
    }
    const place = paid.push({ row, remaining }) - 1;
    outcomes.push(() => ({ kind: 'created', record: { id: ids[place]!, createdAt: row.createdAt }, remaining }));
  }
  const ids = await insertScreenings(
    tx,
    paid.map(({ row }) => row),
  );
  return outcomes.map((outcome) => outcome());
}

/** Stores records whose units are spent, with their alerts; answers their ids. */
export async function insertScreenings(tx: Transaction, rows: readonly ScreeningRow[]): Promise<number[]> {
  if (rows.length === 0) return [];
  if (rows.some(({ customerId }) => customerId !== null)) {
    await tx.run('SELECT pg_advisory_xact_lock_shared($1)', LOCKS.customerScreenings);
  }
  const columns = rows.map(
    ({ evidence: _, scores: __, names: ___, entries: ____, subject: _____, period: ______, ...row }) => row,
  );
  const ids = await tx.column<number>(INSERT, JSON.stringify(columns));
  const matched = rows.flatMap((row, place) =>
    row.evidence ? [{ id: ids[place]!, row, evidence: row.evidence }] : [],
  );
  if (matched.length === 0) return ids;
  await tx.run(
    'INSERT INTO screening_evidence (screening_id, matches) SELECT * FROM unnest($1::bigint[], $2::bytea[])',
    matched.map(({ id }) => id),
    await Promise.all(matched.map(({ evidence }) => packedSoon(evidence))),
  );
  for (const { id, row } of matched) {
    await tx.outbox.write(row.accountId, 'screening.matched', row.createdAt, () => matchedEvent(id, row));
  }
  await seeAll(
    tx,
    matched.map(({ id, evidence, row: { accountId, customerId, subject, scores, names, entries, createdAt: at } }) => {
      return { accountId, customerId, subject, screeningId: id, scores, names, entries, evidence, at };
    }),
  );
  return ids;
}

/** In the order of the rows, and so are the ids. A verification that was deleted meanwhile is left out. */
const INSERT = `WITH made AS (
  INSERT INTO screenings (account_id, key_id, user_id, customer_id, verification_id, name, folded, name_key, entity_type,
    date_of_birth, min_score, match_count, highest_score, matches, qualifying, snapshot, engine, duration_ms, notes,
    created_at)
  SELECT "accountId", "keyId", "userId", "customerId",
    (SELECT verifications.id FROM verifications WHERE verifications.id = "verificationId"), name, folded, "nameKey", "entityType",
    "dateOfBirth", "minScore", "matchCount", "highestScore", matches::json, qualifying, snapshot, engine, "durationMs",
    notes::json, "createdAt"
  FROM ROWS FROM (json_to_recordset($1::json) AS ("accountId" bigint, "keyId" text, "userId" bigint,
    "customerId" bigint, "verificationId" bigint, name text, folded text, "nameKey" text, "entityType" text,
    "dateOfBirth" text, "minScore" double precision, "matchCount" integer, "highestScore" double precision, matches text,
    qualifying integer, snapshot text, engine text, "durationMs" double precision, notes text,
    "createdAt" timestamptz)) WITH ORDINALITY
  ORDER BY ordinality RETURNING id)
SELECT id FROM made ORDER BY id`;

export const screeningReads = {
  'screenings.get': async (sql: Sql, accountId: number, id: number): Promise<StoredEvidence | undefined> => {
    const row = await sql.one<Omit<StoredEvidence, 'evidence'> & { evidence: Uint8Array | null }>(
      `SELECT ${SCREENING_VIEW}, qualifying, snapshot, engine, notes, user_id, verification_id, keys.name AS key_name,
         screening_evidence.matches AS evidence
       FROM screenings LEFT JOIN screening_evidence ON screening_id = screenings.id
         LEFT JOIN keys ON keys.id = key_id
       WHERE screenings.id = $1 AND screenings.account_id = $2`,
      id,
      accountId,
    );
    return row && { ...row, evidence: row.evidence ? await unpackedSoon(row.evidence) : '[]' };
  },
  'screenings.ofVerification': (sql: Sql, accountId: number, id: number): Promise<ScreenedHolder | undefined> =>
    sql.one<ScreenedHolder>(
      `SELECT id, match_count, created_at FROM screenings WHERE verification_id = $1 AND account_id = $2
       ORDER BY id DESC LIMIT 1`,
      id,
      accountId,
    ),
};
