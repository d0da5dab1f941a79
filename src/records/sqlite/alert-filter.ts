import { ALERT_STATES } from '../../domain/alert-state.ts';
import type { AlertsFilter, AlertsQuery } from '../queries.ts';
import { inFewSizes, searchText } from '../search-text.ts';
import { addTimes, addWords, Conditions, keyset } from './page-query.ts';

const ANY_STATE = `state IN (${ALERT_STATES.map((name) => `'${name}'`).join(', ')})`;
const MAX_SCORE = 100;
/** By what each order sorts; the indexes of alerts are over these very words. */
const CASE = 'coalesce(case_id, id)';
const RANK = '(score - 101 * (verification_id IS NOT NULL))';

/** The ids of one page in its order, and their conditions with their values; `limit` is the last of them. */
export function pageOfIds(accountId: number, query: AlertsQuery): { sql: string; order: string; values: unknown[] } {
  const where = alertConditions(accountId, query);
  const byCase = query.sort === 'case';
  const order = keyset(where, query.sort, query, { id: 'id', value: byCase ? CASE : RANK });
  const sql = `SELECT id FROM alerts ${searched(query)} WHERE ${where.sql} ORDER BY ${order} LIMIT ?`;
  return { sql, order, values: [...where.values, query.limit] };
}

/** A count of what fulfils a filter. */
export function countOf(accountId: number, filter: AlertsFilter): { sql: string; values: (string | number)[] } {
  const where = alertConditions(accountId, filter);
  return { sql: `SELECT count(*) AS count FROM alerts ${searched(filter)} WHERE ${where.sql}`, values: where.values };
}

/** A text and an entry are looked for in the one index that has what alerts are found by. */
function searched({ text, entry, customer, caseId }: AlertsFilter): string {
  const few = customer !== undefined || caseId !== undefined;
  return (text || entry !== undefined) && !few ? 'INDEXED BY alerts_of_account' : '';
}

function alertConditions(accountId: number, filter: AlertsFilter): Conditions {
  const { state, kind, customer, text, entry, from, to } = filter;
  const where = new Conditions();
  // A customer has few alerts: they are read by the customer, and not by the account.
  const column = customer === undefined ? '' : '+';
  where.add(`${column}account_id = ?`, accountId);
  // Without a wanted state all are named, so that the index is searched and not the table.
  if (state) where.add(`${column}state = ?`, state);
  else where.add(column + ANY_STATE);
  if (kind) where.add(`verification_id IS ${kind === 'match' ? 'NULL' : 'NOT NULL'}`);
  if (customer !== undefined) {
    where.add('customer_id = (SELECT id FROM customers WHERE account_id = ? AND reference = ?)', accountId, customer);
  }
  addWords(where, text);
  if (entry !== undefined) where.add('instr(folded, ?) > 0', ` ${searchText(entry)} `);
  addTimes(where, from, to);
  addMatch(where, filter);
  addWork(where, filter);
  return where;
}

/** What the match has to be. */
function addMatch(where: Conditions, { sources, minScore, maxScore, entityType }: AlertsFilter): void {
  if (sources) {
    const ids = sources.length > 0 ? inFewSizes(sources) : [];
    const listed = ids.map(() => "instr(' ' || sources || ' ', ?) > 0").join(' OR ') || 'FALSE';
    where.add(`(${listed})`, ...ids.map((source) => ` ${source} `));
  }
  if (minScore !== undefined || maxScore !== undefined) {
    where.add('score BETWEEN ? AND ?', minScore ?? 0, maxScore ?? MAX_SCORE);
  }
  if (entityType) {
    where.add(
      `iif(customer_id IS NULL, instr(subject, char(10) || ? || char(10)) > 0,
         (SELECT entity_type FROM customers WHERE customers.id = customer_id) = ?)`,
      entityType,
      entityType,
    );
  }
}

/** Who works on it, and what was said of it. */
function addWork(where: Conditions, { assignee, reason, caseId }: AlertsFilter): void {
  if (assignee === null) where.add('assignee IS NULL');
  else if (assignee !== undefined) where.add('assignee = ?', assignee);
  if (reason) where.add('id IN (SELECT alert_id FROM alert_events WHERE reason = ?)', reason);
  if (caseId !== undefined) where.add(`${CASE} = ?`, caseId);
}
