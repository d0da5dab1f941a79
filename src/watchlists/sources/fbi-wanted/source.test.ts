import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { withServer } from '../../../../test/support/list-server.ts';
import { NO_SHARED_LISTS, readAll, sharedFile, survivesDamage } from '../../../../test/support/list-source.ts';
import { localFile, memoryFile } from '../../formats/list-file.ts';
import { source } from './source.ts';

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

describe('FBI wanted', () => {
  test('a wanted person keeps aliases, birth dates, occupation and the notice in plain words', async () => {
    const { entries } = await readAll(source, localFile(fixture('page.json')));
    expect(entries[0]).toEqual({
      id: 'aa01',
      kind: 'person',
      names: [
        { full: 'JOHN EXAMPLE', kind: 'primary' },
        { full: 'Johnny Example', kind: 'alias' },
        { full: 'The Test', kind: 'nickname' },
        { full: 'Jon One', kind: 'alias' },
        { full: 'Jon Two', kind: 'alias' },
        { full: 'Jon Three', kind: 'alias' },
      ],
      birthDates: [{ date: '1976-05-29' }, { date: '1975', to: '1977', circa: true }],
      birthPlaces: ['Testville'],
      gender: 'Male',
      nationalities: ['Exampleland'],
      positions: ['Tester'],
      programmes: ['White-Collar Crime'],
      listedOn: '2019-02-03',
      remarks: 'Fraud\nInvented & bold text',
      url: 'https://example.org/aa01',
    });
  });

  test('victims and missing persons are left out, cases and several people in one title are skipped by name', async () => {
    const { entries, skipped } = await readAll(source, localFile(fixture('page.json')));
    expect(entries.map((entry) => entry.id)).toEqual(['aa01', 'aa06']);
    expect(skipped).toEqual([
      'aa04: its title describes a case, a group or an unknown person',
      'aa05: its title names several people',
    ]);
  });

  test('a page of a longer list says that it is a part', async () => {
    const page = { total: 975, page: 1, items: [{ uid: 'b', title: 'JANE PROBA', person_classification: 'Main' }] };
    const report: { skip(): void; partial?: string } = { skip: () => {} };
    await Array.fromAsync(source.parse([memoryFile('page.json', JSON.stringify(page))], report));
    expect(report.partial).toBe('The files hold 1 of 975 notices.');
  });

  test.each(['', '<html>Sign in</html>', '[]', '{"total":0,"page":1,"items":[]}'])('refuses %j', async (content) => {
    await expect(readAll(source, memoryFile('x.json', content))).rejects.toMatchObject({ code: 'list-unusable' });
  });

  test('damaged files are read or refused, never crash', () => survivesDamage(source, fixture('page.json')));

  test('a download reads all pages', async () => {
    const items = Array.from({ length: 120 }, (_, n) => ({
      uid: `u${n}`,
      title: 'JANE PROBA',
      person_classification: 'Main',
    }));
    const answer = (url: URL) => {
      const page = Number(url.searchParams.get('page'));
      return JSON.stringify({ total: 120, page, items: items.slice((page - 1) * 50, page * 50) });
    };
    await withServer(answer, '/wanted/v1/list', async (fetcher) => {
      const files = await source.download!(fetcher);
      expect(files).toHaveLength(3);
      expect((await readAll(source, ...files)).entries).toHaveLength(120);
    });
  });

  test.each([
    ['fbi-wanted/wanted-20201105.json.gz', 407],
    ['fbi-wanted/wanted-202303-60-of-975.json.gz', 34],
  ])('%s has %i wanted persons', async (path, count) => {
    const file = sharedFile(path);
    if (!file) return console.info(NO_SHARED_LISTS);
    expect((await readAll(source, file)).entries).toHaveLength(count);
  });
});
