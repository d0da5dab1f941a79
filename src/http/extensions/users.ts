import { Type } from 'typebox';
import { DECIDING_ROLES } from '../../domain/escalation.ts';
import { assignable } from '../../use-cases/alerts.ts';
import type { App } from '../app-type.ts';
import type { Services } from '../services.ts';
import { cursorPage, readCursor } from './cursor.ts';
import { oneOf } from './members.ts';
import { listRoute } from './route.ts';

const LIST = 'users';

export const AssignableUser = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'Unique, never given again.' }),
    email: Type.String({ description: 'The address that an assignment or an escalation names.' }),
    role: oneOf(DECIDING_ROLES, 'Role in the dashboard.'),
  },
  { $id: 'AssignableUser', examples: [{ id: 3, email: 'ana@harbour.example', role: 'analyst' as const }] },
);

/** The people whom an alert can be given to. */
export function userListRoutes(app: App, { records }: Services): void {
  listRoute(
    app,
    {
      url: '/api/Users',
      operationId: 'listUsers',
      scopes: ['alerts:read'],
      tag: 'Alerts',
      summary: 'The people of the account whom an alert can be assigned or escalated to',
      description: 'Owners and analysts who can sign in, the oldest first.',
      item: AssignableUser,
    },
    async ({ accountId, query }) => {
      const { limit, after } = readCursor(query, LIST, [0]);
      const people = await assignable(records, accountId);
      const rest = people.filter(({ id }) => id > ((after?.[0] as number | undefined) ?? 0));
      const read = rest.slice(0, limit + 1).map(({ id, email, role }) => ({ id, email, role }));
      return cursorPage(read, { limit, list: LIST }, ({ id }) => [id]);
    },
  );
}
