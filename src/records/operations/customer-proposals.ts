import { changeNeedsSecond, type GuardedAlert } from '../../alerts/customer-guard.ts';
import { subjectChanges } from '../../alerts/decision-basis.ts';
import { type Actor, actorOf, keyOf, userOf } from '../../domain/actor.ts';
import type { Customer, CustomerContent, CustomerProposal, SubjectFacts } from '../../domain/customer.ts';
import { ofAccount } from '../operation.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { dropProposal } from './alert-store.ts';
import { isSecond } from './second-person.ts';

/** Whether a change may be made. `given`: it may, by whoever accepts `accepted` where one waited. */
type Consent =
  | { readonly kind: 'given'; readonly accepted: CustomerProposal | undefined }
  | { readonly kind: 'proposed'; readonly proposal: CustomerProposal }
  | { readonly kind: 'gone' | 'undecidable' };

/** A change of a customer, or its deletion, that somebody wants. */
interface WantedChange extends Pick<CustomerProposal, 'by' | 'content' | 'records'> {
  /** Undefined where there is none yet. */
  readonly before: Customer | undefined;
  /** The proposal that `by` accepts with it. */
  readonly agreed: number | undefined;
}

type StoredCustomerProposal = Omit<CustomerProposal, 'by' | 'content'> & {
  readonly userId: number | null;
  readonly keyId: string | null;
  readonly content: string | null;
};

const PROPOSAL = `SELECT customer_proposals.id, reference, customers.name, at, user_id, key_id, content,
  records::boolean AS records FROM customer_proposals JOIN customers ON customers.id = customer_id`;

/** Whether a change may be made. Keeps what takes a second person as a proposal. */
export async function consentTo(tx: Transaction, wanted: WantedChange): Promise<Consent> {
  const { before, agreed } = wanted;
  if (!before) return agreed === undefined ? { kind: 'given', accepted: undefined } : { kind: 'gone' };
  if (agreed !== undefined) return accept(tx, before, wanted);
  if (!(await needsSecond(tx, before, wanted))) return { kind: 'given', accepted: undefined };
  return { kind: 'proposed', proposal: await propose(tx, before, wanted) };
}

async function needsSecond(sql: Sql, before: Customer, { content, by }: WantedChange): Promise<boolean> {
  if (by === 'operator') return false;
  if (!(await sql.value<boolean>('SELECT four_eyes FROM accounts WHERE id = $1', before.accountId))) return false;
  const alerts = await sql.all<GuardedAlert>('SELECT state, score FROM alerts WHERE customer_id = $1', before.id);
  return changeNeedsSecond(before, content, alerts);
}

/** Keeps a proposal in place of an earlier one; the same again changes nothing. */
async function propose(tx: Transaction, customer: Customer, wanted: WantedChange): Promise<CustomerProposal> {
  const { id: customerId, accountId } = customer;
  const { by, content, records } = wanted;
  const { at } = tx;
  const before = await proposalOf(tx, customerId);
  if (before && isSame(before.proposal, wanted)) return before.proposal;
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
  return (await proposalOf(tx, customerId))!.proposal;
}

async function accept(sql: Sql, { id, accountId }: Customer, wanted: WantedChange): Promise<Consent> {
  const waiting = await proposalOf(sql, id);
  if (!waiting || waiting.proposal.id !== wanted.agreed || !isSame(waiting.proposal, wanted)) return { kind: 'gone' };
  const isAgreed = await isSecond(sql, waiting.stored, { accountId, userId: userOf(wanted.by) });
  return isAgreed ? { kind: 'given', accepted: waiting.proposal } : { kind: 'undecidable' };
}

/** Whether the same is proposed again. */
function isSame(before: CustomerProposal, { content, records }: WantedChange): boolean {
  return JSON.stringify(before.content) === JSON.stringify(content) && before.records === records;
}

/** After a change: what was proposed for the customer of before waits no more. */
export async function settleProposals(
  tx: Transaction,
  id: number,
  { accountId, by, content }: { readonly accountId: number; readonly by: Actor; readonly content: CustomerContent },
  accepted: CustomerProposal | undefined,
): Promise<void> {
  const note = (action: string, details = {}) =>
    tx.audit({ at: tx.at, actor: by, action, subject: `customer:${id}`, accountId, details });
  const removed = await tx.run('DELETE FROM customer_proposals WHERE customer_id = $1', id);
  if (accepted) note('customer.accepted', { proposedBy: accepted.by });
  else if (removed > 0) note('customer.proposal-lapsed');
  const proposed = await tx.all<{ id: number; seenAs: string | null }>(
    'SELECT alerts.id, seen_as FROM alert_proposals JOIN alerts ON alerts.id = alert_id WHERE customer_id = $1',
    id,
  );
  for (const alert of proposed) {
    const why = subjectChanges(alert.seenAs ? (JSON.parse(alert.seenAs) as SubjectFacts) : null, content);
    if (why.length > 0) await dropProposal(tx, alert.id, tx.at, why);
  }
}

export const customerProposalWrites = {
  /** Ends a proposal as refused. False where it no longer waits. Audited. */
  'customers.refuse': ofAccount(
    async (tx: Transaction, accountId: number, proposal: number, actor: Actor): Promise<boolean> => {
      const customerId = await tx.value<number>(
        'DELETE FROM customer_proposals WHERE id = :proposal AND account_id = :accountId RETURNING customer_id',
        { proposal, accountId },
      );
      if (customerId === undefined) return false;
      const subject = `customer:${customerId}`;
      tx.audit({ at: tx.at, actor, action: 'customer.refused', subject, accountId, details: {} });
      return true;
    },
  ),
};

export const customerProposalReads = {
  /** What waits for a second person, the oldest first, at most `limit`; of one customer where a reference is given. */
  'customers.proposals': ofAccount(async (sql: Sql, accountId: number, limit: number, reference?: string) => {
    const rows = await sql.all<StoredCustomerProposal>(
      `${PROPOSAL} WHERE customer_proposals.account_id = :accountId AND reference = coalesce(:reference::text, reference)
         ORDER BY customer_proposals.id LIMIT :limit`,
      { accountId, reference, limit },
    );
    return rows.map(customerProposalOf);
  }),
};

async function proposalOf(sql: Sql, customerId: number) {
  const stored = await sql.one<StoredCustomerProposal>(`${PROPOSAL} WHERE customer_id = $1`, customerId);
  return stored && { stored, proposal: customerProposalOf(stored) };
}

function customerProposalOf({ userId, keyId, content, ...row }: StoredCustomerProposal): CustomerProposal {
  return {
    ...row,
    by: actorOf({ userId, keyId }),
    content: content === null ? null : (JSON.parse(content) as CustomerContent),
  };
}
