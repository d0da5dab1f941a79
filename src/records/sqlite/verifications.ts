import { needsReview } from '../../alerts/alert-rules.ts';
import type { Actor } from '../../domain/actor.ts';
import type { CreateResult } from '../../domain/quota.ts';
import type { Verification, VerificationEvidence } from '../../domain/verification.ts';
import { jsonList } from '../rows/json-list.ts';
import {
  completedEvent,
  listedVerification,
  type StoredVerification,
  type VerificationRow,
  verification,
} from '../rows/verifications.ts';
import { alertSightings } from './alert-sightings.ts';
import { auditAppender } from './audit.ts';
import type { Connection } from './connection.ts';
import { answerForgetter } from './idempotency.ts';
import { outboxWriter } from './outbox.ts';
import { quotaSpender } from './quota.ts';

export const VERIFICATION_VIEW = `id, face_match AS faceMatch, match_confidence AS matchConfidence, liveness_score AS livenessScore,
  status, extracted_data AS extractedData, created_at AS createdAt`;

export function verificationWrites(db: Connection) {
  const audit = auditAppender(db);
  const spend = quotaSpender(db);
  const alerts = alertSightings(db);
  const write = outboxWriter(db);
  const insert = db.prepare(
    `INSERT INTO verifications (id, account_id, key_id, face_match, match_confidence, liveness_score, status,
       extracted_data, reasons, evidence, folded, name_key, document_type, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const next = db.prepare<[], { seq: number }>(
    `UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'verifications' RETURNING seq`,
  );
  const first = db.prepare(`INSERT INTO sqlite_sequence (name, seq) VALUES ('verifications', 1)`);
  const forgetAnswers = answerForgetter(db);
  const remove = db.prepare<[number], { accountId: number }>(
    'DELETE FROM verifications WHERE id = ? RETURNING account_id AS accountId',
  );
  return {
    'verifications.reserve': (): number => {
      const row = next.get();
      if (!row) first.run();
      return row?.seq ?? 1;
    },
    'verifications.create': (row: VerificationRow): CreateResult<{ id: number; createdAt: string }> => {
      const remaining = spend(row.accountId, row.period, row.createdAt);
      if (remaining === undefined) return { kind: 'exhausted' };
      insert.run(
        row.id,
        row.accountId,
        row.keyId,
        row.faceMatch ? 1 : 0,
        row.matchConfidence,
        row.livenessScore,
        row.status,
        JSON.stringify(row.extractedData),
        JSON.stringify(row.reasons),
        row.evidence,
        row.folded,
        row.nameKey,
        row.extractedData.documentType,
        row.createdAt,
      );
      write(row.accountId, 'verification.completed', row.createdAt, () => completedEvent(row));
      if (needsReview(row.status)) alerts.review(row.id, row.accountId, row.matchConfidence, row.createdAt);
      return { kind: 'created', record: { id: row.id, createdAt: row.createdAt }, remaining };
    },
    'verifications.delete': (id: number, at: string, actor: Actor): boolean => {
      const removed = remove.get(id);
      if (!removed) return false;
      const { accountId } = removed;
      forgetAnswers(accountId);
      audit({ at, actor, action: 'verification.deleted', subject: `verification:${id}`, accountId, details: {} });
      return true;
    },
  };
}

export function verificationReads(db: Connection) {
  const one = db.prepare<[number, number], StoredVerification>(
    `SELECT ${VERIFICATION_VIEW} FROM verifications WHERE id = ? AND account_id = ?`,
  );
  const list = db.prepare<[number, number], StoredVerification>(
    `SELECT ${VERIFICATION_VIEW} FROM verifications WHERE account_id = ? ORDER BY id DESC LIMIT ?`,
  );
  const evidence = db.prepare<[number, number], { reasons: string; evidence: string; keyName: string | null }>(
    `SELECT reasons, evidence, keys.name AS keyName FROM verifications LEFT JOIN keys ON keys.id = key_id
     WHERE verifications.id = ? AND verifications.account_id = ?`,
  );
  const times = db.prepare<[string], { id: number; createdAt: string }>(
    'SELECT id, created_at AS createdAt FROM verifications WHERE id IN (SELECT value FROM json_each(?))',
  );
  return {
    'verifications.evidence': (accountId: number, id: number): VerificationEvidence | undefined => {
      const row = evidence.get(id, accountId);
      return row && { ...row, reasons: JSON.parse(row.reasons) };
    },
    'verifications.createdAt': (ids: readonly number[]): Map<number, string> =>
      new Map(times.all(JSON.stringify(ids)).map(({ id, createdAt }) => [id, createdAt])),
    'verifications.get': (accountId: number, id: number): Verification | undefined => {
      const row = one.get(id, accountId);
      return row && verification(row);
    },
    'verifications.list': (accountId: number, limit: number): Uint8Array =>
      jsonList(list.iterate(accountId, limit), listedVerification),
  };
}
