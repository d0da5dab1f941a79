import type { MonitoredCustomer } from '../domain/customer.ts';
import { dayOf, readDateOfBirth } from '../domain/date-of-birth.ts';
import { bestFirst, bestOfEach, type EvidencedMatch } from '../domain/match.ts';
import { MAX_MATCHES, type Query } from '../screening/query.ts';

/** What is asked for a customer `now`: one query for each of the names. */
export function queriesOf(customer: MonitoredCustomer, now: Date): Query[] {
  const { name, otherNames, entityType, dateOfBirth, identifiers, minScore } = customer;
  const born = dateOfBirth === null ? undefined : readDateOfBirth(dateOfBirth)?.day;
  return [...new Set([name, ...otherNames])].map((one) => ({
    name: one,
    entityType,
    identifiers,
    minScore,
    limit: MAX_MATCHES,
    today: dayOf(now),
    ...(born && { dateOfBirth: born }),
  }));
}

/**
 * The matches that several names of a customer have on lists of its categories. Best first; of each entity the best
 * one, of equal scores that of the earlier name.
 */
export function bestOfNames(
  found: readonly (readonly EvidencedMatch[])[],
  { categories }: Pick<MonitoredCustomer, 'categories'>,
  categoryOf: (source: string) => string | undefined,
): EvidencedMatch[] {
  const inCategory = ({ entries }: EvidencedMatch) =>
    entries.some(({ source }) => (categories as readonly string[]).includes(categoryOf(source) ?? ''));
  return bestOfEach(found.flat().filter(inCategory)).sort(bestFirst).slice(0, MAX_MATCHES);
}
