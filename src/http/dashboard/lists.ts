import type { App } from '../app.ts';
import type { Services } from '../services.ts';
import { Refusal } from '../wire/failure.ts';
import { isOperator } from './session.ts';
import type { ListsView } from './wire.ts';

/** The lists are the same for all accounts; only the operator's owners may ask the authorities for new ones. */
export function listRoutes(app: App, { lists }: Services): void {
  app.get('/lists', async (): Promise<ListsView> => lists.view());

  app.post('/lists/sync', { config: { role: 'owner' } }, async (request, reply): Promise<ListsView> => {
    if (!isOperator(request.user!)) {
      throw new Refusal(403, 'envelope', 'Forbidden.', ['Only an owner of the first account may sync the lists.']);
    }
    lists.sync();
    reply.code(202);
    return lists.view();
  });
}
