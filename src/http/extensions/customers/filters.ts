import { type Static, type TObject, Type } from 'typebox';
import { CUSTOMER_CATEGORIES } from '../../../domain/customer.ts';
import { CUSTOMER_SORTS, type CustomersQuery } from '../../../records/queries.ts';
import { given, readInstant } from '../../list-filters.ts';
import { oneOf } from '../members.ts';
import { STATE } from './schemas.ts';

const words = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }));

/** By what customers are looked for, over the API and in the dashboard. */
export const CUSTOMER_FILTERS = {
  state: Type.Optional(STATE),
  text: words('Words of names and the reference, in any order.'),
  name: words('Words of any of its names, in any order and script.'),
  monitored: Type.Optional(Type.Boolean({ description: 'Whether it is compared whenever the lists change.' })),
  type: Type.Optional(oneOf(['Individual', 'Organization'], 'Which kind of entry is searched.')),
  category: Type.Optional(oneOf(CUSTOMER_CATEGORIES, 'Lists of this category count for it.')),
  updatedSince: Type.Optional(
    Type.String({ maxLength: 40, description: 'Changed at or after this ISO 8601 date or time.' }),
  ),
  sort: Type.Optional(
    oneOf(CUSTOMER_SORTS, 'The order: `changed` has the newest change first, `name` goes from A to Z.'),
  ),
};

/** What a request filters by. Throws 400 for what is no time. */
export function customerFilters(query: Static<TObject<typeof CUSTOMER_FILTERS>>): Omit<CustomersQuery, 'limit'> {
  const { state, text, name, monitored, type, category, sort } = query;
  const updatedSince = readInstant('updatedSince', query.updatedSince);
  return given({ state, text, name, monitored, type, category, sort, updatedSince });
}
