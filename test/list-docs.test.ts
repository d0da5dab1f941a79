import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withTable } from '../scripts/document-table.ts';
import { pageOf, SOURCE_TABLE } from '../scripts/list-docs.ts';
import { SOURCES } from '../src/watchlists/registry.ts';

const DOCS = new URL('../docs/', import.meta.url);

test('the table of sources in docs/lists.md is that of the registry; "npm run lists:docs" writes it', () => {
  const page = readFileSync(new URL('lists.md', DOCS), 'utf8');
  expect(withTable(page, SOURCE_TABLE)).toBe(page);
  for (const { id } of SOURCES) expect(page).toContain(`[\`${id}\`]`);
});

test.each(SOURCES.map((source) => [source.id, source] as const))('%s has a page in docs/lists', (_id, source) => {
  expect(existsSync(new URL(`lists/${pageOf(source)}`, DOCS))).toBe(true);
});
