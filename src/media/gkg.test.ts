import { expect, it } from 'vitest';
import { gkgArchive, gkgLine, type TestArticle } from '../../test/support/gkg.ts';
import { zipFile } from '../../test/support/xlsx-file.ts';
import { memoryFile } from '../watchlists/formats/list-file.ts';
import { readGkg } from './gkg.ts';
import { OFFENCES, offencesOf } from './offences.ts';

const STAMP = '20260301101500';
const WHOLE: TestArticle = {
  url: 'https://paper.example/1',
  themes: 'TRIAL;CORRUPTION;ECON_MONEYLAUNDERING;',
  persons: 'Zorvan Ilmatok,120;zorvan ilmatok,300;Mira Quellund,40',
  organisations: 'Ostrava Bank, Ltd,88',
  places: '4#Paris, Ile-De-France, France#FR#A8#48#2#-1;1#Germany#GM#GM#51#9#GM',
  translation: 'srclc:fra;eng:GT-FRA 1.0',
  extras: '<PAGE_LINKS>x</PAGE_LINKS><PAGE_TITLE>Banker &amp; &#8220;friend&#x201d; held</PAGE_TITLE>',
};

const read = (...lines: string[]) => readGkg(memoryFile('a.gkg.csv.zip', gkgArchive(STAMP, lines)));

it('reads who is named beside which offence, and no text', async () => {
  const { articles, lines, unreadable } = await read(gkgLine(STAMP, WHOLE));
  expect({ lines, unreadable }).toEqual({ lines: 1, unreadable: 0 });
  expect(articles).toEqual([
    {
      url: 'https://paper.example/1',
      site: 'paper.example',
      date: '2026-03-01T10:15:00.000Z',
      language: 'fra',
      title: 'Banker & “friend” held',
      persons: ['Zorvan Ilmatok', 'Mira Quellund'],
      organisations: ['Ostrava Bank, Ltd'],
      countries: ['de', 'fr'],
      offences: ['corruption', 'money-laundering'],
      tone: -3.5,
    },
  ]);
});

it.each<[string, Partial<TestArticle>]>([
  ['no offence', { themes: 'TRIAL;ARREST;WB_832_ANTI_CORRUPTION' }],
  ['a theme that only begins like one', { themes: 'CORRUPTIONS;TERROR_X' }],
  ['nobody', { persons: '', organisations: '' }],
  ['a name without letters', { persons: '2026,4', organisations: '' }],
  ['a name whose letters are lost', { persons: 'Zor\ufffdan,4', organisations: '' }],
  ['no page of the web', { collection: '2' }],
  ['an address that no browser should follow', { url: 'javascript://paper.example/%0aalert(1)' }],
])('leaves out an article with %s', async (_, change) => {
  expect((await read(gkgLine(STAMP, { ...WHOLE, ...change }))).articles).toEqual([]);
});

it.each<[string, string, string[]]>([
  ['in the lead', 'TRIAL,20;CORRUPTION,355;ECON_MONEYLAUNDERING,2800', ['corruption']],
  ['in two places', 'CORRUPTION,1724;WB_2020_BRIBERY_FRAUD_AND_COLLUSION,1887', ['corruption']],
  ['once in passing', 'TRIAL,20;CORRUPTION,3520;WB_2020_BRIBERY_FRAUD_AND_COLLUSION,3520', []],
])('takes an offence that an article names %s for what it is worth', async (_, themePlaces, offences) => {
  const { articles } = await read(gkgLine(STAMP, { ...WHOLE, themePlaces }));
  expect(articles.flatMap((one) => one.offences)).toEqual(offences);
});

it('keeps when somebody was born whose age a title gives', async () => {
  const extras = '<PAGE_TITLE>Zorvan Ilmatok, 34, jailed</PAGE_TITLE>';
  const { articles } = await read(gkgLine(STAMP, { ...WHOLE, extras }));
  expect(articles[0]!.born).toEqual({ 'zorvan ilmatok': [1991, 1992] });
});

it('counts lines that are not of version 2.1, and reads the others', async () => {
  const good = gkgLine(STAMP, WHOLE);
  const found = await read(good, 'cut\toff', good, good);
  expect([found.articles.length, found.lines, found.unreadable]).toEqual([3, 4, 1]);
});

it('takes a quarter of an hour without an article', async () => {
  expect(await read()).toEqual({ articles: [], lines: 0, unreadable: 0 });
});

it('reads bytes that are no UTF-8 without losing the lines beside them', async () => {
  const bytes = Buffer.from(
    `${gkgLine(STAMP, WHOLE)}\n${gkgLine(STAMP, { ...WHOLE, persons: 'Ann\xe9 Roe,1' })}\n`,
    'latin1',
  );
  const archive = zipFile({ 'a.csv': bytes });
  const { articles } = await readGkg(memoryFile('a.zip', archive));
  expect(articles.map(({ persons }) => persons)).toEqual([['Zorvan Ilmatok', 'Mira Quellund'], []]);
});

it.each([
  ['another format', gkgArchive(STAMP, ['a\tb', 'c\td'])],
  ['a web page', Buffer.from('<html></html>')],
  ['a cut archive', gkgArchive(STAMP, [gkgLine(STAMP, WHOLE)]).subarray(0, 90)],
  ['two files', zipFile({ a: '', b: '' })],
])('refuses %s', async (_, bytes) => {
  await expect(readGkg(memoryFile('a.zip', bytes))).rejects.toMatchObject({ code: 'list-unusable' });
});

it('names an offence of the list for every theme, by the whole theme', () => {
  expect(offencesOf(['DRUG_TRADE', 'CRIME_CARTELS', 'DRUG_TRADE'])).toEqual(['drugs', 'organised-crime']);
  expect(OFFENCES.map(({ code }) => code)).toContain('market-abuse');
});
