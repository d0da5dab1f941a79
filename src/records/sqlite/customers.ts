import { subjectKey } from '../../alerts/subject-key.ts';
import type { Customer, MonitoredCustomer } from '../../domain/customer.ts';
import type { DeleteResult, Deletion, PutResult } from '../customers-port.ts';
import type { CustomersQuery } from '../queries.ts';
import {
  type CustomerRow,
  customerOf,
  type FoundMatches,
  monitoredOf,
  type StoredCustomer,
  type StoredMonitored,
} from '../rows/customers.ts';
import type { AlertsChanged } from '../rows/sightings.ts';
import { alertSightings } from './alert-sightings.ts';
import { auditAppender } from './audit.ts';
import type { Connection } from './connection.ts';
import { customerProposalReads, customerProposals } from './customer-proposals.ts';
import { customerStates, customerTeller } from './customer-states.ts';
import { answerForgetter } from './idempotency.ts';
import { addWords, Conditions, statements } from './page-query.ts';
import { quotaSpender } from './quota.ts';
import { screeningInserter, screeningRemover } from './screenings.ts';

/** What monitoring needs of a customer. */
export const SCREENED = `id, account_id AS accountId, name, entity_type AS entityType, date_of_birth AS dateOfBirth,
  other_names AS otherNames, categories, min_score AS minScore`;
const CUSTOMER = `${SCREENED}, reference, monitored, state, revision, created_at AS createdAt, updated_at AS updatedAt,
  (SELECT max(id) FROM screenings WHERE customer_id = customers.id) AS screeningId`;

export function customerWrites(db: Connection) {
  const alerts = alertSightings(db);
  const spend = quotaSpender(db);
  const insertRecord = screeningInserter(db);
  const proposals = customerProposals(db);
  const states = customerStates(db);
  const tell = customerTeller(db);
  const store = storer(db);
  const one = oneOf(db);
  const sightingOf = sightingsOf(db);
  return {
    'customers.put': (row: CustomerRow): PutResult => {
      const { accountId, reference, content, record, compared, by, agreed, at } = row;
      const before = one(accountId, reference);
      if ((before?.revision ?? null) !== row.revision) return { kind: 'stale' };
      const consent = proposals.consent({ before, content, records: false, by, agreed, at });
      if (consent.kind !== 'given') return consent;
      const remaining = record && spend(accountId, record.period, at);
      if (record && remaining === undefined) return { kind: 'exhausted' };
      const id = store(row);
      if (record) insertRecord({ ...record, customerId: id });
      if (compared) alerts.see({ ...compared, ...sightingOf(id)!, at });
      proposals.settle(id, row, consent.accepted);
      states.refresh(id, at);
      tell(id, row.revision === null ? 'created' : 'updated', at);
      return { kind: 'stored', customer: one(accountId, reference)!, remaining };
    },
    'customers.delete': deleter(db, proposals),
    ...proposals.writes,
    /** Undefined where the customer is gone. */
    'alerts.applyDifference': (
      customerId: number,
      at: string,
      found: FoundMatches,
      gone: readonly string[],
    ): AlertsChanged | undefined => {
      const customer = sightingOf(customerId);
      return customer && alerts.differ({ ...found, ...customer, at }, gone);
    },
  };
}

/** Whose sighting it is, where a customer is compared without a record; undefined where the customer is gone. */
function sightingsOf(db: Connection) {
  const one = db.prepare<[number], Pick<Customer, 'accountId' | 'name' | 'entityType' | 'dateOfBirth'>>(
    `SELECT account_id AS accountId, name, entity_type AS entityType, date_of_birth AS dateOfBirth
     FROM customers WHERE id = ?`,
  );
  return (customerId: number) => {
    const customer = one.get(customerId);
    if (!customer) return undefined;
    return { accountId: customer.accountId, customerId, subject: subjectKey(customer), screeningId: null };
  };
}

/** Writes the content; answers the id. */
function storer(db: Connection): (row: CustomerRow) => number {
  const insert = db
    .prepare<Record<string, unknown>, number>(
      `INSERT INTO customers (account_id, reference, name, folded, entity_type, date_of_birth, other_names, categories,
         min_score, monitored, created_at, updated_at)
       VALUES (:accountId, :reference, :name, :folded, :entityType, :dateOfBirth, :otherNames, :categories,
         :minScore, :monitored, :at, :at)
       RETURNING id`,
    )
    .pluck();
  const change = db
    .prepare<Record<string, unknown>, number>(
      `UPDATE customers SET name = :name, folded = :folded, entity_type = :entityType, date_of_birth = :dateOfBirth,
         other_names = :otherNames, categories = :categories, min_score = :minScore, monitored = :monitored,
         revision = revision + 1, updated_at = :at
       WHERE account_id = :accountId AND reference = :reference RETURNING id`,
    )
    .pluck();
  // What an alert is found by names the customer in its second line.
  const rename = db.prepare(
    `UPDATE alerts SET folded = substr(folded, 1, instr(folded, char(10))) || ? WHERE customer_id = ?`,
  );
  return ({ accountId, reference, content, folded, revision, at }) => {
    const { name, entityType, dateOfBirth, otherNames, categories, minScore, monitored } = content;
    const columns = {
      accountId,
      reference,
      name,
      folded,
      entityType,
      dateOfBirth,
      minScore,
      monitored: monitored ? 1 : 0,
      at,
      otherNames: JSON.stringify(otherNames),
      categories: JSON.stringify(categories),
    };
    if (revision === null) return insert.get(columns)!;
    const id = change.get(columns)!;
    rename.run(folded, id);
    return id;
  };
}

function deleter(db: Connection, proposals: ReturnType<typeof customerProposals>) {
  const audit = auditAppender(db);
  const removeRecord = screeningRemover(db);
  const tell = customerTeller(db);
  const forgetAnswers = answerForgetter(db);
  const one = oneOf(db);
  const records = db.prepare<[number], number>('SELECT id FROM screenings WHERE customer_id = ?').pluck();
  const remove = db.prepare('DELETE FROM customers WHERE id = ?');
  return (accountId: number, reference: string, at: string, deletion: Deletion): DeleteResult => {
    const { records: all, actor, agreed, revision } = deletion;
    const customer = one(accountId, reference);
    if (!customer || (revision !== undefined && revision !== customer.revision)) return false;
    const { id } = customer;
    const consent = proposals.consent({ before: customer, content: null, records: all, by: actor, agreed, at });
    if (consent.kind !== 'given') return consent.kind === 'proposed' ? consent.proposal : consent.kind;
    const { accepted } = consent;
    const note = (action: string, subject: string, details = {}) =>
      audit({ at, actor, action, subject, accountId, details });
    for (const record of all ? records.all(id) : []) {
      removeRecord(record);
      note('screening.deleted', `screening:${record}`);
    }
    tell(id, 'deleted', at);
    remove.run(id);
    forgetAnswers(accountId);
    note('customer.deleted', `customer:${id}`, accepted && { proposedBy: accepted.by });
    return true;
  };
}

export function customerReads(db: Connection) {
  return { 'customers.get': oneOf(db), ...customerProposalReads(db) };
}

export function customerPages(db: Connection) {
  const all = statements(db);
  const monitored = db.prepare<[number, number], StoredMonitored>(
    `SELECT ${SCREENED} FROM customers WHERE id > ? AND monitored = 1 ORDER BY id LIMIT ?`,
  );
  return {
    'customers.page': (accountId: number, query: CustomersQuery): Customer[] => {
      const { state, text, updatedSince, after, limit } = query;
      const where = new Conditions().add('account_id = ?', accountId);
      if (state) where.add('state = ?', state);
      addWords(where, text);
      if (updatedSince) where.add('updated_at >= ?', updatedSince);
      const order = updatedSince ? 'updated_at, id' : 'id';
      if (after && updatedSince) where.add('(updated_at, id) > (?, ?)', after.updatedAt, after.id);
      else if (after) where.add('id > ?', after.id);
      const ids = `SELECT id FROM customers ${text ? 'INDEXED BY customers_of_account' : ''}
        WHERE ${where.sql} ORDER BY ${order} LIMIT ?`;
      const sql = `SELECT ${CUSTOMER} FROM customers WHERE id IN (${ids}) ORDER BY ${order}`;
      return all<StoredCustomer>(sql, [...where.values, limit]).map(customerOf);
    },
    'customers.pageForMonitoring': (after: number, limit: number): MonitoredCustomer[] =>
      monitored.all(after, limit).map(monitoredOf),
  };
}

function oneOf(db: Connection): (accountId: number, reference: string) => Customer | undefined {
  const one = db.prepare<[number, string], StoredCustomer>(
    `SELECT ${CUSTOMER} FROM customers WHERE account_id = ? AND reference = ?`,
  );
  return (accountId, reference) => {
    const row = one.get(accountId, reference);
    return row && customerOf(row);
  };
}
