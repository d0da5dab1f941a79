import { periodEnd, periodOf } from '../../domain/quota.ts';
import { MAX_WEBHOOKS, type Webhook } from '../../domain/webhook.ts';
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
    const [account, used, counts, open, view, webhooks] = await Promise.all([
      records.accounts.get(accountId),
      records.accounts.used(accountId, periodOf(at)),
      records.counts(
        accountId,
        bounds.map(({ from }) => from),
      ),
      records.alerts.open(accountId),
      lists.view(),
      records.webhooks.page(accountId, { limit: MAX_WEBHOOKS }),
    ]);
    const days = bounds.map(({ day }, index) => ({ day, ...counts[index]! }));
    return {
      quota: { used, total: account?.quota ?? 0, plan: account?.plan ?? '', renews: periodEnd(at).toISOString() },
      days,
      open,
      lists: view,
      webhooksOff: webhooks.filter(({ state }) => state === 'off').map(nameOf),
    };
  });
}

function nameOf({ id, description }: Webhook): Overview['webhooksOff'][number] {
  return { id, description };
}
