import type { CustomerContent } from '../domain/customer.ts';
import { readDateOfBirth } from '../domain/date-of-birth.ts';
import { LIST_CATEGORIES, type ListCategory } from '../domain/list-category.ts';
import type { EvidencedMatch } from '../domain/match.ts';
import { MAX_MATCHES } from '../screening/query.ts';
import { say } from '../sentences.ts';
import { narrowedSearch } from './narrowed-search.ts';
import { type FoundScreening, findMatches, type Requester, type ScreenNamePorts } from './screen-name.ts';

export interface ScreenCustomerPorts extends Pick<ScreenNamePorts, 'search' | 'aboutLists' | 'now'> {
  /** The category of a list by its id. */
  categoryOf(source: string): ListCategory;
}

/**
 * Searches a customer under every name, without storing anything: one screening with each entity once, at its best
 * score, of the wanted categories alone. Throws `validation` for a name that leaves nothing to compare, and `busy`.
 */
export async function screenCustomer(
  ports: ScreenCustomerPorts,
  requester: Requester,
  { name, entityType, dateOfBirth, minScore, otherNames, categories }: CustomerContent,
): Promise<FoundScreening> {
  const inCategory = ({ entries }: EvidencedMatch) =>
    entries.some(({ source }) => categories.includes(ports.categoryOf(source)));
  const wanted = categories.length === LIST_CATEGORIES.length ? undefined : inCategory;
  const search = narrowedSearch(ports.search, { otherNames, wanted });
  const day = dateOfBirth === null ? undefined : readDateOfBirth(dateOfBirth)?.day;
  const query = { name, entityType, minScore, limit: MAX_MATCHES, ...(day !== undefined && { dateOfBirth: day }) };
  const found = await findMatches(ports, requester, { query, dateOfBirth }, (asked) =>
    search.search(asked, requester.accountId),
  );
  if (otherNames.length === 0) return found;
  return { ...found, notes: [say('note.other-names', { names: otherNames.join(', ') }), ...found.notes] };
}
