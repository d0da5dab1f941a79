import type { ScreeningSummary } from '../../domain/screening.ts';
import type { VerificationStatus, VerificationSummary } from '../../domain/verification.ts';
import type { ScreeningsQuery, VerificationsQuery } from '../queries.ts';
import type { Connection } from './connection.ts';
import { keyset, recordConditions, statements } from './page-query.ts';
import { type StoredVerification, verification } from './verifications.ts';

const SCREENING = `id, name, entity_type AS entityType, date_of_birth AS dateOfBirth, match_count AS matchCount,
  highest_score AS highestScore, created_at AS createdAt,
  (SELECT count(*) FROM alerts WHERE screening_id = screenings.id AND state = 'open') AS open`;
const VERIFICATION = `id, face_match AS faceMatch, match_confidence AS matchConfidence, liveness_score AS livenessScore,
  status, extracted_data AS extractedData, created_at AS createdAt,
  EXISTS (SELECT 1 FROM alerts WHERE verification_id = verifications.id AND state = 'open') AS open`;

/** Pages of the dashboard's tables: the ids are found in the index alone, then the rows of one page are read. */
export function pageReads(db: Connection) {
  const all = statements(db);
  return {
    'pages.screenings': (accountId: number, query: ScreeningsQuery): ScreeningSummary[] => {
      const where = recordConditions(accountId, query);
      if (query.result) where.add(query.result === 'clear' ? 'match_count = 0' : 'match_count > 0');
      const order = keyset(where, query.sort, query, { id: 'id', value: 'highest_score' });
      const ids = `SELECT id FROM screenings WHERE ${where.sql} ORDER BY ${order} LIMIT ?`;
      const sql = `SELECT ${SCREENING} FROM screenings WHERE id IN (${ids}) ORDER BY ${order}`;
      return all<ScreeningSummary>(sql, [...where.values, query.limit]);
    },
    'pages.verifications': (accountId: number, query: VerificationsQuery): VerificationSummary[] => {
      const where = recordConditions(accountId, query);
      if (query.result) where.add('status = ?', query.result satisfies VerificationStatus);
      const order = keyset(where, query.sort, query, { id: 'id', value: 'match_confidence' });
      const ids = `SELECT id FROM verifications WHERE ${where.sql} ORDER BY ${order} LIMIT ?`;
      const sql = `SELECT ${VERIFICATION} FROM verifications WHERE id IN (${ids}) ORDER BY ${order}`;
      const rows = all<StoredVerification & { open: number }>(sql, [...where.values, query.limit]);
      return rows.map(({ open, ...row }) => ({ ...verification(row), open: open === 1 }));
    },
  };
}
