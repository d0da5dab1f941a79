import { Type } from 'typebox';
import type { Standing } from '../../../watchlists/list-status.ts';
import { nullableText } from '../members.ts';

/** How a list stands; `starter`, `missing` and `stale` keep an all-clear from being clean. */
export const standing = Type.Unsafe<Standing>({
  type: 'string',
  enum: ['real', 'starter', 'missing', 'stale'],
  description: '`starter`: only the small starter list stands in. `stale`: published over seven days ago.',
});

export const LIST_EXAMPLE = {
  source: 'un-sc',
  title: 'UN Security Council Consolidated List',
  category: 'sanctions',
  entries: 1002,
  published: '2026-11-20T00:00:00.000Z',
  fetched: '2026-11-21T03:12:45.120Z',
  state: 'real' as const,
  lastError: null,
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
  },
  { $id: 'ListState', examples: [LIST_EXAMPLE] },
);
