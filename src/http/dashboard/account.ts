import { type Static, Type } from 'typebox';
import { periodEnd, periodOf } from '../../domain/quota.ts';
import type { App } from '../app-type.ts';
import type { Services } from '../services.ts';
import type { AccountView } from './wire.ts';

const OWNER = { role: 'owner' } as const;
const Changes = Type.Object({ screenVerified: Type.Boolean() });

/** What holds for the whole account. Quota, plan and four eyes are the operator's to change. */
export function accountRoutes(app: App, services: Services): void {
  app.get('/account', { config: OWNER }, async (request) => accountView(services, request.user!.accountId));

  app.post('/account', { config: OWNER, schema: { body: Changes } }, async (request) => {
    const { accountId, id } = request.user!;
    const { screenVerified } = request.body as Static<typeof Changes>;
    await services.records.accounts.set(accountId, { screenVerified }, `user:${id}`);
    return accountView(services, accountId);
  });
}

async function accountView({ records, now }: Services, accountId: number): Promise<AccountView> {
  const at = now();
  const [account, used] = await Promise.all([
    records.accounts.get(accountId),
    records.accounts.used(accountId, periodOf(at)),
  ]);
  const { name, plan, quota, fourEyes, screenVerified } = account!;
  return { name, plan, quota, fourEyes, screenVerified, used, renews: periodEnd(at).toISOString() };
}
