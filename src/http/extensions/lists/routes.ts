import { inFull } from '../../../domain/snapshot.ts';
import { standingOf } from '../../../watchlists/list-status.ts';
import type { App } from '../../app-type.ts';
import type { Services } from '../../services.ts';
import { ref } from '../../wire/schemas.ts';
import { pageSchema } from '../cursor.ts';
import { extensionRoute } from '../route.ts';
import { LIST_EXAMPLE, ListState } from './schemas.ts';

/** The state of the lists, which all accounts share. */
export function listRoutes(app: App, { lists, now }: Services): void {
  extensionRoute(
    app,
    {
      method: 'GET',
      url: '/api/Lists',
      operationId: 'listLists',
      tag: 'Lists',
      summary: 'Every list with its entries, dates and state',
      description: 'All of them on one page: `nextCursor` is always null.',
      success: {
        200: {
          description: 'The lists, in the order of the registry.',
          schema: pageSchema(ref(ListState)),
          example: { items: [LIST_EXAMPLE], nextCursor: null },
        },
      },
    },
    async () => {
      const { sources } = await lists.view();
      const at = now();
      const items = sources.map((list) => ({
        source: list.source,
        title: list.name,
        category: list.category,
        entries: list.entries,
        published: inFull(list.published),
        fetched: inFull(list.fetched),
        state: standingOf(list, at),
        lastError: list.lastError,
      }));
      return { items, nextCursor: null };
    },
  );
}
