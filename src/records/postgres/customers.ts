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
import type { AlertsChanged, Sighting } from '../rows/sightings.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { differAll, seeAll } from './alert-sightings.ts';
import { consentTo, customerProposalReads, customerProposalWrites, settleProposals } from './customer-proposals.ts';
import { refreshStates, tellCustomer } from './customer-states.ts';
import { forgetAnswers } from './idempotency.ts';
import { addWords, Conditions } from './page-query.ts';
import { insertScreenings } from './screenings.ts';

/** What monitoring needs of a customer. */
export const SCREENED = 'id, account_id, name, entity_type, date_of_birth, other_names, categories, min_score';
const CUSTOMER = `${SCREENED}, reference, monitored, state, revision, created_at, updated_at,
  (SELECT max(id) FROM screenings WHERE customer_id = customers.id) AS screening_id`;

export const customerWrites = {
  ...customerProposalWrites,
  'customers.put': async (tx: Transaction, row: CustomerRow): Promise<PutResult> => {
    const { accountId, reference, content, record, compared, by, agreed, at } = row;
    const before = await customerReads['customers.get'](tx, accountId, reference);
    if ((before?.revision ?? null) !== row.revision) return { kind: 'stale' };
    const consent = await consentTo(tx, { before, content, records: false, by, agreed, at });
    if (consent.kind !== 'given') return consent;
    const remaining = record && (await tx.quota.spend(accountId, record.period, at));
    if (record && remaining === undefined) return { kind: 'exhausted' };
    const id = await store(tx, row);
    if (record) await insertScreenings(tx, [{ ...record, customerId: id }]);
    if (compared) await seeAll(tx, [{ ...compared, ...(await sightingsOf(tx, [id])).get(id)!, at }]);
    await settleProposals(tx, id, row, consent.accepted);
    await refreshStates(tx, [id], at);
    await tellCustomer(tx, id, row.revision === null ? 'created' : 'updated', at);
    const customer = await customerReads['customers.get'](tx, accountId, reference);
    return { kind: 'stored', customer: customer!, remaining };
  },
  'customers.delete': async (
    tx: Transaction,
    accountId: number,
    reference: string,
    at: string,
    { records: all, actor, agreed, revision }: Deletion,
  ): Promise<DeleteResult> => {
    await tx.run('SELECT 1 FROM customers WHERE account_id = $1 AND reference = $2 FOR UPDATE', accountId, reference);
    const customer = await customerReads['customers.get'](tx, accountId, reference);
    if (!customer || (revision !== undefined && revision !== customer.revision)) return false;
    const { id } = customer;
    const consent = await consentTo(tx, { before: customer, content: null, records: all, by: actor, agreed, at });
    if (consent.kind !== 'given') return consent.kind === 'proposed' ? consent.proposal : consent.kind;
    const { accepted } = consent;
    const note = (action: string, subject: string, details = {}) =>
      tx.audit({ at, actor, action, subject, accountId, details });
    const removed = all
      ? await tx.column<number>('DELETE FROM screenings WHERE customer_id = $1 RETURNING id', id)
      : [];
    for (const record of removed.sort((a, b) => a - b)) note('screening.deleted', `screening:${record}`);
    await tellCustomer(tx, id, 'deleted', at);
    await tx.run('DELETE FROM customers WHERE id = $1', id);
    await forgetAnswers(tx, accountId);
    note('customer.deleted', `customer:${id}`, accepted && { proposedBy: accepted.by });
    return true;
  },
  /** Undefined where the customer is gone. */
  'alerts.applyDifference': async (
    tx: Transaction,
    customerId: number,
    at: string,
    found: FoundMatches,
    gone: readonly string[],
  ): Promise<AlertsChanged | undefined> => {
    await lockAccountsOf(tx, [customerId]);
    const changed = (await differ(tx, new Map([[customerId, found]]), at, gone)).get(customerId);
    if (!changed) return undefined;
    const { accountId: _, ...ids } = changed;
    return ids;
  },
};

/** What was found for customers; those that are gone are left out of the answer. */
export async function differ(
  tx: Transaction,
  found: ReadonlyMap<number, FoundMatches>,
  at: string,
  gone: readonly string[],
): Promise<Map<number, AlertsChanged & { readonly accountId: number }>> {
  const owners = await sightingsOf(tx, [...found.keys()]);
  const sightings = [...owners.values()].map((owner) => ({ ...owner, ...found.get(owner.customerId)!, at }));
  const changed = await differAll(tx, sightings, gone);
  return new Map(sightings.map(({ customerId, accountId }, index) => [customerId, { ...changed[index]!, accountId }]));
}

export async function lockAccountsOf(tx: Transaction, customerIds: readonly number[]): Promise<void> {
  const accounts = 'SELECT DISTINCT account_id FROM customers WHERE id = ANY($1::bigint[])';
  await tx.lockAccounts(await tx.column<number>(accounts, customerIds));
}

type Owner = Pick<Sighting, 'accountId' | 'subject'> & { readonly customerId: number; readonly screeningId: null };

/** Whose sightings they are, where customers are compared without a record; those that are gone are left out. */
async function sightingsOf(sql: Sql, customerIds: readonly number[]): Promise<Map<number, Owner>> {
  const rows = await sql.all<Pick<Customer, 'id' | 'accountId' | 'name' | 'entityType' | 'dateOfBirth'>>(
    'SELECT id, account_id, name, entity_type, date_of_birth FROM customers WHERE id = ANY($1::bigint[]) ORDER BY id',
    customerIds,
  );
  return new Map(
    rows.map((customer): [number, Owner] => {
      const { id: customerId, accountId } = customer;
      return [customerId, { accountId, customerId, subject: subjectKey(customer), screeningId: null }];
    }),
  );
}

/** Writes the content; answers the id. */
async function store(tx: Transaction, row: CustomerRow): Promise<number> {
  const { accountId, reference, content, folded, revision, at } = row;
  const { otherNames, categories } = content;
  const columns = {
    ...content,
    accountId,
    reference,
    folded,
    at,
    otherNames: JSON.stringify(otherNames),
    categories: JSON.stringify(categories),
  };
  const id = await tx.value<number>(
    revision === null
      ? `INSERT INTO customers (account_id, reference, name, folded, entity_type, date_of_birth, other_names,
           categories, min_score, monitored, created_at, updated_at)
         VALUES (:accountId, :reference, :name, :folded, :entityType, :dateOfBirth, :otherNames, :categories,
           :minScore, :monitored, :at, :at)
         RETURNING id`
      : `UPDATE customers SET name = :name, folded = :folded, entity_type = :entityType, date_of_birth = :dateOfBirth,
           other_names = :otherNames, categories = :categories, min_score = :minScore, monitored = :monitored,
           revision = revision + 1, updated_at = :at
         WHERE account_id = :accountId AND reference = :reference RETURNING id`,
    columns,
  );
  // What an alert is found by names the customer in its second line.
  if (revision !== null) {
    await tx.run(
      'UPDATE alerts SET folded = substr(folded, 1, strpos(folded, chr(10))) || $1 WHERE customer_id = $2',
      folded,
      id,
    );
  }
  return id!;
}

export const customerReads = {
  ...customerProposalReads,
  'customers.get': async (sql: Sql, accountId: number, reference: string): Promise<Customer | undefined> => {
    const one = `SELECT ${CUSTOMER} FROM customers WHERE account_id = $1 AND reference = $2`;
    const row = await sql.one<StoredCustomer>(one, accountId, reference);
    return row && customerOf(row);
  },
};

export const customerPages = {
  'customers.page': async (sql: Sql, accountId: number, query: CustomersQuery): Promise<Customer[]> => {
    const { state, updatedSince, after, limit } = query;
    const where = new Conditions().add('account_id = $', accountId);
    if (state) where.add('state = $', state);
    addWords(where, query.text);
    if (updatedSince) where.add('updated_at >= $', updatedSince);
    const order = updatedSince ? 'updated_at, id' : 'id';
    if (after && updatedSince) where.add('(updated_at, id) > ($, $)', after.updatedAt, after.id);
    else if (after) where.add('id > $', after.id);
    const page = `SELECT ${CUSTOMER} FROM customers WHERE ${where.sql} ORDER BY ${order} LIMIT ${where.value(limit)}`;
    return (await sql.all<StoredCustomer>(page, ...where.values)).map(customerOf);
  },
  'customers.pageForMonitoring': async (sql: Sql, after: number, limit: number): Promise<MonitoredCustomer[]> => {
    const page = `SELECT ${SCREENED} FROM customers WHERE id > $1 AND monitored ORDER BY id LIMIT $2`;
    return (await sql.all<StoredMonitored>(page, after, limit)).map(monitoredOf);
  },
};
