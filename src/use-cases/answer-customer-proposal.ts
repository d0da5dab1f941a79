import type { Records } from '../records/port.ts';
import { NotAccepted, type PutCustomerPorts, putCustomer } from './put-customer.ts';

export interface CustomerProposalPorts extends PutCustomerPorts {
  readonly records: Pick<Records, 'customers'>;
}

/** A person's answer. `id`: the proposal that was looked at. */
export interface CustomerProposalAnswer {
  readonly reference: string;
  readonly id: number;
  readonly accept: boolean;
}

/** `deleted`: the customer is gone now. `gone`: the proposal no longer waits. `undecidable`: somebody else has to. */
export type AnsweredCustomerProposal = 'done' | 'deleted' | 'gone' | 'undecidable';

/**
 * Accepts or refuses what waits for a second person. An accepted change is made as a change is: it may screen, which
 * costs a unit. Throws what `putCustomer` throws; the proposal waits on then.
 */
export async function answerCustomerProposal(
  ports: CustomerProposalPorts,
  { accountId, userId }: { readonly accountId: number; readonly userId: number },
  { reference, id, accept }: CustomerProposalAnswer,
): Promise<AnsweredCustomerProposal> {
  const { customers } = ports.records;
  const [proposal] = await customers.proposals(accountId, 1, reference);
  if (proposal?.id !== id) return 'gone';
  const actor = `user:${userId}`;
  if (!accept) return (await customers.refuse(accountId, id, actor)) ? 'done' : 'gone';
  const { content, records } = proposal;
  if (content) {
    try {
      await putCustomer(ports, { accountId, keyId: null, userId }, { reference, content, agreed: id });
      return 'done';
    } catch (error) {
      if (error instanceof NotAccepted) return error.kind;
      throw error;
    }
  }
  const deleted = await customers.delete(accountId, reference, { records, actor, agreed: id });
  if (deleted === true) return 'deleted';
  return deleted === 'undecidable' ? 'undecidable' : 'gone';
}
