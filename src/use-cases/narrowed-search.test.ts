import { describe, expect, test } from 'vitest';
import { type EvidencedMatch, matchList } from '../domain/match.ts';
import type { Query } from '../screening/query.ts';
import type { SearchAnswer } from '../screening/search-result.ts';
import { narrowedSearch, searchFrom } from './narrowed-search.ts';

const QUERY: Query = { name: 'Ada', entityType: 'Individual', minScore: 70, limit: 200 };

function match(id: string, score: number): EvidencedMatch {
  return {
    name: `Name of ${id}`,
    score,
    entityType: 'Individual',
    sources: ['List'],
    entries: [{ source: 'un-sc', id }],
    explanation: {
      matchedName: id,
      matchedNameKind: 'primary',
      weakAlias: false,
      pairs: [],
      unmatchedQuery: [],
      unmatchedEntry: [],
      nameScore: score,
      adjustments: [],
    },
    facts: [{ source: 'un-sc', sourceName: 'List', id, kind: 'person', names: [{ full: id, kind: 'primary' }] }],
  };
}

function answer(matches: readonly EvidencedMatch[], rest: Partial<SearchAnswer> = {}): SearchAnswer {
  return {
    ...matchList(matches),
    crafts: [],
    qualifying: matches.length,
    snapshot: 'one',
    engine: '1.0.0',
    ...rest,
  };
}

/** A search that has an answer for each name; the names that were asked, in their order. */
function searchOf(answers: Readonly<Record<string, SearchAnswer>>) {
  const asked: string[] = [];
  const search = {
    snapshot: 'one',
    search: async ({ name }: Query) => {
      asked.push(name);
      return answers[name]!;
    },
  };
  return { asked, search };
}

describe('a narrowed search', () => {
  test('is the search itself where nothing is wanted of it', () => {
    const { search } = searchOf({});
    expect(narrowedSearch(search, { otherNames: [], wanted: undefined })).toBe(search);
  });

  test('asks for every name and gives each entity once, with its best score, best first', async () => {
    const { asked, search } = searchOf({
      Ada: answer([match('a', 80), match('b', 75)]),
      Ida: answer([match('b', 95), match('c', 80)]),
    });
    const found = await narrowedSearch(search, { otherNames: ['Ida'], wanted: undefined }).search(QUERY, 1);
    expect(asked).toEqual(['Ada', 'Ida']);
    expect(found.entries).toEqual([['un-sc:b'], ['un-sc:a'], ['un-sc:c']]);
    expect(found.matches.map(({ score }) => score)).toEqual([95, 80, 80]);
    expect((JSON.parse(found.evidence) as EvidencedMatch[]).map(({ score }) => score)).toEqual([95, 80, 80]);
    expect(found).toMatchObject({ qualifying: 3, snapshot: 'one' });
  });

  test('leaves out what is not wanted, and says that more may be wanted where an answer was cut', async () => {
    const wanted = ({ entries }: EvidencedMatch) => entries[0]!.id === 'a';
    const all = answer([match('b', 90), match('a', 80)]);
    const { search } = searchOf({ Ada: all });
    const few = await narrowedSearch(search, { otherNames: [], wanted }).search(QUERY, 1);
    expect([few.entries, few.qualifying]).toEqual([[['un-sc:a']], 1]);
    const cut = searchOf({ Ada: { ...all, qualifying: 250 } });
    const more = await narrowedSearch(cut.search, { otherNames: [], wanted }).search(QUERY, 1);
    expect([more.entries, more.qualifying]).toEqual([[['un-sc:a']], 250]);
  });

  test('names a list with a vessel once', async () => {
    const craft = { kind: 'vessel' as const, sourceName: 'List' };
    const { search } = searchOf({ Ada: answer([], { crafts: [craft] }), Ida: answer([], { crafts: [craft] }) });
    const found = await narrowedSearch(search, { otherNames: ['Ida'], wanted: undefined }).search(QUERY, 1);
    expect(found.crafts).toEqual([craft]);
  });

  test('asks again where the snapshot changes in between, so that a record names the one it was made of', async () => {
    let asked = 0;
    const search = {
      snapshot: 'one',
      search: async () => answer([match('a', 90)], { snapshot: ++asked === 1 ? 'one' : 'two' }),
    };
    const found = await narrowedSearch(search, { otherNames: ['Ida'], wanted: undefined }).search(QUERY, 1);
    expect([found.snapshot, asked]).toEqual(['two', 4]);
  });
});

describe('a search from a lower score on', () => {
  const lower = async (from: number, given: SearchAnswer) => {
    const whole: SearchAnswer[] = [];
    const asked: number[] = [];
    const search = {
      snapshot: 'one',
      search: async ({ minScore }: Query) => {
        asked.push(minScore);
        return given;
      },
    };
    const found = await searchFrom(search, from, (answer) => whole.push(answer)).search(QUERY, 1);
    return { found, whole, asked };
  };

  test('shows all, and gives on what was asked for', async () => {
    const all = answer([match('a', 90), match('b', 70), match('c', 50)]);
    const { found, whole, asked } = await lower(50, all);
    expect([asked, whole]).toEqual([[50], [all]]);
    expect(found.entries).toEqual([['un-sc:a'], ['un-sc:b']]);
    expect([found.matches.length, JSON.parse(found.evidence).length, found.qualifying]).toEqual([2, 2, 2]);
  });

  test('never looks from a higher score on, and says where more may reach the score than an answer has', async () => {
    const cut = answer([match('a', 90), match('b', 80)], { qualifying: 250 });
    expect((await lower(90, cut)).asked).toEqual([70]);
    expect((await lower(50, cut)).found.qualifying).toBe(250);
  });
});
