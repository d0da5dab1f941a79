import type { CustomersQuery } from '../queries.ts';
import { inFewSizes, SORTED_LENGTH, searchWords } from '../search-text.ts';
import { addWords, Conditions } from './page-query.ts';

/** The index is over these very words. */
const SORT_NAME = `substr(folded, 1, ${SORTED_LENGTH})`;

/** Which customers of an account a query is about. */
export function customerConditions(accountId: number, query: CustomersQuery): Conditions {
  const { state, text, name, monitored, type, category, updatedSince } = query;
  const where = new Conditions().add('account_id = $', accountId);
  if (state) where.add('state = $', state);
  addWords(where, text);
  addNames(where, name);
  if (monitored !== undefined) where.add(monitored ? 'monitored' : 'NOT monitored');
  if (type) where.add('entity_type = $', type);
  if (category) where.add('strpos(categories::text, $) > 0', JSON.stringify(category));
  if (updatedSince) where.add('updated_at >= $', updatedSince);
  return where;
}

/**
 * Words that names have: what a customer is found by has the reference too. So a word has to stand there more often
 * than in the reference alone.
 */
function addNames(where: Conditions, name: string | undefined): void {
  const times = (column: string) => `(length(${column}) - length(replace(${column}, $, '')))`;
  for (const word of name ? inFewSizes(searchWords(name)) : []) {
    where.add(`strpos(folded, $) > 0 AND ${times('folded')} > ${times('lower(reference)')}`, word, word, word);
  }
}

/** Adds the place behind `after` and answers the ORDER BY. */
export function customerOrder(where: Conditions, { updatedSince, sort, after }: CustomersQuery): string {
  if (updatedSince) {
    if (after) where.add('(updated_at, id) > ($, $)', after.value, after.id);
    return 'updated_at, id';
  }
  if (sort === 'changed') {
    if (after) where.add('(updated_at, id) < ($, $)', after.value, after.id);
    return 'updated_at DESC, id DESC';
  }
  if (sort === 'name') {
    if (after) where.add(`(${SORT_NAME}, id) > ($, $)`, after.value, after.id);
    return `${SORT_NAME}, id`;
  }
  if (after) where.add(`id ${sort === 'newest' ? '<' : '>'} $`, after.id);
  return sort === 'newest' ? 'id DESC' : 'id';
}
