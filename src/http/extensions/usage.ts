import { Type } from 'typebox';
import { periodEnd, periodOf } from '../../domain/quota.ts';
import { usageByDay, usageOf, workloadOf } from '../../domain/usage.ts';
import { addressed } from '../alert-view.ts';
import type { App } from '../app-type.ts';
import { readInstant } from '../list-filters.ts';
import type { Services } from '../services.ts';
import { count } from './members.ts';
import { invalidFields } from './problems.ts';
import { extensionRoute } from './route.ts';

const FIGURES = {
  screenings: { clear: 1204, matched: 37 },
  verifications: { verified: 81, notVerified: 4, manualReview: 6 },
  alerts: { opened: 41, confirmed: 3, dismissed: 30 },
  dismissedByList: [{ source: 'un-sc', decided: 12, dismissed: 11, share: 0.92 }],
  medianHoursToDecision: 3.25,
};

const USAGE_EXAMPLE = {
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-11-02T00:00:00.000Z',
  quota: 10_000,
  used: 1332,
  renewal: '2026-12-01T00:00:00.000Z',
  total: FIGURES,
  days: [{ day: '2026-11-01', ...FIGURES }],
  workload: [{ person: 'ana@harbour.example', confirmed: 3, dismissed: 30 }],
};

const figures = {
  screenings: Type.Object(
    { clear: count('Without a match.'), matched: count('With a match.') },
    { description: 'Screenings made, by their result.' },
  ),
  verifications: Type.Object(
    {
      verified: count('`Verified`.'),
      notVerified: count('`Not Verified`.'),
      manualReview: count('`Manual Review Required`.'),
    },
    { description: 'Verifications made, by their status.' },
  ),
  alerts: Type.Object(
    { opened: count('Opened first.'), confirmed: count('Confirmed.'), dismissed: count('Dismissed.') },
    { description: 'Alerts opened, and decisions of people and keys.' },
  ),
  dismissedByList: Type.Array(
    Type.Object({
      source: Type.String({ description: 'Id of the list.' }),
      decided: count('Decisions of alerts of this list.'),
      dismissed: count('Dismissals among them.'),
      share: Type.Number({ minimum: 0, maximum: 1, description: 'Dismissals by decisions.' }),
    }),
    { description: 'How often alerts of a list were dismissed; lists without a decision are left out.' },
  ),
  medianHoursToDecision: Type.Unsafe<number | null>({
    type: ['number', 'null'],
    minimum: 0,
    description: 'From the opening or last reopening of an alert to its decision; null without a decision.',
  }),
};

export const UsageReport = Type.Object(
  {
    from: Type.String({ format: 'date-time', description: 'Begin of the first day.' }),
    to: Type.String({ format: 'date-time', description: 'End of the last day.' }),
    quota: count('Records a calendar month (UTC).'),
    used: count('Records of this month.'),
    renewal: Type.String({ format: 'date-time', description: 'When the next month begins.' }),
    total: Type.Object(figures, { description: 'All days together.' }),
    days: Type.Array(Type.Object({ day: Type.String({ format: 'date', description: 'A day in UTC.' }), ...figures }), {
      maxItems: 366,
      description: 'Every day, the oldest first.',
    }),
    workload: Type.Array(
      Type.Object({
        person: Type.String({ description: 'Address of a person, or `key:ID`.' }),
        confirmed: count('Confirmations.'),
        dismissed: count('Dismissals.'),
      }),
      { description: 'Decisions by who took them, the most first.' },
    ),
  },
  { $id: 'UsageReport', examples: [USAGE_EXAMPLE] },
);

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
      scopes: ['usage'],
      tag: 'Usage',
      summary: 'Records, alerts and decisions by day, and the quota',
      description: 'It costs nothing, and is answered with a spent quota too.',
      may: 'reading',
      query: {
        from: time('ISO 8601 date or time; the report begins with its day in UTC. By default 30 days.'),
        to: time('ISO 8601 date or time, excluded; at most 366 days after `from`. By default the end of today.'),
      },
      success: { 200: { description: 'The report.', schema: UsageReport } },
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
