import { changeNeedsSecond, type GuardedAlert } from '../../alerts/customer-guard.ts';
import { subjectChanges } from '../../alerts/decision-basis.ts';
import { type Actor, keyOf, userOf } from '../../domain/actor.ts';
import type { Customer, CustomerProposal, SubjectFacts } from '../../domain/customer.ts';
import {
  type Consent,
  type CustomerRow,
  customerProposalOf,
  isSameProposal,
  type ProposalRow,
  type StoredCustomerProposal,
  type WantedChange,
} from '../rows/customers.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { dropProposal } from './alert-store.ts';
import { isSecond } from './second-person.ts';

const PROPOSAL = `SELECT customer_proposals.id, reference, customers.name, at, user_id, key_id, content, records
  FROM customer_proposals JOIN customers ON customers.id = customer_id`;

/** Whether a change may be made. Keeps what takes a second person as a proposal. */
export async function consentTo(tx: Transaction, wanted: WantedChange): Promise<Consent> {
  const { before, agreed, at, by, content, records } = wanted;
  if (!before) return agreed === undefined ? { kind: 'given', accepted: undefined } : { kind: 'gone' };
  if (agreed !== undefined) return accept(tx, before, wanted);
  if (!(await needsSecond(tx, before, wanted))) return { kind: 'given', accepted: undefined };
  const { id: customerId, accountId } = before;
  return { kind: 'proposed', proposal: await propose(tx, { customerId, accountId, at, by, content, records }) };
}

async function needsSecond(sql: Sql, before: Customer, { content, by }: WantedChange): Promise<boolean> {
  if (by === 'operator') return false;
  if (!(await sql.value<boolean>('SELECT four_eyes FROM accounts WHERE id = $1', before.accountId))) return false;
  const alerts = await sql.all<GuardedAlert>('SELECT state, score FROM alerts WHERE customer_id = $1', before.id);
  return changeNeedsSecond(before, content, alerts);
}

/** Keeps a proposal in place of an earlier one; the same again changes nothing. */
async function propose(tx: Transaction, row: ProposalRow): Promise<CustomerProposal> {
  const { customerId, accountId, at, by, content, records } = row;
  const known = await proposalOf(tx, customerId);
  const before = known && customerProposalOf(known);
  if (before && isSameProposal(before, row)) return before;
  await tx.run('DELETE FROM customer_proposals WHERE customer_id = $1', customerId);
  await tx.run(
    `INSERT INTO customer_proposals (customer_id, account_id, at, user_id, key_id, content, records)
     VALUES (:customerId, :accountId, :at, :userId, :keyId, :content, :records)`,
    {
      customerId,
      accountId,
      at,
      records,
      userId: userOf(by),
      keyId: keyOf(by),
      content: content && JSON.stringify(content),
    },
  );
  const action = `customer.proposed-${content ? 'change' : 'deletion'}`;
  tx.audit({ at, actor: by, action, subject: `customer:${customerId}`, accountId, details: {} });
  return customerProposalOf((await proposalOf(tx, customerId))!);
}

async function accept(sql: Sql, { id, accountId }: Customer, wanted: WantedChange): Promise<Consent> {
  const known = await proposalOf(sql, id);
  const accepted = known && customerProposalOf(known);
  if (accepted?.id !== wanted.agreed || !isSameProposal(accepted!, wanted)) return { kind: 'gone' };
  const isAgreed = await isSecond(sql, known!, { accountId, userId: userOf(wanted.by) });
  return isAgreed ? { kind: 'given', accepted } : { kind: 'undecidable' };
}

/** After a change: what was proposed for the customer of before waits no more. */
export async function settleProposals(
  tx: Transaction,
  id: number,
  { accountId, at, by, content }: CustomerRow,
  accepted: CustomerProposal | undefined,
): Promise<void> {
  const note = (action: string, details = {}) =>
    tx.audit({ at, actor: by, action, subject: `customer:${id}`, accountId, details });
  const removed = await tx.run('DELETE FROM customer_proposals WHERE customer_id = $1', id);
  if (accepted) note('customer.accepted', { proposedBy: accepted.by });
  else if (removed > 0) note('customer.proposal-lapsed');
  const proposed = await tx.all<{ id: number; seenAs: string | null }>(
    `SELECT alerts.id, seen_as FROM alert_proposals JOIN alerts ON alerts.id = alert_id WHERE customer_id = $1`,
    id,
  );
  for (const alert of proposed) {
    const why = subjectChanges(alert.seenAs ? (JSON.parse(alert.seenAs) as SubjectFacts) : null, content);
    if (why.length > 0) await dropProposal(tx, alert.id, at, why);
  }
}

export const customerProposalWrites = {
  'customers.refuse': async (
    tx: Transaction,
    accountId: number,
    proposal: number,
    at: string,
    actor: Actor,
  ): Promise<boolean> => {
    const customerId = await tx.value<number>(
      'DELETE FROM customer_proposals WHERE id = $1 AND account_id = $2 RETURNING customer_id',
      proposal,
      accountId,
    );
    if (customerId === undefined) return false;
    tx.audit({ at, actor, action: 'customer.refused', subject: `customer:${customerId}`, accountId, details: {} });
    return true;
  },
};

export const customerProposalReads = {
  'customers.proposals': async (
    sql: Sql,
    accountId: number,
    limit: number,
    reference: string | null,
  ): Promise<CustomerProposal[]> => {
    const rows = await sql.all<StoredCustomerProposal>(
      `${PROPOSAL} WHERE customer_proposals.account_id = $1 AND reference = coalesce($2::text, reference)
       ORDER BY customer_proposals.id LIMIT $3`,
      accountId,
      reference,
      limit,
    );
    return rows.map(customerProposalOf);
  },
};

function proposalOf(sql: Sql, customerId: number): Promise<StoredCustomerProposal | undefined> {
  return sql.one<StoredCustomerProposal>(`${PROPOSAL} WHERE customer_id = $1`, customerId);
}
