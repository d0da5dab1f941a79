import { ALERT_STATES } from '../../domain/alert-state.ts';
import type { AlertsFilter, AlertsQuery } from '../queries.ts';
import { searchText } from '../search-text.ts';
import { addWords, Conditions, keyset } from './page-query.ts';

/** By what each order sorts; the indexes of alerts are over these very words. */
const CASE = 'coalesce(case_id, id)';
const RANK = '(score - CASE WHEN verification_id IS NULL THEN 0 ELSE 101 END)';

/** The alerts of one page in its order, and what has to stand behind their columns. */
export function pageOfAlerts(accountId: number, query: AlertsQuery): { sql: string; values: Conditions['values'] } {
  const where = alertConditions(accountId, query);
  const order = keyset(where, query.sort, query, query.sort === 'case' ? CASE : RANK);
  const sql = `FROM alerts WHERE ${where.sql} ORDER BY ${order} LIMIT ${where.value(query.limit)}`;
  return { sql, values: where.values };
}

export function alertConditions(accountId: number, filter: AlertsFilter): Conditions {
  const { state, kind, customer, text, entry, from, to } = filter;
  const where = new Conditions().add('account_id = $', accountId);
  where.add('state = ANY($)', state ? [state] : ALERT_STATES);
  if (kind) where.add(`verification_id IS ${kind === 'match' ? 'NULL' : 'NOT NULL'}`);
  if (customer !== undefined) {
    where.add('customer_id = (SELECT id FROM customers WHERE account_id = $ AND reference = $)', accountId, customer);
  }
  addWords(where, text);
  if (entry !== undefined) where.add('strpos(folded, $) > 0', ` ${searchText(entry)} `);
  if (from) where.add('created_at >= $', from);
  if (to) where.add('created_at < $', to);
  addMatch(where, filter);
  addWork(where, filter);
  return where;
}

/** What the match has to be. */
function addMatch(where: Conditions, { sources, minScore, maxScore, entityType }: AlertsFilter): void {
  if (sources) where.add(`string_to_array(sources, ' ') && $::text[]`, sources);
  if (minScore !== undefined) where.add('score >= $', minScore);
  if (maxScore !== undefined) where.add('score <= $', maxScore);
  if (!entityType) return;
  where.add(
    `CASE WHEN customer_id IS NULL THEN strpos(subject, chr(10) || $ || chr(10)) > 0
       ELSE (SELECT entity_type FROM customers WHERE customers.id = customer_id) = $ END`,
    entityType,
    entityType,
  );
}

/** Who works on it, and what was said of it. */
function addWork(where: Conditions, { assignee, reason, caseId }: AlertsFilter): void {
  if (assignee === null) where.add('assignee IS NULL');
  else if (assignee !== undefined) where.add('assignee = $', assignee);
  if (reason) where.add('id IN (SELECT alert_id FROM alert_events WHERE reason = $)', reason);
  if (caseId !== undefined) where.add(`${CASE} = $`, caseId);
}
