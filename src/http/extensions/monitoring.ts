import { type Static, Type } from 'typebox';
import type { RunReason } from '../../domain/monitoring.ts';
import type { App } from '../app-type.ts';
import type { Services } from '../services.ts';
import { cursorPage, readCursor } from './cursor.ts';
import { count } from './members.ts';
import { listRoute } from './route.ts';

const LIST = 'runs';

const EXAMPLE = {
  id: 17,
  reason: 'lists' as const,
  from: '20261122T185233Z-cd4c0a0c',
  to: '20261123T031245Z-1f2e3d4c',
  customers: 1000,
  compared: 1000,
  opened: 2,
  reopened: 1,
  delisted: 0,
  startedAt: '2026-11-23T03:12:47.003Z',
  endedAt: '2026-11-23T03:12:48.412Z',
  lists: [{ source: 'un-sc', name: 'UN Security Council Consolidated List', added: 16, removed: 8, changed: 3 }],
};

const ListChange = Type.Object({
  source: Type.String({ description: 'Id of the list.' }),
  name: Type.String({ description: 'Its name.' }),
  added: count('Entries that are new on the list.'),
  removed: count('Entries that are gone from it.'),
  changed: count('Entries of which it says something else.'),
});

export const MonitoringRun = Type.Object(
  {
    id: Type.Integer({ minimum: 1, description: 'Id of the run; it grows.' }),
    reason: Type.Unsafe<RunReason>({
      type: 'string',
      enum: ['lists', 'engine'],
      description: '`lists`: other lists came into force. `engine`: another version of the engine scores.',
    }),
    from: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The snapshot of before; null where everybody is compared with everything.',
    }),
    to: Type.String({ description: 'The snapshot that came into force.' }),
    customers: count('Customers of the account that were monitored when it began.'),
    compared: count('Those that were compared so far.'),
    opened: count('Alerts of the account that were opened.'),
    reopened: count('Alerts that were opened again, since their facts changed or the entity is listed again.'),
    delisted: count('Alerts that were closed, since the entity left its list.'),
    startedAt: Type.String({ format: 'date-time', description: 'UTC.' }),
    endedAt: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'UTC; null while it goes on.',
    }),
    lists: Type.Unsafe<readonly Static<typeof ListChange>[] | null>({
      type: ['array', 'null'],
      items: ListChange,
      description:
        'Lists of which entries changed, the one with the most first; empty where `from` is null. Null until that is counted, and of runs that are older than the count. `GET /api/Alerts?run=` has the alerts.',
    }),
  },
  { $id: 'MonitoringRun', examples: [EXAMPLE] },
);

/** What monitoring did, as proof for an auditor. */
export function monitoringRoutes(app: App, { records }: Services): void {
  listRoute(
    app,
    {
      url: '/api/Monitoring/runs',
      operationId: 'listMonitoringRuns',
      scopes: ['customers:read'],
      tag: 'Monitoring',
      may: 'reading',
      summary: 'The comparisons of the customers with the lists, newest first',
      description: 'The counts are those of the account. The newest run says whether everybody was compared.',
      item: MonitoringRun,
      page: 'A page of runs.',
    },
    async ({ accountId, query }) => {
      const { limit, after } = readCursor(query, LIST, [0]);
      const read = await records.monitoring.runs(accountId, limit + 1, after?.[0] as number | undefined);
      return cursorPage(read, { limit, list: LIST }, ({ id }) => [id]);
    },
  );
}
