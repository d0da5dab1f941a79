import { REASON_CODES } from '../../domain/alert.ts';
import { ALERT_STATES } from '../../domain/alert-state.ts';
import type { AlertsFilter, AlertsQuery } from '../../records/queries.ts';
import { CATEGORIES, SOURCE_IDS, sourcesOf } from '../alert-filters.ts';
import { invalid } from '../wire/failure.ts';
import { oneOf, readPage } from './page-request.ts';

/** The filters of the queue, beside those of every page. */
export const ALERT_FILTERS = [
  'state',
  'kind',
  'category',
  'source',
  'minScore',
  'maxScore',
  'entityType',
  'reason',
  'assignee',
  'case',
  'customer',
  'entry',
];

/** People as filters name them: `me`, `nobody`, or an address. */
interface Asker {
  readonly userId: number;
  readonly users: ReadonlyMap<number, string>;
}

/** The filters of a request. Throws 400 where a value is none. */
export function readAlertsQuery(query: unknown, asker: Asker): AlertsQuery {
  const page = readPage(query, SORTS);
  return { ...page, ...readAlertsFilter(query, asker) };
}

/** The same without the place in a page. */
export function readAlertsFilter(query: unknown, asker: Asker): AlertsFilter & Pick<AlertsQuery, 'sort'> {
  const { limit: _, after: __, ...page } = readPage({ ...(query as object), after: '' }, SORTS);
  const { customer, entry } = query as Record<string, string | undefined>;
  const state = oneOf(query, 'state', ALERT_STATES);
  const kind = oneOf(query, 'kind', ['match', 'review']);
  const sources = sourcesOf(oneOf(query, 'category', CATEGORIES), oneOf(query, 'source', SOURCE_IDS));
  const entityType = oneOf(query, 'entityType', ['Individual', 'Organization']);
  const reason = oneOf(query, 'reason', REASON_CODES);
  const [minScore, maxScore, caseId] = ['minScore', 'maxScore', 'case'].map((name) => numberOf(query, name));
  const assignee = assigneeOf(query, asker);
  return {
    ...page,
    ...(state && { state }),
    ...(kind && { kind }),
    ...(sources && { sources }),
    ...(entityType && { entityType }),
    ...(reason && { reason }),
    ...(minScore !== undefined && { minScore }),
    ...(maxScore !== undefined && { maxScore }),
    ...(caseId !== undefined && { caseId }),
    ...(assignee !== undefined && { assignee }),
    ...(customer && { customer }),
    ...(entry && { entry }),
  };
}

const SORTS = ['newest', 'oldest', 'score', 'case'] as const;

function numberOf(query: unknown, name: string): number | undefined {
  const text = (query as Record<string, string | undefined>)[name];
  if (!text) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) throw invalid([`${name} must be a number from 0 on.`]);
  return value;
}

function assigneeOf(query: unknown, { userId, users }: Asker): number | null | undefined {
  const { assignee } = query as { assignee?: string };
  if (!assignee) return undefined;
  if (assignee === 'me') return userId;
  if (assignee === 'nobody') return null;
  // An address that is nobody's finds nothing.
  return [...users].findLast(([, email]) => email.toLowerCase() === assignee.toLowerCase())?.[0] ?? 0;
}
