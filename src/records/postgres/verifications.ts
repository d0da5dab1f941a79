import { needsReview } from '../../alerts/alert-rules.ts';
import type { Actor } from '../../domain/actor.ts';
import type { CreateResult } from '../../domain/quota.ts';
import type { Verification, VerificationEvidence } from '../../domain/verification.ts';
import { completedEvent, type StoredVerification, type VerificationRow, verification } from '../rows/verifications.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { openReview } from './alert-sightings.ts';
import { forgetAnswers } from './idempotency.ts';

const VERIFICATION_VIEW = `id, face_match, match_confidence, liveness_score, status, extracted_data, created_at`;

export const verificationWrites = {
  'verifications.reserve': async (tx: Transaction): Promise<number> =>
    (await tx.value<number>(`SELECT nextval(pg_get_serial_sequence('verifications', 'id'))`))!,
  'verifications.create': async (
    tx: Transaction,
    row: VerificationRow,
  ): Promise<CreateResult<{ id: number; createdAt: string }>> => {
    const { id, accountId, createdAt, extractedData, reasons } = row;
    const remaining = await tx.quota.spend(accountId, row.period, createdAt);
    if (remaining === undefined) return { kind: 'exhausted' };
    await tx.run(
      `INSERT INTO verifications (id, account_id, key_id, face_match, match_confidence, liveness_score, status,
         extracted_data, reasons, evidence, folded, name_key, document_type, created_at)
       VALUES (:id, :accountId, :keyId, :faceMatch, :matchConfidence, :livenessScore, :status,
         :extractedData, :reasons, :evidence, :folded, :nameKey, :documentType, :createdAt)`,
      {
        ...row,
        extractedData: JSON.stringify(extractedData),
        reasons: JSON.stringify(reasons),
        documentType: extractedData.documentType,
      },
    );
    await tx.outbox.write(accountId, 'verification.completed', createdAt, () => completedEvent(row));
    if (needsReview(row.status)) await openReview(tx, id, accountId, row.matchConfidence, createdAt);
    return { kind: 'created', record: { id, createdAt }, remaining };
  },
  'verifications.delete': async (tx: Transaction, id: number, at: string, actor: Actor): Promise<boolean> => {
    const accountId = await tx.value<number>('SELECT account_id FROM verifications WHERE id = $1', id);
    if (accountId === undefined) return false;
    await tx.lockAccounts([accountId]);
    if ((await tx.run('DELETE FROM verifications WHERE id = $1', id)) === 0) return false;
    await forgetAnswers(tx, accountId);
    tx.audit({ at, actor, action: 'verification.deleted', subject: `verification:${id}`, accountId, details: {} });
    return true;
  },
};

export const verificationReads = {
  'verifications.evidence': async (
    sql: Sql,
    accountId: number,
    id: number,
  ): Promise<VerificationEvidence | undefined> => {
    const row = await sql.one<{ reasons: string; evidence: string; keyName: string | null }>(
      `SELECT reasons, evidence, keys.name AS key_name FROM verifications LEFT JOIN keys ON keys.id = key_id
       WHERE verifications.id = $1 AND verifications.account_id = $2`,
      id,
      accountId,
    );
    return row && { ...row, reasons: JSON.parse(row.reasons) };
  },
  'verifications.createdAt': async (sql: Sql, ids: readonly number[]): Promise<Map<number, string>> => {
    const rows = await sql.all<{ id: number; createdAt: string }>(
      'SELECT id, created_at FROM verifications WHERE id = ANY($1::bigint[])',
      ids,
    );
    return new Map(rows.map(({ id, createdAt }) => [id, createdAt]));
  },
  'verifications.get': async (sql: Sql, accountId: number, id: number): Promise<Verification | undefined> => {
    const one = `SELECT ${VERIFICATION_VIEW} FROM verifications WHERE id = $1 AND account_id = $2`;
    const row = await sql.one<StoredVerification>(one, id, accountId);
    return row && verification(row);
  },
};
