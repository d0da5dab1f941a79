import type { Actor } from '../../domain/actor.ts';
import type { CreateResult } from '../../domain/quota.ts';
import type { ScreenedHolder } from '../../domain/screening.ts';
import { TouchstoneError } from '../../errors.ts';
import { jsonList } from '../rows/json-list.ts';
import { packed, unpacked } from '../rows/packed.ts';
import {
  listedScreening,
  matchedEvent,
  type ScreeningRow,
  type StoredEvidence,
  type StoredScreening,
} from '../rows/screenings.ts';
import { alertSightings } from './alert-sightings.ts';
import { auditAppender } from './audit.ts';
import type { Connection } from './connection.ts';
import { answerForgetter } from './idempotency.ts';
import { outboxWriter } from './outbox.ts';
import { quotaSpender } from './quota.ts';

export const SCREENING_VIEW = `screenings.id, screenings.name, entity_type AS entityType, date_of_birth AS dateOfBirth,
  min_score AS minScore, match_count AS matchCount, highest_score AS highestScore, screenings.created_at AS createdAt`;

export function screeningWrites(db: Connection) {
  const audit = auditAppender(db);
  const confirm = keyConfirmer(db);
  const spend = quotaSpender(db);
  const insert = screeningInserter(db);
  const remove = screeningRemover(db);
  const forgetAnswers = answerForgetter(db);
  return {
    'screenings.create': (row: ScreeningRow): CreateResult<{ id: number; createdAt: string }> => {
      if (row.confirmKey) confirm(row.keyId, row.createdAt);
      const remaining = spend(row.accountId, row.period, row.createdAt);
      if (remaining === undefined) return { kind: 'exhausted' };
      return { kind: 'created', record: { id: insert(row), createdAt: row.createdAt }, remaining };
    },
    'screenings.delete': (id: number, at: string, actor: Actor): boolean => {
      const accountId = remove(id);
      if (accountId === undefined) return false;
      forgetAnswers(accountId);
      audit({ at, actor, action: 'screening.deleted', subject: `screening:${id}`, accountId, details: {} });
      return true;
    },
  };
}

/** Throws `key-refused` where a key cannot be used at an instant. */
function keyConfirmer(db: Connection): (id: string | null, at: string) => void {
  const usable = db.prepare<[string | null, string]>(
    `SELECT 1 FROM keys
     WHERE id = ? AND revoked_at IS NULL AND suspended_at IS NULL AND coalesce(expires_at > ?, TRUE)`,
  );
  return (id, at) => {
    if (!usable.get(id, at)) throw new TouchstoneError('key-refused', 'The API key was withdrawn.');
  };
}

/** Stores a record whose unit is spent, with its alerts; answers its id. */
export function screeningInserter(db: Connection): (row: ScreeningRow) => number {
  const alerts = alertSightings(db);
  const write = outboxWriter(db);
  const insert = db.prepare(
    `INSERT INTO screenings (account_id, key_id, user_id, name, folded, name_key, entity_type, date_of_birth, min_score,
       match_count, highest_score, matches, qualifying, snapshot, engine, duration_ms, notes, customer_id,
       verification_id, created_at)
     VALUES (:accountId, :keyId, :userId, :name, :folded, :nameKey, :entityType, :dateOfBirth, :minScore, :matchCount,
       :highestScore, :matches, :qualifying, :snapshot, :engine, :durationMs, :notes, :customerId,
       :verificationId, :createdAt)`,
  );
  const insertEvidence = db.prepare('INSERT INTO screening_evidence (screening_id, matches) VALUES (?, ?)');
  return (row) => {
    const { evidence, scores, names, entries, subject, period: _, confirmKey: __, ...columns } = row;
    const id = Number(insert.run(columns).lastInsertRowid);
    if (evidence) {
      const { accountId, customerId, createdAt: at } = columns;
      insertEvidence.run(id, packed(evidence));
      write(accountId, 'screening.matched', at, () => matchedEvent(id, row));
      alerts.see({ accountId, customerId, subject, screeningId: id, scores, names, entries, evidence, at });
    }
    return id;
  };
}

/** Deletes a record, with the alerts that no other record saw; answers its account. */
export function screeningRemover(db: Connection): (id: number) => number | undefined {
  const remove = db.prepare<[number], number>('DELETE FROM screenings WHERE id = ? RETURNING account_id').pluck();
  return (id) => remove.get(id);
}

export function screeningReads(db: Connection) {
  const one = db.prepare<[number, number], Omit<StoredEvidence, 'evidence'> & { evidence: Buffer | null }>(
    `SELECT ${SCREENING_VIEW}, qualifying, snapshot, engine, notes, user_id AS userId, verification_id AS verificationId, keys.name AS keyName,
       screening_evidence.matches AS evidence
     FROM screenings LEFT JOIN screening_evidence ON screening_id = screenings.id
       LEFT JOIN keys ON keys.id = key_id
     WHERE screenings.id = ? AND screenings.account_id = ?`,
  );
  const ofVerification = db.prepare<[number, number], ScreenedHolder>(
    `SELECT id, match_count AS matchCount, created_at AS createdAt FROM screenings
     WHERE verification_id = ? AND account_id = ? ORDER BY id DESC LIMIT 1`,
  );
  const list = db.prepare<[number, number], StoredScreening>(
    `SELECT ${SCREENING_VIEW}, matches FROM screenings WHERE account_id = ? ORDER BY id DESC LIMIT ?`,
  );
  return {
    'screenings.get': (accountId: number, id: number): StoredEvidence | undefined => {
      const row = one.get(id, accountId);
      return row && { ...row, evidence: row.evidence ? unpacked(row.evidence) : '[]' };
    },
    'screenings.ofVerification': (accountId: number, id: number): ScreenedHolder | undefined =>
      ofVerification.get(id, accountId),
    'screenings.list': (accountId: number, limit: number): Uint8Array =>
      jsonList(list.iterate(accountId, limit), listedScreening),
  };
}
