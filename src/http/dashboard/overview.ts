import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { hashToken } from '../../accounts/secrets.ts';
import { MAX_DUE_DAYS } from '../../domain/escalation.ts';
import { periodEnd, periodOf } from '../../domain/quota.ts';
import { hasRight } from '../../domain/role.ts';
import { MAX_WEBHOOKS, type Webhook } from '../../domain/webhook.ts';
import { changeAccount } from '../../use-cases/accounts.ts';
import type { App } from '../app-type.ts';
import type { Services } from '../services.ts';
import { invalid } from '../wire/failure.ts';
import { dayBounds, isZone, lastDays } from './days.ts';
import { queried, TEXT } from './page-request.ts';
import type { AccountView, Overview } from './wire.ts';

const DAYS = 30;
/** A browser is new for so long. */
const NEW_DAYS = 7;
const MAX_NEW_BROWSERS = 5;
const DAY_MS = 86_400_000;

const Changes = Type.Object({
  screenVerified: Type.Optional(Type.Boolean()),
  requireReason: Type.Optional(Type.Boolean()),
  secondFactorRequired: Type.Optional(Type.Boolean()),
  // A member that is null counts as left out: 0 is for no due dates.
  dueDays: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_DUE_DAYS })),
  // Whoever could switch it off alone would need no second person.
  fourEyes: Type.Optional(Type.Literal(true)),
});

export function overviewRoutes(app: App, { records, lists, now }: Services): void {
  app.get('/overview', queried({ zone: TEXT }), async (request): Promise<Overview> => {
    const { accountId } = request.user!;
    const { zone = 'UTC' } = request.query;
    if (!isZone(zone)) throw invalid(['zone must be a time zone such as Europe/Berlin.']);
    const at = now();
    const bounds = dayBounds(lastDays(at, DAYS, zone), zone);
    const [account, used, counts, open, view, webhooks, newBrowsers] = await Promise.all([
      records.accounts.get(accountId),
      records.accounts.used(accountId, periodOf(at)),
      records.counts(
        accountId,
        bounds.map(({ from }) => from),
      ),
      records.alerts.open(accountId),
      lists.view(),
      records.webhooks.page(accountId, { limit: MAX_WEBHOOKS }),
      hasRight(request.user!.role, 'people') ? records.users.newBrowsers(accountId, newSince(at, request)) : [],
    ]);
    const days = bounds.map(({ day }, index) => ({ day, ...counts[index]! }));
    return {
      quota: { used, total: account?.quota ?? 0, plan: account?.plan ?? '', renews: periodEnd(at).toISOString() },
      days,
      open,
      lists: view,
      webhooksOff: webhooks.filter(({ state }) => state === 'off').map(nameOf),
      newBrowsers,
    };
  });
}

/** What an owner is shown: all of a week but the browser in use, a few at most. */
function newSince(at: Date, { browser }: FastifyRequest) {
  const since = new Date(at.getTime() - NEW_DAYS * DAY_MS).toISOString();
  return { since, limit: MAX_NEW_BROWSERS, ...(browser !== undefined && { except: hashToken(browser) }) };
}

function nameOf({ id, description }: Webhook): Overview['webhooksOff'][number] {
  return { id, description };
}

/** What holds for the whole account. The operator alone changes quota and plan, and ends four eyes. */
export function accountRoutes(app: App, services: Services): void {
  app.get('/account', { config: { may: 'settings:read' } }, async (request) =>
    accountView(services, request.user!.accountId),
  );

  app.post('/account', { config: { may: 'settings' }, schema: { body: Changes } }, async (request) => {
    const { accountId, id } = request.user!;
    const { dueDays, ...others } = request.body;
    const changes = { ...others, ...(dueDays !== undefined && { dueDays: dueDays || null }) };
    await changeAccount(services, accountId, changes, `user:${id}`);
    return accountView(services, accountId);
  });
}

async function accountView({ records, users, now }: Services, accountId: number): Promise<AccountView> {
  const at = now();
  const [account, used, signIn] = await Promise.all([
    records.accounts.get(accountId),
    records.accounts.used(accountId, periodOf(at)),
    records.accounts.signIn(accountId),
  ]);
  const { groups, password } = signIn!;
  const { name, plan, quota, fourEyes, requireReason, dueDays, screenVerified, secondFactorRequired } = account!;
  return {
    name,
    plan,
    quota,
    fourEyes,
    requireReason,
    dueDays,
    screenVerified,
    secondFactorRequired,
    used,
    renews: periodEnd(at).toISOString(),
    signIn: { provider: users.provider?.name ?? null, groups, password },
  };
}
