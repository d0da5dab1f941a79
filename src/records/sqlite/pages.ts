import type { ScreeningSummary } from '../../domain/screening.ts';
import type { VerificationStatus, VerificationSummary } from '../../domain/verification.ts';
import type { PageQuery, ScreeningsQuery, VerificationsQuery } from '../queries.ts';
import { type StoredVerification, verification } from '../rows/verifications.ts';
import type { Connection } from './connection.ts';
import { keyset, recordConditions, statements } from './page-query.ts';

const SCREENING = `id, name, entity_type AS entityType, date_of_birth AS dateOfBirth, match_count AS matchCount,
  highest_score AS highestScore, created_at AS createdAt,
  (SELECT count(*) FROM alert_sightings JOIN alerts ON alerts.id = alert_id
    WHERE screening_id = screenings.id AND state = 'open') AS open`;
const VERIFICATION = `id, face_match AS faceMatch, match_confidence AS matchConfidence, liveness_score AS livenessScore,
  status, extracted_data AS extractedData, created_at AS createdAt,
  (SELECT state FROM alerts WHERE verification_id = verifications.id) AS review`;

const CUSTOMER = 'customer_id = (SELECT id FROM customers WHERE account_id = ? AND reference = ?)';

/** Pages of the dashboard's tables: the ids are found in the index alone, then the rows of one page are read. */
export function pageReads(db: Connection) {
  const all = statements(db);
  return {
    'pages.screenings': (accountId: number, query: ScreeningsQuery): ScreeningSummary[] => {
      const where = recordConditions(accountId, query);
      if (query.result) where.add(query.result === 'clear' ? 'match_count = 0' : 'match_count > 0');
      if (query.batch !== undefined) {
        where.add(
          `id IN (SELECT screening_id FROM batch_rows WHERE batch =
             (SELECT number FROM batches WHERE batches.id = ? AND batches.account_id = ?))`,
          query.batch,
          accountId,
        );
      }
      if (query.customer !== undefined) where.add(CUSTOMER, accountId, query.customer);
      const order = keyset(where, query.sort, query, { id: 'id', value: 'highest_score' });
      const ids = `SELECT id FROM screenings ${indexed(query, 'screenings')} WHERE ${where.sql} ORDER BY ${order} LIMIT ?`;
      const sql = `SELECT ${SCREENING} FROM screenings WHERE id IN (${ids}) ORDER BY ${order}`;
      return all<ScreeningSummary>(sql, [...where.values, query.limit]);
    },
    'pages.verifications': (accountId: number, query: VerificationsQuery): VerificationSummary[] => {
      const where = recordConditions(accountId, query);
      if (query.result) where.add('status = ?', query.result satisfies VerificationStatus);
      const order = keyset(where, query.sort, query, { id: 'id', value: 'match_confidence' });
      const ids = `SELECT id FROM verifications ${indexed(query, 'verifications')} WHERE ${where.sql} ORDER BY ${order} LIMIT ?`;
      const sql = `SELECT ${VERIFICATION} FROM verifications WHERE id IN (${ids}) ORDER BY ${order}`;
      const rows = all<StoredVerification & Pick<VerificationSummary, 'review'>>(sql, [...where.values, query.limit]);
      return rows.map(({ review, ...row }) => ({ ...verification(row), review }));
    },
  };
}

/** A text is looked for in the one index that has it. */
function indexed({ text, customer }: PageQuery & { readonly customer?: string }, table: string): string {
  return text && customer === undefined ? `INDEXED BY ${table}_of_account` : '';
}
