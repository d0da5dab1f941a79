import { ALERT_STATES } from '../../domain/alert-state.ts';
import type { AlertsFilter, AlertsQuery } from '../queries.ts';
import { inFewSizes, searchText } from '../search-text.ts';
import type { Sql } from '../sql.ts';
import { addTimes, addWords, allOf, Conditions, keyset, selectPage } from './page-query.ts';

const ANY_STATE = `state IN (${ALERT_STATES.map((name) => `'${name}'`).join(', ')})`;
const MAX_SCORE = 100;
/** By what each order sorts; the indexes of alerts are over these very words. */
const CASE = 'coalesce(case_id, id)';
const RANK = {
  postgresql: '(score - CASE WHEN verification_id IS NULL THEN 0 ELSE 101 END)',
  sqlite: '(score - 101 * (verification_id IS NOT NULL))',
};

/**
 * What the smallest index of alerts has, and what changes no count: the queue counts with the query of its page. SQLite
 * would count by an index with times, which takes a third longer.
 */
const PLAIN: ReadonlySet<string> = new Set<keyof AlertsQuery>(['state', 'kind', 'assignee', 'sort', 'limit', 'after']);

interface FilteredText {
  readonly text: string;
  readonly values: Conditions['values'];
}

/** The alerts of one page in its order. */
export function pageOfAlerts(sql: Sql, columns: string, accountId: number, query: AlertsQuery): FilteredText {
  const where = alertConditions(sql, accountId, query);
  const order = keyset(sql, where, query.sort, query, query.sort === 'case' ? CASE : sql.either(RANK));
  const page = { table: 'alerts', where, order, limit: query.limit, index: searchedIndex(query) } as const;
  return { text: selectPage(sql, columns, page), values: where.values };
}

/** A count of what fulfils a filter. */
export function countOfAlerts(sql: Sql, accountId: number, filter: AlertsFilter): FilteredText {
  const where = alertConditions(sql, accountId, filter);
  const isPlain = Object.entries(filter).every(([name, value]) => value === undefined || PLAIN.has(name));
  const all = allOf(sql, { table: 'alerts', where, index: isPlain ? 'alerts_by_case' : searchedIndex(filter) });
  return { text: `SELECT count(*) ${all}`, values: where.values };
}

/** A text and an entry are looked for in the one index that has what alerts are found by. */
function searchedIndex({ text, entry, customer, caseId }: AlertsFilter): string | false {
  const few = customer !== undefined || caseId !== undefined;
  return (text || entry !== undefined) && !few && 'alerts_of_account';
}

function alertConditions(sql: Sql, accountId: number, filter: AlertsFilter): Conditions {
  const { state, kind, customer, text, entry } = filter;
  // A customer has few alerts, and few wait for a second person: SQLite is to begin with those, not with the account.
  const isOfFew = customer !== undefined || filter.acceptableBy !== undefined || filter.run !== undefined;
  const column = isOfFew ? sql.either({ postgresql: '', sqlite: '+' }) : '';
  const where = new Conditions().add(`${column}account_id = $`, accountId);
  // Without a wanted state all are named, so that the index is searched and not the table.
  if (state) where.add(`${column}state = $`, state);
  else where.add(column + ANY_STATE);
  if (kind) where.add(`verification_id IS ${kind === 'match' ? 'NULL' : 'NOT NULL'}`);
  if (customer !== undefined) {
    where.add('customer_id = (SELECT id FROM customers WHERE account_id = $ AND reference = $)', accountId, customer);
  }
  addTimes(sql, where, filter);
  addWords(where, text);
  if (entry !== undefined) where.add('strpos(folded, $) > 0', ` ${searchText(entry)} `);
  addMatch(where, filter);
  addWork(where, filter);
  addProposal(where, filter);
  addWait(sql, where, filter);
  return where;
}

/** What the match has to be. */
function addMatch(where: Conditions, { sources, minScore, maxScore, entityType }: AlertsFilter): void {
  if (sources) {
    const ids = sources.length > 0 ? inFewSizes(sources) : [];
    const listed = ids.map(() => `strpos(' ' || sources || ' ', $) > 0`).join(' OR ') || 'FALSE';
    where.add(`(${listed})`, ...ids.map((source) => ` ${source} `));
  }
  if (minScore !== undefined || maxScore !== undefined) {
    where.add('score BETWEEN $ AND $', minScore ?? 0, maxScore ?? MAX_SCORE);
  }
  if (entityType) {
    where.add(
      `CASE WHEN customer_id IS NULL THEN strpos(subject, chr(10) || $ || chr(10)) > 0
         ELSE (SELECT entity_type FROM customers WHERE customers.id = customer_id) = $ END`,
      entityType,
      entityType,
    );
  }
}

/** Who works on it, and what was said of it. */
function addWork(where: Conditions, { assignee, reason, caseId, run }: AlertsFilter): void {
  if (assignee === null) where.add('assignee IS NULL');
  else if (assignee !== undefined) where.add('assignee = $', assignee);
  if (reason) where.add('id IN (SELECT alert_id FROM alert_events WHERE reason = $)', reason);
  if (caseId !== undefined) where.add(`${CASE} = $`, caseId);
  if (run !== undefined) where.add('id IN (SELECT alert_id FROM alert_events WHERE run = $)', run);
}

/** Days of the account, before the moment of the query. */
const DUE_BEFORE = {
  postgresql: '$::timestamptz - make_interval(days => (SELECT due_days FROM accounts WHERE accounts.id = account_id))',
  sqlite: `strftime('%Y-%m-%dT%H:%M:%fZ', $, '-' || (SELECT due_days FROM accounts WHERE accounts.id = account_id) || ' days')`,
};

/** Whether its decision is overdue, and who has to decide. */
function addWait(sql: Sql, where: Conditions, { overdue, escalatedTo }: AlertsFilter): void {
  if (overdue) {
    where.add(
      `state IN ('open', 'escalated') AND coalesce(waiting_since, created_at) < ${sql.either(DUE_BEFORE)}`,
      sql.at,
    );
  }
  if (escalatedTo) {
    const targets = escalatedTo.map(() => '$').join(', ');
    where.add(
      `state = 'escalated' AND id IN (SELECT alert_id FROM alert_escalations WHERE target IN (${targets}))`,
      ...escalatedTo,
    );
  }
}

const PROPOSED = 'SELECT alert_id FROM alert_proposals';
/** The rule of `second-person.ts`, but for two users of one address, who are refused when they accept. */
const HELD = `SELECT keys.id FROM keys WHERE created_by = $
  UNION SELECT key_rotations.key_id FROM key_rotations WHERE key_rotations.user_id = $`;
const BY_OTHERS = `user_id IS DISTINCT FROM $ AND coalesce(key_id, '') NOT IN (${HELD})
  AND at >= (SELECT coalesce(role_since, created_at) FROM users WHERE users.id = $)`;
const OWN = `user_id = $ OR key_id IN (${HELD})`;

/** Whether a decision waits for a second person, and for whom. */
function addProposal(where: Conditions, { proposed, acceptableBy, notProposedBy }: AlertsFilter): void {
  if (proposed !== undefined) where.add(`id ${proposed ? '' : 'NOT '}IN (${PROPOSED})`);
  if (acceptableBy !== undefined) {
    const by = acceptableBy;
    where.add(`id IN (${PROPOSED} WHERE ${BY_OTHERS})`, by, by, by, by);
  }
  if (notProposedBy !== undefined) {
    where.add(`id NOT IN (${PROPOSED} WHERE ${OWN})`, notProposedBy, notProposedBy, notProposedBy);
  }
}
