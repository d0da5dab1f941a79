import { periodOf } from '../../accounts/quota.ts';
import type { App } from '../app.ts';
import type { Services } from '../services.ts';
import { invalid } from '../wire/failure.ts';
import { dayBounds, isZone, lastDays } from './days.ts';
import type { Overview } from './wire.ts';

const DAYS = 30;

export function overviewRoutes(app: App, { records, lists, now }: Services): void {
  app.get('/overview', async (request): Promise<Overview> => {
    const { accountId } = request.user!;
    const { zone = 'UTC' } = request.query as { zone?: string };
    if (!isZone(zone)) throw invalid(['zone must be a time zone such as Europe/Berlin.']);
    const at = now();
    const bounds = dayBounds(lastDays(at, DAYS, zone), zone);
    const hourly = bounds.every(({ from }) => from.endsWith(':00:00.000Z'));
    const [account, used, made, open, view] = await Promise.all([
      records.accounts.get(accountId),
      records.accounts.used(accountId, periodOf(at)),
      records.made(accountId, bounds[0]!.from, hourly ? 'hour' : 'minute'),
      records.alerts.open(accountId),
      lists.view(),
    ]);
    const days = bounds.map(({ day }) => ({ day, clear: 0, matched: 0, verified: 0, notVerified: 0, review: 0 }));
    for (const { at: time, kind, count } of made) {
      // Times are cut off after the hour or the minute, so that they compare as texts.
      const index = bounds.findLastIndex(({ from }) => from.slice(0, time.length) <= time);
      if (index >= 0) days[index]![kind] += count;
    }
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
