import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { withServer } from '../../../../test/support/list-server.ts';
import { readAll, survivesDamage, wholeText } from '../../../../test/support/list-source.ts';
import { localFile, memoryFile } from '../../formats/list-file.ts';
import { birthDates, firstDay } from './japanese-dates.ts';
import { download, source } from './source.ts';

// All entries are invented. The header is that of the ministry's file.
const PATH = fileURLToPath(new URL('./fixtures/shisantouketsu20261101.csv', import.meta.url));
const list = () => readAll(source, localFile(PATH));

describe('the Japanese list of asset freezes', () => {
  it('gives all that a row tells', async () => {
    const { entries, skipped } = await list();
    expect(skipped).toEqual(['005-900004: it has no name']);
    expect(entries[0]).toEqual({
      id: '002-900001',
      kind: 'person',
      names: [
        { full: 'Zorvan Ilmatok', kind: 'primary' },
        { full: 'ゾルヴァン・イルマトク', kind: 'spelling', language: 'ja' },
        { full: 'Zorwan Ilmatok', kind: 'alias' },
        { full: 'Zorv Ilmatoque', kind: 'alias' },
        { full: 'ゾルワン・イルマトク', kind: 'alias', language: 'ja' },
        { full: 'ゾルヴ', kind: 'alias', language: 'ja' },
        { full: 'Zorvan Ilmatovich', kind: 'former' },
        { full: 'Abu Zorv', kind: 'alias', weak: true },
        { full: 'アブ・ゾルヴ', kind: 'alias', weak: true, language: 'ja' },
      ],
      birthDates: [{ date: '1961-04-30' }, { date: '1962', circa: true }],
      birthPlaces: ['Port Zanth, Zanthia'],
      nationalities: ['Zanthia'],
      addresses: ['4 Example Street, Port Zanth, Zanthia'],
      documents: [
        { type: 'passport', number: 'XZ4711234' },
        { type: 'identity number', number: '4711-0815' },
      ],
      positions: ['Mullah', 'Haji', 'Minister of Ports'],
      programmes: ['区分 2'],
      listedOn: '2001-10-12',
      remarks: [
        'Zorwan Ilmatok (DOB: 30 Apr. 1961; POB: Port Zanth.)',
        'ゾルワン・イルマトク（生年月日1961/4/30；1962/5/1、国籍ザンティア）',
        'ザンティア旅券XZ4711234(2029年12月16日に失効)',
        '告示番号: 160',
        '港湾警備隊の司令官。',
        '国連参照番号：QDi．901',
      ].join('\n'),
      references: [{ to: 'un-sc', id: 'QDi.901' }],
    });
  });

  it('takes quotation marks off, keeps other brackets, and pairs countries with their addresses', async () => {
    expect((await list()).entries[1]).toMatchObject({
      kind: 'organization',
      names: [
        { full: 'Morvane Shipyard Joint Stock Company' },
        { full: 'モルヴァーン造船所' },
        { full: 'Morvane Yard' },
        { full: 'MSY (formerly a department)' },
      ],
      addresses: ['1 Dock Road, Zanthia', '2 Sample Street, Examplia'],
    });
  });

  it('has who is written in Japanese alone, and searches a type that nobody knows as either', async () => {
    const { entries } = await list();
    expect(entries[2]).toMatchObject({
      names: [{ full: 'ブロミエル・アストラヴァン', kind: 'primary' }],
      birthDates: [{ date: '1955', to: '1958', circa: true }],
    });
    expect(entries[3]).toMatchObject({ kind: 'unknown', names: [{ full: 'Krontarvik Alliance (KA)' }, {}] });
  });

  it.each([
    ['1992/1/13；1993/5/9', ['1992-01-13', '1993-05-09'], undefined],
    ['1969/１/１', ['1969-01-01'], undefined],
    ['1953年4月2日生まれ', ['1953-04-02'], undefined],
    ['1979年3月', ['1979-03'], undefined],
    ['1963年から1968年の間', ['1963–1968'], undefined],
    ['1960年又は1961年', ['1960', '1961'], undefined],
    ['1957年、ヒジュラ暦', ['1957'], 'ヒジュラ暦'],
    ['不明', [], '不明'],
    [undefined, [], undefined],
  ])('reads the dates of %s', (cell, expected, rest) => {
    const read = birthDates(cell);
    expect(read.dates.map(({ date, to }) => (to ? `${date}–${to}` : date))).toEqual(expected);
    expect(read.rest).toBe(rest);
  });

  it('takes the first day of several for that of the listing', () => {
    expect(firstDay('2001.10.12 2012.3.27改訂')).toBe('2001-10-12');
    expect(firstDay('2001年')).toBeUndefined();
  });

  it('fetches the newest file that the page leads to', async () => {
    const csv = await readFile(PATH, 'utf8');
    const page =
      '<!doctype html><a href="./shisantouketsu20260110.csv">old</a><a href="./shisantouketsu20261101.csv">new</a>';
    const answers: Readonly<Record<string, string>> = { '/a/list.html': page, '/a/shisantouketsu20261101.csv': csv };
    await withServer(
      ({ pathname }) => answers[pathname],
      '/a/list.html',
      async (fetcher) => {
        const [file] = await download(fetcher);
        expect(file!.name).toBe('shisantouketsu20261101.csv');
        expect(await wholeText(file!)).toBe(csv);
      },
    );
  });

  it('takes a mirror’s file, and says where a page leads to none', async () => {
    const csv = await readFile(PATH, 'utf8');
    await withServer(
      ({ pathname }) => (pathname === '/mirror.csv' ? csv : '<html><a href="x.pdf">x</a></html>'),
      '/mirror.csv',
      async (fetcher) => {
        expect(await wholeText((await download(fetcher))[0]!)).toBe(csv);
        const page = { ...fetcher, address: new URL('/list.html', fetcher.address).href };
        await expect(download(page)).rejects.toMatchObject({ code: 'list-download', message: /leads to no CSV file/ });
      },
    );
  });

  it.each([
    ['another table', 'a,b\n1,2\n'],
    ['a header without rows', '番号,個人・団体,氏名（日本語）,氏名（英語）\n'],
    ['a web page', '<!doctype html><html></html>'],
    ['an empty file', ''],
  ])('refuses %s', async (_, content) => {
    await expect(readAll(source, memoryFile('x', content))).rejects.toMatchObject({ code: 'list-unusable' });
  });

  it('says which column has gone', async () => {
    const renamed = (await readFile(PATH, 'utf8')).replace('氏名（英語）', '名前（英語）');
    await expect(readAll(source, memoryFile('x.csv', renamed))).rejects.toThrow('no column "氏名（英語）" in it');
  });

  it('survives damage', () => survivesDamage(source, PATH));
});
