import type { SearchRow } from '../../bulk/runner.ts';
import { entityTypeIn } from '../../csv/columns.ts';
import { readDateOfBirth } from '../../domain/date-of-birth.ts';
import { DEFAULT_MIN_SCORE, MAX_MATCHES, readQuery } from '../../screening/query.ts';
import { type Searching, searched } from './screen.ts';

/** Searches rows of files, behind every search that somebody waits for. */
export function rowSearch(services: Searching): SearchRow {
  return async ({ name, type, dateOfBirth }, { accountId, keyId, userId, entityType }) => {
    const given = { name, dateOfBirth, entityType: type === '' ? entityType : entityTypeIn(type) };
    const query = readQuery(given, DEFAULT_MIN_SCORE, MAX_MATCHES);
    const asked = { query, dateOfBirth: dateOfBirth === '' ? null : readDateOfBirth(dateOfBirth)!.echo };
    return searched(services, { accountId, keyId, userId }, asked, (wanted) =>
      services.search.searchLater(wanted, accountId),
    );
  };
}
