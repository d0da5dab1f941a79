import { type ExpiryPage, type ExpiryPlace, FIRST_PLACE, type RecordKind } from '../../domain/retention.ts';
import { alone, ofAccount } from '../operation.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { removeDeliveries } from './deliveries.ts';
import { dropListNotes } from './list-notes.ts';

/** Why a record that is past its days stays. */
const NEEDED: Readonly<Record<RecordKind, string>> = {
  screening: `EXISTS (SELECT 1 FROM alert_sightings WHERE screening_id = screenings.id)
    OR id = (SELECT max(newest.id) FROM screenings AS newest WHERE newest.customer_id = screenings.customer_id)`,
  verification: `EXISTS (SELECT 1 FROM alerts
    WHERE verification_id = verifications.id AND state NOT IN ('confirmed', 'dismissed'))`,
};

/** Records of an account from a place on that were made by an instant. One index has them in this order. */
const past = (kind: RecordKind) => `SELECT id, created_at, CASE WHEN ${NEEDED[kind]} THEN 1 ELSE 0 END AS needed
  FROM ${kind}s WHERE account_id = :accountId AND created_at <= :before AND (created_at, id) > (:at, :id)
  ORDER BY created_at, id LIMIT :limit`;

interface Candidate {
  readonly id: number;
  readonly createdAt: string;
  readonly needed: number;
}

interface Span {
  readonly kind: RecordKind;
  /** ISO 8601. */
  readonly before: string;
  readonly from: ExpiryPlace;
  /** How many records are looked at. */
  readonly limit: number;
}

function candidates(sql: Sql, accountId: number, { kind, before, from, limit }: Span): Promise<Candidate[]> {
  return sql.all<Candidate>(past(kind), { accountId, before, ...from, limit });
}

const PAST_DELIVERIES = `ended_at < :before
  AND webhook_id IN (SELECT id FROM webhooks WHERE account_id = :accountId)`;

/** Searches in the news are kept as long as screenings are. */
const PAST_SEARCHES = 'FROM media_searches WHERE account_id = $1 AND created_at <= $2';

/** `searches`: in the news, which are due as well. */
function page(found: readonly Candidate[], limit: number, searches = 0): ExpiryPage {
  const last = found.at(-1);
  const kept = found.reduce((sum, { needed }) => sum + needed, 0);
  const next = last && found.length === limit ? { at: last.createdAt, id: last.id } : null;
  return { due: found.length - kept + searches, kept, next };
}

export const retentionWrites = {
  /** Deletes what is due among the next `limit` records, and answers what became of them and where to go on. */
  'retention.expire': alone(
    ofAccount(async (tx: Transaction, accountId: number, span: Span): Promise<ExpiryPage> => {
      const found = await candidates(tx, accountId, span);
      const ids = found.filter(({ needed }) => needed === 0).map(({ id }) => id);
      if (ids.length > 0) await tx.run(`DELETE FROM ${span.kind}s WHERE id = ANY($1::bigint[])`, ids);
      const searches = span.kind === 'screening' ? await tx.run(`DELETE ${PAST_SEARCHES}`, accountId, span.before) : 0;
      return page(found, span.limit, searches);
    }),
  ),
  /** Deletes deliveries of webhooks that ended before an instant, at most `limit`; answers how many. */
  'retention.expireDeliveries': alone(
    ofAccount((tx: Transaction, accountId: number, span: { readonly before: string; readonly limit: number }) =>
      removeDeliveries(tx, PAST_DELIVERIES, { ...span, accountId }),
    ),
  ),
  /** Drops what was said of the lists on days before an instant of which no record is left. */
  'retention.dropListNotes': alone(dropListNotes),
};

export const retentionReads = {
  /** What `expire` would do, and deletes nothing. */
  'retention.due': ofAccount(async (sql: Sql, accountId: number, span: Span): Promise<ExpiryPage> => {
    const found = await candidates(sql, accountId, span);
    // They are deleted with the first page.
    const isFirst = span.kind === 'screening' && span.from.id === FIRST_PLACE.id;
    const count = `SELECT count(*)::integer ${PAST_SEARCHES}`;
    const searches = isFirst ? await sql.value<number>(count, accountId, span.before) : 0;
    return page(found, span.limit, searches);
  }),
  /** Files of names that ended before an instant. */
  'retention.pastBatches': ofAccount((sql: Sql, accountId: number, before: string) =>
    sql.column<string>(
      'SELECT id FROM batches WHERE account_id = $1 AND ended_at < $2 ORDER BY number',
      accountId,
      before,
    ),
  ),
  /** How many deliveries of webhooks ended before an instant. */
  'retention.pastDeliveries': ofAccount((sql: Sql, accountId: number, before: string) =>
    sql.one<{ count: number }>(`SELECT count(*)::integer AS count FROM webhook_deliveries WHERE ${PAST_DELIVERIES}`, {
      accountId,
      before,
    }),
  ),
};
