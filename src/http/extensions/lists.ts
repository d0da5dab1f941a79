import { Type } from 'typebox';
import { inFull } from '../../domain/snapshot.ts';
import { type Standing, standingOf } from '../../watchlists/list-status.ts';
import type { App } from '../app-type.ts';
import type { Services } from '../services.ts';
import { ref } from '../wire/schemas.ts';
import { pageSchema } from './cursor.ts';
import { nullableText } from './members.ts';
import { extensionRoute } from './route.ts';

/** How a list stands; `starter`, `missing` and `stale` keep an all-clear from being clean. */
export const standing = Type.Unsafe<Standing>({
  type: 'string',
  enum: ['real', 'starter', 'missing', 'stale'],
  description: '`starter`: only the small starter list stands in. `stale`: published over seven days ago.',
});

const LIST_EXAMPLE = {
  source: 'un-sc',
  title: 'UN Security Council Consolidated List',
  category: 'sanctions',
  entries: 1002,
  published: '2026-11-20T00:00:00.000Z',
  fetched: '2026-11-21T03:12:45.120Z',
  state: 'real' as const,
  lastError: null,
  address: 'https://scsanctions.un.org/resources/xml/en/consolidated.xml',
  failing: [],
  advice: null,
};

export const ListState = Type.Object(
  {
    source: Type.String({ description: 'Id of the list; it never changes.' }),
    title: Type.String({ description: 'Name of the list, as in `sources` of a match.' }),
    category: Type.Unsafe<string>({
      type: 'string',
      enum: ['sanctions', 'pep', 'wanted'],
      description: 'What kind of list it is.',
    }),
    entries: Type.Integer({ minimum: 0, description: 'Entries in force.' }),
    published: nullableText('When the authority published it; null where nothing tells.', 'date-time'),
    fetched: nullableText('When this service read it; null where it never did.', 'date-time'),
    state: standing,
    lastError: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Why the last refresh failed; null where it did not.',
    }),
    address: nullableText('The official address that gave the list; null where a file was imported.'),
    failing: Type.Array(
      Type.Object({
        address: Type.String({ description: 'Without its query.' }),
        since: Type.String({ format: 'date-time', description: 'Since when it gives no list that can be used.' }),
        error: Type.String({ description: 'Why, a sentence.' }),
      }),
      { description: 'Addresses that fail, though another one may give the list.' },
    ),
    advice: nullableText('What a person can do where no address gives the list, a sentence.'),
  },
  { $id: 'ListState', examples: [LIST_EXAMPLE] },
);

/** The state of the lists, which all accounts share. */
export function listRoutes(app: App, { lists, now }: Services): void {
  extensionRoute(
    app,
    {
      method: 'GET',
      url: '/api/Lists',
      operationId: 'listLists',
      scopes: ['screening:read'],
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
        address: list.address,
        failing: list.failing,
        advice: list.advice,
      }));
      return { items, nextCursor: null };
    },
  );
}
