import { usageByDay, usageOf, workloadOf } from '../../domain/usage.ts';
import type { App } from '../app-type.ts';
import type { Services } from '../services.ts';
import { addressed } from './addresses.ts';
import { oneOf, querySchema } from './page-request.ts';
import type { Analytics, MonitoringPage } from './wire.ts';

const DAY_MS = 86_400_000;
const MAX_RUNS = 50;

/** How monitoring goes, and what people made of alerts. */
export function insightRoutes(app: App, { records, lists, now }: Services): void {
  app.get('/monitoring', { config: { maxRows: MAX_RUNS } }, async (request): Promise<MonitoringPage> => {
    const [runs, { snapshot }] = await Promise.all([
      records.monitoring.runs(request.user!.accountId, MAX_RUNS),
      lists.view(),
    ]);
    const [last] = runs;
    const isCurrent = last !== undefined && last.endedAt !== null && last.to === snapshot;
    return { snapshot, isCurrent, runs };
  });

  const query = { schema: { querystring: querySchema('days') } };
  app.get('/analytics', query, async (request): Promise<Analytics> => {
    const { accountId } = request.user!;
    const days = Number(oneOf(request.query, 'days', ['7', '30', '90', '365']) ?? '30');
    const to = Math.ceil((now().getTime() + 1) / DAY_MS) * DAY_MS;
    const from = to - days * DAY_MS;
    const [counts, users] = await Promise.all([
      records.usage(accountId, new Date(from).toISOString(), new Date(to).toISOString()),
      records.users.emails(accountId),
    ]);
    const workload = workloadOf(counts.decisions).map(({ by, ...work }) => ({ person: addressed(by, users), ...work }));
    return { total: usageOf(counts), days: usageByDay(counts, from, to), workload };
  });
}
