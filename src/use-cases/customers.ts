import { type Actor, actorOf } from '../domain/actor.ts';
import {
  type Customer,
  type CustomerContent,
  type CustomerProposal,
  changedMembers,
  needsScreening,
  widens,
} from '../domain/customer.ts';
import { readDateOfBirth } from '../domain/date-of-birth.ts';
import { LIST_CATEGORIES } from '../domain/list-entry.ts';
import type { EvidencedMatch } from '../domain/match.ts';
import { OWN_CATEGORY } from '../domain/own-list.ts';
import { QuotaExhausted } from '../domain/quota.ts';
import { TouchstoneError } from '../errors.ts';
import type { Records } from '../records/port.ts';
import { MAX_MATCHES } from '../screening/query.ts';
import { say } from '../sentences.ts';
import type { Ports } from './ports.ts';
import { type FoundScreening, findUnderNames, type Requester } from './screenings.ts';

/** What it takes to search a customer without storing anything. */
type CustomerSearchPorts = Pick<Ports, 'search' | 'aboutLists' | 'categoryOf' | 'now'>;

export interface PutCustomerPorts extends CustomerSearchPorts, Pick<Ports, 'announce'> {
  readonly records: { readonly customers: Pick<Records['customers'], 'get' | 'put'> };
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
class NotAccepted extends Error {
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
    if (agreed === undefined && before && changedMembers(before, content).length === 0) {
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

/**
 * Searches a customer under every name, without storing anything: one screening with each entity once, at its best
 * score, of the wanted categories alone. Throws `validation` for a name that leaves nothing to compare, and `busy`.
 */
async function screenCustomer(
  ports: CustomerSearchPorts,
  requester: Requester,
  { name, entityType, dateOfBirth, minScore, otherNames, identifiers, categories }: CustomerContent,
): Promise<FoundScreening> {
  const inCategory = ({ entries }: EvidencedMatch) =>
    entries.some(({ source }) => {
      const category = ports.categoryOf(source);
      return category === OWN_CATEGORY || categories.includes(category);
    });
  const wanted = LIST_CATEGORIES.every((category) => categories.includes(category)) ? undefined : inCategory;
  const day = dateOfBirth === null ? undefined : readDateOfBirth(dateOfBirth)?.day;
  const rest = { minScore, limit: MAX_MATCHES, ...(day !== undefined && { dateOfBirth: day }) };
  const query = { name, entityType, identifiers, ...rest };
  return findUnderNames(ports, requester, { query, dateOfBirth }, { otherNames, wanted });
}

export interface CustomerToDelete extends Pick<Customer, 'reference'> {
  readonly accountId: number;
  /** Also its screening records. */
  readonly screenings: boolean;
}

/** `proposed`: the customer is as it was until a second person agrees. */
export type CustomerDeletion =
  | { readonly kind: 'deleted' | 'missing' }
  | { readonly kind: 'proposed'; readonly customer: Customer; readonly proposal: CustomerProposal };

/**
 * Deletes a customer with its alerts, and where `screenings` is true with its records. `check` may throw for what is
 * there: before anything is deleted, and for what somebody made of it meanwhile.
 */
export async function deleteCustomer(
  { records: { customers } }: Pick<Ports, 'records'>,
  { accountId, reference, screenings }: CustomerToDelete,
  actor: Actor,
  check?: (customer: Customer) => void,
): Promise<CustomerDeletion> {
  const before = check && (await customers.get(accountId, reference));
  if (before) check(before);
  const bound = before && { revision: before.revision };
  const deleted = await customers.delete(accountId, reference, { records: screenings, actor, ...bound });
  if (deleted === true) return { kind: 'deleted' };
  const customer = await customers.get(accountId, reference);
  if (customer && typeof deleted === 'object') return { kind: 'proposed', customer, proposal: deleted };
  if (before && customer) check(customer);
  return { kind: 'missing' };
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
  ports: PutCustomerPorts & Pick<Ports, 'records'>,
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
