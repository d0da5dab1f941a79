import { entityTypeIn } from '../csv/columns.ts';
import type { Batch, PendingRow } from '../domain/batch.ts';
import { readDateOfBirth } from '../domain/date-of-birth.ts';
import type { NewScreening } from '../domain/screening.ts';
import { TouchstoneError } from '../errors.ts';
import type { BatchRecords } from '../records/batches-port.ts';
import { DEFAULT_MIN_SCORE, MAX_MATCHES, type Query, readQuery } from '../screening/query.ts';
import type { SearchAnswer } from '../screening/search-result.ts';
import type { Announce } from './events.ts';
import { findMatches } from './screen-name.ts';

/** Screens one row without storing anything. Throws `validation` where the row cannot be screened. */
export type SearchRow = (row: PendingRow, batch: Batch) => Promise<NewScreening>;

interface RowSearchPorts {
  readonly search: {
    /** Behind every search that somebody waits for. */
    searchLater(query: Query, accountId: number): Promise<SearchAnswer>;
  };
  /** Sentences about lists that are missing, old or starter lists. Never waits for a disk. */
  aboutLists(): readonly string[];
  readonly now: () => Date;
}

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
export function rowSearch(ports: RowSearchPorts): SearchRow {
  return async ({ name, type, dateOfBirth, minScore, problem }, { accountId, keyId, userId, entityType }) => {
    if (problem) throw new TouchstoneError('validation', problem);
    const given = { name, dateOfBirth, entityType: type === '' ? entityType : entityTypeIn(type) };
    const query = readQuery(given, minScore ?? DEFAULT_MIN_SCORE, MAX_MATCHES, ports.now());
    const asked = { query, dateOfBirth: dateOfBirth === '' ? null : readDateOfBirth(dateOfBirth)!.echo };
    return findMatches(ports, { accountId, keyId, userId }, asked, (wanted) =>
      ports.search.searchLater(wanted, accountId),
    );
  };
}

function refusalOf(error: unknown): string {
  if (error instanceof TouchstoneError && error.code === 'validation') return error.message;
  throw error;
}
