import { type Static, type TObject, Type } from 'typebox';
import { MEDIA_CATEGORY, MEDIA_SOURCE } from '../domain/adverse-media.ts';
import { REASON_CODES } from '../domain/alert.ts';
import { isDecidingRole } from '../domain/escalation.ts';
import { LIST_CATEGORIES } from '../domain/list-entry.ts';
import { isOwnSource, OWN_CATEGORY } from '../domain/own-list.ts';
import type { AlertsFilter } from '../records/queries.ts';
import { SOURCES } from '../watchlists/registry.ts';
import type { Addresses } from './alert-view.ts';
import { STATE } from './extensions/alerts/schemas.ts';
import { oneOf } from './extensions/members.ts';
import { given, readInstant } from './list-filters.ts';

const time = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }));
const IDS = SOURCES.map(({ id }) => id);

/** By what alerts are looked for, over the API and in the dashboard. */
export const ALERT_FILTERS = {
  state: Type.Optional(STATE),
  customer: Type.Optional(Type.String({ maxLength: 128, description: 'Reference of a customer.' })),
  category: Type.Optional(oneOf([...LIST_CATEGORIES, OWN_CATEGORY, MEDIA_CATEGORY], 'Category of a list.')),
  source: Type.Optional(
    // One pattern: generators of clients stop at a choice of texts.
    Type.String({
      maxLength: 68,
      pattern: `^(${IDS.join('|')}|${MEDIA_SOURCE}|own:[a-z0-9-]{1,64})$`,
      description: 'Id of a list, `own:LIST` for an own one, or `adverse-media`.',
    }),
  ),
  minScore: Type.Optional(Type.Number({ minimum: 0, maximum: 100, description: 'The score of the alert, or more.' })),
  maxScore: Type.Optional(Type.Number({ minimum: 0, maximum: 100, description: 'The score of the alert, or less.' })),
  entityType: Type.Optional(oneOf(['Individual', 'Organization'], 'Of the subject.')),
  reason: Type.Optional(oneOf(REASON_CODES, 'Given in its history.')),
  proposed: Type.Optional(Type.Boolean({ description: 'Whether a decision waits for a second person.' })),
  overdue: Type.Optional(Type.Boolean({ description: 'Whether it waits longer than the account allows.' })),
  escalatedTo: Type.Optional(
    Type.String({
      maxLength: 254,
      description: 'Escalated and not decided: to `owner`, `analyst` or the address of a person.',
    }),
  ),
  assignee: Type.Optional(
    Type.String({ maxLength: 254, description: 'Address of the person who works on it; `nobody` where nobody does.' }),
  ),
  text: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Words of the subject, the entity, its entries or the customer, in any order and script.',
    }),
  ),
  entry: Type.Optional(
    Type.String({ maxLength: 200, description: 'An entry of the entity as `source:id`, such as `un-sc:QDi.999`.' }),
  ),
  run: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Opened, opened again or closed by this run of monitoring.' }),
  ),
  openedFrom: time('Opened at or after this ISO 8601 time.'),
  openedTo: time('Opened before this ISO 8601 time.'),
};

/** What a request filters by. `users` are the people whom it may name. Throws 400 for what is no time. */
export function alertsFilter(query: Static<TObject<typeof ALERT_FILTERS>>, users: Addresses): AlertsFilter {
  const { state, customer, minScore, maxScore, entityType, reason, proposed, text, entry, run } = query;
  const { category, source, assignee, openedFrom, openedTo, overdue, escalatedTo: to } = query;
  const sources = sourcesOf(category, source);
  const [from, until] = [readInstant('openedFrom', openedFrom), readInstant('openedTo', openedTo)];
  const people = assignee === undefined ? {} : { assignee: assignee === 'nobody' ? null : personOf(assignee, users) };
  return {
    ...given({
      state,
      customer,
      minScore,
      maxScore,
      entityType,
      reason,
      proposed,
      text,
      entry,
      sources,
      from,
      to: until,
      overdue,
      run,
    }),
    ...(to !== undefined && { escalatedTo: [isDecidingRole(to) ? to : (`user:${personOf(to, users)}` as const)] }),
    ...people,
  };
}

/** The id of whoever has an address; 0, which nobody has, where it is nobody's. */
function personOf(address: string, users: Addresses): number {
  return [...users].findLast(([, email]) => email.toLowerCase() === address.toLowerCase())?.[0] ?? 0;
}

/** Ids of the lists that a category and a list name together; undefined where neither is given. */
function sourcesOf(category: string | undefined, source: string | undefined): string[] | undefined {
  if (!category && !source) return undefined;
  if (source && isOwnSource(source)) return !category || category === OWN_CATEGORY ? [source] : [];
  if (source === MEDIA_SOURCE) return !category || category === MEDIA_CATEGORY ? [source] : [];
  if (category === OWN_CATEGORY || category === MEDIA_CATEGORY) return source ? [] : [category];
  const wanted = SOURCES.filter((list) => !category || list.category === category);
  return wanted.map(({ id }) => id).filter((id) => !source || id === source);
}
