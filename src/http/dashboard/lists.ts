import { type ListVersion, versionsOf } from '../../domain/snapshot.ts';
import { say } from '../../sentences.ts';
import { SOURCES } from '../../watchlists/registry.ts';
import type { App } from '../app-type.ts';
import type { Services } from '../services.ts';
import { notFound, Refusal } from '../wire/failure.ts';
import type { ListsView } from './wire.ts';

/** Snapshots in which versions are looked for: half a year and more, where lists change daily. */
const MAX_SNAPSHOTS = 200;
const MAX_VERSIONS = 20;

/** The lists are the same for all accounts; only the operator's owners may ask the authorities for new ones. */
export function listRoutes(app: App, { lists, records }: Services): void {
  app.get('/lists', async (): Promise<ListsView> => lists.view());

  app.get(
    '/lists/:source/versions',
    { config: { maxRows: MAX_VERSIONS } },
    async (request): Promise<readonly ListVersion[]> => {
      const { source } = request.params as { source: string };
      if (!SOURCES.some(({ id }) => id === source)) throw notFound(say('refusal.no-list', { id: source }));
      return versionsOf(source, await records.snapshots.newest(MAX_SNAPSHOTS)).slice(0, MAX_VERSIONS);
    },
  );

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
