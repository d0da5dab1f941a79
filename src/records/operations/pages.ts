import type { ScreeningSummary } from '../../domain/screening.ts';
import type { VerificationStatus, VerificationSummary } from '../../domain/verification.ts';
import { isAboutLists } from '../../sentences.ts';
import { ofAccount } from '../operation.ts';
import type { ScreeningsQuery, VerificationsQuery } from '../queries.ts';
import type { Sql } from '../sql.ts';
import { joined, LIST_NOTES } from './list-notes.ts';
import { addSearch, keyset, recordConditions, selectPage } from './page-query.ts';
import { type StoredVerification, VERIFICATION_VIEW, verificationOf } from './verifications.ts';

const SCREENING = `id, name, entity_type, date_of_birth, match_count, highest_score, created_at, notes, ${LIST_NOTES},
  (SELECT count(*) FROM alert_sightings JOIN alerts ON alerts.id = alert_id
    WHERE screening_id = screenings.id AND state = 'open') AS open`;
const VERIFICATION = `${VERIFICATION_VIEW},
  (SELECT state FROM alerts WHERE verification_id = verifications.id) AS review`;

interface StoredSummary extends Omit<ScreeningSummary, 'onOldLists'> {
  readonly notes: string;
  readonly listNotes: string | null;
}

/** Pages of the dashboard's tables: one in the order of the query, at most `query.limit`. */
export const pageReads = {
  'screenings.page': ofAccount(async (sql: Sql, accountId: number, query: ScreeningsQuery) => {
    const { result, batch, customer, text, sort, limit } = query;
    const where = recordConditions(sql, accountId, query);
    if (result) where.add(result === 'clear' ? 'match_count = 0' : 'match_count > 0');
    if (batch !== undefined) {
      where.add(
        `id IN (SELECT screening_id FROM batch_rows WHERE batch =
             (SELECT number FROM batches WHERE batches.id = $ AND batches.account_id = $))`,
        batch,
        accountId,
      );
    }
    if (customer !== undefined) {
      where.add('customer_id = (SELECT id FROM customers WHERE account_id = $ AND reference = $)', accountId, customer);
    }
    addSearch(sql, where, query);
    const order = keyset(sql, where, sort, query, 'highest_score');
    const index = text && customer === undefined && 'screenings_of_account';
    const page = selectPage(sql, SCREENING, { table: 'screenings', where, order, limit, index });
    const rows = await sql.all<StoredSummary>(page, ...where.values);
    return rows.map(({ notes, listNotes, ...row }): ScreeningSummary => {
      return { ...row, onOldLists: joined(notes, listNotes).some(isAboutLists) };
    });
  }),
  'verifications.page': ofAccount(async (sql: Sql, accountId: number, query: VerificationsQuery) => {
    const { result, text, sort, limit } = query;
    const where = recordConditions(sql, accountId, query);
    if (result) where.add('status = $', result satisfies VerificationStatus);
    addSearch(sql, where, query);
    const order = keyset(sql, where, sort, query, 'match_confidence');
    const index = text && 'verifications_of_account';
    const page = selectPage(sql, VERIFICATION, { table: 'verifications', where, order, limit, index });
    const rows = await sql.all<StoredVerification & Pick<VerificationSummary, 'review'>>(page, ...where.values);
    return rows.map(verificationOf);
  }),
};
