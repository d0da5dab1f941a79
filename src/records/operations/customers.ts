import { subjectChanges } from '../../alerts/decision-basis.ts';
import { subjectKey } from '../../alerts/subject-key.ts';
import type { Actor } from '../../domain/actor.ts';
import { MEDIA_CATEGORY } from '../../domain/adverse-media.ts';
import {
  type Customer,
  type CustomerContent,
  type CustomerProposal,
  changedMembers,
  type MonitoredCustomer,
  type WatchedCounts,
} from '../../domain/customer.ts';
import type { MatchOrigin } from '../../domain/monitoring.ts';
import { periodOf } from '../../domain/quota.ts';
import type { NewScreening } from '../../domain/screening.ts';
import { erasing, ofAccount } from '../operation.ts';
import type { CustomersQuery } from '../queries.ts';
import { searchText } from '../search-text.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { noteRenaming, reopenDecided } from './alert-renames.ts';
import { differAll, seeAll } from './alert-sightings.ts';
import { customerConditions, customerOrder } from './customer-filter.ts';
import { customerNoteReads, customerNoteWrites } from './customer-notes.ts';
import { consentTo, customerProposalReads, customerProposalWrites, settleProposals } from './customer-proposals.ts';
import { refreshStates, tellCustomer } from './customer-states.ts';
import { forgetAnswers } from './idempotency.ts';
import { identifiersOf } from './identifiers.ts';
import { compareAgain } from './own-lists.ts';
import { selectPage } from './page-query.ts';
import { insertScreenings, preparedScreening, screeningRow } from './screenings.ts';
import { type AlertsChanged, type Findings, findingsOf, type Sighting } from './sightings.ts';

/** A customer on its way into the database. */
export interface CustomerToPut {
  readonly accountId: number;
  readonly reference: string;
  readonly content: CustomerContent;
  /** Of the customer that the change rests on; null where there was none. */
  readonly revision: number | null;
  /** What was found for the content. Undefined where nothing had to be searched. */
  readonly found?: NewScreening;
  /** Whether `found` becomes a record, which costs a unit. */
  readonly makesRecord: boolean;
  readonly by: Actor;
  /** The proposal that `by` accepts with it. */
  readonly agreed?: number;
}

/** How a customer is deleted. */
export interface Deletion {
  /** Also the screening records. */
  readonly records: boolean;
  readonly actor: Actor;
  /** The proposal that the actor accepts with it. */
  readonly agreed?: number;
  /** Deletes the customer only where this is still its revision. */
  readonly revision?: number;
}

/** A proposal: a second person has to agree. `undecidable`: who accepts is none. `gone`: it no longer waits. */
export type DeleteResult = boolean | CustomerProposal | 'undecidable' | 'gone';

/** `remaining`: units left in the period; undefined where none was spent. `undecidable` and `gone`: as above. */
export type PutResult =
  | { readonly kind: 'stored'; readonly customer: Customer; readonly remaining: number | undefined }
  | { readonly kind: 'proposed'; readonly proposal: CustomerProposal }
  | { readonly kind: 'exhausted' | 'stale' | 'undecidable' | 'gone' };

type StoredLists<C> = Omit<C, 'otherNames' | 'identifiers' | 'categories'> & {
  readonly otherNames: string;
  readonly identifiers: string;
  readonly categories: string;
};

/** What monitoring needs of a customer. */
const SCREENED = 'id, account_id, name, entity_type, date_of_birth, other_names, identifiers, categories, min_score';
const CUSTOMER = `${SCREENED}, reference, monitored, state, revision, created_at, updated_at,
  (SELECT max(id) FROM screenings WHERE customer_id = customers.id) AS screening_id`;

/** Customers of accounts. Of another account none is found. */
export const customerWrites = {
  ...customerNoteWrites,
  ...customerProposalWrites,
  /**
   * The customer, the record of the screening with its quota unit, and the alerts in one transaction. `stale`: the
   * customer is not what the change rests on. `exhausted`: no unit is left. Nothing is stored or spent with either.
   * `proposed`: the account asks for four eyes, and a second person has to agree (`alerts/customer-guard.ts`). The
   * proposal takes the place of an earlier one, and every change that is stored ends it.
   */
  'customers.put': ofAccount(async (tx: Transaction, put: CustomerToPut): Promise<PutResult> => {
    const { accountId, reference, content, found, makesRecord, by, agreed } = put;
    const before = await customerReads['customers.get'](tx, accountId, reference);
    if ((before?.revision ?? null) !== put.revision) return { kind: 'stale' };
    const consent = await consentTo(tx, { before, content, records: false, by, agreed });
    if (consent.kind !== 'given') return consent;
    const record = makesRecord ? found : undefined;
    const remaining = record && (await tx.quota.spend(accountId, periodOf(new Date(tx.at)), tx.at));
    if (record && remaining === undefined) return { kind: 'exhausted' };
    const id = await store(tx, put);
    if (found) await compareAgain(tx, accountId, found.own);
    const { name, entityType, dateOfBirth, otherNames, identifiers } = content;
    const renaming = { customerId: id, accountId, by, now: { name, entityType, dateOfBirth, otherNames, identifiers } };
    if (before) await noteRenaming(tx, renaming, subjectChanges(before, content));
    if (record) await insertScreenings(tx, [screeningRow(preparedScreening(record), tx.at, id)]);
    else if (found) await seeAll(tx, [{ ...findingsOf(found), ...(await ownersOf(tx, [id])).get(id)!, at: tx.at }]);
    if (before) await reopenDecided(tx, renaming);
    noteChange(tx, id, put, before);
    await settleProposals(tx, id, put, consent.accepted);
    await refreshStates(tx, [id]);
    await tellCustomer(tx, id, put.revision === null ? 'created' : 'updated');
    const customer = await customerReads['customers.get'](tx, accountId, reference);
    return { kind: 'stored', customer: customer!, remaining };
  }),
  /**
   * With its alerts and their comments. With `records` its screenings go too, which are otherwise kept. False where
   * there is none. Audited. `proposed` as above; the operator needs nobody.
   */
  'customers.delete': erasing(
    ofAccount(
      async (tx: Transaction, accountId: number, reference: string, deletion: Deletion): Promise<DeleteResult> => {
        const { records: all, actor, agreed, revision } = deletion;
        await tx.run('SELECT 1 FROM customers WHERE account_id = :accountId AND reference = :reference FOR UPDATE', {
          accountId,
          reference,
        });
        const customer = await customerReads['customers.get'](tx, accountId, reference);
        if (!customer || (revision !== undefined && revision !== customer.revision)) return false;
        const { id } = customer;
        const consent = await consentTo(tx, { before: customer, content: null, records: all, by: actor, agreed });
        if (consent.kind !== 'given') return consent.kind === 'proposed' ? consent.proposal : consent.kind;
        const { accepted } = consent;
        const note = (action: string, subject: string, details = {}) =>
          tx.audit({ at: tx.at, actor, action, subject, accountId, details });
        const removed = all
          ? await tx.column<number>('DELETE FROM screenings WHERE customer_id = $1 RETURNING id', id)
          : [];
        for (const record of removed.sort((a, b) => a - b)) note('screening.deleted', `screening:${record}`);
        await tellCustomer(tx, id, 'deleted');
        await tx.run('DELETE FROM customers WHERE id = $1', id);
        await forgetAnswers(tx, accountId);
        note('customer.deleted', `customer:${id}`, accepted && { proposedBy: accepted.by });
        return true;
      },
    ),
  ),
};

/** Who made a customer, or which members somebody changed; whether it is watched has entries of its own. */
function noteChange(
  tx: Transaction,
  id: number,
  { accountId, by, content }: CustomerToPut,
  before: Customer | undefined,
): void {
  const note = (action: string, details = {}) =>
    tx.audit({ at: tx.at, actor: by, action, subject: `customer:${id}`, accountId, details });
  const { monitored } = content;
  if (!before) {
    note('customer.created', { monitored });
    return;
  }
  const members = changedMembers(before, content).filter((member) => member !== 'monitored');
  if (members.length > 0) note('customer.changed', { members: members.join(' ') });
  if (before.monitored !== monitored) note(`customer.monitoring-${monitored ? 'on' : 'off'}`);
}

/** What was found for customers; those that are gone are left out of the answer. */
export async function differ(
  tx: Transaction,
  found: ReadonlyMap<number, Findings>,
  gone: readonly string[],
  run?: Omit<MatchOrigin, 'minScore'>,
): Promise<Map<number, AlertsChanged & { readonly accountId: number }>> {
  const owners = await ownersOf(tx, [...found.keys()]);
  const sightings = [...owners.values()].map(({ minScore, ...owner }) => ({
    ...owner,
    ...found.get(owner.customerId)!,
    at: tx.at,
    ...(run && { origin: { ...run, minScore } }),
  }));
  const changed = await differAll(tx, sightings, gone);
  return new Map(sightings.map(({ customerId, accountId }, index) => [customerId, { ...changed[index]!, accountId }]));
}

export async function lockAccountsOf(tx: Transaction, customerIds: readonly number[]): Promise<void> {
  const accounts = 'SELECT DISTINCT account_id FROM customers WHERE id = ANY($1::bigint[])';
  await tx.lockAccounts(await tx.column<number>(accounts, customerIds));
}

type Owner = Pick<Sighting, 'accountId' | 'subject'> &
  Pick<Customer, 'minScore'> & { readonly customerId: number; readonly screeningId: null };

/** Whose sightings they are, where customers are compared without a record; those that are gone are left out. */
async function ownersOf(sql: Sql, customerIds: readonly number[]): Promise<Map<number, Owner>> {
  type Row = Pick<Customer, 'id' | 'accountId' | 'name' | 'entityType' | 'dateOfBirth' | 'minScore'> & {
    identifiers: string;
  };
  const rows = await sql.all<Row>(
    `SELECT id, account_id, name, entity_type, date_of_birth, identifiers, min_score FROM customers
     WHERE id = ANY($1::bigint[]) ORDER BY id`,
    customerIds,
  );
  return new Map(
    rows.map((customer): [number, Owner] => {
      const { id: customerId, accountId, minScore } = customer;
      const subject = subjectKey({ ...customer, identifiers: identifiersOf(customer.identifiers) });
      return [customerId, { accountId, customerId, subject, minScore, screeningId: null }];
    }),
  );
}

/** Writes the content; answers the id. */
async function store(tx: Transaction, { accountId, reference, content, revision }: CustomerToPut): Promise<number> {
  const { name, otherNames, identifiers = [], categories } = content;
  const folded = searchText(name, reference, ...otherNames);
  const columns = {
    ...content,
    accountId,
    reference,
    folded,
    at: tx.at,
    otherNames: JSON.stringify(otherNames),
    identifiers: JSON.stringify(identifiers),
    categories: JSON.stringify(categories),
  };
  const id = await tx.value<number>(
    revision === null
      ? `INSERT INTO customers (account_id, reference, name, folded, entity_type, date_of_birth, other_names,
           identifiers, categories, min_score, monitored, created_at, updated_at)
         VALUES (:accountId, :reference, :name, :folded, :entityType, :dateOfBirth, :otherNames, :identifiers, :categories,
           :minScore, :monitored, :at, :at)
         RETURNING id`
      : `UPDATE customers SET name = :name, folded = :folded, entity_type = :entityType, date_of_birth = :dateOfBirth,
           other_names = :otherNames, identifiers = :identifiers, categories = :categories, min_score = :minScore,
           monitored = :monitored,
           revision = revision + 1, updated_at = :at
         WHERE account_id = :accountId AND reference = :reference RETURNING id`,
    columns,
  );
  // What an alert is found by names the customer in its second line.
  if (revision !== null) {
    const named = 'UPDATE alerts SET folded = substr(folded, 1, strpos(folded, chr(10))) || $1 WHERE customer_id = $2';
    await tx.run(named, folded, id);
  }
  return id!;
}

export const customerReads = {
  ...customerNoteReads,
  ...customerProposalReads,
  /** Undefined where the account has none of this reference. */
  'customers.get': ofAccount(async (sql: Sql, accountId: number, reference: string) => {
    const one = `SELECT ${CUSTOMER} FROM customers WHERE account_id = $1 AND reference = $2`;
    const row = await sql.one<StoredLists<Customer>>(one, accountId, reference);
    return row && withLists(row);
  }),
  /** How many customers an account has, and how many of them are compared whenever the lists change. */
  'customers.watched': ofAccount(async (sql: Sql, accountId: number): Promise<WatchedCounts> => {
    const counts = await sql.one<{ readonly customers: number; readonly unmonitored: number }>(
      `SELECT (SELECT count(*) FROM customers WHERE account_id = $1)::integer AS customers,
         (SELECT count(*) FROM customers WHERE account_id = $1 AND NOT monitored)::integer AS unmonitored`,
      accountId,
    );
    const { customers, unmonitored } = counts!;
    return { customers, monitored: customers - unmonitored };
  }),
};

export const customerPages = {
  /** One page in the order of the query, at most `query.limit`. */
  'customers.page': ofAccount(async (sql: Sql, accountId: number, query: CustomersQuery) => {
    const { text, name, limit } = query;
    const where = customerConditions(accountId, query);
    const order = customerOrder(where, query);
    const index = (text || name) && 'customers_of_account';
    const page = selectPage(sql, CUSTOMER, { table: 'customers', where, order, limit, index });
    return (await sql.all<StoredLists<Customer>>(page, ...where.values)).map(withLists);
  }),
  /** Of all accounts, those that are monitored and whose id is above `after`, by id, at most `limit`. */
  'customers.pageForMonitoring': async (sql: Sql, after: number, limit: number) => {
    const page = `SELECT ${SCREENED} FROM customers WHERE id > $1 AND monitored ORDER BY id LIMIT $2`;
    return (await sql.all<StoredLists<MonitoredCustomer>>(page, after, limit)).map(withLists);
  },
  /** The same of those who are watched for the news. */
  'customers.pageForMedia': async (sql: Sql, after: number, limit: number) => {
    const page = `SELECT ${SCREENED} FROM customers
      WHERE id > $1 AND monitored AND strpos(categories::text, $2) > 0 ORDER BY id LIMIT $3`;
    const rows = await sql.all<StoredLists<MonitoredCustomer>>(page, after, JSON.stringify(MEDIA_CATEGORY), limit);
    return rows.map(withLists);
  },
  /** The same of one account. */
  'customers.pageOfAccount': ofAccount(async (sql: Sql, accountId: number, after: number, limit: number) => {
    const page = `SELECT ${SCREENED} FROM customers WHERE account_id = $1 AND id > $2 AND monitored ORDER BY id LIMIT $3`;
    return (await sql.all<StoredLists<MonitoredCustomer>>(page, accountId, after, limit)).map(withLists);
  }),
};

/** Of these customers those that are monitored, by their ids. */
export async function monitoredOf(sql: Sql, ids: readonly number[]): Promise<Map<number, MonitoredCustomer>> {
  const some = `SELECT ${SCREENED} FROM customers WHERE id = ANY($1::bigint[]) AND monitored`;
  const rows = await sql.all<StoredLists<MonitoredCustomer>>(some, ids);
  return new Map(rows.map((row) => [row.id, withLists(row)]));
}

type Lists = { readonly otherNames: string; readonly identifiers: string; readonly categories: string };

function withLists<Row extends Lists>(row: Row) {
  return {
    ...row,
    otherNames: JSON.parse(row.otherNames) as string[],
    identifiers: identifiersOf(row.identifiers),
    categories: JSON.parse(row.categories) as Customer['categories'],
  };
}
