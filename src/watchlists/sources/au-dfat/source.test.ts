import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { kinds, NO_SHARED_LISTS, readAll, sharedFile, survivesDamage } from '../../../../test/support/list-source.ts';
import { xlsxFile, xlsxOfTable } from '../../../../test/support/xlsx-file.ts';
import { memoryFile } from '../../formats/list-file.ts';
import { birthDates } from './cell-dates.ts';
import { source } from './source.ts';

const FIXTURE = xlsxOfTable(readFileSync(new URL('fixtures/list.tsv', import.meta.url), 'utf8'));
const read = () => readAll(source, memoryFile('list.xlsx', FIXTURE));

describe('Australian Consolidated List', () => {
  test('the rows 2, 2a, 2b of a reference are one entry, with the UN reference that begins its information', async () => {
    const { entries, published, skipped } = await read();
    expect(published).toBeUndefined();
    expect(skipped).toEqual(['row 12: the row has no reference such as 12 or 12a']);
    expect(entries[0]).toEqual({
      id: '2',
      kind: 'person',
      names: [
        { full: 'Pyotr Ivanovich VYDUMANOV', kind: 'primary' },
        { full: 'Пётр ВЫДУМАНОВ', kind: 'original' },
        { full: 'Peter VYDUMANOFF', kind: 'alias', parts: { given: 'Peter', family: 'VYDUMANOFF' } },
        { full: 'The Tester', kind: 'alias', weak: true },
        { full: 'Pyotr OLDNAMOV', kind: 'former' },
        { full: 'Пётр СТАРОИМЕНОВ', kind: 'original' },
      ],
      birthDates: [{ date: '1963', circa: true }, { date: '1972-01-30' }],
      birthPlaces: ['Testville, Testland', 'Sampleton, Examplia'],
      nationalities: ['Testland', 'Congo, Democratic Republic of the'],
      addresses: ['1 Test Street, Sampleton, Examplia'],
      programmes: ['9999 (Testland)'],
      listedOn: '2001-01-25',
      remarks: [
        'XAi.007. Title: Colonel. Member of Example Brigade (XAe.004). Height 185cm.',
        'Listed on 25 Jan. 2001 (amended on 3 Sep. 2003)',
        'Charter of the United Nations (Sanctions—Testland) Regulation 2013',
        'Measures: Targeted Financial Sanction, Travel Ban',
      ].join('\n'),
      references: [{ to: 'un-sc', id: 'XAi.007' }],
    });
  });

  test('an organisation keeps its name as written, and takes no UN reference of another', async () => {
    const { entries } = await read();
    expect(entries[1]).toMatchObject({
      id: '3',
      kind: 'organization',
      names: [
        { full: 'Example Trading, LTD', kind: 'primary' },
        { full: 'Sample Supplies', kind: 'former' },
      ],
      listedOn: '2012-03-02',
    });
    expect(entries[1]?.references).toBeUndefined();
  });

  test('a vessel has its IMO number and the former names that its information lists', async () => {
    const { entries } = await read();
    expect(entries[2]).toMatchObject({
      kind: 'vessel',
      names: [
        { full: 'TEST STAR', kind: 'primary' },
        { full: 'ASKER', kind: 'former' },
        { full: 'OLD TESTER', kind: 'former' },
      ],
      documents: [{ type: 'IMO number', number: '9074729' }],
    });
  });

  test('a day that is a number of the workbook is a date; a date that cannot be read stays as a remark', async () => {
    const { entries } = await read();
    expect(entries[3]).toMatchObject({ birthDates: [{ date: '1957-03-21' }], listedOn: '2013-01-22' });
    expect(entries[3]?.names[1]).toEqual({ full: 'Rubén Test, JR', kind: 'alias' });
    expect(entries[3]?.remarks).toContain('Date of birth: 10/061962');
  });
});

describe('birth dates in one cell', () => {
  test.each<[string, ReturnType<typeof birthDates>['dates']]>([
    ['1962,1963, 31 December 1961', [{ date: '1962' }, { date: '1963' }, { date: '1961-12-31' }]],
    ['Approximately: Between 1959 and 1965', [{ date: '1959', to: '1965', circa: true }]],
    ['7/02/1950/11/1950 08/08/1945', [{ date: '1950-02-07' }, { date: '1950-11' }, { date: '1945-08-08' }]],
    ['1961,\n/02/1961,\n13/03/1961', [{ date: '1961' }, { date: '1961-02' }, { date: '1961-03-13' }]],
    ['April 1957, 1980.1981, 00/00/1990', [{ date: '1957-04' }, { date: '1980' }, { date: '1981' }, { date: '1990' }]],
  ])('%s', (text, dates) => expect(birthDates(text)).toEqual({ dates, isWhole: true }));
});

describe('what is not the Australian list', () => {
  test.each([
    ['a login page', '<html><body>Please sign in</body></html>'],
    ['an empty file', ''],
    ['the table as CSV', 'Reference,Name of Individual or Entity,Type,Name Type\n2,X,Individual,Primary Name\n'],
    ['another archive', 'PK\u0003\u0004mimetype'],
    [
      'a workbook of something else',
      xlsxFile([
        ['Id', 'Price'],
        [1, 2],
      ]),
    ],
    ['a header without rows', xlsxFile([['Reference', 'Name of Individual or Entity', 'Type', 'Name Type']])],
  ])('%s is refused with one sentence', async (_what, content) => {
    await expect(readAll(source, memoryFile('list', content))).rejects.toMatchObject({ code: 'list-unusable' });
  });

  test('no damage makes the parser crash', () => survivesDamage(source, FIXTURE));
});

describe('the published Australian list', () => {
  test('of 2 August 2026 is read whole', async ({ skip }) => {
    const file = sharedFile('au-dfat/regulation8_consolidated-20260802.xlsx');
    if (!file) return skip(NO_SHARED_LISTS);
    const reading = await readAll(source, file);
    expect(kinds(reading)).toEqual({ person: 2543, organization: 1041, vessel: 262 });
    expect(reading.skipped).toEqual([]);
    const { entries } = reading;
    expect(entries.filter(({ references }) => references?.some(({ to }) => to === 'un-sc'))).toHaveLength(791);
    expect(entries.filter(({ remarks }) => remarks?.includes('Date of birth:'))).toHaveLength(1);
    expect(entries.flatMap(({ names }) => names).filter(({ kind }) => kind === 'original')).toHaveLength(457);
  });
});
