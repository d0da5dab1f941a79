import type { ScreeningSummary } from '../../domain/screening.ts';
import type { VerificationStatus, VerificationSummary } from '../../domain/verification.ts';
import type { ScreeningsQuery, VerificationsQuery } from '../queries.ts';
import { type StoredVerification, verification } from '../rows/verifications.ts';
import type { Sql } from '../sql.ts';
import { Conditions, firstOf, keyset, recordConditions } from './page-query.ts';

const SCREENING = `id, name, entity_type, date_of_birth, match_count, highest_score, created_at,
  (SELECT count(*) FROM alert_sightings JOIN alerts ON alerts.id = alert_id
    WHERE screening_id = screenings.id AND state = 'open') AS open`;
const VERIFICATION = `id, face_match, match_confidence, liveness_score, status, extracted_data, created_at,
  (SELECT state FROM alerts WHERE verification_id = verifications.id) AS review`;

const CUSTOMER = 'customer_id = (SELECT id FROM customers WHERE account_id = $ AND reference = $)';

/** Pages of the dashboard's tables. */
export const pageReads = {
  'pages.screenings': (sql: Sql, accountId: number, query: ScreeningsQuery): Promise<ScreeningSummary[]> => {
    const where = recordConditions(new Conditions(), accountId, query);
    if (query.result) where.add(query.result === 'clear' ? 'match_count = 0' : 'match_count > 0');
    if (query.batch !== undefined) {
      where.add(
        `id IN (SELECT screening_id FROM batch_rows WHERE batch =
           (SELECT number FROM batches WHERE batches.id = $ AND batches.account_id = $))`,
        query.batch,
        accountId,
      );
    }
    if (query.customer !== undefined) where.add(CUSTOMER, accountId, query.customer);
    const order = keyset(where, query.sort, query, 'highest_score');
    const first = firstOf('screenings', where, order, query.limit);
    const limit = where.value(query.limit);
    return sql.all<ScreeningSummary>(`SELECT ${SCREENING} ${first} ORDER BY ${order} LIMIT ${limit}`, ...where.values);
  },
  'pages.verifications': async (
    sql: Sql,
    accountId: number,
    query: VerificationsQuery,
  ): Promise<VerificationSummary[]> => {
    const where = recordConditions(new Conditions(), accountId, query);
    if (query.result) where.add('status = $', query.result satisfies VerificationStatus);
    const order = keyset(where, query.sort, query, 'match_confidence');
    const first = firstOf('verifications', where, order, query.limit);
    const limit = where.value(query.limit);
    const rows = await sql.all<StoredVerification & Pick<VerificationSummary, 'review'>>(
      `SELECT ${VERIFICATION} ${first} ORDER BY ${order} LIMIT ${limit}`,
      ...where.values,
    );
    return rows.map(({ review, ...row }) => ({ ...verification(row), review }));
  },
};
