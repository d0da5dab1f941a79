import { needsReview } from '../../alerts/alert-rules.ts';
import type { Actor } from '../../domain/actor.ts';
import type { CreateResult } from '../../domain/quota.ts';
import type { NewVerification, Verification, VerificationEvidence } from '../../domain/verification.ts';
import { alertOpener } from './alerts.ts';
import { auditAppender } from './audit.ts';
import type { Connection } from './connection.ts';
import { jsonList } from './json-list.ts';
import { quotaSpender } from './quota.ts';

export type VerificationRow = NewVerification & { folded: string; createdAt: string; period: string };

export type StoredVerification = Omit<Verification, 'faceMatch' | 'extractedData'> & {
  faceMatch: number;
  extractedData: string;
};

const VIEW = `id, face_match AS faceMatch, match_confidence AS matchConfidence, liveness_score AS livenessScore,
  status, extracted_data AS extractedData, created_at AS createdAt`;

export function verificationWrites(db: Connection) {
  const audit = auditAppender(db);
  const spend = quotaSpender(db);
  const alerts = alertOpener(db);
  const insert = db.prepare(
    `INSERT INTO verifications (id, account_id, key_id, face_match, match_confidence, liveness_score, status,
       extracted_data, reasons, evidence, folded, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const next = db.prepare<[], { seq: number }>(
    `UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'verifications' RETURNING seq`,
  );
  const first = db.prepare(`INSERT INTO sqlite_sequence (name, seq) VALUES ('verifications', 1)`);
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
      const remaining = spend(row.accountId, row.period);
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
        row.createdAt,
      );
      if (needsReview(row.status)) alerts.ofVerification(row.id, row.accountId, row.matchConfidence);
      return { kind: 'created', record: { id: row.id, createdAt: row.createdAt }, remaining };
    },
    'verifications.delete': (id: number, at: string, actor: Actor): boolean => {
      const removed = remove.get(id);
      if (!removed) return false;
      const { accountId } = removed;
      audit({ at, actor, action: 'verification.deleted', subject: `verification:${id}`, accountId, details: {} });
      return true;
    },
  };
}

export function verificationReads(db: Connection) {
  const one = db.prepare<[number, number], StoredVerification>(
    `SELECT ${VIEW} FROM verifications WHERE id = ? AND account_id = ?`,
  );
  const list = db.prepare<[number, number], StoredVerification>(
    `SELECT ${VIEW} FROM verifications WHERE account_id = ? ORDER BY id DESC LIMIT ?`,
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

/** `ListedVerification` of the API. */
function listedVerification(row: StoredVerification): string {
  const { id, faceMatch, matchConfidence, livenessScore, status, createdAt, extractedData } = verification(row);
  const { documentType, fullName, dateOfBirth, country } = extractedData;
  const summary = { documentType, fullName, dateOfBirth, country };
  return JSON.stringify({
    ...{ id, faceMatch, matchConfidence, livenessScore, status, createdAt },
    extractedData: summary,
  });
}

export function verification(row: StoredVerification): Verification {
  return { ...row, faceMatch: row.faceMatch === 1, extractedData: JSON.parse(row.extractedData) };
}
