import type { SearchRow } from '../../bulk/runner.ts';
import { readDateOfBirth } from '../../domain/date-of-birth.ts';
import type { EntityType } from '../../domain/entity-type.ts';
import { readQuery } from '../../screening/query.ts';
import { DEFAULT_MIN_SCORE, MAX_MATCHES } from './body.ts';
import { type Searching, searched } from './screen.ts';

/** What people write for the two types. */
const TYPES: Readonly<Record<string, EntityType>> = {
  individual: 'Individual',
  person: 'Individual',
  organization: 'Organization',
  organisation: 'Organization',
  company: 'Organization',
};

/** Searches rows of files, behind every search that somebody waits for. */
export function rowSearch(services: Searching): SearchRow {
  return async ({ name, type, dateOfBirth }, { accountId, keyId, userId, entityType }) => {
    const given = { name, dateOfBirth, entityType: type === '' ? entityType : (TYPES[type.toLowerCase()] ?? type) };
    const query = readQuery(given, DEFAULT_MIN_SCORE, MAX_MATCHES);
    const asked = { query, dateOfBirth: dateOfBirth === '' ? null : readDateOfBirth(dateOfBirth)!.echo };
    return searched(services, { accountId, keyId, userId }, asked, (wanted) =>
      services.search.searchLater(wanted, accountId),
    );
  };
}
