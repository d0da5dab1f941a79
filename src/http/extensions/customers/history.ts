import { Type } from 'typebox';
import { say } from '../../../sentences.ts';
import { alertView } from '../../alert-view.ts';
import type { App } from '../../app-type.ts';
import type { Services } from '../../services.ts';
import { AlertView } from '../alerts/schemas.ts';
import { cursorPage, readCursor } from '../cursor.ts';
import { count, nullableText, oneOf, time } from '../members.ts';
import { Problem } from '../problems.ts';
import { listRoute } from '../route.ts';
import { REFERENCE } from './schemas.ts';

export const CustomerScreening = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'Id of the screening; `/api/Screening/{id}` has all of it.' }),
    name: Type.String({ description: 'The name that was screened.' }),
    entityType: oneOf(['Individual', 'Organization'], 'Person or organisation.'),
    dateOfBirth: nullableText('As it was screened; null where none was supplied.'),
    hasMatch: Type.Boolean({ description: 'Whether there was a match.' }),
    matchCount: count('Matches of the record.'),
    highestScore: Type.Number({ minimum: 0, maximum: 100, description: 'Best score; 0 without a match.' }),
    createdAt: time('When it was made.'),
  },
  {
    $id: 'CustomerScreening',
    examples: [
      {
        id: 4711,
        name: 'Jon Example',
        entityType: 'Individual' as const,
        dateOfBirth: '1970-01-31T00:00:00Z',
        hasMatch: true,
        matchCount: 1,
        highestScore: 91.25,
        createdAt: '2026-11-20T09:15:02.120Z',
      },
    ],
  },
);

const SHARED = { tag: 'Customers', params: { reference: REFERENCE }, codes: ['customer-not-found'] } as const;

/** What there is of one customer beside its settings: its alerts, and the records of its screenings. */
export function customerHistoryRoutes(app: App, { records }: Services): void {
  const known = async (accountId: number, reference: string): Promise<void> => {
    if (await records.customers.get(accountId, reference)) return;
    throw new Problem('customer-not-found', say('refusal.no-customer', { reference }));
  };

  listRoute(
    app,
    {
      ...SHARED,
      url: '/api/Customers/:reference/alerts',
      operationId: 'listCustomerAlerts',
      scopes: ['alerts:read'],
      summary: 'The alerts of a customer, the newest first',
      description: 'Those that were decided too. Each is an `Alert`, as `GET /api/Alerts/{id}` answers it.',
      item: AlertView,
    },
    async ({ accountId, params: { reference }, query }) => {
      await known(accountId, reference);
      const list = `alerts of ${reference}`;
      const { limit, after } = readCursor(query, list, [0]);
      const of = { kind: 'match', sort: 'newest', customer: reference, limit: limit + 1 } as const;
      const read = await records.alerts.page(accountId, {
        ...of,
        ...(after && { after: { id: after[0] as number, value: 0 } }),
      });
      const users = await records.users.emails(accountId);
      return cursorPage(
        read.map((alert) => alertView(alert, users)),
        { limit, list },
        ({ id }) => [id],
      );
    },
  );

  listRoute(
    app,
    {
      ...SHARED,
      url: '/api/Customers/:reference/screenings',
      operationId: 'listCustomerScreenings',
      scopes: ['screening:read'],
      summary: 'The screenings of a customer, the newest first',
      description: 'Monitoring makes none: it opens alerts, which are beside them.',
      item: CustomerScreening,
    },
    async ({ accountId, params: { reference }, query }) => {
      await known(accountId, reference);
      const list = `screenings of ${reference}`;
      const { limit, after } = readCursor(query, list, [0]);
      const read = await records.screenings.page(accountId, {
        sort: 'newest',
        customer: reference,
        limit: limit + 1,
        ...(after && { after: { id: after[0] as number, value: 0 } }),
      });
      const shown = read.map(({ open: _, ...screening }) => ({ ...screening, hasMatch: screening.matchCount > 0 }));
      return cursorPage(shown, { limit, list }, ({ id }) => [id]);
    },
  );
}
