import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { entityOf, withEngine } from '../../test/support/engine.ts';

/** One file a kind of name that people from outside missed, or were alerted by. */
const FOLDER = join(import.meta.dirname, 'fixtures', 'kinds');

interface Case {
  readonly says: string;
  readonly isPerson: boolean;
  readonly query: string;
  readonly listed: string;
}

function casesOf(file: string): Case[] {
  const lines = readFileSync(join(FOLDER, file), 'utf8').trimEnd().split('\n');
  const rows = lines.filter((line) => !line.startsWith('#')).slice(1);
  return rows.map((row) => {
    const [says = '', as, query = '', listed = ''] = row.split('\t');
    return { says, isPerson: as === 'P', query, listed };
  });
}

/** The cases that go wrong, with what each scores. */
function wrongOf(cases: readonly Case[]): Promise<string[]> {
  const keys = [...new Set(cases.map(({ isPerson, listed }) => `${isPerson ? 'P' : 'O'} ${listed}`))];
  const entities = keys.map((key) =>
    entityOf(key, [key.slice(2)], { kind: key.startsWith('P') ? 'person' : 'organization' }),
  );
  return withEngine(entities, (engine) =>
    cases.flatMap(({ says, isPerson, query, listed }) => {
      const entityType = isPerson ? 'Individual' : 'Organization';
      const { matches } = engine.search({ name: query, entityType, minScore: 70, limit: 100, today: '2026-08-01' });
      const key = `${isPerson ? 'P' : 'O'} ${listed}`;
      const found = matches.find(({ entries }) => entries.some(({ id }) => id === key));
      const isRight = (found !== undefined) === (says === 'found');
      return isRight ? [] : [`${query} | ${listed}: ${engine.compare(query, listed, entityType).score}, ${says}`];
    }),
  );
}

describe('each kind that was found from outside', () => {
  test.each(readdirSync(FOLDER))('%s: all of its cases', async (file) => {
    const cases = casesOf(file);
    expect(cases.length).toBeGreaterThanOrEqual(20);
    expect(await wrongOf(cases)).toEqual([]);
  });
});
