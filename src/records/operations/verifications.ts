import { needsReview } from '../../alerts/alert-rules.ts';
import { nameKey } from '../../domain/name-key.ts';
import { periodOf } from '../../domain/quota.ts';
import type { NewVerification, Verification, VerificationEvidence } from '../../domain/verification.ts';
import type { EventContent } from '../../domain/webhook-events.ts';
import { ofAccount } from '../operation.ts';
import { searchText } from '../search-text.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { openReview } from './alert-sightings.ts';
import { deletionOf } from './deletion.ts';
import type { Created } from './screenings.ts';

/** What `verificationOf` takes. */
export const VERIFICATION_VIEW =
  'id, face_match, match_confidence, liveness_score, status, extracted_data, created_at, caller_reference AS reference';

export type StoredVerification = Omit<Verification, 'extractedData'> & { readonly extractedData: string };

export function verificationOf<Row extends StoredVerification>(row: Row) {
  return { ...row, extractedData: JSON.parse(row.extractedData) as Verification['extractedData'] };
}

/** Verifications of accounts, without their images. Of another account none is found. */
export const verificationWrites = {
  /** An id for one verification; never given again, also where nothing comes of it. */
  'verifications.reserve': async (tx: Transaction): Promise<number> => {
    if (tx.dialect === 'postgresql') {
      return (await tx.value<number>(`SELECT nextval(pg_get_serial_sequence('verifications', 'id'))`))!;
    }
    const next = await tx.value<number>(
      `UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'verifications' RETURNING seq`,
    );
    if (next === undefined) await tx.run(`INSERT INTO sqlite_sequence (name, seq) VALUES ('verifications', 1)`);
    return next ?? 1;
  },
  /** Record and quota unit in one transaction; `exhausted` stores and spends nothing. */
  'verifications.create': ofAccount(async (tx: Transaction, verification: NewVerification): Promise<Created> => {
    const { id, accountId } = verification;
    const createdAt = tx.at;
    const remaining = await tx.quota.spend(accountId, periodOf(new Date(createdAt)), createdAt);
    if (remaining === undefined) return { kind: 'exhausted' };
    await storeVerification(tx, verification);
    return { kind: 'created', record: { id, createdAt }, remaining };
  }),
  /** False where there is none. Its images are not touched. */
  'verifications.delete': deletionOf('verification'),
};

/** Stores a verification whose unit is paid for, tells hooks and opens its review. */
export async function storeVerification(tx: Transaction, verification: NewVerification): Promise<void> {
  const { id, accountId, extractedData, reasons, status, matchConfidence, reference = null } = verification;
  const { fullName, documentNumber, documentType } = extractedData;
  const createdAt = tx.at;
  await tx.run(
    `INSERT INTO verifications (id, account_id, key_id, face_match, match_confidence, liveness_score, status,
         extracted_data, reasons, evidence, folded, name_key, document_type, caller_reference, created_at)
       VALUES (:id, :accountId, :keyId, :faceMatch, :matchConfidence, :livenessScore, :status,
         :extractedData, :reasons, :evidence, :folded, :nameKey, :documentType, :reference, :createdAt)`,
    {
      ...verification,
      extractedData: JSON.stringify(extractedData),
      reasons: JSON.stringify(reasons),
      folded: searchText(fullName, documentNumber),
      nameKey: nameKey(fullName ?? ''),
      documentType,
      reference,
      createdAt,
    },
  );
  await tx.outbox.write(accountId, 'verification.completed', createdAt, () => completedEvent(verification));
  if (needsReview(status)) await openReview(tx, id, accountId, matchConfidence);
}

function completedEvent(row: NewVerification): EventContent<'verification.completed'> {
  const { id, status, faceMatch, matchConfidence, livenessScore, extractedData, reference = null } = row;
  const called = reference === null ? {} : { reference };
  const { documentType, fullName, dateOfBirth, country } = extractedData;
  const address = `/api/IdVerification/${id}`;
  const links = { verification: address, explanation: `${address}/explanation` };
  return {
    data: { verificationId: id, ...called, status, faceMatch, matchConfidence, livenessScore, links },
    details: { documentType, fullName, dateOfBirth, country },
    subject: { verificationId: id },
  };
}

export const verificationReads = {
  /** Undefined where the account has no such verification. */
  'verifications.evidence': ofAccount(async (sql: Sql, accountId: number, id: number) => {
    const row = await sql.one<{ reasons: string; evidence: string; keyName: string | null }>(
      `SELECT reasons, evidence, keys.name AS key_name FROM verifications LEFT JOIN keys ON keys.id = key_id
         WHERE verifications.id = :id AND verifications.account_id = :accountId`,
      { id, accountId },
    );
    return row && { ...row, reasons: JSON.parse(row.reasons) as VerificationEvidence['reasons'] };
  }),
  /** When each of these was made; those that are not there are left out. */
  'verifications.createdAt': async (sql: Sql, ids: readonly number[]) => {
    const rows = await sql.all<{ id: number; createdAt: string }>(
      'SELECT id, created_at FROM verifications WHERE id = ANY($1::bigint[])',
      ids,
    );
    return new Map(rows.map(({ id, createdAt }) => [id, createdAt]));
  },
  /** Undefined where the account has no such verification. */
  'verifications.get': ofAccount(async (sql: Sql, accountId: number, id: number) => {
    const one = `SELECT ${VERIFICATION_VIEW} FROM verifications WHERE id = $1 AND account_id = $2`;
    const row = await sql.one<StoredVerification>(one, id, accountId);
    return row && verificationOf(row);
  }),
};
