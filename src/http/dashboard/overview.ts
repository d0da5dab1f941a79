import { periodOf } from '../../domain/quota.ts';
import type { App } from '../app-type.ts';
import type { Services } from '../services.ts';
import { invalid } from '../wire/failure.ts';
import { dayBounds, isZone, lastDays } from './days.ts';
import { querySchema } from './page-request.ts';
import type { Overview } from './wire.ts';

const DAYS = 30;

export function overviewRoutes(app: App, { records, lists, now }: Services): void {
  app.get('/overview', { schema: { querystring: querySchema('zone') } }, async (request): Promise<Overview> => {
    const { accountId } = request.user!;
    const { zone = 'UTC' } = request.query as { zone?: string };
    if (!isZone(zone)) throw invalid(['zone must be a time zone such as Europe/Berlin.']);
    const at = now();
    const bounds = dayBounds(lastDays(at, DAYS, zone), zone);
    const [account, used, counts, open, view] = await Promise.all([
      records.accounts.get(accountId),
      records.accounts.used(accountId, periodOf(at)),
      records.counts(
        accountId,
        bounds.map(({ from }) => from),
      ),
      records.alerts.open(accountId),
      lists.view(),
    ]);
    const days = bounds.map(({ day }, index) => ({ day, ...counts[index]! }));
    return {
      quota: { used, total: account?.quota ?? 0, plan: account?.plan ?? '', renews: renewal(at) },
      ...{ days, open, lists: view },
    };
  });
}

/** When the next period begins: the first of the next month, UTC. */
function renewal(at: Date): string {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)).toISOString();
}
