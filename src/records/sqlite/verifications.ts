import type { Actor, NewVerification, Spent, Verification } from '../port.ts';
import { auditAppender } from './audit.ts';
import type { Connection } from './connection.ts';
import { quotaSpender } from './quota.ts';

export type VerificationRow = NewVerification & { createdAt: string; period: string };

type Stored = Omit<Verification, 'faceMatch' | 'extractedData'> & { faceMatch: number; extractedData: string };

const VIEW = `id, face_match AS faceMatch, match_confidence AS matchConfidence, liveness_score AS livenessScore,
  status, extracted_data AS extractedData, created_at AS createdAt`;

export function verificationWrites(db: Connection) {
  const audit = auditAppender(db);
  const spend = quotaSpender(db);
  const insert = db.prepare(
    `INSERT INTO verifications (account_id, key_id, face_match, match_confidence, liveness_score, status,
       extracted_data, reasons, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const remove = db.prepare<[number], { accountId: number }>(
    'DELETE FROM verifications WHERE id = ? RETURNING account_id AS accountId',
  );
  return {
    'verifications.create': (row: VerificationRow): Spent<{ id: number; createdAt: string }> => {
      const remaining = spend(row.accountId, row.period);
      if (remaining === undefined) return { kind: 'exhausted' };
      const { lastInsertRowid } = insert.run(
        row.accountId,
        row.keyId,
        row.faceMatch ? 1 : 0,
        row.matchConfidence,
        row.livenessScore,
        row.status,
        JSON.stringify(row.extractedData),
        JSON.stringify(row.reasons),
        row.createdAt,
      );
      return { kind: 'created', record: { id: Number(lastInsertRowid), createdAt: row.createdAt }, remaining };
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
  const one = db.prepare<[number, number], Stored>(`SELECT ${VIEW} FROM verifications WHERE id = ? AND account_id = ?`);
  const list = db.prepare<[number, number], Stored>(
    `SELECT ${VIEW} FROM verifications WHERE account_id = ? ORDER BY id DESC LIMIT ?`,
  );
  return {
    'verifications.get': (accountId: number, id: number): Verification | undefined => {
      const row = one.get(id, accountId);
      return row && verification(row);
    },
    'verifications.list': (accountId: number, limit: number): Verification[] =>
      list.all(accountId, limit).map(verification),
  };
}

function verification(row: Stored): Verification {
  return { ...row, faceMatch: row.faceMatch === 1, extractedData: JSON.parse(row.extractedData) };
}
