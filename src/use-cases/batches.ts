import { entityTypeIn } from '../csv/columns.ts';
import { MEDIA_CATEGORY } from '../domain/adverse-media.ts';
import type { Batch, PendingRow } from '../domain/batch.ts';
import { type CustomerContent, NEW_CUSTOMER_REFERENCE } from '../domain/customer.ts';
import { readDateOfBirth } from '../domain/date-of-birth.ts';
import { LIST_CATEGORIES } from '../domain/list-entry.ts';
import { QuotaExhausted } from '../domain/quota.ts';
import type { NewScreening } from '../domain/screening.ts';
import { TouchstoneError } from '../errors.ts';
import type { BatchRecords, PutResult, Records } from '../records/port.ts';
import { DEFAULT_MIN_SCORE, MAX_MATCHES, readQuery, readSubjectName } from '../screening/query.ts';
import { say } from '../sentences.ts';
import { type PutCustomerPorts, putCustomer } from './customers.ts';
import type { Announce } from './events.ts';
import type { Ports } from './ports.ts';
import { findUnderNames } from './screenings.ts';

/** Screens one row without storing anything. Throws `validation` where the row cannot be screened. */
export type SearchRow = (row: PendingRow, batch: Batch) => Promise<NewScreening>;

export interface ScreenRowPorts {
  readonly search: SearchRow;
  readonly batches: Pick<BatchRecords, 'screen' | 'refuse'>;
  readonly announce: Announce;
}

/**
 * `created`: a record holds it, which cost one unit. `refused`: it cannot be screened, and its sentence says why.
 * `exhausted`: the account has no unit left. `settled`: it has its outcome already, or its batch is over.
 */
export type RowOutcome = 'created' | 'refused' | 'exhausted' | 'settled';

/** Screens one row of a batch and stores its outcome. Throws what the search throws, but for `validation`. */
export async function screenRow(
  { search, batches, announce }: ScreenRowPorts,
  batch: Batch,
  row: PendingRow,
): Promise<RowOutcome> {
  const place = { batch: batch.id, row: row.row };
  const found = await search(row, batch).catch(refusalOf);
  if (typeof found === 'string') {
    await batches.refuse(place, found);
    return 'refused';
  }
  const outcome = await batches.screen(place, found);
  if (outcome.kind === 'created') {
    const { accountId, matches } = found;
    announce({ kind: 'screening-stored', accountId, id: outcome.record.id, matchCount: matches.length });
  }
  return outcome.kind;
}

/** The search of rows in the lists in force. */
export function rowSearch(ports: Pick<Ports, 'search' | 'aboutLists' | 'now'>): SearchRow {
  return async (
    { name, type, dateOfBirth, minScore, identifiers, otherNames: sent = [], problem },
    { accountId, keyId, userId, entityType },
  ) => {
    if (problem) throw new TouchstoneError('validation', problem);
    const given = { name, dateOfBirth, entityType: type === '' ? entityType : entityTypeIn(type) };
    const query = readQuery(given, minScore ?? DEFAULT_MIN_SCORE, MAX_MATCHES, ports.now());
    const asked = {
      query: { ...query, identifiers },
      dateOfBirth: dateOfBirth === '' ? null : readDateOfBirth(dateOfBirth)!.echo,
    };
    const otherNames = sent.map((other) => readSubjectName(other, query.entityType));
    return findUnderNames(ports, { accountId, keyId, userId }, asked, { otherNames, wanted: undefined });
  };
}

function refusalOf(error: unknown): string {
  if (error instanceof TouchstoneError && error.code === 'validation') return error.message;
  throw error;
}

const NEW_CUSTOMER: Omit<CustomerContent, 'name' | 'entityType' | 'dateOfBirth' | 'monitored'> = {
  otherNames: [],
  identifiers: [],
  categories: [...LIST_CATEGORIES].sort(),
  minScore: DEFAULT_MIN_SCORE,
};

interface ImportPorts extends Omit<PutCustomerPorts, 'records'> {
  readonly records: Pick<Records, 'customers' | 'batches'>;
  /** Whether customers can be watched for the news. */
  readonly hasNews: boolean;
}

/** The row has its outcome, or its batch is over. */
class RowSettled extends Error {}

/**
 * Makes the customer of a row, or changes it, and stores the row's outcome with it. What the row does not say of a
 * customer that is there stays. Throws what the search throws, but for `validation`.
 */
export async function importCustomer(ports: ImportPorts, batch: Batch, row: PendingRow): Promise<RowOutcome> {
  const place = { batch: batch.id, row: row.row };
  const { batches, customers } = ports.records;
  try {
    const { accountId, keyId, userId } = batch;
    const content = contentOf(row, batch, await customers.get(accountId, row.reference), ports.now());
    if (row.categories?.includes(MEDIA_CATEGORY) && !ports.hasNews) {
      // Whoever asks to be told of the news must not take silence for an all-clear.
      throw new TouchstoneError('validation', say('row.no-news', { category: MEDIA_CATEGORY }));
    }
    const put = async (customer: Parameters<BatchRecords['putCustomer']>[1]): Promise<PutResult> => {
      const result = await batches.putCustomer(place, customer);
      if (result.kind === 'settled') throw new RowSettled();
      return result;
    };
    const requester = { accountId, keyId, userId };
    const wanted = { reference: row.reference, content };
    const kept = { customers: { get: (...one: Parameters<typeof customers.get>) => customers.get(...one), put } };
    const stored = await putCustomer({ ...ports, records: kept }, requester, wanted);
    // The batch says of the row that a second person has to agree.
    if (stored.kind === 'proposed') return 'refused';
    if (stored.kind === 'unchanged') await batches.settle(place, stored.customer.screeningId);
    return 'created';
  } catch (error) {
    if (error instanceof RowSettled) return 'settled';
    if (error instanceof QuotaExhausted) return 'exhausted';
    if (!(error instanceof TouchstoneError) || error.code !== 'validation') throw error;
    await batches.refuse(place, error.message);
    return 'refused';
  }
}

/** Throws `validation` where the row is no customer. */
function contentOf(
  row: PendingRow,
  { entityType, watched }: Batch,
  before: CustomerContent | undefined,
  now: Date,
): CustomerContent {
  const { reference, name, type, dateOfBirth, problem } = row;
  if (problem) throw new TouchstoneError('validation', problem);
  if (!NEW_CUSTOMER_REFERENCE.test(reference)) throw new TouchstoneError('validation', say('row.no-reference'));
  const given = { name, entityType: type === '' ? entityType : entityTypeIn(type), dateOfBirth };
  const query = readQuery(given, DEFAULT_MIN_SCORE, MAX_MATCHES, now);
  const known = before ?? { ...NEW_CUSTOMER, monitored: watched };
  return {
    name: query.name,
    entityType: query.entityType,
    otherNames: row.otherNames?.map((other) => readSubjectName(other, query.entityType)) ?? known.otherNames,
    categories: row.categories ?? known.categories,
    minScore: row.minScore ?? known.minScore,
    monitored: row.monitored ?? known.monitored,
    dateOfBirth: dateOfBirth === '' ? null : readDateOfBirth(dateOfBirth)!.echo,
    identifiers: row.identifiers ?? known.identifiers,
  };
}
