import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { kinds, NO_SHARED_LISTS, readAll, sharedFile, survivesDamage } from '../../../../test/support/list-source.ts';
import { localFile, memoryFile } from '../../formats/list-file.ts';
import { readAliases } from './aliases.ts';
import { birthDates } from './births.ts';
import { source } from './source.ts';

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const read = (name: string) => readAll(source, localFile(fixture(name)));

describe('Canada SEMA, present layout', () => {
  test('a person keeps every fact, lone aliases become whole names', async () => {
    const { entries } = await read('present.xml');
    const given = 'Pyotr Ivanovich';
    const title = 'Major General';
    expect(entries[0]).toEqual({
      id: 'Belarus/1, Part 1/1',
      kind: 'person',
      names: [
        { full: `${given} VYDUMANOV`, kind: 'primary', parts: { given, family: 'VYDUMANOV', title } },
        { full: `${given} VYDUMANAU`, kind: 'spelling', parts: { given, family: 'VYDUMANAU', title } },
        { full: 'Piotr Ivanovich VYDUMANOV', kind: 'spelling' },
        { full: 'Pyotr Ivanovich VYDUMANOFF', kind: 'spelling' },
        { full: 'Batya', kind: 'nickname', weak: true },
        { full: 'Пётр Выдуманаў', kind: 'original', language: 'be' },
        { full: 'Пётр Выдуманов', kind: 'original', language: 'ru' },
        { full: 'Пётр Придуманов', kind: 'original', language: 'ru' },
      ],
      birthDates: [{ date: '1965-07-15' }, { date: '1969-09-28' }],
      programmes: ['Belarus'],
      listedOn: '2020-09-28',
      remarks:
        'Aliases: Piotr; VYDUMANOFF; Batya; Belarusian: Пётр Выдуманаў, Russian: Пётр Выдуманов or Придуманов\nSchedule 1, Part 1, item 1',
    });
  });

  test('a record with an IMO number is a vessel', async () => {
    const { entries } = await read('present.xml');
    expect(entries[1]).toEqual({
      id: 'Russia/1.1/1',
      kind: 'vessel',
      names: [{ full: 'Example Star', kind: 'primary' }],
      documents: [{ type: 'IMO number', number: '9074729' }],
      programmes: ['Russia'],
      listedOn: '2025-02-21',
      remarks: 'Built: 2001\nType of ship: Oil Tanker\nSchedule 1.1, item 1',
    });
  });

  test('an organisation has its English and French names apart, and commas inside a name stay', async () => {
    const { entries } = await read('present.xml');
    expect(entries[2]?.names).toEqual([
      { full: 'Example Institute (EI)', kind: 'primary' },
      { full: "Institut de l'exemple", kind: 'alias' },
      { full: 'Example Works, Ltd.', kind: 'alias' },
      { full: 'ООО «Пример, опыт»', kind: 'original' },
      { full: 'PRIMER', kind: 'alias' },
    ]);
    expect(entries[3]?.names).toEqual([
      { full: 'Test Plant', kind: 'primary' },
      { full: 'Sample Plant, JSC', kind: 'alias' },
    ]);
  });

  test('ids are unique also where country, schedule and item are not; what has none is named and left out', async () => {
    const { entries, skipped } = await read('present.xml');
    expect(entries.slice(3).map(({ id }) => id)).toEqual(['Haiti//1', 'Haiti//1#2']);
    expect(entries[4]).toMatchObject({
      names: [{ full: 'Uno Otro', kind: 'primary', parts: { given: 'Uno', family: 'Otro' } }],
      birthDates: [{ date: '1970', to: '1979', circa: true }],
    });
    expect(skipped).toEqual(['record 6: it has neither country nor item', 'Haiti//9: it has no name']);
  });
});

test('Canada SEMA, layout of 2020', async () => {
  const { entries } = await read('older.xml');
  expect(entries).toMatchObject([
    {
      id: 'Burma/N/A/1',
      kind: 'organization',
      names: [{ full: 'Example Bank' }, { full: 'Sample Bank' }, { full: 'Sample Bank Limited' }],
    },
    {
      id: 'Burma/1/2',
      kind: 'person',
      names: [{ full: 'Maung Sample', parts: { given: 'Maung', family: 'Sample', title: 'Colonel' } }],
      birthDates: [{ date: '1950-01' }],
    },
  ]);
});

describe('aliases', () => {
  const person = { given: 'Hanna Borisovna', family: 'PRIMEROVA' };
  test.each([
    ['Hanna Primer or Anna Primerova', ['Hanna Primer', 'Anna Primerova']],
    ['Anna or Ganna Primer', ['Anna Primer', 'Ganna Primer']],
    ['Анна ПРИМЕРОВА / Ганна ПРИМЕРАВА', ['Анна ПРИМЕРОВА', 'Ганна ПРИМЕРАВА']],
    ['Примерова, Анна Борисовна', ['Анна Борисовна Примерова']],
    ['PRIMERAVA, PRYMEROVA', ['Hanna Borisovna PRIMERAVA', 'Hanna Borisovna PRYMEROVA']],
    ['also Anna Primer AKA', ['Anna Primer']],
    ['“Abu Test”', ['Abu Test']],
    ['; , x', []],
  ])('%s', (text, names) => {
    expect(readAliases(text, person).map(({ full }) => full)).toEqual(names);
  });

  test('an organisation keeps a name that goes on in small letters behind a comma', () => {
    expect(readAliases('Войска первой, второй защиты, ВПВЗ', undefined).map(({ full }) => full)).toEqual([
      'Войска первой, второй защиты',
      'ВПВЗ',
    ]);
  });
});

test.each([
  ['1972', [{ date: '1972' }]],
  ['1972-08', [{ date: '1972-08' }]],
  ['1963-1964', [{ date: '1963', to: '1964' }]],
  ['1963 or 1964', [{ date: '1963' }, { date: '1964' }]],
  ['Sep-74', [{ date: '1974-09' }]],
  ['born in the early 1970s', [{ date: '1970', to: '1979', circa: true }]],
  ['unknown', []],
  [undefined, []],
])('a birth date written %s is read at its precision', (text, dates) => {
  expect(birthDates(text)).toEqual(dates);
});

describe('what is not the Canadian list', () => {
  test.each([
    ['a login page', '<html><body>Please sign in</body></html>'],
    ['an empty file', ''],
    ['an empty list', '<data-set></data-set>'],
    ['a spreadsheet', 'Country,LastName\nX,Y\n'],
  ])('%s is refused with one sentence', async (_what, content) => {
    await expect(readAll(source, memoryFile('list', content))).rejects.toMatchObject({ code: 'list-unusable' });
  });

  test('a cut-off file is refused', async () => {
    const whole = (await readFile(fixture('present.xml'))).toString();
    const cut = memoryFile('present.xml', whole.slice(0, -40));
    await expect(readAll(source, cut)).rejects.toMatchObject({ code: 'list-unusable' });
  });

  test.each(['present.xml', 'older.xml'])('no damage to %s makes the parser crash', (name) =>
    survivesDamage(source, fixture(name)),
  );
});

describe('the published Canadian list', () => {
  test.for<[string, Record<string, number>]>([
    ['ca-sema/sema-lmes-20250320.xml.gz', { person: 3334, organization: 1316, vessel: 109 }],
    ['ca-sema/sema-lmes-202004.xml.gz', { person: 985, organization: 384 }],
  ])('%s is read whole, every id once', async ([path, counts], { skip }) => {
    const file = sharedFile(path);
    if (!file) return skip(NO_SHARED_LISTS);
    const reading = await readAll(source, file);
    expect(kinds(reading)).toEqual(counts);
    expect(reading.skipped).toEqual([]);
    expect(reading.entries.filter(({ id }) => id.includes('#'))).toEqual([]);
  });
});
