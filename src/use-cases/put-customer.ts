import { type Customer, type CustomerContent, isSameContent, needsScreening } from '../domain/customer.ts';
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

/** `unchanged` stored and spent nothing. `remaining`: units left; undefined where none was spent. */
export interface PutCustomer {
  readonly kind: 'created' | 'changed' | 'unchanged';
  readonly customer: Customer;
  readonly remaining: number | undefined;
}

/** So often somebody else may change the customer in between. */
const MAX_TRIES = 5;

/**
 * Makes a customer or changes it. A new one, or one whose name, other names, type or birth date change, is screened: a
 * record, which costs a unit. `check` may throw for what is there before; null: nothing. Throws `busy`, `validation`
 * and `QuotaExhausted`; nothing is stored or spent then.
 */
export async function putCustomer(
  ports: PutCustomerPorts,
  requester: Requester,
  { reference, content }: Pick<Customer, 'reference'> & { readonly content: CustomerContent },
  check: (before: Customer | null) => void = () => {},
): Promise<PutCustomer> {
  const { accountId } = requester;
  for (let tried = 0; tried < MAX_TRIES; tried += 1) {
    const before = await ports.records.customers.get(accountId, reference);
    check(before ?? null);
    if (before && isSameContent(before, content)) return { kind: 'unchanged', customer: before, remaining: undefined };
    const put = await change(ports, requester, before, { reference, content });
    if (put) return put;
  }
  throw new TouchstoneError('busy', say('refusal.customer-contested'));
}

/** Undefined where somebody else has changed the customer since it was read. */
async function change(
  ports: PutCustomerPorts,
  requester: Requester,
  before: Customer | undefined,
  { reference, content }: Pick<Customer, 'reference'> & { readonly content: CustomerContent },
): Promise<PutCustomer | undefined> {
  const { accountId } = requester;
  const makesRecord = needsScreening(before, content);
  const isSearched = makesRecord || (before !== undefined && widens(before, content));
  const found = isSearched ? await screenCustomer(ports, requester, content) : undefined;
  const revision = before?.revision ?? null;
  const row = { accountId, reference, content, makesRecord, revision, ...(found && { found }) };
  const put = await ports.records.customers.put(row);
  if (put.kind === 'exhausted') throw new QuotaExhausted(ports.now());
  if (put.kind !== 'stored') return undefined;
  const { customer, remaining } = put;
  if (makesRecord && found) {
    const { matches } = found;
    ports.announce({ kind: 'screening-stored', accountId, id: customer.screeningId!, matchCount: matches.length });
  }
  return { kind: before ? 'changed' : 'created', customer, remaining };
}

/** Whether settings let matches through that were left out before, which are then looked for without a record. */
function widens(before: CustomerContent, now: CustomerContent): boolean {
  const more = now.categories.some((category) => !before.categories.includes(category));
  return more || now.minScore < before.minScore || (now.monitored && !before.monitored);
}
