import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withTable } from '../scripts/document-table.ts';
import { ROLE_TABLE } from '../scripts/role-docs.ts';

test('the table of roles in docs/operations.md is what is checked; "npm run roles:docs" writes it', () => {
  const page = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8');
  expect(withTable(page, ROLE_TABLE)).toBe(page);
});
