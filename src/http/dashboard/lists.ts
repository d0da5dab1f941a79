import { say } from '../../sentences.ts';
import type { App } from '../app-type.ts';
import type { Services } from '../services.ts';
import { Refusal } from '../wire/failure.ts';
import type { ListsView } from './wire.ts';

/** The lists are the same for all accounts; only the operator's owners may ask the authorities for new ones. */
export function listRoutes(app: App, { lists, records }: Services): void {
  app.get('/lists', async (): Promise<ListsView> => lists.view());

  app.post('/lists/sync', { config: { role: 'owner' } }, async (request, reply): Promise<ListsView> => {
    const account = await records.accounts.get(request.user!.accountId);
    if (!account?.operator) {
      throw new Refusal(403, 'envelope', 'Forbidden.', [say('refusal.sync-operator-only')]);
    }
    lists.sync();
    reply.code(202);
    return lists.view();
  });
}
