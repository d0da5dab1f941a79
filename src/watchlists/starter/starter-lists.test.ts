import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sourceById } from '../registry.ts';
import { starterLists } from './starter-lists.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'touchstone-starter-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const ENTRY = { source: 'un-sc', id: 'starter:zorvan', kind: 'person', names: [{ full: 'Zorvan', kind: 'primary' }] };
const write = (content: unknown) => writeFile(join(directory, 'list.json'), JSON.stringify(content));

describe('the starter list', () => {
  it('that the project ships is usable, and each of its entries belongs to one source', () => {
    const lists = starterLists();
    expect(lists.reduce((sum, { entries }) => sum + entries.length, 0)).toBeGreaterThan(100);
    for (const { source, entries, compiled } of lists) {
      expect(sourceById(source).id).toBe(source);
      expect(Date.parse(compiled)).not.toBeNaN();
      expect(entries.every(({ id }) => id.startsWith('starter:'))).toBe(true);
    }
  });

  it('is dated and divided by source', async () => {
    await write({ compiled: '2026-01-02', entries: [ENTRY, { ...ENTRY, source: 'eu-fsf' }] });
    expect(starterLists(directory).map(({ source, compiled, entries }) => [source, compiled, entries.length])).toEqual([
      ['un-sc', '2026-01-02', 1],
      ['eu-fsf', '2026-01-02', 1],
    ]);
  });

  it.each([
    ['without a date', { entries: [ENTRY] }],
    ['without entries', { compiled: '2026-01-02' }],
    ['with an unknown source', { compiled: '2026-01-02', entries: [{ ...ENTRY, source: 'mars' }] }],
    ['with an id that looks like an authority’s', { compiled: '2026-01-02', entries: [{ ...ENTRY, id: 'QDi.001' }] }],
    ['with an unknown kind', { compiled: '2026-01-02', entries: [{ ...ENTRY, kind: 'ghost' }] }],
    ['without names', { compiled: '2026-01-02', entries: [{ ...ENTRY, names: [] }] }],
    ['with an entry twice', { compiled: '2026-01-02', entries: [ENTRY, ENTRY] }],
  ])('%s is refused with a sentence', async (_, content) => {
    await write(content);
    expect(() => starterLists(directory)).toThrow(/^The starter list list\.json is not usable: /);
  });
});
