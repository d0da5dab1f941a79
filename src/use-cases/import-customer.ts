import { entityTypeIn } from '../csv/columns.ts';
import type { Batch, PendingRow } from '../domain/batch.ts';
import { type CustomerContent, NEW_CUSTOMER_REFERENCE } from '../domain/customer.ts';
import { readDateOfBirth } from '../domain/date-of-birth.ts';
import { LIST_CATEGORIES } from '../domain/list-category.ts';
import { TouchstoneError } from '../errors.ts';
import type { BatchRecords } from '../records/batches-port.ts';
import type { PutResult } from '../records/customers-port.ts';
import type { Records } from '../records/port.ts';
import { DEFAULT_MIN_SCORE, MAX_MATCHES, readQuery } from '../screening/query.ts';
import { say } from '../sentences.ts';
import type { Announce } from './events.ts';
import { putCustomer } from './put-customer.ts';
import { QuotaExhausted } from './quota-exhausted.ts';
import type { RowOutcome } from './screen-batch.ts';
import type { ScreenCustomerPorts } from './screen-customer.ts';

export interface ImportCustomerPorts extends ScreenCustomerPorts {
  readonly customers: Pick<Records['customers'], 'get'>;
  readonly batches: Pick<BatchRecords, 'putCustomer' | 'settle' | 'refuse'>;
  readonly announce: Announce;
  readonly now: () => Date;
}

const NEW_CUSTOMER = {
  otherNames: [],
  categories: [...LIST_CATEGORIES].sort(),
  minScore: DEFAULT_MIN_SCORE,
  monitored: true,
};

/** The row has its outcome, or its batch is over. */
class Settled extends Error {}

/**
 * Makes the customer of a row, or changes it, and stores the row's outcome with it. What the row does not say of a
 * customer that is there stays. Throws what the search throws, but for `validation`.
 */
export async function importCustomer(ports: ImportCustomerPorts, batch: Batch, row: PendingRow): Promise<RowOutcome> {
  const place = { batch: batch.id, row: row.row };
  try {
    const { accountId, keyId, userId } = batch;
    const content = contentOf(row, await ports.customers.get(accountId, row.reference), ports.now());
    const put = async (customer: Parameters<BatchRecords['putCustomer']>[1]): Promise<PutResult> => {
      const result = await ports.batches.putCustomer(place, customer);
      if (result.kind === 'settled') throw new Settled();
      return result;
    };
    const records = { customers: { ...ports.customers, put } as unknown as Records['customers'] };
    const requester = { accountId, keyId, userId };
    const { reference } = row;
    const stored = await putCustomer({ ...ports, records }, requester, { reference, content });
    // The batch says of the row that a second person has to agree.
    if (stored.kind === 'proposed') return 'refused';
    if (stored.kind === 'unchanged') await ports.batches.settle(place, stored.customer.screeningId);
    return 'created';
  } catch (error) {
    if (error instanceof Settled) return 'settled';
    if (error instanceof QuotaExhausted) return 'exhausted';
    if (!(error instanceof TouchstoneError) || error.code !== 'validation') throw error;
    await ports.batches.refuse(place, error.message);
    return 'refused';
  }
}

/** Throws `validation` where the row is no customer. */
function contentOf(row: PendingRow, before: CustomerContent | undefined, now: Date): CustomerContent {
  const { reference, name, type, dateOfBirth, problem } = row;
  if (problem) throw new TouchstoneError('validation', problem);
  if (!NEW_CUSTOMER_REFERENCE.test(reference)) throw new TouchstoneError('validation', say('row.no-reference'));
  const query = readQuery({ name, entityType: entityTypeIn(type), dateOfBirth }, DEFAULT_MIN_SCORE, MAX_MATCHES, now);
  const { otherNames, categories, minScore, monitored } = before ?? NEW_CUSTOMER;
  return {
    name: query.name,
    entityType: query.entityType,
    otherNames,
    categories,
    minScore,
    monitored,
    dateOfBirth: dateOfBirth === '' ? null : readDateOfBirth(dateOfBirth)!.echo,
  };
}
