import type { SearchRow } from '../bulk/runner.ts';
import { entityTypeIn } from '../csv/columns.ts';
import { readDateOfBirth } from '../domain/date-of-birth.ts';
import { DEFAULT_MIN_SCORE, MAX_MATCHES, readQuery } from '../screening/query.ts';
import type { Query, SearchAnswer } from '../screening/types.ts';
import { findMatches } from './screen-name.ts';

interface ScreenBatchPorts {
  readonly search: {
    /** Behind every search that somebody waits for. */
    searchLater(query: Query, accountId: number): Promise<SearchAnswer>;
  };
  /** Sentences about lists that are missing, old or starter lists. Never waits for a disk. */
  aboutLists(): readonly string[];
}

/** Screens single rows of files without storing them. Throws `validation` for a row that cannot be screened. */
export function rowSearch(ports: ScreenBatchPorts): SearchRow {
  return async ({ name, type, dateOfBirth }, { accountId, keyId, userId, entityType }) => {
    const given = { name, dateOfBirth, entityType: type === '' ? entityType : entityTypeIn(type) };
    const query = readQuery(given, DEFAULT_MIN_SCORE, MAX_MATCHES);
    const asked = { query, dateOfBirth: dateOfBirth === '' ? null : readDateOfBirth(dateOfBirth)!.echo };
    return findMatches(ports, { accountId, keyId, userId }, asked, (wanted) =>
      ports.search.searchLater(wanted, accountId),
    );
  };
}
