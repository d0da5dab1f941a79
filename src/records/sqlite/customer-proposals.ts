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
import { proposalDropper } from './alert-sightings.ts';
import { auditAppender } from './audit.ts';
import type { Connection } from './connection.ts';
import { secondPersonTest } from './second-person.ts';

const PROPOSAL = `SELECT customer_proposals.id, reference, customers.name, at, user_id AS userId, key_id AS keyId,
  content, records FROM customer_proposals JOIN customers ON customers.id = customer_id`;

/** What a second person has to agree to before a customer changes or goes, inside the transaction of the change. */
export function customerProposals(db: Connection) {
  const audit = auditAppender(db);
  const isSecond = secondPersonTest(db);
  const dropOfAlert = proposalDropper(db);
  const fourEyes = db.prepare<[number], number>('SELECT four_eyes FROM accounts WHERE id = ?').pluck();
  const alerts = db.prepare<[number], GuardedAlert>('SELECT state, score FROM alerts WHERE customer_id = ?');
  const one = db.prepare<[number], StoredCustomerProposal>(`${PROPOSAL} WHERE customer_id = ?`);
  const remove = db.prepare('DELETE FROM customer_proposals WHERE customer_id = ?');
  const insert = db.prepare(
    `INSERT INTO customer_proposals (customer_id, account_id, at, user_id, key_id, content, records)
     VALUES (:customerId, :accountId, :at, :userId, :keyId, :content, :records)`,
  );
  const refused = db
    .prepare<[number, number], number>(
      'DELETE FROM customer_proposals WHERE id = ? AND account_id = ? RETURNING customer_id',
    )
    .pluck();
  const proposedAlerts = db.prepare<[number], { id: number; seenAs: string | null }>(
    `SELECT alerts.id, seen_as AS seenAs FROM alert_proposals JOIN alerts ON alerts.id = alert_id
     WHERE customer_id = ?`,
  );
  const needsSecond = ({ accountId, id }: Customer, { before, content, by }: WantedChange): boolean =>
    by !== 'operator' && fourEyes.get(accountId) === 1 && changeNeedsSecond(before!, content, alerts.all(id));
  /** Keeps a proposal in place of an earlier one; the same again changes nothing. */
  const propose = (row: ProposalRow): CustomerProposal => {
    const { customerId, accountId, at, by, content } = row;
    const known = one.get(customerId);
    const before = known && customerProposalOf(known);
    if (before && isSameProposal(before, row)) return before;
    remove.run(customerId);
    const text = content && JSON.stringify(content);
    const who = { userId: userOf(by), keyId: keyOf(by) };
    insert.run({ customerId, accountId, at, ...who, content: text, records: Number(row.records) });
    const action = `customer.proposed-${content ? 'change' : 'deletion'}`;
    audit({ at, actor: by, action, subject: `customer:${customerId}`, accountId, details: {} });
    return customerProposalOf(one.get(customerId)!);
  };
  const accept = ({ id, accountId }: Customer, wanted: WantedChange): Consent => {
    const known = one.get(id);
    const accepted = known && customerProposalOf(known);
    if (accepted?.id !== wanted.agreed || !isSameProposal(accepted!, wanted)) return { kind: 'gone' };
    const isAgreed = isSecond(known!, { accountId, userId: userOf(wanted.by) });
    return isAgreed ? { kind: 'given', accepted } : { kind: 'undecidable' };
  };
  return {
    /** Keeps what takes a second person as a proposal. */
    consent: (wanted: WantedChange): Consent => {
      const { before, agreed, at, by, content, records } = wanted;
      if (!before) return agreed === undefined ? { kind: 'given', accepted: undefined } : { kind: 'gone' };
      if (agreed !== undefined) return accept(before, wanted);
      if (!needsSecond(before, wanted)) return { kind: 'given', accepted: undefined };
      const { id: customerId, accountId } = before;
      return { kind: 'proposed', proposal: propose({ customerId, accountId, at, by, content, records }) };
    },
    /** After a change: what was proposed for the customer of before waits no more. */
    settle: (id: number, { accountId, at, by, content }: CustomerRow, accepted: CustomerProposal | undefined): void => {
      const note = (action: string, details = {}) =>
        audit({ at, actor: by, action, subject: `customer:${id}`, accountId, details });
      const { changes } = remove.run(id);
      if (accepted) note('customer.accepted', { proposedBy: accepted.by });
      else if (changes > 0) note('customer.proposal-lapsed');
      for (const alert of proposedAlerts.all(id)) {
        const why = subjectChanges(alert.seenAs ? (JSON.parse(alert.seenAs) as SubjectFacts) : null, content);
        if (why.length > 0) dropOfAlert(alert.id, at, why);
      }
    },
    writes: {
      'customers.refuse': (accountId: number, proposal: number, at: string, actor: Actor): boolean => {
        const customerId = refused.get(proposal, accountId);
        if (customerId === undefined) return false;
        audit({ at, actor, action: 'customer.refused', subject: `customer:${customerId}`, accountId, details: {} });
        return true;
      },
    },
  };
}

export function customerProposalReads(db: Connection) {
  const some = db.prepare<[number, string | null, number], StoredCustomerProposal>(
    `${PROPOSAL} WHERE customer_proposals.account_id = ? AND reference = coalesce(?, reference)
     ORDER BY customer_proposals.id LIMIT ?`,
  );
  return {
    'customers.proposals': (accountId: number, limit: number, reference: string | null): CustomerProposal[] =>
      some.all(accountId, reference, limit).map(customerProposalOf),
  };
}
