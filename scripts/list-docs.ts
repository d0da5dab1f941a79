import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SOURCES } from '../src/watchlists/registry.ts';
import type { Source } from '../src/watchlists/source.ts';

/* Writes the table of sources in docs/lists.md from the registry. A test tells where that was forgotten. */

const PAGE = fileURLToPath(new URL('../docs/lists.md', import.meta.url));
const TABLE = /(<!-- sources:[^\n]*-->\n)[\s\S]*(<!-- \/sources -->)/;

/** The page with the table of the sources that the registry has now. */
export function withSources(page: string): string {
  const header = ['| source | name in `sources` of a match | authority | kind | terms |', '|---|---|---|---|---|'];
  const table = [...header, ...SOURCES.map(rowOf)].join('\n');
  return page.replace(TABLE, (_, start: string, end: string) => `${start}${table}\n${end}`);
}

/** Where the page of a source lies under `docs/lists/`. OFAC's two lists share one. */
export const pageOf = ({ id }: Source): string => (id.startsWith('us-ofac-') ? 'ofac.md' : `${id}.md`);

function rowOf(source: Source): string {
  const { id, name, authority, category, licence, restriction, optIn } = source;
  const kind = optIn ? `${category}, off by default` : category;
  const terms = restriction ? `${licence.replace(/\.?$/, '.')} ${restriction}` : licence;
  return `| [\`${id}\`](lists/${pageOf(source)}) | ${name} | ${authority} | ${kind} | ${terms} |`;
}

if (import.meta.main) writeFileSync(PAGE, withSources(readFileSync(PAGE, 'utf8')));
