import { Type } from 'typebox';
import { periodEnd, periodOf } from '../../../domain/quota.ts';
import { usageByDay, usageOf, workloadOf } from '../../../domain/usage.ts';
import { addressed } from '../../alert-view.ts';
import type { App } from '../../app-type.ts';
import { readInstant } from '../../list-filters.ts';
import type { Services } from '../../services.ts';
import { ref } from '../../wire/schemas.ts';
import { invalidFields } from '../problems.ts';
import { extensionRoute } from '../route.ts';
import { USAGE_EXAMPLE, UsageReport } from './schemas.ts';

const DAY_MS = 86_400_000;
const STANDARD_DAYS = 30;
const MAX_DAYS = 366;

const time = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }));

/** What the account did by day, and what is left of its quota. */
export function usageRoutes(app: App, { records, now }: Services): void {
  extensionRoute(
    app,
    {
      method: 'GET',
      url: '/api/Usage',
      operationId: 'getUsage',
      tag: 'Usage',
      summary: 'Records, alerts and decisions by day, and the quota',
      role: 'viewer',
      query: {
        from: time('ISO 8601 date or time; the report begins with its day in UTC. By default 30 days.'),
        to: time('ISO 8601 date or time, excluded; at most 366 days after `from`. By default the end of today.'),
      },
      success: { 200: { description: 'The report.', schema: ref(UsageReport), example: USAGE_EXAMPLE } },
    },
    async ({ accountId, query }) => {
      const at = now();
      const { from, to } = bounds(query, at);
      const [start, end] = [new Date(from).toISOString(), new Date(to).toISOString()];
      const [account, used, counts] = await Promise.all([
        records.accounts.get(accountId),
        records.accounts.used(accountId, periodOf(at)),
        records.usage(accountId, start, end),
      ]);
      const users = await records.users.emails(accountId);
      const workload = workloadOf(counts.decisions).map(({ by, ...work }) => ({
        person: addressed(by, users),
        ...work,
      }));
      return {
        from: start,
        to: end,
        quota: account?.quota ?? 0,
        used,
        renewal: periodEnd(at).toISOString(),
        total: usageOf(counts),
        days: usageByDay(counts, from, to),
        workload,
      };
    },
  );
}

/** Whole days in UTC, as milliseconds since 1970. Throws 400 for what is no time, and for a wrong number of days. */
function bounds(query: { readonly from?: string; readonly to?: string }, at: Date): { from: number; to: number } {
  const [given, until] = [readInstant('from', query.from), readInstant('to', query.to)];
  const to = Math.ceil((until === undefined ? at.getTime() + 1 : Date.parse(until)) / DAY_MS) * DAY_MS;
  const from = given === undefined ? to - STANDARD_DAYS * DAY_MS : Math.floor(Date.parse(given) / DAY_MS) * DAY_MS;
  if (from < to && to - from <= MAX_DAYS * DAY_MS) return { from, to };
  const field = until === undefined ? 'from' : 'to';
  throw invalidFields([{ field, message: `${field} must leave 1 to ${MAX_DAYS} days.` }]);
}
