// Writes the table of sources in docs/lists.md from the registry: npm run lists:docs
// With --check: fails where the table is another.
import { SOURCES } from '../src/watchlists/registry.ts';
import type { Source } from '../src/watchlists/source.ts';
import { type DocumentTable, updatePage } from './document-table.ts';

/** Where the page of a source lies under `docs/lists/`. OFAC's two lists share one. */
export const pageOf = ({ id }: Source): string => (id.startsWith('us-ofac-') ? 'ofac.md' : `${id}.md`);

export const SOURCE_TABLE: DocumentTable = {
  page: 'lists.md',
  name: 'sources',
  script: 'lists:docs',
  header: ['source', 'name in `sources` of a match', 'authority', 'kind', 'terms'],
  rows: SOURCES.map((source) => {
    const { id, name, authority, category, licence, restriction, optIn } = source;
    const kind = optIn ? `${category}, off by default` : category;
    const terms = restriction ? `${licence.replace(/\.?$/, '.')} ${restriction}` : licence;
    return [`[\`${id}\`](lists/${pageOf(source)})`, name, authority, kind, terms];
  }),
};

if (import.meta.main) updatePage(SOURCE_TABLE);
