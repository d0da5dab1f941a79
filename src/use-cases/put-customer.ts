import { actorOf } from '../domain/actor.ts';
import {
  type Customer,
  type CustomerContent,
  type CustomerProposal,
  isSameContent,
  needsScreening,
  widens,
} from '../domain/customer.ts';
import { TouchstoneError } from '../errors.ts';
import type { Records } from '../records/port.ts';
import { say } from '../sentences.ts';
import type { Announce } from './events.ts';
import { QuotaExhausted } from './quota-exhausted.ts';
import { type ScreenCustomerPorts, screenCustomer } from './screen-customer.ts';
import type { Requester } from './screen-name.ts';

export interface PutCustomerPorts extends ScreenCustomerPorts {
  readonly records: Pick<Records, 'customers'>;
  readonly announce: Announce;
  readonly now: () => Date;
}

/**
 * `unchanged` and `proposed` stored and spent nothing. `remaining`: units left; undefined where none was spent.
 * `proposed`: the customer is as it was until a second person accepts the `proposal`.
 */
export interface PutCustomer {
  readonly kind: 'created' | 'changed' | 'unchanged' | 'proposed';
  readonly customer: Customer;
  readonly remaining: number | undefined;
  readonly proposal?: CustomerProposal;
}

/** What was to be accepted was not. `gone`: it no longer waits. `undecidable`: who accepts is no second person. */
export class NotAccepted extends Error {
  readonly kind: 'gone' | 'undecidable';

  constructor(kind: 'gone' | 'undecidable') {
    super('The proposal was not accepted.');
    this.kind = kind;
  }
}

/** What a customer is to be. */
export interface WantedCustomer extends Pick<Customer, 'reference'> {
  readonly content: CustomerContent;
  /** The proposal that the requester accepts with it. */
  readonly agreed?: number;
}

/** So often somebody else may change the customer in between. */
const MAX_TRIES = 5;

/**
 * Makes a customer or changes it. A new one, or one whose name, other names, type or birth date change, is screened: a
 * record, which costs a unit. `check` may throw for what is there before; null: nothing. Throws `busy`, `validation`
 * `QuotaExhausted`, and
 * `NotAccepted` for a proposal; nothing is stored or spent then.
 */
export async function putCustomer(
  ports: PutCustomerPorts,
  requester: Requester,
  wanted: WantedCustomer,
  check: (before: Customer | null) => void = () => {},
): Promise<PutCustomer> {
  const { accountId } = requester;
  const { reference, content, agreed } = wanted;
  for (let tried = 0; tried < MAX_TRIES; tried += 1) {
    const before = await ports.records.customers.get(accountId, reference);
    check(before ?? null);
    if (agreed === undefined && before && isSameContent(before, content)) {
      return { kind: 'unchanged', customer: before, remaining: undefined };
    }
    const put = await change(ports, requester, before, wanted);
    if (put) return put;
  }
  throw new TouchstoneError('busy', say('refusal.customer-contested'));
}

/** Undefined where somebody else has changed the customer since it was read. */
async function change(
  ports: PutCustomerPorts,
  requester: Requester,
  before: Customer | undefined,
  { reference, content, agreed }: WantedCustomer,
): Promise<PutCustomer | undefined> {
  const { accountId } = requester;
  const makesRecord = needsScreening(before, content);
  const isSearched = makesRecord || (before !== undefined && widens(before, content));
  const found = isSearched ? await screenCustomer(ports, requester, content) : undefined;
  const revision = before?.revision ?? null;
  const by = actorOf(requester);
  const row = { accountId, reference, content, makesRecord, revision, by, ...(found && { found }) };
  const put = await ports.records.customers.put({ ...row, ...(agreed !== undefined && { agreed }) });
  if (put.kind === 'exhausted') throw new QuotaExhausted(ports.now());
  if (put.kind === 'proposed') return { ...put, customer: before!, remaining: undefined };
  if (put.kind === 'stale') return undefined;
  if (put.kind !== 'stored') throw new NotAccepted(put.kind);
  const { customer, remaining } = put;
  if (makesRecord && found) {
    const { matches } = found;
    ports.announce({ kind: 'screening-stored', accountId, id: customer.screeningId!, matchCount: matches.length });
  }
  return { kind: before ? 'changed' : 'created', customer, remaining };
}
