import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ID_LEAP, LEAPS } from './operations/restore.ts';

test('the page on upgrades lets ids of PostgreSQL leap as a restore does', () => {
  const page = readFileSync(new URL('../../docs/upgrades.md', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');
  for (const leap of LEAPS.postgresql) {
    expect(page).toContain(leap.replaceAll(/\s+/g, ' ').replace('$1', String(ID_LEAP)));
  }
});
