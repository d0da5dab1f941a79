import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { kinds, NO_SHARED_LISTS, readAll, sharedFile, survivesDamage } from '../../../../test/support/list-source.ts';
import { localFile, memoryFile } from '../../formats/list-file.ts';
import { source } from './source.ts';

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const read = (name: string) => readAll(source, localFile(fixture(name)));

describe('OFSI consolidated list', () => {
  test('the rows of a group are one entry, with the references that its other information states', async () => {
    const { entries, published, skipped } = await read('conlist.csv');
    expect(published).toBe('2026-02-03');
    expect(skipped).toEqual(['line 7: the row has no Group ID']);
    expect(entries[0]).toEqual({
      id: '99901',
      kind: 'person',
      names: [
        {
          full: 'Pyotr Ivanovich VYDUMANOV',
          kind: 'primary',
          parts: { given: 'Pyotr', middle: 'Ivanovich', family: 'VYDUMANOV', title: 'Colonel, Dr' },
        },
        { full: 'TESTER', kind: 'alias', weak: true },
        { full: 'Пётр ВЫДУМАНОВ', kind: 'original', language: 'ru' },
        { full: 'Pyotr OLDNAMOV', kind: 'former', parts: { given: 'Pyotr', family: 'OLDNAMOV' } },
      ],
      birthDates: [{ date: '1957' }, { date: '1959-02-03' }, { date: '1958-08' }],
      birthPlaces: ['Examplia', 'Testville, Testland'],
      gender: 'Male',
      nationalities: ['Examplia', 'Testland'],
      addresses: ['1 Test Street, Sampleton, Examplia'],
      documents: [{ type: 'Passport', number: 'AB123456' }],
      positions: ['Head of Testing', 'Writer'],
      programmes: ['Example'],
      listedOn: '2020-12-31',
      remarks:
        '(UK Sanctions List Ref):TST0001. (UN Ref):XAi.7. Associate of Somebody (QDi.999). (UK Statement of Reasons):Tested (a lot). (Gender):Male\nPassport: Examplia number',
      references: [
        { to: 'uk-sanctions', id: 'TST0001' },
        { to: 'un-sc', id: 'XAi.007' },
      ],
    });
  });

  test("a ship does not take its owner's UN reference", async () => {
    const { entries } = await read('conlist.csv');
    expect(entries[1]).toMatchObject({
      kind: 'vessel',
      documents: [{ type: 'IMO number', number: '9074729' }],
      references: [{ to: 'uk-sanctions', id: 'TST0003' }],
    });
  });

  test('the layout before 2022 is read, its document numbers taken out of their sentences', async () => {
    const { entries, published } = await read('conlist-2018.csv');
    expect(published).toBe('2018-04-13');
    expect(entries).toEqual([
      {
        id: '88801',
        kind: 'person',
        names: [{ full: 'Zoé EXEMPLÉ', kind: 'primary', parts: { given: 'Zoé', family: 'EXEMPLÉ' } }],
        birthDates: [{ date: '1970' }],
        nationalities: ['Examplia', 'Testland'],
        documents: [
          { type: 'Passport', number: '592667' },
          { type: 'Passport', number: 'AB765432' },
        ],
        programmes: ['Example'],
        listedOn: '2016-04-01',
        remarks: [
          'Passport: (1) Passport No: 592667 (issued on 3 May 2007) (2) Testland number AB765432',
          'National identifier: not known',
          'UN Ref. XAi.9. Invented.',
        ].join('\n'),
        references: [{ to: 'un-sc', id: 'XAi.009' }],
      },
    ]);
  });

  test('the XML says the same in elements', async () => {
    const { entries } = await read('conlist.xml');
    expect(entries).toEqual([
      {
        id: '99901',
        kind: 'person',
        names: [
          {
            full: 'Pyotr Ivanovich VYDUMANOV',
            kind: 'primary',
            parts: { given: 'Pyotr', middle: 'Ivanovich', family: 'VYDUMANOV' },
          },
        ],
        birthDates: [{ date: '1959-02-03' }],
        documents: [{ type: 'Passport', number: 'AB123456' }],
        programmes: ['Example'],
        listedOn: '2020-12-31',
        remarks: 'Tested.',
        references: [{ to: 'uk-sanctions', id: 'TST0001' }],
      },
    ]);
  });
});

describe('what is not the OFSI list', () => {
  test.each([
    ['a login page', '<html><body>Please sign in</body></html>'],
    ['an empty file', ''],
    ['a header without rows', 'Last Updated,10/04/2025\nName 6,Name 1,Alias Type,Group ID\n'],
    ['another list', 'Unique ID,Name 6,Name type\nTST0001,X,Alias\n'],
  ])('%s is refused with one sentence', async (_what, content) => {
    await expect(readAll(source, memoryFile('list', content))).rejects.toMatchObject({ code: 'list-unusable' });
  });

  test('a file that breaks off in a row is refused', async () => {
    const whole = (await readFile(fixture('conlist.csv'))).toString().trimEnd();
    const cut = memoryFile('conlist.csv', whole.slice(0, -12));
    await expect(readAll(source, cut)).rejects.toMatchObject({ code: 'list-unusable' });
  });

  test.each(['conlist.csv', 'conlist-2018.csv', 'conlist.xml'])('no damage to %s makes the parser crash', (name) =>
    survivesDamage(source, fixture(name)),
  );
});

describe('the published OFSI list', () => {
  test.for<[string, Record<string, number>, number]>([
    ['uk-ofsi/ConList-20250410-from-xlsx.csv.gz', { person: 3662, organization: 1009, vessel: 15 }, 867],
    ['uk-ofsi/sanctionsconlist-20180413.csv.gz', { person: 1426, organization: 680 }, 274],
  ])('%s is read whole', async ([path, counts, unReferences], { skip }) => {
    const file = sharedFile(path);
    if (!file) return skip(NO_SHARED_LISTS);
    const reading = await readAll(source, file);
    expect(kinds(reading)).toEqual(counts);
    expect(reading.skipped).toEqual([]);
    const referring = reading.entries.filter((entry) => entry.references?.some(({ to }) => to === 'un-sc'));
    expect(referring).toHaveLength(unReferences);
  });
});
