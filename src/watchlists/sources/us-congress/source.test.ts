import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { withServer } from '../../../../test/support/list-server.ts';
import { NO_SHARED_LISTS, readAll, sharedFile, survivesDamage } from '../../../../test/support/list-source.ts';
import { localFile, memoryFile } from '../../formats/list-file.ts';
import { source } from './source.ts';

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

const read = (...names: string[]) => readAll(source, ...names.map((name) => localFile(fixture(name))));

describe('US Congress and Executive', () => {
  test('who sat in Congress and in the White House is one entry, and successive terms are one period', async () => {
    const { entries } = await read('legislators.json', 'executive.json');
    expect(entries).toHaveLength(2);
    expect(entries[0]).toEqual({
      id: 'X000001',
      kind: 'person',
      names: [
        { full: 'Jane Q. Proba', kind: 'primary', parts: { given: 'Jane', middle: 'Q.', family: 'Proba' } },
        { full: 'Jane Proba', kind: 'spelling', parts: { given: 'Jane', family: 'Proba' } },
        { full: 'Janey Proba', kind: 'nickname', parts: { given: 'Janey', family: 'Proba' } },
        { full: 'Jane Q. Maidenova', kind: 'former', parts: { given: 'Jane', middle: 'Q.', family: 'Maidenova' } },
      ],
      birthDates: [{ date: '1960-05-06' }],
      gender: 'F',
      positions: [
        'Member of the United States House of Representatives (ZZ), 2001-01-03 to 2005-01-03',
        'United States Senator (ZZ), 2009-01-06 to 2015-01-03',
        'President of the United States, 2017-01-20 to 2021-01-20',
      ],
      references: [{ to: 'wikidata', id: 'Q990001' }],
      url: 'https://bioguide.congress.gov/search/bio/X000001',
    });
  });

  test('a president who never sat in Congress is known by the GovTrack id', async () => {
    const { entries } = await read('executive.json');
    expect(entries[1]?.id).toBe('govtrack-77');
  });

  test('the CSV gives names, nickname, birthday and office; a row without id is skipped', async () => {
    const { entries, skipped } = await read('historical.csv');
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      id: 'X000002',
      names: [
        { full: 'Peter Testov Jr.', kind: 'primary' },
        { full: 'Pete Testov Jr.', kind: 'nickname' },
      ],
      birthDates: [{ date: '1801-02-03' }],
      positions: ['United States Senator (YY)'],
    });
    expect(skipped).toEqual(['historical.csv, line 3: it has no bioguide id or no name']);
  });

  test.each(['', '<html>Sign in</html>', '[]', '{}', 'a,b\n1,2\n'])('refuses %j', async (content) => {
    await expect(readAll(source, memoryFile('x', content))).rejects.toMatchObject({ code: 'list-unusable' });
  });

  test.each(['legislators.json', 'historical.csv'])('a damaged %s is read or refused, never crashes', (name) =>
    survivesDamage(source, fixture(name)),
  );

  test('a download takes the two other files from beside the first', async () => {
    const asked: string[] = [];
    const answer = (url: URL) => {
      asked.push(url.pathname);
      return '[]';
    };
    await withServer(answer, '/mirror/legislators-current.json', async (fetcher) => {
      await source.download!(fetcher);
      expect(asked).toEqual([
        '/mirror/legislators-current.json',
        '/mirror/legislators-historical.json',
        '/mirror/executive.json',
      ]);
    });
  });

  test('the shared files have 537, 12,230 and 80 persons, 12,794 together as 53 stand in two', async () => {
    const paths = ['legislators-current.json.gz', 'legislators-historical.csv.gz', 'executive.json.gz'];
    const files = paths.map((path) => sharedFile(`pep-congress/${path}`)).filter((file) => file !== undefined);
    if (files.length < paths.length) return console.info(NO_SHARED_LISTS);
    const counts = await Promise.all(files.map(async (file) => (await readAll(source, file)).entries.length));
    expect(counts).toEqual([537, 12_230, 80]);
    expect((await readAll(source, ...files)).entries).toHaveLength(12_794);
  });
});
