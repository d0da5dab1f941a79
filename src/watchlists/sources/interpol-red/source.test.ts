import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { withServer } from '../../../../test/support/list-server.ts';
import { NO_SHARED_LISTS, readAll, sharedFile, survivesDamage } from '../../../../test/support/list-source.ts';
import { localFile, memoryFile } from '../../formats/list-file.ts';
import { download } from './download.ts';
import { source } from './source.ts';

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

const read = (name: string) => readAll(source, localFile(fixture(name)));

describe('INTERPOL red notices', () => {
  test('a page of the API gives names with their parts, birth dates and nationalities', async () => {
    const { entries } = await read('page.json');
    expect(entries).toEqual([
      {
        id: '2020/1',
        kind: 'person',
        names: [{ full: 'Ana Vymyslova', kind: 'primary', parts: { given: 'Ana', family: 'Vymyslova' } }],
        birthDates: [{ date: '1980-02-03' }],
        nationalities: ['XA', 'XB'],
        url: 'https://www.interpol.int/How-we-work/Notices/Red-Notices/View-Red-Notices#2020-1',
      },
      {
        id: '2021/22',
        kind: 'person',
        names: [{ full: 'EXAMPLE', kind: 'primary', parts: { family: 'EXAMPLE' } }],
        birthDates: [{ date: '1975' }],
        url: 'https://www.interpol.int/How-we-work/Notices/Red-Notices/View-Red-Notices#2021-22',
      },
    ]);
  });

  test('the same notice in the list and in full is one entry with the facts of both', async () => {
    const { entries, skipped } = await read('notices.json');
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      id: '2020/1',
      gender: 'F',
      birthPlaces: ['Testville, XA'],
      programmes: ['Arrest warrant of XC'],
      remarks: 'Invented fraud',
    });
    expect(skipped).toEqual(['notices.json, notice 2: it has no entity_id or no name']);
  });

  test('a page that holds fewer notices than its total declares the total', async () => {
    const page = JSON.stringify({
      total: 900,
      query: { page: 1 },
      _embedded: { notices: [{ entity_id: '1/1', name: 'X' }] },
    });
    const report = { skip: () => {}, declared: 0 };
    await Array.fromAsync(source.parse([memoryFile('page.json', page)], report));
    expect(report.declared).toBe(900);
  });

  test.each(['', '<html>Sign in</html>', '[]', '{"total":0,"_embedded":{"notices":[]}}', '{"items":[]}'])(
    'refuses %j',
    async (content) => {
      await expect(readAll(source, memoryFile('x.json', content))).rejects.toMatchObject({ code: 'list-unusable' });
    },
  );

  test('damaged files are read or refused, never crash', () => survivesDamage(source, fixture('notices.json')));

  test.each([
    ['interpol-red/red-notices-20230516.json.gz', 6934],
    ['interpol-red/red-notice-details-20230519.json.gz', 186],
  ])('%s has %i different notices', async (path, count) => {
    const file = sharedFile(path);
    if (!file) return console.info(NO_SHARED_LISTS);
    expect((await readAll(source, file)).entries).toHaveLength(count);
  });
});

interface Invented {
  readonly entity_id: string;
  readonly name: string;
  readonly forename: string;
  readonly nationalities: string[] | null;
  readonly sex: string;
  readonly age: number;
  readonly warrant: string;
}

/** So many that one nationality alone, one sex of it alone and one age of it alone are over the limit of 160. */
function invented(): Invented[] {
  return Array.from({ length: 1500 }, (_, index) => ({
    entity_id: `2020/${index}`,
    name: `${String.fromCharCode(97 + (index % 26))}ovak`,
    forename: `P${index}`,
    nationalities: index < 10 ? null : [index % 10 === 0 ? 'FR' : 'RU'],
    sex: index % 7 === 0 ? 'F' : 'M',
    age: index % 3 === 0 ? 40 : 20 + (index % 50),
    warrant: index % 5 === 0 ? 'DE' : 'RU',
  }));
}

/** Answers as the API does: filters, true totals, and never more than 160 notices on all pages of a query. */
function api(notices: readonly Invented[], asked: URL[]) {
  return (url: URL): string => {
    asked.push(url);
    const filter = url.searchParams;
    const found = notices.filter(
      (notice) =>
        (!filter.has('nationality') || notice.nationalities?.includes(filter.get('nationality')!)) &&
        (!filter.has('sexId') || notice.sex === filter.get('sexId')) &&
        (!filter.has('ageMin') || notice.age >= Number(filter.get('ageMin'))) &&
        (!filter.has('ageMax') || notice.age <= Number(filter.get('ageMax'))) &&
        (!filter.has('arrestWarrantCountryId') || notice.warrant === filter.get('arrestWarrantCountryId')) &&
        (!filter.has('name') || notice.name.startsWith(filter.get('name')!)),
    );
    const size = Math.min(Number(filter.get('resultPerPage') ?? 20), 60);
    const start = (Number(filter.get('page') ?? 1) - 1) * size;
    const page = found.slice(0, 160).slice(start, start + size);
    return JSON.stringify({
      total: found.length,
      query: Object.fromEntries(filter),
      _embedded: { notices: page },
      _links: {},
    });
  };
}

test('a download reaches every notice although one query answers no more than 160', async () => {
  const asked: URL[] = [];
  const notices = invented();
  await withServer(api(notices, asked), '/notices/v1/red', async (fetcher) => {
    const files = await download(fetcher, () => Promise.resolve());
    const report = { skip: () => {}, declared: 0 };
    const entries = await Array.fromAsync(source.parse(files, report));
    expect(entries).toHaveLength(notices.length);
    expect(report.declared).toBe(notices.length);
    expect(asked.length).toBeLessThan(2500);
  });
});
